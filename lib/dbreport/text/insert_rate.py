"""Words of the chapter on insert rates. Each entry is (Chinese, English)."""

_SHAPES = {
    "columns": ("23 列", "23 columns"),
    "json": ("10 列加 JSON", "10 columns + JSON"),
    "jsonb": ("10 列加 jsonb", "10 columns + jsonb"),
    "nulls": ("大多为 NULL", "mostly NULL"),
    "pgbench": ("23 列，pgbench", "23 columns, pgbench"),
}
_CLIENTS = {
    f"case.{shape}.{n}": (f"{zh} · {n} 个客户端", f"{en} · {n} client{'s' if n > 1 else ''}")
    for shape, (zh, en) in _SHAPES.items()
    for n in (1, 8, 32, 128)
}
_DELAYS = {
    f"case.{shape}.{n}.delay_{us}us": (f"{zh} · {n} 个客户端 · 等 {delay}", f"{en} · {n} clients · delay {delay}")
    for shape, (zh, en) in _SHAPES.items()
    for n in (8, 128)
    for us, delay in ((100, "100 µs"), (1000, "1 ms"), (100_000, "100 ms"))
}

WORDS = {
    **_CLIENTS,
    **_DELAYS,
    **{f"case.multi.{shape}": (f"{zh}，每条 100 行", f"{en}, 100 a statement") for shape, (zh, en) in _SHAPES.items()},
    **{f"case.copy.{shape}": (f"{zh}，整批导入", f"{en}, bulk load") for shape, (zh, en) in _SHAPES.items()},
    "need.insert_one_client": ("逐行插入，一个客户端", "insert row by row, one client"),
    "need.insert_many_clients": ("逐行插入，32 个客户端", "insert row by row, 32 clients"),
    "need.insert_many_rows": ("一条语句插入 100 行", "insert 100 rows a statement"),
    "legend.clients": ("{n} 个客户端", "{n} clients"),
    "delay.none": ("不等待", "no delay"),
    "caption.delays": (
        "PostgreSQL 的 commit_delay：提交时等多久，好让别的事务共用一次落盘。",
        "PostgreSQL's commit_delay: how long a commit waits for others to share its sync.",
    ),
    "evidence.clients_full": ("每次落盘，128 / 8 个客户端", "synced, 128 / 8 clients"),
    "evidence.clients_relaxed": ("一秒内落盘，128 / 8 个客户端", "synced within a second, 128 / 8 clients"),
    "evidence.json": ("JSON / 23 列，128 个客户端", "JSON / 23 columns, 128 clients"),
    "evidence.json_8": ("8 个客户端", "8 clients"),
    "evidence.jsonb": ("jsonb / 23 列，128 个客户端", "jsonb / 23 columns, 128 clients"),
    "evidence.nulls": ("大多为 NULL / 全部填满，8 个客户端", "mostly NULL / filled, 8 clients"),
    "evidence.delay_relaxed": (
        "一秒内落盘，三种等待两两相比，相差最大的一对",
        "synced within a second, of all pairs of delays the one furthest apart",
    ),
    "evidence.delay_full": (
        "每次落盘，相差最大的一对",
        "synced, the pair furthest apart",
    ),
}
