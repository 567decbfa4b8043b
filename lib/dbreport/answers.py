"""The front page's answers: which system is best for which need, and how far the next one is. Decided by code."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from . import select, stats
from .stats import Estimate


@dataclass(frozen=True, slots=True)
class Winner:
    """The best system for one need, those that cannot be told from it, and the next one's distance."""

    need: str
    best: tuple[str, ...]
    value: Estimate
    next: str | None
    ratio: Estimate | None


NEEDS = {
    "import": ("import.bulk", "duration"),
    "point": ("indexed.point", "latency"),
    "range": ("indexed.range", "latency"),
    "prefix": ("indexed.prefix", "latency"),
    "count": ("unindexed.count", "latency"),
    "group": ("unindexed.group_all", "latency"),
    "top": ("indexed.top_sort", "latency"),
    "disk": ("size.indexed", "size_total"),
}
"""What a reader may need, and the case that answers it; less is better in all of them."""


def winners(runs: pl.DataFrame, scale: str) -> list[Winner]:
    """Return the best system for each need, with the ratio of the next one to it."""
    runs = select.only(runs, "default", scale)
    found = []
    for need, (case, metric) in NEEDS.items():
        measured = {name: _values(runs, name, case, metric) for name in select.engines(runs)}
        order = sorted((name for name, v in measured.items() if v), key=lambda name: stats.median(measured[name]).value)
        if not order:
            continue
        best = order[0]
        ratios = {name: stats.ratio(measured[name], measured[best]) for name in order[1:]}
        equals = (best, *(name for name, r in ratios.items() if r.decided == "no difference"))
        following = next((name for name in order if name not in equals), None)
        found.append(
            Winner(need, equals, stats.median(measured[best]), following, ratios[following] if following else None)
        )
    return found


def _values(runs: pl.DataFrame, engine: str, case: str, metric: str) -> list[float]:
    if metric != "size_total":
        return select.values(runs, engine, case, metric)
    parts = [select.values(runs, engine, case, f"size_{part}") for part in ("table", "index")]
    return [sum(part[0] for part in parts)] if all(parts) else []
