"""What charts and tables of the forum share, computed once."""

from ...report.answers import Need
from .queries import DEEPEST, PAGING, ROW_VALUES, SECOND

NEEDS = {
    "forum_newest": Need("newest.popular"),
    "forum_page": Need(f"forum.keyset.{DEEPEST}"),
    "forum_days": Need("by_day.forum"),
}
"""What a reader may need of it, and the case that answers. One class of durability: every commit synced."""

FORUM = [case for case in PAGING if case.startswith("forum.")]
THREAD = ["newest.popular", "newest.usual", *(case for case in PAGING if case not in FORUM), *ROW_VALUES]
"""Pages of the whole forum, and of a thread."""
COLUMN_STORES = frozenset({"duckdb", "clickhouse"})
"""Systems that read blocks of rows, however few are asked for."""
COUNTS = ("by_day.forum", "by_day.thread", "author.posts")
WAYS = [f"thread.{way}.{SECOND}" for way in ("offset", "late", "keyset", "row_values")]
"""One page of a thread in every way there is."""
