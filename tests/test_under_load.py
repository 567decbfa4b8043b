"""Runs of sysbench and insert_rate on real servers, short ones: what is kept, what becomes of a server that dies."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from conftest import found_class, started
from dbreport import host
from dbreport.clients import load as client_load
from dbreport.clients import sysbench as client_sysbench
from dbreport.clients.load import Load
from dbreport.engines.base import Engine, Ran
from dbreport.engines.mysql_family import MySQLFamily
from dbreport.engines.postgresql import PostgreSQL
from dbreport.engines.setup import Setup
from dbreport.errors import ClientMissing, EngineStartFailed, Unsupported
from dbreport.experiments.half_billion import queries as half_billion
from dbreport.experiments.insert_rate import runner as insert_rate
from dbreport.experiments.real_workload import runner as real_workload
from dbreport.experiments.sysbench import jobs
from dbreport.experiments.sysbench import runner as sysbench
from dbreport.measuring import bench, under_load
from dbreport.measuring.run import measure
from dbreport.model import Durability, Options, Profile, Resources, Scale
from dbreport.results.store import Cell, read
from test_runner import Notes

pytestmark = pytest.mark.usefixtures("limit", "quick")

SERVERS = ("postgresql", "mysql", "mariadb")
A_SECOND = 200
"""Transactions: some for each thread."""


def unhurried(patch: pytest.MonkeyPatch) -> None:
    """Have sysbench ask for no more than so many a second: how many there could be is not what is tested."""
    asked = client_sysbench.Sysbench._argv

    def argv(self: client_sysbench.Sysbench, test: str, command: str, options: Any) -> list[str]:
        whole = asked(self, test, command, options)
        at_most = [] if command != "run" or options.get("rate") else [f"--rate={A_SECOND}"]  # of two the last counts
        return [*whole[:-2], *at_most, *whole[-2:]]

    patch.setattr(client_sysbench.Sysbench, "_argv", argv)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "limits", lambda folder: {})
    monkeypatch.setattr(jobs, "TURN_S", dict.fromkeys(Scale, 1))
    monkeypatch.setattr(real_workload, "WARMUP_S", 0)  # in sysbench's smallest scale there is none
    monkeypatch.setattr(bench, "SMOKE_REPEATS", 1)
    monkeypatch.setattr(insert_rate, "LIMIT_S", dict.fromkeys(Scale, 2))
    monkeypatch.setattr(bench, "COLD_REPEATS", 0)
    # InnoDB's takes two seconds, and nothing here depends on it
    monkeypatch.setattr(MySQLFamily, "checkpoint", lambda self: 0.0)
    unhurried(monkeypatch)


def run(experiment: str, engine: str, folder: Path, *cases: str, **wishes: Any) -> tuple[bool, Notes, pl.DataFrame]:
    found_class(engine)
    options = Options(results=folder, scale=Scale.SMOKE, engines=(engine,), cases=cases, **wishes)
    notes = Notes()
    well = measure(experiment, options, notes)
    frame, _ = read(Cell(experiment, host.slug(), engine, options.profile, "smoke").path(folder))
    return well, notes, frame


def values(frame: pl.DataFrame, case: str, metric: str) -> list[float]:
    return frame.filter((pl.col("case") == case) & (pl.col("metric") == metric))["value"].to_list()


@dataclass(frozen=True)
class Heard:
    """What a load generator was told, by its command and its environment, and what it said."""

    argv: list[str]
    environment: Mapping[str, str]
    said: str


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[Heard]:
    """What load generators are told and say during a test."""
    found: list[Heard] = []
    original = client_load.run

    def run(argv: list[str], folder: Path, limit_s: float, environment: Any = None) -> tuple[str, float]:
        said, cpu_s = original(argv, folder, limit_s, environment)
        found.append(Heard(argv, environment or {}, said))
        return said, cpu_s

    monkeypatch.setattr(client_load, "run", run)
    return found


def timed(heard: list[Heard]) -> list[Heard]:
    """Return what was said of work under the clock, not of its preparation."""
    return [one for one in heard if "transactions:" in one.said]


# sysbench --------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", SERVERS)
def test_a_test_of_sysbench_keeps_rate_latency_series_and_class(engine: str, tmp_path: Path) -> None:
    well, _, frame = run("sysbench", engine, tmp_path, "full.oltp_update_index", "relaxed.oltp_update_index")
    assert well
    for durability in ("full", "relaxed"):
        mine = frame.filter(pl.col("case") == f"{durability}.oltp_update_index")
        assert set(mine["durability"]) == {durability}
        assert set(mine["threads"]) == {16}
        low, middle, high = (values(mine, mine["case"][0], f"latency_p{p}")[0] for p in (50, 95, 99))
        assert 0 < low <= middle <= high
        assert values(mine, mine["case"][0], "throughput")[0] > 0
        assert values(mine, mine["case"][0], "log_bytes_per_transaction")[0] > 50
        assert mine.filter(pl.col("metric") == "latency_histogram")["at"].is_not_null().all()


def test_the_rate_kept_is_the_one_sysbench_prints(tmp_path: Path, heard: list[Heard]) -> None:
    _, _, frame = run("sysbench", "postgresql", tmp_path, "full.oltp_point_select")
    printed = [float(one.said.rpartition("transactions:")[2].partition("(")[2].split()[0]) for one in timed(heard)]
    assert values(frame, "full.oltp_point_select", "throughput") == printed


def test_a_load_test_has_five_turns_however_long_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sysbench, "ROWS", dict.fromkeys(Scale, 1000))
    monkeypatch.setattr(bench, "SMOKE_REPEATS", 9)
    _, _, frame = run("sysbench", "postgresql", tmp_path, "noop.statement")
    assert len(values(frame, "noop.statement", "throughput")) == 5


def test_readings_that_cannot_be_are_missing_and_the_turn_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = client_sysbench.Sysbench.run

    def misread(self: Any, *args: Any, **kwargs: Any) -> Load:
        return replace(original(self, *args, **kwargs), server=Resources(-2.01, 0, -196608, 0))

    monkeypatch.setattr(client_sysbench.Sysbench, "run", misread)
    well, _, frame = run("sysbench", "postgresql", tmp_path, "noop.statement")
    reasons = dict(frame.filter(pl.col("status") != "ok").select("metric", "reason").rows())
    assert (well, {name: "nothing" in reason for name, reason in reasons.items()}) == (
        True,
        {"server_cpu": True, "server_cpu_per_transaction": True, "server_peak_memory": False, "server_read": True},
    )
    assert set(frame.filter(pl.col("status") != "ok")["status"]) == {"missing"}


def test_where_no_server_is_asked_none_is_said_to_use_anything(tmp_path: Path) -> None:
    _, _, frame = run("sysbench", "postgresql", tmp_path, "noop.nothing")
    assert [name for name in set(frame["metric"]) if name.startswith("server")] == []


def test_a_turn_is_calibrated_and_watched(tmp_path: Path) -> None:
    _, _, frame = run("sysbench", "postgresql", tmp_path, "noop.statement")
    wanted = {"calibration_processor", "calibration_memory", "calibration_sync", "steal", "client_cpu", "server_cpu"}
    assert wanted <= set(frame["metric"])


def test_bulk_inserts_have_tables_of_their_own_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SMOKE_REPEATS", 2)
    well, _, frame = run("sysbench", "postgresql", tmp_path, "full.oltp_insert", "full.bulk_insert")
    assert well
    assert len(values(frame, "full.bulk_insert", "throughput")) == 2


@pytest.mark.parametrize("engine", SERVERS)
def test_a_turn_at_the_tools_own_table_begins_with_10_000_rows(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an insert of the turn before has left is gone, also where the next case has a table of the same size."""
    monkeypatch.setattr(bench, "SMOKE_REPEATS", 2)
    original, begun = sysbench._drive, []

    def counted(scale: Scale, tables: Any, job: sysbench.Job, engine_run: Any, turn: int) -> Load:
        rows = engine_run.engine.run("SELECT count(*) FROM sbtest1", 10, fetch=True).rows
        begun.append((job.name, rows[0][0]))
        return original(scale, tables, job, engine_run, turn)

    monkeypatch.setattr(sysbench, "_drive", counted)
    cases = ("full.source.oltp_insert", "full.oltp_read_only")
    well, _, _ = run("sysbench", engine, tmp_path, *cases)
    assert (well, begun) == (True, [(cases[0], 10_000)] * 2 + [(cases[1], 10_000)] * 2)


def test_what_the_source_ran_comes_first() -> None:
    for listed, printed in (
        (list(sysbench.jobs()), lambda job: ".source." in job.name or job.test == "bulk_insert"),
        (list(insert_rate.jobs()), lambda job: job.printed),
    ):
        its_own = [printed(job) for job in listed]  # type: ignore[no-untyped-call]
        assert its_own == sorted(its_own, reverse=True)


def test_only_what_the_source_ran_is_measured_in_its_profile() -> None:
    others = [job.name for job in sysbench.jobs() if job.profiles is None and not job.anew]
    assert others == []


def test_more_threads_than_connections_fail_with_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "SWEEP_THREADS", (4000,))
    well, notes, frame = run("sysbench", "postgresql", tmp_path, "sweep.*", profile=Profile.TUNED)
    assert not well
    assert "4000 threads need more than the 100 connections postgresql allows" in notes.ended[0][2]
    assert values(frame, "sweep.oltp_point_select.4000", "throughput") == [None]


def test_a_server_that_dies_under_load_fails_its_case_and_serves_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "TURN_S", dict.fromkeys(Scale, 4))
    original = sysbench._drive

    def sabotaged(scale: Scale, tables: Any, job: sysbench.Job, engine_run: Any, turn: int) -> Load:
        if job.test == "oltp_point_select":
            threading.Timer(2, os.kill, (engine_run.engine.pids()[0], signal.SIGKILL)).start()
        return original(scale, tables, job, engine_run, turn)

    monkeypatch.setattr(sysbench, "_drive", sabotaged)
    cases = ("full.oltp_point_select", "full.oltp_read_only")
    well, _, frame = run("sysbench", "postgresql", tmp_path, *cases)
    assert not well
    lost = frame.filter(pl.col("case") == cases[0])
    assert lost["status"].to_list() == ["failed"]
    assert "went away under load" in lost["reason"][0]
    assert values(frame, cases[1], "throughput")[0] > 0


def test_without_sysbench_nothing_is_measured_and_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found_class("postgresql")
    monkeypatch.setattr(client_load.shutil, "which", lambda program: None)
    with pytest.raises(ClientMissing, match="sysbench was not found; run: make engines"):
        run("sysbench", "postgresql", tmp_path, "noop.nothing")


# durability classes ----------------------------------------------------------------------------


@pytest.fixture(scope="module", params=SERVERS)
def server(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """A started server that the tests share; each leaves it as durable as it was."""
    with started(request.param) as made:
        yield made


def test_a_server_promises_what_it_was_set_to(server: Engine) -> None:
    assert server.promised() is Durability.FULL
    for durability in (Durability.RELAXED, Durability.NONE, Durability.FULL):
        server.stop()
        server.setup = replace(server.setup, durability=durability)
        server.start()
        assert server.promised() is durability


def test_a_server_counts_what_it_writes_to_its_log(server: Engine) -> None:
    server.run("CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(100))", 10)
    before = server.counters()
    for n in range(50):
        server.run(f"INSERT INTO t VALUES ({n}, '{'x' * 100}')", 10)
    after = server.counters()
    while after["log_syncs"] - before["log_syncs"] < 50:  # a session tells what it did a moment later
        time.sleep(0.1)
        after = server.counters()
    assert 50 * 100 < after["log_bytes"] - before["log_bytes"] < 50 * 20_000
    assert after["log_syncs"] - before["log_syncs"] < 500


def test_a_server_that_keeps_its_own_class_is_not_taken_for_another(server: Engine) -> None:
    class Stubborn:
        """A server that somebody else set up: a restart of ours changes nothing."""

        name, setup = server.name, replace(server.setup, durability=Durability.RELAXED)
        promised = staticmethod(server.promised)

    class Lives:
        engine, durability = Stubborn(), Durability.FULL

    with pytest.raises(EngineStartFailed, match="commits with durability full, not relaxed"):
        under_load.in_class(Lives(), Durability.RELAXED)  # type: ignore[arg-type]


def test_an_engine_in_a_process_has_no_address() -> None:
    made = found_class("duckdb")(Setup(Path("/nowhere")))
    with pytest.raises(Unsupported, match="a load generator cannot connect"):
        made.client_address()


# insert_rate -----------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", SERVERS)
def test_rows_are_inserted_in_every_layout_one_by_one_and_many(engine: str, tmp_path: Path) -> None:
    cases = ("full.columns.8", "full.json.8", "full.nulls.8", "full.multi.columns", "full.copy.columns")
    well, _, frame = run("insert_rate", engine, tmp_path, *cases)
    assert well
    assert values(frame, "full.columns.8", "throughput")[0] > 0
    several = values(frame, "full.multi.columns", "throughput")[0]
    assert values(frame, "full.multi.columns", "row_throughput")[0] == pytest.approx(several * 100)
    one, hundred = (
        values(frame, f"full.{case}", "log_bytes_per_transaction")[0] for case in ("columns.8", "multi.columns")
    )
    assert hundred > 20 * one  # a statement brings a hundred rows, whatever else the machine does meanwhile
    assert values(frame, "full.copy.columns", "throughput")[0] > 0


@pytest.mark.parametrize("engine", SERVERS)
def test_rows_inserted_lap_after_lap_have_keys_of_two_parts_that_differ(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original, found = insert_rate._drive, []

    def counted(scale: Scale, files: Any, job: insert_rate.Job, engine_run: Any, turn: int) -> Load:
        few = replace(files.rows, count=100)  # a tenth of the rows that it is to insert
        files._paths = {insert_rate.Layout.COLUMNS: files.folder / "few.tsv"}
        few.write(files.folder / "few.tsv")
        load = original(scale, files, job, engine_run, turn)
        counts = "count(*), count(DISTINCT request), count(DISTINCT visitor)"
        found.extend(engine_run.engine.run(f"SELECT {counts} FROM requests", 10, fetch=True).rows)
        return load

    monkeypatch.setattr(insert_rate, "_drive", counted)
    monkeypatch.setattr(insert_rate, "LIMIT_S", dict.fromkeys(Scale, 60))  # all rows, however slow the disk
    well, _, _ = run("insert_rate", engine, tmp_path, "full.columns.8")
    assert (well, found) == (True, [(1000, 1000, 100)])


def test_postgresql_alone_has_jsonb_delays_and_pgbench(tmp_path: Path, heard: list[Heard]) -> None:
    cases = ("full.jsonb.8", "full.columns.8.delay_1000us", "full.pgbench.8", "relaxed.columns.128")
    well, _, frame = run("insert_rate", "postgresql", tmp_path, *cases)
    assert well
    assert all(values(frame, case, "throughput")[0] > 0 for case in cases)
    delayed = [one for one in heard if "commit_delay=1000" in one.environment.get("PGOPTIONS", "")]
    assert [len(values(frame, cases[1], "throughput"))] == [len(timed(delayed))]
    assert set(frame.filter(pl.col("case") == cases[3])["durability"]) == {"relaxed"}


# statements over their time --------------------------------------------------------------------

COUNTED = "nextval('dbreport_bench.counted')"


@pytest.mark.parametrize(
    ("sql", "times"),
    [
        (f"SELECT {COUNTED}, pg_sleep(60)", 1),
        (f"SELECT CASE WHEN {COUNTED} > 1 THEN pg_sleep(60) END", 2),
    ],
    ids=["in the first run", "in the first repeat"],
)
def test_a_statement_that_timed_out_is_not_run_again(
    sql: str, times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server counts itself: what a sequence has given out is not taken back with the statement."""
    monkeypatch.setattr(bench, "COLD_REPEATS", 2)
    monkeypatch.setattr(bench, "SMOKE_REPEATS", 2)
    monkeypatch.setattr(bench, "drop_page_cache", lambda: False)
    original_run, original_query, counted = PostgreSQL.run, bench.Bench.query, []

    def run_briefly(self: PostgreSQL, statement: str, timeout_s: float, fetch: bool = False) -> Ran:
        return original_run(self, statement, 0.3 if COUNTED in statement else timeout_s, fetch)

    def query(self: bench.Bench, case: Any) -> None:
        engine = self.runs[0].engine
        if case.name == "indexed.range":
            engine.run("CREATE SEQUENCE dbreport_bench.counted", 10)
        original_query(self, case)
        if case.name == "indexed.range":
            counted.append(engine.run("SELECT last_value FROM dbreport_bench.counted", 10, fetch=True).rows)

    monkeypatch.setattr(PostgreSQL, "run", run_briefly)
    monkeypatch.setitem(half_billion.QUERIES, "range", sql)
    monkeypatch.setattr(bench.Bench, "query", query)
    well, _, frame = run("half_billion", "postgresql", tmp_path, "indexed.range", rows=1000)
    statuses = frame.filter((pl.col("case") == "indexed.range") & (pl.col("metric") == "latency"))["status"]
    assert (well, counted, statuses[-1]) == (True, [[(times,)]], "timeout")
