"""Words of the sysbench chapter, and of any chart of servers under load."""

from ...languages import Words

_TESTS = {
    "bulk_insert": Words(zh="批量插入", en="bulk insert"),
    "oltp_insert": Words(zh="单行插入", en="insert"),
    "oltp_point_select": Words(zh="单行查询", en="point select"),
    "oltp_read_only": Words(zh="只读事务", en="read-only"),
    "oltp_read_write": Words(zh="读写事务", en="read-write"),
    "oltp_write_only": Words(zh="只写事务", en="write-only"),
    "oltp_update_index": Words(zh="更新索引列", en="update indexed"),
    "oltp_update_non_index": Words(zh="更新非索引列", en="update non-indexed"),
    "select_random_points": Words(zh="随机多点查询", en="random points"),
    "select_random_ranges": Words(zh="随机区间查询", en="random ranges"),
}

WORDS = {
    **{f"case.{test}": words for test, words in _TESTS.items()},
    **{
        f"case.sweep.{test}.{n}": Words(zh=f"{zh}，{n} 个线程", en=f"{en}, {n} thread{'s' if n > 1 else ''}")
        for test, (zh, en) in _TESTS.items()
        for n in (1, 2, 4, 8, 16, 32, 64)
    },
    "case.oltp_read_write.deadlock_10ms": Words(
        zh="读写事务，10 毫秒查死锁", en="read-write, deadlocks looked for after 10 ms"
    ),
    "case.oltp_write_only.deadlock_10ms": Words(
        zh="只写事务，10 毫秒查死锁", en="write-only, deadlocks looked for after 10 ms"
    ),
    "case.noop.nothing": Words(zh="不发语句", en="no statement"),
    "case.noop.statement": Words(zh="空语句（SELECT 1）", en="empty statement (SELECT 1)"),
    "need.transactions": Words(zh="读写混合的事务，16 个线程", en="transactions that read and write, 16 threads"),
    "need.updates": Words(zh="按主键更新索引列，16 个线程", en="update an indexed column by key, 16 threads"),
    "need.reads": Words(zh="按主键取一行，16 个线程", en="fetch a row by primary key, 16 threads"),
    "table.test": Words(zh="测试", en="test"),
    "class.full": Words(zh="每次落盘", en="synced"),
    "class.relaxed": Words(zh="一秒内落盘", en="within a second"),
    "axis.throughput": Words(zh="每秒事务数（对数轴）", en="transactions per second (log scale)"),
    "axis.throughput_linear": Words(zh="每秒事务数", en="transactions per second"),
    "axis.row_rate": Words(zh="每秒行数（对数轴）", en="rows per second (log scale)"),
    "axis.threads": Words(zh="客户端线程数", en="client threads"),
    "axis.second": Words(zh="第几秒", en="second"),
    "axis.log_bytes": Words(zh="每个事务写入日志的字节数（对数轴）", en="bytes of log per transaction (log scale)"),
    "axis.log_syncs": Words(zh="每个事务的日志落盘次数（对数轴）", en="log syncs per transaction (log scale)"),
    "axis.sysbench_published": Words(
        zh="← MySQL 更快 · 吞吐量之比 PostgreSQL / MySQL · PostgreSQL 更快 →",
        en="← MySQL faster · PostgreSQL / MySQL · PostgreSQL faster →",
    ),
    "legend.sysbench_printed": Words(zh="原文（16 线程，300 秒）", en="printed (16 threads, 300 s)"),
    "legend.in_class": Words(zh="实测，{name}（{scale}行）", en="measured, {name} ({scale} rows)"),
    "caption.throughput": Words(
        zh="越靠右越快；各系统轮流受压。",
        en="Further right is faster; the systems take turns.",
    ),
    "caption.row_rate": Words(
        zh="越靠右越快；一个事务插入一行、多行或全部。",
        en="Further right is faster; a transaction inserts one row, several or all of them.",
    ),
    "caption.log_bytes": Words(
        zh="日志由服务器自己计数：PostgreSQL 的预写日志，MySQL 的重做日志加二进制日志，MariaDB 的重做日志。",
        en="As the servers count it: PostgreSQL's write-ahead log, MySQL's redo and binary log, MariaDB's redo log.",
    ),
    "axis.log_syncs_linear": Words(zh="每个事务的日志落盘次数", en="log syncs per transaction"),
    "axis.server_cpu": Words(
        zh="每个事务的服务器处理器时间（对数轴）", en="server CPU time per transaction (log scale)"
    ),
    "caption.log_syncs": Words(
        zh="落盘次数由服务器自己计数；小于 1 表示几个事务共用一次落盘。",
        en="Syncs as the servers count them; below 1 several transactions share one.",
    ),
    "caption.server_cpu": Words(
        zh="服务器全部进程的处理器时间除以事务数。",
        en="CPU time of all the server's processes over the number of transactions.",
    ),
    "caption.percentiles": Words(
        zh="延迟的中位数、p95 和 p99；越靠左越快。", en="Median, p95 and p99; further left is faster."
    ),
    "caption.scaling": Words(
        zh="同一测试，客户端线程从 1 到 64；客户端与服务器共用这台机器的处理器。",
        en="One test, 1 to 64 client threads; clients and server share this machine's processors.",
    ),
    "caption.over_time": Words(zh="每条线是一轮，每个点是一秒。", en="A line is a turn, a point is a second."),
    "caption.by_durability": Words(
        zh="上下两行是同一测试在两种持久性下的结果；各系统只在同一行里比较。",
        en="Two lines a test, one for each class of durability; systems are compared within a line.",
    ),
    "caption.sysbench_published": Words(
        zh="竖线为相等。原文没有说明持久性设置。",
        en="The line marks equality. The source does not say how commits were synced.",
    ),
    **{f"evidence.{test}": words for test, words in _TESTS.items()},
    **{
        f"evidence.{test}_relaxed": Words(zh=f"{zh}，一秒内落盘", en=f"{en}, synced within a second")
        for test, (zh, en) in _TESTS.items()
    },
    "claim.sb-1": Words(zh="每一项 sysbench 测试，PostgreSQL 都至少领先 MySQL 30%。", en=""),
    "claim.sb-2": Words(zh="插入和更新索引列，PostgreSQL 的速度约为 MySQL 的三倍。", en=""),
}
