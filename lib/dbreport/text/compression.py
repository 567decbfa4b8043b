"""Words of the compression chapter, its claims' evidence and the capacity planner. Each entry is (Chinese, English)."""

from ..codecs.methods import BLOCKS, BROTLI_LEVELS, ZSTD_LEVELS

_METHODS = {
    "text": ("原样文本", "plain text"),
    "zlib_6": ("zlib 6", "zlib 6"),
    "zlib_9": ("zlib 9", "zlib 9"),
    "zlib_6_base64": ("zlib 6 + base64", "zlib 6 + base64"),
    "zlib_6_lzma_6": ("zlib 6，再 lzma 6", "zlib 6, then lzma 6"),
    **{f"lzma_{n}": (f"lzma {n}", f"lzma {n}") for n in range(10)},
    **{f"zstd_{n}": (f"zstd {n}", f"zstd {n}") for n in ZSTD_LEVELS},
    **{f"zstd_{n}_dict": (f"zstd {n} + 字典", f"zstd {n} + dictionary") for n in ZSTD_LEVELS},
    **{f"brotli_{n}": (f"brotli {n}", f"brotli {n}") for n in BROTLI_LEVELS},
    "lz4_fast": ("lz4", "lz4"),
    "lz4_hc_9": ("lz4 HC 9", "lz4 HC 9"),
    **{f"merged_{n}_xz_9": (f"每 {n} 个合并，xz 9", f"{n} together, xz 9") for n in BLOCKS},
    **{f"merged_{n}_zstd_19": (f"每 {n} 个合并，zstd 19", f"{n} together, zstd 19") for n in BLOCKS},
    "merged_xz_9": ("全部合并，xz 9", "all together, xz 9"),
    "merged_zstd_19_long27": ("全部合并，zstd 19 --long=27", "all together, zstd 19 --long=27"),
    "merged_zstd_19_long31": ("全部合并，zstd 19 --long=31", "all together, zstd 19 --long=31"),
    "merged_zlib_6_lzma_6": ("zlib 6 之后全部合并，lzma 6", "zlib 6, then all together, lzma 6"),
    "text_pglz": ("文本列，pglz", "text column, pglz"),
    "text_lz4": ("文本列，lz4", "text column, lz4"),
    "zlib_6_lz4": ("zlib 6，再存入 lz4 列", "zlib 6, in an lz4 column"),
    "text_row_compressed": ("文本列，行压缩", "text column, compressed rows"),
    "text_page_compressed": ("文本列，页压缩", "text column, compressed pages"),
    "text_zstd": ("文本列，zstd", "text column, zstd"),
    "text_zstd_1": ("文本列，ZSTD(1)", "text column, ZSTD(1)"),
    "text_zstd_16": ("文本列，ZSTD(16)", "text column, ZSTD(16)"),
    "xz_9_zstd_16": ("xz 9，再存入 ZSTD(16) 列", "xz 9, in a ZSTD(16) column"),
}

_FAMILIES = {
    "zlib": ("zlib", "zlib"),
    "lzma": ("lzma / xz", "lzma / xz"),
    "zstd": ("zstd", "zstd"),
    "dictionary": ("zstd + 字典", "zstd + dictionary"),
    "brotli": ("brotli", "brotli"),
    "lz4": ("lz4", "lz4"),
    "merged": ("多个文档合并", "documents together"),
    "database": ("数据库", "databases"),
}

_PRINTED = (
    "text", "zlib(6)-base64", "zlib(6)", "zlib(6)-lzma(6)", "lzma(3)", "lzma(6)", "duckdb text", "postgresql zlib-lz4",
    "clickhouse text-ZSTD(1)", "clickhouse text-ZSTD(16)", "clickhouse xz(9)-ZSTD(16)", "zlib(6)-lzma merged",
    "xz(9) of merged text", "ideal",
)  # fmt: skip
_COLUMNS = {
    "saving": ("节省（%）", "saving (%)"),
    "size_of_10_million_rows": ("一千万行的大小（GiB）", "size of 10 million rows (GiB)"),
    "rows_in_25_GiB": ("25 GiB 能放的行数（万）", "rows in 25 GiB (10⁴)"),
    "rows_in_25_GiB_optimised": ("清理后 25 GiB 能放的行数（万）", "rows in 25 GiB after cleaning (10⁴)"),
}
_OFFERS = {
    "new, first order": ("新购首单，180 GB", "new, first order, 180 GB"),
    "renewal offer": ("续费优惠，180 GB", "renewal offer, 180 GB"),
    "new, any customer": ("新购，不限用户，90 GB", "new, any customer, 90 GB"),
    "storage type": ("存储型，350 GB", "storage type, 350 GB"),
}

WORDS = {
    **{f"case.{name}": words for name, words in _METHODS.items()},
    **{f"family.{name}": words for name, words in _FAMILIES.items()},
    **{
        f"audit.{case}.{column}": (f"{case}：{zh}", f"{case}: {en}")
        for case in _PRINTED
        for column, (zh, en) in _COLUMNS.items()
    },
    **{
        f"audit.offer.{name}": (f"{zh}：每 TB 每年（元）", f"{en}: CNY per TB and year")
        for name, (zh, en) in _OFFERS.items()
    },
    "audit.first zlib test.saving": ("第一次 zlib 测试：节省（%）", "first zlib test: saving (%)"),
    "audit.25 GB.text_stored": (
        "全部合并，xz 9：25 GB（或 GiB）能存的文本（TB）",
        "all together, xz 9: text that 25 GB (or GiB) hold (TB)",
    ),
    "audit.disk.board": (
        "开发板磁盘每秒 4K 读取次数，核算为所需带宽（PCIe 3.0 x4 最多 3.94 GB/s）",
        "4K reads per second of the board's disk, as the bandwidth they need (PCIe 3.0 x4 carries 3.94 GB/s)",
    ),
    "audit.disk.cloud": (
        "云盘每秒 4K 读取次数，核算为所需带宽（厂商手册 0.15 GB/s）",
        "4K reads per second of the cloud disk, as the bandwidth they need (its manual: 0.15 GB/s)",
    ),
    "corpus.profiles": ("玩家资料页", "Player profiles"),
    "corpus.docs": ("Java API 文档", "Java API documentation"),
    "axis.compress_speed": ("压缩速度（MB/s，对数轴）", "compression speed (MB/s, log scale)"),
    "axis.decompress_speed": ("解压速度（MB/s，对数轴）", "decompression speed (MB/s, log scale)"),
    "axis.compression_ratio": ("压缩比（原大小 ÷ 压缩后，对数轴）", "ratio (raw ÷ stored, log scale)"),
    "axis.stored_share": ("占原大小的百分比", "% of the raw size"),
    "axis.touched": ("取一个文档要解压的字节数（对数轴）", "bytes decompressed to fetch one document (log scale)"),
    "legend.front": ("没有别的方法同时更小更快", "nothing else is smaller and faster"),
    "caption.documents": (
        "{corpus}，{documents}个文档，共 {raw}；单进程；{versions}。",
        "{corpus}, {documents} documents, {raw} in all; one process; {versions}.",
    ),
    "caption.capacity": (
        "页面大小取原文的平均值；后几行是原文没有测的方法。",
        "Pages have the source's mean size. The last rows are methods it did not try.",
    ),
    "caption.fetches": (
        "{corpus}。按主键逐个取二十个文档，取平均；事先压好的不含客户端解压。冷：停服务器、清页缓存、再启动之后的第一遍，只有一遍。",
        "{corpus}. The mean of twenty documents fetched by key one after the other; where packed beforehand, before the"
        " client unpacks. Cold is one pass, the first after the server was stopped and the page cache dropped.",
    ),
    "caption.methods": (
        "{corpus}。数据库的两种速度是整批导入（含落盘）和全部读回。",
        "{corpus}. Of databases the two speeds are those of loading everything, synced, and of reading it all back.",
    ),
    "caption.tools": (
        "同一页反复压，本报告的速度 / 编译好的命令行工具的速度，方括号里是 95% 区间。下面三个速度依次是本报告、工具、"
        "本报告存下的（许多文档依次压，数据不在处理器缓存里）。zstd 和 lz4 用工具自带的基准测试，"
        "xz 和 brotli 掐头去尾计时。{host}，{day}。",
        "Our throughput over that of the compiled command-line tool on one page over and over, with 95 % intervals."
        " Below, the speeds: ours, the tool’s, and what this report stores, of many documents that come out of no"
        " cache of the processor. zstd and lz4 by the tool’s own benchmark; xz and brotli by the clock, without what"
        " it takes to start. {host}, {day}.",
    ),
    "table.tool": ("工具", "tool"),
    "table.library": ("我们的库", "our library"),
    "caption.ways": (
        "压缩：玩家资料页，每页单独取；文件一个进程一个线程，数据库各按自己的方式。大小是确定的，没有区间。",
        "Compression: profile pages, each fetched alone; files by one process and one thread, databases in their"
        " own ways. Sizes are exact and have no interval.",
    ),
    "need.pages_alone": ("存网页，占用磁盘最少", "least disk for web pages"),
    "need.pages_quick": ("与 zlib 6 一样小，压得最快", "as small as zlib 6, fastest to compress"),
    "need.pages_database": ("存在数据库里，占用磁盘最少", "least disk for them in a database"),
    "caption.pareto": (
        "越靠右越快，越靠上越小。每个文档单独压缩，每次解压都与原文比对过。",
        "Further right is faster, further up is smaller. Each document by itself; all compared after decompressing.",
    ),
    "caption.compression_sizes": (
        "磁盘上的字节数，占原文的百分比；数据库为检查点之后，不含日志。",
        "Bytes on disk as a share of the raw text; databases after a checkpoint, logs not counted.",
    ),
    "caption.merged": (
        "一条线从单独压缩走到全部合并：越往右，取一个文档要解压的越多；字典取出各页共有的内容，仍可单独取一个。",
        "A line goes from each document by itself to all in one archive: further right, more must be decompressed to"
        " fetch one document. A dictionary shares what pages have in common and still fetches one alone.",
    ),
    "part.data": ("数据", "data"),
    "part.dictionary": ("字典", "dictionary"),
    "series.xz": ("xz 9", "xz 9"),
    "series.zstd": ("zstd 19", "zstd 19"),
    "series.dictionary": ("zstd 19 + 字典", "zstd 19 + dictionary"),
    "step.one": ("单独", "alone"),
    "step.all": ("全部", "all"),
    "table.method": ("方法", "method"),
    "table.ratio": ("压缩比", "ratio"),
    "table.saving": ("节省", "saving"),
    "table.compress": ("压缩", "compress"),
    "table.decompress": ("解压", "decompress"),
    "table.documents_per_s": ("文档/秒", "documents/s"),
    "table.touched": ("取一个要解压", "decompressed for one"),
    "table.read": ("取一个要读", "read for one"),
    "table.documents": ("文档数", "documents"),
    "table.printed_rows": ("原文：25 GiB 放得下的页数", "printed: pages in 25 GiB"),
    "table.measured_rows": ("实测：{corpus}", "measured: {corpus}"),
    "table.stored_one": ("平均占用", "stored, each"),
    "table.read_cold": ("冷启动后从磁盘读", "read from the disk, cold"),
    "table.printed_saving": ("原文节省", "printed saving"),
    "table.measured_saving": ("实测节省：{corpus}", "measured saving: {corpus}"),
    "table.fetch": ("取一个文档", "fetch one"),
    "table.first_test": ("第一次 zlib 测试", "first zlib test"),
    "printed.target": ("目标值，不是一种方法", "a target, not a method"),
    "fold.methods": ("展开：全部方法", "Open: all methods"),
    "fold.audit": ("展开：逐格核算", "Open: every cell"),
    "evidence.sizes": ("{what}：{value}（原文 {printed}）", "{what}: {value} (printed: {printed})"),
    "evidence.zlib_levels": (
        "zlib 6 省 {six:.2f}%，zlib 9 省 {nine:.2f}%；9 级的文件比 6 级小 {smaller:.1f}%",
        "zlib 6 saves {six:.2f} %, zlib 9 {nine:.2f} %; the files of level 9 are {smaller:.1f} % smaller",
    ),
    "evidence.base64_lzma_3": ("zlib 6 + base64 / lzma 3 的大小", "size, zlib 6 + base64 / lzma 3"),
    "evidence.base64_lzma_6": ("zlib 6 + base64 / lzma 6 的大小", "size, zlib 6 + base64 / lzma 6"),
    "evidence.lzma_levels": (
        "1、2 级最多快到 3 级的 {quick:.2f} 倍；4 到 9 级最快为 3 级的 {slow:.2f} 倍；9 级再小 {denser:.1f}%",
        "levels 1 and 2 reach {quick:.2f} times the speed of level 3, levels 4 to 9 at most {slow:.2f} times;"
        " level 9 is {denser:.1f} % smaller",
    ),
    "evidence.lzma_few": (
        "有的只测了一两次，不足以判定谁更快",
        "some were measured once or twice, too few times to decide which is faster",
    ),
    "evidence.beaten": ("又小又快的有：{who}", "smaller and faster than lzma 3: {who}"),
    "evidence.on_the_front": ("没有别的方法比 lzma 3 又小又快", "nothing is both smaller and faster than lzma 3"),
    "evidence.zlib_lzma": ("zlib 6 再 lzma 6 / zlib 6 的大小", "size, zlib 6 then lzma 6 / zlib 6"),
    "evidence.duckdb_text": ("DuckDB 文件 / 原文的大小", "size, DuckDB's file / raw text"),
    "evidence.clickhouse_saving": (
        "ClickHouse ZSTD(16) 省 {saving:.2f}%；逐个压缩最好的是 {best}",
        "ClickHouse ZSTD(16) saves {saving:.2f} %; the best method for single documents is {best}",
    ),
    "evidence.clickhouse_best": ("两者大小之比，后者 / 前者", "size, the latter / the former"),
    "evidence.merged_size": ("lzma 6 逐个压缩 / 全部合并 xz 9 的大小", "size, lzma 6 each by itself / xz 9 of all"),
    "evidence.merged_cost": (
        "取一个文档要解压的数据是原来的 {cost:,.0f} 倍",
        "to fetch one document, {cost:,.0f} times as much is decompressed",
    ),
    "evidence.dictionary_gain": (
        "{best}：大小是 lzma 6 的 1/{gain:.1f}，仍可单独取一个文档",
        "{best}: {gain:.1f} times smaller than lzma 6, and a document can still be fetched alone",
    ),
    "evidence.slips": (
        "逐格核算，对不上的有 {n} 格：{listed}",
        "of all cells recomputed, {n} do not follow from their own row: {listed}",
    ),
    "evidence.offers_hold": ("{of} 个报价有 {n} 个算得对", "{n} of {of} offers hold"),
    "evidence.offer_slip": (
        "{disk} GB 的一个写 {printed} 元，应为 {recomputed} 元，差 {off:.0f}%",
        "the one with {disk} GB says {printed} CNY and comes to {recomputed}, off by {off:.0f} %",
    ),
    "evidence.pcie": (
        "需要 {needed:.1f} GB/s，PCIe 3.0 x4 最多 {link:.2f} GB/s，即每秒 {most:.2f} 百万次",
        "that needs {needed:.1f} GB/s; PCIe 3.0 x4 carries {link:.2f}, {most:.2f} million blocks a second",
    ),
    "evidence.fits_alone": (
        "可单独取出的最紧凑方法（{who}）能放 {millions:.2f} 百万页",
        "the densest way that fetches a page alone ({who}) holds {millions:.2f} million",
    ),
    "evidence.fits_cleaned": (
        "再加上原文的有损清理（{factor:.2f} 倍）为 {millions:.2f} 百万页",
        "with the source's lossy cleaning ({factor:.2f} times) {millions:.2f} million",
    ),
    "evidence.fits_merged": (
        "最紧凑的无损方法（{who}）能放 {millions:.2f} 百万页",
        "the densest lossless way of all ({who}) holds {millions:.2f} million",
    ),
    "planner.label": ("容量规划", "capacity planner"),
    "planner.offers": ("服务器报价", "server offers"),
    "planner.page": ("每页大小（KiB）", "page size (KiB)"),
    "planner.pages": ("页数", "number of pages"),
    "planner.disk": ("磁盘（GiB）", "disk (GiB)"),
    "planner.price": ("价格（元，全部年限）", "price (CNY, all years)"),
    "planner.years": ("年限", "years"),
    "planner.corpus": ("页面类似于", "pages like"),
    "planner.method": ("压缩方法", "method"),
    "planner.stored": ("压缩后每页", "stored page"),
    "planner.fit": ("能放页数", "pages that fit"),
    "planner.enough": ("够吗", "enough"),
    "planner.per_million": ("每百万页每年", "a million pages, a year"),
    "planner.touched": ("取一页要解压", "decompressed for one page"),
    "planner.yes": ("够", "yes"),
    "planner.no": ("不够", "no"),
    "planner.say_page": ("每页由 {raw} 变成 {stored}。", "A page of {raw} becomes {stored}."),
    "planner.say_fits": (
        "{pages} 页共占 {size}，放得下，还剩 {left}。",
        "{pages} pages take {size}: they fit, and {left} is left.",
    ),
    "planner.say_full": (
        "{pages} 页共占 {size}，放不下，只能放 {fit} 页。",
        "{pages} pages take {size}: the disk holds {fit} of them.",
    ),
    "planner.say_cost": (
        "磁盘每年 {year}，每 TiB 每年 {per_tib}，每百万页每年 {per_million}。",
        "The disk costs {year} a year: {per_tib} per TiB, {per_million} per million pages.",
    ),
    "planner.say_fetch": ("取一页要解压 {touched}。", "To fetch one page, {touched} is decompressed."),
    "planner.wrong": ("请填大于 0 的数：{field}", "Give a number above 0: {field}"),
    "planner.link": ("这份规划的链接", "link to this plan"),
    "planner.noscript": (
        "规划器要用 JavaScript 计算；压缩比见上面的表。",
        "The planner computes in JavaScript; the ratios stand in the table above.",
    ),
    "planner.caption": (
        "压缩比取自本章的实测：页面越像所选的那一类，结果越准。1 GiB = 2³⁰ 字节。",
        "The ratios are those measured in this chapter: the more your pages are like the kind chosen, the closer."
        " 1 GiB is 2³⁰ bytes.",
    ),
    "planner.missing": ("还没有测压缩方法，无从规划。", "No method was measured yet: nothing to plan with."),
    **{f"offer.{name}": words for name, words in _OFFERS.items()},
}
