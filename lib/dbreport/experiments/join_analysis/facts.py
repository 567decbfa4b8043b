"""What charts and tables of this experiment share, computed once: times against rows, and where two of them meet."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl

from ... import stats
from ...report.advice import Ask
from ...report.answers import Need
from ...results import select
from ...stats import Estimate
from .jobs import ALONE, CLUSTERED, IMPORT, KILLED, LOADED
from .queries import LONGEST, QUERIES

NEEDS = {
    "join_pairs": Need("files.pairs"),
    "join_groups": Need("files.shared_groups"),
    "join_distinct": Need("files.contacts"),
}
"""What a reader may need of it, and the case that answers. One class of durability: every commit synced."""
JOBS = {"joins": (Ask("join_pairs", {"own_tables": "loaded.pairs", "join_people": "files.shared_people"}),)}
"""The job it speaks of, and the need that decides it."""

SPARK, CITUS = "spark", "citus"
HOUR_S = 3600.0
FULL_DISK = "its disk is full"
"""What begins a reason where an answer filled the disk."""
DRAWS = 1000
_LOW, _HIGH = 2.5, 97.5
_GRID = np.geomspace(1e3, 1e13, 1001)
"""Numbers of rows at which two lines are compared."""

Draws = np.ndarray[Any, np.dtype[np.float64]]


def cases(stage: str) -> list[str]:
    """Return the questions of a stage, in their order."""
    return [f"{stage}.{question}" for question in QUERIES]


def failed(runs: pl.DataFrame, engine: str, case: str) -> bool:
    """Tell whether a question was asked and there is a reason instead of an answer."""
    point = select.point(runs, engine, case)
    return point is not None and point.status == "failed"


def filled_the_disk(runs: pl.DataFrame, engine: str) -> list[str]:
    """Return the questions of the files that a system could not answer because its disk was full, in their order."""
    points = {question: select.point(runs, engine, f"files.{question}") for question in QUERIES}
    return [question for question, point in points.items() if point and FULL_DISK in (point.reason or "")]


def most_answering(runs: pl.DataFrame, engine: str, *cases: str) -> pl.DataFrame:
    """Return what was measured as shipped at the most rows at which a system answered all of the cases, or nothing."""
    sizes = reversed(select.shipped_by_rows(runs))
    return next((at for at in sizes if all(select.values(at, engine, case) for case in cases)), runs.clear())


def spread_out(engine: str) -> list[str]:
    """Return the cases of the longest question on a system that can be a cluster: without workers, with, losing one."""
    return [*(f"{stage}.{LONGEST}" for stage in (ALONE[engine], "one_worker", "two_workers")), KILLED]


@dataclass(frozen=True, slots=True)
class Line:
    """time = fixed + scale · rows^exponent of one system at a question of one stage, fitted to the sizes measured.

    The exponent is one where that leaves something fixed; where times grow faster than the rows, nothing is fixed.
    The three are draws, the first of them from the medians, the others from resampled repeats; `measured` are the
    medians with their intervals, by rows; `off` is the largest distance of one of them, relative.
    """

    engine: str
    stage: str
    fixed_s: Draws
    scale_s: Draws
    exponents: Draws
    measured: dict[int, Estimate]
    off: float

    def seconds(self, rows: float) -> Draws:
        """Return the draws of the seconds at a number of rows."""
        taken: Draws = self.fixed_s + self.scale_s * rows**self.exponents
        return taken

    def at(self, rows: float) -> Estimate:
        """Return the seconds at a number of rows."""
        return _estimate(self.seconds(rows))

    @property
    def spread(self) -> bool:
        """Tell whether the work is spread by a system that can spread it over machines."""
        return self.engine in CLUSTERED

    @property
    def fixed(self) -> Estimate:
        return _estimate(self.fixed_s)

    @property
    def exponent(self) -> Estimate:
        return _estimate(self.exponents)

    def grown(self, few: float, many: float) -> Estimate:
        """Return how many times longer it takes at the larger of two numbers of rows."""
        return _estimate(self.seconds(many) / self.seconds(few))

    def rows_in(self, seconds: float) -> Estimate:
        """Return how many rows are answered in so many seconds."""
        return _estimate((np.maximum(seconds - self.fixed_s, 0) / self.scale_s) ** (1 / self.exponents))


def line(runs: pl.DataFrame, engine: str, case: str) -> Line | None:
    """Fit a system's line; None where it answered at fewer than two sizes.

    Each distance counts by its share of the time, so that the largest size does not decide alone. The interval is that
    of a bootstrap over repeats within each size: how far the line itself is from what was measured is not in it, and is
    told as `off`. Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapters 6 and 9.
    """
    sizes = {
        rows: values
        for rows in sorted(runs["rows"].unique())
        if (values := select.values(runs.filter(pl.col("rows") == rows), engine, case))
    }
    if len(sizes) < 2:
        return None
    rng = np.random.default_rng(1)
    drawn = [
        np.concatenate([[np.median(values)], np.median(rng.choice(values, (DRAWS, len(values))), axis=1)])
        for values in sizes.values()
    ]
    measured = {rows: stats.median(values) for rows, values in sizes.items()}
    fitted = Line(engine, case.partition(".")[0], *_fit(np.array(list(sizes), float), np.array(drawn).T), measured, 0.0)
    return replace(fitted, off=max(abs(fitted.at(rows).value / e.value - 1) for rows, e in measured.items()))


def _fit(rows: Draws, seconds: Draws) -> tuple[Draws, Draws, Draws]:
    """Return what is fixed, the scale and the exponent of each line of `seconds`, a column a size.

    By weighted least squares with the exponent one, and on logarithms where that would leave less than nothing fixed.
    """
    weights = 1 / seconds**2
    total = weights.sum(1)
    middle, level = (weights * rows).sum(1) / total, (weights * seconds).sum(1) / total
    away = rows - middle[:, None]
    slope = (weights * away * (seconds - level[:, None])).sum(1) / (weights * away**2).sum(1)
    fixed = level - slope * middle
    x, y = np.log(rows), np.log(seconds)
    off_middle = x - x.mean()
    exponent = (off_middle * y).sum(1) / (off_middle**2).sum()
    scale = np.exp(y.mean(1) - exponent * x.mean())
    straight = fixed > 0
    return np.where(straight, fixed, 0.0), np.where(straight, slope, scale), np.where(straight, 1.0, exponent)


def _estimate(draws: Draws) -> Estimate:
    low, high = np.percentile(draws[1:], [_LOW, _HIGH])
    return Estimate(float(draws[0]), float(min(low, draws[0])), float(max(high, draws[0])), DRAWS)


def machines(one: Line, spread: Line, rows: float) -> Estimate:
    """Return how many machines like this one the second system needs, at the least, to be as fast as the first on one.

    At the least: as if work spread over twice the machines took half the time, whatever goes over the network.
    Source: the idea is that of McSherry, Isard and Murray, Scalability! But at what COST? HotOS XV (2015).
    """
    return _estimate(spread.seconds(rows) / one.seconds(rows))


def most_of_both(one: Line, other: Line) -> int:
    """Return the most rows that both lines rest on; the most of the first where they have none in common."""
    return max(one.measured.keys() & other.measured.keys() or one.measured)


def meets(one: Line, other: Line) -> tuple[Estimate | None, float]:
    """Return from how many rows on the second is as fast as the first, and in which share of draws it ever is.

    Looked for on a grid from a thousand rows to ten billion times as many.
    """
    later = np.array([other.seconds(rows) > one.seconds(rows) for rows in _GRID])
    # the first place from which on it is never behind; none where it is behind at the last
    first = np.where(later.any(0), len(_GRID) - np.argmax(later[::-1], axis=0), 0)
    ever = first < len(_GRID)
    if not ever[0]:
        return None, float(ever.mean())
    rows = _GRID[np.minimum(first, len(_GRID) - 1)]
    low, high = np.percentile(rows[ever], [_LOW, _HIGH])
    bounded = high if ever.mean() > _HIGH / 100 else np.inf
    return Estimate(float(rows[0]), float(min(low, rows[0])), float(max(bounded, rows[0])), DRAWS), float(ever.mean())


def lines(runs: pl.DataFrame, question: str) -> list[Line]:
    """Return the line of every system that has one, from files and with workers, in the report's order."""
    shipped = runs.filter(pl.col("profile") == "default")
    found = (
        line(shipped, engine, f"{stage}.{question}")
        for engine in select.engines(shipped)
        for stage in ("files", "one_worker", "two_workers")
    )
    return [one for one in found if one]


def fastest(drawn: Sequence[Line]) -> Line | None:
    """Return the line on one machine that is lowest at the largest size: what a cluster has to beat."""
    largest = max((rows for one in drawn for rows in one.measured), default=0)
    return min((one for one in drawn if not one.spread), key=lambda one: one.at(largest).value, default=None)


def best(runs: pl.DataFrame, case: str) -> list[tuple[str, Estimate]]:
    """Return systems with their median times at a case, the fastest first."""
    points = [select.point(runs, engine, case) for engine in select.engines(runs)]
    timed = [(p.engine, p.estimate) for p in points if p and p.estimate]
    return sorted(timed, key=lambda pair: pair[1].value)


def loading_pays(runs: pl.DataFrame, engine: str) -> float | None:
    """Return after how many rounds of all questions filling tables has paid; None where it was not measured.

    Infinity where the tables answer no faster than the files.
    """
    took = [select.point(runs, engine, IMPORT, metric) for metric in ("duration", "index", "checkpoint")]
    pairs = [(select.point(runs, engine, f"files.{q}"), select.point(runs, engine, f"{LOADED}.{q}")) for q in QUERIES]
    known = [(a.estimate.value, b.estimate.value) for a, b in pairs if a and b and a.estimate and b.estimate]
    if not known or took[0] is None or took[0].estimate is None:
        return None
    saved = sum(files for files, _ in known) - sum(own for _, own in known)
    spent = sum(point.estimate.value for point in took if point and point.estimate)
    return spent / saved if saved > 0 else float("inf")


# other sizes by an exponent ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Power:
    """size = c · n^exponent, fitted to the sizes that were measured; `at` is its value at the size asked for.

    Of two sizes nothing bounds it.
    """

    exponent: Estimate
    at: Estimate
    sizes: tuple[float, ...]


def power(points: Sequence[tuple[float, float]], wanted: float) -> Power | None:
    """Fit a power law to (n, size) by least squares on logarithms; None for fewer than two different n.

    Bounds are those of a prediction, by Student's t. Source: Draper and Smith, Applied Regression Analysis (1998), 1.4.
    """
    known = dict(points)
    if len(known) < 2:
        return None
    x, y = np.log(list(known)), np.log(list(known.values()))
    away = x - x.mean()
    exponent = float((away * (y - y.mean())).sum() / (away**2).sum())
    target = float(np.log(wanted) - x.mean())
    value = float(np.exp(y.mean() + exponent * target))
    n = len(known)
    if n == 2:
        return Power(Estimate(exponent, 0, np.inf, n), Estimate(value, 0, np.inf, n), tuple(known))
    left = float(((y - y.mean() - exponent * away) ** 2).sum() / (n - 2))
    t = stats.quantile(n - 2, 0.05)
    half = t * float(np.sqrt(left / (away**2).sum()))
    wide = t * float(np.sqrt(left * (1 + 1 / n + target**2 / (away**2).sum())))
    bounds = Estimate(value, value * float(np.exp(-wide)), value * float(np.exp(wide)), n)
    return Power(Estimate(exponent, exponent - half, exponent + half, n), bounds, tuple(known))
