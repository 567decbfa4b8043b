"""Tables as HTML: values with intervals, failures as what they are, text of systems and servers escaped."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from dbreport.experiments.half_billion import tables as half_billion_tables
from dbreport.experiments.half_billion import verdicts as half_billion_verdicts
from dbreport.experiments.insert_rate import tables as insert_rate_tables
from dbreport.experiments.real_workload import tables as real_workload_tables
from dbreport.experiments.sysbench import tables as sysbench_tables
from dbreport.model import Profile, Scale, Status
from dbreport.report import answers, tables
from dbreport.report.drawn import Drawn
from dbreport.report.tables.shared import cell
from dbreport.results import select
from dbreport.results.store import Cell, Footer
from samples import (
    HOST,
    SESSION,
    details,
    engine_samples,
    footer,
    frame,
    insert_report,
    load_samples,
    repeats,
    report,
    sample,
    session,
    sysbench_report,
    without,
    workload_report,
)

pytestmark = pytest.mark.usefixtures("home")

CHINESE = re.compile(r"[\u4e00-\u9fff]")


@pytest.fixture(scope="module")
def runs() -> pl.DataFrame:
    return frame(
        report()
        + [
            s
            for engine in ("postgresql", "mysql", "duckdb")
            for s in repeats(
                "import.bulk", [1e9] * 5, engine=engine, metric="server_written", scale="medium", rows=50_000_000
            )
        ]
    )


TABLES: dict[str, Callable[[pl.DataFrame, str], Drawn | str]] = {
    "results": lambda runs, lang: half_billion_tables.results(select.only(runs), lang),
    "verdicts": lambda runs, lang: tables.verdicts(half_billion_verdicts.decide(runs), lang),
    "winners": lambda runs, lang: tables.winners(
        answers.winners(runs, "small"), lang, select.only(runs, scale="small")
    ),
    "audit": lambda runs, lang: tables.audit(half_billion_verdicts.audit(), lang),
    "against_limits": lambda runs, lang: half_billion_tables.against_limits(runs, details(), lang),
    "plans": lambda runs, lang: tables.plans(details(), lang, [("postgresql", "indexed.point")], "small"),
    "settings": lambda runs, lang: tables.settings(details(), lang, "small"),
    "hosts": lambda runs, lang: tables.hosts(details(), lang),
    "limits": lambda runs, lang: tables.limits(details(), lang),
    "measured": lambda runs, lang: tables.measured(runs, details(), lang),
}


def text(table: Drawn | str) -> str:
    return str(table.figure) + table.caption if isinstance(table, Drawn) else table


def rows(table: Drawn | str) -> list[list[str]]:
    """Return the cells of a table's body by row."""
    body = re.search(r"<tbody>(.*)</tbody>", text(table), re.DOTALL)
    assert body
    return [re.findall(r"<td>(.*?)</td>", row, re.DOTALL) for row in re.findall(r"<tr>(.*?)</tr>", body[1], re.DOTALL)]


def words(cell: str) -> str:
    return re.sub(r"<[^>]*>", "", cell)


def test_an_english_table_has_no_chinese(runs: pl.DataFrame) -> None:
    assert [name for name, draw in TABLES.items() if CHINESE.search(text(draw(runs, "en")))] == []


def test_a_chinese_table_has_chinese_words(runs: pl.DataFrame) -> None:
    assert [name for name, draw in TABLES.items() if not CHINESE.search(text(draw(runs, "zh")))] == []


def test_every_row_has_a_cell_for_every_column(runs: pl.DataFrame) -> None:
    drawn = {name: draw(runs, "en") for name, draw in TABLES.items() if name != "plans"}
    uneven = {name for name, table in drawn.items() if {len(row) for row in rows(table)} != {text(table).count("<th>")}}
    assert uneven == set()


# results ---------------------------------------------------------------------------------------


def test_the_fastest_system_is_bold(runs: pl.DataFrame) -> None:
    point = next(
        row for row in rows(half_billion_tables.results(select.only(runs, scale="small"), "en")) if row[0] == "point"
    )
    assert [words(cell) for cell in point if "<strong>" in cell] == ["100 ms98.9 ms – 101 ms"]


def test_a_timeout_is_named(runs: pl.DataFrame) -> None:
    found = next(row for row in rows(half_billion_tables.results(select.only(runs), "en")) if row[0] == "group all")
    assert found[2] == '<span class="bad">timed out</span>'


def test_a_failure_is_named_and_the_system_s_own_words_are_there() -> None:
    made = [*engine_samples("postgresql"), sample(case="indexed.count", engine="mysql", status=Status.FAILED)]
    found = next(row for row in rows(half_billion_tables.results(frame(made), "en")) if row[0] == "count")
    assert found[2] == '<span class="bad" title="it took over 300 s">failed</span>'


def test_a_case_nobody_measured_on_a_system_is_named_so(runs: pl.DataFrame) -> None:
    made = without(engine_samples("postgresql") + engine_samples("mysql"), "mysql", "indexed.count")
    found = next(row for row in rows(half_billion_tables.results(frame(made), "en")) if row[0] == "count")
    assert words(found[2]) == "not measured"


def test_a_reason_cannot_break_the_page() -> None:
    failed = sample(case="indexed.count", status=Status.FAILED, reason='no "column" <b>x</b>')
    made = without(engine_samples("postgresql"), "postgresql", "indexed.count")
    assert "no &quot;column&quot; &lt;b&gt;x&lt;/b&gt;" in text(
        half_billion_tables.results(frame([*made, failed]), "en")
    )


# printed, verdicts, winners --------------------------------------------------------------------


def test_every_claim_has_a_verdict_and_evidence(runs: pl.DataFrame) -> None:
    found = rows(TABLES["verdicts"](runs, "en"))
    assert [words(row[0])[:4] for row in found] == [f"hb-{n}" for n in range(1, 9)]
    assert ['href="#fig-import"' in found[0][0], 'href="#tbl-patience"' in found[6][0]] == [True, True]
    assert all(words(cell) for row in found for cell in row)


def test_the_winner_of_a_need_stands_before_the_next(runs: pl.DataFrame) -> None:
    found = next(row for row in rows(TABLES["winners"](runs, "en")) if row[0] == words(row[0]) and "MB" not in row[2])
    assert (words(found[1]), found[3].partition(" × ")[0]) == ("DuckDB", "PostgreSQL")


def test_the_answers_say_which_experiment_gave_them(runs: pl.DataFrame) -> None:
    assert TABLES["winners"](runs, "en").caption.startswith("Import and query: 5 million rows; as shipped; ")
    assert TABLES["winners"](runs, "zh").caption.startswith("导入与查询：500 万行；出厂设置；")


@pytest.mark.parametrize(
    ("engines", "zh", "en"),
    [
        (["mysql"], "MySQL", "MySQL"),
        (["mysql", "duckdb"], "MySQL、DuckDB", "MySQL and DuckDB"),
        (["mysql", "duckdb", "sqlite"], "MySQL、DuckDB、SQLite", "MySQL, DuckDB and SQLite"),
    ],
)
def test_systems_are_listed_as_each_language_does(engines: list[str], zh: str, en: str) -> None:
    assert tables.names(engines) == {"zh": zh, "en": en}


# what stands in the footers --------------------------------------------------------------------


def test_a_rate_above_the_measured_limit_is_suspect() -> None:
    written = repeats("import.bulk", [1e10] * 5, metric="server_written", unit="bytes")
    cell = Cell("half_billion", "test-host", "postgresql", "default", "smoke")
    found = rows(
        half_billion_tables.against_limits(frame(engine_samples("postgresql") + written), {cell: footer()}, "en")
    )
    assert words(found[0][4]).endswith("suspect")


def test_the_limit_is_that_of_the_session_that_imported() -> None:
    """A case of another session came into the file later, when the disk was twice as fast."""
    written = repeats("import.bulk", [1e10] * 5, metric="server_written", unit="bytes")
    cell, known = Cell("half_billion", "test-host", "postgresql", "default", "smoke"), footer()
    (facts,) = known.sessions.values()
    twice = [2 * rate for rate in facts["limits"]["sequential_write"]["values"]]
    known.sessions["later"] = facts | {"limits": facts["limits"] | {"sequential_write": {"values": twice}}}
    samples = frame(engine_samples("postgresql") + written)
    shown = [rows(half_billion_tables.against_limits(samples, {cell: each}, "en"))[0][3] for each in (footer(), known)]
    assert shown[0] == shown[1]


def test_a_rate_below_the_measured_limit_is_not_suspect() -> None:
    written = repeats("import.bulk", [1e9] * 5, metric="server_written", unit="bytes")
    cell = Cell("half_billion", "test-host", "postgresql", "default", "smoke")
    found = rows(
        half_billion_tables.against_limits(frame(engine_samples("postgresql") + written), {cell: footer()}, "en")
    )
    assert found[0][4] == "45%"


def test_processor_time_is_not_set_against_a_clock_that_stood_still() -> None:
    """A system inside the process that makes the rows has their making in its processor time."""
    shown = {}
    for engine in ("postgresql", "duckdb"):
        made = engine_samples(engine)
        made += repeats("import.bulk", [1e9] * 5, engine=engine, metric="server_written", unit="bytes")
        made += repeats("import.bulk", [3.0] * 5, engine=engine, metric="server_cpu", unit="s")
        cell = Cell("half_billion", "test-host", engine, "default", "smoke")
        table = half_billion_tables.against_limits(frame(made), {cell: footer()}, "en")
        shown[engine] = (rows(table)[0][-1] != "–", "A dash:" in table.caption)
    assert shown == {"postgresql": (True, False), "duckdb": (False, True)}


def test_only_settings_that_differ_between_profiles_are_listed() -> None:
    found = rows(tables.settings(details(), "en", "small"))
    assert [[words(cell) for cell in row] for row in found] == [["PostgreSQL", "shared_buffers", "128MB", "1GB"]]


def test_profiles_without_a_difference_are_said_to_have_none() -> None:
    same = {cell: footer() for cell in details()}
    assert tables.settings(same, "en", "small") == "No setting differs."


def test_statement_and_plan_are_shown_as_text() -> None:
    found = tables.plans(details(), "en", [("postgresql", "indexed.point")], "small")
    assert "SELECT &#x27;&lt;one&gt;&#x27;\n\nIndex Scan &lt;numbers_phone&gt;" in found


def test_a_case_without_a_plan_is_left_out() -> None:
    assert tables.plans(details(), "en", [("postgresql", "import.bulk")], "small") == ""


def test_a_machine_is_described() -> None:
    assert [[words(cell) for cell in row][:4] for row in rows(tables.hosts(details(), "en"))] == [
        [HOST, "Test &lt;CPU&gt;", "2", "24 GiB"]
    ]


def test_a_processor_tells_its_signature_where_its_session_asked() -> None:
    told = session()
    told["host"] = {**told["host"], "cpu_signature": "25-17-1"}
    cell = Cell("half_billion", HOST, "sqlite", "default", "small")
    made = details() | {cell: footer(sessions={"20260303-fedcba": told})}
    shown = {words(row[1]) for row in rows(tables.hosts(made, "en"))}
    assert shown == {"Test &lt;CPU&gt;", "Test &lt;CPU&gt;family 25, model 17, stepping 1"}


def two_sessions() -> dict[Cell, Footer]:
    """Return two files of one host, the second measured on another machine of the same make."""
    slow = {"unit": "fsyncs/s", "values": [90.0, 100.0, 110.0]}
    other = session(limits={"fsync": slow})
    cells = [Cell("half_billion", HOST, engine, "default", "small") for engine in ("postgresql", "mysql")]
    return {cells[0]: footer(), cells[1]: footer(sessions={SESSION: session(), "20260202-abcdef": other})}


def test_sessions_of_one_make_are_counted_and_their_kernels_named() -> None:
    newer = session()
    newer["host"] = {**newer["host"], "kernel": "7.0"}
    cell = Cell("half_billion", HOST, "sqlite", "default", "small")
    every = two_sessions() | {cell: footer(sessions={"20260303-fedcba": newer})}
    (row,) = rows(tables.hosts(every, "en"))
    assert words(row[-2]) == "3"
    assert words(row[-1]).split(", ") == [session()["host"]["kernel"], "7.0"]


def test_limits_are_median_and_range_of_each_session() -> None:
    found = {words(row[0]): words(row[3]) for row in rows(tables.limits(two_sessions(), "en"))}
    assert found == {
        SESSION: "1,000/s900 – 1,100/s",
        "20260202-abcdef": "100/s90 – 110/s",
    }


def test_a_limit_that_a_session_lacks_is_a_dash() -> None:
    assert [words(cell) for cell in rows(tables.limits(two_sessions(), "en"))[1]][1:3] == ["–", "–"]


def calibrated(*processor_s: float) -> dict[str, Any]:
    return session() | {"calibration": {"processor": {"unit": "s", "work": 1, "values": list(processor_s)}}}


def test_the_fixed_work_is_shown_by_session_and_told_at_its_best() -> None:
    cell = Cell("half_billion", HOST, "sqlite", "default", "small")
    sessions = {SESSION: calibrated(0.005, 0.006, 0.007), "20260202-abcdef": calibrated(0.01, 0.02, 0.03)}
    made = {cell: footer(sessions={**sessions, "20260303-fedcba": session()})}
    assert [words(row[-1]) for row in rows(tables.limits(made, "en"))] == [
        "6 ms5 – 7 ms",
        "20 ms10 – 30 ms",
        "–",
    ]
    assert tables.fixed_work(made) == {"sessions": "2", "quickest": "5 ms", "slowest": "10 ms", "times": "2"}


def test_of_one_session_the_fixed_work_is_held_against_nothing() -> None:
    assert tables.fixed_work({Cell("half_billion", HOST, "sqlite", "default", "small"): footer()}) == {}


def test_every_stored_cell_is_listed(runs: pl.DataFrame) -> None:
    assert len(rows(tables.measured(runs, details(), "en").figure)) == len(details())


def test_the_newest_version_of_a_system_is_told_and_whose_it_is() -> None:
    older = sample(engine_version="14.9", started_at=sample().started_at.replace(year=2020))
    cells = [Cell("half_billion", "test-host", name, "default", "smoke") for name in ("postgresql", "files")]
    made = frame([sample(), older, sample(engine="files", engine_version="3.11.7")])
    told = rows(tables.measured(made, {cell: footer() for cell in cells}, "en").figure)
    assert [words(row[1]) for row in told] == ["15.1", "Python 3.11.7"]


def test_a_cell_has_the_rows_that_most_of_it_was_measured_on() -> None:
    made = frame([sample(repeat=repeat, rows=rows) for repeat, rows in enumerate((10_000, 10_000, 1_000_000))])
    cell = Cell("half_billion", "test-host", "postgresql", "default", "smoke")
    assert [words(row[3]) for row in rows(tables.measured(made, {cell: footer()}, "en").figure)] == ["10,000"]


def test_a_commit_with_changes_of_its_own_is_marked(runs: pl.DataFrame) -> None:
    dirty = {cell: footer(git_dirty=True) for cell in details()}
    assert {words(row[-1]) for row in rows(tables.measured(runs, dirty, "en").figure)} == {"0123456+"}


def test_every_commit_that_measured_a_case_is_named(runs: pl.DataFrame) -> None:
    cases = {"indexed.point": {}, "unindexed.count": {"commit": "fedcba9876"}, "why.fence": {"commit": "fedcba9876"}}
    cells = {cell: footer(cases=cases) for cell in details()}
    assert {words(row[-1]) for row in rows(tables.measured(runs, cells, "en").figure)} == {"0123456 fedcba9"}


def test_a_commit_that_is_not_in_the_history_is_told_with_the_nearest(
    runs: pl.DataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = {"indexed.point": {"commit": "fedcba9876"}, "unindexed.count": {"commit": "1032547698"}}
    cells = {cell: footer(cases=cases) for cell in details()}
    assert tables.measured(runs, cells, "en").notes == ()
    monkeypatch.setenv("DBREPORT_HOME", str(tmp_path))
    (tmp_path / "data").mkdir()
    lines = "commit,nearest,reason\nfedcba9876,abcdef0123,-\n1032547698,abcdef0123,-\n0000000000,abcdef0123,-\n"
    (tmp_path / "data" / "rewritten-commits.csv").write_text(lines, encoding="utf-8")
    (note,) = tables.measured(runs, cells, "en").notes
    assert "publication: 1032547, fedcba9. abcdef0 is nearest;" in note


def test_a_system_the_order_does_not_name_is_listed_last() -> None:
    cells = {Cell("half_billion", "test-host", name, "default", "smoke"): footer() for name in ("sqlite", "apple")}
    made = frame([sample(engine="sqlite"), sample(engine="apple")])
    with pytest.raises(KeyError, match=r"engine\.apple"):  # its label is asked for: the order was no obstacle
        tables.measured(made, cells, "en")


# under load ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def loaded() -> pl.DataFrame:
    return frame(sysbench_report())


def test_rates_stand_system_beside_system_the_fastest_bold(loaded: pl.DataFrame) -> None:
    insert, unknown = rows(
        tables.rates(select.only(loaded, "default", durability="full"), "en", ["full.oltp_insert", "full.unheard_of"])
    )
    assert insert[1].startswith("<strong>2,000</strong><br>")
    assert insert[2].startswith("1,000<br>")
    assert unknown[1:] == ["not measured", "not measured"]


def test_printed_ratios_stand_beside_both_classes_and_the_other_profiles(loaded: pl.DataFrame) -> None:
    found = {line[0]: line[1:] for line in rows(sysbench_tables.sysbench_printed(loaded, "en"))}
    assert found["insert"][0] == "2.78"
    assert [ratio.partition("<")[0] for ratio in found["insert"][1:]] == ["3", "3", "2", "2"]
    assert "not measured" in found["point select"][2]  # it commits nothing, so one class says it all


def test_a_profile_that_was_not_measured_has_no_column(loaded: pl.DataFrame) -> None:
    found = rows(sysbench_tables.sysbench_printed(loaded.filter(pl.col("profile") == "source"), "en"))
    assert {len(line) for line in found} == {4}


def test_printed_rates_and_p95_stand_beside_those_of_the_same_test_on_the_same_table(loaded: pl.DataFrame) -> None:
    found = rows(sysbench_tables.printed_rates(loaded, "en"))
    assert [line[1:6] for line in found if line[0] == "insert"] == [
        ["PostgreSQL", "4,336/s", "3,000/s", "5 ms", "10.7 ms"],
        ["MySQL with its binary log", "1,558/s", "1,000/s", "20.37 ms", "32 ms"],
    ]


def test_every_rate_printed_of_inserts_stands_beside_the_same_work() -> None:
    found = rows(insert_rate_tables.insert_printed(frame(insert_report()), "en"))
    assert len(found) == 10
    assert found[0] == ["23 columns · 8 clients", "synced", "2,346/s", "1,000/s", "0.426"]
    nothing = frame(load_samples("postgresql", "full.multi.columns", 10.0, experiment="insert_rate"))
    assert all("not measured" in line[3] for line in rows(insert_rate_tables.insert_printed(nothing, "en")))


@pytest.mark.parametrize(
    ("metric", "fmt", "said"), [("log_syncs_per_transaction", "count", "0.2"), ("heat", "count", "–")]
)
def test_a_median_for_a_sentence(metric: str, fmt: str, said: str, loaded: pl.DataFrame) -> None:
    full = loaded.filter((pl.col("durability") == "full") & (pl.col("profile") == "default"))
    assert tables.typical(full, "mysql", "full.oltp_insert", metric, fmt) == said


def test_what_is_told_of_each_system_leaves_out_those_without_it(runs: pl.DataFrame) -> None:
    told = tables.on_each(runs, {"postgresql": "1 s", "mysql": "–", "duckdb": "2 s"}.__getitem__)
    assert told == {"zh": "PostgreSQL 1 s；DuckDB 2 s", "en": "PostgreSQL 1 s; DuckDB 2 s"}
    assert tables.on_each(runs, lambda system: "–") == {"zh": "尚未测量", "en": "not measured yet"}


def test_how_many_turns_there_were_is_a_range_where_cases_differ(loaded: pl.DataFrame) -> None:
    fewer = loaded.filter((pl.col("case") != "full.oltp_insert") | (pl.col("repeat") < 3))
    assert [tables.turns(runs) for runs in (loaded, fewer, loaded.clear())] == ["5", "3–5", "–"]


def test_what_one_sync_carries_is_the_inverse_of_syncs_per_transaction(loaded: pl.DataFrame) -> None:
    assert tables.per_sync(loaded, "mysql", "full.oltp_insert") == "5"
    assert tables.per_sync(loaded, "mysql", "full.unheard_of") == "–"


def test_processors_are_as_busy_as_server_and_client_keep_them(loaded: pl.DataFrame) -> None:
    facts = {"case": "full.busy", "engine": "mysql", "experiment": "sysbench"}
    used = {"server_cpu": 9.0, "client_cpu": 3.0, "transactions": 10_000.0, "throughput": 1_000.0}
    made = frame([sample(metric=name, value=value, **facts) for name, value in used.items()])
    assert tables.busy(made, details(), "mysql", "full.busy") == "60 %"  # 12 of 20 seconds that two cores had
    assert tables.busy(made, details(), "mysql", "full.unheard_of") == "–"


def test_more_than_all_processors_is_no_share() -> None:
    facts = {"case": "full.busy", "engine": "mysql", "experiment": "sysbench"}
    used = {"server_cpu": 19.0, "client_cpu": 3.0, "transactions": 10_000.0, "throughput": 1_000.0}
    made = frame([sample(metric=name, value=value, **facts) for name, value in used.items()])
    assert tables.busy(made, details(), "mysql", "full.busy") == "–"


def test_a_sync_takes_what_the_machine_was_measured_to_take() -> None:
    assert tables.sync_limit(details()) == "1 ms"


def test_a_sync_s_limit_is_that_of_all_sessions_and_none_where_none_was_measured() -> None:
    def found(*rates: float) -> str:
        known = {
            f"session {rate}": session() | {"limits": {"fsync": {"values": [rate]}} if rate else {}} for rate in rates
        }
        return tables.sync_limit({cell: footer(sessions=known) for cell in details()})

    assert (found(1000, 500, 250), found(1000, 500, 0), found(0)) == ("2 ms", "1.33 ms", "–")


def test_rows_and_pages_read_stand_together_and_a_system_that_tells_nothing_has_no_column() -> None:
    (line,) = rows(real_workload_tables.reads(frame(workload_report()), "en", ["none.latest_record"]))
    assert line[0] == "latest record of a user, the nickname alone, no index"
    assert line[1] == '5 rows<br><small class="muted">0 pages</small>'
    assert line[2] == '1,000,000 rows<br><small class="muted">100,000 pages</small>'


def test_a_value_measured_once_or_twice_has_no_interval() -> None:
    def shown(values: list[float]) -> str:
        point = select.point(frame(repeats("a", values, engine="duckdb")), "duckdb", "a")
        return cell(point, None, "en")

    assert shown([0.1]) == "100 ms"
    assert shown([0.1, 0.2]) == "150 ms"
    assert shown([0.1, 0.1, 0.1]) == '100 ms<br><small class="muted">100 ms – 100 ms</small>'


def test_a_system_that_tells_nothing_of_these_cases_has_no_column() -> None:
    facts: dict[str, Any] = {"experiment": "real_workload", "metric": "rows_read", "unit": "rows", "rows": 1_000_000}
    more = repeats("examined.none.other", [1.0], engine="duckdb", scale=Scale.MEDIUM, **facts)
    (line,) = rows(real_workload_tables.reads(frame([*workload_report(), *more]), "en", ["none.latest_record"]))
    assert len(line) == 3


def test_the_aggregate_of_both_machines_stands_with_the_rows_that_fit_into_memory_too() -> None:
    made = [one for one in workload_report(profile=Profile.SOURCE) if "status_counts" in one.case]
    larger = [replace(one, scale=Scale.FULL, rows=5_000_000) for one in made]
    read = [replace(one, value=1e9) if one.metric == "server_read" else one for one in larger]
    labels = [line[0] for line in rows(real_workload_tables.printed(frame([*made, *read]), "en"))]
    assert labels[-2:] == [
        "records by status, the board: warm, 1 million rows",
        "records by status, the cloud server: a slow disk, cold, 1 million rows",
    ]


def test_a_single_row_read_is_said_in_the_singular() -> None:
    facts: dict[str, Any] = {"experiment": "real_workload", "metric": "rows_read", "unit": "rows"}
    made = frame(repeats("examined.composite.latest_record", [1.0], **facts))
    (line,) = rows(real_workload_tables.reads(made, "en", ["composite.latest_record"]))
    assert line[1] == "1 row"


def test_times_of_cases_stand_beside_each_other_and_the_fastest_is_bold() -> None:
    (line,) = rows(tables.case_times(frame(workload_report()), "en", ["single.sum_raw_size"]))
    assert line[0] == "gigabytes of raw pages, one year, single-column indexes"
    assert line[1].startswith("<strong>100 ms</strong>")
    assert line[2].startswith("80 s")


def test_bytes_read_for_a_transaction_come_from_turns_not_from_totals(loaded: pl.DataFrame) -> None:
    facts: dict[str, Any] = {"case": "full.reading", "engine": "mysql", "experiment": "sysbench"}
    read, done = (40_960.0, 8_192_000.0, 81_920.0), (10.0, 1_000.0, 10.0)  # 4, 8 and 8 KiB each
    made = [
        sample(metric=metric, value=value, repeat=turn, **facts)
        for metric, values in (("server_read", read), ("transactions", done))
        for turn, value in enumerate(values)
    ]
    assert tables.read_per_transaction(frame(made), "mysql", "full.reading") == "8 KiB"
    assert tables.read_per_transaction(loaded, "mysql", "full.unheard_of") == "–"


def test_the_ends_of_a_metric_are_those_of_all_turns() -> None:
    facts: dict[str, Any] = {"case": "full.two_kinds", "engine": "mysql", "experiment": "sysbench"}
    made = [sample(metric="throughput", value=rate, repeat=turn, **facts) for turn, rate in enumerate([90, 25, 120])]
    assert tables.ends(frame(made), "mysql", "full.two_kinds", "throughput", "rate") == ("25/s", "120/s")
    assert tables.ends(frame(made), "mysql", "full.unheard_of", "throughput") == ("–", "–")


def test_the_slowest_second_is_the_slowest_of_all_turns(loaded: pl.DataFrame) -> None:
    facts: dict[str, Any] = {"case": "full.stalled", "engine": "mysql", "experiment": "sysbench"}
    made = [
        sample(metric="throughput_series", value=value, repeat=turn, at=float(second), **facts)
        for turn, rates in enumerate([(100.0, 100.0, 110.0), (90.0, 25.0, 120.0)])
        for second, value in enumerate(rates, 1)
    ]
    assert tables.slowest_second(frame(made), "mysql", "full.stalled") == "25 %"
    assert tables.slowest_second(loaded, "mysql", "full.unheard_of") == "–"


@pytest.mark.parametrize(
    ("step_s", "lang", "took"),
    [
        (600, "en", "20 min"),
        (600, "zh", "20 分钟"),
        (5400, "en", "3.0 h"),
        (5400, "zh", "3.0 小时"),
        (1, "en", "1 min"),
    ],
)
def test_what_measuring_took_is_told_for_each_place(step_s: int, lang: str, took: str) -> None:
    begin = datetime(2026, 1, 2, tzinfo=UTC)
    order = (("a.x", "duckdb"), ("a.x", "sqlite"), ("b.y", "duckdb"))
    made = frame(
        sample(case=case, engine=engine, repeat=n, started_at=begin + timedelta(seconds=n * step_s))
        for n, (case, engine) in enumerate(order)
    )
    (line,) = re.findall(r"<tr>(.*?)</tr>", str(tables.spent_times([made, made.clear()], lang).figure), re.DOTALL)[1:]
    cells = re.findall(r"<td[^>]*>(.*?)</td>", line)
    assert cells[-3:] == ["2", "3", took]


def test_a_number_that_rests_on_a_stale_case_is_marked() -> None:
    made = frame(repeats("a.x", [2.0] * 5) + repeats("a.y", [1.0] * 5) + repeats("a.z", [4.0] * 5))
    runs = made.with_columns(stale=pl.col("case") == "a.z")
    told = [tables.change(runs, "postgresql", over, "a.y") for over in ("a.x", "a.z", "a.none")]
    assert told == ["2 [2, 2]", "4 [4, 4]†", "–"]
    assert [tables.typical(runs, "postgresql", case, "latency", "seconds") for case in ("a.y", "a.z")] == [
        "1 s",
        "4 s†",
    ]


@pytest.mark.parametrize(
    ("told", "written"),
    [("134217728", "128 MiB"), ("8589934592", "8 GiB"), ("1610612736", "1.5 GiB"), ("auto", "auto")],
)
def test_a_buffer_pool_is_as_large_as_the_system_says(told: str, written: str) -> None:
    cells = {name: Cell("real_workload", "here", name, "source", "small") for name in ("postgresql", "mysql")}
    details = {
        cells["postgresql"]: footer(),
        cells["mysql"]: footer(settings={"innodb_buffer_pool_size": told}),
    }
    assert tables.buffer_pool(details, "source") == written
    assert tables.buffer_pool(details, "default") == "–"


def test_commits_that_do_not_wait_stand_over_those_that_do() -> None:
    full, relaxed = (
        frame(repeats(f"{each}.columns.8", [value], metric="throughput", unit="1/s", durability=each))
        for each, value in (("full", 2.0), ("relaxed", 5.0))
    )
    asked = partial(tables.not_waiting, engine="postgresql", case="columns.8")
    assert ("2.5", "–", "–") == (asked(full, relaxed), asked(full, full), asked(relaxed, relaxed))


def test_a_folded_table_opens_by_a_line_that_says_what_it_is_of(runs: pl.DataFrame) -> None:
    small = select.only(runs, scale="small")
    told = half_billion_tables.folded_results(small, "en", stage="indexed").figure
    assert f"<summary>Open: with the index, {tables.row_count(small)['en']} rows</summary>" in str(told)
    assert str(half_billion_tables.results(small, "en", stage="indexed").figure) in str(told)
