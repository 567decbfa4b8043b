"""What one metric's values come to, and two sides of a ratio compared: in pairs, apart by runs or by sessions, exact.

Knows no system and picks nothing out; a side is what `select.taken` returns of it.
"""

from collections.abc import Sequence, Set
from functools import cache
from pathlib import Path
from typing import NamedTuple

from .. import stats
from ..project import results_folder
from ..stats import Estimate
from .calibrations import times_slower

_EXACT = frozenset(
    "size raw ratio documents keys operations bytes_touched rows_read pages_hit pages_read dead_rows transaction_age"
    " syncs_per_operation fsync_per_operation fdatasync_per_operation msync_per_operation"
    " sync_file_range_per_operation".split()
)
"""Metrics that are sizes or counts, besides all that begin with `size_` and `values_`: one value decides of them."""


class Taken(NamedTuple):
    """One value of one metric, after the session, run and repeat it was taken in."""

    session: str
    run_id: str
    repeat: int
    value: float

    @property
    def round(self) -> tuple[str, str, int]:
        """Return what values taken in the same round share."""
        return self[:3]


def in_same_rounds(*sides: Sequence[Taken]) -> list[tuple[float, ...]]:
    """Return the values of several metrics or systems side by side, of those rounds in which each has one."""
    by_round = [{each.round: each.value for each in side} for side in sides]
    return [
        tuple(values[when] for values in by_round)
        for when in by_round[0]
        if all(when in values for values in by_round[1:])
    ]


def estimate(metric: str, values: Sequence[float]) -> Estimate:
    """Return the median of one metric's values. A size or a count that is the same every time is exact."""
    return stats.exact(values[0]) if _exact(metric, values) else stats.median(values)


def _exact(metric: str, *sides: Sequence[float]) -> bool:
    counted = metric in _EXACT or metric.startswith(("size_", "values_"))
    return counted and all(len(set(side)) == 1 for side in sides)


class Origin(NamedTuple):
    """The sessions and runs that one side of a ratio was taken in."""

    sessions: Set[str]
    runs: Set[str]


def compare(
    over: Sequence[Taken],
    under: Sequence[Taken],
    metric: str,
    in_rounds: bool,
    comparisons: int = 1,
    of_hosts: bool = False,
) -> Estimate | None:
    """Return the ratio of two sides with what separates them; None where one is empty.

    Args:
        in_rounds: both sides are one case, which all systems do in one round: what was taken in the same round of the
            same run stands in pairs. Rounds in which one side has nothing do not count.
        comparisons: how many ratios one statement rests on, as `stats.ratio` has it.
        of_hosts: the sides are of two hosts, and how much slower one of them is, is what is asked.
    """
    if not over or not under:
        return None
    sides = [each.value for each in over], [each.value for each in under]
    pairs = in_same_rounds(over, under)
    if in_rounds and len(pairs) >= stats.FEWEST and not _exact(metric, *sides):
        top, bottom = zip(*pairs, strict=True)
        return stats.ratio(top, bottom, paired=True, comparisons=comparisons)
    top_from, bottom_from = (
        Origin({each.session for each in side}, {each.run_id for each in side}) for side in (over, under)
    )
    return ratio_of(metric, *sides, top_from, bottom_from, comparisons, of_hosts)


def ratio_of(
    metric: str,
    over: Sequence[float],
    under: Sequence[float],
    over_from: Origin,
    under_from: Origin,
    comparisons: int = 1,
    of_hosts: bool = False,
) -> Estimate:
    """Return the ratio of two medians of one metric that were not taken in pairs; exact where both sides are.

    Across sessions it is as wide as the same thing lies apart from one session to another, and wider by how much
    slower the machine was in one of them; it has no interval where either is not known.
    """
    if _exact(metric, over, under) and under[0]:
        return stats.exact(over[0] / under[0])
    if over_from.sessions == under_from.sessions:
        apart = "runs" if over_from.runs != under_from.runs else ""
        return stats.ratio(over, under, comparisons=comparisons, apart=apart)
    slower = 1.0 if of_hosts else times_slower(over_from.sessions, under_from.sessions)
    between = between_sessions() if slower is not None else None
    return stats.ratio(over, under, comparisons=comparisons, apart="sessions", between=between, slower=slower or 1.0)


def between_sessions() -> float | None:
    """Return the standard deviation of the logarithm of a ratio between sessions; None until it has been measured."""
    return _between_sessions(results_folder())


@cache
def _between_sessions(results: Path) -> float | None:
    from . import replication  # which forms its ratios here

    return replication.between_sessions(results=results)
