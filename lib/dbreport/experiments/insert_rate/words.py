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
    "need.insert_one_client": Words(zh="逐行插入，一个客户端", en="insert row by row, one client"),
    "need.insert_many_clients": Words(zh="逐行插入，32 个客户端", en="insert row by row, 32 clients"),
    "need.insert_many_rows": Words(zh="一条语句插入 100 行", en="insert 100 rows a statement"),
    "legend.clients": Words(zh="{n} 个客户端", en="{n} clients"),
    "delay.none": Words(zh="不等待", en="no delay"),
    "caption.delays": Words(
        zh="PostgreSQL 的 commit_delay：提交时等多久，好让别的事务共用一次落盘。",
        en="PostgreSQL's commit_delay: how long a commit waits for others to share its sync.",
    ),
    "evidence.clients_full": Words(zh="每次落盘，128 / 8 个客户端", en="synced, 128 / 8 clients"),
    "evidence.clients_relaxed": Words(zh="一秒内落盘，128 / 8 个客户端", en="synced within a second, 128 / 8 clients"),
    "evidence.json": Words(zh="JSON / 23 列，128 个客户端", en="JSON / 23 columns, 128 clients"),
    "evidence.json_8": Words(zh="8 个客户端", en="8 clients"),
    "evidence.jsonb": Words(zh="jsonb / 23 列，128 个客户端", en="jsonb / 23 columns, 128 clients"),
    "evidence.nulls": Words(zh="大多为 NULL / 全部填满，8 个客户端", en="mostly NULL / filled, 8 clients"),
    "evidence.delay_relaxed": Words(
        zh="一秒内落盘，三种等待两两相比，相差最大的一对",
        en="synced within a second, of all pairs of delays the one furthest apart",
    ),
    "evidence.delay_full": Words(
        zh="每次落盘，相差最大的一对",
        en="synced, the pair furthest apart",
    ),
    "claim.in-1": Words(zh="synchronous_commit 开启时，从 8 个线程增加到 128 个，插入速率翻倍。", en=""),
    "claim.in-2": Words(zh="synchronous_commit 关闭时，8 个线程已到顶，再加线程没有用。", en=""),
    "claim.in-3": Words(zh="把 13 列合并成一个 JSON 列，插入快将近三倍。", en=""),
    "claim.in-4": Words(zh="大部分列填 NULL，插入反而慢 30%。", en=""),
    "claim.in-5": Words(zh="synchronous_commit 关闭时，commit_delay 取 0.1、1、100 毫秒没有差别。", en=""),
}
