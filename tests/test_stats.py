"""Medians, intervals, ratios, warnings: each against a value known without them."""

from __future__ import annotations

import numpy as np
import pytest
from dbreport.stats import Estimate, drifts, median, ratio, required_repeats, spread, wanted_repeats, warnings

STEADY = [1.00, 1.02, 0.99, 1.01, 1.00]


def test_a_median_is_the_middle_value() -> None:
    assert median([5.0, 1.0, 100.0]).value == 5.0


def test_equal_values_have_an_interval_without_width() -> None:
    assert median([2.0] * 5) == Estimate(2.0, 2.0, 2.0, 5)


def test_one_value_is_its_own_interval() -> None:
    assert median([3.0]) == Estimate(3.0, 3.0, 3.0, 1)


def test_an_interval_lies_within_the_values() -> None:
    e = median([1.0, 2.0, 3.0, 4.0, 50.0])
    assert (1.0 <= e.low <= e.value, e.value <= e.high <= 50.0) == (True, True)


def test_the_same_values_give_the_same_interval_again() -> None:
    assert median(STEADY) == median(STEADY)


def test_an_interval_holds_the_true_median_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(7)
    held = 0
    for _ in range(300):
        e = median(rng.lognormal(0, 1, 25).tolist())
        held += e.low <= 1.0 <= e.high
    assert 0.90 <= held / 300 <= 0.99


def test_a_ratio_is_that_of_the_medians() -> None:
    assert ratio([6.0] * 3, [2.0] * 5) == Estimate(3.0, 3.0, 3.0, 3)


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
    ],
)
def test_a_ratio_is_decided_by_its_whole_interval(low: float, high: float, said: str) -> None:
    assert Estimate(1.0, low, high, 5).decided == said


def test_a_ratio_of_clearly_different_times_is_decided() -> None:
    assert (ratio([2.0, 2.1, 1.9], STEADY).decided, ratio(STEADY, [2.0, 2.1, 1.9]).decided) == ("more", "less")


def test_the_spread_is_the_interquartile_range_over_the_median() -> None:
    assert spread([1.0, 2.0, 3.0, 4.0, 5.0]) == pytest.approx(2 / 3)


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
