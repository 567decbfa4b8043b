"""Claims taken apart: how each kind of part is judged, what parts make of the whole, and how it is said."""

from __future__ import annotations

import math

import pytest
from dbreport import stats
from dbreport.report.verdicts import parts
from dbreport.report.verdicts.decide import Audited, Evidence, Outcome, Part
from dbreport.results.select import Point
from dbreport.stats import Estimate


def e(low: float, value: float, high: float) -> Estimate:
    return Estimate(value, low, high, 5)


TOO_FEW = Estimate(2.5, 0.0, math.inf, 2)


@pytest.mark.parametrize(
    ("measured", "outcome"),
    [
        (e(1.6, 1.7, 1.8), Outcome.REPRODUCED),
        (e(1.3, 1.36, 1.4), Outcome.DIRECTION),  # half the gain
        (e(1.5, 1.526, 1.6), Outcome.REPRODUCED),
        (e(1.8, 1.87, 1.9), Outcome.REPRODUCED),
        (e(1.8, 1.88, 1.9), Outcome.DIRECTION),
        (e(0.5, 0.6, 0.7), Outcome.OPPOSITE),
        (e(0.9, 1.7, 2.1), Outcome.NO_DIFFERENCE),
        (TOO_FEW, Outcome.TOO_FEW),
        (None, Outcome.MISSING),
    ],
)
def test_about_so_many_times_is_judged_by_the_excess_over_1(measured: Estimate | None, outcome: Outcome) -> None:
    assert parts.about("ratio", measured, 1.7).outcome is outcome


@pytest.mark.parametrize(
    ("measured", "outcome"),
    [
        (e(0.69, 0.7, 0.71), Outcome.REPRODUCED),
        (e(0.84, 0.85, 0.86), Outcome.DIRECTION),
        (e(1.2, 1.3, 1.4), Outcome.OPPOSITE),
    ],
)
def test_a_claim_of_less_is_turned_over_first(measured: Estimate, outcome: Outcome) -> None:
    assert parts.about("ratio", measured, 0.7).outcome is outcome


@pytest.mark.parametrize(
    ("value", "outcome"), [(1.7, Outcome.DIRECTION), (1.8, Outcome.REPRODUCED), (3.4, Outcome.REPRODUCED)]
)
def test_between_two_sizes_is_judged_from_the_nearer_one(value: float, outcome: Outcome) -> None:
    assert parts.about("ratio", e(value, value, value), (2, 3)).outcome is outcome


def test_a_size_that_hardly_differs_is_no_difference() -> None:
    assert parts.about("ratio", stats.exact(1.03), 1.25, negligible=0.05).outcome is Outcome.NO_DIFFERENCE


@pytest.mark.parametrize(
    ("measured", "outcome"),
    [
        (e(20, 25, 30), Outcome.REPRODUCED),
        (e(19, 25, 30), Outcome.DIRECTION),
        (e(0.9, 1.1, 1.3), Outcome.NO_DIFFERENCE),
        (e(0.2, 0.3, 0.4), Outcome.OPPOSITE),
        (TOO_FEW, Outcome.TOO_FEW),
        (None, Outcome.MISSING),
    ],
)
def test_over_so_many_times_takes_the_whole_interval(measured: Estimate | None, outcome: Outcome) -> None:
    assert parts.over("ratio", measured, 20).outcome is outcome


@pytest.mark.parametrize(
    ("measured", "alike", "not_more"),
    [
        (e(1.02, 1.05, 1.08), Outcome.REPRODUCED, Outcome.REPRODUCED),
        (stats.exact(1.05), Outcome.REPRODUCED, Outcome.REPRODUCED),
        (e(0.8, 1.05, 1.4), Outcome.OPEN, Outcome.OPEN),  # not told apart, and not shown to be alike
        (e(0.8, 0.9, 1.09), Outcome.OPEN, Outcome.REPRODUCED),
        (e(1.02, 1.08, 1.3), Outcome.OPEN, Outcome.OPEN),
        (e(1.1, 1.19, 1.2), Outcome.OPPOSITE, Outcome.OPPOSITE),
        (e(0.6, 0.7, 0.8), Outcome.OPPOSITE, Outcome.REPRODUCED),
        (TOO_FEW, Outcome.TOO_FEW, Outcome.TOO_FEW),
        (None, Outcome.MISSING, Outcome.MISSING),
    ],
)
def test_less_is_not_the_same_but_is_no_more(measured: Estimate | None, alike: Outcome, not_more: Outcome) -> None:
    assert parts.same("ratio", measured, 1.1).outcome is alike
    assert parts.no_more("ratio", measured, 1.1).outcome is not_more


def ran(took_s: float | None) -> Point:
    estimate = None if took_s is None else stats.median([took_s] * 3)
    return Point("mysql", "point", estimate, "ok" if took_s else "timeout", None if took_s else "limit")


@pytest.mark.parametrize(
    ("point", "asked_s", "outcome"),
    [
        (ran(None), 300.0, Outcome.REPRODUCED),
        (ran(None), 60.0, Outcome.NOT_COMPARABLE),  # it may have answered by then
        (ran(400.0), None, Outcome.REPRODUCED),
        (ran(20.0), None, Outcome.OPPOSITE),
        (Point("mysql", "point", None, "failed", "no room"), None, Outcome.MISSING),
        (None, None, Outcome.MISSING),
    ],
)
def test_a_time_limit_is_judged_by_what_ran_into_it(
    point: Point | None, asked_s: float | None, outcome: Outcome
) -> None:
    assert parts.limit("ratio", point, 300, asked_s).outcome is outcome


WHOLES = {
    ("reproduced", "reproduced"): "reproduced",
    ("reproduced", "direction"): "partly",
    ("reproduced", "opposite"): "partly",
    ("reproduced", "missing"): "partly",
    ("direction", "opposite"): "partly",
    ("direction", "direction"): "direction",
    ("direction", "too_few"): "direction",
    ("opposite", "no_difference"): "opposite",
    ("no_difference", "no_difference"): "no_difference",
    ("too_few", "not_comparable"): "not_comparable",
    ("too_few", "missing"): "missing",
    ("too_few",): "too_few",
    ("open", "too_few"): "too_few",
    ("open", "open"): "open",
    ("reproduced", "open"): "partly",
    ("holds", "holds"): "holds",
    ("holds", "slip"): "slip",
    ("slip", "impossible"): "impossible",
    ("slip", "reproduced"): "slip",
    ("overclaim", "slip"): "slip",
    ("overclaim", "opposite"): "overclaim",
    ("holds", "reproduced"): "reproduced",
    ("holds", "missing"): "missing",
    (): "missing",
}


def test_the_whole_follows_from_its_parts() -> None:
    assert {of: parts.together([Outcome(outcome) for outcome in of]) for of in WHOLES} == WHOLES


def test_a_part_that_cannot_be_judged_never_lets_the_whole_be_reproduced() -> None:
    unjudged = [o for o in Outcome if not o.judged]
    assert Outcome.REPRODUCED not in {parts.together([Outcome.REPRODUCED, o]) for o in unjudged}


def test_a_line_says_what_was_measured_claimed_and_printed() -> None:
    part = parts.over("audited_part", e(21, 25, 30), 20, 23.24)
    spoken = Part(what=Evidence("audited", {"what": "prefix"}), outcome=part.outcome, claimed=part.claimed,
                  printed=part.printed, measured=part.measured)  # fmt: skip
    assert spoken.sentence("en") == "prefix: 25 [21, 30] (claimed: over 20; printed: 23.2)"
    assert spoken.sentence("zh") == "prefix：25 [21, 30]（原文称超过 20 倍；原文数据 23.2）"


def named(name: str) -> Evidence:
    return Evidence("audited", {"what": name})


def test_parts_that_differ_say_each_what_became_of_it() -> None:
    verdict = parts.decided("hb-8", parts.over(named("a"), e(2, 2, 2), 1.5), parts.over(named("b"), None, 1))
    assert [line.outcome for line in verdict.lines("en")] == [Outcome.REPRODUCED, Outcome.MISSING]
    assert verdict.sentences("en").endswith("b: not measured yet (claimed: over 1) – not measured yet")


def test_parts_that_agree_leave_it_to_the_whole() -> None:
    verdict = parts.decided("hb-8", parts.over(named("a"), e(2, 2, 2), 1.5), beside=[named("beside")])
    assert verdict.lines("en") == [("a: 2 [2, 2] (claimed: over 1.5)", None), ("beside", None)]


def test_printed_figures_checked_are_a_part_that_needs_no_measurement() -> None:
    part = parts.arithmetic(Audited("kv.delete_unit", "417 s", "0.418 s", "slip"))
    assert (part.outcome, part.sentence("en").partition(": ")[2]) == (Outcome.SLIP, "0.418 s (printed: 417 s)")


def test_what_cannot_be_compared_says_why() -> None:
    part = parts.not_comparable(named("a"), "no_chapter", 2.5, 3.0)
    assert part.sentence("en") == "a: 2.5 (printed: 3); its article has no chapter yet"
