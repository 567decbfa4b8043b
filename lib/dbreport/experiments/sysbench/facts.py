"""What charts, tables and verdicts of this experiment share, computed once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from ...report import published
from ...report.answers import Need
from ...results import select
from ...stats import Estimate

NEEDS = {
    "transactions": Need("full.oltp_read_write", "throughput", "rate"),
    "updates": Need("full.oltp_update_index", "throughput", "rate"),
    "reads": Need("full.oltp_point_select", "throughput", "rate"),
}
"""What a reader may need of it, and the case and metric that answer. One class of durability: every commit synced."""

PG, MY = "postgresql", "mysql"
"""The source's systems."""
CLASSES = ("full", "relaxed")
"""The classes of durability the tests ran in; what only reads commits nothing and ran in the first alone."""


@dataclass(frozen=True, slots=True)
class Compared:
    """PostgreSQL's throughput over MySQL's at one test: as printed, and as measured in each class; None for neither."""

    test: str
    printed: float
    measured: dict[str, Estimate | None]


def in_classes(runs: pl.DataFrame, profile: str, scale: str | None) -> dict[str, pl.DataFrame]:
    """Return the samples of one profile and scale, each class of durability apart."""
    return {name: select.only(runs, profile, scale, name) for name in CLASSES}


def compared(classes: Mapping[str, pl.DataFrame]) -> list[Compared]:
    """Set our ratios beside all that the source printed, test by test."""
    rows = []
    for test in published.figures("sysbench")["case"].unique(maintain_order=True):
        printed = published.by_system("sysbench", case=test, metric="throughput")
        measured = {
            name: select.ratio(runs, (PG, f"{name}.{test}"), (MY, f"{name}.{test}"), "throughput")
            for name, runs in classes.items()
        }
        rows.append(Compared(test, printed[PG] / printed[MY], measured))
    return rows
