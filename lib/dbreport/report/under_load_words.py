"""Words of charts and tables of servers under load."""

from ..languages import Words

WORDS = {
    "class.full": Words(zh="每次落盘", en="synced"),
    "class.relaxed": Words(zh="一秒内落盘", en="within a second"),
    "axis.throughput": Words(zh="每秒事务数（对数轴）", en="transactions per second (log scale)"),
    "axis.throughput_linear": Words(zh="每秒事务数", en="transactions per second"),
    "axis.row_rate": Words(zh="每秒行数（对数轴）", en="rows per second (log scale)"),
    "axis.threads": Words(zh="客户端线程数", en="client threads"),
    "axis.second": Words(zh="第几秒", en="second"),
    "axis.log_bytes": Words(zh="每个事务写入日志的字节数（对数轴）", en="bytes of log per transaction (log scale)"),
    "axis.log_syncs": Words(zh="每个事务的落盘次数（对数轴）", en="log syncs per transaction (log scale)"),
    "axis.log_syncs_linear": Words(zh="每个事务的日志落盘次数", en="log syncs per transaction"),
    "axis.server_cpu": Words(
        zh="每个事务的服务器处理器时间（对数轴）", en="server CPU time per transaction (log scale)"
    ),
    "caption.throughput": Words(
        zh="越靠右越快；各系统轮流测。",
        en="Further right is faster; the systems take turns.",
    ),
    "caption.row_rate": Words(
        zh="越靠右越快；一个事务插入一行、多行或全部。",
        en="Further right is faster; a transaction inserts one row, several or all of them.",
    ),
    "caption.log_bytes": Words(
        zh="日志由服务器自己计数：PostgreSQL 的预写日志，MySQL 的重做日志加二进制日志，MariaDB 的重做日志。",
        en="Log as counted by the servers: PostgreSQL's write-ahead log, MySQL's redo and binary log, MariaDB's redo"
        " log.",
    ),
    "caption.log_syncs": Words(
        zh="落盘次数由服务器自己计数；小于 1 表示几个事务共用一次落盘。",
        en="Syncs as counted by the servers; below 1, several transactions share a sync.",
    ),
    "caption.server_cpu": Words(
        zh="服务器全部进程的处理器时间除以事务数。",
        en="CPU time of all the server's processes divided by the number of transactions.",
    ),
    "caption.percentiles": Words(
        zh="延迟的中位数、p95 和 p99；越靠左越快。", en="Median, p95 and p99; further left is faster."
    ),
    "caption.scaling": Words(
        zh="测试：{test}，客户端线程从 1 到 64；客户端与服务器共用这台机器的处理器。",
        en="Test: {test}, 1 to 64 client threads; clients and server share this machine's processors.",
    ),
    "caption.over_time": Words(
        zh="测试：{test}。每条线是一轮，最醒目的是第一轮；每个点是一秒。",
        en="Test: {test}. A line is a turn, the first one strongest; a point is a second.",
    ),
    "title.relaxed": Words(
        zh="一秒内落盘时，吞吐量是每次都落盘时的 {least_value} 倍（{least}）到 {most_value} 倍（{most}）",
        en="Synced within a second instead of at each commit: {least_value} ({least}) to {most_value} times the"
        " throughput ({most})",
    ),
    "caption.by_durability": Words(
        zh="上下两行是同一测试在两种持久性下的结果；各系统只在同一行里比较。",
        en="Two lines per test, one for each class of durability; compare systems within a line only.",
    ),
}
