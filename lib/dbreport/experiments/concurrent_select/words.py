"""Words of the chapter on many readers."""

from ...languages import Words
from ...model import Scale
from .jobs import MEMORY_BYTES

_WAYS = {
    "shipped": Words(zh="出厂设置", en="as shipped"),
    "work_64m": Words(zh="work_mem 64 MB", en="work_mem 64 MB"),
    "wal": Words(zh="预写日志", en="write-ahead log"),
    "pool_768m": Words(zh="缓冲池 768 MB", en="buffer pool of 768 MB"),
    "varchar": Words(zh="正文为 varchar", en="texts as varchar"),
    "myisam": Words(zh="MyISAM", en="MyISAM"),
    "aria": Words(zh="Aria", en="Aria"),
    "sort_512k": Words(zh="排序缓冲 512 KB", en="sort buffer 512 KB"),
    "sort_4m": Words(zh="排序缓冲 4 MB", en="sort buffer 4 MB"),
    "cache_1m": Words(zh="查询缓存，单条上限 1 MB", en="query cache, limit 1 MB"),
    "cache_4m": Words(zh="查询缓存，单条上限 4 MB", en="query cache, limit 4 MB"),
}
_STAGES = {
    "cold": Words(zh="启动后第一次", en="first after a start"),
    "dropped": Words(zh="页缓存清空之后", en="page cache dropped"),
    "alone": Words(zh="一个客户端", en="one client"),
    "filling": Words(zh="二十个，缓存为空", en="twenty, cache empty"),
    "twenty": Words(zh="二十个，同一地点", en="twenty, one place"),
    "places": Words(zh="二十个，不同地点", en="twenty, different places"),
    "written": Words(zh="二十个，每秒一次写入", en="twenty, one write a second"),
}
_HELD = Words(
    zh=f"最大的那张表，系统连同它读的文件只有 {MEMORY_BYTES[Scale.FULL] >> 30} GB 内存可用。",
    en=f" On the largest table a system has {MEMORY_BYTES[Scale.FULL] >> 30} GB for itself and the files it reads.",
)
_RAN = {
    "MyISAM": Words(zh="MyISAM", en="MyISAM"),
    "InnoDB": Words(zh="InnoDB", en="InnoDB"),
    "InnoDB, sort_buffer 4 MB": Words(zh="InnoDB，排序缓冲 4 MB", en="InnoDB, sort buffer 4 MB"),
    "InnoDB, sort_buffer 4 MB, query_cache_limit 4 MB, query_cache_size 20 MB": Words(
        zh="InnoDB，排序缓冲 4 MB，查询缓存 20 MB，单条上限 4 MB",
        en="InnoDB, sort buffer 4 MB, query cache 20 MB, limit 4 MB",
    ),
    "InnoDB, 4 MB result limit, first run with the cache filling": Words(
        zh="InnoDB，查询缓存，第一轮（缓存为空）", en="InnoDB, query cache, first run (cache empty)"
    ),
    "warm": Words(zh="已预热", en="warm"),
    "warm, no query cache": Words(zh="已预热，不带查询缓存", en="warm, no query cache"),
    "explain mode": Words(zh="已预热，带执行计划", en="warm, with its plan"),
}
"""The source's configurations, as `figures.csv` has them."""

WORDS = {
    **{f"ran.{configuration}": words for configuration, words in _RAN.items()},
    **{f"case.twenty.{way}": words for way, words in _WAYS.items()},
    **{
        f"case.{stage}.{way}": Words(zh=f"{zh}，{zh_stage}", en=f"{en}, {en_stage}")
        for stage, (zh_stage, en_stage) in _STAGES.items()
        if stage != "twenty"
        for way, (zh, en) in _WAYS.items()
    },
    **{f"case.{stage}.stage": words for stage, words in _STAGES.items()},
    "case.tool.nothing": Words(zh="只有负载程序", en="the load generator alone"),
    "need.one_reader": Words(
        zh="一条约 2 MB 结果的慢查询，一个客户端", en="one slow query with an answer of about 2 MB, one client"
    ),
    "need.many_readers": Words(
        zh="二十个客户端同时问同一条慢查询", en="twenty clients ask the same slow query at once"
    ),
    "need.many_places": Words(
        zh="二十个客户端同时问不同的慢查询", en="twenty clients ask different slow queries at once"
    ),
    "axis.readers_memory": Words(zh="服务器内存（对数轴）", en="memory of the server (log scale)"),
    "caption.readers_cold": Words(
        zh="服务器刚启动、内核页缓存已清空时的第一次查询；越靠左越快。",
        en="The first query after a start over an empty page cache; further left is faster.",
    ),
    "caption.readers_dropped": Words(
        zh="服务器照常运行，只清空内核页缓存之后的一次查询；越靠左越快。",
        en="One query after the kernel's page cache alone was dropped, the server going on; further left is faster.",
    ),
    "caption.readers_alone": Words(
        zh="一个客户端连问十次，平均每次的耗时；越靠左越快。",
        en="One client asks ten times, mean time of an answer; further left is faster.",
    ),
    "caption.readers_twenty": Words(
        zh="二十个客户端同时开始，各问十次同一条查询，平均每次的耗时；越靠左越快。",
        en="Twenty clients begin at once and ask one query ten times each; mean time of an answer, left is faster.",
    ),
    "caption.readers_places": Words(
        zh="二十个客户端各问一个不同的地点，平均每次的耗时；越靠左越快。",
        en="Twenty clients ask for a place each, mean time of an answer; further left is faster.",
    ),
    "caption.readers_written": Words(
        zh="二十个客户端不停地问，另一个客户端每秒改一行，平均每次的耗时；越靠左越快。",
        en="Twenty clients ask on and on while another changes a row a second; mean time, further left is faster.",
    ),
    "caption.readers_percentiles": Words(
        zh="二十个客户端同时开始，各问十次同一条查询：每次耗时的中位数、p95 和 p99；越靠左越快。",
        en="Twenty clients begin at once and ask one query ten times each: median, p95 and p99 of an answer's time;"
        " left is faster.",
    ),
    "caption.readers_cache": Words(
        zh="MariaDB，查询缓存 20 MB、单条上限 4 MB：各阶段平均每次查询的耗时；越靠左越快。",
        en="MariaDB with a query cache of 20 MB, limit 4 MB: mean time of an answer at each stage; left is faster.",
    ),
    "caption.readers_work": Words(
        zh="二十个客户端问同一个地点：平均每次的耗时，和服务器为每个答案计的数。",
        en="Twenty clients ask for one place: mean time of an answer, and what the server counted for each.",
    ),
    "caption.readers_printed_alone": Words(
        zh="原文印出的与这里测得的平均耗时；小字是本章的配置。",
        en="Mean time, printed and measured; small: this chapter's configuration.",
    ),
    "caption.readers_printed": Words(
        zh="原文印出的与这里测得的平均耗时，印出内存的再加内存；小字是本章的配置。",
        en="Mean time, printed and measured, and memory where it was printed; small: this chapter's configuration.",
    ),
    "title.readers_fastest": Words(
        zh="出厂设置下 {first} 最快；其余的用时是它的几倍：{slower}",
        en="As shipped, {first} is fastest; times as long as it: {slower}",
    ),
    "title.readers_slower": Words(
        zh="出厂设置下 {equals} 分不出快慢；其余的用时是 {first} 的几倍：{slower}",
        en="As shipped, {equals} are not told apart; times as long as {first}: {slower}",
    ),
    "title.readers_equal": Words(zh="出厂设置下 {equals} 分不出快慢", en="As shipped, {equals} are not told apart"),
    "axis.readers_rows": Words(zh="表的行数（对数轴）", en="rows of the table (log scale)"),
    **{
        f"caption.readers_sizes{kind}": Words(
            zh=f"{{stage}}：平均每次查询的耗时；越低越快。不同的行数不是同一次会话里测的。{zh}",
            en="{stage}: mean time of an answer; lower is faster."
            f" Each number of rows was measured in a session of its own.{en}",
        )
        for kind, (zh, en) in {"": ("", ""), "_held": _HELD}.items()
    },
    "caption.readers_memory": Words(
        zh="服务器全部进程的内存峰值，共用的页按份分摊（PSS）；SQLite 为整个客户端进程。",
        en="Peak memory of the server's processes, shared pages by their share (PSS); of SQLite the whole client.",
    ),
    "table.source_ran": Words(zh="原文的配置", en="the source ran"),
    "table.we_ran": Words(zh="本章的配置", en="this chapter ran"),
    "table.stage": Words(zh="阶段", en="stage"),
    "table.printed_memory": Words(zh="原文内存", en="printed memory"),
    "table.measured_memory": Words(zh="实测内存", en="measured memory"),
    "work.cache_hits": Words(zh="缓存命中", en="cache hits"),
    "work.rows_read": Words(zh="读取行数", en="rows read"),
    "work.sort_passes": Words(zh="归并趟数", en="merge passes"),
    "work.blocks_hit": Words(zh="块（缓存中）", en="blocks in cache"),
    "work.blocks_read": Words(zh="块（读入）", en="blocks read"),
    "work.spilled_bytes": Words(zh="溢出字节", en="bytes spilled"),
    **{
        f"evidence.mysql_over_postgresql_{way}": Words(
            zh=f"二十个客户端，MySQL（{_WAYS[way].zh}）/ PostgreSQL 的耗时",
            en=f"twenty clients, time on MySQL ({_WAYS[way].en}) / PostgreSQL",
        )
        for way in ("shipped", "myisam", "sort_512k", "sort_4m")
    },
    "evidence.mysql_over_postgresql_places": Words(
        zh="二十个不同的地点，出厂设置，MySQL / PostgreSQL 的耗时",
        en="twenty different places, as shipped, time on MySQL / PostgreSQL",
    ),
    "evidence.cache_full": Words(
        zh="MariaDB，二十个客户端，不带 / 带查询缓存（已填满）的耗时",
        en="MariaDB, twenty clients, time without / with a query cache that is full",
    ),
    "evidence.cache_too_small": Words(
        zh="单条上限 1 MB（结果放不下），不带 / 带缓存", en="limit 1 MB (the answer does not fit), without / with"
    ),
    "evidence.cache_filling": Words(
        zh="缓存从空开始，不带 / 带缓存", en="a cache that is empty at first, without / with"
    ),
    "evidence.cache_written": Words(zh="每秒一次写入，不带 / 带缓存", en="one write a second, without / with"),
    "evidence.cache_places": Words(
        zh="二十个不同的地点（20 MB 装不下），不带 / 带缓存",
        en="twenty different places (20 MB do not hold them), without / with",
    ),
    **{
        f"evidence.sqlite_{what}_{name}": Words(zh=f"{zh_what}，SQLite / {zh}", en=f"{en_what}, SQLite / {en}")
        for what, (zh_what, en_what) in {
            "time": Words(zh="二十个客户端的耗时", en="time with twenty clients"),
            "memory": Words(zh="内存", en="memory"),
        }.items()
        for name, (zh, en) in {
            "postgresql": Words(zh="PostgreSQL", en="PostgreSQL"),
            **{
                f"mysql_{way}": Words(zh=f"MySQL（{_WAYS[way].zh}）", en=f"MySQL ({_WAYS[way].en})")
                for way in ("myisam", "sort_512k", "sort_4m")
            },
        }.items()
    },
    "evidence.sqlite_wal": Words(
        zh="SQLite 用预写日志，与 PostgreSQL 的耗时之比", en="SQLite with a write-ahead log, time over PostgreSQL"
    ),
    "evidence.myisam_over_innodb": Words(
        zh="MySQL，二十个客户端，MyISAM / InnoDB 的耗时（排序缓冲同为 512 KB）",
        en="MySQL, twenty clients, time in MyISAM / InnoDB (sort buffer 512 KB in both)",
    ),
    "evidence.sort_512k_over_4m": Words(
        zh="MySQL，InnoDB，排序缓冲 512 KB / 4 MB 的耗时", en="MySQL, InnoDB, time with a sort buffer of 512 KB / 4 MB"
    ),
    "evidence.mariadb_myisam": Words(zh="MariaDB，MyISAM / InnoDB", en="MariaDB, MyISAM / InnoDB"),
    "evidence.mariadb_sort": Words(zh="MariaDB，排序缓冲 512 KB / 4 MB", en="MariaDB, sort buffer 512 KB / 4 MB"),
    "evidence.mysql_written": Words(
        zh="MySQL，每秒一次写入，MyISAM / InnoDB", en="MySQL, one write a second, MyISAM / InnoDB"
    ),
    "evidence.firebird_again": Words(
        zh="Firebird，二十个客户端重复同一个查询", en="Firebird, twenty clients asking the same again"
    ),
    "evidence.firebird_caches": Words(
        zh="Firebird，重复的查询从缓存里取答案", en="Firebird, the repeated query is answered from a cache"
    ),
    "evidence.firebird_read": Words(
        zh="每个答案 {answer} 行，为它读了 {rows} 行", en="an answer of {answer} rows reads {rows} rows"
    ),
    "evidence.firebird_machine": Words(
        zh="机器不同，毫秒数不可比", en="milliseconds from different machines cannot be compared"
    ),
    "evidence.firebird_written": Words(
        zh="Firebird，每秒一次写入 / 没有写入的耗时", en="Firebird, time with one write a second / with none"
    ),
    "missing.readers": Words(zh="还没有测。", en="Not measured yet."),
    "audit.sqlite_memory": Words(
        zh="原文同一张表里，占内存比 SQLite 还多的配置",
        en="configurations of the same table that take more memory than SQLite",
    ),
    "claim.cs-1": Words(zh="20 个客户端同时查询，PostgreSQL 的速度是不带查询缓存的 MySQL 的三到五倍。", en=""),
    "claim.cs-2": Words(zh="查询缓存够大时，MySQL 快四个数量级。", en=""),
    "claim.cs-3": Words(zh="并发查询时 SQLite 最慢，占用内存也最多。", en=""),
    "claim.cs-4": Words(zh="并发读取，InnoDB 胜过 MyISAM；排序缓冲加到 4 MB，还能更快。", en=""),
    "claim.cs-5": Words(zh="Firebird 有缓存，出厂设置下重复同一个查询只要 5 毫秒。", en=""),
}
