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
}
_ENCODINGS = {"bytes": ("二进制", "bytes"), "base64": ("base64 文本", "base64 text")}

WORDS = {
    **{f"way.{name}": words for name, words in _WAYS.items()},
    **{
        f"case.size.{encoding}.{way}": (f"{zh}，{zh_way}", f"{en}, {en_way}")
        for encoding, (zh, en) in _ENCODINGS.items()
        for way, (zh_way, en_way) in _WAYS.items()
    },
    "part.in_line": ("行内", "in line"),
    "part.out_of_line": ("行外（TOAST）", "out of line (TOAST)"),
    "axis.bytes_per_record": ("每条记录占用的字节数", "bytes per record"),
    "axis.base64": ("同一页存 base64 文本 / 存二进制，占用之比", "a page as base64 text / as bytes, on disk"),
    "axis.share_of_found": ("占最初大小的百分比", "per cent of the size as found"),
    "state.found": ("最初", "as found"),
    "state.emptied": ("清空重复列", "copies emptied"),
    "state.reclaimed": ("日常清理", "housekeeping"),
    "state.compacted": ("整理", "compacted"),
    "state.without_copy": ("删去重复列", "copies dropped"),
    "state.without_raw": ("删去原始页", "pages dropped"),
    "state.without_result": ("删去结果列", "results dropped"),
    "case.wait.compact.postgresql": ("VACUUM FULL", "VACUUM FULL"),
    "case.wait.compact.mysql": ("OPTIMIZE TABLE", "OPTIMIZE TABLE"),
    "case.wait.compact.mariadb": ("OPTIMIZE TABLE", "OPTIMIZE TABLE"),
    "case.wait.reclaim.postgresql": ("VACUUM", "VACUUM"),
    "case.wait.compact": ("整理", "compaction"),
    "case.wait.reclaim": ("日常清理", "housekeeping"),
    "legend.duration": ("语句耗时", "the statement itself"),
    "legend.wait_write": ("写入者最长等待", "longest wait of a writer"),
    "legend.wait_read": ("读取者最长等待", "longest wait of a reader"),
    "caption.stored_sizes": (
        "检查点之后的磁盘字节数，日志不算在内；行外部分只有 PostgreSQL 单独报告。",
        "Bytes on disk after a checkpoint, without the log; PostgreSQL alone tells what lies out of line.",
    ),
    "caption.base64": (
        "虚线为 4/3，即 base64 本身增加的三分之一。",
        "The dotted line is 4/3: the third that base64 itself adds.",
    ),
    "caption.life": (
        "同一张表依次经过各个状态；整理指 VACUUM FULL、OPTIMIZE TABLE、VACUUM（SQLite）、CHECKPOINT（DuckDB）、"
        "OPTIMIZE FINAL（ClickHouse）。",
        "One table through its states. Compacted: VACUUM FULL, OPTIMIZE TABLE, VACUUM (SQLite), CHECKPOINT (DuckDB),"
        " OPTIMIZE FINAL (ClickHouse).",
    ),
    "caption.waits": (
        "读取者和写入者各自每秒来 50 次；图中是其中等得最久的一次。",
        "Reader and writer each come 50 times a second; drawn is the one that waited longest.",
    ),
    "evidence.size_bytes": ("存二进制，PostgreSQL / MySQL", "bytes, PostgreSQL / MySQL"),
    "evidence.size_base64": (
        "PostgreSQL 存 base64 / MySQL 存二进制",
        "base64 on PostgreSQL / bytes on MySQL",
    ),
    "evidence.of_way": ("{engine} {way} {what} {ratio}（{printed}）", "{engine} {way} {what} {ratio} ({printed})"),
    "evidence.base64": ("base64 / 二进制", "base64 / bytes"),
    "evidence.vacuum": (
        "VACUUM 之后大小为原来的 {reclaimed:.2f}，VACUUM FULL 之后为 {compacted:.2f}；写入者最长等待"
        " {wait_s:.2f} 秒，VACUUM 期间为 {vacuum_wait_s:.2f} 秒",
        "size after VACUUM {reclaimed:.2f} of before, after VACUUM FULL {compacted:.2f}; longest wait of a writer"
        " {wait_s:.2f} s, during VACUUM {vacuum_wait_s:.2f} s",
    ),
    "evidence.optimize_peak": (
        "OPTIMIZE TABLE 期间的磁盘占用峰值 / 整理之前",
        "peak disk use during OPTIMIZE TABLE / before",
    ),
    "evidence.toast": ("TOAST 大小，删去重复列之后 / 之前", "TOAST after / before the copies were dropped"),
}
