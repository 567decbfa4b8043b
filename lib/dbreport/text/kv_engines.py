"""Words of the chapter on embedded key-value stores. Each entry is (Chinese, English)."""

_PHASES = {
    "sequential_write": ("顺序写", "sequential write"),
    "random_read": ("随机读", "random read"),
    "random_delete": ("随机删", "random delete"),
    "random_write": ("随机写", "random write"),
    "iterate_keys": ("遍历键", "iterate keys"),
    "iterate_values": ("遍历键和值", "iterate keys and values"),
    "close": ("关闭", "close"),
    "readers": ("8 读 1 写", "8 readers, 1 writer"),
    "total": ("合计", "total"),
}
_STORES = {"bbolt": "bbolt", "pebble": "Pebble", "badger": "Badger", "rocksdb": "RocksDB"}
_TABLES = {"10000": ("1 万键", "10 thousand keys"), "100000": ("10 万键", "100 thousand keys")}
_SETTINGS = {"sync_on": ("落盘", "sync on"), "sync_off": ("不落盘", "sync off")}

WORDS = {
    **{f"case.{phase}": words for phase, words in _PHASES.items()},
    "need.kv_write": ("存一个键，每次落盘，一个线程", "store a key, every commit synced, one thread"),
    "need.kv_read": ("随机取一个键的值", "fetch the value of a random key"),
    "need.kv_iterate": ("依次取出全部的键和值", "go through all keys and values"),
    "need.kv_disk": ("占用磁盘最少，一半可压缩的值", "least disk, of values half of which can be compressed"),
    "class.none": ("不落盘", "not synced"),
    "kv.table": ("{keys}个键，{setting}", "{keys} keys, {setting}"),
    "axis.kv_cost": ("每次操作的耗时（对数轴）", "time per operation (log scale)"),
    "axis.kv_keys": ("键的数量（对数轴）", "number of keys (log scale)"),
    "axis.kv_keys_short": ("键的数量", "keys"),
    "axis.kv_disk": ("磁盘占用 ÷ 写入的键和值（对数轴）", "bytes on disk / keys and values written (log scale)"),
    "axis.kv_rate": ("每秒操作数（对数轴）", "operations per second (log scale)"),
    "axis.kv_written": ("每次操作写入磁盘的字节数（对数轴）", "bytes written per operation (log scale)"),
    "caption.kv_written": (
        "内核记在这个进程名下的写入，含日志和后台合并，不含文件系统自己的日志。一行是一个键和它的 4 KiB 值。",
        "What the kernel puts down to this process, log and merging in the background included, the file system's own"
        " journal not. A row is a key with its value of 4 KiB.",
    ),
    "caption.kv_phases": (
        "一行是一个键和它的 4 KiB 值，每个键单独提交，单线程；越靠左越快。",
        "A row is a key with its value of 4 KiB; a commit for each key, one thread. Further left is faster.",
    ),
    "caption.kv_growth": (
        "一行是一个键和它的 4 KiB 值。空心点：这一阶段到时限时没有做完，数字只代表做完的部分。",
        "A row is a key with its value of 4 KiB. An open mark: the time limit ended the phase, and the cost is that of"
        " the operations done by then.",
    ),
    "caption.kv_disk": (
        "文件实际占用的磁盘块，含日志；“关闭后”是正常关闭之后。",
        "Blocks the files really take, logs included; “closed” is after a clean end.",
    ),
    "caption.kv_readers": (
        "8 个线程随机读、1 个线程随机改写，同时进行；每个写单独提交。",
        "Eight threads read at random while one replaces values at random, a commit each.",
    ),
    "caption.kv_printed": (
        "上为实测，下为原文。一行是一个键和它的 4 KiB 值。",
        "Ours above, the source's below. A row is a key with its value of 4 KiB.",
    ),
    "caption.kv_syncs": (
        "上：内核看到的 fsync、fdatasync、msync 次数除以操作数，由 strace 在单独一轮里数出，不计时。"
        "下：计时的那一轮里整块磁盘的刷写次数除以操作数。",
        "Above: calls of fsync, fdatasync and msync the kernel saw, per operation, counted by strace in a run of its"
        " own that is not timed. Below: flushes of the whole disk per operation during the timed run.",
    ),
    "caption.kv_sizes": (
        "正常关闭之后文件实际占用的磁盘块。",
        "Blocks the files really take after a clean end.",
    ),
    "after.sequential_write": ("顺序写之后", "after sequential write"),
    "after.random_delete": ("全部删除之后", "after deleting all"),
    "after.random_write": ("再次写满之后", "after writing all again"),
    "after.close": ("关闭后", "closed"),
    "side.read": ("读", "reads"),
    "side.write": ("写", "writes"),
    "part.kv_table": ("数据文件", "data files"),
    "part.kv_values": ("单独存放的值", "values kept apart"),
    "part.kv_log": ("日志", "log"),
    "part.kv_all": ("合计", "all"),
    "built.lsm": ("LSM 树", "LSM tree"),
    "built.btree": ("B+ 树", "B+ tree"),
    "table.phase": ("阶段", "phase"),
    "table.kv_times": ("÷ 数据量", "/ data"),
    "table.licence": ("许可证", "licence"),
    "table.language": ("语言", "language"),
    "table.built": ("结构", "structure"),
    "table.transactions": ("事务", "transactions"),
    "table.compression": ("压缩", "compression"),
    "table.expiry": ("过期时间", "expiry"),
    "table.several_processes": ("多进程同时打开", "several processes at once"),
    "table.module": ("Go 模块", "Go module"),
    "table.released": ("该版本发布于", "this version of"),
    "table.lines": ("代码行数", "lines of code"),
    "table.test_lines": ("测试行数", "lines of tests"),
    "table.printed_lines": ("原文（含测试）", "printed, tests included"),
    "table.yes": ("有", "yes"),
    "table.no": ("无", "no"),
    "warning.cut_short": (
        "到时限时没有做完，耗时只代表做完的操作：{who}",
        "Ended by the time limit; the cost is that of the operations done by then: {who}",
    ),
    **{
        f"evidence.kv_write_{name}": (f"顺序写耗时之比 {label} / Pebble", f"sequential write, {label} / Pebble")
        for name, label in _STORES.items()
    },
    **{
        f"evidence.kv_iterate_{name}": (f"遍历键耗时之比 {label} / bbolt", f"iterate keys, {label} / bbolt")
        for name, label in _STORES.items()
    },
    **{
        f"evidence.kv_read_{name}": (f"随机读耗时之比 {label} / Badger", f"random read, {label} / Badger")
        for name, label in _STORES.items()
    },
    "evidence.kv_slip": (
        "按表中合计减去其余各行，不落盘的删除只剩 {left}；{printed} 若是 {as_milliseconds}，合计就对上了",
        "the table's total leaves {left} for the deletes without sync; {printed} read as {as_milliseconds} fits it",
    ),
    "evidence.kv_delete": (
        "RocksDB 删除耗时之比 落盘 / 不落盘（原文按毫秒计）",
        "RocksDB's deletes, synced / not synced, the source's in milliseconds",
    ),
    "evidence.kv_syncs": (
        "内核看到每次删除落盘 {syncs} 次、写出 {bytes} 字节；原文落盘与不落盘的删除一样快，可见没有落盘",
        "the kernel saw {syncs} syncs and {bytes} bytes written per delete here; the source's deletes are as"
        " fast with sync as without, so they did not sync",
    ),
    "evidence.kv_growth": (
        "{who}：从{few}个键到{many}个键{noted}，随机写一次的耗时变为 {factor} 倍（原文 1 万到 10 万：{printed} 倍）",
        "{who}: from {few} to {many} keys{noted} a random write takes {factor} times as long"
        " (printed, 10 to 100 thousand: {printed})",
    ),
    "evidence.kv_cut_short": (
        "{who} 在{many}个键时没有在时限内删完、写完，不作比较",
        "{who} did not delete and write all of {many} keys within the time limit and is not compared there",
    ),
    "evidence.kv_sums": (
        "{all} 个合计中 {right} 个与各行之和相差不到 {share}",
        "{right} of {all} totals are within {share} of the sum of their rows",
    ),
    "evidence.kv_sum": (
        "{table}，{who}：各行之和 {rows}，印出的合计 {total}（{off}）",
        "{table}, {who}: the rows sum to {rows}, the printed total is {total} ({off})",
    ),
    **{
        f"audit.kv.{keys}.{setting}.{name}": (
            f"合计，由各行相加核算：{keys_zh}，{setting_zh}，{label}",
            f"total, from the sum of its rows: {keys_en}, {setting_en}, {label}",
        )
        for keys, (keys_zh, keys_en) in _TABLES.items()
        for setting, (setting_zh, setting_en) in _SETTINGS.items()
        for name, label in _STORES.items()
    },
    "audit.kv.delete_unit": (
        "RocksDB 不落盘删除 10 万键，由合计减去其余各行核算",
        "RocksDB's 100 thousand deletes without sync, from the total less the other rows",
    ),
    "audit.kv.delete_synced": (
        "RocksDB 落盘删除 10 万键，由它自己的落盘写入核算",
        "RocksDB's 100 thousand deletes with sync, from what its own synced writes took",
    ),
}
