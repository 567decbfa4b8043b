"""Words of the chapter on a real workload. Each entry is (Chinese, English)."""

_PLANS = {
    "none": ("没有索引", "no index"),
    "single": ("单列索引", "single-column indexes"),
    "composite": ("复合索引", "composite index"),
    "trigram": ("三元组索引", "trigram index"),
}
_STATEMENTS = {
    "point_account": ("按昵称找账号", "account by nickname"),
    "match_account": ("昵称或曾用名含某段文字", "text inside a name"),
    "point_record": ("按编号找记录", "record by id"),
    "latest_record": ("某人最近一条记录", "latest record of a user"),
}
_AGGREGATES = {
    "count_records": ("一年的记录数", "records of a year"),
    "group_accounts": ("一年里各昵称的账号数", "accounts by nickname, one year"),
    "sum_raw_size": ("一年原始数据的总字节数", "bytes of raw pages, one year"),
    "status_counts": ("一年里各状态的记录数", "records by status, one year"),
}
_MODES = {"plain": ("", ""), "prepared": ("，预备", ", prepared")}

_FORMS = {
    f"case.{plan}.{statement}.{mode}": (f"{zh}，{zh_plan}{zh_mode}", f"{en}, {en_plan}{en_mode}")
    for plan, (zh_plan, en_plan) in _PLANS.items()
    for statement, (zh, en) in _STATEMENTS.items()
    for mode, (zh_mode, en_mode) in _MODES.items()
}
_UNDER_PLANS = {
    f"case.{plan}.{name}": (f"{zh}，{zh_plan}", f"{en}, {en_plan}")
    for plan, (zh_plan, en_plan) in _PLANS.items()
    for name, (zh, en) in (_STATEMENTS | _AGGREGATES).items()
}
_ONE_CHANGE = {
    "case.why.match_account.one_scan": ("昵称或曾用名含某段文字，一次扫描", "text inside a name, in one scan"),
    "case.why.sum_raw_size.value_read": (
        "一年原始数据的总字节数，读出每个值",
        "bytes of raw pages, one year, every value read",
    ),
    "case.why.sum_raw_size.length_kept": (
        "一年原始数据的总字节数，长度存在索引里",
        "bytes of raw pages, one year, lengths kept in an index",
    ),
}
_SLOW = {f"case.slow_disk.{name}": (f"{zh}，慢盘", f"{en}, slow disk") for name, (zh, en) in _AGGREGATES.items()}

WORDS = {
    **_FORMS,
    **_UNDER_PLANS,
    **_ONE_CHANGE,
    **_SLOW,
    "need.lookup": ("按主键取一行，一个客户端", "fetch a row by primary key, one client"),
    "need.latest": ("某人最近一条记录，复合索引", "latest record of a user, composite index"),
    "need.contains": ("名字里含某段文字，无三元组索引", "text inside a name, no trigram index"),
    "need.aggregate": ("按状态计数一年的记录", "count a year's records by status"),
    "state.warm": ("热", "warm"),
    "state.cold": ("冷启动", "cold start"),
    "state.slow_disk": ("冷启动，慢盘", "cold start, slow disk"),
    "caption.case_times": ("越靠左越快。", "Further left is faster."),
    "caption.slow_disk": (
        "慢盘：内核把读取限制在每秒 6000 次、150 MB，与原文的云服务器相同。",
        "Slow disk: the kernel holds reads to 6000 and 150 MB per second, the source's cloud server.",
    ),
    "caption.reads": (
        "执行一次读过的行和页，由系统自己报告；页大小 PostgreSQL 为 8 KiB，InnoDB 为 16 KiB。",
        "Rows and pages that one run reads, as the systems tell it; a page is 8 KiB on PostgreSQL, 16 KiB in InnoDB.",
    ),
    "fold.plans": ("全部计划", "all plans"),
    "table.statement": ("语句", "statement"),
    "table.row_read": ("1 行", "1 row"),
    "table.rows_read": ("{n} 行", "{n} rows"),
    "table.pages_read": ("{n} 页", "{n} pages"),
    "evidence.status_counts_slow": (
        "MySQL 按状态计数，慢盘冷启动 / 热",
        "records by status on MySQL, cold on the slow disk / warm",
    ),
    **{
        f"evidence.{name}": (f"{zh}，每秒次数之比 PostgreSQL / MySQL", f"{en}, rate, PostgreSQL / MySQL")
        for name, (zh, en) in _STATEMENTS.items()
    },
    "evidence.latest_gap": (
        "PostgreSQL 有索引、MySQL 没有时的每秒次数之比",
        "rate, PostgreSQL with an index / MySQL without",
    ),
    "evidence.latest_fair": ("两边都有索引时", "with an index on both sides"),
    "evidence.sum_raw_size": ("总长度耗时之比 MySQL / PostgreSQL", "sum of lengths, MySQL / PostgreSQL"),
    **{f"case.{name}": words for name, words in (_STATEMENTS | _AGGREGATES).items()},
    **{
        f"case.{statement}.{rate}": (f"{zh}，每秒 {rate} 个请求", f"{en}, {rate} requests per second")
        for statement, (zh, en) in _STATEMENTS.items()
        for rate in (100, 1000)
    },
}
