"""Words of the half_billion chapter's charts and tables."""

from ...languages import Words

WORDS = {
    "case.import.plain": Words(zh="单文件单连接", en="one file, one connection"),
    "case.import.bulk": Words(zh="最快的受支持方式", en="fastest supported way"),
    "case.count": Words(zh="总行数", en="count"),
    "case.point": Words(zh="单个号码", en="point"),
    "case.range": Words(zh="号码区间", en="range"),
    "case.prefix": Words(zh="号码前缀", en="prefix"),
    "case.group_all": Words(zh="全表分组", en="group all"),
    "case.group_range": Words(zh="区间分组", en="group a range"),
    "case.group_segment_top_range": Words(zh="号段（区间）分组取前 1000", en="group a segment (range), top 1000"),
    "case.group_segment_top_prefix": Words(zh="号段（前缀）分组取前 1000", en="group a segment (prefix), top 1000"),
    "case.group_all_totals": Words(zh="全表分组，只要总数", en="group all, totals only"),
    "case.group_range_star": Words(zh="区间分组，count(*)", en="group a range, count(*)"),
    "case.group_segment_star": Words(zh="号段分组取前 1000，count(*)", en="group a segment, top 1000, count(*)"),
    "case.import.no_binary_log": Words(zh="单文件单连接，不写二进制日志", en="one file, one connection, no binary log"),
    "case.keyed.import": Words(zh="导入，有主键", en="import, primary key"),
    "case.keyed.size": Words(zh="占用磁盘，有主键", en="size on disk, primary key"),
    "case.keyed.count": Words(zh="总行数，有主键", en="count, primary key"),
    "case.keyed.range": Words(zh="号码区间，有主键", en="range, primary key"),
    "case.keyed.group_all": Words(zh="全表分组，有主键", en="group all, primary key"),
    "case.keyed.group_range": Words(zh="区间分组，有主键", en="group a range, primary key"),
    "case.keyed.group_segment_top_range": Words(
        zh="号段（区间）分组取前 1000，有主键", en="group a segment (range), top 1000, primary key"
    ),
    "case.keyed.group_segment_top_prefix": Words(
        zh="号段（前缀）分组取前 1000，有主键", en="group a segment (prefix), top 1000, primary key"
    ),
    "case.unindexed.point_no_condition_cache": Words(zh="单个号码，关闭条件缓存", en="point, condition cache off"),
    "case.serial.point": Words(zh="单个号码，关闭并行", en="point, parallel query off"),
    "case.limited.prefix_100": Words(zh="号码前缀，LIMIT 100", en="prefix, LIMIT 100"),
    "case.limited.group_range_star": Words(
        zh="区间分组，count(*)，LIMIT 1000", en="group a range, count(*), LIMIT 1000"
    ),
    "case.why.group_range_client_limit": Words(zh="区间分组，客户端限行数", en="group a range, limited by the client"),
    "case.why.group_range_star_client_limit": Words(
        zh="区间分组，count(*)，客户端限行数", en="group a range, count(*), limited by the client"
    ),
    "case.why.group_range_star_no_map": Words(
        zh="区间分组，count(*)，无可见性映射", en="group a range, count(*), no visibility map"
    ),
    "case.why.group_range_include_uid": Words(zh="区间分组，索引里有 uid", en="group a range, uid in the index"),
    "case.top_sort": Words(zh="排序取前 1000", en="sort, top 1000"),
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
    "need.import": Words(zh="成批导入", en="bulk import"),
    "need.point": Words(zh="按索引查一个号码", en="look up one number by an index"),
    "need.range": Words(zh="按索引取一段号码", en="fetch a range by an index"),
    "need.prefix": Words(zh="按前缀搜索", en="search by prefix"),
    "need.count": Words(zh="统计总行数", en="count all rows"),
    "need.group": Words(zh="全表分组，只要总数", en="group the whole table, totals only"),
    "need.top": Words(zh="按索引排序取前 1000", en="top 1000 in index order"),
    "need.disk": Words(zh="占用磁盘最少（含索引）", en="least disk, index included"),
    "case.serial.count": Words(zh="总行数，关闭并行", en="count, parallel query off"),
    "case.serial.prefix": Words(zh="号码前缀，关闭并行", en="prefix, parallel query off"),
    "case.why.range_client_limit": Words(zh="号码区间，客户端限行数", en="range, limited by the client"),
    "case.why.prefix_client_limit": Words(zh="号码前缀，客户端限行数", en="prefix, limited by the client"),
    "case.why.prefix_varchar": Words(zh="号码前缀，varchar 列", en="prefix, varchar column"),
    "case.why.prefix_pattern_ops": Words(zh="号码前缀，text_pattern_ops", en="prefix, text_pattern_ops"),
    "case.why.prefix_c_collation": Words(zh="号码前缀，C 排序规则", en="prefix, C collation"),
    "case.why.count_no_map": Words(zh="总行数，无可见性映射", en="count, no visibility map"),
    "case.why.count_ignore_index": Words(zh="总行数，不用索引", en="count, index ignored"),
    "case.why.count_one_thread": Words(zh="总行数，不用索引、单线程", en="count, index ignored, one thread"),
    "case.why.range_no_condition_cache": Words(zh="号码区间，关闭条件缓存", en="range, condition cache off"),
    "case.limited.range": Words(zh="号码区间，LIMIT 1000", en="range, LIMIT 1000"),
    "case.limited.prefix": Words(zh="号码前缀，LIMIT 1000", en="prefix, LIMIT 1000"),
    "case.limited.group_range": Words(zh="区间分组，LIMIT 1000", en="group a range, LIMIT 1000"),
    "case.size.unindexed": Words(zh="占用磁盘，无索引", en="size on disk, no index"),
    "case.size.indexed": Words(zh="占用磁盘，有索引", en="size on disk, with the index"),
    "fold.unindexed": Words(zh="展开：无索引，{rows}行", en="Open: no index, {rows} rows"),
    "fold.indexed": Words(zh="展开：有索引，{rows}行", en="Open: with the index, {rows} rows"),
    "stage.unindexed": Words(zh="无索引", en="no index"),
    "stage.indexed": Words(zh="有索引", en="with the index"),
    "stage.limited": Words(zh="LIMIT 1000", en="LIMIT 1000"),
    "stage.keyed": Words(zh="有主键和索引", en="primary key and index"),
    "stage.client_limit": Words(zh="客户端限 1000 行", en="client stops at 1000"),
    "stage.unlimited": Words(zh="不限行数", en="no limit"),
    "axis.published": Words(
        zh="← MySQL 更快 · 耗时之比 MySQL / PostgreSQL · PostgreSQL 更快 →",
        en="← MySQL faster · MySQL / PostgreSQL · PostgreSQL faster →",
    ),
    "legend.printed": Words(zh="原文（5 亿行）", en="printed (500 million rows)"),
    "legend.measured": Words(zh="实测（{scale}）", en="measured ({scale})"),
    "legend.printed_bound": Words(zh="原文（超时，只知下限）", en="printed (timeout: at least)"),
    "why.prefix.language": Words(zh="语言排序规则的索引", en="index in language order"),
    "why.prefix.varchar": Words(zh="列改为 varchar", en="column changed to varchar"),
    "why.prefix.pattern_ops": Words(zh="索引加 text_pattern_ops", en="index with text_pattern_ops"),
    "why.prefix.c": Words(zh="索引用 C 排序规则", en="index in C collation"),
    "why.prefix.none": Words(zh="没有索引", en="no index"),
    "why.prefix.mysql": Words(zh="MySQL 的普通索引", en="MySQL, plain index"),
    "why.map.with": Words(zh="VACUUM 之后", en="after VACUUM"),
    "why.map.without": Words(zh="没有可见性映射", en="no visibility map"),
    "why.map.unindexed": Words(zh="没有索引", en="no index"),
    "why.covering.pg": Words(zh="PostgreSQL，没有主键", en="PostgreSQL, no primary key"),
    "why.covering.pg_keyed": Words(zh="PostgreSQL，主键 uid", en="PostgreSQL, primary key uid"),
    "why.covering.pg_include": Words(zh="PostgreSQL，索引 INCLUDE (uid)", en="PostgreSQL, index INCLUDE (uid)"),
    "why.covering.my": Words(zh="MySQL，没有主键", en="MySQL, no primary key"),
    "why.covering.my_keyed": Words(zh="MySQL，主键 uid", en="MySQL, primary key uid"),
    "why.covering.my_limit": Words(zh="MySQL，客户端限 1000 行", en="MySQL, client stops at 1000"),
    "why.cache.empty": Words(zh="空语句", en="empty statement"),
    "why.cache.point": Words(zh="单个号码，没有索引", en="point, no index"),
    "why.cache.point_off": Words(zh="单个号码，关闭条件缓存", en="point, condition cache off"),
    "why.cache.range": Words(zh="号码区间，有投影", en="range, with the projection"),
    "why.cache.range_off": Words(zh="号码区间，关闭条件缓存", en="range, condition cache off"),
    "note.not_measured": Words(zh="还没有测：{lines}。", en="Not measured yet: {lines}."),
    "missing.causes": Words(zh="还没有测。", en="Not measured yet."),
    "table.sent": Words(zh="这里发给 MySQL 的", en="as sent to MySQL here"),
    "statement.unprinted": Words(zh="原文没有印出", en="not printed"),
    "statement.ours": Words(zh="我们另加的", en="ours, besides"),
    "table.processors": Words(zh="占用处理器", en="processors busy"),
    "table.left": Words(zh="其余", en="what is left"),
    "table.of_it": Words(zh="空语句所占", en="share of the empty statement"),
    "part.text": Words(zh="文本文件", en="text file"),
    "title.import": Words(
        zh="导入最快：照原文的方式是 {plain}，用各自最快的方式是 {bulk}",
        en="Fastest to import the source's way: {plain}; each by its own fastest way: {bulk}",
    ),
    "title.import_alike": Words(zh="两种方式都是 {plain} 导入最快", en="{plain} fastest to import either way"),
    "title.cold": Words(
        zh="冷的第一次用时是热的 {least_value} 倍（{least}）到 {most_value} 倍（{most}）",
        en="A cold first run takes {least_value} ({least}) to {most_value} ({most}) times as long as a warm one",
    ),
    "title.growth": Words(
        zh="行数是 {at} 倍：{n} 个点里，{above} 个耗时增长的整个区间超过 {at} 倍，{below} 个不到 {at} 倍",
        en="{at} times the rows: {above} of {n} dots lie wholly above {at} times as long, {below} wholly below",
    ),
    "title.exponents": Words(
        zh="耗时随行数的 {least_value} 次方（{least}）到 {most_value} 次方（{most}）增长",
        en="Time grows with the rows to the power of {least_value} ({least}) up to {most_value} ({most})",
    ),
    "title.profiles": Words(
        zh="调优之后：{n} 个点里，{above} 个的整个区间在 1 以上（变快），{below} 个在 1 以下（变慢）",
        en="Tuned, {above} of {n} dots lie wholly above 1 (faster) and {below} wholly below it (slower)",
    ),
    "caption.import": Words(
        zh="同样的行、同样的落盘要求；生成数据的时间不计入。",
        en="Same rows, same durability; generating the rows is off the clock.",
    ),
    "caption.queries": Words(
        zh="越靠左越快；叉号表示超时或失败。",
        en="Further left is faster; a cross is a timeout or failure.",
    ),
    "caption.published": Words(
        zh="竖线为相等。空心菱形为原文超时，只能给出一侧的界限。",
        en="The line marks equality. Open diamonds: the source timed out, so only a bound is known.",
    ),
    "caption.prefix": Words(
        zh="PostgreSQL 上同一条 LIKE 语句，每次只改一处；末行是 MySQL。",
        en="One LIKE statement on PostgreSQL, one change at a time; the last line is MySQL.",
    ),
    "caption.limit": Words(
        zh="同一条语句：返回全部、写明 LIMIT 1000、由客户端限为 1000 行。",
        en="One statement: all rows, LIMIT 1000 written out, and a client that asks for 1000 rows.",
    ),
    "caption.map": Words(
        zh="PostgreSQL：{query}。只用索引的扫描要靠可见性映射跳过表页；没有它，每一行都要回表核对。",
        en="PostgreSQL: {query}. An index-only scan skips table pages by the visibility map; without it each row is"
        " looked up.",
    ),
    "caption.covering": Words(
        zh="同一条语句：对一段号码分组，count(uid)。索引里有没有 uid，决定要不要逐行回表。",
        en="One statement: a range grouped, count(uid). Whether the index has uid decides if each row is looked up.",
    ),
    "caption.cache": Words(
        zh="ClickHouse。热的重复：同一条语句第二次执行，条件缓存已经知道哪些数据块里没有匹配的行。",
        en="ClickHouse, warm: on its second run a statement skips blocks that the condition cache knows hold no match.",
    ),
    "caption.size": Words(
        zh="检查点之后磁盘上的字节数；不含日志。",
        en="Bytes on disk after a checkpoint, logs not counted.",
    ),
    "caption.growth": Words(
        zh="同一查询的耗时：行数增加到 10 倍后是原来的多少倍。",
        en="How many times longer the same statement takes on ten times the rows.",
    ),
    "table.rows": Words(zh="行数", en="rows"),
    "axis.rows": Words(zh="行数（对数轴）", en="rows (log scale)"),
    "caption.cost_by_rows": Words(
        zh="阶段：{case}。出厂设置，两轴都取对数：斜率就是耗时随行数增长的幂次。不同规模不是同一次会话里测的。",
        en="Stage: {case}. As shipped, both axes logarithmic: the slope is the power of the rows by which time grows."
        " Sizes were not measured in one session.",
    ),
    "axis.growth": Words(zh="耗时倍数（对数轴）", en="times as long (log scale)"),
    "missing.tuned": Words(zh="还没有测调优设置。", en="The tuned profile has not been measured."),
    "caption.profiles": Words(
        zh="出厂设置耗时除以调优后耗时；大于 1 表示调优有效，线段含 1 表示没有差别。",
        en="Time as shipped divided by time tuned: above 1 tuning helps; an interval that includes 1 is no difference.",
    ),
    "axis.profiles": Words(zh="出厂 / 调优（对数轴）", en="as shipped / tuned (log scale)"),
    "caption.cold": Words(
        zh="冷：停服务器、清页缓存、再启动后的第一次；热：预热之后。",
        en="Cold: first run after stopping the server, dropping the page cache and starting; warm: after a first run.",
    ),
    "temperature.cold": Words(zh="冷", en="cold"),
    "temperature.lukewarm": Words(zh="半冷", en="lukewarm"),
    "temperature.warm": Words(zh="热", en="warm"),
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
    "evidence.count_index": Words(
        zh="PostgreSQL 建索引后快了几倍", en="times faster on PostgreSQL once there is an index"
    ),
    "evidence.count": Words(zh="count 耗时之比 MySQL / PostgreSQL", en="count, MySQL / PostgreSQL"),
}
