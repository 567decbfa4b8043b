"""What one metric's values come to, and two sides of a ratio compared: in pairs, apart by runs or by sessions, exact.

Knows no system and picks nothing out; a side is what `select.taken` returns of it.
"""

from collections.abc import Sequence, Set
from functools import cache
from pathlib import Path

import polars as pl

from .. import stats
from ..project import results_folder
from ..stats import Estimate

ROUND = ("session", "run_id", "repeat")
"""What values taken in the same round share."""
_EXACT = frozenset(
    "size raw ratio documents keys operations bytes_touched rows_read pages_hit pages_read dead_rows transaction_age"
    " syncs_per_operation fsync_per_operation fdatasync_per_operation msync_per_operation"
    " sync_file_range_per_operation".split()
)
"""Metrics that are sizes or counts, besides all that begin with `size_` and `values_`: one value decides of them."""


def estimate(metric: str, values: Sequence[float]) -> Estimate:
    """Return the median of one metric's values. A size or a count that is the same every time is exact."""
    return stats.exact(values[0]) if _exact(metric, values) else stats.median(values)


def _exact(metric: str, *sides: Sequence[float]) -> bool:
    counted = metric in _EXACT or metric.startswith(("size_", "values_"))
    return counted and all(len(set(side)) == 1 for side in sides)


def compare(
    over: pl.DataFrame, under: pl.DataFrame, metric: str, in_rounds: bool, comparisons: int = 1
) -> Estimate | None:
    """Return the ratio of two sides as `taken` returns them, with what separates them; None where one is empty.

    Args:
        in_rounds: both sides are one case, which all systems do in one round: what was taken in the same round of the
            same run stands in pairs. Rounds in which one side has nothing do not count.
        comparisons: how many ratios one statement rests on, as `stats.ratio` has it.
    """
    sides = over["value"].to_list(), under["value"].to_list()
    if over.is_empty() or under.is_empty():
        return None
    pairs = over.join(under, on=ROUND, suffix="_under", maintain_order="left")
    if in_rounds and pairs.height >= stats.FEWEST and not _exact(metric, *sides):
        top, bottom = pairs["value"].to_list(), pairs["value_under"].to_list()
        return stats.ratio(top, bottom, paired=True, comparisons=comparisons)
    apart = separated(*((set(side["session"]), set(side["run_id"])) for side in (over, under)))
    return ratio_of(metric, *sides, comparisons, apart)


def ratio_of(
    metric: str, over: Sequence[float], under: Sequence[float], comparisons: int = 1, apart: str = ""
) -> Estimate:
    """Return the ratio of two medians of one metric that were not taken in pairs; exact where both sides are."""
    if _exact(metric, over, under) and under[0]:
        return stats.exact(over[0] / under[0])
    return stats.ratio(
        over, under, comparisons=comparisons, apart=apart, between=between_sessions() if apart == "sessions" else None
    )


def separated(over: tuple[Set[str], Set[str]], under: tuple[Set[str], Set[str]]) -> str:
    """Return what separates two sides, each known by its sessions and runs, as `stats.Estimate` has it."""
    if over[0] != under[0]:
        return "sessions"
    return "runs" if over[1] != under[1] else ""


def between_sessions() -> float | None:
    """Return the standard deviation of the logarithm of a ratio between sessions; None until it has been measured."""
    return _between_sessions(results_folder())


@cache
def _between_sessions(results: Path) -> float | None:
    from . import replication  # which forms its ratios here

    return replication.between_sessions(results=results)
