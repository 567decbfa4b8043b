"""The worker process that holds an embedded engine: how errors, limits and deaths reach the one who asked."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from dbreport.engines import engine_class
from dbreport.engines.base import Ran
from dbreport.engines.launch import worker
from dbreport.engines.launch.inner import Inner
from dbreport.engines.launch.worker import Worker, WorkerEngine
from dbreport.engines.setup import Setup
from dbreport.engines.systems import System
from dbreport.errors import EngineDied, EngineMissing, EngineStartFailed, StatementFailed, StatementTimeout
from dbreport.languages import Words
from dbreport.model import Column, Durability, Table

pytestmark = pytest.mark.usefixtures("limit")

IN_PROCESS = {"duckdb": "duckdb", "sqlite": "apsw", "clickhouse": "chdb"}
NUMBERS = Table("numbers", (Column("uid", "int64"),))

# half a million times half a million rows to group: hours for any of them
ENDLESS = (
    "SELECT count(*) FROM (SELECT a.uid * b.uid AS k, count(*) AS n FROM numbers AS a CROSS JOIN numbers AS b"
    " GROUP BY a.uid * b.uid) AS g"
)
FILL = {
    "duckdb": "INSERT INTO numbers SELECT range FROM range(500000)",
    "sqlite": "INSERT INTO numbers WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 500000)"
    " SELECT i FROM n",
    "clickhouse": "INSERT INTO numbers SELECT number FROM numbers(500000)",
}


class Doll(Inner):
    """An engine without a database: its statements say what is to go wrong."""

    def __init__(self, setup: Setup) -> None:
        self._cancelled = threading.Event()
        self._file = setup.folder.joinpath
        self._cancels = 0
        if (setup.folder / "broken").exists():
            raise ValueError("the file is no database")
        if (setup.folder / "bare").exists():
            raise ModuleNotFoundError("No module named 'doll'", name="doll")
        if (setup.folder / "mortal").exists():
            os._exit(7)

    def cancel(self) -> None:
        self._cancelled.set()
        self._cancels += 1
        self._file(f"cancel {self._cancels}").touch()

    def run(self, sql: str, timeout_s: float, fetch: bool, digest: bool = False) -> Ran:
        self._cancelled.clear()
        match sql:
            case "reject":
                raise StatementFailed("doll: no such statement")
            case "stumble":
                raise KeyError("a driver's own error")
            case "die":
                os._exit(3)
            case "endless":
                self._cancelled.wait()
                raise StatementTimeout("doll was interrupted")
            case "slow to begin":  # and knows nothing of what it was told before
                self._cancelled.wait()
                self._cancelled.clear()
                self._cancelled.wait()
                raise StatementTimeout("doll was interrupted")
            case "deaf":
                time.sleep(60)
            case "late":  # ends just as it is cancelled
                self._cancelled.wait()
            case "patient":  # tells when it has begun, and goes on when it is told to
                self._file("begun").touch()
                while not self._file("go on").exists():
                    time.sleep(0.01)
        return Ran(0.0, [(sql,)])

    def close(self) -> None: ...
    def version(self) -> str:
        return "1"

    def settings(self) -> dict[str, str]:
        return {}

    def create(self, table: Any) -> None: ...
    def fill(self, rows: Any) -> None: ...
    def load(self, rows: Any, way: Any, text_file: Any) -> float:
        return 0.0

    def build_index(self, index: Any, timeout_s: float) -> float:
        return 0.0

    def drop_index(self, index: Any) -> None: ...
    def explain(self, sql: str) -> str:
        return ""

    def analyze(self, table: Any) -> float:
        return 0.0

    def checkpoint(self) -> float:
        return 0.0

    def size(self, table: Any) -> dict[str, int]:
        return {}


class DollEngine(WorkerEngine):
    name = "doll"
    driver = "doll_that_nobody_has"
    inner = Doll
    durable = frozenset(Durability)
    ordered_index = "none"

    @classmethod
    def system(cls) -> System:
        label = Words(zh="Doll", en="Doll")
        return System("doll", "DollEngine", label, "#000000", "circle", "process", "sql", "MIT", "doll")


@pytest.fixture
def doll(tmp_path):
    engine = DollEngine(Setup(tmp_path / "doll"))
    engine.start()
    yield engine
    engine.remove()


def gone(pid: int) -> bool:
    """Wait until there is no such process any more; `limit` ends a test in which one stays."""
    with suppress(psutil.NoSuchProcess):
        while psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
            time.sleep(0.02)
    return True


def test_an_answer_comes_back(doll):
    assert doll.run("hello", 5, fetch=True).rows == [("hello",)]


def test_a_rejected_statement_is_our_error_and_the_worker_lives_on(doll):
    with pytest.raises(StatementFailed, match="no such statement"):
        doll.run("reject", 5)
    assert doll.run("hello", 5).rows == [("hello",)]


def test_an_error_nobody_foresaw_names_itself(doll):
    with pytest.raises(EngineDied, match="KeyError"):
        doll.run("stumble", 5)


def test_a_statement_over_its_limit_is_cancelled_in_the_same_worker(doll):
    before = doll.pids()
    with pytest.raises(StatementTimeout, match="interrupted"):
        doll.run("endless", 0.2)
    assert before == doll.pids()
    assert doll.run("hello", 5).rows == [("hello",)]


def test_a_cancel_that_comes_before_the_statement_has_begun_is_told_again(doll):
    before = doll.pids()
    with pytest.raises(StatementTimeout, match="interrupted"):
        doll.run("slow to begin", 0.2)
    assert before == doll.pids()


def test_a_statement_that_cannot_be_cancelled_costs_its_worker_and_another_takes_over(doll, monkeypatch):
    monkeypatch.setattr(worker, "CANCEL_EVERY_S", 0.02)
    before = doll.pids()
    with pytest.raises(StatementTimeout, match="killed"):
        doll.run("deaf", 0.2)
    assert gone(before[0])
    assert before != doll.pids()
    assert doll.run("hello", 5).rows == [("hello",)]


def test_an_answer_that_beats_the_cancel_is_an_answer(doll):
    assert doll.run("late", 0.2).rows == [("late",)]
    assert doll.run("hello", 5).rows == [("hello",)]


def test_a_cancel_reaches_the_statement_it_is_for_and_not_the_one_after_it(tmp_path):
    there = Worker(Doll, Setup(tmp_path))
    there.wait()
    try:
        there.call("run", "hello", 5, True)
        there._pipe.send((2, "run", ("patient", 5, True)))
        while not (tmp_path / "begun").exists():
            time.sleep(0.01)
        for number in (1, 2):
            there._pipe.send((number, "cancel", ()))
        while not (tmp_path / "cancel 1").exists():
            time.sleep(0.01)
        (tmp_path / "go on").touch()
        there._receive(5, "run")
        there.call("run", "hello", 5, True)  # read after both cancels: they have had what effect they have
        assert ["cancel 1"] == [path.name for path in tmp_path.glob("cancel *")]
    finally:
        there.kill()


def test_a_worker_that_dies_in_a_statement_is_engine_died_with_its_exit_code(doll):
    with pytest.raises(EngineDied, match="exit code 3"):
        doll.run("die", 5)


def test_a_killed_worker_is_engine_died_and_start_brings_another(doll):
    os.kill(doll.pids()[0], signal.SIGKILL)
    with pytest.raises(EngineDied, match="exit code -9"):
        doll.run("hello", 5)
    doll.start()
    assert doll.run("hello", 5).rows == [("hello",)]


def test_a_stopped_engine_says_so_and_stopping_twice_is_no_error(doll):
    pid = doll.pids()[0]
    doll.stop()
    doll.stop()
    assert gone(pid)
    assert doll.pids() == ()
    with pytest.raises(EngineDied, match="not running"):
        doll.run("hello", 5)


def test_ctrl_c_in_the_terminal_does_not_end_the_worker(doll):
    os.kill(doll.pids()[0], signal.SIGINT)
    assert doll.run("hello", 5).rows == [("hello",)]


@pytest.mark.parametrize(
    ("flaw", "error", "said"),
    [
        ("broken", EngineStartFailed, "the file is no database"),
        ("bare", EngineMissing, "doll is not installed; run: make engines"),
        ("mortal", EngineStartFailed, "exit code 7"),
    ],
)
def test_a_worker_that_cannot_open_its_database_leaves_no_process(tmp_path, flaw, error, said):
    (tmp_path / flaw).touch()
    with pytest.raises(error, match=said):
        Worker(Doll, Setup(tmp_path)).wait()
    assert [child for child in psutil.Process().children() if "spawn_main" in " ".join(child.cmdline())] == []


def test_what_begins_to_start_is_not_there_until_it_is_waited_for(tmp_path):
    doll = DollEngine(Setup(tmp_path))
    assert (doll.begin(), doll.begin(), doll.pids()) == (True, True, ())
    begun = doll._worker
    doll.start()
    assert (doll._worker, doll.begin(), len(doll.pids())) == (begun, False, 1)
    assert doll.run("hello", 5).rows == [("hello",)]
    doll.stop()


def test_what_has_begun_to_start_and_is_stopped_leaves_no_process(tmp_path):
    doll = DollEngine(Setup(tmp_path))
    doll.begin()
    pid = doll._worker._process.pid
    doll.stop()
    assert gone(pid)
    doll.start()
    assert doll.run("hello", 5).rows == [("hello",)]
    doll.stop()


def test_what_goes_wrong_with_a_start_that_has_begun_is_told_by_start(tmp_path):
    (tmp_path / "broken").touch()
    doll = DollEngine(Setup(tmp_path))
    assert doll.begin()
    with pytest.raises(EngineStartFailed, match="the file is no database"):
        doll.start()
    assert doll.pids() == ()
    (tmp_path / "broken").unlink()
    doll.start()
    assert doll.run("hello", 5).rows == [("hello",)]
    doll.stop()


def test_a_system_without_its_driver_is_not_found_and_says_what_to_install():
    found = DollEngine.find()
    assert found.how is None
    assert "pip install doll" in found.hint


def installed(name: str) -> type[WorkerEngine]:
    pytest.importorskip(IN_PROCESS[name])
    return engine_class(name)


@pytest.mark.parametrize("name", IN_PROCESS)
def test_a_real_statement_over_its_limit_ends_by_the_systems_own_means(name, tmp_path):
    engine = installed(name)(Setup(tmp_path / name))
    engine.start()
    try:
        engine.create(NUMBERS)
        engine.run(FILL[name], 30)
        before = engine.pids()
        with pytest.raises(StatementTimeout):
            engine.run(ENDLESS, 0.5)
        assert before == engine.pids()
        assert engine.run("SELECT count(*) FROM numbers", 30, fetch=True).rows == [(500000,)]
    finally:
        engine.remove()


LOADED_BY_A_STATEMENT = """
import os, sys
from pathlib import Path
from dbreport.engines import engine_class
from dbreport.engines.setup import Setup

inner = engine_class(sys.argv[1]).inner(Setup(Path(sys.argv[2])))
before = set(sys.modules)
inner.run("SELECT 1 AS one", 30)
libraries = {name.partition(".")[0] for name in set(sys.modules) - before} - set(sys.stdlib_module_names)
print(" ".join(libraries & {"numpy", "pyarrow", "pandas", "polars"}), flush=True)
os._exit(0)
"""


@pytest.mark.parametrize("name", [*IN_PROCESS, "polars", "datafusion"])
def test_no_library_is_loaded_within_the_time_of_a_first_statement(name, tmp_path):
    pytest.importorskip((IN_PROCESS | {"polars": "polars", "datafusion": "datafusion"})[name])
    command = [sys.executable, "-c", LOADED_BY_A_STATEMENT, name, str(tmp_path)]
    assert subprocess.check_output(command, text=True).strip() == ""


@pytest.mark.parametrize("name", IN_PROCESS)
def test_the_death_of_the_parent_ends_the_worker_even_in_a_statement(name, tmp_path):
    installed(name)
    script = tmp_path / "parent.py"
    script.write_text(
        textwrap.dedent(
            f"""
            from pathlib import Path
            from dbreport.engines import engine_class
            from dbreport.engines.base import Setup
            from dbreport.model import Column, Table

            if __name__ == "__main__":
                engine = engine_class("{name}")(Setup(Path({str(tmp_path / name)!r})))
                engine.start()
                engine.create(Table("numbers", (Column("uid", "int64"),)))
                engine.run({FILL[name]!r}, 30)
                print(engine.pids()[0], flush=True)
                engine.run({ENDLESS!r}, 300)
            """
        ),
        encoding="utf-8",
    )
    source = str(Path(worker.__file__).parents[3])
    parent = subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": source}
    )
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    try:
        at_work = sum(psutil.Process(pid).cpu_times()[:2]) + 0.2
        while sum(psutil.Process(pid).cpu_times()[:2]) < at_work:  # well into the statement
            time.sleep(0.01)
        parent.kill()
        parent.wait()
        assert gone(pid)
    finally:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        parent.stdout.close()
