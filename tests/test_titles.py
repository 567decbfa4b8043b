"""Titles of charts: who is best on how many lines, decided as the front page decides, and nothing claimed of a tie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from dbreport import stats
from dbreport.experiments.half_billion import charts as half_billion_charts
from dbreport.experiments.kv_engines import charts as kv_charts
from dbreport.experiments.kv_engines.facts import CLASSES, COST
from dbreport.experiments.kv_engines.jobs import PHASES
from dbreport.experiments.storage import charts as storage_charts
from dbreport.model import Durability, Sample, Scale, Temperature
from dbreport.report.charts.lines import Line, lines
from dbreport.report.charts.under_load import by_durability, scaling
from dbreport.report.drawn import Drawn
from dbreport.report.formats import digits
from dbreport.report.show import _figure_markdown
from dbreport.report.titles import beyond, directions, ranged, spread
from dbreport.stats import Estimate
from samples import around, frame, repeats

NEAR = (0, 2, -1, 1, -2)
"""Five repeats, thousandths apart: what is twice as much is told apart, what is equal is not."""


def measured(**middles: Sequence[float]) -> list[Sample]:
    """Return repeats of cases `case.0`, `case.1` … by system."""
    return [
        each
        for engine, values in middles.items()
        for n, middle in enumerate(values)
        for each in repeats(f"case.{n}", [middle * (1 + k / 1000) for k in NEAR], engine=engine)
    ]


def title(made: list[Sample], lang: str = "en", axis: str = "axis.latency", **line: Any) -> str:
    cases = dict.fromkeys(each.case for each in made)
    return lines(
        frame(made), lang, [Line(case, case, **line) for case in cases], "caption.queries", axis, stage=""
    ).title


@pytest.mark.parametrize(
    ("middles", "en", "zh"),
    [
        (
            {"duckdb": [1.0, 1.0], "mysql": [2.0, 2.0]},
            "DuckDB is fastest on each of the 2 lines",
            "2 项都是 DuckDB 最快",
        ),
        (
            {"duckdb": [1.0, 1.0, 3.0], "mysql": [2.0, 2.0, 1.0]},
            "Fastest: DuckDB on 2 of 3 lines, MySQL on 1",
            "最快：DuckDB（3 项里的 2 项）、MySQL（1 项）",
        ),
        (
            {"duckdb": [1.0, 1.0], "mysql": [2.0, 1.0]},
            "Fastest: DuckDB on 1 of 2 lines; 1 undecided",
            "最快：DuckDB（2 项里的 1 项）；1 项分不出",
        ),
        (
            {"duckdb": [1.0] * 4, "mysql": [2.0, 1.0, 1.0, 0.5]},
            "2 of 4 lines undecided; fastest: DuckDB on 1, MySQL on 1",
            "4 项里有 2 项分不出；最快：DuckDB（1 项）、MySQL（1 项）",
        ),
        (
            {"duckdb": [1.0, 1.0], "mysql": [1.0, 1.0]},
            "No system is clearly fastest on any of the 2 lines",
            "2 项都分不出谁最快",
        ),
        ({"duckdb": [1.0] * 3, "mysql": [9.0] * 3}, "DuckDB is fastest on each of the 3 lines", "3 项都是 DuckDB 最快"),
        (
            {"duckdb": [1.0] * 3, "mysql": [1.0] * 3},
            "No system is clearly fastest on any of the 3 lines",
            "3 项都分不出谁最快",
        ),
        (
            {"duckdb": [1.0] * 3, "mysql": [1.0] * 3, "sqlite": [3.0, 4.0, 1.0]},
            "No system is clearly fastest on any of the 3 lines; behind: SQLite on 2",
            "3 项都分不出谁最快；落在后面的：SQLite（2 项）",
        ),
        (
            {"duckdb": [1.0, 1.0, 1.0], "mysql": [2.0, 2.0]},
            "DuckDB is fastest on each of the 2 lines that compare systems",
            "可比的 2 项都是 DuckDB 最快",
        ),
        ({"duckdb": [1.0], "mysql": [1.0]}, "No system is clearly fastest", "分不出谁最快"),
        (
            {"duckdb": [1.0], "mysql": [2.0], "sqlite": [4.0]},
            "DuckDB is fastest; MySQL takes 2 times as long",
            "DuckDB 最快，MySQL 用时是它的 2 倍",
        ),
        (
            {"duckdb": [1.0, 2.0]},
            "DuckDB: from 1 s (case.0) to 2 s (case.1)",
            "DuckDB：从 1 s（case.0）到 2 s（case.1）",
        ),
    ],
    ids=[
        "both", "most", "one open", "most open", "neither", "all", "none", "one behind", "one alone", "one case open",
        "one case", "one system",
    ],
)  # fmt: skip
def test_it_says_who_is_fastest_in_how_many_cases(middles: dict[str, list[float]], en: str, zh: str) -> None:
    made = measured(**middles)
    assert (title(made), title(made, "zh")) == (en, zh)


def test_where_nobody_is_fastest_for_want_of_repeats_it_says_so() -> None:
    once = [each for n in (0, 1) for each in repeats(f"case.{n}", [9.0], engine="sqlite")]
    made = [*measured(duckdb=[1.0, 1.0], mysql=[2.0, 2.0]), *once]
    said = "No system can be called fastest on any of the 2 lines: some were measured too few times; behind: MySQL on 2"
    assert (title(made), title(made, "zh")) == (said, "2 项都不判谁最快：有的系统测得太少；落在后面的：MySQL（2 项）")


def test_of_a_rate_the_most_is_fastest() -> None:
    made = [
        each for engine, rate in (("duckdb", 10.0), ("mysql", 30.0))
        for each in repeats("case.0", [rate * (1 + k / 1000) for k in NEAR], engine=engine, metric="throughput")
    ]  # fmt: skip
    said = title(made, axis="axis.throughput", metrics=("throughput",))
    assert said == "MySQL is fastest; DuckDB takes 3 times as long"


def test_what_is_used_is_lowest_and_not_fastest() -> None:
    facts = {"metric": "server_cpu_per_transaction", "unit": "s"}
    made = [
        each for engine, seconds in (("duckdb", 1.0), ("mysql", 3.0))
        for each in repeats("case.0", [seconds * (1 + k / 1000) for k in NEAR], engine=engine, **facts)
    ]  # fmt: skip
    said = title(made, axis="axis.server_cpu", metrics=("server_cpu_per_transaction",))
    assert said == "DuckDB is lowest; MySQL has 3 times as much"


def test_systems_kept_by_two_metrics_are_not_ranked() -> None:
    made = [
        *repeats("case.0", [1.0] * 5, engine="duckdb", metric="row_throughput"),
        *repeats("case.0", [9.0] * 5, engine="mysql", metric="throughput"),
    ]
    assert title(made, axis="axis.row_rate", metrics=("row_throughput", "throughput")) == ""


def test_systems_kept_by_both_metrics_are_ranked_by_the_one_that_is_drawn() -> None:
    made = [
        each
        for engine, rows_s, rate in (("duckdb", 900.0, 1.0), ("mysql", 100.0, 5.0))
        for metric, value in (("row_throughput", rows_s), ("throughput", rate))
        for each in repeats("case.0", [value * (1 + k / 1000) for k in NEAR], engine=engine, metric=metric)
    ]
    said = title(made, axis="axis.row_rate", metrics=("row_throughput", "throughput"))
    assert said == "DuckDB is fastest; MySQL takes 9 times as long"


def test_an_axis_that_has_no_best_has_no_title() -> None:
    assert title(measured(duckdb=[1.0], mysql=[2.0]), axis="axis.kv_written") == ""


def test_a_title_stands_above_its_figure_as_text() -> None:
    shown = _figure_markdown("tbl-one", Drawn("| a |", "caption", title="<b> & *c*"), "en")
    assert '<p class="figure-title">&lt;b&gt; &amp; *c*</p>' in shown
    assert shown.index("figure-title") < shown.index("table-box")
    assert "figure-title" not in _figure_markdown("tbl-one", Drawn("| a |", "caption"), "en")


@pytest.mark.parametrize(
    ("bulk", "expected"),
    [
        (6.0, "Fastest to import the source's way: PostgreSQL; each by its own fastest way: PostgreSQL, MySQL"),
        (2.0, "PostgreSQL fastest to import either way"),
    ],
)
def test_a_chart_of_imports_names_who_is_fastest_either_way(bulk: float, expected: str) -> None:
    rates = {"import.plain": {"postgresql": 4.0, "mysql": 1.0}, "import.bulk": {"postgresql": 6.0, "mysql": bulk}}
    made = [
        each
        for case, by_engine in rates.items()
        for engine, rate in by_engine.items()
        for metric, value in (("throughput", rate * 1e6), ("duration", 1 / rate))
        for each in repeats(case, [value * (1 + k / 1000) for k in NEAR], metric=metric, engine=engine)
    ]
    said = half_billion_charts.import_rate(frame(made), "en").title
    assert said == expected


def test_a_chart_of_stores_says_which_is_cheapest_in_how_many_phases() -> None:
    made = [
        each
        for phase in PHASES
        for engine, cost_s in (("lmdb", 1e-5), ("pebble", 5e-5))
        for each in repeats(f"sync_on.{phase}", [cost_s * (1 + k / 1000) for k in NEAR], metric=COST, engine=engine)
    ]
    said = kv_charts.phases(frame(made), "en").title
    assert said == f"LMDB is fastest on each of the {len(PHASES)} lines"


@pytest.mark.parametrize(
    ("sizes", "en"),
    [
        ({"a": 6.2, "b": 144.0, "c": 30.0}, "Smallest: a (6.2 %); largest: b (144 %)"),
        ({"a": 6.2, "b": 143.9, "c": 144.1}, "Smallest: a (6.2 %); largest: b, c (144 %)"),
        ({"a": 6.2, "b": 6.201}, ""),
        ({}, ""),
    ],
    ids=["two", "written alike", "all alike", "none"],
)
def test_of_sizes_the_smallest_and_the_largest_are_named(sizes: dict[str, float], en: str) -> None:
    assert spread(sizes, lambda share: f"{digits(share)} %", "en") == en


def swept(**rates: tuple[float, float]) -> list[Sample]:
    """Return repeats of a sweep on one thread and on sixteen by system."""
    return [
        each
        for engine, by_threads in rates.items()
        for n, rate in zip((1, 16), by_threads, strict=True)
        for each in repeats(
            f"sweep.oltp_insert.{n}", [rate * (1 + k / 1000) for k in NEAR],
            engine=engine, metric="throughput", threads=n,
        )
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rates", "en", "zh"),
    [
        (
            {"postgresql": (100.0, 600.0), "mysql": (50.0, 400.0), "sqlite": (900.0, 450.0)},
            "16 threads against 1: 8 times the throughput on MySQL, 0.5 times on SQLite",
            "线程从 1 个加到 16 个，MySQL 的吞吐量是原来的 8 倍，SQLite 是 0.5 倍",
        ),
        (
            {"postgresql": (100.0, 600.0), "mysql": (50.0, 300.0)},
            "16 threads against 1: 6 times the throughput on MySQL, 6 times on PostgreSQL; their intervals overlap",
            "线程从 1 个加到 16 个，MySQL 的吞吐量是原来的 6 倍，PostgreSQL 是 6 倍，两者的区间有重叠",
        ),
        (
            {"postgresql": (100.0, 600.0)},
            "Insert: transactions per second",
            "单行插入：每秒事务数",
        ),
    ],
    ids=["apart", "alike", "one system"],
)
def test_of_a_sweep_it_says_who_gains_most_and_least(rates: dict[str, tuple[float, float]], en: str, zh: str) -> None:
    drawn = [scaling(frame(swept(**rates)), lang, "oltp_insert").title for lang in ("en", "zh")]
    assert drawn == [en, zh]


def test_over_keys_it_says_how_the_cost_grows_between_the_sizes_of_the_source() -> None:
    made = [
        each
        for scale, keys, costs in (
            (Scale.SMALL, 10_000, {"lmdb": 2e-5, "pebble": 1e-5}),
            (Scale.MEDIUM, 100_000, {"lmdb": 3e-5, "pebble": 1e-5}),
            (Scale.FULL, 1_000_000, {"lmdb": 9e-3, "pebble": 1e-5}),
        )
        for engine, cost_s in costs.items()
        for each in repeats(
            "sync_on.random_write", [cost_s * (1 + k / 1000) for k in NEAR],
            metric=COST, engine=engine, scale=scale, rows=keys,
        )
    ]  # fmt: skip
    assert [kv_charts.growth(frame(made), lang).title for lang in ("en", "zh")] == [
        "From 10,000 to 100,000 keys: 1 (Pebble) to 1.5 (LMDB) times as long per operation",
        "从 1 万个键到 10 万个键，一次操作的耗时变为 1 倍（Pebble）到 1.5 倍（LMDB）",
    ]


def test_of_readers_beside_a_writer_it_says_whose_rate_is_highest() -> None:
    made = [
        each
        for engine, rate in (("lmdb", 900.0), ("pebble", 300.0))
        for setting in CLASSES
        for side in ("read", "write")
        for each in repeats(
            f"{setting}.readers", [rate * (1 + k / 1000) for k in NEAR],
            metric=f"{side}_throughput", engine=engine, durability=CLASSES[setting],
        )
    ]  # fmt: skip
    assert kv_charts.readers(frame(made), "en").title == f"LMDB is fastest on each of the {2 * len(CLASSES)} lines"


def about(value: float) -> Estimate:
    return Estimate(value, value * 0.9, value * 1.1, 5)


@pytest.mark.parametrize(
    ("times", "en"),
    [
        ({"no index": about(2.0), "plain": about(0.5), "in C": about(0.1)}, "From 100 ms (in C) to 2 s (no index)"),
        (
            {"no index": about(2.0), "plain": about(1.9)},
            "From 1.9 s (plain) to 2 s (no index); their intervals overlap",
        ),
        (
            {"no index": stats.median([2.0]), "plain": about(0.1)},
            "From 100 ms (plain) to 2 s (no index); measured once or twice",
        ),
        ({"no index": None, "plain": about(0.5), "in C": about(0.1)}, ""),  # who knows how slow that is
        ({"plain": about(0.5)}, ""),
    ],
)
def test_of_causes_the_ends_are_told_where_they_are_apart(times: dict[str, Estimate | None], en: str) -> None:
    assert ranged(times, "en") == en


def test_of_ratios_those_are_counted_that_lie_wholly_beyond_the_line() -> None:
    ratios = [about(2.0), about(1.5), about(1.05), about(0.5), Estimate(3.0, 0.0, float("inf"), 2)]
    told = beyond(ratios, 1, "title.profiles", "en")
    assert told == "Tuned: 2 of 5 are faster, 1 slower, the rest undecided"
    assert beyond([], 1, "title.profiles", "en") == ""
    assert beyond([about(1.05)], 1, "title.profiles", "en") == ""


def test_of_printed_ratios_those_are_counted_that_ours_points_the_way_of() -> None:
    more, less, open_ = about(2.0), about(0.5), about(1.05)
    pairs = [(more, more), (more, less), (less, less), (less, open_), (more, None)]
    assert [directions(pairs, lang) for lang in ("en", "zh")] == [
        "Of 4 printed ratios measured here, 2 point the same way, 1 the other way, 1 undecided",
        "印出的比值里有 4 个在这里测了：2 个方向相同，1 个相反，1 个分不出",
    ]
    assert directions([(more, None)], "en") == ""


def test_a_chart_of_cold_starts_says_whom_they_cost_least_and_most() -> None:
    made = [
        each
        for engine, cold_s in (("duckdb", 2.0), ("sqlite", 12.0), ("mysql", 3.0))
        for temperature, value in ((Temperature.WARM, 1.0), (Temperature.COLD, cold_s))
        for each in repeats("indexed.point", around(value), engine=engine, temperature=temperature)
    ]
    said = half_billion_charts.cold_and_warm(frame(made), "en", "indexed.point").title
    assert said == "A cold first run takes 2 (DuckDB) to 12 (SQLite) times as long as a warm one"


def test_a_chart_of_two_classes_says_what_the_weaker_one_gains() -> None:
    rates = {
        Durability.FULL: {"mysql": 100.0, "postgresql": 100.0},
        Durability.RELAXED: {"mysql": 150.0, "postgresql": 900.0},
    }
    classes = [
        frame(
            each
            for engine, rate in of_class.items()
            for each in repeats(
                f"{durability}.oltp_insert", around(rate), engine=engine, metric="throughput", durability=durability
            )
        )
        for durability, of_class in rates.items()
    ]  # fmt: skip
    said = by_durability(classes, "en", ["oltp_insert"]).title
    assert said.startswith("Synced within a second instead of at each commit: 1.5 (MySQL · ")
    assert "to 9 times the throughput (PostgreSQL · " in said
    assert by_durability(classes[:1], "en", ["oltp_insert"]).title == ""


def test_a_chart_of_waits_says_whose_writer_waits_longest() -> None:
    made = [
        each
        for engine, wait_s in (("postgresql", 0.5), ("sqlite", 8.0))
        for metric, value in (("duration", 10.0), ("wait_write", wait_s), ("wait_read", 0.1))
        for each in repeats("wait.compact", around(value), experiment="storage", engine=engine, metric=metric)
    ]
    said = storage_charts.waits(frame(made), "en").title
    assert said.startswith("The longest wait of a writer: 500 ms (PostgreSQL")
    assert said.endswith(")")
    assert " to 8 s (SQLite" in said
