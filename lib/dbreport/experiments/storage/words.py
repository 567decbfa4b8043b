"""Words of the storage chapter."""

from ...languages import Words
from .facts import STATES

_WAYS = {
    "shipped": Words(zh="出厂设置", en="as shipped"),
    "lz4": Words(zh="lz4 压缩列", en="lz4 columns"),
    "uncompressed": Words(zh="不压缩", en="uncompressed"),
    "hypertable": Words(zh="超表", en="hypertable"),
    "columnstore": Words(zh="超表，列存", en="hypertable, columnstore"),
    "columnar_none": Words(zh="列存，不压缩", en="columnar, uncompressed"),
    **{f"columnar_{name}": Words(zh=f"列存，{name}", en=f"columnar, {name}") for name in ("pglz", "lz4", "zstd")},
    "row_compressed": Words(zh="行压缩格式", en="compressed row format"),
    "page_zlib": Words(zh="页压缩（zlib）", en="page compression (zlib)"),
    "zstd_1": Words(zh="ZSTD(1)", en="ZSTD(1)"),
    "zstd_16": Words(zh="ZSTD(16)", en="ZSTD(16)"),
    "s2": Words(zh="S2 压缩", en="S2 compression"),
}
_COLUMNAR = {
    **{name: Words(zh=name, en=name) for name in ("pglz", "lz4", "zstd")},
    "none": Words(zh="不压缩", en="uncompressed"),
}
"""Of a system whose name says already that it is columnar."""
_ENCODINGS = {"bytes": Words(zh="二进制", en="bytes"), "base64": Words(zh="base64 文本", en="base64 text")}
_STATES = {
    "found": Words(zh="最初", en="as found"),
    "emptied": Words(zh="清空重复列", en="copies emptied"),
    "deleted": Words(zh="删去一半记录", en="half deleted"),
    "reclaimed": Words(zh="日常清理", en="housekeeping"),
    "compacted": Words(zh="整理", en="compacted"),
    "without_copy": Words(zh="删去重复列", en="copies dropped"),
    "without_raw": Words(zh="删去原始页", en="pages dropped"),
    "without_result": Words(zh="删去结果列", en="results dropped"),
}
_COMPACTION = {
    "postgresql": "VACUUM FULL",
    "mysql": "OPTIMIZE TABLE",
    "mariadb": "OPTIMIZE TABLE",
    "duckdb": "CHECKPOINT",
    "sqlite": "VACUUM",
    "clickhouse": "OPTIMIZE FINAL",
}

_AS_THE_SOURCE = Words(zh="存法同原文。", en="Stored as in the source.")
"""What that is stands in the chapter's method."""

WORDS = {
    **{f"encoding.{name}": words for name, words in _ENCODINGS.items()},
    **{f"way.{name}": words for name, words in _WAYS.items()},
    **{f"way.citus_columnar.columnar_{name}": words for name, words in _COLUMNAR.items()},
    **{f"state.{name}": words for name, words in _STATES.items()},
    **{f"case.{what}.{state}": _STATES[state] for what, states in STATES.items() for state in states},
    **{f"case.wait.compact.{engine}": Words(zh=statement, en=statement) for engine, statement in _COMPACTION.items()},
    "need.records_disk": Words(zh="存带大字段的记录，占用磁盘最少", en="least disk for records with large values"),
    "need.records_deleted": Words(
        zh="删去一半记录之后占用最少，不整理", en="least disk after half of them are deleted"
    ),
    "case.wait.reclaim.postgresql": Words(zh="VACUUM", en="VACUUM"),
    **{
        f"case.size.{encoding}.{way}": Words(zh=f"{zh}，{zh_way}", en=f"{en}, {en_way}")
        for encoding, (zh, en) in _ENCODINGS.items()
        for way, (zh_way, en_way) in _WAYS.items()
    },
    "case.wait.compact": Words(zh="整理", en="compaction"),
    "case.wait.reclaim": Words(zh="日常清理", en="housekeeping"),
    "case.peak.compact": Words(zh="整理", en="compaction"),
    "part.in_line": Words(zh="行内", en="in line"),
    "part.out_of_line": Words(zh="行外（TOAST）", en="out of line (TOAST)"),
    "part.free": Words(zh="文件内空闲", en="free inside the file"),
    "axis.bytes_per_record": Words(zh="每条记录占用的字节数", en="bytes per record"),
    "axis.base64": Words(
        zh="同一页存成 base64 文本多占的百分比", en="what a page takes more as base64 text, in per cent"
    ),
    "axis.peak": Words(
        zh="整理期间的磁盘占用峰值 / 整理前的表（对数轴）",
        en="peak disk use during compaction / the table before (log scale)",
    ),
    "legend.duration": Words(zh="语句耗时", en="the statement itself"),
    "legend.wait_write": Words(zh="写入者最长等待", en="longest wait of a writer"),
    "legend.wait_read": Words(zh="读取者最长等待", en="longest wait of a reader"),
    "caption.stored_sizes": Words(
        zh="网页的存法：{encoding}。检查点之后的磁盘字节数，日志不算在内；行外部分只有 PostgreSQL 单独报告。"
        "文件和对象存储只存三个大列，每个值一个文档，“索引”是它们的文件夹和对象存储自己的数据。"
        "ClickHouse 换下来的旧数据块八分钟后才删，不算。"
        "InnoDB 的文件一级一级地变大，一级是 1 MiB，到 32 MiB 之后是 4 MiB，合每条记录 {small} 和 {large}："
        "更小的差别看不出来。",
        en="Pages stored as {encoding}. Bytes on disk after a checkpoint, without the log; PostgreSQL alone tells what"
        " lies out of line. Files and object stores hold the three large columns, one document a value; their “index”"
        " is folders, and what a store keeps for itself. Parts that ClickHouse has replaced, and removes eight minutes"
        " later, are not counted. InnoDB's files grow in steps of 1 MiB, and of 4 MiB once they are over 32 MiB, which"
        " is {small} and {large} a record. Smaller differences cannot be seen.",
    ),
    "title.base64": Words(
        zh="base64 多占 {least_size}（{least}）到 {most_size}（{most}）",
        en="As base64 text a page takes {least_size} ({least}) to {most_size} ({most}) more",
    ),
    "title.peaks": Words(
        zh="整理时磁盘占用的峰值是原表的 {least_value} 倍（{least}）到 {most_value} 倍（{most}）",
        en="Peak disk use during compaction is {least_value} ({least}) to {most_value} ({most}) times the table",
    ),
    "title.states": Words(
        zh="到最后，占用还剩最初的 {least_size}（{least}）到 {most_size}（{most}）",
        en="{least_size} ({least}) to {most_size} ({most}) of the original size is left at the end",
    ),
    "title.waits": Words(
        zh="写入等得最久的一次：{least_value}（{least}）到 {most_value}（{most}）",
        en="The longest wait of a writer: {least_value} ({least}) to {most_value} ({most})",
    ),
    "caption.base64": Words(
        zh="虚线为三分之一，即 base64 本身增加的那一份。"
        "没有条的，差别不大于 InnoDB 文件的一级，只知道上限：测得的差别再加一级。",
        en="The dotted line is the third that base64 itself adds. Where there is no bar, the difference is no larger"
        " than one step of InnoDB's file, and only its upper limit is known: the difference measured plus"
        " one step.",
    ),
    "caption.states_life": Words(
        zh=f"{_AS_THE_SOURCE.zh}"
        "占最初大小的百分比。同一张表依次经过各个状态，文件里空出来、还没有还给磁盘的也算；"
        "整理指 VACUUM FULL、OPTIMIZE TABLE、VACUUM（SQLite）、CHECKPOINT（DuckDB）、"
        "OPTIMIZE FINAL（ClickHouse）。",
        en=f"{_AS_THE_SOURCE.en} "
        "Per cent of the size as found. One table through its states, room that is free inside a file and not given"
        " back included."
        " Compacted: VACUUM FULL, OPTIMIZE TABLE, VACUUM (SQLite), CHECKPOINT (DuckDB),"
        " OPTIMIZE FINAL (ClickHouse).",
    ),
    "caption.states_deletes": Words(
        zh=f"{_AS_THE_SOURCE.zh}"
        "占最初大小的百分比。隔一条删一条，再清理，再整理。"
        "日常清理指 VACUUM（PostgreSQL）和倒垃圾（MinIO）；其余系统在后台自己清理。"
        "文件里空出来的也算；ClickHouse 换下来的旧数据块八分钟后才删，不算。",
        en=f"{_AS_THE_SOURCE.en} "
        "Per cent of the size as found. Every second record is deleted, then housekeeping, then compaction."
        " Housekeeping: VACUUM (PostgreSQL), emptying the trash (MinIO); the others do theirs in the background."
        " Room free inside a file is included; parts that ClickHouse has replaced, and removes eight minutes later,"
        " are not.",
    ),
    "caption.peaks": Words(
        zh=f"{_AS_THE_SOURCE.zh}整理期间整个数据目录比整理前多占的，除以整理前的表，再加 1。",
        en=f"{_AS_THE_SOURCE.en} "
        "How much the whole data folder grows at its peak, divided by the table before, plus 1.",
    ),
    "caption.waits": Words(
        zh=f"{_AS_THE_SOURCE.zh}读取者和写入者各自每秒来 50 次；每次测量取等得最久的一次，图中是它们的中位数。",
        en=f"{_AS_THE_SOURCE.en} "
        "Reader and writer each come 50 times a second. Of each run the longest wait counts; the median of the runs"
        " is drawn.",
    ),
    "caption.storage_printed": Words(
        zh="上一行是大小：原文为整表，实测为每条记录；下一行是占最初整表的百分比。列的大小由删去该列前后之差得出。"
        "第一张表的“查询结果列”和“二进制列”除外：实测的是值在压缩之前的长度，可以超过整张表。"
        "MySQL 的文件一级一级地变大，一级 1 MiB，合每条记录 {step}。",
        en="Above, the size: of the whole table as printed, per record as measured; below, its share of the table as"
        " found. The size of a column is what dropping it gave back, except for “query result column” and “binary"
        " column” of the first table: there it is the length of the values before compression, which can be more than"
        " the whole table. MySQL's file grows in steps of 1 MiB, which is {step} a record.",
    ),
    "caption.dead_rows": Words(
        zh="PostgreSQL 自己报告的数字；事务年龄是表中最老的事务距今多少个事务。",
        en="As PostgreSQL itself tells; the transaction age is how many transactions ago the table's oldest one began.",
    ),
    "table.by plan": Words(zh="原文第一张表", en="source, first table"),
    "table.by column": Words(zh="原文第二张表", en="source, second table"),
    "table.printed_of": Words(zh="{engine}，原文", en="{engine}, printed"),
    "table.measured_of": Words(zh="{engine}，实测", en="{engine}, measured"),
    "table.state": Words(zh="状态", en="state"),
    "table.on_disk": Words(zh="磁盘占用", en="on disk"),
    "table.out_of_line": Words(zh="其中行外", en="out of line"),
    "table.dead_rows": Words(zh="死行", en="dead rows"),
    "table.transaction_age": Words(zh="事务年龄", en="transaction age"),
    "table.lasted": Words(zh="耗时", en="took"),
    "printed.not_applicable": Words(zh="不适用", en="not applicable"),
    "stored.table as found": Words(zh="最初的表", en="table as found"),
    "stored.toast": Words(zh="行外（TOAST）", en="out of line (TOAST)"),
    "stored.query result column": Words(zh="查询结果列（含重复）", en="query result column, copies and all"),
    "stored.binary column": Words(zh="二进制列", en="binary column"),
    "stored.after deleting redundant query records": Words(
        zh="删去重复的查询结果之后",
        en="after the copies of results were dropped",
    ),
    "stored.after deleting raw column": Words(zh="再删去原始页之后", en="after the raw pages were dropped too"),
    "stored.after deleting record column": Words(zh="再删去结果列之后", en="after the results were dropped too"),
    "stored.total": Words(zh="合计", en="total"),
    "stored.redundant result column": Words(zh="重复的结果列", en="redundant result column"),
    "stored.remaining data": Words(zh="其余数据", en="remaining data"),
    "evidence.size_base64": Words(
        zh="页存 base64 文本，PostgreSQL / MySQL", en="pages as base64 text, PostgreSQL / MySQL"
    ),
    "evidence.size_bytes": Words(zh="页存二进制，PostgreSQL / MySQL", en="pages as bytes, PostgreSQL / MySQL"),
    "evidence.column_raw": Words(
        zh="只看原始页一列，PostgreSQL / MySQL", en="the column of pages alone, PostgreSQL / MySQL"
    ),
    "evidence.base64_ways": Words(zh="一页存成 base64 文本 / 存成二进制", en="a page as base64 text / as bytes"),
    "evidence.by_way": Words(zh="{said}", en="{said}"),
    "evidence.of_way": Words(zh="{way} {value}", en="{way} {value}"),
    "evidence.of_ways": Words(zh="{n} 种存法，从 {least} 到 {most}", en="{n} ways to store, from {least} to {most}"),
    "evidence.bounds": Words(
        zh="方括号里是 InnoDB 文件一级之内可能的比值",
        en="in brackets, what the ratio can be within one step of InnoDB's file",
    ),
    "evidence.dead_rows": Words(zh="死行留到 VACUUM 为止", en="dead rows stay until VACUUM"),
    "evidence.dead_then": Words(
        zh="更新后 {updated} 行，删除后 {deleted} 行，VACUUM 之后 {left} 行",
        en="{updated} after updates, {deleted} after deletes, {left} after VACUUM",
    ),
    "evidence.file_after_vacuum": Words(zh="表的大小，VACUUM 之后 / 之前", en="the table after VACUUM / before"),
    "evidence.file_after_full": Words(
        zh="表的大小，VACUUM FULL 之前 / 之后", en="the table before VACUUM FULL / after"
    ),
    "evidence.writer_blocked": Words(zh="VACUUM FULL 挡住写入者", en="VACUUM FULL holds writers up"),
    "evidence.waited": Words(
        zh="{n} 次的中位数，它运行 {ran}，写入者最长等待 {wait}，占 {share}；"
        "VACUUM 运行 {vacuum_ran}，写入者最长等待 {vacuum_wait}，占 {vacuum_share}",
        en="medians of {n} runs: it ran {ran} and a writer waited {wait}, {share} of that; VACUUM ran {vacuum_ran} and"
        " a writer waited {vacuum_wait}, {vacuum_share} of that",
    ),
    "evidence.claimed.blocked": Words(
        zh="等待超过语句的 {share} 才算被挡住", en="held up: longer than {share} of the statement"
    ),
    "evidence.optimize_peak": Words(
        zh="OPTIMIZE TABLE 期间的磁盘占用峰值 / 整理之前",
        en="peak disk use during OPTIMIZE TABLE / before",
    ),
    "evidence.toast": Words(zh="TOAST 大小，删去重复列之后 / 之前", en="TOAST after / before the copies were dropped"),
    "account.storage.final_schema": Words(
        zh="最终的表结构没有印出来，只说重新压缩过、删去了重复的结果",
        en="the final schema is not printed; it is only said to be compressed anew, without the redundant results",
    ),
    "account.storage.versions": Words(
        zh="每条记录有几个版本没有印出来，无法重建",
        en="how many versions a record had is not printed, so it cannot be rebuilt",
    ),
    "account.storage.rows": Words(
        zh="由没有印出结构的最终方案折算，分子分母都不可重建",
        en="worked out from the final plan, whose schema is not printed; neither side can be rebuilt",
    ),
    "account.storage.all_results": Words(
        zh="原文没有说清是哪一步之后的大小，与它自己两张表里删去结果列之后的大小不符",
        en="of which step it is the size is not said, and it does not fit either table’s size without the results",
    ),
    "claim.st-1": Words(
        zh="同样的数据，PostgreSQL 比 MySQL 多占四分之一的空间（123 GB 对 97 GB），差别就在二进制列，"
        "大约相当于多一次 base64。",
        en="",
    ),
    "claim.st-2": Words(zh="base64 让二进制数据大三分之一。", en=""),
    "claim.st-3": Words(
        zh="PostgreSQL 的表在更新和删除之后留着死行，直到 VACUUM；只有 VACUUM FULL 才把空间还给磁盘，而且要独占锁。",
        en="",
    ),
    "claim.st-4": Words(zh="缩小 MySQL 的表要另建一份，需要两倍的空间。", en=""),
    "claim.st-5": Words(zh="删掉重复数据后，PostgreSQL 的 TOAST 从 113 GB 降到 96 GB。", en=""),
}
