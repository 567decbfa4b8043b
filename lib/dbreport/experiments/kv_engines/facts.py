"""What charts, tables and verdicts of this experiment share, computed once."""

from __future__ import annotations

from ...report.answers import Need
from ...report.front import Front

NEEDS = {
    "kv_write": Need("sync_on.sequential_write", "throughput", "rate"),
    "kv_read": Need("sync_on.random_read", "throughput", "rate"),
    "kv_iterate": Need("sync_on.iterate_values", "throughput", "rate"),
    "kv_disk": Need("sync_on.close", "size_table", "bytes", plus=("size_values", "size_log")),
}
"""What a reader may need of it, and the case and metric that answer. One class of durability: every commit synced."""

FRONT = Front("tbl-answer-kv", "tbl-measured-kv", lambda runs: "medium")
"""The largest of the source's own numbers of keys."""
