"""The front page's answers: which system is best for which need, and how far the next one is. Decided by code."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, NamedTuple, TypeVar

import polars as pl

from .. import discovery, stats
from ..results import select
from ..results.parts import once
from ..results.ratios import Taken, compare, estimate
from ..stats import Estimate

Who = TypeVar("Who")
_SETTING = ["case", "profile", "scale", "durability"]


class Standing(NamedTuple, Generic[Who]):
    """The first of several and all it cannot be told from, `too_few` of them for want of values; and the next one.

    The next is the nearest of the others, by how many times better the first is.
    """

    equals: tuple[Who, ...]
    too_few: tuple[Who, ...]
    next: Who | None
    ratio: Estimate | None


@dataclass(frozen=True, slots=True)
class Winner:
    """The best system for one need, those that cannot be told from it, and the next one's distance.

    `value` is the best system's, in `unit`; `ratio` says how many times better it is than `next`. `too_few` are those
    of the best that stand there because too few values were measured to tell, and `level` those that another session
    did not find behind the first; `sessions` counts the others in which the first was set against one that is behind.
    `stale` tells that the case is no longer what is asked for. `values` are those of all systems, the best first, and
    `ratios` say how many times better the first is than each other; all of them hold at once.
    """

    need: str
    best: tuple[str, ...]
    value: Estimate
    unit: str
    next: str | None
    ratio: Estimate | None
    too_few: tuple[str, ...] = ()
    level: tuple[str, ...] = ()
    sessions: int = 0
    stale: bool = False
    values: Mapping[str, Estimate] = field(default_factory=dict)
    ratios: Mapping[str, Estimate] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Need:
    """The case and metric that answer a need; less is better of seconds and bytes, more of a rate.

    `plus` are metrics added to it on every system that has them; `weaker` is the case that asks the same in a weaker
    class of durability, where there is one.
    """

    case: str
    metric: str = "latency"
    unit: str = "seconds"
    plus: tuple[str, ...] = ()
    weaker: str = ""


class Ranked(NamedTuple):
    """Systems by their medians, the best first, and how many times better it is than each other; all hold at once."""

    order: tuple[str, ...]
    ratios: Mapping[str, Estimate]

    @property
    def standing(self) -> Standing[str]:
        return standing(self.order[0], self.ratios)


class Setting(NamedTuple):
    """What a need was measured under: names of a profile, a scale and a class of durability, and the number of rows."""

    profile: str
    scale: str
    durability: str
    rows: int


def winners(runs: pl.DataFrame, scale: str, again: Sequence[pl.DataFrame] = ()) -> list[Winner]:
    """Return the best system for each need that one experiment answers as shipped, every commit synced."""
    runs = select.only(runs, "default", scale, "full")
    needs = discovery.part(runs["experiment"][0], "facts").NEEDS
    found = (winner(runs, name, need, again) for name, need in needs.items())
    return [each for each in found if each]


def under_each_setting(
    runs: pl.DataFrame, name: str, need: Need, again: Sequence[pl.DataFrame] = ()
) -> dict[Setting, Winner]:
    """Return the best system for a need under every setting it was measured under, on all systems that have it."""
    found = {}
    for case in filter(None, (need.case, need.weaker)):
        parts = runs.filter(pl.col("case") == case).partition_by("profile", "scale", "durability", as_dict=True)
        for (profile, scale, durability), part in sorted(parts.items()):
            if won := winner(part, name, replace(need, case=case), again):
                found[Setting(profile, scale, durability, select.rows_of(part))] = won
    return found


def winner(runs: pl.DataFrame, name: str, need: Need, again: Sequence[pl.DataFrame] = ()) -> Winner | None:
    """Return the best system for a need with the ratio of each other to it; None where no system has a value.

    Every system that the first is not decidedly better than is named beside it, and so is every one that another
    session found at least as good: one session's interval knows nothing of how sessions differ.

    Args:
        runs: of one profile, scale and class of durability.
        again: the samples of other sessions, each a frame; those that `runs` have the like of count.
    """
    measured = {engine: _taken(runs, engine, need) for engine in select.engines(runs)}
    found = ranked(measured, need.metric, _most(need))
    if not found:
        return None
    first, *others = found.order
    behind = [name for name in others if name not in found.standing.equals]
    leads = list(_leads(first, behind, need, runs, again))
    level = tuple(name for name in behind if any(lead[name].value <= 1 for lead in leads if name in lead))
    estimates = {engine: estimate(need.metric, [each.value for each in measured[engine]]) for engine in found.order}
    equals, too_few, following, ratio = standing(first, found.ratios, level)
    return Winner(
        need=name,
        best=equals,
        value=estimates[first],
        unit=need.unit,
        next=following,
        ratio=ratio,
        too_few=too_few,
        level=level,
        sessions=len(leads),
        stale=need.case in _stale(runs),
        values=estimates,
        ratios=found.ratios,
    )


def _leads(
    first: str, behind: Collection[str], need: Need, runs: pl.DataFrame, again: Iterable[pl.DataFrame]
) -> Iterator[Mapping[str, Estimate]]:
    """Yield, of each other session that has them, how many times better the first is than those that are behind."""
    for frame in again:
        like = frame.join(runs, on=_SETTING, how="semi")
        taken = _taken(like, first, need)
        ratios = {name: _lead(taken, _taken(like, name, need), need.metric, _most(need)) for name in behind}
        if found := {name: ratio for name, ratio in ratios.items() if ratio}:
            yield found


def _most(need: Need) -> bool:
    return need.unit == "rate"


def ranked(measured: Mapping[str, Sequence[Taken]], metric: str, most: bool) -> Ranked | None:
    """Return the systems that have values of one metric, the best first; None where none has.

    Which system comes first is itself a draw: of equal ones the luckiest does, and its lead is the largest of several.
    So the first is set against each of the others, and what is claimed holds for all these ratios at once: with k
    systems each interval may miss k - 1 times more seldom (Bonferroni). The truly best system is then left out of the
    first's equals in at most 5 % of cases, whichever came first: comparisons with the best, as in Hsu, Multiple
    Comparisons (1996), chapter 4.

    Args:
        most: the most is best, as of a rate, and not the least.
    """
    medians = {
        engine: stats.median([each.value for each in taken]).value for engine, taken in measured.items() if taken
    }
    order = sorted(medians, key=lambda engine: medians[engine], reverse=most)
    if not order:
        return None
    best, *others = order
    ratios = {}
    for other in others:
        ratio = _lead(measured[best], measured[other], metric, most, comparisons=len(others))
        assert ratio is not None
        ratios[other] = ratio
    return Ranked(tuple(order), ratios)


def _lead(
    first: Sequence[Taken], other: Sequence[Taken], metric: str, most: bool, comparisons: int = 1
) -> Estimate | None:
    """Return how many times better the first is than another; None where either has no value."""
    sides = (first, other) if most else (other, first)
    return compare(*sides, metric, in_rounds=True, comparisons=comparisons)


def _stale(runs: pl.DataFrame) -> frozenset[str]:
    """Return the cases that are no longer what is asked for."""
    if "stale" not in runs.columns:
        return frozenset()
    found: frozenset[str] = once(runs, _stale, lambda: frozenset(runs.filter("stale")["case"]))
    return found


def standing(first: Who, ratios: Mapping[Who, Estimate], level: Collection[Who] = ()) -> Standing[Who]:
    """Return how the first stands, from how many times better it is than each other; none of `level` is behind."""
    worse = [who for who, e in ratios.items() if e.decided == "more" and who not in level]
    equals = (first, *(who for who in ratios if who not in worse))
    too_few = tuple(who for who, e in ratios.items() if e.decided == "too few")
    following = nearest(ratios, worse)
    return Standing(equals, too_few, following, ratios[following] if following is not None else None)


def nearest(ratios: Mapping[Who, Estimate], among: Iterable[Who]) -> Who | None:
    """Return of some the one that the first is the fewest times better than; None of none."""
    return min(among, key=lambda who: ratios[who].value, default=None)


def _taken(runs: pl.DataFrame, engine: str, need: Need) -> list[Taken]:
    """Return what a need asks of one system, round by round, with what is added to it."""
    more = [{each.round: each.value for each in select.taken(runs, engine, need.case, metric)} for metric in need.plus]
    return [
        each._replace(value=each.value + sum(values.get(each.round, 0.0) for values in more))
        for each in select.taken(runs, engine, need.case, need.metric)
    ]
