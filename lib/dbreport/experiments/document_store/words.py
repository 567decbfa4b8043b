"""Words of the chapter on documents."""

from ...languages import Words
from .jobs import CLIENTS, FIFTHS, RATES, WHOLE

_CLIENTS = {n: Words(zh=f"{n} 个客户端", en=f"{n} client{'s' if n > 1 else ''}") for n in CLIENTS}
_KEYS = {"zipfian": Words(zh="Zipf 分布", en="Zipfian"), "uniform": Words(zh="均匀分布", en="uniform")}
_OPERATIONS = {
    **{f"read.{d}": Words(zh=f"读，{zh}", en=f"read, {en}") for d, (zh, en) in _KEYS.items()},
    **{f"update.{d}": Words(zh=f"更新，{zh}", en=f"update, {en}") for d, (zh, en) in _KEYS.items()},
    **{
        f"update_indexed.{d}": Words(zh=f"更新有索引的字段，{zh}", en=f"update an indexed field, {en}")
        for d, (zh, en) in _KEYS.items()
    },
    "mix": Words(zh="读写 3 比 7", en="3 reads to 7 writes"),
    "thirds": Words(zh="读、插入、更新各三分之一", en="a third each of reads, inserts, updates"),
    "insert.given": Words(zh="插入，给出主键", en="insert, key given"),
    "insert.made": Words(zh="插入，不给主键", en="insert, key made"),
}
_BY_SYSBENCH = {
    "read": Words(zh="按主键取一行", en="fetch a row by key"),
    "update_indexed": Words(zh="更新有索引的列", en="update an indexed column"),
    "insert": Words(zh="插入，自增主键", en="insert, key made"),
}
_CLAIMED = {
    "md_read": Words(zh="读，一个客户端", en="reads, one client"),
    "md_update": Words(zh="更新，一个客户端", en="updates, one client"),
    "md_insert": Words(zh="插入并给出主键，一个客户端", en="inserts with a given key, one client"),
    "md_mix": Words(zh="读写 3 比 7，一个客户端", en="3 reads to 7 writes, one client"),
}

WORDS = {
    **{
        f"case.{name}.{n}": Words(zh=f"{what.zh} · {clients.zh}", en=f"{what.en} · {clients.en}")
        for name, what in _OPERATIONS.items()
        for n, clients in _CLIENTS.items()
    },
    **{
        f"case.{tool}.{name}.{n}": Words(zh=f"{what.zh} · {clients.zh}{by}", en=f"{what.en} · {clients.en}{by}")
        for tool, by in (("sysbench", " · sysbench"), ("tools", ""))
        for name, what in _BY_SYSBENCH.items()
        for n, clients in _CLIENTS.items()
    },
    **{
        f"case.mix.{n}": Words(zh=f"读写 3 比 7 · {clients.zh}", en=f"3 reads to 7 writes · {clients.en}")
        for n, clients in _CLIENTS.items()
    },
    **{
        f"case.noop.mix.{n}": Words(zh=f"什么都不做 · {clients.zh}", en=f"doing nothing · {clients.en}")
        for n, clients in _CLIENTS.items()
    },
    **{
        f"case.rate.{what}.{rate}": Words(zh=f"{zh}，每秒 {rate} 次", en=f"{en}, {rate:,} a second")
        for what, (zh, en) in (("read", Words("读", "reads")), ("mix", Words("读写 3 比 7", "3 reads to 7 writes")))
        for rate in RATES[what]
    },
    **{f"clients.{n}": words for n, words in _CLIENTS.items()},
    "need.record_read": Words(zh="按主键读一条记录，16 个客户端", en="read a record by its key, 16 clients"),
    "need.record_update": Words(
        zh="按主键更新一个字段，16 个客户端（MySQL 含二进制日志）",
        en="update a field by key, 16 clients (MySQL with its binary log)",
    ),
    "need.record_insert": Words(
        zh="插入一条给出主键的记录，16 个客户端（MySQL 含二进制日志）",
        en="insert a record with its key, 16 clients (MySQL with its binary log)",
    ),
    "need.record_mix": Words(
        zh="读写 3 比 7，16 个客户端（MySQL 含二进制日志）",
        en="3 reads to 7 writes, 16 clients (MySQL with its binary log)",
    ),
    **{
        f"case.fifths.{fifths}.{name}.1": Words(
            zh=f"{what.zh} · {_CLIENTS[1].zh} · {fifths}/{WHOLE} 的记录",
            en=f"{what.en} · {_CLIENTS[1].en} · {fifths}/{WHOLE} of the records",
        )
        for fifths in sorted({each for of_scale in FIFTHS.values() for each in of_scale})
        for name, what in _OPERATIONS.items()
    },
    "axis.records": Words(zh="记录数（对数轴）", en="records (log scale)"),
    "axis.rate": Words(zh="每秒操作数（对数轴）", en="operations per second (log scale)"),
    "axis.latency_p50": Words(zh="延迟中位数（对数轴）", en="median latency (log scale)"),
    "axis.latency_p99": Words(zh="延迟 p99（对数轴）", en="p99 latency (log scale)"),
    "rates.read": Words(zh="读，Zipf 分布", en="Reads, Zipfian"),
    "rates.mix": Words(zh="读写 3 比 7", en="3 reads to 7 writes"),
    "loop.fixed": Words(zh="固定速率", en="fixed rate"),
    "loop.closed": Words(zh="闭环", en="closed loop"),
    "title.at_rate": Words(
        zh="{case}：每秒 {rate} 次操作时，p99 延迟从 {least_value}（{least}）到 {most_value}（{most}）",
        en="{case}: p99 latency at {rate} operations per second is {least_value} ({least}) to {most_value} ({most})",
    ),
    "caption.latency_by_rate": Words(
        zh="{case}。实心点：按固定的速率发起，延迟从本该发起的时刻算起；系统跟不上时，队伍一直变长。"
        "空心点：闭环，16 个客户端各自等到答复再发下一个，延迟从真正发出的时刻算起。",
        en="{case}. Filled marks: begun at a fixed rate, latency counted from when an operation was to begin; where the"
        " system does not keep up, the queue only grows."
        " Open marks: closed loop, 16 clients that each wait for an answer before they ask again,"
        " latency counted from when they asked.",
    ),
    "caption.by_records": Words(
        zh="{case}；越高越快。",
        en="Operations: {case}; higher is faster.",
    ),
    "caption.rates_by": Words(
        zh="{clients}：每秒操作数，最快的加粗。", en="Operations per second with {clients}, the fastest in bold."
    ),
    "fold.rates_by": Words(zh="展开：每项的速度，{clients}", en="Open: every rate, {clients}"),
    "caption.two_tools": Words(
        zh="同一个 MySQL，两种工具测得的每秒操作数。", en="Operations per second of MySQL by either tool."
    ),
    "caption.over_mysql": Words(
        zh="速度是 MySQL 的几倍；下面小字是区间。", en="Rate over MySQL's; the interval stands below."
    ),
    "caption.generator": Words(
        zh="同一个压力工具、同样多的客户端，不连任何系统时的速度是连上时的多少倍。",
        en="How many times as fast the same generator is with as many clients and no system behind it.",
    ),
    "sentence.no_mongodb": Words(
        zh="MongoDB 的程序和镜像这里都拿不到，关于它的说法因此没有判定。",
        en="Neither a program nor an image of MongoDB was to be had here, so what is claimed of it is not decided.",
    ),
    "sentence.mongodb": Words(
        zh="MongoDB 一个客户端读的速度是 MySQL 的 {ratio} 倍。", en="MongoDB's rate of reads is {ratio} times MySQL's."
    ),
    "table.records": Words(zh="记录数", en="records"),
    "table.by_sysbench": Words(zh="sysbench（次/s）", en="sysbench (operations/s)"),
    "table.by_ycsb": Words(zh="YCSB（次/s）", en="YCSB (operations/s)"),
    "table.sysbench_over_ycsb": Words(zh="sysbench / YCSB", en="sysbench / YCSB"),
    "evidence.md_read": Words(
        zh="MongoDB / MySQL，读，一个客户端，{records}条记录",
        en="MongoDB / MySQL, reads, one client, {records} records",
    ),
    "evidence.md_update": Words(
        zh="MongoDB / MySQL，更新，{records}条记录", en="MongoDB / MySQL, updates, {records} records"
    ),
    "evidence.md_update_grown": Words(
        zh="MySQL / MongoDB，更新，{records}条记录", en="MySQL / MongoDB, updates, {records} records"
    ),
    "evidence.md_insert": Words(zh="MySQL / MongoDB，插入并给出主键", en="MySQL / MongoDB, inserts with a given key"),
    "evidence.md_keys": Words(zh="MySQL，不给主键 / 给出主键", en="MySQL, key made / key given"),
    "evidence.md_mix": Words(zh="MySQL / MongoDB，读写 3 比 7", en="MySQL / MongoDB, 3 reads to 7 writes"),
    "evidence.md_thirds": Words(
        zh="MySQL / MongoDB，读、插入、更新各三分之一", en="MySQL / MongoDB, a third each of reads, inserts, updates"
    ),
    **{
        f"evidence.{what}_{engine}": Words(zh=f"{name} / MySQL，{zh}", en=f"{name} / MySQL, {en}")
        for what, (zh, en) in _CLAIMED.items()
        for engine, name in (("ferretdb", "FerretDB"), ("postgresql", "PostgreSQL (jsonb)"))
    },
    **{
        f"evidence.{what}_relaxed": Words(
            zh=f"MongoDB / MySQL，{zh}，一秒内落盘", en=f"MongoDB / MySQL, {en}, synced within a second"
        )
        for what, (zh, en) in _CLAIMED.items()
    },
    "evidence.md_beside": Words(zh="{what}，{records}条记录：{ratio}", en="{what}, {records} records: {ratio}"),
    "evidence.md_few_records": Words(
        zh="原文从 200 万条记录起，这里的记录没有那么多",
        en="the source begins at 2 million records, and here are fewer",
    ),
    "claim.md-1": Words(zh="从 200 万到 1000 万条记录，MongoDB 的读取都远快于 MySQL。", en=""),
    "claim.md-2": Words(zh="200 万条时两者更新差不多快；数据越多，MongoDB 越慢，最后 MySQL 快一倍左右。", en=""),
    "claim.md-3": Words(zh="由客户端给出主键时，MySQL 插入比 MongoDB 快；给不给主键，MySQL 的速度几乎不变。", en=""),
    "claim.md-4": Words(zh="写多读少的混合负载（读写比 3 比 7），MySQL 至少快三倍。", en=""),
}
