"""A sensor's readings: in order and late, the newest of each device, windows, retention; a run and its chapter."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from conftest import found_class, started
from dbreport.engines import postgresql_copy
from dbreport.engines.base import Engine
from dbreport.errors import UsageError
from dbreport.experiments.sensor import facts, runner, tables
from dbreport.experiments.sensor.data import DEVICES, TABLE, Readings
from dbreport.experiments.sensor.queries import BATCH_ROWS, BOUNDS, KEY, LATE_S, LATE_SHARE, NEWEST, RETIRE, WINDOWS
from dbreport.languages import LANGUAGES
from dbreport.measuring.freshness import load
from dbreport.measuring.run import measure
from dbreport.meters import digest
from dbreport.model import Options, Scale, Way
from dbreport.results import select
from pagekit import execute_together
from samples import ROOT, Quiet, frame

pytestmark = pytest.mark.usefixtures("home")

READINGS = Readings(9_000)
HERE = ("postgresql", "duckdb", "sqlite", "clickhouse")


def rows_of(readings: Readings) -> list[tuple[int, int, int]]:
    frames = (pl.DataFrame(readings.arrow(part)) for part in range(readings.partitions))
    return [row for made in frames for row in made.rows()]


# the rows --------------------------------------------------------------------------------------


def test_a_device_has_one_reading_at_a_moment_and_moments_go_on() -> None:
    rows = rows_of(READINGS)
    assert len({row[:2] for row in rows}) == READINGS.count
    assert [row[1] for row in rows] == sorted(row[1] for row in rows)
    assert ({row[0] for row in rows}, rows[0][1]) == ({*range(1, DEVICES + 1)}, BOUNDS[0])
    assert rows[-1][1] < BOUNDS[-1]


@pytest.mark.parametrize("partition_rows", [500, 1_000, 500_000])
def test_late_readings_arrive_all_whatever_the_partitions_are(
    partition_rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Readings, "PARTITION_ROWS", partition_rows)
    arriving = rows_of(replace(READINGS, arriving=True))
    in_order = rows_of(READINGS)
    assert sorted(arriving) == sorted(in_order)
    assert arriving != in_order


def test_one_in_ten_is_late_by_an_hour_to_half_a_day() -> None:
    moments = np.array([row[1] for row in rows_of(replace(Readings(100_000), arriving=True))])
    behind_s = (np.maximum.accumulate(moments) - moments)[moments < BOUNDS[-1] - LATE_S[1]]
    late_s = behind_s[behind_s > 0]
    assert len(late_s) / len(behind_s) == pytest.approx(LATE_SHARE, rel=0.05)
    # by the readings of others one knows how late it is, and there is one in so many seconds
    every_s = (BOUNDS[-1] - BOUNDS[0]) / len(moments)
    assert LATE_S[0] - 2 * every_s <= late_s.min() < late_s.max() <= LATE_S[1]


def test_inserts_hold_all_readings_a_thousand_each() -> None:
    inserts = list(Readings(2_500).inserts())
    assert [sql.count("),(") + 1 for sql in inserts] == [BATCH_ROWS, BATCH_ROWS, 500]


@pytest.mark.parametrize("count", [99, DEVICES * (BOUNDS[-1] - BOUNDS[0]) + 1])
def test_numbers_that_make_no_readings_are_refused(count: int) -> None:
    with pytest.raises(UsageError, match=f"{count} readings cannot be measured; give 100 to 777,600,000"):
        Readings(count)


# on the systems --------------------------------------------------------------------------------


def asked(engine: Engine, sql: str) -> list[tuple[Any, ...]]:
    return engine.run(sql, 60, fetch=True).rows or []


def fill(engine: Engine, statements: tuple[str, ...] = ()) -> None:
    engine.create(TABLE)
    for sql in statements:
        engine.run(sql, 60)
    engine.load(READINGS, Way.BULK)


def expected_windows() -> pl.DataFrame:
    made = pl.DataFrame(rows_of(READINGS), ["device", "taken_at", "value"], orient="row")
    day = made.filter(pl.col("taken_at") >= BOUNDS[-1] - 86_400)
    mean, low, high = pl.col("value").mean().alias("mean"), pl.col("value").min(), pl.col("value").max().alias("high")
    return day.group_by("device", pl.col("taken_at") // 3600 * 3600).agg(mean, low, high)


def test_a_hypertable_is_loaded_in_bulk_though_a_new_chunk_is_locked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Readings, "PARTITION_ROWS", 50_000)  # several, of more than a socket holds
    monkeypatch.setattr(postgresql_copy, "STALL_LIMIT_S", 20.0)
    readings = Readings(200_000)
    with started("timescaledb") as engine:
        parts = engine.dialect.in_parts(TABLE, KEY[2], BOUNDS)
        engine.create(TABLE)
        for sql in parts.made if parts else ():
            engine.run(sql, 60)
        engine.load(readings, Way.BULK)
        assert asked(engine, f"SELECT count(*) FROM {TABLE.name}") == [(readings.count,)]


@pytest.mark.parametrize("name", runner.SYSTEMS)
def test_a_system_answers_as_plain_python_and_loses_just_the_oldest_month(name: str) -> None:
    rows = rows_of(READINGS)
    newest = sorted({row[0]: row for row in rows}.values())
    kept = [row for row in rows if row[1] >= BOUNDS[1]]
    left = [(len(kept), BOUNDS[1], sum(row[2] for row in kept))]
    with started(name) as engine:
        parts = engine.dialect.in_parts(TABLE, KEY[2], BOUNDS)
        fill(engine, parts.made if parts and engine.dialect.always_in_parts else ())
        assert sorted(asked(engine, NEWEST)) == newest
        if own := engine.dialect.newest_of_each(*KEY):
            assert sorted(asked(engine, own)) == newest
        windows = asked(engine, WINDOWS["windows.day"])
        assert digest(windows, whole=True) == digest(expected_windows().rows(), whole=True)
        what_is_left = f"SELECT count(*), min(taken_at), sum(value) FROM {TABLE.name}"
        engine.run(RETIRE, 60)
        assert [tuple(map(int, row)) for row in asked(engine, what_is_left)] == left
        if parts:
            fill(engine, parts.made)
            before = engine.size(TABLE)["table"]
            for sql in parts.dropped:
                engine.run(sql, 60)
            assert [tuple(map(int, row)) for row in asked(engine, what_is_left)] == left
            engine.checkpoint()
            assert engine.size(TABLE)["table"] < before


@pytest.mark.parametrize("arriving", [False, True])
def test_what_is_inserted_is_there(arriving: bool) -> None:
    with started("sqlite") as engine:
        engine.create(TABLE)
        for sql in replace(READINGS, arriving=arriving).inserts():
            engine.run(sql, 60)
        assert sorted(asked(engine, f"SELECT device, taken_at, value FROM {TABLE.name}")) == sorted(rows_of(READINGS))


# a run and its chapter -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("results")
    for name in HERE:
        found_class(name)
    assert measure("sensor", Options(folder, Scale.SMOKE, engines=HERE, rows=READINGS.count), Quiet())
    return folder


def test_every_case_is_measured_and_all_answers_agree(results: Path) -> None:
    runs = load("sensor", results=results)
    assert set(runs["status"]) <= {"ok", "missing"}
    assert set(runs["case"]) == set(runner.EXPERIMENT.names(Scale.SMOKE))
    answers = runs.filter(pl.col("answer").is_not_null()).group_by("case").agg(pl.col("answer").n_unique())
    assert set(answers["answer"]) == {1}


def test_a_month_s_rows_go_whichever_way_and_a_dropped_part_gives_its_room_back(results: Path) -> None:
    runs = select.shipped(load("sensor", results=results))
    for case in facts.RETIRING:
        for name in HERE:
            if found := facts.retired(runs, name, case):
                gone, before, after = found
                assert gone == READINGS.count // 3
                assert after < before or case == "retire.delete"
    assert facts.retired(runs, "sqlite", "retire.drop") is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_of_retention_has_a_line_a_system_and_way(results: Path, lang: str) -> None:
    shown = tables.retirement(select.shipped(load("sensor", results=results)), lang).figure
    assert shown.count("<tr>") == 1 + len(HERE) + 2
    assert tables.retirement(frame([]), lang).figure == {"en": "not measured yet", "zh": "尚未测量"}[lang]


@pytest.mark.parametrize("page", ["sensor", "forum"])
@pytest.mark.parametrize("there", [True, False], ids=["measured", "not yet"])
def test_a_chapter_is_executed_with_results_and_without(page: str, there: bool, results: Path, tmp_path: Path) -> None:
    notebook = Path(f"chapters/{page}.ipynb")
    (tmp_path / "chapters").mkdir()
    (tmp_path / notebook).write_bytes((ROOT / notebook).read_bytes())
    (tmp_path / "_quarto.yml").touch()
    execute_together(tmp_path, results if there else tmp_path / "none", [notebook])
    cells = json.loads((tmp_path / notebook).read_text(encoding="utf-8"))["cells"]
    outputs = [output for cell in cells for output in cell.get("outputs", ())]
    assert [output for output in outputs if output["output_type"] == "error"] == []
    said = "Not measured yet; " in json.dumps(outputs)
    assert said == (not there or page == "forum")
