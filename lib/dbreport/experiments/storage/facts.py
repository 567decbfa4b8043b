"""What charts, tables and verdicts of this experiment share, computed once."""

from __future__ import annotations

from ...report.answers import Need

NEEDS = {
    "records_disk": Need("size.bytes.shipped", "size_table", "bytes", plus=("size_index", "size_free")),
    "records_deleted": Need("deletes.reclaimed", "size_table", "bytes", plus=("size_index", "size_free")),
}
"""What a reader may need of it, and the case and metric that answer. One class of durability: every commit synced."""
