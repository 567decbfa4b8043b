"""What charts and tables of the forum share, computed once."""

from ...report.answers import Need
from .queries import DEEPEST, PAGES

NEEDS = {
    "forum_newest": Need("newest.popular"),
    "forum_page": Need(f"forum.keyset.{DEEPEST}"),
    "forum_days": Need("by_day.forum"),
}
"""What a reader may need of it, and the case that answers. One class of durability: every commit synced."""

WAYS = ("offset", "late", "keyset", "row_values")
"""How a page is asked for, in the order they are shown."""
SECOND = PAGES[1]
FORUM = [f"forum.{way}.{page}" for page in PAGES for way in WAYS if page == DEEPEST or way in ("offset", "keyset")][:-1]
THREAD = [
    *("newest.popular", "newest.usual", f"thread.offset.{PAGES[0]}", f"thread.keyset.{PAGES[0]}"),
    *(f"thread.{way}.{SECOND}" for way in WAYS),
]
"""Pages of the whole forum, and of a thread."""
COUNTS = ("by_day.forum", "by_day.thread", "author.posts")
READ = [*(case for case in THREAD if case != "newest.usual"), *FORUM, "author.posts"]
"""What is asked once more for what it reads."""
