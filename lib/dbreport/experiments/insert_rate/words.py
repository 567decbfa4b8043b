"""Words of the chapter on insert rates."""

from ...languages import Words

_SHAPES = {
    "columns": Words(zh="23 列", en="23 columns"),
    "json": Words(zh="10 列加 JSON", en="10 columns + JSON"),
    "jsonb": Words(zh="10 列加 jsonb", en="10 columns + jsonb"),
    "nulls": Words(zh="大多为 NULL", en="mostly NULL"),
    "pgbench": Words(zh="23 列，pgbench", en="23 columns, pgbench"),
}
_CLIENTS = {
    f"case.{shape}.{n}": Words(zh=f"{zh} · {n} 个客户端", en=f"{en} · {n} client{'s' if n > 1 else ''}")
    for shape, (zh, en) in _SHAPES.items()
    for n in (1, 8, 32, 128)
}
_DELAYS = {
    f"case.{shape}.{n}.delay_{us}us": Words(
        zh=f"{zh} · {n} 个客户端 · 等 {delay}", en=f"{en} · {n} clients · delay {delay}"
    )
    for shape, (zh, en) in _SHAPES.items()
    for n in (8, 128)
    for us, delay in ((100, "100 µs"), (1000, "1 ms"), (100_000, "100 ms"))
}

WORDS = {
    **_CLIENTS,
    **_DELAYS,
    **{
        f"case.multi.{shape}": Words(zh=f"{zh}，每条 100 行", en=f"{en}, 100 a statement")
        for shape, (zh, en) in _SHAPES.items()
    },
    **{f"case.copy.{shape}": Words(zh=f"{zh}，整批导入", en=f"{en}, bulk load") for shape, (zh, en) in _SHAPES.items()},
    "need.insert_one_client": Words(
        zh="逐行插入，一个客户端（MySQL 含二进制日志）", en="insert row by row, one client (MySQL with its binary log)"
    ),
    "need.insert_many_clients": Words(
        zh="逐行插入，32 个客户端（MySQL 含二进制日志）", en="insert row by row, 32 clients (MySQL with its binary log)"
    ),
    "need.insert_many_rows": Words(
        zh="一条语句插入 100 行（MySQL 含二进制日志）", en="insert 100 rows a statement (MySQL with its binary log)"
    ),
    "table.commits": Words(zh="提交", en="commits"),
    "table.over_printed": Words(zh="实测 / 原文", en="measured / printed"),
    "legend.clients": Words(zh="{n} 个客户端", en="{n} clients"),
    "delay.none": Words(zh="不等待", en="no delay"),
    "title.delays": Words(
        zh="commit_delay 之下，吞吐量是没有时的 {least_value} 倍（{least}）到 {most_value} 倍（{most}）",
        en="With commit_delay the throughput is {least_value} ({least}) to {most_value} ({most}) times that without it",
    ),
    "title.tools_alike": Words(
        zh="sysbench 与 pgbench：分不出谁更快", en="Neither sysbench nor pgbench is clearly faster"
    ),
    "title.tools": Words(
        zh="pgbench 的速度是 sysbench 的 {least_value} 倍（{least}）到 {most_value} 倍（{most}）",
        en="pgbench inserts {least_value} ({least}) to {most_value} ({most}) times as fast as sysbench",
    ),
    "caption.insert_printed": Words(
        zh="PostgreSQL 每秒插入的行数：原文印出的、这里实测的，以及两者之比。",
        en="Rows inserted a second on PostgreSQL: as printed by the source, as measured here, and their ratio.",
    ),
    "caption.delays": Words(
        zh="PostgreSQL 的 commit_delay：提交时等多久，好让别的事务共用一次落盘。",
        en="PostgreSQL's commit_delay: how long a commit waits for others to share its sync.",
    ),
    **{
        f"evidence.clients_full_{shape}": Words(
            zh=f"每次落盘，{zh}，128 / 8 个客户端", en=f"synced, {en}, 128 / 8 clients"
        )
        for shape, (zh, en) in _SHAPES.items()
    },
    **{
        f"evidence.clients_relaxed_{shape}": Words(
            zh=f"不等落盘，{zh}，commit_delay 1 毫秒，128 / 8 个客户端",
            en=f"not waiting for a sync, {en}, commit_delay 1 ms, 128 / 8 clients",
        )
        for shape, (zh, en) in _SHAPES.items()
    },
    "evidence.clients_relaxed": Words(
        zh="不设 commit_delay，23 列，128 / 8 个客户端", en="without commit_delay, 23 columns, 128 / 8 clients"
    ),
    **{
        f"evidence.{what}_{durability}_{n}": Words(
            zh=f"{zh}，{zh_class}，{n} 个客户端", en=f"{en}, {en_class}, {n} clients"
        )
        for what, (zh, en), zh_relaxed, en_relaxed in (
            ("json", Words("JSON / 23 列", "JSON / 23 columns"), "，commit_delay 1 毫秒", ", commit_delay 1 ms"),
            ("nulls", Words("大多为 NULL / 全部填满", "mostly NULL / filled"), "", ""),
        )
        for durability, zh_class, en_class in (
            ("full", "每次落盘", "synced"),
            ("relaxed", f"不等落盘{zh_relaxed}", f"not waiting for a sync{en_relaxed}"),
        )
        for n in (8, 128)
    },
    "evidence.jsonb": Words(zh="jsonb / 23 列，每次落盘，128 个客户端", en="jsonb / 23 columns, synced, 128 clients"),
    "evidence.json_multi": Words(
        zh="JSON / 23 列，每条语句 100 行", en="JSON / 23 columns, a hundred rows a statement"
    ),
    "evidence.json_copy": Words(zh="JSON / 23 列，COPY", en="JSON / 23 columns, COPY"),
    **{
        f"evidence.delay_{shape}_{n}": Words(
            zh=f"{zh}，{n} 个客户端，三种等待两两相比，相差最大的一对",
            en=f"{en}, {n} clients, of all pairs of delays the one furthest apart",
        )
        for shape, (zh, en) in _SHAPES.items()
        for n in (8, 128)
    },
    "evidence.delay_full": Words(
        zh="每次落盘时，23 列，128 个客户端，相差最大的一对",
        en="with synced commits, 23 columns, 128 clients, the pair furthest apart",
    ),
    "claim.in-1": Words(zh="synchronous_commit 开启时，从 8 个线程增加到 128 个，插入速率翻倍。", en=""),
    "claim.in-2": Words(zh="synchronous_commit 关闭时，8 个线程已到顶，再加线程没有用。", en=""),
    "claim.in-3": Words(zh="把 13 列合并成一个 JSON 列，插入快将近三倍。", en=""),
    "claim.in-4": Words(zh="大部分列填 NULL，插入反而慢 30%。", en=""),
    "claim.in-5": Words(zh="synchronous_commit 关闭时，commit_delay 取 0.1、1、100 毫秒没有差别。", en=""),
}
