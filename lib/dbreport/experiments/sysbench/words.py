"""Words of the sysbench chapter."""

from ...languages import Words
from .jobs import READING

_TESTS = {
    "bulk_insert": Words(zh="批量插入（行）", en="bulk insert (rows)"),
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
_LOGGED = {
    test: words
    if test in READING
    else Words(f"{words.zh}（MySQL 含二进制日志）", f"{words.en} (MySQL with its binary log)")
    for test, words in _TESTS.items()
}
"""Tests with what MySQL does besides at those that write, where the profile leaves its log as shipped."""

WORDS = {
    **{f"case.{test}": words for test, words in _TESTS.items()},
    **{
        f"case.source.{test}": Words(zh=f"{zh}，1 万行的表", en=f"{en}, table of 10,000 rows")
        for test, (zh, en) in _TESTS.items()
    },
    **{
        f"case.sweep.{test}.{n}": Words(zh=f"{zh}，{n} 个线程", en=f"{en}, {n} thread{'s' if n > 1 else ''}")
        for test, (zh, en) in _TESTS.items()
        for n in (1, 2, 4, 8, 16, 32, 64)
    },
    "case.oltp_read_write.deadlock_10ms": Words(
        zh="读写事务，10 毫秒查死锁", en="read-write, deadlocks looked for after 10 ms"
    ),
    "case.source.oltp_read_write.deadlock_10ms": Words(
        zh="读写事务，1 万行的表，10 毫秒查死锁",
        en="read-write, table of 10,000 rows, deadlocks looked for after 10 ms",
    ),
    "case.oltp_write_only.deadlock_10ms": Words(
        zh="只写事务，10 毫秒查死锁", en="write-only, deadlocks looked for after 10 ms"
    ),
    "case.noop.nothing": Words(zh="不发语句", en="no statement"),
    "case.noop.statement": Words(zh="空语句（SELECT 1）", en="empty statement (SELECT 1)"),
    "need.transactions": Words(
        zh="读写混合的事务，16 个线程（MySQL 出厂时含二进制日志）",
        en="transactions that read and write, 16 threads (MySQL as shipped with its binary log)",
    ),
    "need.updates": Words(
        zh="按主键更新索引列，16 个线程（MySQL 出厂时含二进制日志）",
        en="update an indexed column by key, 16 threads (MySQL as shipped with its binary log)",
    ),
    "need.reads": Words(zh="按主键取一行，16 个线程", en="fetch a row by primary key, 16 threads"),
    "axis.sysbench_published": Words(
        zh="← MySQL 更快 · 吞吐量之比 PostgreSQL / MySQL · PostgreSQL 更快 →",
        en="← MySQL faster · PostgreSQL / MySQL · PostgreSQL faster →",
    ),
    "legend.sysbench_printed": Words(zh="原文（16 线程，300 秒）", en="printed (16 threads, 300 s)"),
    "legend.in_class": Words(zh="实测，{name}", en="measured, {name}"),
    "caption.sysbench_published": Words(
        zh="竖线为相等。与原文同样的测试、同样大的表、同样的配置；原文没有说明持久性设置。",
        en="The line marks equality. The same tests, size of table and configuration as the source’s, which does not"
        " say how commits were synced.",
    ),
    "caption.sysbench_unmeasured": Words(
        zh="只有原文的数字：这一配置还没有测。",
        en="The printed figures alone: this configuration has not been measured yet.",
    ),
    "caption.sysbench_ratios": Words(
        zh="吞吐量之比 PostgreSQL / MySQL。", en="Throughput of PostgreSQL divided by that of MySQL."
    ),
    "title.sysbench_turned": Words(
        zh="原文里 PostgreSQL 领先、这里却是 MySQL 领先的：{tests}",
        en="PostgreSQL ahead in the source, MySQL here: {tests}",
    ),
    "table.printed_rate": Words(zh="原文，事务", en="printed, transactions"),
    "table.measured_rate": Words(zh="实测，事务", en="measured, transactions"),
    "table.printed_p95": Words(zh="原文 p95", en="printed p95"),
    "table.measured_p95": Words(zh="实测 p95", en="measured p95"),
    "table.refused": Words(zh="一轮里被拒绝而重来的", en="refused and begun anew, in a turn"),
    "audit.sb_ahead": Words(
        zh="“每一项都至少领先三成”：表中没有领先三成的各项，PostgreSQL / MySQL",
        en="“at least 30 % ahead on every test”: PostgreSQL / MySQL in the tests of its table that have less",
    ),
    **{f"evidence.{test}": words for test, words in _LOGGED.items()},
    **{
        f"evidence.{test}_relaxed": Words(zh=f"{zh}，一秒内落盘", en=f"{en}, synced within a second")
        for test, (zh, en) in _LOGGED.items()
    },
    "table.with_binary_log": Words(zh="{engine}，含二进制日志", en="{engine} with its binary log"),
    "claim.sb-1": Words(zh="每一项 sysbench 测试，PostgreSQL 都至少领先 MySQL 30%。", en=""),
    "claim.sb-2": Words(zh="插入和更新索引列，PostgreSQL 的速度约为 MySQL 的三倍。", en=""),
}
