"""The sources' claims in Chinese (English stands in claims.csv) and the evidence sentences of the verdicts."""

WORDS = {
    "claim.hb-1": ("导入 5 亿行，PostgreSQL 的速度约为 MySQL 的 1.5 倍。", ""),
    "claim.hb-2": ("11 GB 的文本导入任一数据库后都变成 39 GB。", ""),
    "claim.hb-3": (
        "没有索引时，MySQL 在 300 秒内答不出单值查询和前缀查询，PostgreSQL 约需 24 秒。",
        "",
    ),
    "claim.hb-4": (
        "在 phone 上建 B 树索引后，前缀查询（LIKE 'x%'）PostgreSQL 比 MySQL 慢 200 倍以上；"
        "把 text 改成 varchar 也没用。",
        "",
    ),
    "claim.hb-5": (
        "对一百万个号码分组，PostgreSQL 比 MySQL 慢 20 倍以上；加上 LIMIT 1000 后反而快 15 倍以上。",
        "",
    ),
    "claim.hb-6": (
        "对一个一亿号码的号段分组并取前 1000 名，PostgreSQL 需 70 秒，MySQL 超过 300 秒。",
        "",
    ),
    "claim.hb-7": ("按号码对全表分组，两个数据库都无法在 300 秒内完成。", ""),
    "claim.hb-8": ("统计总行数，PostgreSQL 快 1.5 倍以上，有了索引还会更快。", ""),
    "claim.sb-1": ("每一项 sysbench 测试，PostgreSQL 都至少领先 MySQL 30%。", ""),
    "claim.sb-2": ("插入和更新索引列，PostgreSQL 的速度约为 MySQL 的三倍。", ""),
    "claim.rw-1": ("四条 OLTP 语句，PostgreSQL 每一条都赢。", ""),
    "claim.rw-2": (
        "查某用户的最近一条记录，MySQL 每秒不到 1 次，PostgreSQL 每秒 2348 次；作者怀疑是索引的问题。",
        "",
    ),
    "claim.rw-3": ("对一个大字段求总长度，MySQL 要 102 秒，PostgreSQL 只要 0.12 秒。", ""),
    "claim.rw-4": ("同一个汇总，在开发板上 0.1 秒，在云服务器上 45 秒。", ""),
    "claim.in-1": ("synchronous_commit 开启时，从 8 个线程增加到 128 个，插入速率翻倍。", ""),
    "claim.in-2": ("synchronous_commit 关闭时，8 个线程已到顶，再加线程没有用。", ""),
    "claim.in-3": ("把 13 列合并成一个 JSON 列，插入快将近三倍。", ""),
    "claim.in-4": ("大部分列填 NULL，插入反而慢 30%。", ""),
    "claim.in-5": ("synchronous_commit 关闭时，commit_delay 取 0.1、1、100 毫秒没有差别。", ""),
    "claim.kv-1": ("每次落盘时，Pebble 顺序写的速度是 Bolt、Badger 和 RocksDB 的两到三倍。", ""),
    "claim.kv-2": ("遍历全部的键，Bolt 比其他任何一个都快十倍以上。", ""),
    "claim.kv-3": ("读取最快的是 Badger。", ""),
    "claim.kv-4": (
        "不落盘时，RocksDB 删除 10 万个键用了 416.88 秒（而表中合计只有 6.8 秒）；落盘时只用 0.4 秒。",
        "",
    ),
    "claim.kv-5": ("Bolt 随机写一次的代价随键数增长，而日志结构的引擎不会。", ""),
    "claim.kv-6": ("原文印出的合计等于各行之和。", ""),
    "claim.st-1": (
        "同样的数据，PostgreSQL 比 MySQL 多占四分之一的空间（123 GB 对 97 GB），差别就在二进制列，"
        "大约相当于多一次 base64。",
        "",
    ),
    "claim.st-2": ("base64 让二进制数据大三分之一。", ""),
    "claim.st-3": (
        "PostgreSQL 的表在更新和删除之后留着死行，直到 VACUUM；只有 VACUUM FULL 才把空间还给磁盘，而且要独占锁。",
        "",
    ),
    "claim.st-4": ("缩小 MySQL 的表要另建一份，需要两倍的空间。", ""),
    "claim.st-5": ("删掉重复数据后，PostgreSQL 的 TOAST 从 113 GB 降到 96 GB。", ""),
    "claim.cp-1": ("zlib 的最高级别只比默认级别多省不到 1%。", ""),
    "claim.cp-2": ("不用 zlib 加 base64，直接用 xz/lzma，能多存 70% 到 78% 的文档。", ""),
    "claim.cp-3": (
        "lzma 3 级是最好的通用选择：1、2 级快不了多少（每秒 105 对 90 个文档），4 到 9 级慢一半以上，却几乎没有收益。",
        "",
    ),
    "claim.cp-4": ("把 zlib 的输出再用 lzma 压一遍，没有任何收益。", ""),
    "claim.cp-5": ("DuckDB 存 HTML 文本，占用是原文的四倍以上。", ""),
    "claim.cp-6": ("ClickHouse 用 ZSTD(16) 能省 96.3%，比逐个压缩的最好方法略好。", ""),
    "claim.cp-7": (
        "把所有文档合并后用 xz 9 压缩，能省 99.5%，比逐个压缩好一个数量级；代价是读一个文档要多花一百到一万倍。",
        "",
    ),
    "claim.cp-8": ("原表 lzma(3) 一行写 66，按它自己的列应为 669；另一行写 76.64，应为 74.64。", ""),
    "claim.co-1": ("四种服务器报价折算成每 TB 每年的价格。", ""),
    "claim.co-2": ("开发板的磁盘每秒能做 750 万次 4K 读取。", ""),
    "claim.co-3": ("25 GB 的固态盘要放下 700 万个页面，只能靠更紧凑的格式加上有损清理。", ""),
    "evidence.ratio": (
        "{what}：{ratio}（原文 {printed}）",
        "{what}: {ratio} (printed: {printed})",
    ),
    "evidence.beside": ("{what}：{ratio}", "{what}: {ratio}"),
    "evidence.import": ("导入速率之比 PostgreSQL / MySQL", "import rate, PostgreSQL / MySQL"),
    "evidence.size": (
        "磁盘占用是文本的 {pg:.2f} 倍（PostgreSQL）和 {my:.2f} 倍（MySQL），原文均为 {printed:.2f} 倍",
        "on disk {pg:.2f} times the text (PostgreSQL) and {my:.2f} times (MySQL); printed: {printed:.2f} for both",
    ),
    "evidence.point": ("无索引单值查询耗时之比 MySQL / PostgreSQL", "point without an index, MySQL / PostgreSQL"),
    "evidence.prefix_unindexed": (
        "无索引前缀查询之比 MySQL / PostgreSQL",
        "prefix without an index, MySQL / PostgreSQL",
    ),
    "evidence.prefix": ("有索引前缀查询之比 PostgreSQL / MySQL", "prefix with an index, PostgreSQL / MySQL"),
    "evidence.varchar": ("改为 varchar 前后之比", "after / before the change to varchar"),
    "evidence.group_range": ("分组之比 PostgreSQL / MySQL", "group_range, PostgreSQL / MySQL"),
    "evidence.group_range_limited": (
        "带 LIMIT 1000 分组之比 MySQL / PostgreSQL",
        "group_range with LIMIT 1000, MySQL / PostgreSQL",
    ),
    "evidence.segment": ("号段分组之比 MySQL / PostgreSQL", "group_segment_top, MySQL / PostgreSQL"),
    "evidence.group_all": (
        "{scale}时全表分组：PostgreSQL {pg}，MySQL {my}；"
        "按行数外推到 5 亿行约为 {pg_full} 和 {my_full}，但外推不是测量",
        "grouping the whole table of {scale} rows: {pg} on PostgreSQL, {my} on MySQL; in proportion, 500 million rows"
        " would take {pg_full} and {my_full}, but that is no measurement",
    ),
    "evidence.count": ("count 耗时之比 MySQL / PostgreSQL", "count, MySQL / PostgreSQL"),
    "evidence.count_index": ("PostgreSQL 有索引 / 无索引", "PostgreSQL with / without the index"),
    "evidence.missing": ("缺少所需的测量结果", "the measurements it needs are missing"),
}
