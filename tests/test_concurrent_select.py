"""Many readers of one query: the rows, the client, a run on real servers, the claims."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest
from conftest import found_class, started
from dbreport.clients import readers
from dbreport.clients.readers import SOURCES, Readers
from dbreport.engines import postgresql_report
from dbreport.engines.base import Address
from dbreport.engines.dialect import WayToRead
from dbreport.engines.launch import golang
from dbreport.engines.mysql_dialect import MariaDBDialect
from dbreport.engines.postgresql_dialect import PostgreSQLDialect
from dbreport.errors import ClientFailed, ClientMissing, Unsupported, UsageError, WrongAnswer
from dbreport.experiments.concurrent_select import cases, charts, facts, runner, tables, verdicts
from dbreport.experiments.concurrent_select.data import ROW_BYTES, ROWS_PER_PLACE, Pages
from dbreport.experiments.concurrent_select.jobs import CONNECTIONS, TIMES
from dbreport.measuring.little_memory import given
from dbreport.measuring.run import measure
from dbreport.model import Case, Options, Scale, Temperature
from dbreport.report import published
from dbreport.report.verdicts.decide import Outcome
from dbreport.results.store import read
from samples import Quiet, around, frame, repeats

pytestmark = pytest.mark.usefixtures("home")

PG, MY, MARIA, LITE = "postgresql", "mysql", "mariadb", "sqlite"


# the rows --------------------------------------------------------------------------------------


def values(rows: Pages, column: str) -> list[Any]:
    return [value for part in range(rows.partitions) for value in rows.arrow(part).column(column).to_pylist()]


def test_the_same_seed_makes_the_same_rows(tmp_path: Path) -> None:
    first, again = (Pages(500).write(tmp_path / name) for name in ("first", "again"))
    assert first == again
    assert Pages(500, seed=2).write(tmp_path / "other") != first


def test_no_two_pages_have_one_moment_and_moments_are_in_another_order_than_ids() -> None:
    rows = Pages(12_345)
    created = values(rows, "created")
    assert len(set(created)) == rows.count
    assert created != sorted(created)


def test_an_answer_has_about_two_megabytes_at_every_scale_from_small_on() -> None:
    rows = Pages(100_000)
    batch = rows.arrow(0)
    bytes_per_row = batch.nbytes / batch.num_rows
    assert 1e6 < bytes_per_row * ROWS_PER_PLACE < 4e6
    assert rows.rows_per_place == ROWS_PER_PLACE


def test_twenty_places_are_twenty_and_a_row_is_at_none_of_them() -> None:
    rows = Pages(2_000)
    asked = {*rows.statements(), *rows.statements(CONNECTIONS)}
    place = values(rows, "place")[rows.row_elsewhere() - 1]
    assert len(set(rows.statements(CONNECTIONS))) == CONNECTIONS
    assert [statement for statement in asked if place in statement] == []


def test_fewer_rows_than_readers_are_refused() -> None:
    with pytest.raises(UsageError, match="19 rows cannot be measured; give at least 20"):
        Pages(19)


# the client ------------------------------------------------------------------------------------


def needs_go() -> golang.Toolchain:
    go = golang.toolchain(SOURCES)
    if go is None:
        pytest.skip(golang.HINT.format(oldest=golang.oldest(SOURCES)))
    return go


def test_the_go_sources_are_formatted_and_their_tests_pass() -> None:
    go = needs_go()
    formatted = Path(go.path).resolve().with_name("gofmt")
    if formatted.exists():
        assert subprocess.run([formatted, "-l", "."], cwd=SOURCES, capture_output=True, text=True).stdout == ""
    done = subprocess.run([go.path, "test", "-trimpath", "-count=1", "."], cwd=SOURCES, capture_output=True, text=True)
    assert 0 == done.returncode, done.stdout[-4000:] + done.stderr[-2000:]


def test_without_go_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golang, "_installed", lambda: iter(()))
    golang.toolchain.cache_clear()
    with pytest.raises(ClientMissing, match="no Go that can build readers was found; make engines"):
        Readers()
    golang.toolchain.cache_clear()


def printed(*answers: tuple[int, int, float], whole: bool = True) -> str:
    """Return what the program prints of answers: connection, digest, seconds."""
    lines: list[dict[str, Any]] = [
        {"event": "answer", "connection": n, "latency_s": s, "rows": 3, "bytes": 9, "digest": digest}
        for n, digest, s in answers
    ]
    end = {"duration_s": 2.0, "cpu_s": 0.5, "peak_memory_bytes": 7, "writes": 0, "writes_refused": 0}
    return "\n".join(json.dumps(line) for line in lines + ([{"event": "whole", **end}] if whole else []))


def test_what_it_prints_is_read() -> None:
    answered = readers.parse(printed(*((n % 2, 255, 0.1 * (n + 1)) for n in range(10))), 1)
    assert (answered.digest, answered.rows, answered.answer_bytes) == ("3:000000ff", 3, 9)
    assert (answered.mean_s, answered.latency(0.5), answered.latency(0.95)) == pytest.approx((0.55, 0.5, 1.0))
    assert sum(count for _, count in answered.histogram) == 10
    assert all(bound >= 0.1 for bound, _ in answered.histogram)


def test_a_run_that_is_not_whole_is_an_error() -> None:
    with pytest.raises(ClientFailed, match="readers printed what cannot be read"):
        readers.parse(printed((0, 1, 0.1), whole=False), 1)


def test_two_answers_to_one_question_are_wrong_and_to_two_questions_are_not() -> None:
    said = printed((0, 1, 0.1), (1, 2, 0.1))
    with pytest.raises(WrongAnswer, match="one statement was answered in two ways"):
        readers.parse(said, 1)
    assert readers.parse(said, 2).digest.startswith("2 × ")


def test_a_password_is_told_to_a_driver_as_it_is() -> None:
    address = Address("postgresql", "/run/it's", 5432, "me", "a 'b\\", "mine", "mine")
    assert readers.connected(address) == (r"host='/run/it\'s' port='5432' user='me' dbname='mine' password='a \'b\\'")


# a run -----------------------------------------------------------------------------------------


def run(folder: Path, *engines: str, cases: tuple[str, ...], rows: int = 2_000) -> dict[str, pl.DataFrame]:
    """Measure cases of a few rows; return the samples by system."""
    needs_go()
    for name in engines:
        found_class(name)
    options = Options(folder, Scale.SMOKE, engines=engines, cases=cases, rows=rows)
    measure("concurrent_select", options, Quiet())
    return {path.name.partition("-")[0]: read(path)[0] for path in folder.rglob("*.parquet")}


def of(samples: pl.DataFrame, case: str, metric: str) -> list[float]:
    return samples.filter((pl.col("case") == case) & (pl.col("metric") == metric))["value"].to_list()


MEMORY_BYTES = 1 << 29


@pytest.fixture(scope="module")
def held() -> list[tuple[int, ...]]:
    """The processes that the run on three systems has held to MEMORY_BYTES, at each start of a configuration."""
    return []


@pytest.fixture(scope="module")
def measured(
    tmp_path_factory: pytest.TempPathFactory, held: list[tuple[int, ...]]
) -> Iterator[dict[str, pl.DataFrame]]:
    """One run on three systems: MariaDB's smaller cache is not in the build, PostgreSQL takes few connections once.

    All are held to little memory, where the kernel allows it.
    """

    @contextmanager
    def noted(pids: Sequence[int], memory_bytes: int) -> Iterator[None]:
        assert memory_bytes == MEMORY_BYTES
        held.append(tuple(pids))
        with ExitStack() as stack:
            with suppress(Unsupported):
                stack.enter_context(given(pids, memory_bytes))
            yield

    told = MariaDBDialect.ways_to_read
    few = {"shipped": WayToRead(), "work_64m": WayToRead(options={"max_connections": "15"})}

    def ways(dialect: MariaDBDialect, table: str) -> dict[str, WayToRead]:
        found = told(dialect, table)
        return {**found, "cache_1m": WayToRead(needs="SELECT 'NO'")}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "given", noted)
        patch.setattr(runner, "MEMORY_BYTES", {Scale.SMOKE: MEMORY_BYTES})
        patch.setattr(MariaDBDialect, "ways_to_read", ways)
        patch.setattr(PostgreSQLDialect, "ways_to_read", lambda dialect, table: few)
        cases = ("twenty.shipped", "places.shipped", "*.cache_4m", "twenty.cache_1m", "twenty.work_64m", "tool.nothing")
        yield run(tmp_path_factory.mktemp("results"), PG, MARIA, LITE, cases=cases)


def test_all_systems_give_one_answer_to_the_question(measured: dict[str, pl.DataFrame]) -> None:
    every = pl.concat(samples.filter(pl.col("answer").is_not_null()) for samples in measured.values())
    answers = every.group_by(pl.col("case").str.starts_with("places.")).agg(pl.col("answer").n_unique())
    assert answers["answer"].to_list() == [1, 1]
    assert set(every["status"]) == {"ok"}


def test_every_stage_of_every_configuration_was_measured(measured: dict[str, pl.DataFrame]) -> None:
    stages = {case.partition(".")[0] for case in measured[MARIA]["case"] if case.endswith(".cache_4m")}
    assert stages == {"cold", "dropped", "alone", "filling", "twenty", "places", "written"}
    assert of(measured[LITE], "twenty.shipped", "answers") == [200.0, 200.0]


def test_a_system_is_held_to_the_memory_it_is_given_and_one_in_its_clients_with_them(
    measured: dict[str, pl.DataFrame], held: list[tuple[int, ...]]
) -> None:
    ours = [pids for pids in held if pids == (os.getpid(),)]
    turns = sum(len(of(measured[name], "twenty.shipped", "latency")) for name in (PG, MARIA))
    assert len(ours) >= len(of(measured[LITE], "twenty.shipped", "latency"))  # a disturbed start is made again
    assert len(held) - len(ours) >= turns
    assert all(held)


def test_the_memory_that_is_given_belongs_to_a_case_where_the_table_is_larger() -> None:
    case = Case("twenty.shipped")
    asked = {scale: cases.asked(case, PG, Options(Path(), scale)) for scale in Scale}
    assert {scale: facts["memory_bytes"] for scale, facts in asked.items() if "memory_bytes" in facts} == {
        Scale.FULL: 1 << 30
    }
    assert runner.ROWS[Scale.FULL] * ROW_BYTES > 1 << 30


def test_a_full_cache_answers_without_reading_and_everyone_else_reads(measured: dict[str, pl.DataFrame]) -> None:
    assert set(of(measured[MARIA], "twenty.cache_4m", "cache_hits_per_answer")) == {1.0}
    assert set(of(measured[MARIA], "twenty.cache_4m", "rows_read_per_answer")) == {0.0}
    assert set(of(measured[MARIA], "twenty.shipped", "cache_hits_per_answer")) == {0.0}
    for name in (MARIA, PG):
        assert min(of(measured[name], "twenty.shipped", "rows_read_per_answer")) >= 50


def test_what_a_session_did_is_counted_that_is_still_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it did last PostgreSQL counts as it ends, and it ends here while that is waited for."""
    with started(PG) as engine:
        before = engine.worked()["rows_read"]
        reader = engine.open()
        waiting = SimpleNamespace(sleep=lambda seconds: engine.close(reader))
        monkeypatch.setattr(postgresql_report, "time", waiting)
        (rows,) = {int(engine._ask(reader, "SELECT count(*) FROM pg_attribute")[0][0]) for _ in range(TIMES)}
        assert engine.worked()["rows_read"] - before >= TIMES * rows


def test_a_cache_is_emptied_by_a_write(measured: dict[str, pl.DataFrame]) -> None:
    assert min(of(measured[MARIA], "written.cache_4m", "writes")) >= 1
    assert max(of(measured[MARIA], "written.cache_4m", "cache_hits_per_answer")) < 1


def test_a_stage_measured_without_those_before_it_finds_a_server_that_has_answered(tmp_path: Path) -> None:
    samples = run(tmp_path, MARIA, cases=("dropped.cache_4m",))
    assert set(of(samples[MARIA], "dropped.cache_4m", "cache_hits_per_answer")) == {1.0}


def test_a_build_without_the_cache_says_so(measured: dict[str, pl.DataFrame]) -> None:
    (row,) = measured[MARIA].filter(pl.col("case") == "twenty.cache_1m").select("status", "reason").rows()
    assert row == ("unsupported", "this mariadb was built without a cache of answers; run: make engines")


def test_a_server_of_too_few_connections_says_how_many_it_takes(measured: dict[str, pl.DataFrame]) -> None:
    (row,) = measured[PG].filter(pl.col("case") == "twenty.work_64m").select("status", "reason").rows()
    assert row[0] == "failed"
    assert row[1].startswith(
        "20 threads need more than the 15 connections postgresql allows; raise its max_connections"
    )


def test_memory_is_the_servers_and_the_clients_apart(measured: dict[str, pl.DataFrame]) -> None:
    for name in (PG, MARIA):
        assert min(of(measured[name], "twenty.shipped", "server_memory")) > 1e6
    assert of(measured[LITE], "twenty.shipped", "server_memory") == of(
        measured[LITE], "twenty.shipped", "client_memory"
    )


def test_systems_that_disagree_have_no_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load = runner._load

    def one_row_fewer(engine_run: Any, rows: Pages) -> None:
        load(engine_run, rows)
        if engine_run.name == LITE:
            engine_run.engine.run(f"DELETE FROM pages WHERE place = '{rows.place(rows.places // 2)}' AND id < 99", 60)

    monkeypatch.setattr(runner, "_load", one_row_fewer)
    samples = run(tmp_path, PG, LITE, cases=("alone.shipped",))
    assert {samples[name]["status"].to_list()[0] for name in (PG, LITE)} == {"wrong_answer"}


def test_firebird_answers_as_the_others_and_computes_each_answer(tmp_path: Path) -> None:
    samples = run(tmp_path, PG, "firebird", cases=("twenty.shipped", "twenty.varchar"), rows=400)
    assert samples["firebird"]["status"].unique().to_list() == ["ok"]
    assert samples["firebird"]["answer"].unique().to_list() == samples[PG]["answer"].unique().to_list()
    for way in ("shipped", "varchar"):
        (rows,) = set(of(samples["firebird"], f"twenty.{way}", "answer_rows"))
        assert min(of(samples["firebird"], f"twenty.{way}", "rows_read_per_answer")) >= rows


def test_a_table_of_another_make_has_a_name_of_its_own() -> None:
    rows = Pages(100)
    kinds = {way: cases.table_of(rows, "firebird", way)[0].table for way in ("shipped", "varchar")}
    assert kinds["shipped"] == rows.table
    assert kinds["varchar"].name == "pages_varchar"
    longest = {way: {c.name: c.max_length for c in table.columns}["var3"] for way, table in kinds.items()}
    assert longest["varchar"] == 1000 < longest["shipped"]


# the claims ------------------------------------------------------------------------------------


def reported(**seconds: float) -> list[Any]:
    """Return samples as of the source's own figures, with some replaced: by system and configuration."""
    known = {"postgresql_shipped": 3.13, "mysql_myisam": 14.6, "mysql_sort_512k": 12.4, "mysql_sort_4m": 10.9}
    known |= {"sqlite_shipped": 43.3, "mariadb_sort_4m": 10.9, "mariadb_cache_4m": 0.0005} | seconds
    made = []
    shared: dict[str, Any] = {"experiment": "concurrent_select", "scale": Scale.MEDIUM, "rows": 1_000_000}
    for name, value in known.items():
        engine, _, way = name.partition("_")
        case = f"twenty.{way}"
        made += repeats(case, around(value), engine=engine, **shared)
        memory = 9e7 if engine == LITE else 1e7
        made += repeats(case, around(memory), engine=engine, metric="server_memory", unit="bytes", **shared)
        cold = {"temperature": Temperature.COLD, **shared}
        made += repeats(f"cold.{way}", around(2 * value), engine=engine, **cold)
    return made


def outcomes(**seconds: float) -> dict[str, Outcome]:
    return {verdict.claim: verdict.outcome for verdict in verdicts.decide(frame(reported(**seconds)))}


def test_the_sources_own_figures_reproduce_its_claims() -> None:
    assert outcomes() == {
        "cs-1": Outcome.REPRODUCED,
        "cs-2": Outcome.DIRECTION,  # twice the four orders that are claimed
        "cs-3": Outcome.OVERCLAIM,  # its own table has more memory elsewhere
        "cs-4": Outcome.REPRODUCED,
        "cs-5": Outcome.MISSING,  # which no other system can answer for Firebird
    }


def test_claims_follow_what_is_measured() -> None:
    found = outcomes(mysql_myisam=1.0, mysql_sort_512k=1.0, mysql_sort_4m=1.0, mariadb_cache_4m=11.0)
    assert (found["cs-1"], found["cs-2"], found["cs-4"]) == (
        Outcome.OPPOSITE,
        Outcome.NO_DIFFERENCE,
        Outcome.NO_DIFFERENCE,
    )


def test_without_a_scale_claims_are_decided_where_most_was_measured() -> None:
    """A larger table was asked as shipped alone, which decides none of what other configurations are for."""
    shared: dict[str, Any] = {"experiment": "concurrent_select", "scale": Scale.FULL, "rows": 2_500_000}
    larger = [made for engine in (PG, MY) for made in repeats("twenty.shipped", around(1.0), engine=engine, **shared)]
    runs = frame([*reported(), *larger])
    told = [[verdict.sentences("en") for verdict in verdicts.decide(*asked)] for asked in ((runs,), (runs, "medium"))]
    assert told[0] == told[1]
    assert "(claimed: 3 to 5; printed: 4.66)" in told[0][0]


@pytest.mark.parametrize(("rows", "outcome"), [(0.0, Outcome.PARTLY), (2010.0, Outcome.OPPOSITE)])
def test_a_cache_of_answers_is_told_by_what_is_read(rows: float, outcome: Outcome) -> None:
    shared: dict[str, Any] = {"experiment": "concurrent_select", "engine": "firebird"}
    made = repeats("twenty.shipped", around(0.1), **shared)
    for metric, value in (("rows_read_per_answer", rows), ("answer_rows", 2000.0)):
        made += repeats("twenty.shipped", [value] * 5, metric=metric, unit="rows", **shared)
    assert verdicts.decide(frame(made))[4].outcome is outcome


def test_claims_whose_cases_are_missing_are_not_measured_yet() -> None:
    nothing = frame(repeats("alone.wal", around(1.0), engine=LITE, experiment="concurrent_select"))
    found = {verdict.claim: verdict.outcome for verdict in verdicts.decide(nothing)}
    assert (found["cs-1"], found["cs-2"], found["cs-4"]) == (Outcome.MISSING,) * 3


def test_every_printed_latency_has_a_line_with_the_same_work_beside_it() -> None:
    runs = frame(reported())
    shown = tables.readers_printed(runs, "en", [facts.TOGETHER, *facts.FIRST]).figure
    latencies = published.figures("concurrent_select").filter(metric="latency").height
    assert shown.count("<tr>") == latencies + 1
    assert "Firebird" in shown
    assert "not measured" in shown
    first = next(facts.printed("warm-up"))
    point = first.measured(runs)
    assert (first.case, point and point.estimate and round(point.estimate.value, 1)) == ("cold.shipped", 6.3)


def at_a_stage(**seconds: float) -> Any:
    shared: dict[str, Any] = {"experiment": "concurrent_select", "scale": Scale.MEDIUM, "rows": 1_000_000}
    return frame(
        made
        for name, value in seconds.items()
        for made in repeats("places." + name.partition("_")[2], around(value), engine=name.partition("_")[0], **shared)
    )


@pytest.mark.parametrize(
    ("seconds", "title"),
    [
        (
            {"sqlite_shipped": 0.1, "postgresql_shipped": 0.2, "mysql_shipped": 0.5, "mysql_myisam": 0.01},
            "As shipped, SQLite is fastest; times as long as it: PostgreSQL 2, MySQL 5",
        ),
        (
            {"postgresql_shipped": 0.1, "sqlite_shipped": 0.1, "mysql_shipped": 0.5},
            "As shipped, PostgreSQL, SQLite are not told apart; times as long as PostgreSQL: MySQL 5",
        ),
        ({"postgresql_shipped": 0.1, "sqlite_shipped": 0.1}, "As shipped, PostgreSQL, SQLite are not told apart"),
        ({"postgresql_shipped": 0.1}, ""),
    ],
)
def test_a_stage_is_titled_by_the_systems_as_shipped(seconds: dict[str, float], title: str) -> None:
    assert charts.at_stage(at_a_stage(**seconds), "en", "places").title == title


def test_a_picture_of_several_configurations_says_nothing_of_one() -> None:
    runs = frame(reported())
    pictures = [charts.at_stage(runs, "en", "twenty"), charts.memory(runs, "en"), charts.cache(runs, "en", ["twenty"])]
    captions = [picture.caption for picture in [*pictures, tables.readers_printed(runs, "en", [facts.TOGETHER])]]
    assert all("1 million rows." in caption for caption in captions)
    assert not any("synced" in caption or "as shipped;" in caption for caption in captions)
    assert "MariaDB with a query cache of 20 MB, limit 4 MB" in captions[2]
