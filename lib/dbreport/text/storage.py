"""Words of the storage chapter. Each entry is (Chinese, English)."""

_WAYS = {
    "shipped": ("出厂设置", "as shipped"),
    "lz4": ("lz4 压缩列", "lz4 columns"),
    "uncompressed": ("不压缩", "uncompressed"),
    "timescaledb": ("TimescaleDB", "TimescaleDB"),
    "hydra": ("Hydra 列存", "Hydra columnar"),
    "row_compressed": ("行压缩格式", "compressed row format"),
    "page_zlib": ("页压缩（zlib）", "page compression (zlib)"),
    "zstd_1": ("ZSTD(1)", "ZSTD(1)"),
    "zstd_16": ("ZSTD(16)", "ZSTD(16)"),
    "s2": ("S2 压缩", "S2 compression"),
}
_ENCODINGS = {"bytes": ("二进制", "bytes"), "base64": ("base64 文本", "base64 text")}
_STATES = {
    "found": ("最初", "as found"),
    "emptied": ("清空重复列", "copies emptied"),
    "deleted": ("删去一半记录", "half deleted"),
    "reclaimed": ("日常清理", "housekeeping"),
    "compacted": ("整理", "compacted"),
    "without_copy": ("删去重复列", "copies dropped"),
    "without_raw": ("删去原始页", "pages dropped"),
    "without_result": ("删去结果列", "results dropped"),
}
_COMPACTION = {
    "postgresql": "VACUUM FULL",
    "mysql": "OPTIMIZE TABLE",
    "mariadb": "OPTIMIZE TABLE",
    "duckdb": "CHECKPOINT",
    "sqlite": "VACUUM",
    "clickhouse": "OPTIMIZE FINAL",
}

WORDS = {
    **{f"way.{name}": words for name, words in _WAYS.items()},
    **{f"state.{name}": words for name, words in _STATES.items()},
    **{f"case.wait.compact.{engine}": (statement, statement) for engine, statement in _COMPACTION.items()},
    "need.records_disk": ("存带大字段的记录，占用磁盘最少", "least disk for records with large values"),
    "need.records_deleted": ("删去一半记录之后占用最少，不整理", "least disk after half of them are deleted"),
    "case.wait.reclaim.postgresql": ("VACUUM", "VACUUM"),
    **{
        f"case.size.{encoding}.{way}": (f"{zh}，{zh_way}", f"{en}, {en_way}")
        for encoding, (zh, en) in _ENCODINGS.items()
        for way, (zh_way, en_way) in _WAYS.items()
    },
    "case.wait.compact": ("整理", "compaction"),
    "case.wait.reclaim": ("日常清理", "housekeeping"),
    "case.peak.compact": ("整理", "compaction"),
    "part.in_line": ("行内", "in line"),
    "part.out_of_line": ("行外（TOAST）", "out of line (TOAST)"),
    "part.free": ("文件内空闲", "free inside the file"),
    "axis.bytes_per_record": ("每条记录占用的字节数", "bytes per record"),
    "axis.base64": ("同一页存成 base64 文本多占的百分比", "what a page takes more as base64 text, in per cent"),
    "axis.peak": ("整理期间的磁盘占用峰值 / 整理前的表", "peak disk use during compaction / the table before"),
    "legend.duration": ("语句耗时", "the statement itself"),
    "legend.wait_write": ("写入者最长等待", "longest wait of a writer"),
    "legend.wait_read": ("读取者最长等待", "longest wait of a reader"),
    "caption.stored_sizes": (
        "检查点之后的磁盘字节数，日志不算在内；行外部分只有 PostgreSQL 单独报告。文件和 MinIO 只存三个大列，"
        "每个值一个文档，“索引”是它们的文件夹和 MinIO 自己的数据。"
        "ClickHouse 换下来的旧数据块八分钟后才删，不算。",
        "Bytes on disk after a checkpoint, without the log; PostgreSQL alone tells what lies out of line. Files and"
        " MinIO hold the three large columns, one document a value; their “index” is folders, and what MinIO keeps for"
        " itself. Parts that ClickHouse has replaced, and removes eight minutes later, are not counted.",
    ),
    "caption.base64": (
        "虚线为三分之一，即 base64 本身增加的那一份。",
        "The dotted line is the third that base64 itself adds.",
    ),
    "caption.states_life": (
        "占最初大小的百分比。同一张表依次经过各个状态，文件里空出来、还没有还给磁盘的也算；"
        "整理指 VACUUM FULL、OPTIMIZE TABLE、VACUUM（SQLite）、CHECKPOINT（DuckDB）、"
        "OPTIMIZE FINAL（ClickHouse）。",
        "Per cent of the size as found. One table through its states, room that is free inside a file and not given"
        " back included."
        " Compacted: VACUUM FULL, OPTIMIZE TABLE, VACUUM (SQLite), CHECKPOINT (DuckDB),"
        " OPTIMIZE FINAL (ClickHouse).",
    ),
    "caption.states_deletes": (
        "占最初大小的百分比。隔一条删一条，再清理，再整理。"
        "日常清理指 VACUUM（PostgreSQL）和倒垃圾（MinIO）；其余系统在后台自己清理。"
        "文件里空出来的也算；ClickHouse 换下来的旧数据块八分钟后才删，不算。",
        "Per cent of the size as found. Every second record is deleted, then housekeeping, then compaction."
        " Housekeeping: VACUUM (PostgreSQL), emptying the trash (MinIO); the others do theirs in the background."
        " Room free inside a file is included; parts that ClickHouse has replaced, and removes eight minutes later,"
        " are not.",
    ),
    "caption.peaks": (
        "整理期间整个数据目录比整理前多占的，除以整理前的表，再加 1。",
        "What the whole data folder takes more at its peak than before, over the table before, plus 1.",
    ),
    "caption.waits": (
        "读取者和写入者各自每秒来 50 次；图中是其中等得最久的一次。",
        "Reader and writer each come 50 times a second; drawn is the one that waited longest.",
    ),
    "caption.storage_printed": (
        "上一行是大小：原文为整表，实测为每条记录；下一行是占最初整表的百分比。列的大小由删去该列前后之差得出；"
        "“按方案”表中的两列是值本身的长度。",
        "Above, the size: of the whole table as printed, per record as measured; below, its share of the table as"
        " found. The size of a column is what dropping it gave back; the two columns of the table by plan are the"
        " length of the values themselves.",
    ),
    "caption.dead_rows": (
        "PostgreSQL 自己报告的数字；事务年龄是表中最老的事务距今多少个事务。",
        "As PostgreSQL itself tells; the transaction age is how many transactions ago the table's oldest one began.",
    ),
    "table.by plan": ("按方案", "by plan"),
    "table.by column": ("按列", "by column"),
    "table.printed_of": ("{engine}，原文", "{engine}, printed"),
    "table.measured_of": ("{engine}，实测", "{engine}, measured"),
    "table.state": ("状态", "state"),
    "table.on_disk": ("磁盘占用", "on disk"),
    "table.out_of_line": ("其中行外", "out of line"),
    "table.dead_rows": ("死行", "dead rows"),
    "table.transaction_age": ("事务年龄", "transaction age"),
    "table.lasted": ("耗时", "took"),
    "printed.not_applicable": ("不适用", "not applicable"),
    "stored.table as found": ("最初的表", "table as found"),
    "stored.toast": ("行外（TOAST）", "out of line (TOAST)"),
    "stored.query result column": ("查询结果列（含重复）", "query result column, copies and all"),
    "stored.binary column": ("二进制列", "binary column"),
    "stored.after deleting redundant query records": (
        "删去重复的查询结果之后",
        "after the copies of results were dropped",
    ),
    "stored.after deleting raw column": ("再删去原始页之后", "after the raw pages were dropped too"),
    "stored.after deleting record column": ("再删去结果列之后", "after the results were dropped too"),
    "stored.total": ("合计", "total"),
    "stored.redundant result column": ("重复的结果列", "redundant result column"),
    "stored.remaining data": ("其余数据", "remaining data"),
    "evidence.size_base64": ("页存 base64 文本，PostgreSQL / MySQL", "pages as base64 text, PostgreSQL / MySQL"),
    "evidence.size_bytes": ("页存二进制，PostgreSQL / MySQL", "pages as bytes, PostgreSQL / MySQL"),
    "evidence.column_raw": ("其中原始页一列，PostgreSQL / MySQL", "of it the column of pages, PostgreSQL / MySQL"),
    "evidence.size_alone": ("{what}：{value}", "{what}: {value}"),
    "evidence.of_way": ("{engine} {way}：{value} 倍", "{engine}, {way}: {value} times"),
    "evidence.vacuum": (
        "更新后死行 {updated}，删除后 {deleted}，VACUUM 之后 {vacuumed}；VACUUM 之后大小为原来的 {reclaimed:.2f}，"
        "VACUUM FULL 之后为 {compacted:.2f}；写入者最长等待 {wait_s:.2f} 秒，VACUUM 期间为 {vacuum_wait_s:.2f} 秒",
        "dead rows: {updated} after updates, {deleted} after deletes, {vacuumed} after VACUUM; size after VACUUM"
        " {reclaimed:.2f} of before, after VACUUM FULL {compacted:.2f}; longest wait of a writer {wait_s:.2f} s, during"
        " VACUUM {vacuum_wait_s:.2f} s",
    ),
    "evidence.optimize_peak": (
        "OPTIMIZE TABLE 期间的磁盘占用峰值 / 整理之前",
        "peak disk use during OPTIMIZE TABLE / before",
    ),
    "evidence.toast": ("TOAST 大小，删去重复列之后 / 之前", "TOAST after / before the copies were dropped"),
}
