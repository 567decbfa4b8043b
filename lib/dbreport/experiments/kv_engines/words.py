"""Words of the chapter on embedded key-value stores."""

from ...languages import Words
from .jobs import PHASES, SHORT, SHORT_BYTES

_PHASES = {
    "sequential_write": Words(zh="顺序写", en="sequential write"),
    "random_read": Words(zh="随机读", en="random read"),
    "random_delete": Words(zh="随机删", en="random delete"),
    "random_write": Words(zh="随机写", en="random write"),
    "iterate_keys": Words(zh="遍历键", en="iterate keys"),
    "iterate_values": Words(zh="遍历键和值", en="iterate keys and values"),
    "close": Words(zh="关闭", en="close"),
    "readers": Words(zh="8 读 1 写", en="8 readers, 1 writer"),
    "total": Words(zh="合计", en="total"),
}
_STORES = {"bbolt": "bbolt", "pebble": "Pebble", "badger": "Badger", "rocksdb": "RocksDB"}
_TABLES = {"10000": Words(zh="1 万键", en="10 thousand keys"), "100000": Words(zh="10 万键", en="100 thousand keys")}
_SETTINGS = {"sync_on": Words(zh="落盘", en="sync on"), "sync_off": Words(zh="不落盘", en="sync off")}
WORDS = {
    **{f"case.{phase}": words for phase, words in _PHASES.items()},
    **{
        f"case.proof.{setting}.{phase}": Words(
            zh=f"数落盘：{_PHASES[phase].zh}", en=f"syncs counted, {_PHASES[phase].en}"
        )
        for setting in _SETTINGS
        for phase in ("sequential_write", "random_delete", "random_write")
    },
    **{
        f"case.{SHORT}sync_on.{phase}": Words(
            zh=f"{_PHASES[phase].zh}，{SHORT_BYTES} 字节的值", en=f"{_PHASES[phase].en}, values of {SHORT_BYTES} bytes"
        )
        for phase in PHASES
    },
    "need.kv_write": Words(zh="存一个键，每次落盘，一个线程", en="store a key, every commit synced, one thread"),
    "need.kv_read": Words(zh="随机取一个键的值", en="fetch the value of a random key"),
    "need.kv_iterate": Words(zh="依次取出全部的键和值", en="go through all keys and values"),
    "need.kv_disk": Words(
        zh="占用磁盘最少，一半可压缩的值", en="least disk, of values half of which can be compressed"
    ),
    "class.none": Words(zh="不落盘", en="not synced"),
    "axis.kv_cost": Words(zh="每次操作的耗时（对数轴）", en="time per operation (log scale)"),
    "axis.kv_keys": Words(zh="键的数量（对数轴）", en="number of keys (log scale)"),
    "axis.kv_disk": Words(
        zh="磁盘占用 ÷ 写入的键和值（对数轴）", en="bytes on disk ÷ keys and values written (log scale)"
    ),
    "title.kv_growth": Words(
        zh="从 {few}个键到 {many}个键，一次操作的耗时变为 {least_value} 倍（{least}）到 {most_value} 倍（{most}）",
        en="From {few} to {many} keys: {least_value} ({least}) to {most_value} ({most}) times as long per operation",
    ),
    "axis.kv_rate": Words(zh="每秒操作数（对数轴）", en="operations per second (log scale)"),
    "axis.kv_written": Words(zh="每次操作写入磁盘的字节数（对数轴）", en="bytes written per operation (log scale)"),
    "caption.kv_written": Words(
        zh="内核记在这个进程名下的写入，含日志和后台合并，不含文件系统自己的日志。一行是一个键和它的 4 KiB 值。",
        en="What the kernel attributes to this process, log and background merging included, the file system's own"
        " journal not. A row is a key with its value of 4 KiB.",
    ),
    "caption.kv_phases": Words(
        zh="一行是一个键和它的 4 KiB 值，每个键单独提交，单线程；越靠左越快。",
        en="A row is a key with its value of 4 KiB; a commit for each key, one thread. Further left is faster.",
    ),
    "caption.kv_results": Words(
        zh="每个阶段一次操作的耗时，小字是 95% 区间。一行是一个键和它的 4 KiB 值。",
        en="Time of one operation in each phase, its 95 % interval in small print. A row is a key with its value of"
        " 4 KiB.",
    ),
    "caption.kv_lengths": Words(
        zh=f"每个阶段两行：上一行的值是 4 KiB，下一行是 {SHORT_BYTES} 字节。一个键一次提交，每次落盘，单线程。"
        "同一行里比较引擎：两种长度不一定在同一次会话里测得。",
        en=f"Two lines a phase: values of 4 KiB above, of {SHORT_BYTES} bytes below. A commit for each key, synced, one"
        " thread. Stores are compared within a line: the two lengths may come from different sessions.",
    ),
    "caption.kv_growth": Words(
        zh="{phase}。一行是一个键和它的 4 KiB 值。空心点：这一阶段到时限时没有做完，数字只代表做完的部分。",
        en="Phase: {phase}. A row is a key with its value of 4 KiB. An open mark: the time limit ended the phase, and"
        " the cost is that of the operations done by then.",
    ),
    "title.kv_disk": Words(
        zh="关闭之后占用的磁盘，是数据的几倍：{least} {least_size}，{most} {most_size}",
        en="Disk taken once closed, as times the data: {least} {least_size}, {most} {most_size}",
    ),
    "caption.kv_disk": Words(
        zh="文件实际占用的磁盘块，含日志；“关闭后”是正常关闭之后。",
        en="Blocks the files really take, logs included; “closed” is after a clean end.",
    ),
    "caption.kv_readers": Words(
        zh="8 个线程随机读、1 个线程随机改写，同时进行；每个写单独提交。",
        en="Eight threads read at random while one replaces values at random, a commit each.",
    ),
    "caption.kv_printed": Words(
        zh="上为实测，下为原文。一行是一个键和它的 4 KiB 值。",
        en="Ours above, the source's below. A row is a key with its value of 4 KiB.",
    ),
    "caption.kv_syncs": Words(
        zh="上：内核看到的 fsync、fdatasync、msync 次数除以操作数，由 strace 在单独一轮里数出，不计时。"
        "下：计时的那一轮里整块磁盘的刷写次数除以操作数。最后一列是不落盘时三个阶段里最多的一个。",
        en="Above: calls of fsync, fdatasync and msync the kernel saw, per operation, counted by strace in a run of its"
        " own that is not timed. Below: flushes of the whole disk per operation during the timed run. The last column"
        " is the highest of the three phases without sync.",
    ),
    "caption.kv_sizes": Words(
        zh="正常关闭之后文件实际占用的磁盘块。",
        en="Blocks the files really take after a clean end.",
    ),
    "fold.kv": Words(zh="展开：{keys}个键，{setting}", en="Open: {keys} keys, {setting}"),
    "after.sequential_write": Words(zh="顺序写之后", en="after sequential write"),
    "after.random_delete": Words(zh="全部删除之后", en="after deleting all"),
    "after.random_write": Words(zh="再次写满之后", en="after writing all again"),
    "after.close": Words(zh="关闭后", en="closed"),
    "side.read": Words(zh="读", en="reads"),
    "side.write": Words(zh="写", en="writes"),
    "part.kv_table": Words(zh="数据文件", en="data files"),
    "part.kv_values": Words(zh="单独存放的值", en="values kept apart"),
    "part.kv_log": Words(zh="日志", en="log"),
    "part.kv_all": Words(zh="合计", en="all"),
    "built.lsm": Words(zh="LSM 树", en="LSM tree"),
    "built.btree": Words(zh="B+ 树", en="B+ tree"),
    "table.unsynced_most": Words(zh="不落盘时至多", en="not synced, at most"),
    "table.phase": Words(zh="阶段", en="phase"),
    "table.kv_times": Words(zh="合计 ÷ 数据量", en="all ÷ data"),
    "table.licence": Words(zh="许可证", en="licence"),
    "table.language": Words(zh="语言", en="language"),
    "table.built": Words(zh="结构", en="structure"),
    "table.transactions": Words(zh="事务", en="transactions"),
    "table.compression": Words(zh="压缩", en="compression"),
    "table.expiry": Words(zh="过期时间", en="expiry"),
    "table.several_processes": Words(zh="多进程同时打开", en="several processes at once"),
    "table.module": Words(zh="Go 模块", en="Go module"),
    "table.released": Words(zh="该版本发布于", en="version released on"),
    "table.lines": Words(zh="代码行数", en="lines of code"),
    "table.test_lines": Words(zh="测试行数", en="lines of tests"),
    "table.printed_lines": Words(zh="原文行数（含测试）", en="printed lines, tests included"),
    "table.yes": Words(zh="有", en="yes"),
    "table.no": Words(zh="无", en="no"),
    "warning.cut_short": Words(
        zh="到时限时没有做完，耗时只代表做完的操作：{who}",
        en="Ended by the time limit; the cost is that of the operations done by then: {who}",
    ),
    **{
        f"evidence.kv_write_{name}": Words(
            zh=f"顺序写耗时之比 {label} / Pebble", en=f"sequential write, {label} / Pebble"
        )
        for name, label in _STORES.items()
    },
    **{
        f"evidence.kv_iterate_{name}": Words(zh=f"遍历键耗时之比 {label} / bbolt", en=f"iterate keys, {label} / bbolt")
        for name, label in _STORES.items()
    },
    **{
        f"evidence.kv_read_{name}": Words(zh=f"随机读耗时之比 {label} / Badger", en=f"random read, {label} / Badger")
        for name, label in _STORES.items()
    },
    "evidence.kv_delete": Words(
        zh="RocksDB 删除耗时之比 落盘 / 不落盘（原文按毫秒计）",
        en="RocksDB's deletes, synced / not synced, the source's in milliseconds",
    ),
    "evidence.kv_syncs": Words(
        zh="内核看到：这里每次删除落盘次数为 {syncs}，写出 {bytes} 字节；原文落盘与不落盘的删除一样快，可见没有落盘",
        en="what the kernel saw: syncs per delete here: {syncs}, written: {bytes} B; the source's deletes are as"
        " fast with sync as without, so they did not sync",
    ),
    "evidence.kv_growth": Words(
        zh="{who}，从 1 万到 10 万个键，随机写一次的耗时之比",
        en="{who}, a random write with 100 thousand keys / with 10 thousand",
    ),
    "evidence.kv_rewritten": Words(zh="随机写一次的耗时之比", en="random write"),
    "evidence.kv_grown_further": Words(
        zh="{who}，从 1 万到 {many}个键，{what}：{ratio}（原文没有这么多键）",
        en="{who}, {what} with {many} keys / with 10 thousand: {ratio} (more keys than the source has)",
    ),
    "evidence.kv_short": Words(
        zh="值改为 {bytes} 字节，{many}个键，{what}：{ratio}",
        en="{what} with values of {bytes} bytes and {many} keys: {ratio}",
    ),
    "evidence.kv_unfinished": Words(
        zh="没有在时限内删完、写完，不作比较",
        en="not all keys were deleted and written within the time limit, so it is not compared",
    ),
    "evidence.kv_cut_short": Words(
        zh="{who} 在 {many}个键时没有在时限内删完、写完，不作比较",
        en="{who} did not delete and write all of {many} keys within the time limit and is not compared there",
    ),
    "evidence.kv_totals": Words(zh="各表的合计", en="the totals"),
    "evidence.kv_sums": Words(
        zh="{all} 个中有 {right} 个与各行之和相差不到 {share}",
        en="{right} of {all} are within {share} of the sum of their rows",
    ),
    **{
        f"audit.kv.{keys}.{setting}.{name}": Words(
            zh=f"合计，由各行相加核算：{keys_zh}，{setting_zh}，{label}",
            en=f"total, from the sum of its rows: {keys_en}, {setting_en}, {label}",
        )
        for keys, (keys_zh, keys_en) in _TABLES.items()
        for setting, (setting_zh, setting_en) in _SETTINGS.items()
        for name, label in _STORES.items()
    },
    "audit.kv.delete_unit": Words(
        zh="RocksDB 不落盘删除 10 万键，由合计减去其余各行核算（它与合计，必有一个印错）",
        en="RocksDB's 100 thousand deletes without sync, from the total less the other rows (it or the total is"
        " misprinted)",
    ),
    "audit.kv.delete_synced": Words(
        zh="RocksDB 落盘删除 10 万键，由它自己的落盘写入核算",
        en="RocksDB's 100 thousand deletes with sync, from what its own synced writes took",
    ),
    "claim.kv-1": Words(zh="每次落盘时，Pebble 顺序写的速度是 Bolt、Badger 和 RocksDB 的两到三倍。", en=""),
    "claim.kv-2": Words(zh="遍历全部的键，Bolt 比其他任何一个都快十倍以上。", en=""),
    "claim.kv-3": Words(zh="读取最快的是 Badger。", en=""),
    "claim.kv-4": Words(
        zh="不落盘时，RocksDB 删除 10 万个键用了 416.88 秒（而表中合计只有 6.8 秒）；落盘时只用 0.4 秒。",
        en="",
    ),
    "claim.kv-5": Words(zh="Bolt 随机写一次的代价随键数增长，而日志结构的引擎不会。", en=""),
    "claim.kv-6": Words(zh="原文印出的合计等于各行之和。", en=""),
}
