"""Words of the chapter on a real workload."""

from ...languages import Words

_PLANS = {
    "none": Words(zh="没有索引", en="no index"),
    "single": Words(zh="单列索引", en="single-column indexes"),
    "composite": Words(zh="复合索引", en="composite index"),
    "trigram": Words(zh="三元组索引", en="trigram index"),
}
_SOURCE_STATEMENTS = {
    "point_account": Words(zh="按昵称找账号，只要昵称", en="account by nickname, its nickname alone"),
    "match_account": Words(zh="昵称或曾用名含某段文字，只要昵称", en="text inside a name, nicknames alone"),
    "point_record": Words(zh="按编号找记录，只要编号", en="record by id, its id alone"),
    "latest_record": Words(zh="某人最近一条记录，只要昵称", en="latest record of a user, the nickname alone"),
}
_OWN_STATEMENTS = {
    "point_account_row": Words(zh="按昵称找账号", en="account by nickname"),
    "match_account_row": Words(zh="昵称或曾用名含某段文字", en="text inside a name"),
    "point_record_row": Words(zh="按编号找记录", en="record by id"),
    "latest_record_row": Words(zh="某人最近一条记录", en="latest record of a user"),
}
_STATEMENTS = _SOURCE_STATEMENTS | _OWN_STATEMENTS
_SOURCE_AGGREGATES = {
    "count_records": Words(zh="一年的记录数（between）", en="records of a year (between)"),
    "group_accounts": Words(zh="一年里各昵称的账号数，全部返回", en="accounts by nickname, one year, all of them"),
    "sum_raw_size": Words(zh="一年原始数据的总 GB 数", en="gigabytes of raw pages, one year"),
    "status_counts": Words(zh="一年里各状态的记录数，排序", en="records by status, one year, in order"),
}
_OWN_AGGREGATES = {
    "count_records_half_open": Words(zh="一年的记录数", en="records of a year"),
    "group_accounts_top": Words(zh="一年里账号最多的 100 个昵称", en="100 nicknames with most accounts, one year"),
    "sum_raw_octets": Words(zh="一年原始数据的总字节数", en="bytes of raw pages, one year"),
    "status_counts_half_open": Words(zh="一年里各状态的记录数", en="records by status, one year"),
}
_AGGREGATES = _SOURCE_AGGREGATES | _OWN_AGGREGATES
_MODES = {"plain": Words(zh="", en=""), "prepared": Words(zh="，预备", en=", prepared")}

_FORMS = {
    f"case.{plan}.{statement}.{mode}": Words(zh=f"{zh}，{zh_plan}{zh_mode}", en=f"{en}, {en_plan}{en_mode}")
    for plan, (zh_plan, en_plan) in _PLANS.items()
    for statement, (zh, en) in _STATEMENTS.items()
    for mode, (zh_mode, en_mode) in _MODES.items()
}
_UNDER_PLANS = {
    f"case.{plan}.{name}": Words(zh=f"{zh}，{zh_plan}", en=f"{en}, {en_plan}")
    for plan, (zh_plan, en_plan) in _PLANS.items()
    for name, (zh, en) in (_STATEMENTS | _AGGREGATES).items()
}
_ONE_CHANGE = {
    "case.why.match_account_row.one_scan": Words(
        zh="昵称或曾用名含某段文字，一次扫描", en="text inside a name, in one scan"
    ),
    "case.answer.match_account_row.one_scan": Words(
        zh="昵称或曾用名含某段文字，一次扫描的答案", en="text inside a name, answer of the one scan"
    ),
    "case.why.group_accounts.random_pages_dear": Words(
        zh="一年里每个昵称的账号数，random_page_cost 为出厂的 4",
        en="accounts by nickname, one year, random_page_cost 4 as shipped",
    ),
    "case.why.sum_raw_octets.value_read": Words(
        zh="一年原始数据的总字节数，读出每个值",
        en="bytes of raw pages, one year, every value read",
    ),
    "case.why.sum_raw_octets.length_kept": Words(
        zh="一年原始数据的总字节数，长度存在索引里",
        en="bytes of raw pages, one year, lengths kept in an index",
    ),
}
_LENGTHS = {
    f"case.lengths.{length}.{name}": Words(zh=f"{zh}，{zh_length}", en=f"{en}, {en_length}")
    for length, (zh_length, en_length) in {
        "short": Words(zh="值平均 2 KiB", en="values of 2 KiB on average"),
        "long": Words(zh="每个值 8 KiB 以上", en="values of 8 KiB and more"),
    }.items()
    for name, (zh, en) in {
        "sum_raw_size": Words(zh="总长度", en="sum of lengths"),
        "status_counts": Words(zh="按状态计数", en="records by status"),
        "value_read": Words(zh="总长度，读出每个值", en="sum of lengths, every value read"),
    }.items()
}
_SLOW = {
    f"case.slow_disk.{name}": Words(zh=f"{zh}，慢盘", en=f"{en}, slow disk") for name, (zh, en) in _AGGREGATES.items()
}

WORDS = {
    **_FORMS,
    **_UNDER_PLANS,
    **_ONE_CHANGE,
    **_SLOW,
    **_LENGTHS,
    "need.lookup": Words(zh="按主键取一行，一个客户端", en="fetch a row by primary key, one client"),
    "need.latest": Words(zh="某人最近一条记录，复合索引", en="latest record of a user, composite index"),
    "need.contains": Words(zh="名字里含某段文字，无三元组索引", en="text inside a name, no trigram index"),
    "need.aggregate": Words(zh="按状态计数一年的记录", en="count a year's records by status"),
    "state.warm": Words(zh="热，数据在内存里", en="warm, from memory"),
    "state.disk": Words(zh="热，仍要读盘", en="warm, yet from the disk"),
    "state.cold": Words(zh="冷启动", en="cold start"),
    "state.slow_disk": Words(zh="冷启动，慢盘", en="cold start, slow disk"),
    "caption.case_times": Words(zh="越靠左越快。", en="Further left is faster."),
    "caption.lengths": Words(
        zh="写明值有多长的各行用另外两张表，行数都是记录数的十分之一，彼此只有值的长度不同；头两行用全部记录。越靠左越快。",
        en="The lines that name a length use two tables, each with a tenth of the records, that differ only in that"
        " length; the first two lines use all records. Further left is faster.",
    ),
    "caption.slow_disk": Words(
        zh="慢盘：内核把读取限制在每秒 6000 次、150 MB，与原文的云服务器相同。",
        en="Slow disk: the kernel limits reads to 6,000 requests and 150 MB per second, as on the source's cloud"
        " server.",
    ),
    "caption.reads": Words(
        zh="只执行一次，含首次读取（如打开表）；行数和页数由系统报告，页大小 PostgreSQL 为 8 KiB，InnoDB 为 16 KiB。",
        en="Rows and pages of one request, its first-time reads included (such as opening the table), as reported by"
        " the systems; a page is 8 KiB on PostgreSQL, 16 KiB in InnoDB.",
    ),
    "caption.printed_rows": Words(
        zh="有两行另写了较少的行数，那时 MySQL 的表放得进缓冲池。",
        en="Two lines name a smaller number of rows, at which MySQL's table fits into its buffer pool.",
    ),
    "title.lengths_kept": Words(
        zh="长度存进索引，MySQL 的用时从 {read} 变成 {kept}",
        en="With the lengths kept in an index, MySQL takes {kept} instead of {read}",
    ),
    "title.slow_disk": Words(zh="{case}，冷启动：{told}", en="{case}, cold start: {told}"),
    "fold.plans": Words(zh="展开：全部计划", en="Open: all plans"),
    "fold.plans_here": Words(zh="展开：这几条语句的计划", en="Open: the plans of these statements"),
    "table.from_disk": Words(zh="从盘上读", en="from the disk"),
    "table.row_read": Words(zh="1 行", en="1 row"),
    "table.rows_read": Words(zh="{n} 行", en="{n} rows"),
    "table.pages_read": Words(zh="{n} 页", en="{n} pages"),
    "table.system_printed": Words(zh="{system}，原文", en="{system}, printed"),
    "table.system_here": Words(zh="{system}，本机", en="{system}, here"),
    "evidence.rate_at": Words(zh="{case}：每秒次数之比 PostgreSQL / MySQL", en="{case}: rate, PostgreSQL / MySQL"),
    "evidence.time_at": Words(zh="{case}：用时之比 MySQL / PostgreSQL", en="{case}: time, MySQL / PostgreSQL"),
    "evidence.latest_gap": Words(
        zh="最近一条记录：PostgreSQL 有单列索引、MySQL 没有时的每秒次数之比",
        en="latest record: rate, PostgreSQL with a single-column index / MySQL without",
    ),
    "evidence.latest_index": Words(
        zh="最近一条记录：MySQL 有单列索引时与没有时的每秒次数之比",
        en="latest record: rate on MySQL, with a single-column index / without",
    ),
    "evidence.latest_fair": Words(
        zh="两边都有单列索引时，PostgreSQL / MySQL", en="with single-column indexes on both, PostgreSQL / MySQL"
    ),
    "evidence.latest_composite": Words(
        zh="两边都有复合索引时，PostgreSQL / MySQL", en="with the composite index on both, PostgreSQL / MySQL"
    ),
    "evidence.status_counts_slow": Words(
        zh="MySQL 按状态计数：慢盘冷启动与数据在内存里的用时之比",
        en="records by status on MySQL: time, cold on the slow disk / from memory",
    ),
    "evidence.status_counts_larger": Words(
        zh="{few}行的表放得进内存；{rows}行时，MySQL 的表放不进缓冲池，热的每一遍也要从盘上读 {read}，"
        "用时 {warm}，慢盘冷启动 {cold}",
        en="the {few}-row table fits in memory; that of {rows} rows does not fit MySQL's buffer pool: a warm run, too,"
        " reads {read} from the disk and takes {warm}, a cold one on the slow disk {cold}",
    ),
    "evidence.warm_from_disk": Words(
        zh="缓冲池装不下，热的时候也在读盘，盘与盘相比说明不了什么",
        en="the buffer pool is too small: the warm runs read from the disk too, and disk is not compared with disk",
    ),
    "evidence.board_and_cloud": Words(zh="{cloud} 与 {pg} 之比", en="{cloud} over {pg}"),
    "evidence.two_systems": Words(
        zh="原文数据里，{pg} 是开发板上的 PostgreSQL，{cloud} 是云服务器上的 MySQL；MySQL 在开发板上是 {my}",
        en="as printed, {pg} is PostgreSQL on the board and {cloud} MySQL on the cloud server; MySQL on the board takes"
        " {my}",
    ),
    "work.board": Words(zh="一年里各状态的记录数，开发板：热", en="records by status, the board: warm"),
    "work.cloud": Words(
        zh="一年里各状态的记录数，云服务器：慢盘，冷启动",
        en="records by status, the cloud server: a slow disk, cold",
    ),
    "work.rows": Words(zh="{work}，{rows}行", en="{work}, {rows} rows"),
    "missing.cases": Words(zh="尚未测量：{cases}。", en="Not measured yet: {cases}."),
    **{f"case.{name}": words for name, words in (_STATEMENTS | _AGGREGATES).items()},
    **{
        f"case.{statement}.{rate}": Words(zh=f"{zh}，每秒 {rate} 个请求", en=f"{en}, {rate} requests per second")
        for statement, (zh, en) in _OWN_STATEMENTS.items()
        for rate in (100, 1000)
    },
    "claim.rw-1": Words(zh="四条 OLTP 语句，PostgreSQL 每一条都赢。", en=""),
    "claim.rw-2": Words(
        zh="查某用户的最近一条记录，MySQL 每秒不到 1 次，PostgreSQL 每秒 2348 次；作者怀疑是索引的问题。",
        en="",
    ),
    "claim.rw-3": Words(zh="对一个大字段求总长度，MySQL 要 102 秒，PostgreSQL 只要 0.12 秒。", en=""),
    "claim.rw-4": Words(zh="同一个汇总，在开发板上 0.1 秒，在云服务器上 45 秒。", en=""),
}
