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
_MODES = {"plain": ("明文语句", "plain"), "prepared": ("预备语句", "prepared")}

WORDS = {
    **{f"plan.{name}": words for name, words in _PLANS.items()},
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
        f"case.{statement}.{mode}": (f"{zh}，{zh_mode}", f"{en}, {en_mode}")
        for statement, (zh, en) in _STATEMENTS.items()
        for mode, (zh_mode, en_mode) in _MODES.items()
    },
    **{
        f"case.{statement}.{rate}": (f"{zh}，每秒 {rate} 个请求", f"{en}, {rate} requests per second")
        for statement, (zh, en) in _STATEMENTS.items()
        for rate in (100, 1000)
    },
}
