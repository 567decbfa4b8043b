"""The front page's answers: which system is best for which need, and how far the next one is. Decided by code."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

import polars as pl

from .. import discovery, stats
from ..results import select
from ..results.ratios import Taken, compare, estimate
from ..stats import Estimate

Who = TypeVar("Who")


class Standing(NamedTuple, Generic[Who]):
    """The first of several and all it cannot be told from, `too_few` of them for want of values; and the next one."""

    equals: tuple[Who, ...]
    too_few: tuple[Who, ...]
    next: Who | None
    ratio: Estimate | None


@dataclass(frozen=True, slots=True)
class Winner:
    """The best system for one need, those that cannot be told from it, and the next one's distance.

    `value` is the best system's, in `unit`; `ratio` says how many times better it is than `next`. `too_few` are those
    of the best that stand there because too few values were measured to tell; `stale` tells that the case is no longer
    what is asked for.
    """

    need: str
    best: tuple[str, ...]
    value: Estimate
    unit: str
    next: str | None
    ratio: Estimate | None
    too_few: tuple[str, ...] = ()
    stale: bool = False


@dataclass(frozen=True, slots=True)
class Need:
    """The case and metric that answer a need; less is better of seconds and bytes, more of a rate.

    `plus` are metrics added to it on every system that has them.
    """

    case: str
    metric: str = "latency"
    unit: str = "seconds"
    plus: tuple[str, ...] = ()


def winners(runs: pl.DataFrame, scale: str) -> list[Winner]:
    """Return the best system for each need that one experiment answers, with the ratio of the next one to it.

    Which system comes first is itself a draw: of equal ones the luckiest does, and its lead is the largest of several.
    So the first is set against each of the others, and what is claimed holds for all these ratios at once: with k
    systems each interval may miss k - 1 times more seldom (Bonferroni). Every system that the first is not decidedly
    better than is named beside it. The truly best system is then left out in at most 5 % of cases, whichever came
    first: comparisons with the best, as in Hsu, Multiple Comparisons (1996), chapter 4.
    """
    runs = select.only(runs, "default", scale, "full")
    stale = set(runs.filter("stale")["case"]) if "stale" in runs.columns else set()
    won = []
    for name, need in discovery.part(runs["experiment"][0], "facts").NEEDS.items():
        measured = {engine: _taken(runs, engine, need) for engine in select.engines(runs)}
        values = {engine: [each.value for each in taken] for engine, taken in measured.items() if taken}
        medians = {engine: stats.median(each).value for engine, each in values.items()}
        more = need.unit == "rate"
        order = sorted(medians, key=lambda engine: medians[engine], reverse=more)
        if not order:
            continue
        ratios = {
            other: _times_better(measured[order[0]], measured[other], need, comparisons=len(order) - 1)
            for other in order[1:]
        }
        value = estimate(need.metric, values[order[0]])
        equals, too_few, following, lead = standing(order[0], ratios)
        won.append(Winner(name, equals, value, need.unit, following, lead, too_few, need.case in stale))
    return won


def standing(first: Who, ratios: Mapping[Who, Estimate]) -> Standing[Who]:
    """Return how the first stands, from how many times better it is than each other, the second one first."""
    worse = [who for who, e in ratios.items() if e.decided == "more"]
    equals = (first, *(who for who in ratios if who not in worse))
    too_few = tuple(who for who, e in ratios.items() if e.decided == "too few")
    return Standing(equals, too_few, worse[0], ratios[worse[0]]) if worse else Standing(equals, too_few, None, None)


def _taken(runs: pl.DataFrame, engine: str, need: Need) -> list[Taken]:
    """Return what a need asks of one system, round by round, with what is added to it."""
    more = [{each.round: each.value for each in select.taken(runs, engine, need.case, metric)} for metric in need.plus]
    return [
        each._replace(value=each.value + sum(values.get(each.round, 0.0) for values in more))
        for each in select.taken(runs, engine, need.case, need.metric)
    ]


def _times_better(best: Sequence[Taken], other: Sequence[Taken], need: Need, comparisons: int) -> Estimate:
    sides = (best, other) if need.unit == "rate" else (other, best)
    ratio = compare(*sides, need.metric, in_rounds=True, comparisons=comparisons)
    assert ratio is not None
    return ratio
