"""Words of the chapter on a forum."""

from ...languages import Words
from .queries import DEEPEST, PAGES

_WAYS = {
    "offset": Words(zh="OFFSET", en="OFFSET"),
    "keyset": Words(zh="接着上一页", en="keyset"),
    "late": Words(zh="先取编号", en="ids first"),
    "row_values": Words(zh="行值比较", en="row values"),
}
_LISTS = {"forum": Words(zh="论坛", en="forum"), "thread": Words(zh="主题", en="thread")}

WORDS = {
    **{
        f"case.{place}.{way}.{page}": Words(
            zh=f"{where.zh}第 {page:,} 页 · {how.zh}", en=f"{where.en} p. {page:,} · {how.en}"
        )
        for place, where in _LISTS.items()
        for way, how in _WAYS.items()
        for page in PAGES
    },
    "case.newest.popular": Words(zh="热门主题最新十帖", en="newest ten, popular thread"),
    "case.newest.usual": Words(zh="普通主题最新十帖", en="newest ten, usual thread"),
    "case.by_day.forum": Words(zh="论坛每天的帖数", en="posts a day, forum"),
    "case.by_day.thread": Words(zh="热门主题每天的帖数", en="posts a day, popular thread"),
    "case.author.posts": Words(zh="作者的帖子，无索引", en="an author's posts, no index"),
    "case.import": Words(zh="导入全部帖子", en="import of all posts"),
    "case.size": Words(zh="占用磁盘", en="size on disk"),
    "need.forum_newest": Words(zh="一个主题的最新十帖", en="newest ten posts of a thread"),
    "need.forum_page": Words(
        zh=f"论坛列表的第 {DEEPEST:,} 页，接着上一页取", en=f"page {DEEPEST:,} of the forum's list, by keyset"
    ),
    "need.forum_days": Words(zh="全论坛每天的帖数", en="posts a day over the whole forum"),
    "axis.rows_imported": Words(zh="每秒导入行数", en="rows loaded a second"),
    "forum.pages": Words(zh="{n} 页", en="{n} pages"),
    "caption.forum_pages": Words(
        zh="全论坛的帖子，从新到旧，每页十帖；同一页的各种取法，答案相同。越靠左越快。",
        en="Posts of the whole forum, newest first, ten a page; all ways of a page have one answer. Left is faster.",
    ),
    "caption.thread_pages": Words(
        zh="热门主题的帖子（第二行是普通主题），从旧到新，每页十帖；最上面两行是最新的十帖。越靠左越快。",
        en="Posts of the most popular thread (second line: of an ordinary one), oldest first, ten a page; the newest"
        " ten on top. Left is faster.",
    ),
    "caption.forum_counts": Words(
        zh="要读许多帖子的三条语句；越靠左越快。", en="Three statements that read many posts; left is faster."
    ),
    "caption.forum_read": Words(
        zh="每条语句执行一次，各系统自己计的行数；下面小字是在自己的缓存里找过的页。"
        "MySQL 和 MariaDB 的页按整个服务器计，选计划时看索引的也在内。",
        en="Rows as each system counts them for one run of a statement; small below, pages looked up in its own cache."
        " MySQL and MariaDB count those of the whole server, also what planning looks up in an index.",
    ),
    "caption.forum_silent": Words(zh="{who} 不提供这样的计数。", en="{who} provides no such count."),
    "caption.forum_loaded": Words(
        zh="ClickHouse 的表本身按索引的次序排，没有另外的索引。",
        en="ClickHouse orders the table itself as the index is and has none beside it.",
    ),
    "table.table_bytes": Words(zh="表（字节/行）", en="table (bytes a row)"),
    "table.index_bytes": Words(zh="索引（字节/行）", en="index (bytes a row)"),
    "title.forum_offset": Words(
        zh="第 {page} 页：OFFSET 用时是接着上一页取的 {least} 到 {most} 倍（行存系统）",
        en="Page {page}: OFFSET takes {least} to {most} times as long as keyset (row stores)",
    ),
}
