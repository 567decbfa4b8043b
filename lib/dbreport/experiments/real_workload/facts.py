"""What charts, tables and verdicts of this experiment share, computed once."""

from __future__ import annotations

from ...report import published
from ...report.answers import Need
from ...report.front import Front

NEEDS = {
    "lookup": Need("none.point_record.plain", "throughput", "rate"),
    "latest": Need("composite.latest_record.plain", "throughput", "rate"),
    "contains": Need("single.match_account.plain", "throughput", "rate"),
    "aggregate": Need("none.status_counts"),
}
"""What a reader may need of it, and the case and metric that answer. One class of durability: every commit synced."""

FRONT = Front("tbl-answer-work", "tbl-measured-work")

PG, MY = "postgresql", "mysql"
"""The source's systems."""
STATEMENTS = {
    "point_account": "single.point_account.plain",
    "match_account": "single.match_account.plain",
    "point_record": "none.point_record.plain",
    "latest_record": "single.latest_record.plain",
}
"""The source names no indexes: its statements are compared under single-column ones, which any application has."""
BOARD, CLOUD = "board", "cloud server, 4 cores, 8 GB, 180 GB SSD (6000 IOPS, 150 MB/s)"
"""The source's machines."""


def printed_ratio(case: str, over: str = PG) -> float:
    """Return one system's rate or time over the other's, as printed."""
    values = published.by_system("real_workload", case=case)
    return values[over] / values[MY if over == PG else PG]
