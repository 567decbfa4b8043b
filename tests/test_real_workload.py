"""The real workload on real systems: one answer everywhere, what is read under which index, odd names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import polars as pl
import pytest
from conftest import found_class, started
from dbreport import host
from dbreport.engines import engine_class
from dbreport.engines.base import Engine
from dbreport.engines.postgresql_report import what_was_read
from dbreport.errors import DiskFull, StatementFailed
from dbreport.experiments.real_workload import runner as real_workload
from dbreport.experiments.real_workload.data import Records
from dbreport.experiments.real_workload.statements import AGGREGATES, SOURCE, SOURCE_AGGREGATES
from dbreport.measuring import run as measuring
from dbreport.measuring.run import measure
from dbreport.meters import digest
from dbreport.model import Options, Profile, Scale
from dbreport.results import select
from dbreport.results.store import Cell, read
from test_runner import Notes
from test_under_load import SERVERS, Heard, heard, quick, run, timed, values

__all__ = ["heard", "quick"]  # fixtures

EXPERIMENT = real_workload.EXPERIMENT

pytestmark = pytest.mark.usefixtures("limit", "quick")


@pytest.mark.parametrize("engine", SERVERS)
def test_a_statement_runs_plain_and_prepared_under_its_plans(engine: str, tmp_path: Path, heard: list[Heard]) -> None:
    cases = (
        "none.point_account*.*", "composite.latest_record*.p*", "rate.point_record_row.100",
    )  # fmt: skip
    well, _, frame = run("real_workload", engine, tmp_path, *cases, rows=2_000)
    assert well
    done = (
        "none.point_account.plain", "none.point_account_row.plain", "none.point_account_row.prepared",
        "composite.latest_record.plain", "composite.latest_record_row.prepared",
    )  # fmt: skip
    for case in done:
        assert values(frame, case, "throughput")[0] > 0
    # the generator is told how many a second; how near a busy machine comes to that is not ours to say
    assert values(frame, "rate.point_record_row.100", "throughput")[0] > 0
    rates = {next(word for word in one.argv if "--rate=" in word) for one in timed(heard)}
    assert rates == {"--rate=0", "--rate=100"}
    footer = read(Cell("real_workload", host.slug(), engine, "default", "smoke").path(tmp_path))[1]
    assert "record_nickname_updated" in footer.plans["composite.latest_record.plain"]


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
    cases = ("answer.*", *(f"none.{name}" for name in (*SOURCE_AGGREGATES, *AGGREGATES)))
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
    cases = ("examined.none.latest_record_row", "examined.single.latest_record_row")
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
    cases = ("single.sum_raw_octets", "why.sum_raw_octets.*", "slow_disk.sum_raw_octets")
    options = Options(results=tmp_path, scale=Scale.SMOKE, engines=engines, cases=cases, rows=2_000)
    assert measure("real_workload", options, Notes())
    answers = set()
    for engine in engines:
        frame, footer = read(Cell("real_workload", host.slug(), engine, "default", "smoke").path(tmp_path))
        answers |= set(frame["answer"].drop_nulls())
        if engine in ("mysql", "mariadb"):
            assert "record_updated_bytes" in footer.plans["why.sum_raw_octets.length_kept"]
    assert len(answers) == 1


def test_two_tables_differ_in_nothing_but_how_long_their_values_are() -> None:
    short, long = Records(250_000).lengths
    assert short.count == long.count == 25_000
    for partition in range(short.partitions):
        of_short, of_long = short.arrow(partition), long.arrow(partition)
        assert of_short.drop_columns("raw") == of_long.drop_columns("raw")
        sizes = [len(value) for value in of_long["raw"].to_pylist()]
        assert min(sizes) > 8192  # so that InnoDB keeps none of them with its row
        assert 15_000 < sum(sizes) / len(sizes) < 17_000


def test_innodb_reads_a_value_for_its_length_though_it_lies_outside_the_row(tmp_path: Path) -> None:
    cases = [f"examined.lengths.{length}" for length in ("short", "long")]
    pages: dict[tuple[str, str], float] = {}
    # InnoDB counts its own threads' pages too: the fewest of two runs are the statement's
    for engine, folder in (("postgresql", "first"), ("mysql", "first"), ("mysql", "second")):
        well, _, frame = run(
            "real_workload", engine, tmp_path / folder, "examined.lengths.*", rows=5_000, profile=Profile.SOURCE
        )
        assert well
        for case in frame["case"].unique():
            (hit,), (read,) = (values(frame, case, metric) for metric in ("pages_hit", "pages_read"))
            pages[engine, case] = min(hit + read, pages.get((engine, case), hit + read))
    short, long = cases
    for case in cases:
        assert pages["postgresql", f"{case}.sum_raw_size"] == pages["postgresql", f"{case}.status_counts"]
    assert pages["mysql", f"{long}.status_counts"] < pages["mysql", f"{short}.status_counts"]
    assert pages["mysql", f"{long}.sum_raw_size"] > 10 * pages["mysql", f"{long}.status_counts"]


def test_the_source_s_statements_stand_as_printed() -> None:
    assert [statement.sql.lower() for statement in SOURCE] == [
        "select nickname from account where nickname = ?",
        "select nickname from account where nickname like ? union"
        " select nickname from account where former_name is not null and former_name like ?",
        "select id from record where id = ?",
        "select nickname from record where nickname = ? order by updated_at desc limit 1",
    ]
    year = "updated_at between '2024-01-01 00:00:00' and '2024-12-31 23:59:59.999999'"
    assert [sql.lower() for sql in SOURCE_AGGREGATES.values()] == [
        f"select count(*) from record where {year}",
        f"select nickname, count(distinct account_id) as c from record where {year} group by nickname order by c desc",
        f"select sum(bit_length(raw))/8/1024/1024/1024 from record where {year}",
        f"select status, count(*) as c from record where {year} group by status order by c desc",
    ]


OURS = ("_row", "half_open", "_top", "octets", "rate.")
"""What stands in the names of cases that are not the source's."""


def test_the_source_s_configuration_is_measured_on_its_statements_alone() -> None:
    cases = EXPERIMENT.cases(Records(1_000), Scale.SMOKE)
    measured = [case for case in cases if case.concerns("postgresql", Profile.SOURCE)]
    named = {case.name for case in measured}
    assert [name for name in named if any(part in name for part in OURS)] == []
    assert {"none.point_record.plain", "single.sum_raw_size", "slow_disk.status_counts"} <= named
    assert {case.said("postgresql") for case in measured if case.stage == "why"} <= set(SOURCE_AGGREGATES.values())


def test_systems_are_measured_one_after_another_where_the_disk_cannot_hold_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    each = 5_000 * EXPERIMENT.bytes_per_row

    def require(folder: Path, needed_bytes: int, what: str) -> None:
        if needed_bytes > each:
            raise DiskFull(what)

    monkeypatch.setattr(measuring, "require_space", require)
    here = tuple(found_class(name).name for name in ("duckdb", "sqlite"))
    case = "none.status_counts"
    options = Options(results=tmp_path, scale=Scale.SMOKE, engines=here, cases=(case,), rows=5_000)
    assert measure("real_workload", options, Notes())
    cells = (Cell("real_workload", host.slug(), name, "default", "smoke") for name in here)
    runs = pl.concat([read(cell.path(tmp_path))[0] for cell in cells]).with_columns(host=pl.lit("here"))
    assert runs["run_id"].n_unique() == 2
    assert runs["answer"].drop_nulls().n_unique() == 1
    ratio = select.ratio(runs, (here[0], case), (here[1], case))
    assert ratio is not None
    assert ratio.apart == "runs"


def test_whole_parts_agree_however_many_places_a_system_divides_with() -> None:
    assert len({digest([row], whole=True) for row in ((9,), ("9.31",), ("9.3132257461547852",))}) == 1
    assert digest([("9.9",)], whole=True) != digest([("10.1",)], whole=True)


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
