"""Words of the sysbench chapter, and of any chart of servers under load. Each entry is (Chinese, English)."""

_TESTS = {
    "bulk_insert": ("批量插入", "bulk insert"),
    "oltp_insert": ("单行插入", "insert"),
    "oltp_point_select": ("单行查询", "point select"),
    "oltp_read_only": ("只读事务", "read-only"),
    "oltp_read_write": ("读写事务", "read-write"),
    "oltp_write_only": ("只写事务", "write-only"),
    "oltp_update_index": ("更新索引列", "update indexed"),
    "oltp_update_non_index": ("更新非索引列", "update non-indexed"),
    "select_random_points": ("随机多点查询", "random points"),
    "select_random_ranges": ("随机区间查询", "random ranges"),
}

WORDS = {
    **{f"case.{test}": words for test, words in _TESTS.items()},
    **{
        f"case.sweep.{test}.{n}": (f"{zh}，{n} 个线程", f"{en}, {n} thread{'s' if n > 1 else ''}")
        for test, (zh, en) in _TESTS.items()
        for n in (1, 2, 4, 8, 16, 32, 64)
    },
    "case.oltp_read_write.deadlock_10ms": ("读写事务，10 毫秒查死锁", "read-write, deadlocks looked for after 10 ms"),
    "case.oltp_write_only.deadlock_10ms": ("只写事务，10 毫秒查死锁", "write-only, deadlocks looked for after 10 ms"),
    "case.noop.nothing": ("不发语句", "no statement"),
    "case.noop.statement": ("空语句（SELECT 1）", "empty statement (SELECT 1)"),
    "need.transactions": ("读写混合的事务，16 个线程", "transactions that read and write, 16 threads"),
    "need.updates": ("按主键更新索引列，16 个线程", "update an indexed column by key, 16 threads"),
    "need.reads": ("按主键取一行，16 个线程", "fetch a row by primary key, 16 threads"),
    "table.test": ("测试", "test"),
    "class.full": ("每次落盘", "synced"),
    "class.relaxed": ("一秒内落盘", "within a second"),
    "axis.throughput": ("每秒事务数（对数轴）", "transactions per second (log scale)"),
    "axis.throughput_linear": ("每秒事务数", "transactions per second"),
    "axis.row_rate": ("每秒行数（对数轴）", "rows per second (log scale)"),
    "axis.threads": ("客户端线程数", "client threads"),
    "axis.second": ("第几秒", "second"),
    "axis.log_bytes": ("每个事务写入日志的字节数（对数轴）", "bytes of log per transaction (log scale)"),
    "axis.log_syncs": ("每个事务的日志落盘次数（对数轴）", "log syncs per transaction (log scale)"),
    "axis.sysbench_published": (
        "← MySQL 更快 · 吞吐量之比 PostgreSQL / MySQL · PostgreSQL 更快 →",
        "← MySQL faster · PostgreSQL / MySQL · PostgreSQL faster →",
    ),
    "legend.sysbench_printed": ("原文（16 线程，300 秒）", "printed (16 threads, 300 s)"),
    "legend.in_class": ("实测，{name}（{scale}行）", "measured, {name} ({scale} rows)"),
    "caption.throughput": (
        "越靠右越快；各系统轮流受压。",
        "Further right is faster; the systems take turns.",
    ),
    "caption.row_rate": (
        "越靠右越快；一个事务插入一行、多行或全部。",
        "Further right is faster; a transaction inserts one row, several or all of them.",
    ),
    "caption.log_bytes": (
        "日志由服务器自己计数：PostgreSQL 的预写日志，MySQL 的重做日志加二进制日志，MariaDB 的重做日志。",
        "As the servers count it: PostgreSQL's write-ahead log, MySQL's redo and binary log, MariaDB's redo log.",
    ),
    "axis.log_syncs_linear": ("每个事务的日志落盘次数", "log syncs per transaction"),
    "axis.server_cpu": ("每个事务的服务器处理器时间（对数轴）", "server CPU time per transaction (log scale)"),
    "caption.log_syncs": (
        "落盘次数由服务器自己计数；小于 1 表示几个事务共用一次落盘。",
        "Syncs as the servers count them; below 1 several transactions share one.",
    ),
    "caption.server_cpu": (
        "服务器全部进程的处理器时间除以事务数。",
        "CPU time of all the server's processes over the number of transactions.",
    ),
    "caption.percentiles": ("延迟的中位数、p95 和 p99；越靠左越快。", "Median, p95 and p99; further left is faster."),
    "caption.scaling": (
        "同一测试，客户端线程从 1 到 64；客户端与服务器共用这台机器的处理器。",
        "One test, 1 to 64 client threads; clients and server share this machine's processors.",
    ),
    "caption.over_time": ("每条线是一轮，每个点是一秒。", "A line is a turn, a point is a second."),
    "caption.by_durability": (
        "上下两行是同一测试在两种持久性下的结果；各系统只在同一行里比较。",
        "Two lines a test, one for each class of durability; systems are compared within a line.",
    ),
    "caption.sysbench_published": (
        "竖线为相等。原文没有说明持久性设置。",
        "The line marks equality. The source does not say how commits were synced.",
    ),
    **{f"evidence.{test}": words for test, words in _TESTS.items()},
    **{
        f"evidence.{test}_relaxed": (f"{zh}，一秒内落盘", f"{en}, synced within a second")
        for test, (zh, en) in _TESTS.items()
    },
}
