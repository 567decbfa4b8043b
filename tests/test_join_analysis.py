"""Who calls whom: the rows and their files, systems over files, a run on real systems, the model, the chapter."""

from __future__ import annotations

import math
import multiprocessing
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest
from conftest import found_class
from dbreport.datasets import parquet
from dbreport.engines.base import Engine
from dbreport.engines.launch.folders import new_folder
from dbreport.engines.setup import Setup
from dbreport.engines.systems import speaking
from dbreport.errors import DatasetMismatch, EngineDied, StatementFailed, Unsupported, UsageError
from dbreport.experiments.join_analysis import charts, facts, growth, runner, scenarios, tables, watch
from dbreport.experiments.join_analysis.cases import READERS
from dbreport.experiments.join_analysis.data import CALLS, DAY_S, DAYS, FIRST_S, SILENT, Calls, folder
from dbreport.experiments.join_analysis.queries import QUERIES
from dbreport.languages import LANGUAGES
from dbreport.measuring.freshness import load
from dbreport.measuring.run import measure
from dbreport.meters import Proportional, hold_more
from dbreport.model import Options, Sample, Scale, Status
from dbreport.processes import tree
from dbreport.results.store import details
from pagekit import execute_together
from samples import ROOT, Quiet, frame, repeats, sample

pytestmark = pytest.mark.usefixtures("home")

LOCAL = tuple(name for name in READERS if name != "spark")
"""Systems that read files inside a process of ours; Spark's tests are its own."""
MANY = Calls(2 * Calls.PARTITION_ROWS + 7)
FEW = Calls(20_000)


# the rows --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def calls() -> pl.DataFrame:
    return pl.DataFrame(FEW.arrow(0))


@pytest.fixture(scope="module")
def users() -> pl.DataFrame:
    return pl.DataFrame(FEW.users.arrow(0))


def test_a_partition_is_the_same_whichever_was_made_before_it() -> None:
    last, first = MANY.arrow(2), MANY.arrow(0)
    assert (MANY.arrow(0), MANY.arrow(2)) == (first, last)
    assert (MANY.partitions, last.num_rows) == (3, 7)
    assert Calls(MANY.count, seed=2).arrow(2) != last


def test_calls_come_in_the_order_of_time_through_all_partitions_of_one_year() -> None:
    moments = [MANY.arrow(part).column("started").to_numpy() for part in range(MANY.partitions)]
    every = np.concatenate(moments)
    assert (np.diff(every) >= 0).all()
    assert FIRST_S <= every[0] < every[-1] < FIRST_S + DAYS * DAY_S


def test_both_ends_of_a_call_are_subscribers_and_numbers_are_as_popular_as_a_squared_draw(
    calls: pl.DataFrame, users: pl.DataFrame
) -> None:
    known = set(users["phone"])
    assert (set(calls["caller"]) | set(calls["callee"])) - known == set()
    first_tenth = calls["caller"].is_in(users["phone"][: FEW.users.count // 10].implode()).mean()
    assert first_tenth == pytest.approx(math.sqrt(0.1), rel=0.05)


def test_one_subscriber_in_sixteen_calls_and_is_never_called(calls: pl.DataFrame, users: pl.DataFrame) -> None:
    silent = users["phone"][SILENT - 1 :: SILENT]
    assert calls["callee"].is_in(silent.implode()).sum() == 0
    assert calls["caller"].is_in(silent.implode()).sum() > 0


def test_no_two_subscribers_have_one_number(users: pl.DataFrame) -> None:
    assert users["phone"].n_unique() == FEW.users.count == 1000


def test_less_than_one_call_is_refused() -> None:
    with pytest.raises(UsageError, match="0 rows cannot be measured; give at least 1"):
        Calls(0)


# the files -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The Parquet files of few calls and their subscribers, by table."""
    work = tmp_path_factory.mktemp("files")
    FEW.write(work / "rows.tsv")
    return {rows.table.name: folder(rows, work) for rows in (FEW, FEW.users)}


def test_files_hold_the_rows_a_row_group_a_partition(tmp_path: Path) -> None:
    parquet.write(MANY, tmp_path / "calls")
    (file,) = (tmp_path / "calls").iterdir()
    footer = pq.read_metadata(file)
    groups = [footer.row_group(n) for n in range(footer.num_row_groups)]
    assert [group.num_rows for group in groups] == [Calls.PARTITION_ROWS, Calls.PARTITION_ROWS, 7]
    assert {group.column(0).compression for group in groups} == {"ZSTD"}
    assert pq.read_table(file).column("started").to_pylist()[-7:] == MANY.arrow(2).column("started").to_pylist()


def test_files_that_are_there_are_not_made_again(files: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    digest = parquet.require(FEW, files["calls"])
    monkeypatch.setattr(parquet, "_write", None)
    assert parquet.write(FEW, files["calls"]) == digest


def test_a_folder_is_not_there_until_all_its_files_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "FILE_PARTITIONS", 1)

    def torn(rows: Calls, half: Path, first: int) -> int:
        if first == 2:
            raise OSError(28, "No space left on device")
        (half / f"{first}.parquet").touch()
        return 1

    monkeypatch.setattr(parquet, "_write", torn)
    with pytest.raises(OSError, match="No space"):
        parquet.write(MANY, tmp_path / "calls")
    assert list(tmp_path.iterdir()) == []


def test_files_of_another_seed_are_refused_in_a_sentence(files: dict[str, Path]) -> None:
    with pytest.raises(DatasetMismatch, match=r"are of another seed \(1, not 2\); remove .* or set DBREPORT_FILES"):
        parquet.require(Calls(FEW.count, seed=2), files["calls"])


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda path: path.unlink(), "holds 0 of 20,000 rows"),
        (lambda path: path.write_bytes(b"PAR1"), "is no Parquet file of ours"),
    ],
    ids=["a missing file", "a file of somebody else's"],
)
def test_a_folder_with_something_else_in_it_is_refused(
    files: dict[str, Path], damage: Any, said: str, tmp_path: Path
) -> None:
    copy = Path(shutil.copytree(files["calls"], tmp_path / "calls"))
    damage(copy / "00000.parquet")
    with pytest.raises(DatasetMismatch, match=said):
        parquet.require(FEW, copy)


def test_making_millions_of_rows_takes_less_than_half_a_gigabyte(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from dbreport.experiments.join_analysis.data import Calls;"
        " from dbreport.datasets import parquet; parquet.write(Calls(4_000_000), Path(sys.argv[1]));"
        " print(Path('/proc/self/status').read_text())"
    )
    done = subprocess.run([sys.executable, "-c", code, tmp_path / "calls"], capture_output=True, text=True, check=True)
    peak = re.search(r"VmHWM:\s+(\d+) kB", done.stdout)  # its own: what it was forked from may be larger
    assert peak is not None
    assert int(peak[1]) < 512 << 10


# systems over files ----------------------------------------------------------------------------


@pytest.fixture(params=LOCAL)
def reader(request: pytest.FixtureRequest, files: dict[str, Path]) -> Iterator[Engine]:
    """A started system to which both tables were named, with a limit of memory."""
    made = found_class(request.param)(Setup(new_folder(request.param), memory_limit_bytes=1 << 30))
    try:
        made.start()
        for rows in (FEW, FEW.users):
            made.attach(rows.table, files[rows.table.name])
        yield made
    finally:
        made.remove()


def test_a_system_answers_from_files_and_knows_them_after_a_restart(reader: Engine) -> None:
    assert reader.run("SELECT count(*) AS n FROM calls", 60, fetch=True).rows == [(FEW.count,)]
    reader.stop()
    reader.start()
    joined = "SELECT count(*) AS n FROM calls AS c JOIN users AS u ON u.phone = c.caller"
    assert reader.run(joined, 60, fetch=True).rows == [(FEW.count,)]
    shown = {str(1 << 30), "1.0 GiB", "768"}
    assert shown & set(reader.settings().values())


@pytest.mark.parametrize("name", [name for name in speaking("files") if name != "spark"])
def test_a_system_over_files_says_that_it_keeps_no_tables(name: str) -> None:
    made = found_class(name)(Setup(new_folder(name)))
    try:
        made.start()
        with pytest.raises(Unsupported, match="keeps no table of its own"):
            made.create(CALLS)
        with pytest.raises((StatementFailed, Unsupported), match=f"{name}: .*"):
            made.run("SELECT * FROM nowhere", 60)
    finally:
        made.remove()


def test_a_system_that_reads_no_files_says_so(files: dict[str, Path]) -> None:
    made = found_class("sqlite")(Setup(new_folder("sqlite")))
    try:
        made.start()
        with pytest.raises(Unsupported, match="reads no Parquet files in place"):
            made.attach(CALLS, files["calls"])
    finally:
        made.remove()


@pytest.mark.parametrize(("name", "error"), [("datafusion", StatementFailed), ("polars", EngineDied)])
def test_too_little_memory_ends_a_question_with_a_reason(name: str, error: type[Exception], tmp_path: Path) -> None:
    parquet.write(MANY, tmp_path / "calls")
    made = found_class(name)(Setup(new_folder(name), memory_limit_bytes=2 << 20))
    try:
        made.start()
        made.attach(CALLS, tmp_path / "calls")
        with pytest.raises(error, match=name):
            made.run(QUERIES["contacts"].format(calls="calls"), 60)
    finally:
        made.remove()


# a run -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of a whole run on every system inside a process, and on PostgreSQL where it is found."""
    results = tmp_path_factory.mktemp("results")
    server = ("postgresql",) if found_class("postgresql") else ()
    engines = tuple(name for name in (*server, *LOCAL) if found_class(name))
    assert measure("join_analysis", Options(results, Scale.SMOKE, engines=engines, rows=20_000), Quiet())
    return results


@pytest.fixture(scope="module")
def runs(measured: Path) -> pl.DataFrame:
    return load("join_analysis", results=measured)


def test_every_system_answers_every_question_of_a_stage_alike(runs: pl.DataFrame) -> None:
    exact = runs.filter(pl.col("answer").is_not_null(), ~pl.col("case").str.contains("estimated"))
    questions = exact.with_columns(question=pl.col("case").str.replace(r"^\w+\.", ""))
    assert dict(questions.group_by("question").agg(pl.col("answer").n_unique()).rows()) == {
        question: 1 for question in QUERIES if question != "contacts_estimated"
    }
    answered = set(exact.filter(pl.col("case").str.starts_with("files."))["engine"])
    assert answered == set(LOCAL)


def test_what_a_system_cannot_say_is_unsupported_in_its_own_words(runs: pl.DataFrame) -> None:
    bad = runs.filter(~pl.col("status").is_in(["ok", "missing"])).select("engine", "case", "status", "reason").unique()
    assert bad.rows() == [
        ("polars", "files.contacts_estimated", "unsupported", "polars: unsupported function 'approx_count_distinct'")
    ]


def test_an_estimate_stands_beside_how_far_it_is_off(runs: pl.DataFrame) -> None:
    off = runs.filter(metric="relative_error")
    assert set(off["case"]) == {"files.contacts_estimated", "loaded.contacts_estimated"}
    assert (off["value"] < 0.1).all()


def test_bytes_spilled_are_kept_of_every_answer(runs: pl.DataFrame) -> None:
    asked = runs.filter(pl.col("metric").is_in(["latency", "spilled"]), pl.col("status") == "ok")
    counted = asked.group_by("metric").agg(pl.len()).rows()
    assert len(counted) == 2
    assert len({n for _, n in counted}) == 1


def test_those_that_wait_are_stopped_where_they_hold_too_much_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "WAITING_BYTES", 0)
    engines = ("duckdb", "datafusion")
    options = Options(tmp_path, Scale.SMOKE, engines=engines, cases=("*.month", "import.*", "size.*"), rows=1000)
    assert all(map(found_class, engines))
    assert measure("join_analysis", options, Quiet())
    kept = load("join_analysis", results=tmp_path)
    assert set(kept["status"]) <= {"ok", "missing"}
    assert {*kept["case"]} == {"files.month", "loaded.month", "import.loaded", "size.files", "size.loaded"}
    plans = [plan for footer in details("join_analysis", tmp_path).values() for plan in footer.plans.values()]
    assert [plan for plan in plans if plan.startswith("no plan")] == []


def test_pages_that_processes_share_count_once_towards_what_those_that_wait_hold() -> None:
    child = multiprocessing.get_context("fork").Process(target=signal.pause)
    child.start()
    try:
        me = [os.getpid()]
        with Proportional(me) as held:
            pass
        resident = sum(process.memory_info().rss for process in tree(me))
        between = (held.bytes + resident) // 2
        assert held.bytes < between < resident
        assert not hold_more(me, between)
        assert hold_more(me, held.bytes // 2)
        assert not hold_more([], 0)
    finally:
        child.kill()
        child.join()


def test_a_system_whose_earlier_answer_still_takes_much_of_the_disk_is_started_anew_before_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "LEFT", 0.0)
    begun: list[tuple[int, ...]] = []
    started = found_class("duckdb").start

    def leaving(engine: Engine) -> None:
        started(engine)
        begun.append(engine.pids())
        engine.setup.spill.mkdir(exist_ok=True)
        (engine.setup.spill / "left").write_bytes(bytes(4096))

    monkeypatch.setattr(found_class("duckdb"), "start", leaving)
    options = Options(tmp_path, Scale.SMOKE, engines=("duckdb",), cases=("files.month", "files.busiest"), rows=1000)
    assert measure("join_analysis", options, Quiet())
    assert len({*begun}) == 3, "the first start, and one for what lay there before each of two questions"


def test_a_table_that_does_not_fit_on_the_disk_fails_its_cases_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "OWN_BYTES_PER_ROW", {True: 10**15, False: 10**15})
    options = Options(tmp_path, Scale.SMOKE, engines=("duckdb",), cases=("*.month", "import.*"), rows=1000)
    found_class("duckdb")
    assert not measure("join_analysis", options, Quiet())
    kept = load("join_analysis", results=tmp_path).filter(metric="latency")
    status = dict(kept.select("case", "status").unique().rows())
    assert status == {"files.month": "ok", "loaded.month": "failed"}
    assert "needs about" in kept.filter(case="loaded.month")["reason"][0]


# the model -------------------------------------------------------------------------------------


def grown(engine: str, fixed_s: float, per_row_s: float, sizes: tuple[int, ...] = (10**6, 10**7, 10**8)) -> list[Any]:
    """Return samples of a question whose time is a line exactly, but for a spread of a few per cent."""
    made: list[Any] = []
    for scale, rows in zip((Scale.SMALL, Scale.MEDIUM, Scale.FULL), sizes, strict=False):
        seconds = fixed_s + per_row_s * rows
        spread = [seconds * factor for factor in (0.97, 0.99, 1.0, 1.01, 1.03)]
        made += repeats("files.pairs", spread, engine=engine, experiment="join_analysis", scale=scale, rows=rows)
    return made


def test_a_line_is_found_again_with_its_interval() -> None:
    line = facts.line(frame(grown("duckdb", 2.0, 1e-6)), "duckdb", "files.pairs")
    assert line is not None
    assert (line.fixed.value, line.scale_s[0]) == (pytest.approx(2.0, rel=0.01), pytest.approx(1e-6, rel=0.01))
    assert line.exponent.value == 1
    assert line.fixed.low < 2.0 < line.fixed.high
    assert line.at(10**9).value == pytest.approx(1002, rel=0.01)
    assert line.rows_in(102).value == pytest.approx(1e8, rel=0.01)


@pytest.mark.parametrize("sizes", [(10**6, 10**8), (10**6, 10**7, 10**8)], ids=["two sizes", "three sizes"])
def test_times_that_grow_faster_than_the_rows_have_an_exponent_and_nothing_fixed(sizes: tuple[int, ...]) -> None:
    made: list[Any] = []
    for scale, rows in zip((Scale.SMALL, Scale.MEDIUM, Scale.FULL), sizes, strict=False):
        facts_of = {"engine": "spark", "experiment": "join_analysis", "scale": scale, "rows": rows}
        made += repeats("files.pairs", [factor * 1e-7 * rows**1.2 for factor in (0.98, 1.0, 1.02)], **facts_of)
    line = facts.line(frame(made), "spark", "files.pairs")
    assert line is not None
    assert (line.fixed.value, line.exponent.value) == (0.0, pytest.approx(1.2, abs=0.001))
    assert line.off == pytest.approx(0.0, abs=0.001)
    assert line.at(10**9).value == pytest.approx(1e-7 * (10**9) ** 1.2, rel=0.01)
    assert line.rows_in(line.at(10**9).value).value == pytest.approx(1e9, rel=0.001)


def test_one_size_makes_no_line() -> None:
    assert facts.line(frame(grown("duckdb", 2.0, 1e-6, (10**6,))), "duckdb", "files.pairs") is None


def test_lines_meet_where_they_cross_or_not_at_all() -> None:
    made = frame([*grown("duckdb", 1.0, 2e-6), *grown("spark", 21.0, 1e-6), *grown("polars", 1.0, 5e-7)])
    found = {line.engine: line for line in facts.lines(made, "pairs")}
    duckdb, spark, polars = (found[name] for name in ("duckdb", "spark", "polars"))
    meeting, share = facts.meets(duckdb, spark)
    assert meeting is not None
    assert (meeting.value, share) == (pytest.approx(2e7, rel=0.05), 1.0)
    assert facts.meets(polars, spark) == (None, 0.0)
    assert facts.machines(polars, spark, 10**8).value == pytest.approx(121 / 51, rel=0.05)
    assert facts.fastest([duckdb, spark, polars]) is polars


def test_workers_have_a_line_of_their_own() -> None:
    made = [replace(one, case="two_workers.pairs") for one in grown("spark", 21.0, 1e-6)]
    (line,) = facts.lines(frame(made), "pairs")
    assert (line.stage, line.spread, charts.labelled(line, "en")) == ("two_workers", True, "Spark · two workers")


@pytest.mark.parametrize(
    ("points", "exponent", "bounded"),
    [([(10, 100), (1000, 10_000)], 1.0, False), ([(10, 90), (100, 1000), (1000, 9500)], 1.01, True)],
    ids=["two sizes", "three sizes"],
)
def test_a_size_is_carried_on_by_its_exponent(
    points: list[tuple[float, float]], exponent: float, bounded: bool
) -> None:
    fitted = facts.power(points, 1e6)
    assert fitted is not None
    assert (fitted.exponent.value, fitted.at.has_interval) == (pytest.approx(exponent, abs=0.01), bounded)
    assert fitted.at.value == pytest.approx(1e7, rel=0.2)
    assert facts.power(points[:1], 1e6) is None


# tables and chapter ----------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tables_and_charts_are_drawn_of_a_run_and_of_none(runs: pl.DataFrame, lang: str) -> None:
    for samples in (runs, runs.clear()):
        shown = [
            charts.answers(samples, lang), charts.growth(samples, lang, "pairs"), tables.memory(samples, lang),
            tables.failures(samples, lang), tables.own_tables(samples, lang), tables.estimates(samples, lang),
            tables.cluster(samples, lang), growth.fits(samples, lang, "pairs"), tables.public(lang),
            growth.reasons(samples, lang), growth.questions(samples, lang),
            scenarios.planned({"join_analysis": samples}, lang),
        ]  # fmt: skip
        assert all(one.figure for one in shown)


def test_what_is_stored_is_told_of_the_machine_with_most_sizes_and_of_systems_with_two() -> None:
    def stored(engine: str, rows: int) -> Sample:
        return sample(
            engine=engine, case="size.bytes.shipped", metric="size_table", value=10.0 * rows, unit="bytes", rows=rows,
            scale=Scale.SMALL if rows == 500 else Scale.MEDIUM, experiment="storage",
        )  # fmt: skip

    one = frame([stored("mysql", 500), stored("sqlite", 500)], host="one-size")
    two = frame([stored("mysql", 500), stored("duckdb", 500), stored("duckdb", 2000)], host="two-sizes")
    told = [scenarios.planned({"storage": made}, "en").figure for made in (one, pl.concat([one, two]))]
    lines = [[line for line in each.split("<tr>") if "five" in line] for each in told]
    assert [len(each) for each in lines] == [1, 1]
    assert "Not measured at two sizes yet" in lines[0][0]
    assert "DuckDB: 100 MB (exponent 1.000)" in lines[1][0]
    assert "two-sizes" in lines[1][0]


def test_a_scenario_is_told_of_the_largest_size_it_was_asked_at_and_not_of_a_larger_that_asked_something_else() -> None:
    made = [
        sample(experiment="half_billion", engine="duckdb", case="indexed.point", rows=50, scale=Scale.MEDIUM),
        sample(experiment="half_billion", engine="duckdb", case="plain.count", rows=500, scale=Scale.FULL),
    ]
    told = scenarios.planned({"half_billion": frame(made)}, "en").figure
    assert "one number: shortest median, of the systems measured at this size, on DuckDB" in told


def test_a_question_that_ran_out_of_memory_is_told_with_its_reason() -> None:
    died = sample(
        engine="duckdb", case="files.pairs", status=Status.FAILED, value=None, reason="out of memory",
        experiment="join_analysis",
    )  # fmt: skip
    assert "out of memory" in tables.failures(frame([died]), "en").figure


def test_a_disk_that_was_full_is_told_from_other_failures() -> None:
    reasons = {"contacts": "duckdb: its disk is full, free some room", "never_called": "out of memory"}
    made = [
        sample(
            engine="duckdb", case=f"files.{question}", status=Status.FAILED, value=None, reason=reason,
            experiment="join_analysis",
        )
        for question, reason in reasons.items()
    ]  # fmt: skip
    assert facts.filled_the_disk(frame(made), "duckdb") == ["contacts"]
    assert facts.filled_the_disk(frame(made).clear(), "duckdb") == []


def test_the_model_says_that_spark_is_level_nowhere_within_what_was_measured() -> None:
    made = frame([*grown("duckdb", 1.0, 1e-6), *grown("spark", 20.0, 2e-6)])
    assert "calls from which Spark is as fast" not in growth.fits(made, "en", "pairs").figure
    drawn = charts.growth(made, "en", "pairs").figure
    assert [trace.name for trace in drawn.data if trace.mode == "markers"] == ["DuckDB", "Spark"]


def test_a_line_is_drawn_no_further_than_its_system_was_measured() -> None:
    made = frame([*grown("duckdb", 1.0, 1e-6), *grown("spark", 20.0, 2e-6, (10**6, 10**7))])
    lines = [trace for trace in charts.growth(made, "en", "pairs").figure.data if trace.mode == "lines"]
    reached = {trace.legendgroup: round(max(trace.x)) for trace in lines if trace.fill is None}
    assert reached == {"DuckDB": 10**8, "Spark": 10**7}


def test_how_far_one_machine_goes_is_told_where_spark_and_another_were_measured_at_two_sizes() -> None:
    duckdb, spark = grown("duckdb", 1.0, 1e-6), grown("spark", 20.0, 2e-6)
    assert growth.outlook(frame(duckdb), "pairs") is None
    told = growth.outlook(frame([*duckdb, *spark]), "pairs")
    assert told is not None
    said = {name: by_language["en"] for name, by_language in told.items()}
    assert (said["who"], said["level"]) == ("DuckDB", "At no size measured is Spark on the same machine as fast.")
    assert said["hour"].startswith("3.6 billion [")
    assert said["times"] == "36"
    assert said["machines"].startswith("3 [")  # 2.18, and part of a machine is a machine


def test_a_change_stands_beside_the_unchanged_at_the_same_size() -> None:
    facts_of = {"engine": "spark", "experiment": "join_analysis", "rows": 10**6, "scale": Scale.SMALL}
    made = [
        *repeats("files.pairs", [2.0, 2.1, 1.9], **facts_of),
        *repeats("why.pairs_merged", [6.0, 6.2, 5.8], **facts_of),
    ]
    shown = growth.reasons(frame(made), "en").figure
    assert "no table broadcast" in shown
    assert "3 [" in shown
    assert "the small table broadcast" not in shown


def test_what_grew_is_told_of_the_most_calls_beside_the_fewest() -> None:
    small, medium = {"rows": 10**6, "scale": Scale.SMALL}, {"rows": 10**7, "scale": Scale.MEDIUM}
    measured: tuple[tuple[str, float, dict[str, Any]], ...] = (
        ("duckdb", 1.0, small),
        ("duckdb", 30.0, medium),
        ("spark", 9.0, medium),
    )
    made = frame(
        one
        for engine, seconds, at in measured
        for one in repeats("files.month", [seconds] * 5, experiment="join_analysis", engine=engine, **at)
    )
    shown = str(growth.questions(made, "en").figure)
    (line,) = [row for row in re.findall(r"<tr>(.*?)</tr>", shown, re.DOTALL) if "a month by hour" in row]
    cells = [re.sub(r"<[^>]+>", " ", cell).split() for cell in re.findall(r"<td[^>]*>(.*?)</td>", line)]
    assert [cells[1][:2], cells[1][2:3], cells[2]] == [["30", "s"], ["30"], ["9", "s"]]


def test_a_reason_is_told_at_the_most_calls_at_which_both_sides_of_it_were_answered() -> None:
    made = [
        sample(experiment="join_analysis", engine="spark", case=case, rows=rows, scale=scale, value=1.0)
        for case, rows, scale in (
            ("files.pairs", 10**6, Scale.SMALL), ("why.pairs_broadcast", 10**6, Scale.SMALL),
            ("files.pairs", 10**7, Scale.MEDIUM), ("why.pairs_broadcast", 10**7, Scale.MEDIUM),
            ("why.pairs_broadcast", 10**8, Scale.FULL),
        )
    ]  # fmt: skip
    both = facts.most_answering(frame(made), "spark", "files.pairs", "why.pairs_broadcast")
    assert both["rows"].unique().to_list() == [10**7]
    assert facts.most_answering(frame(made[:1]), "spark", "files.pairs", "why.pairs_broadcast").is_empty()


def test_machines_are_told_of_the_most_calls_that_both_answered() -> None:
    one, spark = (
        facts.line(frame(grown(engine, 1.0, 1e-6, sizes)), engine, "files.pairs")
        for engine, sizes in (("duckdb", (10**6, 10**7, 10**8)), ("spark", (10**6, 10**7)))
    )
    assert one is not None
    assert spark is not None
    assert facts.most_of_both(one, spark) == 10**7


@pytest.mark.parametrize("found", [True, False], ids=["results of a smoke run", "no results"])
def test_the_chapter_executes(found: bool, measured: Path, tmp_path: Path) -> None:
    results = tmp_path / "results"
    shutil.copytree(measured, results) if found else results.mkdir()
    page = Path("chapters/join-analysis.ipynb")
    (tmp_path / "chapters").mkdir()
    shutil.copy(ROOT / "_quarto.yml", tmp_path)
    shutil.copy(ROOT / page, tmp_path / page)
    (tmp_path / "data").symlink_to(ROOT / "data")
    execute_together(tmp_path, results, [page])
    cells = [cell for cell in nbformat.read(tmp_path / page, as_version=4).cells if cell.cell_type == "code"]
    wrong = [output.evalue for cell in cells for output in cell.outputs if output.output_type == "error"]
    assert wrong == []
    assert all(cell.execution_count for cell in cells)
