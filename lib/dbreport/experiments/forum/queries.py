"""What is asked of the forum, as text: pages of ten posts, counts, an author's posts. Imports nothing."""

PAGE_ROWS = 10
"""Posts on a page: what forum programs ship with."""
PAGES = (1, 100, 10_000)
"""Pages that are asked for; the last of them of the whole forum alone, for only the largest threads have so many."""
_, SECOND, DEEPEST = PAGES

POSTS = "SELECT id, author, created, title FROM posts"
IN_THREAD = "WHERE thread = {popular}"
NEWEST = f"ORDER BY created DESC, id DESC LIMIT {PAGE_ROWS}"
# a thread is read from its first post on, the forum from its newest
THREAD_ORDER, FORUM_ORDER = f"ORDER BY created, id LIMIT {PAGE_ROWS}", f"ORDER BY id DESC LIMIT {PAGE_ROWS}"
BY_DAY = "SELECT created - created % 86400 AS day_start, count(*) AS posts FROM posts"
LATE = (
    "SELECT p.id, p.author, p.created, p.title FROM posts AS p JOIN ({ids}) AS page ON p.id = page.id ORDER BY {order}"
)
"""The rows of a page looked up after its ids were found: skipped posts are skipped in the index alone."""


def _offset(page: int) -> str:
    return f"OFFSET {(page - 1) * PAGE_ROWS}"


def _thread_after(page: int) -> str:
    """Return the condition of keyset paging, its range on `created` said in a way every system's index serves."""
    if page == 1:
        return IN_THREAD
    later = f"(created > {{created_{page}}} OR id > {{id_{page}}})"
    return f"{IN_THREAD} AND created >= {{created_{page}}} AND {later}"


def _forum_after(page: int) -> str:
    return f"WHERE id < {{before_{page}}} " if page > 1 else ""


def _paging() -> dict[str, str]:
    """Return each page by OFFSET and by keyset, one of each list with its ids first.

    All ways of a page have the same rows, so that their times can be compared.
    """
    asked = {}
    for page in PAGES[:-1]:
        asked[f"thread.offset.{page}"] = f"{POSTS} {IN_THREAD} {THREAD_ORDER} {_offset(page)}"
        asked[f"thread.keyset.{page}"] = f"{POSTS} {_thread_after(page)} {THREAD_ORDER}"
    ids = f"SELECT id FROM posts {IN_THREAD} {THREAD_ORDER} {_offset(SECOND)}"
    asked[f"thread.late.{SECOND}"] = LATE.format(ids=ids, order="p.created, p.id")
    for page in PAGES:
        asked[f"forum.offset.{page}"] = f"{POSTS} {FORUM_ORDER} {_offset(page)}"
        asked[f"forum.keyset.{page}"] = f"{POSTS} {_forum_after(page)}{FORUM_ORDER}"
    ids = f"SELECT id FROM posts {FORUM_ORDER} {_offset(DEEPEST)}"
    asked[f"forum.late.{DEEPEST}"] = LATE.format(ids=ids, order="p.id DESC")
    return asked


PAGING = _paging()
ROW_VALUES = {
    f"thread.row_values.{SECOND}": (
        f"{POSTS} {IN_THREAD} AND (created, id) > ({{created_{SECOND}}}, {{id_{SECOND}}}) {THREAD_ORDER}"
    )
}
"""Keyset paging with rows compared as wholes, as the standard has it."""
OTHERS = {
    "newest.popular": f"{POSTS} {IN_THREAD} {NEWEST}",
    "newest.usual": f"{POSTS} WHERE thread = {{usual}} {NEWEST}",
    "by_day.forum": f"{BY_DAY} GROUP BY created - created % 86400",
    "by_day.thread": f"{BY_DAY} {IN_THREAD} GROUP BY created - created % 86400",
    "author.posts": "SELECT id, thread, created, title FROM posts WHERE author = {author}",
}
STATEMENTS = OTHERS | PAGING | ROW_VALUES
"""Every statement by its case, parameters in braces."""
EXAMINED = ("newest.popular", *PAGING, *ROW_VALUES, "author.posts")
"""Those that are asked once more for what they read."""
