"""Every chart in both languages from made-up samples: what is drawn, what stands in for failures, what is said."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import plotly.graph_objects as go
import polars as pl
import pytest
from dbreport import stats
from dbreport.errors import MixedClasses
from dbreport.experiments.half_billion import causes as half_billion_causes
from dbreport.experiments.half_billion import charts as half_billion_charts
from dbreport.experiments.half_billion import facts as half_billion_facts
from dbreport.experiments.half_billion import growth as half_billion_growth
from dbreport.experiments.half_billion import tables as half_billion_tables
from dbreport.experiments.insert_rate import charts as insert_rate_charts
from dbreport.experiments.real_workload import charts as real_workload_charts
from dbreport.experiments.sysbench import charts as sysbench_charts
from dbreport.languages import LANGUAGES
from dbreport.model import Durability, Sample, Scale, Status
from dbreport.report import charts, figures, tables
from dbreport.report.charts.by_rows import _apart
from dbreport.report.drawn import Drawn
from dbreport.report.figures import roomy
from dbreport.report.formats import count, digits, seconds, so_many
from dbreport.results import select
from samples import (
    details,
    drawing,
    engine_samples,
    frame,
    insert_report,
    load_samples,
    repeats,
    report,
    sample,
    sysbench_report,
    without,
    workload_report,
)

pytestmark = pytest.mark.usefixtures("home")

CHINESE = re.compile(r"[\u4e00-\u9fff]")

Chart = Callable[..., Drawn]
OF_QUERIES: dict[Chart, dict[str, Any]] = {
    half_billion_charts.import_rate: {},
    half_billion_charts.query_times: {},
    half_billion_charts.printed_and_measured: {},
    half_billion_causes.prefix_causes: {},
    half_billion_causes.visibility_map: {},
    half_billion_causes.count_scans: {},
    half_billion_causes.covering_index: {},
    half_billion_causes.row_limit: {},
    half_billion_charts.sizes: {"details": details()},
    half_billion_charts.cold_and_warm: {"case": "indexed.point"},
}
OF_CLICKHOUSE: dict[Chart, dict[str, Any]] = {half_billion_causes.condition_cache: {}}
OF_SEVERAL: dict[Chart, dict[str, Any]] = {
    half_billion_growth.growth: {},
    half_billion_growth.cost_by_rows: {"case": "index.build"},
    half_billion_charts.profiles: {},
}
OF_LOAD: dict[Chart, dict[str, Any]] = {
    charts.cases_under_load: {"cases": ["full.oltp_insert", "full.bulk_insert"]},
    charts.latencies: {"cases": ["full.oltp_insert"]},
    charts.scaling: {"test": "oltp_update_index"},
    charts.over_time: {"case": "full.oltp_insert"},
}
OF_WORK: dict[Chart, dict[str, Any]] = {
    real_workload_charts.case_times: {"cases": ["single.sum_raw_size"]},
    real_workload_charts.lengths_kept: {"cases": ["single.sum_raw_size"]},
    real_workload_charts.slow_disk: {},
    charts.lines: {"wanted": [charts.Line("sum", "single.sum_raw_size")], "caption": "caption.case_times"},
}


@cache
def made(samples: Callable[[], list[Sample]]) -> pl.DataFrame:
    return frame(samples())


def shipped(scale: Scale = Scale.MEDIUM) -> pl.DataFrame:
    return select.only(made(report), "default", scale)


def in_class(durability: str) -> pl.DataFrame:
    return select.only(made(sysbench_report), "default", durability=durability)


TRIED: tuple[tuple[Callable[[], Any], dict[Chart, dict[str, Any]]], ...] = (
    (shipped, OF_QUERIES),
    (lambda: frame(engine_samples("clickhouse")), OF_CLICKHOUSE),
    (lambda: made(report), OF_SEVERAL),
    (lambda: in_class("full"), OF_LOAD),
    (lambda: [in_class(name) for name in ("full", "relaxed")], {charts.by_durability: {"cases": ["oltp_insert"]}}),
    (lambda: made(sysbench_report), {sysbench_charts.sysbench_printed: {}}),
    (
        lambda: select.only(made(insert_report), durability="full"),
        {insert_rate_charts.commit_delays: {}, insert_rate_charts.tools: {}},
    ),
    (lambda: made(workload_report), OF_WORK),
)
"""Every chart with what it takes besides samples and a language, by the samples it is tried on."""


@cache
def drawings(lang: str) -> dict[str, Drawn]:
    """Return every chart in one language."""
    return {
        draw.__name__: draw(samples(), lang=lang, **fields)
        for samples, tried in TRIED
        for draw, fields in tried.items()
    }


@pytest.fixture(scope="module")
def runs() -> pl.DataFrame:
    return shipped()


@pytest.fixture(scope="module")
def loaded() -> pl.DataFrame:
    return made(sysbench_report)


@pytest.fixture(scope="module")
def full() -> pl.DataFrame:
    return in_class("full")


def traces(drawn: Drawn) -> dict[str, Any]:
    """Return the traces of a figure by the words of their legend, without those that only stand there."""
    return {trace.name: trace for trace in drawn.figure.data if trace.hoverinfo != "skip"}


def test_every_chart_is_tried_here() -> None:
    shared = (sys.modules[draw.__module__] for draw in (charts.lines, charts.scaling))
    modules = (
        *shared,
        half_billion_causes,
        half_billion_charts,
        half_billion_growth,
        sysbench_charts,
        insert_rate_charts,
        real_workload_charts,
    )
    drawn = {getattr(module, name) for module in modules for name in drawing(module)}
    assert drawn == {draw for _, tried in TRIED for draw in tried}


def failing(lang: str, fails: Callable[[Drawn], Any]) -> list[str]:
    """Return the names of the charts of which something is true that should not be."""
    return [name for name, drawn in drawings(lang).items() if fails(drawn)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_chart_has_data_and_a_caption(lang: str) -> None:
    assert failing(lang, lambda drawn: not isinstance(drawn.figure, go.Figure) or not drawn.figure.data) == []
    assert failing(lang, lambda drawn: any(len(trace.x) == 0 for trace in drawn.figure.data)) == []
    assert failing(lang, lambda drawn: not drawn.caption) == []


def test_an_english_chart_has_no_chinese() -> None:
    assert failing("en", lambda one: CHINESE.findall(f"{one.figure.to_plotly_json()}{one.caption}{one.notes}")) == []


def test_a_chinese_chart_has_a_chinese_axis_and_caption() -> None:
    assert failing("zh", lambda one: not CHINESE.search(one.figure.layout.xaxis.title.text)) == []
    assert failing("zh", lambda one: not CHINESE.search(one.caption)) == []


def test_a_chart_does_not_mix_durability() -> None:
    unsynced = pl.when(pl.col("engine") == "mysql").then(pl.lit(str(Durability.NONE))).otherwise("durability")
    mixed = made(report).with_columns(unsynced.alias("durability"))

    def refuses(draw: Chart, fields: dict[str, Any]) -> bool:
        try:
            draw(mixed, lang="en", **fields)
        except MixedClasses:
            return True
        return False

    assert [draw.__name__ for draw, fields in (OF_QUERIES | OF_SEVERAL).items() if not refuses(draw, fields)] == []


def test_the_same_samples_draw_the_same_chart() -> None:
    first, second = drawings("en"), drawings.__wrapped__("en")
    assert [name for name in first if first[name].figure.to_json() != second[name].figure.to_json()] == []


# failures --------------------------------------------------------------------------------------


def test_a_timeout_is_a_cross_with_its_reason(runs: pl.DataFrame) -> None:
    mysql = traces(half_billion_charts.query_times(runs, "en"))["MySQL"]
    crosses = [mysql.hovertext[n] for n, symbol in enumerate(mysql.marker.symbol) if symbol == "x"]
    assert crosses == ["MySQL · group all\ntimed out: it took over 300 s"]


def test_a_cross_stands_right_of_every_measured_time(runs: pl.DataFrame) -> None:
    found = traces(half_billion_charts.query_times(runs, "en"))
    mysql = found["MySQL"]
    cross = mysql.x[list(mysql.marker.symbol).index("x")]
    times = [x for t in found.values() for x, symbol in zip(t.x, t.marker.symbol, strict=True) if symbol != "x"]
    assert cross > max(times)


def test_a_failed_import_is_named_where_its_bar_would_be() -> None:
    failed = sample(engine="mysql", case="import.bulk", metric="duration", status=Status.FAILED, reason="disk full")
    made = engine_samples("postgresql") + without(engine_samples("mysql"), "mysql", "import.bulk") + [failed]
    bars = traces(half_billion_charts.import_rate(frame(made), "en"))["import, fastest supported way"]
    assert dict(zip(bars.y, zip(bars.x, bars.text, strict=True), strict=True))["MySQL"] == (0, "failed")


def test_a_timeout_enters_no_ratio(runs: pl.DataFrame) -> None:
    ratios = (
        (half_billion_charts.printed_and_measured(runs, "en"), "measured (50 million)"),
        (half_billion_growth.growth(made(report), "en", "indexed"), "MySQL"),
        (half_billion_charts.profiles(made(report), "en"), "MySQL"),
    )
    hovers = [text for drawn, series in ratios for text in traces(drawn)[series].hovertext]
    assert len(hovers) > 20
    assert [text for text in hovers if "group all<" in text or "group all\n" in text] == []


# what is drawn ---------------------------------------------------------------------------------


def test_what_tuning_changes_says_both_profiles_in_its_caption() -> None:
    chart = half_billion_charts.profiles(made(report), "en")
    assert "; as shipped / tuned;" in chart.caption


def test_what_tuning_changes_names_the_stage_of_a_statement_where_several_are_drawn() -> None:
    drawn = (
        half_billion_charts.profiles(made(report), "en", stages) for stages in (["indexed"], ["unindexed", "indexed"])
    )
    labels = [
        [text.split("\n")[0] for text in traces(chart)["MySQL"].hovertext if "· prefix" in text] for chart in drawn
    ]
    assert labels == [["MySQL · prefix"], ["MySQL · prefix · no index", "MySQL · prefix · with the index"]]


@pytest.mark.parametrize(("lang", "per"), [("zh", 10_000), ("en", 1_000_000)])
def test_import_rates_are_in_the_unit_of_the_axis(lang: str, per: int, runs: pl.DataFrame) -> None:
    bars = half_billion_charts.import_rate(shipped(Scale.SMALL), lang).figure.data[1]
    assert dict(zip(bars.y, bars.x, strict=True))["PostgreSQL"] == pytest.approx(5_000_000 / 2 / per)


def test_queries_of_the_chosen_scale_and_profile_are_drawn() -> None:
    tuned = select.only(made(report), "tuned", "small")
    found = traces(half_billion_charts.query_times(tuned, "en", "unindexed"))["PostgreSQL"]
    assert found.x == pytest.approx([1.0] * 12)


def test_what_nobody_has_measured_yet_is_named_below_the_chart(runs: pl.DataFrame) -> None:
    unkeyed = [half_billion_causes.covering_index(runs, lang).notes[-1] for lang in ("zh", "en")]
    assert unkeyed == [
        "还没有测：PostgreSQL，主键 uid、MySQL，主键 uid。",
        "Not measured yet: PostgreSQL, primary key uid, MySQL, primary key uid.",
    ]


def test_what_one_system_lacks_that_others_have_is_named_below_the_chart() -> None:
    made = engine_samples("postgresql") + without(engine_samples("mysql"), "mysql", "indexed.count")
    assert half_billion_charts.query_times(frame(made), "en").notes[-1] == "Not measured on MySQL: count."


def test_a_caption_explains_a_cross_where_there_is_one(runs: pl.DataFrame) -> None:
    none = frame(engine_samples("postgresql"))
    assert ["cross" in half_billion_charts.query_times(each, "en").caption for each in (runs, none)] == [True, False]


def test_shades_of_a_bar_are_explained_in_no_system_s_colour(runs: pl.DataFrame) -> None:
    for drawn in (half_billion_charts.sizes(runs, details(), "en"), half_billion_charts.import_rate(runs, "en")):
        shown = [trace for trace in drawn.figure.data if trace.showlegend is not False]
        assert [trace.marker.color for trace in shown if trace.marker.color in figures.COLOURS.values()] == []
        assert len(shown) == 2


def test_what_the_count_takes_is_told_without_a_cause(runs: pl.DataFrame) -> None:
    assert half_billion_causes.count_scans(runs, "en").title.startswith("PostgreSQL's count: between ")


def test_a_chart_of_a_limit_says_what_it_gains() -> None:
    queries = ("range", "prefix", "group_range")
    taken = [(f"indexed.{query}", 8.0 + n) for n, query in enumerate(queries)]
    taken += [(f"why.{query}_client_limit", 2.0) for query in queries]
    made = [each for case, middle in taken for each in repeats(case, [middle] * 5, engine="mysql")]
    told = [half_billion_causes.row_limit(frame(made), lang).title for lang in ("en", "zh")]
    assert told == [
        "A limit of 1000 rows makes MySQL 4 to 5 times as fast",
        "限 1000 行，MySQL 的速度是不限行数时的 4 到 5 倍",
    ]


def test_a_chart_of_nothing_measured_says_so(runs: pl.DataFrame) -> None:
    assert half_billion_causes.condition_cache(runs, "en").figure == "Not measured yet."


def test_printed_bounds_are_marked_apart_from_printed_values(runs: pl.DataFrame) -> None:
    found = traces(half_billion_charts.printed_and_measured(runs, "en"))
    bounds = found["printed (timeout: at least)"]
    assert {"diamond-open"} == set(bounds.marker.symbol)
    assert len(bounds.x) + len(found["printed (500 million rows)"].x) == len(half_billion_facts.printed_ratios())


def test_ratios_at_the_sources_own_size_stand_beside_those_of_fewer_rows_and_the_title_goes_by_them(
    runs: pl.DataFrame,
) -> None:
    def ratios(drawn: Drawn) -> dict[str, list[float]]:
        return {name: list(trace.x) for name, trace in traces(drawn).items() if name.startswith("measured")}

    times = pl.when(pl.col("engine") == "postgresql").then(1000.0).otherwise(1.0)
    slower = runs.with_columns(value=pl.col("value") * times, host=pl.lit("elsewhere"))
    alone = half_billion_charts.printed_and_measured(runs, "en")
    both = half_billion_charts.printed_and_measured(runs, "en", slower)
    assert [len(ratios(drawn)) for drawn in (alone, both)] == [1, 2]
    at_size = next(values for name, values in ratios(both).items() if "elsewhere" in name)
    assert max(at_size) < 1 < min(ratios(alone)["measured (50 million)"])
    assert alone.title != both.title
    assert half_billion_charts.printed_and_measured(runs, "en", runs.clear()).title == alone.title


def test_a_printed_ratio_is_that_of_the_printed_times() -> None:
    assert half_billion_facts.printed_ratios()["unindexed", "count"].value == pytest.approx(44 / 26)


def test_a_printed_timeout_gives_a_lower_bound() -> None:
    point = half_billion_facts.printed_ratios()["unindexed", "point"]
    assert (point.low > 12, point.high) == (True, float("inf"))


def test_growth_is_set_against_ten_times_the_rows() -> None:
    figure = drawings("en")["growth"].figure
    assert figure.layout.shapes[-1].x0 == 10
    assert all(x == pytest.approx(10) for trace in figure.data for x in trace.x)


def test_sizes_are_bytes_a_row(runs: pl.DataFrame) -> None:
    found = traces(half_billion_charts.sizes(runs, details(), "en"))
    assert [found["text file"].x[0], found["table"].x[0], found["index"].x[0]] == pytest.approx([22, 40, 20])


def test_cold_and_warm_are_two_series(runs: pl.DataFrame) -> None:
    found = traces(half_billion_charts.cold_and_warm(shipped(Scale.SMALL), "en", "indexed.point"))
    assert [found["warm"].x[0], found["cold"].x[0]] == pytest.approx([1, 9], rel=0.02)


def test_a_system_without_a_colour_of_its_own_is_drawn_too() -> None:
    known = frame(engine_samples("postgresql"))
    assert figures.dots([], {"newcomer": "Newcomer"}, {}, "x", "en").data == ()
    new = figures.Row("point", [("newcomer", select.point(known, "postgresql", "indexed.point"))])
    assert figures.dots([new], {"newcomer": "Newcomer"}, {}, "x", "en").data[0].marker.color == figures.NEUTRAL


def test_the_legend_has_a_systems_own_mark_though_its_first_line_failed() -> None:
    answered = select.point(frame(engine_samples("postgresql")), "postgresql", "indexed.point")
    failed = select.Point("postgresql", "indexed.range", None, "failed", "disk full")
    rows = [figures.Row("range", [("postgresql", failed)]), figures.Row("point", [("postgresql", answered)])]
    (dots,) = figures.dots(rows, {"postgresql": "PostgreSQL"}, {}, "x", "en").data
    assert dots.marker.symbol == (figures.MARKS["postgresql"], "x")
    assert [line for line, *_ in dots.customdata] == ["point", "range"]


# captions and warnings -------------------------------------------------------------------------


def test_a_caption_says_rows_profile_and_durability() -> None:
    caption = half_billion_charts.query_times(shipped(Scale.SMALL), "en").caption
    assert "5 million rows; as shipped; every commit synced." in caption


def test_versions_stand_in_the_table_of_what_was_measured_and_not_in_every_caption() -> None:
    assert failing("en", lambda drawn: " 15.1" in drawn.caption) == []


def test_warnings_name_system_and_case() -> None:
    short = [s for s in engine_samples("postgresql") if s.case != "indexed.count" or s.repeat < 2]
    assert half_billion_charts.query_times(frame(short), "en").notes == (
        "Fewer repeats than required: PostgreSQL (count)",
    )


def test_steady_repeats_are_shown_without_a_warning(runs: pl.DataFrame) -> None:
    assert half_billion_charts.query_times(runs, "en").notes == ()


def test_a_time_is_written_in_a_readable_unit() -> None:
    written = {
        0.00000012: "120 ns",
        0.0000041: "4.1 µs",
        0.00005: "50 µs",
        0.0123: "12.3 ms",
        0.9994: "999 ms",
        0.9999: "1 s",
        12.345: "12.3 s",
        999.7: "1,000 s",
        12345: "12,345 s",
    }
    assert {value: seconds(value) for value in written} == written


def test_a_ratio_is_never_written_as_a_power_of_ten() -> None:
    assert [digits(value) for value in (0.0123, 1.5, 229, 1234.5)] == ["0.0123", "1.5", "229", "1,234"]


def test_rows_are_counted_as_each_language_does() -> None:
    assert [count(rows, "zh") for rows in (500_000_000, 5_000_000, 2000)] == ["5 亿", "500 万", "2000"]
    assert [count(rows, "en") for rows in (5_000_000, 100_000)] == ["5 million", "100,000"]
    assert [so_many(rows, lang) for rows, lang in ((500, "zh"), (5_000_000, "zh"), (500, "en"))] == [
        "500 ",
        "500 万",
        "500",
    ]


# under load ------------------------------------------------------------------------------------


def test_what_a_transaction_costs_is_drawn(full: pl.DataFrame) -> None:
    for metric in ("log_bytes", "log_syncs", "server_cpu"):
        drawn = charts.cases_under_load(full, "en", ["full.oltp_insert"], metric)
        assert len(traces(drawn)["PostgreSQL"].x) == 1, metric


def test_rows_of_one_and_of_many_a_statement_share_an_axis() -> None:
    made = load_samples("postgresql", "full.columns.8", 1000.0)
    made += load_samples("postgresql", "full.multi.columns", 50.0)
    made += repeats("full.multi.columns", [5000.0] * 3, metric="row_throughput", unit="rows/s")
    drawn = charts.cases_under_load(frame(made), "en", ["full.columns.8", "full.multi.columns"], "row_rate")
    assert list(traces(drawn)["PostgreSQL"].x) == [1000.0, 5000.0]


def test_syncs_are_drawn_over_threads(full: pl.DataFrame) -> None:
    drawn = charts.scaling(full, "en", "oltp_update_index", measure="log_syncs")
    assert traces(drawn)["MySQL"].y == (0.2, 0.2, 0.2)


def test_samples_of_two_classes_are_refused(loaded: pl.DataFrame) -> None:
    default = loaded.filter(pl.col("profile") == "default")
    renamed = default.with_columns(pl.col("case").str.replace(r"^(full|relaxed)\.(.*)$", "sweep.$2.16"))
    mixing: dict[str, Callable[[], Drawn]] = {
        "queries": lambda: half_billion_charts.query_times(renamed, "en"),
        "cases": lambda: charts.cases_under_load(renamed, "en", ["sweep.oltp_insert.16"]),
        "latencies": lambda: charts.latencies(renamed, "en", ["sweep.oltp_insert.16"]),
        "scaling": lambda: charts.scaling(renamed, "en", "oltp_insert"),
        "over time": lambda: charts.over_time(renamed, "en", "sweep.oltp_insert.16"),
        "by durability": lambda: charts.by_durability([renamed], "en", ["oltp_insert"]),
        "rates": lambda: tables.rates(renamed, "en", ["sweep.oltp_insert.16"]),
        "times": lambda: tables.case_times(renamed, "en", ["sweep.oltp_insert.16"]),
    }
    said = {}
    for name, draw in mixing.items():
        with pytest.raises(MixedClasses) as refused:
            draw()
        said[name] = "durability full and relaxed" in str(refused.value)
    assert all(said.values()), said


def test_a_line_of_the_durability_chart_holds_one_class() -> None:
    drawn = drawings("en")["by_durability"]
    assert list(drawn.figure.layout.yaxis.ticktext) == ["insert · synced", "insert · within a second"]
    postgresql = traces(drawn)["PostgreSQL"]
    assert [round(x) for x in postgresql.x] == [2000, 6000]


def test_throughput_of_one_class_leaves_the_other_out() -> None:
    drawn = charts.cases_under_load(in_class("relaxed"), "en", ["relaxed.oltp_insert"])
    assert traces(drawn)["MySQL"].x == (3000.0,)
    assert "synced within a second" in drawn.caption


def test_the_printed_ratio_stands_beside_ours_in_each_class(loaded: pl.DataFrame) -> None:
    drawn = sysbench_charts.sysbench_printed(loaded, "en")
    found = traces(drawn)
    assert len(found["printed (16 threads, 300 s)"].x) == 6
    assert [round(x, 2) for x in found["measured, synced"].x] == [3.0] * 6
    assert len(found["measured, within a second"].x) == 4
    assert "10,000 rows" in drawn.caption


def test_printed_ratios_stand_alone_where_the_source_s_profile_is_not_measured(loaded: pl.DataFrame) -> None:
    drawn = sysbench_charts.sysbench_printed(loaded.filter(pl.col("profile") != "source"), "en")
    assert set(traces(drawn)) == {"printed (16 threads, 300 s)"}
    assert "not been measured yet" in drawn.caption


def test_tests_printed_for_one_system_and_led_by_the_other_are_the_title(loaded: pl.DataFrame) -> None:
    mine = (pl.col("engine") == "postgresql") & (pl.col("case") == "full.source.oltp_read_write")
    turned = loaded.with_columns(value=pl.when(mine).then(pl.col("value") / 10).otherwise("value"))
    assert (
        sysbench_charts.sysbench_printed(turned, "en").title == "PostgreSQL ahead in the source, MySQL here: read-write"
    )
    assert sysbench_charts.sysbench_printed(loaded, "en").title.startswith("Of 6 printed ratios measured here, 6 point")


def test_the_title_of_the_slow_disk_puts_systems_of_one_time_together() -> None:
    title = drawings("en")["slow_disk"].title
    assert title == "Records by status, one year, in order, slow disk, cold start: PostgreSQL, MySQL 30 s"


def test_crosses_of_one_line_say_the_same_but_once(full: pl.DataFrame) -> None:
    facts: dict[str, Any] = {"experiment": "sysbench", "rows": 1_000_000, "scale": Scale.MEDIUM, "metric": "throughput"}
    case = "full.oltp_delete"
    failed = [sample(engine=n, case=case, status=Status.UNSUPPORTED, **facts) for n in ("postgresql", "mysql")]
    figure = charts.cases_under_load(pl.concat([full, frame(failed)]), "en", ["full.oltp_insert", case]).figure
    assert sorted(text for trace in figure.data for text in trace.text if text) == ["not supported"]


def test_a_failed_case_under_load_is_a_cross_and_no_zero(full: pl.DataFrame) -> None:
    facts: dict[str, Any] = {"experiment": "sysbench", "rows": 1_000_000, "scale": Scale.MEDIUM}
    failed = sample(engine="mysql", case="full.oltp_insert", status=Status.FAILED, metric="throughput", **facts)
    others = full.filter((pl.col("engine") != "mysql") | (pl.col("case") != "full.oltp_insert"))
    drawn = charts.cases_under_load(pl.concat([others, frame([failed])]), "en", ["full.oltp_insert"])
    mysql = traces(drawn)["MySQL"]
    assert mysql.marker.symbol == ("x",)
    assert 0 < mysql.x[0] < min(traces(drawn)["PostgreSQL"].x), "where the most is best it stands left of all"
    assert mysql.text == ("failed",)


def test_throughput_that_falls_within_each_turn_is_warned_of() -> None:
    made = load_samples("postgresql", "full.oltp_insert", 1000.0)
    falling = [one for one in made if one.metric != "throughput_series"]
    for turn in range(3):
        for second in range(1, 13):
            facts: dict[str, Any] = {"case": "full.oltp_insert", "repeat": turn, "metric": "throughput_series"}
            falling.append(sample(**facts, value=1000.0 - 50 * second, at=float(second), threads=16))
    drawn = charts.cases_under_load(frame(falling), "en", ["full.oltp_insert"])
    assert drawn.notes == ("Throughput drifts by over 10 % within a turn: PostgreSQL (insert)",)


def test_delays_of_one_class_stand_alone() -> None:
    runs = frame(insert_report())
    full, relaxed = (
        insert_rate_charts.commit_delays(select.only(runs, durability=name), "en") for name in ("full", "relaxed")
    )
    assert [set(traces(one)) for one in (full, relaxed)] == [{"8 clients", "128 clients"}] * 2
    assert ("every commit synced" in full.caption, "every commit synced" in relaxed.caption) == (True, False)


@pytest.mark.parametrize(
    ("rates", "title"),
    [
        ([2000.0], "Neither sysbench nor pgbench is clearly faster"),
        ([4000.0], "pgbench inserts 1 (8 clients) to 2 (128 clients) times as fast as sysbench"),
        ([], ""),
    ],
)
def test_of_two_load_generators_it_says_whether_one_is_faster(rates: list[float], title: str) -> None:
    facts: dict[str, Any] = {"experiment": "insert_rate", "rows": 100_000, "scale": Scale.FULL}
    made = [one for one in insert_report() if one.case != "full.pgbench.128"]
    made += [one for rate in rates for one in load_samples("postgresql", "full.pgbench.128", rate, **facts)]
    drawn = insert_rate_charts.tools(select.only(frame(made), durability="full"), "en")
    assert drawn.title == title
    assert drawn.figure.layout.yaxis.ticktext[:2] == ("sysbench · 8 clients", "pgbench · 8 clients")


# marks of an axis -------------------------------------------------------------------------------


def test_an_axis_has_round_marks_between_its_ends() -> None:
    marks = {
        (13_400, 17_200): [14_000, 15_000, 16_000, 17_000],
        (5_900, 20_600): [7_000, 10_000, 20_000],
        (2_080, 21_700): [3_000, 5_000, 7_000, 10_000, 20_000],
        (2.1, 230.0): [3, 10, 30, 100],
        (2.1, 43.0): [3, 10, 30],
        (0.5, 700): [1, 10, 100],
    }
    for (low, high), inside in marks.items():
        assert [tick for tick in figures.round_ticks(low, high) if low <= tick <= high] == pytest.approx(inside)


def test_marks_of_times_carry_their_unit(runs: pl.DataFrame) -> None:
    axis = half_billion_charts.query_times(runs, "en").figure.layout.xaxis
    assert {text.split()[-1] for text in axis.ticktext} <= {"µs", "ms", "s"}


def test_a_system_that_none_of_the_cases_is_for_is_not_in_their_chart(full: pl.DataFrame) -> None:
    other = load_samples("mariadb", "full.oltp_delete", 100.0, experiment="sysbench", rows=1_000_000, scale="medium")
    both = pl.concat([full, frame(other)])
    figure = charts.cases_under_load(both, "en", ["full.oltp_insert"]).figure
    assert not [trace.name for trace in figure.data if trace.name == "MariaDB"]


# intervals -------------------------------------------------------------------------------------


def latencies(values: list[float]) -> Drawn:
    return half_billion_charts.query_times(frame(repeats("indexed.point", values)), "en")


def test_three_values_have_a_bar_as_long_as_their_interval() -> None:
    bar = traces(latencies([0.9, 1.0, 1.1]))["PostgreSQL"].error_x
    e = stats.median([0.9, 1.0, 1.1])
    assert (bar.array[0], bar.arrayminus[0]) == pytest.approx((e.high - e.value, e.value - e.low))


def test_two_values_have_no_bar_and_the_caption_says_so() -> None:
    drawn = latencies([1.0, 1.1])
    bar = traces(drawn)["PostgreSQL"].error_x
    assert (bar.array[0], bar.arrayminus[0], traces(drawn)["PostgreSQL"].hovertext[0].endswith("1.05 s, n = 2")) == (
        0, 0, True,
    )  # fmt: skip
    assert "Values without an interval were measured once or twice and decide nothing." in drawn.caption


def test_a_caption_says_nothing_of_too_few_values_where_all_have_an_interval() -> None:
    assert "no interval" not in latencies([0.9, 1.0, 1.1]).caption


def test_a_chart_of_two_scales_says_that_they_are_two_runs() -> None:
    few = repeats("unindexed.count", [1.0, 1.1, 1.2], scale=Scale.SMALL, rows=5_000_000, run_id="few")
    many = repeats("unindexed.count", [9.0, 9.1, 9.2], scale=Scale.MEDIUM, rows=50_000_000, run_id="many")
    assert "The two sides come from two runs." in half_billion_growth.growth(frame(few + many), "en").caption


def of_two_sizes() -> pl.DataFrame:
    """Return two systems at ten times the rows: one takes ten times as long, the other a hundred times."""
    took = {("postgresql", Scale.SMALL): 1, ("postgresql", Scale.MEDIUM): 10, ("duckdb", Scale.SMALL): 1}
    took |= {("duckdb", Scale.MEDIUM): 100, ("mysql", Scale.SMALL): 5}
    made = []
    for (engine, scale), factor in took.items():
        rows = 5_000_000 if scale is Scale.SMALL else 50_000_000
        values = [factor * each for each in (0.99, 1.0, 1.01)]
        made += repeats("index.build", values, engine=engine, scale=scale, rows=rows, metric="duration")
    return frame(made)


def test_the_power_of_the_rows_is_that_of_the_time() -> None:
    frames = select.shipped_by_rows(of_two_sizes())
    grown = {
        name: half_billion_facts.exponent(*frames, name, "index.build", "duration")
        for name in ("postgresql", "duckdb", "mysql")
    }
    assert grown.pop("mysql") is None
    assert {name: e and (round(e.value, 6), e.low <= e.value <= e.high) for name, e in grown.items()} == {
        "postgresql": (1.0, True),
        "duckdb": (2.0, True),
    }


def test_cost_over_rows_is_a_line_for_each_system_timed_at_two_sizes() -> None:
    drawn = half_billion_growth.cost_by_rows(of_two_sizes(), "en", "index.build")
    assert {name: list(line.x) for name, line in traces(drawn).items()} == {
        "PostgreSQL": [5_000_000, 50_000_000],
        "DuckDB": [5_000_000, 50_000_000],
    }
    assert drawn.title == "Time grows with the rows to the power of 1 (PostgreSQL) up to 2 (DuckDB)"


def test_of_one_size_there_is_no_cost_over_rows() -> None:
    drawn = half_billion_growth.cost_by_rows(frame(engine_samples("duckdb", scale=Scale.SMALL)), "en", "index.build")
    assert drawn.figure == "Only one scale was measured: nothing to compare."


def test_a_stage_timed_at_two_sizes_has_its_power_beside_the_step() -> None:
    table = str(half_billion_tables.exponents(of_two_sizes(), "en").figure)
    assert "5 million → 50 million</td><td>1<br>" in table
    assert "<td>2<br>" in table


def test_of_three_sizes_the_whole_way_stands_beside_the_steps() -> None:
    rows = {Scale.SMALL: 5_000_000, Scale.MEDIUM: 50_000_000, Scale.FULL: 500_000_000}
    made = [
        each
        for n, (scale, size) in enumerate(rows.items())
        for each in repeats(
            "index.build", [10**n * v for v in (0.99, 1.0, 1.01)], scale=scale, rows=size, metric="duration"
        )
    ]
    table = str(half_billion_tables.exponents(frame(made), "en").figure)
    steps = re.findall(r"<td>(\d+ million → \d+ million)</td><td>1<br>", table)
    assert steps == ["5 million → 50 million", "50 million → 500 million", "5 million → 500 million"]


def test_labels_of_numbers_of_rows_do_not_touch_and_both_ends_have_theirs() -> None:
    assert _apart([2, 4, 6, 8, 10]) == [2, 4, 6, 8, 10]
    assert _apart([2, 4, 6, 8, 9, 10]) == [2, 4, 6, 8, 10]
    assert _apart([5, 50, 500]) == [5, 50, 500]
    assert _apart([7]) == [7]


def test_a_logarithmic_axis_leaves_its_outer_labels_room() -> None:
    assert roomy([10, 100, 1000]) == pytest.approx([0.8, 3.2])
    assert roomy([100]) == pytest.approx([1.9, 2.1])
    assert roomy([]) == pytest.approx([-0.1, 0.1])
