"""What charts, tables and verdicts of this experiment share, computed once."""

from __future__ import annotations

from ...report.answers import Need
from ...report.front import Front
from ...results import select

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
"""The larger scales have the source's systems alone; the front page names the best of all."""
