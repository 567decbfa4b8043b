"""What charts, tables and verdicts of this experiment share, computed once."""

from __future__ import annotations

from ...report.answers import Need
from ...report.front import Front

NEEDS = {
    "insert_one_client": Need("full.columns.1", "throughput", "rate"),
    "insert_many_clients": Need("full.columns.32", "throughput", "rate"),
    "insert_many_rows": Need("full.multi.columns", "row_throughput", "rate"),
}
"""What a reader may need of it, and the case and metric that answer. One class of durability: every commit synced."""

FRONT = Front("tbl-answer-inserts", "tbl-measured-inserts")
