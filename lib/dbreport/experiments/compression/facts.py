"""What was measured of every way to store documents, picked out of the samples; and which ways none other beats.

A system counts at its own largest scale: a ratio means the same at any, and databases hold fewer documents.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import polars as pl

from ... import stats
from ...report.front import Front
from ...results import select
from ...results.select import Point
from ...stats import Estimate
from .codecs.methods import METHODS, Method

CORPORA = ("profiles", "docs")
FILES = "files"
_METHODS = {method.name: method for method in METHODS}
_ORDER = {name: place for place, name in enumerate(_METHODS)}

Key = tuple[str, str]
"""A system and the name of a method."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One way to store one corpus: the values of each metric, or the status and reason that stand in their place."""

    engine: str
    method: str
    values: Mapping[str, list[float]] = field(repr=False)
    cold: Mapping[str, list[float]] = field(repr=False)
    status: str = "ok"
    reason: str | None = None
    sessions: frozenset[str] = frozenset()
    runs: frozenset[str] = frozenset()

    def get(self, metric: str) -> float | None:
        """Return the median of a metric, None where it was not measured."""
        found = self.values.get(metric) or self.cold.get(metric)
        return stats.median(found).value if found else None

    @property
    def facts(self) -> Method | None:
        """Return what the method is, None for one of a database's own."""
        return _METHODS.get(self.method) if self.engine == FILES else None

    @property
    def family(self) -> str:
        """Return what it is shown as one of: a family of methods, `merged`, `dictionary` or `database`."""
        if self.facts is None:
            return "database"
        if not self.facts.fetched_alone:
            return "merged"
        return "dictionary" if self.facts.dictionary else self.facts.library

    def point(self, corpus: str, metric: str) -> Point | None:
        """Return one metric as a point, with the warning that its repeats differ; None where it was not measured."""
        case, values = f"{corpus}.{self.method}", self.values.get(metric)
        if self.status != "ok":
            return Point(self.engine, case, None, self.status, self.reason)
        if not values:
            return None
        warned = ("spread",) if stats.uneven(values) else ()
        return Point(self.engine, case, select.estimate(metric, values), "ok", None, warned)

    @property
    def saving(self) -> float | None:
        """Return the share of the raw size that is saved."""
        ratio = self.get("ratio")
        return None if ratio is None else 1 - 1 / ratio


def kept(runs: pl.DataFrame, corpus: str, profile: str = "default", scale: str | None = None) -> dict[Key, Kept]:
    """Return every way to store a corpus by system and method: files first, then the systems in the report's order.

    Args:
        scale: of this one alone; without it each system counts at its largest.
    """
    found: dict[Key, Kept] = {}
    mine = runs.filter((pl.col("profile") == profile) & pl.col("case").str.starts_with(f"{corpus}."))
    if scale is not None:
        mine = mine.filter(pl.col("scale") == scale)
    for engine in sorted(select.engines(mine), key=lambda name: (name != FILES, select.place(name))):
        frame = select.counted(select.only(mine.filter(pl.col("engine") == engine), profile))
        samples = {
            str(case).partition(".")[2]: part
            for (case,), part in frame.sort("repeat").partition_by("case", as_dict=True).items()
        }
        found |= {(engine, method): _kept(engine, method, samples[method]) for method in sorted(samples, key=_place)}
    return found


def unmeasured(runs: pl.DataFrame, corpus: str) -> list[str]:
    """Return the methods of files that have no result on a corpus yet, in the report's order."""
    found = kept(runs, corpus)
    return [name for name in _METHODS if (FILES, name) not in found]


def _place(method: str) -> tuple[int, str]:
    return (_ORDER.get(method, len(_ORDER)), method)


def _kept(engine: str, method: str, samples: pl.DataFrame) -> Kept:
    warm: dict[str, list[float]] = {}
    cold: dict[str, list[float]] = {}
    columns = samples.select("status", "reason", "temperature", "metric", "value")
    for status, reason, temperature, metric, value in columns.iter_rows():
        if status == "missing" or temperature == "first":
            continue
        if status != "ok":
            return Kept(engine, method, {}, {}, status, reason)
        (warm if temperature == "warm" else cold).setdefault(metric, []).append(value)
    sessions = samples["session"] if "session" in samples.columns else ("",)
    return Kept(engine, method, warm, cold, sessions=frozenset(sessions), runs=frozenset(samples["run_id"]))


def ratio(found: Mapping[Key, Kept], over: Key, under: Key, metric: str, comparisons: int = 1) -> Estimate | None:
    """Return the ratio of two ways' medians with its interval, None where either has no value."""
    sides = [found[key] for key in (over, under) if key in found]
    top, bottom = ([one.values.get(metric) for one in sides] + [None, None])[:2]
    if not top or not bottom:
        return None
    apart = select.separated(*((one.sessions, one.runs) for one in sides))
    return select.ratio_of(metric, top, bottom, comparisons, apart)


def size_ratio(found: Mapping[Key, Kept], over: Key, under: Key) -> Estimate | None:
    """Return how many times as much one way stores for the same documents; those measured need not be the same."""
    return ratio(found, under, over, "ratio")


def front(points: Mapping[Key, tuple[float, float]]) -> list[Key]:
    """Return the points none other beats in both coordinates, more being better in either, by the first one."""
    alone = [key for key in points if not better(points, key)]
    return sorted(alone, key=lambda key: points[key])


def better(points: Mapping[Key, tuple[float, float]], one: Key) -> list[Key]:
    """Return the points at least as good in both coordinates and better in one."""
    x, y = points[one]
    return [key for key, (a, b) in points.items() if a >= x and b >= y and (a, b) != (x, y)]


FRONT = Front("tbl-answer-pages", "tbl-measured-compression", scale=None)
