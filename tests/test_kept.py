"""Data that outlives its run: taken up where it is what was kept, filled anew where not, gone where a run died."""

from __future__ import annotations

import json
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import found_class
from dbreport.cli import main
from dbreport.engines import engine_class
from dbreport.engines.base import Engine
from dbreport.engines.duckdb import DuckDB
from dbreport.errors import EngineDied, StatementFailed, UsageError
from dbreport.experiments.half_billion.runner import EXPERIMENT
from dbreport.measuring import kept
from dbreport.measuring.run import measure
from dbreport.model import Scale, Way
from test_runner import Notes, _quick, left_in, options, run, statuses  # noqa: F401 - a fixture among them

FILLED, ASKED = ("import.bulk", "unindexed.count"), ("indexed.point", "unindexed.range")
WHOLE = "the data that was kept is whole: 20,000 rows, numbers"


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[Way]:
    """Count how often a table is filled."""
    ways: list[Way] = []
    for engine in map(engine_class, EXPERIMENT.engines):
        load = engine.load

        def counted(self: Engine, rows: Any, way: Way, text: Path | None = None, load: Any = load) -> float:
            ways.append(way)
            return float(load(self, rows, way, text))

        monkeypatch.setattr(engine, "load", counted)
    return ways


def keep(folder: Path, *engines: str, cases: tuple[str, ...] = FILLED, **facts: Any) -> Notes:
    well, notes = run(folder, *engines, cases=cases, keep=True, **facts)
    assert well, notes.said
    return notes


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have data where a server's socket can be."""
    folder = Path("/var/tmp") / f"dbreport-kept-{secrets.token_hex(3)}"
    monkeypatch.setenv("DBREPORT_DATA", str(folder))
    yield
    shutil.rmtree(folder)


@pytest.mark.parametrize("engine", EXPERIMENT.engines)
@pytest.mark.usefixtures("short")
def test_what_was_kept_is_asked_by_the_next_run_without_filling(engine: str, loads: list[Way], tmp_path: Path) -> None:
    found_class(engine)
    keep(tmp_path, engine)
    loads.clear()
    notes = keep(tmp_path, engine, cases=ASKED)
    assert (loads, [statuses(tmp_path, engine, case) for case in ASKED]) == ([], [{"ok"}] * 2)
    assert any(WHOLE in said for said in notes.said)


def test_what_was_kept_lies_nowhere_else(tmp_path: Path) -> None:
    keep(tmp_path, "duckdb")
    assert [path.name for path in left_in(tmp_path)] == ["kept"]
    assert [path.name for path in kept.every()] == ["half_billion-duckdb-default-smoke-full"]


def test_a_run_that_does_not_keep_leaves_what_is_kept_alone(loads: list[Way], tmp_path: Path) -> None:
    keep(tmp_path, "duckdb")
    loads.clear()
    run(tmp_path, "duckdb", cases=ASKED)
    assert (len(loads), len(kept.every())) == (1, 1)


def test_other_rows_are_filled_anew(loads: list[Way], tmp_path: Path) -> None:
    keep(tmp_path, "duckdb")
    loads.clear()
    (folder,) = kept.every()
    note = json.loads((folder / "kept.json").read_text())
    (folder / "kept.json").write_text(json.dumps(note | {"rows": "others"}))
    notes = keep(tmp_path, "duckdb", cases=ASKED)
    said = "duckdb: the data that was kept is of other rows or settings, or not whole, and is removed"
    assert (len(loads), said in notes.said) == (1, True)


@pytest.mark.parametrize(
    "spoil",
    ["DELETE FROM numbers WHERE uid = 7", "UPDATE numbers SET phone = '19999999999' WHERE uid = 7"],
    ids=["a row is gone", "a value is another"],
)
def test_data_that_answers_otherwise_is_filled_anew(
    spoil: str, loads: list[Way], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(tmp_path, "duckdb")
    loads.clear()
    start = DuckDB.start

    def spoilt(self: DuckDB) -> None:
        start(self)
        self.run(spoil, 10)

    monkeypatch.setattr(DuckDB, "start", spoilt)
    notes = keep(tmp_path, "duckdb", cases=ASKED[:1])
    said = "duckdb: the data that was kept has another answer now and is filled anew"
    assert (len(loads), said in notes.said) == (1, True)


def test_data_of_a_run_in_which_a_case_failed_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(self: DuckDB, *args: Any, **kwargs: Any) -> float:
        raise StatementFailed("no such index")

    monkeypatch.setattr(DuckDB, "build_index", fails)
    _, notes = run(tmp_path, "duckdb", cases=("import.bulk", "index.build"), keep=True)
    said = "duckdb: its data is not kept: a case failed on it, and what that has left is not known"
    assert (kept.every(), said in notes.said) == ([], True)


def test_a_note_that_cannot_be_read_is_no_data(loads: list[Way], tmp_path: Path) -> None:
    keep(tmp_path, "duckdb")
    loads.clear()
    (folder,) = kept.every()
    (folder / "kept.json").write_text("{")
    keep(tmp_path, "duckdb", cases=ASKED)
    assert len(loads) == 1


def test_a_run_that_dies_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(tmp_path, "duckdb")

    def dies(self: DuckDB, *args: Any, **kwargs: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(DuckDB, "build_index", dies)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, "duckdb", cases=ASKED, keep=True)
    assert (kept.every(), [path.name for path in left_in(tmp_path)]) == ([], ["kept"])


def test_a_system_that_does_not_stop_has_nothing_kept(
    loads: list[Way], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = DuckDB.stop

    def dies(self: DuckDB) -> None:
        if loads:
            raise EngineDied("duckdb is gone")
        stop(self)

    monkeypatch.setattr(DuckDB, "stop", dies)
    _, notes = run(tmp_path, "duckdb", cases=FILLED[:1], keep=True)
    assert (kept.every(), "duckdb: its data is not kept: duckdb is gone" in notes.said) == ([], True)


def test_data_that_lacks_rows_is_not_kept(loads: list[Way], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checkpoint = DuckDB.checkpoint

    def loses(self: DuckDB) -> float:
        if loads:
            self.run("DELETE FROM numbers WHERE uid = 7", 10)
        return float(checkpoint(self))

    monkeypatch.setattr(DuckDB, "checkpoint", loses)
    notes = keep(tmp_path, "duckdb", cases=FILLED[:1])
    assert (kept.every(), "duckdb: its data is not kept: it does not hold 20,000 rows" in notes.said) == ([], True)


def test_an_experiment_that_fills_each_time_keeps_nothing(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="sysbench fills its tables anew each time; leave out --keep"):
        measure("sysbench", options(tmp_path, "postgresql", cases=(), keep=True), Notes())


def test_doctor_tells_what_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep(tmp_path, "duckdb")
    main(["doctor"])
    assert "half_billion-duckdb-default-smoke-full (0.0 GB)" in capsys.readouterr().out


def test_the_statement_that_tells_reads_every_column() -> None:
    columns = {column.name for column in EXPERIMENT.dataset(EXPERIMENT.rows[Scale.SMOKE]).table.columns}
    assert all(column in EXPERIMENT.whole for column in columns)


def test_a_server_of_others_keeps_nothing_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DuckDB, "launched", lambda self: "external")
    notes = keep(tmp_path, "duckdb", cases=FILLED[:1])
    assert (kept.every(), "duckdb: a server that others run keeps nothing of ours" in notes.said) == ([], True)
