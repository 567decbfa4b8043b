"""The real workload on real systems: one answer everywhere, what is read under which index, odd names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import polars as pl
import pytest
from conftest import started
from dbreport import host
from dbreport.engines import engine_class
from dbreport.engines.base import Engine
from dbreport.engines.postgresql_report import what_was_read
from dbreport.errors import StatementFailed
from dbreport.experiments.real_workload import runner as real_workload
from dbreport.experiments.real_workload.data import Records
from dbreport.measuring.run import measure
from dbreport.model import Options, Scale
from dbreport.results.store import Cell, read
from test_runner import Notes
from test_under_load import SERVERS, Heard, heard, quick, run, timed, values

__all__ = ["heard", "quick"]  # fixtures

pytestmark = pytest.mark.usefixtures("limit", "quick")


@pytest.mark.parametrize("engine", SERVERS)
def test_a_statement_runs_plain_and_prepared_under_its_plans(engine: str, tmp_path: Path, heard: list[Heard]) -> None:
    cases = ("none.point_account.*", "composite.latest_record.prepared", "rate.point_record.100")
    well, _, frame = run("real_workload", engine, tmp_path, *cases, rows=2_000)
    assert well
    for case in ("none.point_account.plain", "none.point_account.prepared", "composite.latest_record.prepared"):
        assert values(frame, case, "throughput")[0] > 0
    # the generator is told how many a second; how near a busy machine comes to that is not ours to say
    assert values(frame, "rate.point_record.100", "throughput")[0] > 0
    assert {"--rate=0", "--rate=100"} == {word for one in timed(heard) for word in one.argv if "--rate=" in word}
    footer = read(Cell("real_workload", host.slug(), engine, "default", "smoke").path(tmp_path))[1]
    assert "record_nickname_updated" in footer.plans["composite.latest_record.prepared"]


def test_text_inside_a_name_has_an_index_on_postgresql_alone(tmp_path: Path) -> None:
    case = "trigram.match_account.plain"
    well, _, frame = run("real_workload", "postgresql", tmp_path, case, rows=20_000)
    assert well
    plan = read(Cell("real_workload", host.slug(), "postgresql", "default", "smoke").path(tmp_path))[1].plans[case]
    assert "account_nickname_trigram" in plan
    _, _, frame = run("real_workload", "mariadb", tmp_path, case, rows=2_000)
    assert frame["status"].to_list() == ["unsupported"]
    assert "no index that serves LIKE" in frame["reason"][0]


def test_all_systems_give_one_answer_to_every_statement_and_aggregate(tmp_path: Path) -> None:
    engines = tuple(name for name in real_workload.ENGINES if engine_class(name).find().how)
    cases = ("answer.*", *(f"none.{name}" for name in real_workload.OLAP))
    options = Options(results=tmp_path, scale=Scale.SMOKE, engines=engines, cases=cases, rows=5_000)
    well = measure("real_workload", options, Notes())
    wrong = {}
    for engine in engines:
        frame, _ = read(Cell("real_workload", host.slug(), engine, "default", "smoke").path(tmp_path))
        wrong[engine] = frame.filter(pl.col("status") != "ok").select("case", "reason").rows()
    assert wrong == {engine: [] for engine in engines}
    assert well


def test_a_statement_tells_what_it_reads_and_an_index_makes_it_less(tmp_path: Path) -> None:
    engines = tuple(name for name in real_workload.ENGINES if engine_class(name).find().how)
    cases = ("examined.none.latest_record", "examined.single.latest_record")
    options = Options(results=tmp_path, scale=Scale.SMOKE, engines=engines, cases=cases, rows=5_000)
    measure("real_workload", options, Notes())
    rows_read = {}
    for engine in engines:
        frame, _ = read(Cell("real_workload", host.slug(), engine, "default", "smoke").path(tmp_path))
        rows_read[engine] = [values(frame, case, "rows_read") for case in cases]
    for server in set(rows_read) & set(SERVERS):
        (scanned,), (looked_up,) = rows_read[server]
        assert 5_000 <= scanned < 10_100  # twice where the server sorts what it has read
        assert 0 < looked_up < 1_000
    for process in set(rows_read) & {"duckdb", "clickhouse"}:
        assert rows_read[process][0][0] >= 5_000
    if "sqlite" in rows_read:
        assert rows_read["sqlite"] == [[None], []]  # not supported; not asked for under an index


def test_one_change_removes_the_reading_of_every_value(tmp_path: Path) -> None:
    engines = tuple(name for name in SERVERS if engine_class(name).find().how)
    cases = ("single.sum_raw_size", "why.sum_raw_size.*", "slow_disk.sum_raw_size")
    options = Options(results=tmp_path, scale=Scale.SMOKE, engines=engines, cases=cases, rows=2_000)
    assert measure("real_workload", options, Notes())
    answers = set()
    for engine in engines:
        frame, footer = read(Cell("real_workload", host.slug(), engine, "default", "smoke").path(tmp_path))
        answers |= set(frame["answer"].drop_nulls())
        if engine in ("mysql", "mariadb"):
            assert "record_updated_bytes" in footer.plans["why.sum_raw_size.length_kept"]
    assert len(answers) == 1


HELD = ("O'Brien", "100%", "a_b", "back\\slash", 'say "hi"', "tab\tbed", "空 格", "-- comment")
NOT_HELD = ("🐼", "", "nobody at all", "o'brien", "100_")


@pytest.fixture(scope="module", params=real_workload.ENGINES)
def filled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """A system that holds four hundred accounts, odd names among them."""
    with started(request.param) as engine:
        real_workload._Tables(Records(2_000), tmp_path_factory.mktemp("work"))._load(engine)
        yield engine


def accounts(engine: Engine, nickname: str) -> list[str]:
    literal = nickname.replace("'", "''")
    if engine.name in ("mysql", "mariadb", "clickhouse"):
        literal = literal.replace("\\", "\\\\")
    found = engine.run(f"SELECT nickname FROM account WHERE nickname = '{literal}'", 30, fetch=True)
    return [str(name) for (name,) in found.rows or []]


@pytest.mark.parametrize("nickname", HELD)
def test_an_odd_name_finds_its_accounts_and_no_others(filled: Engine, nickname: str) -> None:
    assert set(accounts(filled, nickname)) == {nickname}


@pytest.mark.parametrize("nickname", NOT_HELD)
def test_a_name_nobody_has_finds_nothing(filled: Engine, nickname: str) -> None:
    assert accounts(filled, nickname) == []


def test_a_zero_byte_in_a_name_is_refused_or_finds_nothing(filled: Engine) -> None:
    with suppress(StatementFailed):
        assert accounts(filled, "a\0b") == []


def test_rows_that_a_parallel_scan_drops_are_rows_read() -> None:
    scan = {"Actual Rows": 10.5, "Actual Loops": 2, "Rows Removed by Filter": 100, "Relation Name": "record"}
    top = {"Actual Rows": 1, "Actual Loops": 1, "Shared Hit Blocks": 7, "Shared Read Blocks": 3, "Plans": [scan]}
    assert what_was_read(json.dumps([{"Plan": top}])) == {"rows_read": 221, "pages_hit": 7, "pages_read": 3}
