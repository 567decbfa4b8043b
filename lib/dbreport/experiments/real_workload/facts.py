"""What charts, tables and verdicts of this experiment share, computed once."""

from __future__ import annotations

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
