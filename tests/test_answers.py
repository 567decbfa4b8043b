"""The front page: who is named best, and that equal systems are seldom told apart however the draw falls."""

from __future__ import annotations

import random
from collections.abc import Mapping

import polars as pl
import pytest
from compressionkit import compression_report
from dbreport.experiments.compression import answers as compression_answers
from dbreport.experiments.compression import tables as compression_tables
from dbreport.model import Profile, Sample, Scale
from dbreport.report import answers, tables
from dbreport.report.front import Stored
from dbreport.results import select
from dbreport.stats import Estimate
from samples import frame, repeats, sample

ENGINES = ("postgresql", "mysql", "mariadb", "duckdb")
DRAWS = 120


def point_queries(latencies: Mapping[str, list[float]]) -> pl.DataFrame:
    made: list[Sample] = []
    for engine, values in latencies.items():
        made += repeats("indexed.point", values, engine=engine, scale=Scale.SMALL, rows=5_000_000)
    return frame(made)


def won(latencies: Mapping[str, list[float]]) -> answers.Winner:
    (winner,) = answers.winners(point_queries(latencies), "small")
    return winner


@pytest.mark.parametrize(("systems", "repeated"), [(2, 3), (2, 9), (4, 5)])
def test_of_equal_systems_one_alone_is_seldom_named(systems: int, repeated: int) -> None:
    rng, alone = random.Random(f"{systems} {repeated}"), 0
    for _ in range(DRAWS):
        equal = {name: [rng.lognormvariate(0, 0.1) for _ in range(repeated)] for name in ENGINES[:systems]}
        alone += len(won(equal).best) == 1
    assert alone <= 0.05 * DRAWS


def test_another_profile_at_a_larger_scale_takes_no_answer_away() -> None:
    asked = {"case": "none.status_counts_half_open", "experiment": "real_workload"}
    made = repeats(values=[1.0, 1.1, 0.9], scale=Scale.SMALL, **asked)
    made += repeats(values=[2.0, 2.1, 1.9], engine="mysql", scale=Scale.SMALL, **asked)
    made += repeats(values=[5.0, 5.1, 4.9], profile=Profile.SOURCE, scale=Scale.FULL, **asked)
    (winner,) = Stored("real_workload", frame(made), {}).winners
    assert (winner.best, winner.value.value) == (("postgresql",), 1.0)


def test_the_best_system_is_seldom_left_out() -> None:
    """Of eight equal systems each is the best; compared with the luckiest one by one, 8 in 100 would be left out."""
    names, rng, left_out = select.ORDER[:8], random.Random(17), 0
    for _ in range(DRAWS):
        left_out += 8 - len(won({name: [rng.lognormvariate(0, 0.1) for _ in range(9)] for name in names}).best)
    assert left_out <= 0.05 * 8 * DRAWS


def test_a_system_far_ahead_is_named_alone() -> None:
    steady = [1.0, 1.01, 0.99, 1.02, 0.98]
    found = won({"postgresql": steady, "mysql": [3 * v for v in reversed(steady)], "duckdb": [9 * v for v in steady]})
    assert (found.best, found.next) == (("postgresql",), "mysql")


def test_the_next_one_is_the_nearest_by_the_ratio_that_is_shown() -> None:
    """Round by round the first is 2.4 and 2.38 times better, though the median of the one is less than the other's."""
    far, near, like = (Estimate(value, 0.95 * value, 1.05 * value, 5) for value in (2.4, 2.38, 1.0))
    found = answers.standing("clickhouse", {"postgresql": far, "duckdb": near, "sqlite": like})
    assert (found.equals, found.next, found.ratio) == (("clickhouse", "sqlite"), "duckdb", near)


def test_what_was_measured_too_few_times_is_no_worse() -> None:
    found = won({"postgresql": [1.0, 1.01, 0.99], "mysql": [9.0, 9.1], "duckdb": [5.0, 5.1, 4.9]})
    assert (found.best, found.too_few, found.next) == (("postgresql", "mysql"), ("mysql",), "duckdb")


@pytest.mark.parametrize(
    ("lang", "said"), [("zh", "MySQL 测得太少，分不出高下"), ("en", "measured too few times to tell: MySQL")]
)
def test_the_front_page_says_who_was_measured_too_few_times(lang: str, said: str) -> None:
    runs = point_queries({"postgresql": [1.0, 1.01, 0.99], "mysql": [9.0, 9.1]})
    assert said in tables.winners(answers.winners(runs, "small"), lang, runs).figure


def test_sizes_decide_by_one_value_each() -> None:
    made = [
        sample(engine=name, case="size.indexed", metric=f"size_{part}", unit="bytes", value=size, scale=Scale.SMALL)
        for name, sizes in (("postgresql", (10.0, 2.0)), ("mysql", (9.0, 2.0)))
        for part, size in zip(("table", "index"), sizes, strict=True)
    ]
    (found,) = answers.winners(frame(made), "small")
    assert (found.best, found.value.value, found.ratio and found.ratio.exact) == (("mysql",), 11.0, True)


# ways to store documents ---------------------------------------------------------------------


def quick(speeds: list[float], method: str = "zlib_6_lzma_6") -> pl.DataFrame:
    """Return the report with these speeds of one method, that of who compresses quickest next to the best."""
    case, metric = f"docs.{method}", "compress_throughput"
    made = [s for s in compression_report(("docs",)) if (s.case, s.metric) != (case, metric)]
    facts = {"experiment": "compression", "engine": "files", "scale": Scale.FULL, "metric": metric}
    return frame([*made, *repeats(case, speeds, **facts, unit="bytes/s")])


def standing(runs: pl.DataFrame) -> answers.Standing[tuple[str, str]]:
    return next(way.standing for way in compression_answers.ways(runs) if way.need == "pages_quick")


BEST, SECOND = ("files", "zlib_6"), ("files", "zlib_6_lzma_6")


def test_a_way_that_cannot_be_told_from_the_best_stands_beside_it() -> None:
    assert standing(quick([70e6, 90e6, 80e6])).equals == (BEST, SECOND)


def test_a_way_measured_too_few_times_is_counted() -> None:
    runs = quick([60e6])
    assert (standing(runs).equals, standing(runs).too_few) == ((BEST, SECOND), (SECOND,))
    table = compression_tables.answers(runs, "en").figure
    assert "1 more, measured once or twice: too few times to tell" in table
    assert "<strong>zlib 6</strong>" in table
