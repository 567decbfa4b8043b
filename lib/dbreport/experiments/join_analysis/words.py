"""Words of the chapter on joins."""

from ...languages import Words
from .queries import QUERIES

_QUESTIONS = {
    "pairs": Words(zh="每两个城市之间的通话", en="calls between each pair of cities"),
    "busiest": Words(zh="打电话最多的一千个号码", en="the thousand busiest callers"),
    "shared_people": Words(zh="两个人的共同联系人", en="contacts two people share"),
    "shared_groups": Words(zh="两个城市的共同联系人", en="contacts two cities share"),
    "never_called": Words(zh="从未被呼叫的主叫", en="callers never called"),
    "contacts": Words(zh="每人联系过多少个号码", en="different contacts a caller"),
    "contacts_estimated": Words(zh="每人联系过多少个号码，估计值", en="different contacts, estimated"),
    "month": Words(zh="一个月，按小时", en="a month by hour"),
}
_STAGES = {
    "files": Words(zh="读文件", en="from files"),
    "loaded": Words(zh="自己的表", en="own tables"),
    "one_worker": Words(zh="一个工作进程", en="one worker"),
    "two_workers": Words(zh="两个工作进程", en="two workers"),
    "killed_worker": Words(zh="中途杀掉一个工作进程", en="one of two workers killed partway"),
}

WORDS = {
    **{f"case.{question}": words for question, words in _QUESTIONS.items()},
    **{
        f"case.{stage}.{question}": Words(
            zh=f"{_QUESTIONS[question].zh} · {how.zh}", en=f"{_QUESTIONS[question].en} · {how.en}"
        )
        for stage, how in _STAGES.items()
        if stage != "files"
        for question in QUERIES
    },
    **{f"stage.{stage}": words for stage, words in _STAGES.items()},
    "case.why.pairs_merged": Words(
        zh="小表不广播，两边排序后归并", en="no table broadcast: both sides sorted and merged"
    ),
    "case.why.pairs_broadcast": Words(zh="小表一律广播", en="the small table broadcast"),
    "case.import.loaded": Words(zh="装进自己的表", en="fill own tables"),
    "case.size.files": Words(zh="文件占用", en="size of the files"),
    "case.size.loaded": Words(zh="自己的表占用", en="size of own tables"),
    "case.session.start": Words(zh="启动一个会话", en="start of a session"),
    "case.session.empty_job": Words(zh="空任务", en="an empty job"),
    "need.join_pairs": Words(
        zh="大表两次关联小表再分组，直接读 Parquet",
        en="join a large table twice with a small one and group, from Parquet",
    ),
    "need.join_groups": Words(zh="大表自关联，直接读 Parquet", en="join a large table with itself, from Parquet"),
    "need.join_distinct": Words(
        zh="每组不同值的个数（精确），直接读 Parquet", en="count different values a group, exactly, from Parquet"
    ),
    "axis.calls": Words(zh="通话条数（对数轴）", en="calls (log scale)"),
    "missing.two_sizes": Words(zh="还没有测过两种规模。", en="Not measured at two sizes yet."),
    "join.spilled": Words(zh="溢出 {n}", en="spilled {n}"),
    "join.times": Words(zh="{n} 倍", en="{n} times"),
    "join.never": Words(zh="不会", en="never"),
    "join.all_answered": Words(zh="每个系统都答出了全部问题。", en="Every system answered every question."),
    "join.files_over_own": Words(zh="读文件 / 读表的耗时：{question}", en="time from files / own tables: {question}"),
    "join.full_disk": Words(zh="磁盘写满", en="the disk was full"),
    "join.level_never": Words(
        zh="测过的规模里，同一台机器上的 Spark 都没有追上。",
        en="At no size measured is Spark on the same machine as fast.",
    ),
    "join.level_from": Words(
        zh="同一台机器上的 Spark 从 {rows} 条起与它一样快。",
        en="Spark on the same machine is as fast from {rows} calls on.",
    ),
    "caption.join_files": Words(
        zh="各系统直接读同一批 Parquet 文件；答案逐条核对一致。越靠左越快。",
        en="All systems read the same Parquet files; their answers are compared and equal. Left is faster.",
    ),
    "caption.join_loaded": Words(
        zh="同样的问题问各系统自己的表；PostgreSQL 和 Citus 有索引，DuckDB 和 ClickHouse 按时间排序；"
        "估计值只有后两家有现成的函数。越靠左越快。",
        en="The same questions asked of a system's own tables: PostgreSQL and Citus have indexes, DuckDB and ClickHouse"
        " keep the order of time; only the latter two have a function for the estimate. Left is faster.",
    ),
    "caption.join_memory": Words(
        zh="回答每个问题时系统各进程占用内存的峰值；下面的小字是溢出到磁盘的字节，没有溢出的不写"
        "（ClickHouse 和 Spark 自己计数，Spark 按在内存里的大小计；其余是溢出目录的峰值）。",
        en="Peak memory of a system's processes during each answer. Small below, where anything was spilled, its bytes:"
        " as counted by ClickHouse and Spark themselves (Spark: as large as in memory), of the others the peak of the"
        " folder they spill into.",
    ),
    "caption.join_own": Words(
        zh="DuckDB 和 ClickHouse 的装载包括读 Parquet 文件；PostgreSQL 和 Citus 读不了，"
        "同样的行由 COPY 送进去，备行的时间不计，建索引另计，所以装载时间不能跨系统比。"
        "最后一列：把全部问题各问一遍算一轮，装载的时间要问多少轮才省得回来。",
        en="DuckDB and ClickHouse read the Parquet files while they fill. PostgreSQL and Citus cannot: the same rows"
        " are handed to COPY, their making not timed, indexes timed apart; filling cannot be compared across systems."
        " Last, how many rounds of all questions it takes until the time of filling has been saved.",
    ),
    "caption.join_estimates": Words(
        zh="误差按联系人最多的一千人算：两个答案里都有的人，估计值与精确值之差占精确值的比例；最后一列是精确答案的一千人里，估计答案也有的比例。",
        en="Errors are for callers among the thousand with most contacts in both answers: the difference as a share of"
        " the exact count. Last, the share of the exact thousand that the estimate also finds.",
    ),
    "title.join_growth": Words(
        zh="行数是 {at} 倍，耗时是 {least_value} 倍（{least}）到 {most_value} 倍（{most}）",
        en="{at} times the rows take {least_value} ({least}) to {most_value} times as long ({most})",
    ),
    "caption.join_growth": Words(
        zh="{case}。点是实测的中位数，线是拟合的，带子是重抽样的 95% 区间。",
        en="The question: {case}. Dots are measured medians, lines are fitted, bands hold 95 % of bootstrap draws.",
    ),
    "caption.join_failures": Words(
        zh="各系统没有答出的问题和原因。", en="Questions that a system did not answer, and why."
    ),
    "caption.join_cluster": Words(
        zh="启动会话、空任务，以及{case}：不用工作进程、一个、两个、杀掉两个中的一个。",
        en="Starting a session, an empty job, and the question “{case}”: without workers, with one, with two, and with"
        " one of the two killed.",
    ),
    "caption.join_why": Words(
        zh="Spark，{case}：只改一处，与不改相比。倍数是重复测得的中位数之比；其中一边只有头一次的，用头一次的。",
        en="Spark, {case}: with one thing changed, against the same unchanged. Medians of repeats, or first"
        " answers where one side has no other.",
    ),
    "caption.join_grown": Words(
        zh="小字是耗时为 {fewest}条通话时的几倍。", en="Small below: how many times as long as over {fewest} calls."
    ),
    "caption.join_fit": Words(
        zh="{case}。每条线是“固定时间 + 系数 × 条数的幂”，按相对误差拟合："
        "耗时长得比条数慢，指数取 1；长得快，固定时间取 0。"
        "小字是 {draws} 次重抽样的 95%，只测过一次的点不重抽。“最大偏差”是实测离线最远的一点，只测了两种规模的没有。"
        "“至少要几台”假定 Spark 的机器翻倍、时间就减半，网络不花时间。",
        en="The question: {case}. Each line is a fixed time plus a factor times a power of the calls, fitted by"
        " relative error: where times grow slower than calls the exponent is 1, where they grow faster nothing is"
        " fixed. Small: 95 % of {draws} bootstrap draws, in which a point measured once does not vary. The largest"
        " deviation is that of the measurement furthest from its line; with two sizes there is none. The machines Spark"
        " needs are the fewest: as if twice the machines took half the time and the network cost nothing.",
    ),
    "caption.join_public": Words(
        zh="别人的机器、别人的查询，只能比方向，不能比秒数。",
        en="Other machines and other queries: directions can be compared with ours, seconds cannot.",
    ),
    "caption.join_planned": Words(
        zh="耗时是实测规模下的，没有外推。大小按实测的几种规模拟合指数，外推到设想的规模，取测过规模最多的那台机器"
        "（存下多少字节与机器无关）。小字是 95% 区间，只有两种规模时没有。",
        en="Times are at the size measured, not extrapolated. Stored sizes are extrapolated to the planned one by an"
        " exponent fitted to the sizes measured, on the machine that measured most of them (how many bytes are stored"
        " does not depend on it). Small: the 95 % interval; with two sizes there is none.",
    ),
    "table.changed": Words(zh="改了什么", en="what was changed"),
    "table.times_as_long": Words(zh="耗时是不改的几倍", en="times as long as unchanged"),
    "table.question": Words(zh="问题", en="question"),
    "table.calls": Words(zh="通话条数", en="calls"),
    "table.measured_size": Words(zh="实测规模", en="measured at"),
    "table.status": Words(zh="结果", en="outcome"),
    "table.reason": Words(zh="原因", en="reason"),
    "table.filled": Words(zh="装载", en="filling"),
    "table.indexes": Words(zh="建索引", en="indexes"),
    "table.files": Words(zh="文件", en="files"),
    "table.own_table": Words(zh="表", en="table"),
    "table.own_index": Words(zh="索引", en="index"),
    "table.rounds": Words(zh="几轮回本", en="rounds until it pays"),
    "table.exact": Words(zh="精确", en="exact"),
    "table.estimated": Words(zh="估计", en="estimated"),
    "table.median_error": Words(zh="误差中位数", en="median error"),
    "table.largest_error": Words(zh="最大误差", en="largest error"),
    "table.found": Words(zh="找对的人", en="callers found"),
    "table.what": Words(zh="做什么", en="what"),
    "table.time": Words(zh="耗时", en="time"),
    "table.shuffled": Words(zh="混洗字节", en="bytes shuffled"),
    "table.fixed": Words(zh="固定时间", en="fixed"),
    "table.slope": Words(zh="一亿条的耗时", en="time of a hundred million calls"),
    "table.exponent": Words(zh="指数", en="exponent"),
    "table.off": Words(zh="最大偏差", en="largest deviation"),
    "table.in_an_hour": Words(zh="一小时能答多少条", en="calls answered in an hour"),
    "table.level": Words(zh="Spark 从多少条起一样快", en="calls from which Spark is as fast"),
    "table.machines": Words(zh="Spark 至少要几台", en="machines Spark needs"),
    "table.who": Words(zh="谁", en="who"),
    "table.work": Words(zh="测了什么", en="what was measured"),
    "table.said": Words(zh="结果", en="what was found"),
    "table.scenario": Words(zh="场景", en="scenario"),
    "table.planned": Words(zh="设想的规模", en="planned size"),
    "table.chapter": Words(zh="哪一章", en="chapter"),
    "public.duckdb.work": Words(
        zh="TPC-H 全部 22 条查询，相当于 100 TB 的 CSV，一台机器：192 个核心，1.5 TB 内存，本地固态盘",
        en="all 22 queries of TPC-H on what would be 100 TB of CSV, one machine: 192 cores, 1.5 TB of memory, local"
        " SSDs",
    ),
    "public.duckdb.found": Words(
        zh="全部答出，查询时间的中位数 1.19 小时，有的查询溢出约 7 TB",
        en="all answered, median 1.19 hours a query; some spilled about 7 TB",
    ),
    "public.coiled.work": Words(
        zh="TPC-H，10 GB 到 10 TB，本机与云上集群：Spark、Dask、DuckDB、Polars",
        en="TPC-H from 10 GB to 10 TB, locally and on clusters in the cloud: Spark, Dask, DuckDB, Polars",
    ),
    "public.coiled.found": Words(
        zh="没有哪个全胜：本机上 DuckDB 和 Polars 快；云上 1 TB，DuckDB 与集群相近；"
        "10 TB，DuckDB 仍可，但出不了一台机器",
        en="none wins everywhere: DuckDB and Polars locally; in the cloud DuckDB and the clusters converge at 1 TB, and"
        " at 10 TB DuckDB still does well but cannot leave its one machine",
    ),
    "public.turbine.work": Words(
        zh="40 GiB Parquet，一条过滤加聚合的查询，16 核 64 GB 的一台机器（数字转引自所链的文章）",
        en="40 GiB of Parquet, one query that filters and aggregates, one machine of 16 cores and 64 GB (quoted by the"
        " page linked)",
    ),
    "public.turbine.found": Words(
        zh="DuckDB 3.99 秒，chDB 9.3 秒，Spark 16.39 秒", en="DuckDB 3.99 s, chDB 9.3 s, Spark 16.39 s"
    ),
    "public.cost.work": Words(
        zh="几十亿条边的图计算，已发表的集群成绩与一台笔记本上的单线程程序相比（转引自所链的文章）",
        en="graph computations over billions of edges: published results of clusters against one thread on a laptop"
        " (as told by the page linked)",
    ),
    "public.cost.found": Words(
        zh="要多少核心才比得上一个好写的单线程程序：有的要几百个，有的再多也比不上",
        en="how many cores it takes to outdo one competent thread: for some systems hundreds, for some none suffice",
    ),
    "scenario.join_analysis": Words(zh="关联分析", en="association analysis"),
    "scenario.join_analysis.value": Words(zh="每两个城市之间的通话", en="calls between each pair of cities"),
    "scenario.forum": Words(zh="论坛，一张上亿行的表", en="a forum, one table of over 100 million rows"),
    "scenario.forum.value": Words(zh="一个主题的最新十帖", en="newest ten posts of a thread"),
    "scenario.half_billion": Words(zh="论坛：大表里按索引取一行", en="a forum: one row of a large table by its index"),
    "scenario.half_billion.value": Words(zh="查一个号码", en="one number"),
    "scenario.sensor": Words(zh="传感器的后端", en="a sensor's backend"),
    "scenario.sensor.value": Words(zh="最近一天按小时", en="the last day by hour"),
    "scenario.storage": Words(zh="爬虫结果，每行五页：存储", en="crawler results, five pages a row: storage"),
    "scenario.compression": Words(
        zh="爬虫结果：逐页压缩（zlib 6）", en="crawler results: pages compressed one by one (zlib 6)"
    ),
    "scenario.time": Words(
        zh="{what}：这个规模测了的系统里，中位数最短的是 {engine}，{time}",
        en="{what}: shortest median, of the systems measured at this size, on {engine}, {time}",
    ),
    "scenario.size": Words(zh="{engine}：{size}（指数 {exponent}）", en="{engine}: {size} (exponent {exponent})"),
}
