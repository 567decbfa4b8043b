"""What charts, tables and verdicts of this experiment share, computed once."""

from __future__ import annotations

import polars as pl

from ... import stats
from ...report import published
from ...report.answers import Need
from ...stats import Estimate

PAIR = ("postgresql", "mysql")

NEEDS = {
    "transactions": Need("full.oltp_read_write", "throughput", "rate"),
    "updates": Need("full.oltp_update_index", "throughput", "rate"),
    "reads": Need("full.oltp_point_select", "throughput", "rate"),
}
"""What a reader may need of it, and the case and metric that answer. One class of durability: every commit synced."""


def printed_throughput() -> dict[str, Estimate]:
    """Return PostgreSQL over MySQL as the source printed it, by test."""
    figures = published.figures("sysbench").filter(pl.col("metric") == "throughput")
    value = {(row["case"], row["system"]): row["value"] for row in figures.to_dicts()}
    found = {}
    for test in dict.fromkeys(figures["case"]):
        ratio = value[test, "postgresql"] / value[test, "mysql"]
        found[test] = stats.exact(ratio)
    return found
