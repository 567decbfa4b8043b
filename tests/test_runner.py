"""Whole runs of half_billion on real engines and few rows: measured, resumed, killed, answered wrongly, taken down.

Engines are broken on purpose here, to see what a run makes of it; no test measures a made-up engine.
"""

from __future__ import annotations

import importlib.util
import math
import os
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl
import psutil
import pytest
from dbreport import host
from dbreport.engines.base import Ran
from dbreport.engines.duckdb import DuckDB
from dbreport.engines.launch import owned
from dbreport.engines.sqlite import SQLite
from dbreport.errors import EngineDied, EngineStartFailed, ResultsInvalid
from dbreport.experiments.half_billion import runner as half_billion
from dbreport.experiments.half_billion.data import Numbers
from dbreport.measuring import attempts, bench, definition, sessions
from dbreport.measuring.attempts import Watch
from dbreport.measuring.engine_run import EngineRun, Repeat
from dbreport.measuring.run import measure
from dbreport.measuring.sessions import Session
from dbreport.model import Durability, Options, Scale
from dbreport.results.store import Cell, Footer, read, save, to_samples
from enginekit import ENDLESS
from samples import HOST, QUICK_COMMAND, ROOT

ROWS = 20_000
POINT = ("indexed.point",)
TIMED = pl.col("metric").is_in(["latency", "duration"])
"""What was read of the machine beside a time may be missing, as where a process ended meanwhile."""


@dataclass
class Notes:
    """A reporter that remembers."""

    begun: list[tuple[str, str]] = field(default_factory=list)
    ended: list[tuple[str, str, str]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    expected: dict[str, list[str]] = field(default_factory=dict)

    def expect(self, cases: dict[str, list[str]]) -> None:
        self.expected = cases

    def made(self, rows: int, total: int) -> None:
        pass

    def begin(self, case: str, engine: str) -> None:
        self.begun.append((case, engine))

    def end(self, case: str, engine: str, what: str) -> None:
        self.ended.append((case, engine, what))

    def say(self, text: str) -> None:
        self.said.append(text)


def quicken(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Leave out what takes long and is tested elsewhere; keep data and results in a folder of the test's own."""
    patch.setattr(host, "limits", lambda folder: {})
    patch.setattr(bench, "wanted_repeats", lambda seconds: 2)
    patch.setattr(bench, "required_repeats", lambda seconds: 2)
    patch.setattr(bench, "COLD_REPEATS", 1)
    patch.setattr(bench, "SMOKE_LONG_S", math.inf)  # how often a case is repeated must not hang on how fast it went
    patch.setattr(bench, "drop_page_cache", lambda: False)
    patch.setenv("DBREPORT_DATA", str(folder / "data"))
    patch.setenv("DBREPORT_RESULTS", str(folder / "results"))
    patch.setenv("DBREPORT_HOST", HOST)
    patch.setenv("DBREPORT_HOME", str(ROOT))


@pytest.fixture(autouse=True)
def _quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    quicken(monkeypatch, tmp_path)
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


def options(folder: Path, *engines: str, cases: tuple[str, ...] = POINT, **facts: Any) -> Options:
    known: dict[str, Any] = {"rows": ROWS, "engines": engines, "cases": cases}
    return Options(folder / "results" / "trial", Scale.SMOKE, **(known | facts))


def run(folder: Path, *engines: str, **facts: Any) -> tuple[bool, Notes]:
    notes = Notes()
    return measure("half_billion", options(folder, *engines, **facts), notes), notes


def stored(folder: Path, engine: str) -> Path:
    return Cell("half_billion", HOST, engine, "default", "smoke").path(folder / "results" / "trial")


def left_in(folder: Path) -> list[Path]:
    """Return what lies in the folder for data, but for what a session keeps there."""
    return [path for path in (folder / "data").iterdir() if path.name not in (".lock", "sessions")]


def statuses(folder: Path, engine: str, case: str) -> set[str]:
    """Return the statuses of what was timed in a case; what was read of the machine beside it may be missing."""
    return set(read(stored(folder, engine))[0].filter(TIMED, case=case)["status"])


def workers() -> set[int]:
    """Return the processes below this one, but for Python's own helpers, which are its children."""
    own = psutil.Process()
    helpers = [p for p in own.children() if re.search("resource_tracker|forkserver", " ".join(p.cmdline()))]
    return {p.pid for p in own.children(recursive=True) if p not in helpers}


# a whole run -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bool, Notes]:
    """Every case of the experiment on DuckDB and SQLite."""
    folder = tmp_path_factory.mktemp("whole")
    with pytest.MonkeyPatch.context() as patch:
        quicken(patch, folder)
        good, notes = run(folder, "duckdb", "sqlite", cases=())
    return folder, good, notes


@pytest.fixture(params=["duckdb", "sqlite"])
def measured(request: pytest.FixtureRequest, whole: tuple[Path, bool, Notes]) -> tuple[Any, Footer]:
    return read(stored(whole[0], request.param))


def test_a_run_without_trouble_ends_well(whole: tuple[Path, bool, Notes]) -> None:
    assert whole[1] is True


def test_every_case_is_measured(measured: tuple[Any, Footer]) -> None:
    frame, footer = measured
    planned = {c.name for c in half_billion.cases(Numbers(ROWS), Scale.SMOKE) if c.engines is None}
    assert (set(footer.planned), set(footer.cases), set(frame["case"])) == (planned, planned, planned)


def test_everything_timed_is_ok(measured: tuple[Any, Footer]) -> None:
    assert set(measured[0].filter(TIMED)["status"]) == {"ok"}


def test_both_engines_give_the_same_answers(whole: tuple[Path, bool, Notes]) -> None:
    answers = []
    for engine in ("duckdb", "sqlite"):
        frame = read(stored(whole[0], engine))[0].drop_nulls("answer")
        answers.append(dict(frame.select("case", "answer").unique().rows()))
    assert answers[0] == answers[1]
    assert len(answers[0]) == 30


def test_answers_are_those_the_rows_have(whole: tuple[Path, bool, Notes]) -> None:
    rows = Numbers(ROWS)
    parameters = rows.parameters()
    phones = rows.arrow(0).column("phone").to_pylist()
    wanted = sum(parameters["range_from"] <= phone <= parameters["range_to"] for phone in phones)
    frame = read(stored(whole[0], "duckdb"))[0].filter(case="indexed.range").drop_nulls("answer")
    assert {answer.partition(":")[0] for answer in frame["answer"]} == {str(wanted)}


def test_imports_say_duration_throughput_checkpoint_and_statistics(measured: tuple[Any, Footer]) -> None:
    found = measured[0].filter(case="import.bulk")
    assert {"duration", "throughput", "checkpoint", "statistics", "client_cpu", "server_cpu"} <= set(found["metric"])


@pytest.mark.parametrize("case", ["import.plain", "import.bulk", "index.build"])
def test_throughput_is_rows_by_duration(case: str, measured: tuple[Any, Footer]) -> None:
    found = measured[0].filter(case=case, repeat=0)
    values = dict(found.select("metric", "value").rows())
    assert values["throughput"] == pytest.approx(ROWS / values["duration"])


def test_a_start_without_dropped_caches_is_called_lukewarm(measured: tuple[Any, Footer]) -> None:
    found = measured[0].filter(metric="latency")
    by_case = {case: set(found.filter(case=case)["temperature"]) for case in ("indexed.range", "indexed.prefix")}
    assert by_case == {"indexed.range": {"first", "warm", "lukewarm"}, "indexed.prefix": {"first", "warm"}}


def latencies(folder: Path, engine: str, case: str, temperature: str) -> pl.DataFrame:
    frame = read(stored(folder, engine))[0]
    return frame.filter(case=case, metric="latency", temperature=temperature).sort("repeat")


def test_engines_take_turns_and_the_one_that_begins_changes(whole: tuple[Path, bool, Notes]) -> None:
    times = sorted(
        (at, engine)
        for engine in ("duckdb", "sqlite")
        for at in latencies(whole[0], engine, "indexed.prefix", "warm")["started_at"]
    )
    assert [engine for _, engine in times] == ["duckdb", "sqlite", "sqlite", "duckdb"]


@pytest.mark.parametrize(
    ("wanted", "order"),
    [
        ({"a": 3, "b": 3, "c": 3}, ["a0", "b0", "c0", "b1", "c1", "a1", "c2", "a2", "b2"]),
        ({"a": 1, "b": 3, "c": 3}, ["a0", "b0", "c0", "c1", "b1", "b2", "c2"]),
        ({"a": 2}, ["a0", "a1"]),
        ({"a": 0}, []),
        ({}, []),
    ],
    ids=["all as often", "one ends early", "alone", "none wanted", "nobody"],
)
def test_each_round_begins_with_another(wanted: dict[str, int], order: list[str]) -> None:
    assert [f"{name}{repeat}" for name, repeat in bench.turns(list(wanted), lambda name: wanted[name])] == order


def test_the_first_run_that_gave_the_answer_is_kept(measured: tuple[Any, Footer]) -> None:
    found = measured[0].filter(case="indexed.prefix", metric="latency")
    counted = found.group_by("temperature").len().sort("temperature").rows()
    assert (counted, found["answer"].n_unique()) == ([("first", 1), ("warm", 2)], 1)


def test_a_long_first_run_is_itself_the_one_warm_repeat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "LONG_S", 0.0)
    run(tmp_path, "sqlite", cases=("indexed.prefix",))
    found = read(stored(tmp_path, "sqlite"))[0].filter(metric="latency")
    assert found.select("temperature", "repeat").rows() == [("warm", 0)]


def test_calibration_and_witnesses_stand_beside_each_repeat(measured: tuple[Any, Footer]) -> None:
    found = measured[0].filter(case="indexed.prefix", temperature="warm")
    # steal is a share of ticks, and a repeat may be shorter than one
    beside = found.filter(pl.col("metric").str.contains("calibration|pressure|load|refaulted"))
    expected = {"calibration_processor", "calibration_memory", "calibration_sync", "refaulted", "load"}
    expected |= {f"pressure_{name}" for name in os.listdir("/proc/pressure") if name in ("cpu", "io", "memory")}
    assert dict(beside.group_by("metric").len().rows()) == dict.fromkeys(expected, 2)


def test_no_two_samples_of_a_file_are_of_the_same(measured: tuple[Any, Footer]) -> None:
    frame = measured[0]
    keys = frame.select("case", "repeat", "attempt", "temperature", "metric", "at")
    assert keys.is_unique().all()


class Disturbed:
    """Calibrates as slowly as it is told to."""

    def __init__(self, slow: int) -> None:
        self.left = slow

    def measure(self) -> dict[str, float]:
        self.left -= 1
        return {"processor": 0.02 if self.left >= 0 else 0.01, "memory": 0.01, "sync": 0.001}


def disturb(patch: pytest.MonkeyPatch, slow: int) -> None:
    """Have the machine be slow for so many readings, and disturbed repeats be made again at smoke too."""
    baseline = {"processor": [0.01] * 20, "memory": [0.01] * 20}
    patch.setattr(Session, "watch", lambda self, again=0: Watch(Disturbed(slow), baseline))
    patch.setattr(bench.Bench, "few", lambda self, repeats: 1)


def test_a_disturbed_repeat_is_made_again_and_both_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disturb(monkeypatch, slow=4)  # the first run and the first attempt at a repeat, each asked twice
    run(tmp_path, "sqlite", cases=("indexed.prefix",))
    said = "processor 2.0 times slower than usual in this session"
    found = read(stored(tmp_path, "sqlite"))[0].filter(metric="latency")
    assert found.select("temperature", "repeat", "attempt", "disturbed").rows() == [
        ("first", 0, 0, said), ("warm", 0, 0, said), ("warm", 0, 1, None),
    ]  # fmt: skip


def test_a_disturbed_import_is_made_again_on_an_empty_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disturb(monkeypatch, slow=2)
    good, _ = run(tmp_path, "sqlite", cases=("import.bulk", "unindexed.count"))
    found = read(stored(tmp_path, "sqlite"))[0]
    attempts = found.filter(case="import.bulk", metric="duration")["attempt"].to_list()
    answers = {answer.partition(":")[0] for answer in found.filter(case="unindexed.count")["answer"].drop_nulls()}
    assert (good, attempts, answers) == (True, [0, 1], {"1"})


def test_at_smoke_nothing_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempts, "SLOWER", 0.0)
    run(tmp_path, "sqlite", cases=("unindexed.count",))
    found = read(stored(tmp_path, "sqlite"))[0].filter(metric="latency", temperature="warm")
    assert (set(found["attempt"]), found["disturbed"].null_count()) == ({0}, 0)


def test_at_smoke_a_statement_is_run_for_its_answer_and_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    ask = EngineRun.ask

    def noted(run: EngineRun, sql: str, limit_s: float, **wanted: bool) -> Ran:
        asked.append(sql)
        return ask(run, sql, limit_s, **wanted)

    monkeypatch.setattr(EngineRun, "ask", noted)
    monkeypatch.setattr(bench, "cools", lambda first_s, idle_s: True)
    monkeypatch.setattr(bench, "SMOKE_REPEATS", 1)
    run(tmp_path, "sqlite", cases=("unindexed.prefix",))
    assert len(asked) == 2
    monkeypatch.setattr(bench, "SMOKE_LONG_S", 0.0)  # nor that where it takes long
    run(tmp_path, "sqlite", cases=("unindexed.prefix",), resume=False)
    assert (len(asked), set(latencies(tmp_path, "sqlite", "unindexed.prefix", "warm")["repeat"])) == (3, {0})


# sessions --------------------------------------------------------------------------------------


def test_each_sample_names_the_session_that_the_footer_describes(measured: tuple[Any, Footer]) -> None:
    frame, footer = measured
    assert set(frame["session"]) == set(footer.sessions)
    assert set(footer.session) == {"host", "boot", "kernel", "limits", "calibration", "first"}


def another_boot(folder: Path, patch: pytest.MonkeyPatch) -> None:
    (folder / "boot_id").write_text("another")
    patch.setattr(sessions, "_BOOT_ID", folder / "boot_id")


def test_a_file_may_hold_samples_of_two_sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path, "sqlite", cases=("unindexed.count",))
    another_boot(tmp_path, monkeypatch)
    run(tmp_path, "sqlite", cases=("unindexed.point",))
    frame, footer = read(stored(tmp_path, "sqlite"))
    by_case = {case: frame.filter(case=case)["session"].unique().to_list() for case in footer.cases}
    assert list(by_case.values()) == [[name] for name in footer.sessions]


def test_a_session_far_slower_than_the_host_s_others_says_so_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tmp_path, "sqlite", cases=("unindexed.count",))
    frame, footer = read(stored(tmp_path, "sqlite"))
    (facts,) = footer.sessions.values()
    for part in ("processor", "memory"):
        facts["calibration"][part]["values"] = [1e-9]
    save(stored(tmp_path, "sqlite"), to_samples(frame), footer)
    another_boot(tmp_path, monkeypatch)
    notes = run(tmp_path, "duckdb", cases=("unindexed.count",))[1]
    said = [text for text in notes.said if "ratios of systems measured now stay usable" in text]
    assert (len(said), said[0].startswith("processor is ")) == (1, True)


def test_the_footer_says_what_was_measured_and_how(measured: tuple[Any, Footer]) -> None:
    footer = measured[1]
    assert footer.dataset["rows"] == ROWS
    assert footer.dataset["digest"] == "6fc27be3980b8e4d32ad17d41f46f6be"
    assert (bool(footer.settings), footer.launcher, footer.host["cores"]) == (True, "in process", os.cpu_count())
    assert set(footer.plans) == set(footer.statements) >= {"indexed.point", "unindexed.group_all"}


def test_no_path_of_this_machine_is_stored(measured: tuple[Any, Footer], whole: tuple[Path, bool, Notes]) -> None:
    assert str(whole[0]) not in str(measured[1])


def test_nothing_of_a_run_is_left_but_its_results(whole: tuple[Path, bool, Notes]) -> None:
    assert left_in(whole[0]) == []
    assert workers() == set()


def test_progress_covers_every_case_of_every_engine(whole: tuple[Path, bool, Notes]) -> None:
    notes = whole[2]
    expected = {(case, engine) for engine, cases in notes.expected.items() for case in cases}
    assert {(case, engine) for case, engine, _ in notes.ended} == expected


def test_a_second_run_measures_nothing_again(whole: tuple[Path, bool, Notes], monkeypatch: pytest.MonkeyPatch) -> None:
    quicken(monkeypatch, whole[0])
    before = stored(whole[0], "duckdb").read_bytes()
    good, notes = run(whole[0], "duckdb", "sqlite", cases=())
    assert (good, notes.begun, stored(whole[0], "duckdb").read_bytes()) == (True, [], before)


# taking up -------------------------------------------------------------------------------------


def test_deleting_a_file_measures_that_cell_alone_again(tmp_path: Path) -> None:
    run(tmp_path, "duckdb", "sqlite")
    kept = stored(tmp_path, "duckdb").read_bytes()
    stored(tmp_path, "sqlite").unlink()
    good, notes = run(tmp_path, "duckdb", "sqlite")
    assert (good, notes.begun) == (True, [("indexed.point", "sqlite")])
    assert stored(tmp_path, "duckdb").read_bytes() == kept


def test_another_case_is_added_to_those_measured(tmp_path: Path) -> None:
    run(tmp_path, "sqlite")
    first = read(stored(tmp_path, "sqlite"))[0]
    run(tmp_path, "sqlite", cases=("indexed.*_sort",))
    frame, footer = read(stored(tmp_path, "sqlite"))
    assert list(footer.cases) == ["indexed.point", "indexed.top_sort"]
    assert frame.filter(case="indexed.point").equals(first)


def test_without_resume_what_is_asked_for_is_measured_again(tmp_path: Path) -> None:
    run(tmp_path, "sqlite")
    first = set(read(stored(tmp_path, "sqlite"))[0]["run_id"])
    run(tmp_path, "sqlite", resume=False)
    assert set(read(stored(tmp_path, "sqlite"))[0]["run_id"]) & first == set()


def test_what_is_measured_in_another_way_now_is_measured_again_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tmp_path, "sqlite", cases=("indexed.point", "indexed.top_sort"))
    monkeypatch.setattr(
        definition, "method", lambda experiment, engine, case, scale: 2 if case == "indexed.point" else 1
    )
    _, notes = run(tmp_path, "sqlite", cases=("indexed.point", "indexed.top_sort"))
    assert notes.begun == [("indexed.point", "sqlite")]


class Stopped(Notes):
    """A reporter that is interrupted once a case is done."""

    def begin(self, case: str, engine: str) -> None:
        super().begin(case, engine)
        if self.ended and case != self.ended[0][0]:
            raise KeyboardInterrupt


def test_what_is_due_stays_until_it_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both = ("indexed.point", "indexed.top_sort")
    run(tmp_path, "sqlite", cases=both)
    before = read(stored(tmp_path, "sqlite"))[0]
    monkeypatch.setattr(definition, "method", lambda experiment, engine, case, scale: 2)
    notes = Stopped()
    with pytest.raises(KeyboardInterrupt):
        measure("half_billion", options(tmp_path, "sqlite", cases=both), notes)
    (done,) = {case for case, _, _ in notes.ended}
    (due,) = set(both) - {done}
    after, footer = read(stored(tmp_path, "sqlite"))
    assert footer.cases[done]["commit"] == host.git_state()[0]
    assert {case: footer.cases[case]["method"] for case in both} == {done: 2, due: 1}
    assert after.filter(case=due).equals(before.filter(case=due))
    assert set(after.filter(case=done)["run_id"]) & set(before["run_id"]) == set()

    _, notes = run(tmp_path, "sqlite", cases=both)
    assert notes.begun == [(due, "sqlite")]


def test_what_becomes_due_on_the_way_takes_no_new_sample_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    again, other = "indexed.point", "indexed.top_sort"
    run(tmp_path, "sqlite", cases=(again, other))
    before = read(stored(tmp_path, "sqlite"))[0]
    monkeypatch.setattr(definition, "method", lambda experiment, engine, case, scale: 2 if case == again else 1)
    add = EngineRun.add

    def add_and_redo(self: EngineRun, repeat: Repeat, metrics: Any) -> None:
        add(self, repeat, metrics)
        if other in self.footer.cases:
            self.redo({other})

    monkeypatch.setattr(EngineRun, "add", add_and_redo)
    run(tmp_path, "sqlite", cases=(again,))
    after = read(stored(tmp_path, "sqlite"))[0]
    assert after.filter(case=other).equals(before.filter(case=other))
    placed = [frame.filter(TIMED, case=again)["temperature"].sort().to_list() for frame in (before, after)]
    assert placed[0] == placed[1]


def test_what_a_killed_run_left_of_a_case_is_not_part_of_it(tmp_path: Path) -> None:
    run(tmp_path, "sqlite")
    frame, footer = read(stored(tmp_path, "sqlite"))
    footer.cases = {}
    save(stored(tmp_path, "sqlite"), to_samples(frame), footer)
    run(tmp_path, "sqlite")
    again = read(stored(tmp_path, "sqlite"))[0]
    placed = ["case", "repeat", "attempt", "temperature", "metric", "at"]
    repeats = [sorted(one.filter(metric="latency")["repeat"]) for one in (frame, again)]
    assert (again.unique(placed).height, repeats[1]) == (again.height, repeats[0])


def test_other_durability_is_measured_into_a_file_of_its_own(tmp_path: Path) -> None:
    run(tmp_path, "sqlite")
    before = stored(tmp_path, "sqlite").read_bytes()
    run(tmp_path, "sqlite", durability=Durability.NONE)
    other = stored(tmp_path, "sqlite").with_stem("sqlite-default-smoke-none")
    assert (stored(tmp_path, "sqlite").read_bytes(), set(read(other)[0]["durability"])) == (before, {"none"})


def test_nothing_is_made_where_everything_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path, "sqlite")
    made: list[Path] = []
    monkeypatch.setattr(Numbers, "write", lambda self, path, progress: made.append(path))
    good, notes = run(tmp_path, "sqlite")
    assert (good, made, notes.begun) == (True, [], [])


def test_an_answer_to_another_statement_is_not_compared(tmp_path: Path) -> None:
    run(tmp_path, "duckdb")
    frame, footer = read(stored(tmp_path, "duckdb"))
    footer.cases["indexed.point"]["statements"]["canonical"] = "SELECT something else"
    wrong = frame.with_columns(pl.when(pl.col("answer").is_not_null()).then(pl.lit("1:other")).alias("answer"))
    save(stored(tmp_path, "duckdb"), to_samples(wrong), footer)
    run(tmp_path, "sqlite")
    assert statuses(tmp_path, "sqlite", "indexed.point") == {"ok"}


def test_a_damaged_neighbour_is_told_and_the_run_goes_on(tmp_path: Path) -> None:
    run(tmp_path, "sqlite")
    stored(tmp_path, "duckdb").write_bytes(b"no Parquet")
    good, notes = run(tmp_path, "sqlite", resume=False)
    said = [text for text in notes.said if text.startswith("its answers are left out: ")]
    assert (good, len(said)) == (True, 1)


def started(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*QUICK_COMMAND, "run", "half_billion", "--rows", str(ROWS), *arguments],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ.copy(),
    )


def lines_until(process: subprocess.Popen[str], enough: Callable[[list[str]], bool]) -> list[str]:
    """Return a run's lines up to the one that is enough."""
    lines: list[str] = []
    assert process.stderr is not None
    for line in process.stderr:
        lines.append(line)
        if enough(lines):
            return lines
    raise AssertionError(f"the run ended before it was to be stopped: {''.join(lines)}")


def cases_ended(lines: list[str], engine: str) -> set[str]:
    return {line.split()[0] for line in lines if line.split()[1:2] == [engine]}


def family(process: subprocess.Popen[str]) -> list[psutil.Process]:
    return psutil.Process(process.pid).children(recursive=True)


def test_a_kill_loses_one_case_at_most_and_the_next_run_takes_up(tmp_path: Path) -> None:
    cases = ("--case", "empty_statement", "--case", "unindexed.*")
    process = started(tmp_path, "--engine", "sqlite", *cases)
    lines = lines_until(process, lambda lines: len(cases_ended(lines, "sqlite")) >= 4)
    children = family(process)
    process.kill()
    lines += process.communicate()[1].splitlines()
    kept, footer = read(stored(tmp_path, "sqlite"))
    assert len(cases_ended(lines, "sqlite") - set(footer.cases)) <= 1
    assert len(footer.cases) >= 3
    assert psutil.wait_procs(children, timeout=10)[1] == []

    good, notes = run(tmp_path, "sqlite", cases=("empty_statement", "unindexed.*"))
    frame = read(stored(tmp_path, "sqlite"))[0]
    assert good is True
    assert {case for case, _ in notes.begun} & set(footer.cases) == set()
    assert frame.filter(frame["case"].is_in(footer.cases)).equals(kept)
    assert left_in(tmp_path) == []


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 1)], ids=["SIGTERM", "Ctrl-C"])
def test_a_run_that_is_stopped_leaves_nothing_running(tmp_path: Path, number: int, code: int) -> None:
    process = started(tmp_path, "--engine", "duckdb", "--case", "unindexed.*")
    lines_until(process, lambda lines: len(cases_ended(lines, "duckdb")) >= 2)
    children = family(process)
    process.send_signal(number)
    errors = process.communicate(timeout=30)[1]
    assert (process.returncode, "Traceback" in errors) == (code, False)
    assert psutil.wait_procs(children, timeout=10)[1] == []
    assert left_in(tmp_path) == []
    assert len(read(stored(tmp_path, "duckdb"))[1].cases) >= 1


# engines that go wrong -------------------------------------------------------------------------


def with_wrong_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have DuckDB miscount."""
    original = DuckDB.run

    def wrong(self: DuckDB, sql: str, timeout_s: float, fetch: bool = False) -> Ran:
        ran = original(self, sql, timeout_s, fetch)
        return Ran(ran.elapsed_s, [(ROWS - 1,)]) if fetch and "count(*) FROM numbers" in sql else ran

    monkeypatch.setattr(DuckDB, "run", wrong)


COUNT = ("unindexed.count",)


def test_the_answer_most_engines_give_is_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if importlib.util.find_spec("chdb") is None:
        pytest.skip("a majority takes three systems, and chdb is not installed")
    with_wrong_answer(monkeypatch)
    good, _ = run(tmp_path, "duckdb", "sqlite", "clickhouse", cases=COUNT)
    found = {engine: statuses(tmp_path, engine, *COUNT) for engine in ("duckdb", "sqlite", "clickhouse")}
    assert (good, found) == (False, {"duckdb": {"wrong_answer"}, "sqlite": {"ok"}, "clickhouse": {"ok"}})


def test_a_wrong_answer_has_no_value_and_says_what_differs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path, "sqlite", cases=COUNT)
    with_wrong_answer(monkeypatch)
    run(tmp_path, "duckdb", cases=COUNT)
    row = read(stored(tmp_path, "duckdb"))[0].row(0, named=True)
    right = read(stored(tmp_path, "sqlite"))[0].row(0, named=True)["answer"]
    assert (row["status"], row["value"]) == ("wrong_answer", None)
    assert row["reason"] == f"answers {row['answer']}, others {right}"
    assert read(stored(tmp_path, "duckdb"))[0].height == 1


def test_two_engines_that_disagree_are_both_in_doubt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_wrong_answer(monkeypatch)
    run(tmp_path, "duckdb", "sqlite", cases=COUNT)
    assert [statuses(tmp_path, engine, *COUNT) for engine in ("duckdb", "sqlite")] == [{"wrong_answer"}] * 2


def test_a_wrong_answer_is_measured_again_by_the_next_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path, "sqlite", cases=COUNT)
    with monkeypatch.context() as patch:
        with_wrong_answer(patch)
        run(tmp_path, "duckdb", cases=COUNT)
    good, notes = run(tmp_path, "duckdb", "sqlite", cases=COUNT)
    assert (good, notes.begun) == (True, [(*COUNT, "duckdb")])
    assert statuses(tmp_path, "duckdb", *COUNT) == {"ok"}


def deadly(monkeypatch: pytest.MonkeyPatch, statement: str) -> None:
    """Have DuckDB's process killed when a statement comes, the first time."""
    original, died = DuckDB.run, []

    def run(self: DuckDB, sql: str, timeout_s: float, fetch: bool = False, digest: bool = False) -> Ran:
        if statement in sql and not died:
            died.append(self.pids()[0])
            os.kill(died[0], signal.SIGKILL)
        return original(self, sql, timeout_s, fetch, digest)

    monkeypatch.setattr(DuckDB, "run", run)


def test_a_dead_engine_is_brought_back_for_the_cases_that_follow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deadly(monkeypatch, "ORDER BY phone DESC")
    good, _ = run(tmp_path, "duckdb", "sqlite", cases=("indexed.prefix", "indexed.top_sort", "limited.prefix"))
    found = {
        case: statuses(tmp_path, "duckdb", case) for case in ("indexed.prefix", "indexed.top_sort", "limited.prefix")
    }
    assert (good, found) == (
        False,
        {"indexed.prefix": {"ok"}, "indexed.top_sort": {"failed"}, "limited.prefix": {"ok"}},
    )


def test_a_death_is_stored_with_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deadly(monkeypatch, "WHERE phone =")
    run(tmp_path, "duckdb")
    row = read(stored(tmp_path, "duckdb"))[0].row(0, named=True)
    assert (row["status"], row["value"], row["reason"]) == (
        "failed",
        None,
        "duckdb: the worker process ended with exit code -9, killed, as the kernel does where memory runs out",
    )


def test_an_engine_that_stays_dead_is_left_out_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deadly(monkeypatch, "LIKE")
    original, starts = DuckDB.start, []

    def start(self: DuckDB) -> None:
        starts.append(1)
        if len(starts) > 1:
            raise EngineStartFailed("duckdb does not come up")
        original(self)

    monkeypatch.setattr(DuckDB, "start", start)
    good, notes = run(tmp_path, "duckdb", "sqlite", cases=("unindexed.range", "unindexed.prefix", "unindexed.top_sort"))
    assert good is False
    assert "duckdb was left out: duckdb does not come up" in notes.said
    assert set(read(stored(tmp_path, "duckdb"))[1].cases) == {"unindexed.range", "unindexed.prefix"}
    assert set(read(stored(tmp_path, "sqlite"))[1].cases) == {
        "unindexed.range",
        "unindexed.prefix",
        "unindexed.top_sort",
    }


def test_a_cold_start_that_fails_costs_one_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original, starts = DuckDB.start, []

    def start(self: DuckDB) -> None:
        starts.append(1)
        if len(starts) == 2:
            raise EngineStartFailed("duckdb does not come up")
        original(self)

    monkeypatch.setattr(DuckDB, "start", start)
    run(tmp_path, "duckdb", cases=("indexed.range", "indexed.prefix"))
    found = [statuses(tmp_path, "duckdb", case) for case in ("indexed.range", "indexed.prefix")]
    assert found == [{"ok", "failed"}, {"ok"}]


def test_an_engine_that_dies_during_an_import_loses_that_case_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original, died = DuckDB.load, []

    def load(self: DuckDB, *args: Any) -> float:
        if not died:
            died.append(1)
            os.kill(self.pids()[0], signal.SIGKILL)
        return original(self, *args)

    monkeypatch.setattr(DuckDB, "load", load)
    run(tmp_path, "duckdb", cases=("import.plain", "import.bulk"))
    assert [statuses(tmp_path, "duckdb", f"import.{way}") for way in ("plain", "bulk")] == [{"failed"}, {"ok"}]


def test_a_statement_over_its_time_is_a_timeout_without_a_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = SQLite.run

    def run_for_ever(self: SQLite, sql: str, timeout_s: float, fetch: bool = False, digest: bool = False) -> Ran:
        # no limit lies between two statements on every machine, however busy: one of them never ends
        return original(self, *((ENDLESS, 0.5) if "GROUP BY" in sql else (sql, timeout_s)), fetch, digest)

    monkeypatch.setattr(SQLite, "run", run_for_ever)
    good, _ = run(tmp_path, "sqlite", cases=("unindexed.group_all", "unindexed.count"), rows=100_000)
    row = read(stored(tmp_path, "sqlite"))[0].filter(case="unindexed.group_all").to_dicts()
    assert [(r["status"], r["value"]) for r in row] == [("timeout", None)]
    assert statuses(tmp_path, "sqlite", "unindexed.count") == {"ok"}
    assert good is True


@pytest.mark.parametrize("engine", [SQLite, DuckDB])
def test_a_statement_that_ended_after_its_limit_is_a_timeout(
    engine: type[SQLite | DuckDB], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = engine.run

    def cancelled_late(self: Any, sql: str, timeout_s: float, fetch: bool = False, digest: bool = False) -> Ran:
        ran = original(self, sql, timeout_s, fetch, digest)
        return Ran(timeout_s + 0.1, ran.rows) if "GROUP BY" in sql else ran

    monkeypatch.setattr(engine, "run", cancelled_late)
    run(tmp_path, engine.name, cases=("unindexed.group_all", "unindexed.count"))
    assert statuses(tmp_path, engine.name, "unindexed.group_all") == {"timeout"}
    assert statuses(tmp_path, engine.name, "unindexed.count") == {"ok"}


def test_an_engine_that_does_not_start_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def start(self: DuckDB) -> None:
        raise EngineStartFailed("duckdb does not come up")

    monkeypatch.setattr(DuckDB, "start", start)
    good, notes = run(tmp_path, "duckdb", "sqlite")
    assert (good, stored(tmp_path, "duckdb").exists()) == (False, False)
    assert "duckdb: duckdb does not come up" in notes.said
    assert statuses(tmp_path, "sqlite", *POINT) == {"ok"}


def test_an_engine_that_cannot_be_stopped_is_removed_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = SQLite.remove

    def remove(self: SQLite) -> None:
        original(self)
        self.setup.folder.mkdir()
        raise EngineDied("gone")

    monkeypatch.setattr(SQLite, "remove", remove)
    run(tmp_path, "sqlite", cases=("empty_statement",))
    assert left_in(tmp_path) == []


def test_a_damaged_file_ends_the_run_before_anything_starts(tmp_path: Path) -> None:
    path = stored(tmp_path, "sqlite")
    path.parent.mkdir(parents=True)
    path.write_bytes(b"PAR1 no more")
    with pytest.raises(ResultsInvalid, match="measure again: dbreport run half_billion"):
        run(tmp_path, "sqlite")
    assert (path.read_bytes(), left_in(tmp_path), workers()) == (b"PAR1 no more", [], set())


def test_what_a_killed_run_left_is_removed_and_said(tmp_path: Path) -> None:
    done = subprocess.Popen(["true"])
    done.wait()
    left = tmp_path / "data" / f"{done.pid}-duckdb-abcdef"
    left.mkdir(parents=True)
    _, notes = run(tmp_path, "sqlite", cases=("empty_statement",))
    assert f"removed {left.name}, left by a run that was killed" in notes.said
    assert left.exists() is False


def test_folders_of_a_run_that_is_going_on_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    busy = owned.hold(tmp_path / "data", f"{os.getpid()}-duckdb-abcdef")
    run(tmp_path, "sqlite", cases=("empty_statement",))
    assert left_in(tmp_path) == [busy]


def test_what_is_measured_anew_stays_until_it_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both = ("indexed.point", "indexed.range")
    run(tmp_path, "duckdb", cases=both)
    query = bench.Bench.query

    def stopped(self: Any, case: Any, *rest: Any) -> None:
        if case.name == both[1]:
            raise KeyboardInterrupt
        query(self, case, *rest)

    monkeypatch.setattr(bench.Bench, "query", stopped)
    before = read(stored(tmp_path, "duckdb"))[0]
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, "duckdb", cases=both, resume=False)
    after = read(stored(tmp_path, "duckdb"))[0]
    runs = {case: [set(side.filter(case=case)["run_id"]) for side in (before, after)] for case in both}
    assert (runs[both[0]][0] != runs[both[0]][1], runs[both[1]][0] == runs[both[1]][1]) == (True, True)
