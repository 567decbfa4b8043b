"""Words of the compression chapter, its claims' evidence and the capacity planner."""

from ...languages import Words
from .method_words import COLUMNS, CORPORA, FAMILIES, METHODS, OFFERS, PRINTED

WORDS = {
    **{f"case.{name}": words for name, words in METHODS.items()},
    **{f"family.{name}": words for name, words in FAMILIES.items()},
    **{
        f"audit.{case}.{column}": Words(zh=f"{row.zh}：{zh}", en=f"{row.en}: {en}")
        for case, row in PRINTED.items()
        for column, (zh, en) in COLUMNS.items()
    },
    **{f"row.{case}": words for case, words in PRINTED.items()},
    **CORPORA,
    **{
        f"audit.offer.{name}": Words(zh=f"{zh}：每 TiB 每年（元）", en=f"{en}: CNY per TiB and year")
        for name, (zh, en) in OFFERS.items()
    },
    "audit.first zlib test.saving": Words(zh="第一次 zlib 测试：节省（%）", en="first zlib test: saving (%)"),
    "audit.25 GB.text_stored": Words(
        zh="全部合并，xz 9：25 GB（或 GiB）能存的文本（TB）",
        en="all together, xz 9: text that 25 GB (or GiB) hold (TB)",
    ),
    "audit.disk.board": Words(
        zh="开发板磁盘每秒 4K 读取次数，核算为所需带宽（PCIe 3.0 x4 最多 3.94 GB/s）",
        en="4K reads per second of the board's disk, as the bandwidth they need (PCIe 3.0 x4 carries 3.94 GB/s)",
    ),
    "audit.disk.cloud": Words(
        zh="云盘每秒 4K 读取次数，核算为所需带宽（厂商手册 0.15 GB/s）",
        en="4K reads per second of the cloud disk, as the bandwidth they need (its manual: 0.15 GB/s)",
    ),
    "axis.compress_speed": Words(zh="压缩速度（MB/s，对数轴）", en="compression speed (MB/s, log scale)"),
    "axis.decompress_speed": Words(zh="解压速度（MB/s，对数轴）", en="decompression speed (MB/s, log scale)"),
    "axis.compression_ratio": Words(zh="压缩比（原大小 ÷ 压缩后，对数轴）", en="ratio (raw ÷ stored, log scale)"),
    "axis.stored_share": Words(zh="占原大小的百分比", en="% of the raw size"),
    "axis.touched": Words(zh="取一个文档要解压的字节（对数轴）", en="bytes decompressed to fetch one (log scale)"),
    "title.alone": Words(zh="能单独取一个文档的方式，{title}", en="{title}, where one document can be fetched alone"),
    "title.front": Words(
        zh="压得最小：{small}（压缩比 {most}）；{way}最快：{fast}（压缩比 {least}）",
        en="Smallest: {small} (ratio {most}); fastest to {way}: {fast} (ratio {least})",
    ),
    "title.front_of": Words(
        zh="{corpus}，压得最小：{small}（压缩比 {most}）；{way}最快：{fast}（压缩比 {least}）",
        en="{corpus}, smallest: {small} (ratio {most}); fastest to {way}: {fast} (ratio {least})",
    ),
    "caption.documents": Words(zh="{corpus}，{held}。", en="{corpus}, {held}."),
    "caption.held": Words(zh="{documents}个文档，共 {raw}", en="{documents} documents, {raw} in all"),
    "caption.held_by": Words(zh="{who}：{documents}", en="{who}: {documents}"),
    "caption.dictionary": Words(
        zh="字典本身有 {size}，由压成文件的全部文档分摊。",
        en="The dictionary itself has {size}, shared by all documents in files.",
    ),
    "caption.capacity": Words(
        zh="按每一类文档实测的压缩比推算；页面大小取原文的平均值，字典只算一份。后几行是原文没有测的方法。最后一列照着原文的数字造出来，只作示例。",
        en="Worked out from the ratios measured on each kind of documents; pages have the source's mean size, and a"
        " dictionary counts once. The last rows are methods it did not try. The last column was made to fit the"
        " source's figures and is an illustration.",
    ),
    "caption.saving_printed": Words(
        zh="各列为实测的每一类文档。最后一列照着原文的数字造出来，只作示例。",
        en="A column for each kind of documents measured. The last was made to fit the source's figures and is an"
        " illustration.",
    ),
    "caption.corpora": Words(
        zh="文档原样取自软件包，全部或均匀抽取。扩展指 PostgreSQL 的扩展。大小和摘要（BLAKE2b）取自压成文件的那些。",
        en="Documents are as packaged: all of them, or a sample at even intervals. Extensions are those of PostgreSQL."
        " Sizes and digest (BLAKE2b) are of those in files.",
    ),
    "table.corpus": Words(zh="文档", en="documents"),
    "table.package": Words(zh="软件包与版本", en="package and version"),
    "table.number": Words(zh="个数：文件 / 数据库 / 扩展", en="number: files / databases / extensions"),
    "table.of_documents": Words(zh="其中 {n} 个", en="{n} of them"),
    "table.median_size": Words(zh="大小的中位数", en="median size"),
    "table.mean_size": Words(zh="平均大小", en="mean size"),
    "table.made": Words(zh="本报告造的，照着原文的数字", en="made here, to fit the source's figures"),
    "caption.fetches": Words(
        zh="按主键逐个取二十个文档，取平均；事先压好的不含客户端解压。冷：停服务器、清页缓存、再启动之后的第一遍，只有一遍。",
        en="The mean of twenty documents fetched by key one after the other; where packed beforehand, before the"
        " client unpacks. Cold is one pass, the first after the server was stopped and the page cache dropped.",
    ),
    "caption.methods": Words(
        zh="{corpus}。",
        en="{corpus}.",
    ),
    "caption.methods_speeds": Words(
        zh="数据库的两种速度是整批导入（含落盘）和全部读回，别的表也一样。",
        en="For databases, the two speeds are loading (synced) and reading everything back, in the other tables too.",
    ),
    "caption.tools": Words(
        zh="同一张资料页（示例）反复压，本报告的速度 / 编译好的命令行工具的速度，方括号里是 95%"
        " 区间。下面三个速度依次是本报告、工具、"
        "本报告存下的（许多资料页依次压，数据不从处理器缓存里读）。zstd 和 lz4 用工具自带的基准测试，"
        "xz 和 brotli 掐头去尾计时。{host}，{day}。",
        en="Our throughput over that of the compiled command-line tool on one profile page (illustration) over and"
        " over, with 95 % intervals. Below, the speeds: ours, the tool’s, and what this report stores, of many profile"
        " pages, not read from the processor’s cache. zstd and lz4 by the tool’s own benchmark; xz and brotli by the"
        " clock, without what it takes to start. {host}, {day}.",
    ),
    "table.tool": Words(zh="工具", en="tool"),
    "table.library": Words(zh="我们的库", en="our library"),
    "caption.ways": Words(
        zh="压缩：Java API 文档，每页单独取；文件一个进程一个线程，数据库各按自己的方式。大小是确定的，没有区间。",
        en="Compression: pages of the Java API documentation, each fetched alone; files by one process and one thread,"
        " databases in their own ways. Sizes are exact and have no interval.",
    ),
    "need.pages_alone": Words(zh="存网页，占用磁盘最少", en="least disk for web pages"),
    "need.pages_quick": Words(zh="与 zlib 6 一样小，压得最快", en="as small as zlib 6, fastest to compress"),
    "need.pages_database": Words(zh="存在数据库里，占用磁盘最少", en="least disk for them in a database"),
    "caption.pareto": Words(
        zh="{way}：越靠右越快，越靠上越小；虚线上的没有别的比它又小又快。每个文档单独压缩，每次解压都与原文比对过。",
        en="To {way}: right is faster, up is smaller; none beats those on the dotted line in both. Each document by"
        " itself; all compared after decompressing.",
    ),
    "caption.compression_sizes": Words(
        zh="磁盘上的字节数，占原文的百分比；条末颜色较淡的一段是索引或字典。数据库为检查点之后，不含日志。",
        en="Bytes on disk as a share of the raw text; the fainter end of a bar is an index or a dictionary."
        " Databases after a checkpoint, logs not counted.",
    ),
    "title.merged": Words(zh="{series}：单独 {one} 倍，合并 {all} 倍", en="{series}: ratio {one} alone, {all} in one"),
    "caption.merged": Words(
        zh="一条线从单独压缩走到全部合并：越往右，取一个文档要解压的越多；字典取出各页共有的内容，仍可单独取一个。点旁的数字是每块的文档数。",
        en="A line goes from each document by itself to all in one archive: further right, more must be decompressed to"
        " fetch one document. A dictionary shares what pages have in common and still fetches one alone. Numbers at the"
        " points are documents a block.",
    ),
    "part.data": Words(zh="数据", en="data"),
    "part.dictionary": Words(zh="字典", en="dictionary"),
    "series.xz": Words(zh="xz 9", en="xz 9"),
    "series.zstd": Words(zh="zstd 19", en="zstd 19"),
    "series.dictionary": Words(zh="zstd 19 + 字典", en="zstd 19 + dictionary"),
    "step.one": Words(zh="单独", en="alone"),
    "step.all": Words(zh="全部", en="all"),
    "table.method": Words(zh="方法", en="method"),
    "table.ratio": Words(zh="压缩比", en="ratio"),
    "table.saving": Words(zh="节省", en="saving"),
    "table.compress": Words(zh="压缩", en="compress"),
    "table.decompress": Words(zh="解压", en="decompress"),
    "table.documents_per_s": Words(zh="文档/秒", en="documents/s"),
    "table.touched": Words(zh="取一个要解压", en="decompressed for one"),
    "table.read": Words(zh="取一个要读", en="read for one"),
    "table.documents": Words(zh="文档数", en="documents"),
    "table.printed_rows": Words(zh="原文：25 GiB 能放页数", en="printed: pages in 25 GiB"),
    "table.stored_one": Words(zh="平均占用", en="stored, each"),
    "table.read_cold": Words(zh="冷启动后从磁盘读", en="read from the disk, cold"),
    "table.printed_saving": Words(zh="原文节省", en="printed saving"),
    "table.fetch": Words(zh="取一个文档", en="fetch one"),
    "table.first_test": Words(zh="第一次 zlib 测试", en="first zlib test"),
    "printed.target": Words(zh="目标", en="a target"),
    "fold.corpora": Words(zh="展开：每种文档有多少、多大", en="Open: how many documents of each kind, and how large"),
    "fold.methods": Words(zh="展开：全部方法", en="Open: all methods"),
    "fold.fetches": Words(zh="展开：从各个数据库里取一个文档", en="Open: fetching one document from each database"),
    "fold.tools": Words(zh="展开：各级的速度与工具比", en="Open: the speed of every level beside the tool’s"),
    "fold.audit": Words(zh="展开：逐格核算", en="Open: every cell"),
    "evidence.sizes": Words(zh="{what}：{value}（原文 {printed}）", en="{what}: {value} (printed: {printed})"),
    "evidence.by_corpus": Words(zh="{said}", en="{said}"),
    "evidence.of_corpus": Words(zh="{corpus} {value}", en="{corpus} {value}"),
    "evidence.claimed.under": Words(zh="原文称不到 {share}", en="claimed: under {share}"),
    "evidence.claimed.at_most": Words(zh="原文称最多 {share}", en="claimed: at most {share}"),
    "evidence.claimed.fits": Words(zh="原文称放得下 {pages}页", en="claimed: {pages} fit"),
    "evidence.claimed.fits_not": Words(zh="原文称放不下 {pages}页", en="claimed: {pages} do not fit"),
    "evidence.zlib_levels": Words(zh="zlib 9 比 zlib 6 多省", en="saved by zlib 9 beyond what zlib 6 saves"),
    "evidence.base64_lzma_3": Words(zh="大小，zlib 6 + base64 / lzma 3", en="size, zlib 6 + base64 / lzma 3"),
    "evidence.base64_lzma_6": Words(zh="大小，zlib 6 + base64 / lzma 6", en="size, zlib 6 + base64 / lzma 6"),
    "evidence.lzma_quick": Words(
        zh="压缩速度，lzma 1、2 级中快的一级 / 3 级", en="compression speed, the faster of lzma 1 and 2 / lzma 3"
    ),
    "evidence.lzma_slow": Words(
        zh="压缩速度，lzma 4 到 9 级中最快的一级 / 3 级", en="compression speed, the fastest of lzma 4 to 9 / lzma 3"
    ),
    "evidence.lzma_denser": Words(zh="大小，lzma 3 / lzma 9", en="size, lzma 3 / lzma 9"),
    "evidence.lzma_front": Words(
        zh="逐个压缩、不用字典，比 lzma 3 又小又快的方法",
        en="methods for single documents, without a dictionary, both smaller and faster than lzma 3",
    ),
    "evidence.beaten": Words(zh="{who}", en="{who}"),
    "evidence.nobody": Words(zh="没有", en="none"),
    "evidence.zlib_lzma": Words(zh="大小，zlib 6 / zlib 6 再 lzma 6", en="size, zlib 6 / zlib 6 then lzma 6"),
    "evidence.duckdb_text": Words(zh="大小，DuckDB 的文件 / 原文", en="size, DuckDB's file / raw text"),
    "evidence.saved_text_zstd_16": Words(
        zh="压缩比，ClickHouse ZSTD(16)", en="compression ratio, ClickHouse with ZSTD(16)"
    ),
    "evidence.saved_merged_xz_9": Words(zh="压缩比，全部合并 xz 9", en="compression ratio, xz 9 of all together"),
    "evidence.clickhouse_best": Words(
        zh="大小，逐个压缩的最好方法 / ClickHouse ZSTD(16)",
        en="size, the best method for single documents / ClickHouse with ZSTD(16)",
    ),
    "evidence.merged_size": Words(
        zh="大小，逐个压缩的 lzma 6 / 全部合并 xz 9", en="size, lzma 6 each by itself / xz 9 of all together"
    ),
    "evidence.merged_cost": Words(
        zh="取一个文档要解压的数据，全部合并 / 逐个压缩",
        en="bytes decompressed to fetch one document, all together / each by itself",
    ),
    "evidence.dictionary_gain": Words(
        zh="大小，lzma 6 / 最小的字典方法（字典计入，仍可单独取一个文档）：{said}",
        en="size, lzma 6 / the smallest with a dictionary (counted; a document can still be fetched alone): {said}",
    ),
    "evidence.of_dictionary": Words(zh="{corpus} {gain:.2f}（{best}）", en="{corpus} {gain:.2f} ({best})"),
    "evidence.slip": Words(
        zh="{cell}，写 {printed}，应为 {recomputed}", en="{cell}, {printed} that should be {recomputed}"
    ),
    "evidence.slips": Words(zh="对不上的还有：{listed}", en="other cells that do not follow: {listed}"),
    "evidence.pcie": Words(
        zh="需要 {needed:.1f} GB/s，PCIe 3.0 x4 最多 {link:.2f} GB/s，即每秒 {most}次",
        en="that needs {needed:.1f} GB/s; PCIe 3.0 x4 carries {link:.2f} GB/s, {most} blocks a second",
    ),
    "evidence.fits": Words(zh="{pages}页（{who}）", en="{pages} ({who})"),
    "evidence.fits_alone": Words(
        zh="用能单独取一页的最省方法，能放的页数",
        en="pages that fit, stored by the densest method that can fetch one page alone",
    ),
    "evidence.fits_cleaned": Words(zh="同一方法，再加上原文的有损清理", en="the same with the source's lossy cleaning"),
    "evidence.fits_merged": Words(
        zh="用最省的无损方法，能放的页数", en="pages that fit with the densest lossless method"
    ),
    "planner.label": Words(zh="容量规划", en="capacity planner"),
    "planner.offers": Words(zh="服务器报价", en="server offers"),
    "planner.page": Words(zh="每页大小（KiB）", en="page size (KiB)"),
    "planner.pages": Words(zh="页数", en="number of pages"),
    "planner.disk": Words(zh="磁盘（GiB）", en="disk (GiB)"),
    "planner.price": Words(zh="价格（元，全部年限）", en="price (CNY, all years)"),
    "planner.years": Words(zh="年限", en="years"),
    "planner.corpus": Words(zh="页面类似于", en="pages like"),
    "planner.method": Words(zh="压缩方法", en="method"),
    "planner.stored": Words(zh="压缩后每页", en="stored page"),
    "planner.fit": Words(zh="能放页数", en="pages that fit"),
    "planner.enough": Words(zh="够吗", en="enough"),
    "planner.per_million": Words(zh="每百万页每年", en="a million pages, a year"),
    "planner.touched": Words(zh="取一页要解压", en="decompressed for one page"),
    "planner.yes": Words(zh="够", en="yes"),
    "planner.no": Words(zh="不够", en="no"),
    "planner.say_page": Words(zh="每页由 {raw} 变成 {stored}。", en="A page of {raw} becomes {stored}."),
    "planner.say_fits": Words(
        zh="{pages} 页共占 {size}，放得下，还剩 {left}。",
        en="{pages} pages take {size}: they fit, and {left} is left.",
    ),
    "planner.say_full": Words(
        zh="{pages} 页共占 {size}，放不下，只能放 {fit} 页。",
        en="{pages} pages take {size}: the disk holds {fit} of them.",
    ),
    "planner.say_cost": Words(
        zh="磁盘每年 {year}，每 TiB 每年 {per_tib}，每百万页每年 {per_million}。",
        en="The disk costs {year} a year: {per_tib} per TiB, {per_million} per million pages.",
    ),
    "planner.say_fetch": Words(zh="取一页要解压 {touched}。", en="To fetch one page, {touched} is decompressed."),
    "planner.wrong": Words(zh="请填大于 0 的数：{field}", en="Give a number above 0: {field}"),
    "planner.link": Words(zh="这份规划的链接", en="link to this plan"),
    "planner.noscript": Words(
        zh="规划器要用 JavaScript 计算；压缩比见上面的表。",
        en="The planner computes in JavaScript; the ratios stand in the table above.",
    ),
    "planner.caption": Words(
        zh="压缩比取自本章的实测：页面越像所选的那一类，结果越准。字典不论多少页只算一份。"
        "1 GiB = 2³⁰ 字节；原文报价的 GB、TB 都当作 GiB、TiB。",
        en="The ratios are those measured in this chapter: the more your pages are like the kind chosen, the closer."
        " A dictionary counts once, however many the pages. 1 GiB is 2³⁰ bytes; the GB and TB of the source's offers"
        " are taken as GiB and TiB.",
    ),
    "planner.more": Words(zh="再看其余 {n} 种方法", en="Show {n} more methods"),
    "planner.fewer": Words(zh="只看能放最多的", en="Show only those that hold most"),
    "planner.missing": Words(zh="还没有测压缩方法，无从规划。", en="No method was measured yet: nothing to plan with."),
    **{f"offer.{name}": words for name, words in OFFERS.items()},
    "account.compression.target": Words(zh="目标值，不是一种方法", en="a target, not a method"),
    "account.compression.own_pages": Words(
        zh="原文自己的网页没有公开，只能用来核算别的格",
        en="the source's own pages are not public; it serves to check other cells",
    ),
    "account.compression.lossy": Words(
        zh="清理掉了页里的什么没有印出来，只能核算前后的倍数",
        en="what was cleaned out of the pages is not printed; only the factor can be checked",
    ),
    "account.cost.no_disk": Words(
        zh="没有印出磁盘大小或用途，折算不出每 TB 的价格",
        en="its disk is not printed, so it makes no price per terabyte",
    ),
    "account.cost.other_disk": Words(
        zh="别的机器上的另一块磁盘；本机的磁盘限速在“机器”一页",
        en="another disk in another machine; the limits of ours stand on the page about the machine",
    ),
    "claim.cp-1": Words(zh="zlib 的最高级别只比默认级别多省不到 1%。", en=""),
    "claim.cp-2": Words(zh="不用 zlib 加 base64，直接用 xz/lzma，能多存 70% 到 78% 的文档。", en=""),
    "claim.cp-3": Words(
        zh="lzma 3 级是最好的通用选择：1、2 级快不了多少（每秒 105 对 90 个文档），4 到 9"
        " 级慢一半以上，却几乎没有收益。",
        en="",
    ),
    "claim.cp-4": Words(zh="把 zlib 的输出再用 lzma 压一遍，没有任何收益。", en=""),
    "claim.cp-5": Words(zh="DuckDB 存 HTML 文本，占用是原文的四倍以上。", en=""),
    "claim.cp-6": Words(zh="ClickHouse 用 ZSTD(16) 能省 96.3%，比逐个压缩的最好方法略好。", en=""),
    "claim.cp-7": Words(
        zh="把所有文档合并后用 xz 9 压缩，能省 99.5%，比逐个压缩好一个数量级；代价是读一个文档要多花一百到一万倍。",
        en="",
    ),
    "claim.cp-8": Words(zh="原表 lzma(3) 一行写 66，按它自己的列应为 669；另一行写 76.64，应为 74.64。", en=""),
    "claim.co-1": Words(zh="四种服务器报价折算成每 TB 每年的价格。", en=""),
    "claim.co-2": Words(zh="开发板的磁盘每秒能做 750 万次 4K 读取。", en=""),
    "claim.co-3": Words(zh="25 GB 的固态盘要放下 700 万个页面，只能靠更紧凑的格式加上有损清理。", en=""),
}
