"""What ends a statement from outside: a signal, or a system that hangs. Told by what the server and processes show.

The statements would take far longer than a test may: one that is not ended fails by the limit.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from conftest import started
from dbreport.engines import mysql_client, postgresql_client, postgresql_copy
from dbreport.engines.base import SHORTEST_S
from dbreport.engines.launch import watch
from dbreport.engines.launch.server import ServerEngine
from dbreport.engines.mysql_family import MySQLFamily
from dbreport.engines.mysql_load import load_together
from dbreport.errors import DbreportError, EngineDied, StatementTimeout
from dbreport.model import Way
from enginekit import FewRows
from test_external import address, ask

pytestmark = pytest.mark.usefixtures("limit")

SERVERS = ("postgresql", "mysql", "mariadb")
IN_PROCESS = ("duckdb", "sqlite", "clickhouse")
ROWS = FewRows()
LONG = {"postgresql": "SELECT pg_sleep(600)", "mysql": "SELECT SLEEP(600)", "mariadb": "SELECT SLEEP(600)"}
RUNNING = {
    "postgresql": "SELECT query FROM pg_stat_activity WHERE application_name = 'dbreport_bench' AND state = 'active'"
    " AND pid <> pg_backend_pid()",
    **dict.fromkeys(
        ("mysql", "mariadb"),
        "SELECT info FROM information_schema.processlist WHERE db = 'dbreport_bench' AND command = 'Query'",
    ),
}

CHILD = """
import signal, sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from dbreport.engines import engine_class
from dbreport.engines.setup import Setup
from dbreport.model import Way
from enginekit import ENDLESS, FewRows

if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    name, launcher, verb, folder = sys.argv[1:]
    rows = FewRows()
    engine = engine_class(name)(Setup(Path(folder), launcher=launcher or None))
    engine.start()
    engine.create(rows.table)
    if not launcher:
        engine.load(rows, Way.BULK)
    print("ready", *engine.pids(), flush=True)
    sys.stdin.readline()
    try:
        if verb == "run":
            engine.run({long!r} or ENDLESS, 600)
        elif verb == "create":
            engine.create(rows.table)
        else:
            path = Path(folder) / "rows.tsv"
            path.write_bytes(b"".join(map(rows.tsv, range(rows.partitions))))
            engine.load(rows, Way(verb), path)
    except BaseException as error:
        print(type(error).__name__, flush=True)
        raise SystemExit(7)
"""


@pytest.fixture(scope="module", params=SERVERS)
def _shared(request: pytest.FixtureRequest) -> Iterator[ServerEngine]:
    with started(request.param) as made:
        assert isinstance(made, ServerEngine)
        yield made


@pytest.fixture
def owner(_shared: ServerEngine) -> ServerEngine:
    """A server of which the test looks at the statements of another process, whatever the test before did to ours."""
    try:
        _shared.run("SELECT 1", 60)
    except DbreportError:
        _shared.stop()
        _shared.start()
    return _shared


@contextmanager
def child(name: str, verb: str, folder: Path, external: bool) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """Give a process that is about to run a long statement, and its engine's processes."""
    folder.mkdir(exist_ok=True)
    script = folder / "child.py"
    script.write_text(CHILD.format(tests=str(Path(__file__).parent), long=LONG[name] if external else ""))
    launcher = "external" if external else ""
    process = subprocess.Popen(
        [sys.executable, str(script), name, launcher, verb, str(folder)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert process.stdin
    assert process.stdout
    try:
        ready, *pids = process.stdout.readline().split()
        assert ready == "ready"
        yield process, [int(pid) for pid in pids]
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()


def go_on(process: subprocess.Popen[str]) -> None:
    assert process.stdin
    process.stdin.write("\n")
    process.stdin.flush()


def ended(process: subprocess.Popen[str], by: signal.Signals) -> tuple[str, int]:
    """Send a signal; return what ended the statement and the exit code."""
    assert process.stdout
    process.send_signal(by)
    return process.stdout.readline().strip(), process.wait()


def until(true: Callable[[], object]) -> None:
    while not true():
        time.sleep(0.02)


@contextmanager
def locked(owner: ServerEngine) -> Iterator[None]:
    """Keep the table from everybody else."""
    connection = owner.open()
    mysql = isinstance(owner, MySQLFamily)
    lock = "LOCK TABLES {} WRITE" if mysql else "BEGIN; LOCK TABLE {}"
    try:
        owner._ask(connection, lock.format("dbreport_bench.numbers"))  # type: ignore[attr-defined]
        yield
    finally:
        owner.close(connection)


RAISED = {signal.SIGINT: "KeyboardInterrupt", signal.SIGTERM: "SystemExit"}


@pytest.mark.parametrize(
    ("verb", "by"),
    [("run", signal.SIGINT), ("run", signal.SIGTERM), ("create", signal.SIGINT), ("plain", signal.SIGTERM),
     ("bulk", signal.SIGINT)],
)  # fmt: skip
def test_a_signal_cancels_what_a_server_is_doing_for_us(
    owner: ServerEngine, verb: str, by: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"DBREPORT_{owner.name.upper()}_URL", address(owner))
    with child(owner.name, verb, tmp_path, external=True) as (process, _), locked(owner):
        go_on(process)
        until(lambda: ask(owner, RUNNING[owner.name]))
        assert (RAISED[by], 7) == ended(process, by)
        until(lambda: not ask(owner, RUNNING[owner.name]))


def waits_below(function: str) -> bool:
    """Tell whether the main thread is in something that a function of this name has called."""
    frame = sys._current_frames().get(threading.main_thread().ident or 0)
    callers = []
    while frame:
        frame = frame.f_back
        callers.append(frame and frame.f_code.co_name)
    return function in callers


def test_a_load_over_several_connections_is_left_when_the_last_of_them_has_ended() -> None:
    """Until then its statements are being cancelled; one that begins after the signal would go on without us."""
    heard, ended = threading.Event(), []

    def interrupted(*_: object) -> None:
        heard.set()
        raise KeyboardInterrupt

    def load_one(connection: int, _: str) -> int:
        if connection == 1:
            until(lambda: waits_below("_wait"))
            os.kill(os.getpid(), signal.SIGINT)
        heard.wait()
        time.sleep(0.3)  # whoever does not wait is gone by now
        ended.append(connection)
        return 0

    before = signal.signal(signal.SIGINT, interrupted)
    try:
        with pytest.raises(KeyboardInterrupt):
            load_together(load_one, [0, 1], ROWS)
    finally:
        signal.signal(signal.SIGINT, before)
    assert sorted(ended) == [0, 1]


@pytest.mark.parametrize("by", RAISED)
@pytest.mark.parametrize("name", IN_PROCESS)
def test_a_signal_ends_a_worker_in_the_middle_of_a_statement(name: str, by: signal.Signals, tmp_path: Path) -> None:
    with child(name, "run", tmp_path, external=False) as (process, (pid,)):
        worker = psutil.Process(pid)
        before_s = worker.cpu_times().user
        go_on(process)
        until(lambda: worker.cpu_times().user > before_s + 0.3)  # well into the statement
        assert (RAISED[by], 7) == ended(process, by)
        until(lambda: not worker.is_running())


# a server that hangs ---------------------------------------------------------------------------


def processes(engine: ServerEngine) -> list[psutil.Process]:
    found = [psutil.Process(pid) for pid in engine.pids()]
    return [*found, *(below for one in found for below in one.children(recursive=True))]


def still(process: psutil.Process) -> bool:
    """Tell whether every thread of a process is stopped, or it has ended."""
    states = []
    for task in Path(f"/proc/{process.pid}/task").glob("*/stat"):
        with suppress(OSError):  # a thread that has ended meanwhile
            states.append(task.read_text(encoding="utf-8").rpartition(")")[2].split()[0])
    return set(states) <= {"T", "t", "Z", "X"}


@contextmanager
def hanging(engine: ServerEngine) -> Iterator[None]:
    """Hold every process of a server still; one that serves a session just closed may end meanwhile."""
    stopped = processes(engine)
    for process in stopped:
        with suppress(psutil.NoSuchProcess):
            process.suspend()
    while not all(map(still, stopped)):  # a signal returns before the last thread has stopped, and that one may answer
        time.sleep(0.01)
    try:
        yield
    finally:
        for process in stopped:
            with suppress(psutil.NoSuchProcess):
                process.resume()


def test_a_server_that_hangs_ends_a_statement_at_its_time(owner: ServerEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "GRACE_S", 0.3)
    owner.run("SELECT 1", 10)
    with hanging(owner), pytest.raises(StatementTimeout, match="connection was closed"):
        owner.run("SELECT 1", 0.5)
    assert [(1,)] == owner.run("SELECT 1", 10, fetch=True).rows


def test_a_server_that_hangs_is_not_waited_for_when_connecting(
    owner: ServerEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    for client in (postgresql_client, mysql_client):
        monkeypatch.setattr(client, "CONNECT_LIMIT_S", 2)
    owner.disconnect()
    with hanging(owner), pytest.raises(EngineDied):
        owner.run("SELECT 1", 10)
    assert [(1,)] == owner.run("SELECT 1", 10, fetch=True).rows


def test_a_limit_is_set_though_the_one_before_it_ends_the_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL holds what sets a limit to the limit before: a millisecond is over when its server waits its turn."""
    asked = []

    def slow_at_first(connection: Any, sql: str, limit_s: float) -> tuple[Any, float]:
        asked.append(sql)
        # it reads the comment within the limit, and takes more than a millisecond over it
        padding = f" /*{'x' * 8_000_000}*/" if asked.count(sql) == 1 and "timeout = 10000" in sql else ""
        return execute(connection, sql + padding, limit_s)

    execute = postgresql_client.execute
    with started("postgresql") as server:
        with pytest.raises(StatementTimeout):
            server.run("SELECT pg_sleep(600)", SHORTEST_S)
        monkeypatch.setattr(postgresql_client, "execute", slow_at_first)
        assert [(1,)] == server.run("SELECT 1", 10, fetch=True).rows
    # more often where the machine is so busy that the next one takes a millisecond too
    assert asked.count("SET statement_timeout = 10000") >= 2


class _Stalling(FewRows):
    """Rows of which the last are made when the server has stopped to take any."""

    def __init__(self, stop: Callable[[], Any]) -> None:
        super().__init__()
        object.__setattr__(self, "stop", stop)

    def tsv(self, partition: int) -> bytes:
        if partition == self.partitions - 1:
            self.stop()  # type: ignore[attr-defined]
        return super().tsv(partition)


def test_an_import_that_does_not_move_is_ended(owner: ServerEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    if isinstance(owner, MySQLFamily):
        pytest.skip("InnoDB may take an hour over one statement of an import")
    monkeypatch.setattr(watch, "GRACE_S", 0.3)
    monkeypatch.setattr(postgresql_copy, "STALL_LIMIT_S", 1.0)
    owner.create(ROWS.table)
    held = hanging(owner)
    try:
        with pytest.raises(EngineDied):
            owner.load(_Stalling(held.__enter__), Way.BULK)
    finally:
        held.__exit__(None, None, None)
    assert [(0,)] == owner.run("SELECT count(*) FROM numbers", 10, fetch=True).rows
