"""What charts, tables and verdicts of this experiment share, computed once."""

from __future__ import annotations

import math
from dataclasses import dataclass

import polars as pl

from ... import stats
from ...report import published
from ...report.answers import Need
from ...report.front import Front
from ...results import select
from ...stats import Estimate

NEEDS = {
    "import": Need("import.bulk", "duration"),
    "point": Need("indexed.point"),
    "range": Need("indexed.range"),
    "prefix": Need("indexed.prefix"),
    "count": Need("unindexed.count"),
    "group": Need("unindexed.group_all"),
    "top": Need("indexed.top_sort"),
    "disk": Need("size.indexed", "size_table", "bytes", plus=("size_index",)),
}
"""What a reader may need of it, and the case and metric that answer. One class of durability: every commit synced."""

FRONT = Front("tbl-answer", "tbl-measured", select.broadest_scale)
"""The larger scales have the source's systems alone."""

QUERIES = ("count", "point", "range", "prefix", "group_all", "group_range", "group_segment_top", "top_sort")
PG, MY = "postgresql", "mysql"
"""The source's systems."""
SOURCE_ROWS, LIMIT_S = 500_000_000, 300.0
"""The source's table, and its time limit: all that is known of a statement that ran into it."""
CONFIGURATIONS = {
    "unindexed": "default, no index",
    "indexed": "default, btree(phone)",
    "limited": "default, btree(phone), limit 1000",
    "segment": "btree(phone), 100-million-number segment",
}
"""Stages, as the source names them."""


def printed(stage: str, case: str) -> dict[str, float]:
    """Return what the source printed of a case by system, in its own unit."""
    return published.by_system("half_billion", case=case, configuration=CONFIGURATIONS[stage])


def printed_ratio(stage: str, case: str, over: str = MY) -> Estimate:
    """Return one system over the other as printed; an upper bound of infinity marks a timeout."""
    values = printed(stage, case)
    above, below = values[over], values[MY if over == PG else PG]
    if math.isfinite(above):
        return stats.exact(above / below)
    return Estimate(LIMIT_S / below, LIMIT_S / below, math.inf, 1)


def printed_ratios() -> dict[tuple[str, str], Estimate]:
    """Return MySQL over PostgreSQL by (stage, query), wherever the source printed PostgreSQL's time."""
    return {
        (stage, query): printed_ratio(stage, query)
        for stage in ("unindexed", "indexed", "limited")
        for query in QUERIES
        if math.isfinite(printed(stage, query).get(PG, math.inf))
    }


@dataclass(frozen=True, slots=True)
class Compared:
    """MySQL over PostgreSQL at one query, as printed and as measured; `measured` is None where it was not."""

    stage: str
    query: str
    printed: Estimate
    measured: Estimate | None

    @property
    def bound(self) -> bool:
        """Tell whether the printed ratio is only the least that it can be."""
        return math.isinf(self.printed.high)


def compared(runs: pl.DataFrame) -> list[Compared]:
    """Set our ratios beside all printed ones; of samples of one class."""
    return [
        Compared(stage, query, ratio, select.ratio(runs, (MY, f"{stage}.{query}"), (PG, f"{stage}.{query}")))
        for (stage, query), ratio in printed_ratios().items()
    ]
