"""Medians, intervals, ratios, warnings: each against a value known without them."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from dbreport.repeats import LOAD_TURNS, required_repeats, wanted_repeats
from dbreport.stats import (
    Estimate,
    drifts,
    exact,
    inverse,
    load_warnings,
    median,
    quantile,
    ratio,
    spread,
    uneven,
    usual,
    warnings,
)

STEADY = [1.00, 1.02, 0.99, 1.01, 1.00]


def test_a_median_is_the_middle_value() -> None:
    assert median([5.0, 1.0, 100.0]).value == 5.0


def test_equal_values_have_an_interval_without_width() -> None:
    assert median([2.0] * 5) == Estimate(2.0, 2.0, 2.0, 5)


@pytest.mark.parametrize("values", [[3.0], [3.0, 3.1]])
def test_fewer_than_three_values_have_no_interval(values: list[float]) -> None:
    e = median(values)
    assert (e.low, e.high, e.has_interval) == (0.0, math.inf, False)


def test_three_values_have_an_interval() -> None:
    assert median([2.9, 3.0, 3.1]).has_interval


def test_a_zero_among_the_values_leaves_no_interval() -> None:
    assert median([0.0, 1.0, 2.0, 3.0, 4.0]) == Estimate(2.0, 0.0, math.inf, 5)


def test_an_exact_value_is_its_own_interval_and_marked() -> None:
    assert exact(3.0) == Estimate(3.0, 3.0, 3.0, 1, exact=True)


def test_five_values_have_the_interval_of_students_t_on_logarithms() -> None:
    logs = [0.1, 0.2, 0.3, 0.4, 0.7]  # mean 0.34, standard error 0.1030; t of 96 % is 2.9985
    e = median([math.exp(log) for log in logs])
    assert (math.log(e.low), math.log(e.high)) == pytest.approx(
        (0.34 - 2.9985 * 0.10296, 0.34 + 2.9985 * 0.10296), abs=1e-4
    )


def test_one_outlier_in_nine_hardly_widens_an_interval() -> None:
    steady = [0.96, 0.97, 0.98, 0.99, 1.0, 1.01, 1.02, 1.03]
    assert median([*steady, 10.0]) == replace(median([*steady, 1.04]), n=9)


def test_an_interval_holds_its_median_however_lopsided_the_values() -> None:
    e = median([1.0] * 11 + [3.0] * 10)
    assert e.low <= e.value <= e.high


@pytest.mark.parametrize(
    ("df", "alpha", "printed"),
    [(1, 0.05, 12.706), (2, 0.05, 4.303), (4, 0.05, 2.776), (4, 0.01, 4.604), (8, 0.002, 4.501), (120, 0.05, 1.980)],
)
def test_quantiles_are_those_of_the_printed_tables(df: float, alpha: float, printed: float) -> None:
    assert quantile(df, alpha) == pytest.approx(printed, abs=6e-4)


def test_the_same_values_give_the_same_interval_again() -> None:
    assert median(STEADY) == median(STEADY)


def test_a_ratio_is_that_of_the_medians() -> None:
    assert ratio([6.0] * 3, [2.0] * 5) == Estimate(3.0, 3.0, 3.0, 3)


def test_what_slows_both_of_a_pair_does_not_count() -> None:
    slower = [1.0, 1.1, 1.3, 1.6, 2.0]
    assert ratio([2 * s for s in slower], slower, paired=True) == Estimate(2.0, 2.0, 2.0, 5)


def test_a_paired_ratio_is_the_median_of_the_pairs() -> None:
    assert ratio([2.0, 9.0, 8.0], [1.0, 3.0, 2.0], paired=True).value == 3.0


def test_a_ratio_of_two_and_two_values_decides_nothing() -> None:
    assert (ratio([9.0, 9.1], [1.0, 1.1]).decided, ratio([9.0, 9.1], [1.0, 1.1], paired=True).decided) == (
        "too few",
    ) * 2


def test_a_ratio_across_sessions_decides_nothing_by_itself() -> None:
    e = ratio([9.0, 9.1, 9.2], [1.0, 1.1, 1.2], apart="sessions")
    assert (e.apart, e.has_interval, e.decided) == ("sessions", False, "too few")


def test_a_ratio_across_sessions_takes_its_width_from_replication() -> None:
    e = ratio([8.0] * 3, [1.0] * 3, apart="sessions", between=0.1)
    assert math.log(e.high / e.value) == pytest.approx(0.1 * 2.054, rel=0.01)  # the normal quantile of 96 %


def test_a_slower_machine_moves_both_bounds_by_its_factor() -> None:
    alike, e = (ratio([8.0] * 3, [1.0] * 3, apart="sessions", between=0.1, slower=slower) for slower in (1.0, 2.0))
    assert (e.value, e.low * 2, e.high / 2) == pytest.approx((alike.value, alike.low, alike.high))


def test_a_ratio_that_is_one_of_many_has_a_wider_interval() -> None:
    over, under = [2.0, 2.1, 2.2], [1.0, 1.1, 1.2]
    assert ratio(over, under, comparisons=6).high > ratio(over, under).high


def test_a_ratio_upside_down_has_its_interval_upside_down() -> None:
    assert inverse(Estimate(2.0, 1.6, 4.0, 5, "runs")) == Estimate(0.5, 0.25, 0.625, 5, "runs")


def test_a_median_of_zero_divides_nothing() -> None:
    assert ratio([1.0, 2.0, 3.0], [0.0, 0.0, 0.0]) == Estimate(math.inf, 0.0, math.inf, 3)


def test_a_ratio_turned_over_is_its_inverse() -> None:
    over, under = ratio([4.0, 4.1, 4.2], [2.0, 2.1, 2.2]), ratio([2.0, 2.1, 2.2], [4.0, 4.1, 4.2])
    assert over.value * under.value == pytest.approx(1)


def test_a_ratio_whose_interval_holds_one_is_no_difference() -> None:
    assert ratio([1.0, 1.2, 0.8, 1.1, 0.9], [1.05, 0.85, 1.15, 0.95, 1.0]).decided == "no difference"


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (1.01, 2, "more"),
        (0.5, 0.99, "less"),
        (0.9, 1.1, "no difference"),
        (1, 2, "no difference"),
        (0.5, 1, "no difference"),
        (0, math.inf, "too few"),
    ],
)
def test_a_ratio_is_decided_by_its_whole_interval(low: float, high: float, said: str) -> None:
    assert Estimate(1.0, low, high, 5).decided == said


def test_a_ratio_of_clearly_different_times_is_decided() -> None:
    assert (ratio([2.0, 2.1, 1.9], STEADY).decided, ratio(STEADY, [2.0, 2.1, 1.9]).decided) == ("more", "less")


def test_the_spread_is_the_interquartile_range_over_the_median() -> None:
    assert spread([1.0, 2.0, 3.0, 4.0, 5.0]) == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("values", "differing"),
    [
        ([1.0, 1.02, 1.04, 1.06, 1.08], False),
        ([1.0, 1.0, 1.1, 1.2, 1.2], True),
        ([1.0, 1.0, 1.01, 1.01, 1.3], True),
        ([5.0], False),
    ],
    ids=["within 8 %", "between quartiles", "in all", "one value"],
)
def test_repeats_differ_between_quartiles_or_in_all(values: list[float], differing: bool) -> None:
    assert uneven(values) is differing


@pytest.mark.parametrize(("turns", "warned"), [(4, ["few_repeats"]), (5, [])])
def test_five_turns_are_asked_for_under_load(turns: int, warned: list[str]) -> None:
    assert (LOAD_TURNS, load_warnings([100.0] * turns, [[100.0] * 60] * turns)) == (5, warned)


def test_one_value_has_no_spread() -> None:
    assert spread([4.0]) == 0


@pytest.mark.parametrize(
    ("values", "drifting"),
    [
        ([1.0, 1.05, 1.1, 1.15, 1.2], True),
        ([1.2, 1.15, 1.1, 1.05, 1.0], True),
        ([1.0, 1.01, 1.02, 1.03, 1.04], False),
        ([1.0, 1.1, 1.05, 1.15, 1.2], False),
        ([1.0, 1.1, 1.2, 1.3], False),
    ],
    ids=["rises", "falls", "by four per cent", "up and down", "four values"],
)
def test_a_drift_goes_one_way_by_more_than_a_tenth(values: list[float], drifting: bool) -> None:
    assert drifts(values) is drifting


def test_steady_repeats_are_not_warned_of() -> None:
    assert warnings(STEADY) == []


@pytest.mark.parametrize(
    ("latencies", "warned"),
    [
        ([1.0, 1.0, 1.0, 1.0], ["few_repeats"]),
        ([20.0, 20.0, 20.0], []),
        ([20.0, 20.0], ["few_repeats"]),
        ([200.0], []),
        ([1.0, 1.3, 0.9, 1.2, 0.8], ["spread"]),
        ([0.0005] * 9, ["short"]),
        ([1.0, 1.03, 1.06, 1.09, 1.12], ["drift"]),
    ],
    ids=["four under 10 s", "three over 10 s", "two over 10 s", "one over 2 min", "spread", "short", "drift"],
)
def test_each_warning_has_its_cause(latencies: list[float], warned: list[str]) -> None:
    assert warnings(latencies) == warned


def test_a_client_busier_than_the_server_is_warned_of() -> None:
    assert warnings(STEADY, client_cpu_s=[0.9] * 5, server_cpu_s=[0.3] * 5) == ["client_bound"]


def test_a_client_idler_than_the_server_is_not_warned_of() -> None:
    assert warnings(STEADY, client_cpu_s=[0.1] * 5, server_cpu_s=[0.3] * 5) == []


def test_cpu_of_short_calls_is_too_coarse_to_compare() -> None:
    assert warnings([0.1] * 9, client_cpu_s=[0.02] * 9, server_cpu_s=[0.01] * 9) == []


@pytest.mark.parametrize(("seconds", "repeats"), [(0.001, 5), (9.9, 5), (10, 3), (119, 3), (120, 1), (300, 1)])
def test_repeats_asked_for_follow_the_time_one_takes(seconds: float, repeats: int) -> None:
    assert required_repeats(seconds) == repeats


@pytest.mark.parametrize("seconds", [0.001, 0.099, 0.1, 5, 10, 60, 120, 299])
def test_no_fewer_repeats_are_made_than_asked_for(seconds: float) -> None:
    assert wanted_repeats(seconds) >= required_repeats(seconds)


@pytest.mark.parametrize(
    ("readings", "expected"),
    [([2.0], 2.0), ([1.0, 9.0], 1.0), ([1.0, 2.0, 3.0, 50.0, 60.0, 70.0], 2.0), ([9.0, 1.0, 3.0], 2.0)],
)
def test_the_usual_is_the_median_of_the_quieter_half(readings: list[float], expected: float) -> None:
    assert usual(readings) == expected


def test_without_a_reading_nothing_is_usual() -> None:
    with pytest.raises(ValueError, match="no reading"):
        usual([])
