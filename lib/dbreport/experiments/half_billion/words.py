"""Words of the half_billion chapter's charts and tables."""

from ...languages import Words
from .claim_words import CLAIMS

WORDS = {
    **CLAIMS,
    "case.import.plain": Words(zh="导入，单文件单连接", en="import, one file, one connection"),
    "case.import.bulk": Words(zh="导入，最快的受支持方式", en="import, fastest supported way"),
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
    "case.import.no_binary_log": Words(
        zh="导入，单文件单连接，不写二进制日志", en="import, one file, one connection, no binary log"
    ),
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
    "legend.measured_on": Words(zh="实测（{scale}，{host}）", en="measured ({scale}, {host})"),
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
    "note.not_measured_on": Words(zh="{who} 没有测：{lines}。", en="Not measured on {who}: {lines}."),
    "missing.causes": Words(zh="还没有测。", en="Not measured yet."),
    "table.sent": Words(zh="这里发给 MySQL 的", en="as sent to MySQL here"),
    "statement.unprinted": Words(zh="原文没有印出", en="not printed"),
    "statement.ours": Words(zh="我们另加的", en="ours, besides"),
    "table.processors": Words(zh="平均占用处理器（核）", en="processors busy (cores)"),
    "table.left": Words(zh="差", en="difference"),
    "table.of_it": Words(zh="空语句占几成", en="share of the empty statement"),
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
        zh="行数是 {at} 倍：{n} 项里 {above} 项的耗时超过 {at} 倍，{below} 项不到，其余分不出",
        en="{at} times the rows: {above} of {n} take over {at} times as long, {below} less, the rest undecided",
    ),
    "title.limit": Words(
        zh="限 1000 行，{who} 的速度是不限行数时的 {least} 到 {most} 倍",
        en="A limit of 1000 rows makes {who} {least} to {most} times as fast",
    ),
    "title.map_count": Words(
        zh="PostgreSQL 统计总行数：三种情形的耗时在 {least} 到 {most} 之间",
        en="PostgreSQL's count: between {least} and {most} in all three cases",
    ),
    "title.exponents": Words(
        zh="耗时随行数的 {least_value} 次方（{least}）到 {most_value} 次方（{most}）增长",
        en="Time grows with the rows to the power of {least_value} ({least}) up to {most_value} ({most})",
    ),
    "title.profiles": Words(
        zh="调优之后：{n} 项里 {above} 项变快，{below} 项变慢，其余分不出",
        en="Tuned: {above} of {n} are faster, {below} slower, the rest undecided",
    ),
    "caption.import": Words(
        zh="同样的行、同样的落盘要求；生成数据的时间不计入。",
        en="Same rows, same durability; generating the rows is off the clock.",
    ),
    "caption.queries": Words(zh="{stage}；越靠左越快。", en="Further left is faster; {stage}."),
    "caption.queries_crosses": Words(
        zh="{stage}；越靠左越快；叉号表示超时或失败。",
        en="Further left is faster; {stage}; a cross is a timeout or failure.",
    ),
    "caption.published": Words(
        zh="竖线为相等。空心菱形为原文超时，只能给出一侧的界限。",
        en="The line marks equality. Open diamonds: the source timed out, so only a bound is known.",
    ),
    "caption.published_twice": Words(
        zh="有两个实测比值的，标题按原文规模的那个算；它判定不了的，按另一个算。",
        en="Of two measured ratios the title counts that at the source's size, the other where it decides nothing.",
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
    "caption.map_count": Words(
        zh="PostgreSQL：总行数。三行都是同一种并行全表扫描，用不上映射，也用不上索引。",
        en="PostgreSQL: count. All three lines are the same parallel scan of the table; neither map nor index is used.",
    ),
    "caption.covering": Words(
        zh="同一条语句：对一段号码分组，count(uid)。索引里有没有 uid，决定要不要逐行回表。",
        en="One statement: a range grouped, count(uid). Whether the index has uid decides if each row is looked up.",
    ),
    "caption.cache": Words(
        zh="ClickHouse。热的重复：同一条语句第二次执行，条件缓存已经知道哪些数据块里没有匹配的行。",
        en="ClickHouse, warm: on its second run a statement skips blocks that the condition cache knows hold no match.",
    ),
    "caption.times": Words(
        zh="{stage}：每条语句的中位耗时，最快的加粗。",
        en="Median time of each statement, {stage}; the fastest in bold.",
    ),
    "caption.against": Words(
        zh="{way}：写盘的字节数和速率，占磁盘上限的几成，平均占用几个处理器。",
        en="Bytes written and their rate, share of the disk's limit, processors busy; {way}.",
    ),
    "caption.against_paused": Words(
        zh="短横线：在进程内执行的系统，准备数据的处理器时间也算了进去，计时却停着，两者不能相除。",
        en="A dash: inside the client's process, preparing the rows takes processor time while the clock stands still.",
    ),
    "caption.exponents": Words(
        zh="耗时随行数增长的幂次，1 为成正比；下面小字是区间。",
        en="The power of the rows by which time grows: 1 is in proportion. The interval stands below.",
    ),
    "caption.own_cost": Words(
        zh="按号码取一行：空语句（SELECT 1）的耗时、总耗时，以及两者之差。",
        en="One row by key: time of SELECT 1, total time, and the difference.",
    ),
    "caption.times_beside": Words(
        zh="原文印出的耗时，旁边是同一条语句在这里的耗时。",
        en="Printed times, each beside the time of the same statement here.",
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
        zh="阶段：{case}。两轴都取对数：斜率就是耗时随行数增长的幂次。不同规模不是同一次会话里测的。",
        en="Stage: {case}. Both axes are logarithmic: the slope is the power of the rows by which time grows."
        " Sizes were not measured in one session.",
    ),
    "axis.growth": Words(zh="耗时倍数（对数轴）", en="times as long (log scale)"),
    "missing.tuned": Words(zh="还没有测调优设置。", en="The tuned profile has not been measured."),
    "caption.profiles": Words(
        zh="出厂设置耗时除以调优后耗时；大于 1 表示调优有效，线段含 1 表示分不出。",
        en="Time as shipped divided by time tuned: above 1 tuning helps; an interval that includes 1 decides nothing.",
    ),
    "axis.profiles": Words(zh="出厂 / 调优（对数轴）", en="as shipped / tuned (log scale)"),
    "caption.cold": Words(
        zh="语句：{query}，{stage}。冷：停服务器、清页缓存、再启动后的第一次；热：预热之后。",
        en="Statement: {query}, {stage}. Cold: first run after stopping the server, dropping the page cache and"
        " starting; warm: after a first run.",
    ),
    "temperature.cold": Words(zh="冷", en="cold"),
    "temperature.lukewarm": Words(zh="半冷", en="lukewarm"),
    "temperature.warm": Words(zh="热", en="warm"),
}
