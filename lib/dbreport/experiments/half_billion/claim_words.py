"""Words of the half_billion chapter's claims: what the source says, the evidence, what its own figures say."""

from ...languages import Words

CLAIMS = {
    "audit.import_postgresql": Words(
        zh="PostgreSQL 导入速率（行/秒），由 5 亿行 ÷ 用时核算",
        en="PostgreSQL's import rate (rows/s), from 500 million rows over its duration",
    ),
    "audit.import_mysql": Words(
        zh="MySQL 导入速率（行/秒），由 5 亿行 ÷ 用时核算",
        en="MySQL's import rate (rows/s), from 500 million rows over its duration",
    ),
    "audit.range_rows": Words(
        zh="MySQL 取回一百万行的用时，核算为所需的传输速率",
        en="MySQL's time for a range of a million rows, as the transfer rate it would need",
    ),
    "audit.range_limit": Words(
        zh="MySQL 同一查询不限行数的用时，旁边是限 1000 行的用时",
        en="MySQL's time for the same range without a limit, beside that with LIMIT 1000",
    ),
    "claim.hb-1": Words(zh="导入 5 亿行，PostgreSQL 的速度约为 MySQL 的 1.5 倍。", en=""),
    "claim.hb-2": Words(zh="11 GB 的文本导入任一数据库后都变成 39 GB。", en=""),
    "claim.hb-3": Words(
        zh="没有索引时，MySQL 在 300 秒内答不出单值查询和前缀查询，PostgreSQL 约需 24 秒。",
        en="",
    ),
    "claim.hb-4": Words(
        zh="在 phone 上建 B 树索引后，前缀查询（LIKE 'x%'）PostgreSQL 比 MySQL 慢 200 倍以上；"
        "把 text 改成 varchar 也没用。",
        en="",
    ),
    "claim.hb-5": Words(
        zh="对一百万个号码分组，PostgreSQL 比 MySQL 慢 20 倍以上；加上 LIMIT 1000 后反而快 15 倍以上。",
        en="",
    ),
    "claim.hb-6": Words(
        zh="对一个一亿号码的号段分组并取前 1000 名，PostgreSQL 需 70 秒，MySQL 超过 300 秒。",
        en="",
    ),
    "claim.hb-7": Words(zh="按号码对全表分组，两个数据库都无法在 300 秒内完成。", en=""),
    "claim.hb-8": Words(zh="统计总行数，PostgreSQL 快 1.5 倍以上，有了索引还会更快。", en=""),
    "evidence.import": Words(zh="导入速率之比 PostgreSQL / MySQL", en="import rate, PostgreSQL / MySQL"),
    "evidence.point": Words(
        zh="无索引单值查询耗时之比 MySQL / PostgreSQL", en="point without an index, MySQL / PostgreSQL"
    ),
    "evidence.prefix_unindexed": Words(
        zh="无索引前缀查询之比 MySQL / PostgreSQL",
        en="prefix without an index, MySQL / PostgreSQL",
    ),
    "evidence.prefix": Words(zh="有索引前缀查询之比 PostgreSQL / MySQL", en="prefix with an index, PostgreSQL / MySQL"),
    "evidence.group_range": Words(zh="分组之比 PostgreSQL / MySQL", en="grouping a range, PostgreSQL / MySQL"),
    "evidence.group_range_limited": Words(
        zh="带 LIMIT 1000 分组之比 MySQL / PostgreSQL",
        en="grouping a range with LIMIT 1000, MySQL / PostgreSQL",
    ),
    "evidence.import_keyed": Words(
        zh="两边都以 uid 为主键时，导入速率之比 PostgreSQL / MySQL",
        en="with uid as primary key, import rate, PostgreSQL / MySQL",
    ),
    "evidence.size_postgresql": Words(zh="PostgreSQL 的表是文本的几倍", en="PostgreSQL's table over the text"),
    "evidence.size_mysql": Words(zh="MySQL 的表是文本的几倍", en="MySQL's table over the text"),
    "evidence.size_alike": Words(zh="两张表大小之比 PostgreSQL / MySQL", en="the two tables, PostgreSQL / MySQL"),
    "evidence.size_keyed": Words(
        zh="两边都以 uid 为主键时，大小之比（含主键的索引）PostgreSQL / MySQL",
        en="with uid as primary key, sizes with that key's index, PostgreSQL / MySQL",
    ),
    "evidence.varchar": Words(zh="改为 varchar 后快了几倍", en="times faster once text is varchar"),
    "evidence.prefix_cut": Words(
        zh="MySQL 一边由客户端限 1000 行时，PostgreSQL / MySQL",
        en="with MySQL cut off at 1000 rows, PostgreSQL / MySQL",
    ),
    "evidence.group_range_keyed": Words(
        zh="两边都以 uid 为主键时，分组之比 PostgreSQL / MySQL",
        en="with uid as primary key, grouping a range, PostgreSQL / MySQL",
    ),
    "evidence.segment_range": Words(zh="按区间取号段，MySQL / PostgreSQL", en="segment as a range, MySQL / PostgreSQL"),
    "evidence.segment_prefix": Words(zh="按前缀取号段，MySQL / PostgreSQL", en="segment by prefix, MySQL / PostgreSQL"),
    "evidence.segment_range_keyed": Words(
        zh="同上按区间，以 uid 为主键", en="as a range, with uid as primary key, MySQL / PostgreSQL"
    ),
    "evidence.segment_prefix_keyed": Words(
        zh="同上按前缀，以 uid 为主键", en="by prefix, with uid as primary key, MySQL / PostgreSQL"
    ),
    "evidence.group_all_postgresql": Words(zh="PostgreSQL 对全表分组", en="grouping the whole table on PostgreSQL"),
    "evidence.group_all_mysql": Words(zh="MySQL 对全表分组", en="grouping the whole table on MySQL"),
    "evidence.fewer_rows": Words(
        zh="这里只有 {scale}；按行数外推到 5 亿行约为 {full}，但外推不是测量",
        en="{scale} rows only; in proportion 500 million would take {full}, but that is no measurement",
    ),
    "evidence.own_size": Words(zh="{rows}行，机器 {host}", en="{rows} rows, on {host}"),
    "evidence.count_index": Words(
        zh="PostgreSQL 建索引后快了几倍", en="times faster on PostgreSQL once there is an index"
    ),
    "evidence.count_scans": Words(zh="执行计划用不上索引", en="the plan uses no index"),
    "evidence.count": Words(zh="count 耗时之比 MySQL / PostgreSQL", en="count, MySQL / PostgreSQL"),
}
