"""Words of the explorer: what its parts are called, what a sample's columns mean, and the queries to begin with."""

from typing import NamedTuple

from ..languages import Words

WORDS = {
    "explorer.any": Words(zh="（任选）", en="(any)"),
    "explorer.columns": Words(zh="展开：samples 的各列", en="Open: the columns of samples"),
    "explorer.csv": Words(zh="结果存为 CSV", en="Save the answer as CSV"),
    "explorer.drawn": Words(zh="{name}，{bars} 条", en="{name}, {bars} bars"),
    "explorer.examples": Words(zh="现成的查询", en="Queries to begin with"),
    "explorer.filters": Words(zh="筛选", en="Filters"),
    "explorer.first": Words(
        zh="{rows} 行，{ms} 毫秒；下面是前 {shown} 行", en="{rows} rows in {ms} ms; the first {shown} are shown"
    ),
    "explorer.found": Words(zh="{rows} 行，{ms} 毫秒", en="{rows} rows in {ms} ms"),
    "explorer.hint": Words(zh="也可以逐项选择，查询随之写好：", en="Or choose, and the query is written for you:"),
    "explorer.link": Words(zh="这条查询的链接", en="Link to this query"),
    "explorer.loading": Words(zh="正在装入 DuckDB 与全部样本……", en="Loading DuckDB and all samples…"),
    "explorer.log": Words(zh="（对数轴）", en=" (log scale)"),
    "explorer.missing": Words(
        zh="这里需要 JavaScript，并且要由网页服务器提供（dbreport serve）；如果这行字一直在，就是生成网站的机器上没有"
        " npm，DuckDB 没有打包进来。",
        en="This needs JavaScript and a web server (dbreport serve). If this line stays, the site was built on a"
        " machine without npm, and DuckDB is not in it.",
    ),
    "explorer.parquet": Words(zh="全部样本（Parquet）", en="All samples (Parquet)"),
    "explorer.result": Words(zh="查询结果", en="Answer"),
    "explorer.run": Words(zh="运行（Ctrl+Enter）", en="Run (Ctrl+Enter)"),
    "explorer.running": Words(zh="正在运行……", en="Running…"),
    "explorer.sql": Words(
        zh="SQL（DuckDB 的语法），表名 samples", en="SQL (DuckDB's dialect); the table is called samples"
    ),
    "explorer.stop": Words(zh="停止", en="Stop"),
    "explorer.stopped": Words(
        zh="已停止；下一条查询会重新装入样本", en="Stopped; the next query loads the samples again"
    ),
    "explorer.wrong": Words(zh="没有结果：{error}", en="No answer: {error}"),
}

COLUMNS = {
    "host": Words(zh="测量所用的机器", en="machine that measured"),
    "experiment": Words(zh="实验", en="experiment"),
    "case": Words(zh="测试项", en="case"),
    "engine": Words(zh="系统", en="system"),
    "engine_version": Words(zh="系统版本", en="version of the system"),
    "profile": Words(zh="配置", en="profile"),
    "durability": Words(zh="持久性", en="durability"),
    "scale": Words(zh="规模", en="scale"),
    "rows": Words(zh="数据行数", en="rows of data"),
    "threads": Words(zh="客户端线程数", en="client threads"),
    "repeat": Words(zh="第几次重复，从 0 起", en="repeat, from 0"),
    "temperature": Words(zh="冷启动还是热缓存", en="cold or warm"),
    "metric": Words(zh="指标", en="metric"),
    "unit": Words(zh="单位", en="unit"),
    "value": Words(zh="测得的值", en="value measured"),
    "status": Words(zh="是否测成", en="whether it was measured"),
    "reason": Words(zh="没有测成的原因", en="why it was not"),
    "started_at": Words(zh="开始时间（UTC）", en="when it began (UTC)"),
    "session": Words(zh="机器的一次会话，从开机到关机", en="session of the machine, from boot to end"),
    "attempt": Words(zh="受干扰后第几次重来，0 为首次", en="attempt, 0 unless the ones before were disturbed"),
    "disturbed": Words(zh="受到的干扰；空为没有", en="what disturbed it; empty for nothing"),
    "stale": Words(zh="测量方法改过，尚未重测", en="measured by a method that was changed since"),
}
"""The columns of `samples`; the form's choices take their labels from here."""


class Example(NamedTuple):
    """A query to begin with."""

    title: Words
    sql: str


EXAMPLES = (
    Example(
        Words(zh="导入谁最快", en="Who imports fastest"),
        """SELECT engine, host, median(value) AS rows_per_s, count(*) AS samples
FROM samples
WHERE experiment = 'half_billion' AND "case" = 'import.bulk'
  AND metric = 'throughput' AND profile = 'default' AND scale = 'small'
GROUP BY ALL
ORDER BY rows_per_s DESC""",
    ),
    Example(
        Words(zh="有无索引差多少", en="What an index brings"),
        """SELECT engine, host,
       median(value) FILTER ("case" = 'unindexed.point')
         / median(value) FILTER ("case" = 'indexed.point') AS times_as_fast
FROM samples
WHERE experiment = 'half_billion' AND metric = 'latency' AND temperature = 'warm'
  AND profile = 'default' AND scale = 'small'
GROUP BY ALL
ORDER BY times_as_fast DESC""",
    ),
    Example(
        Words(zh="每次提交写多少日志", en="Log written by a transaction"),
        """SELECT "case", engine, host, median(value) AS bytes_per_transaction
FROM samples
WHERE experiment = 'sysbench' AND metric = 'log_bytes_per_transaction'
  AND "case" LIKE 'full.oltp%' AND profile = 'default' AND value > 0
GROUP BY ALL
ORDER BY "case", bytes_per_transaction""",
    ),
    Example(
        Words(zh="重复之间差多少", en="How far repeats lie apart"),
        """WITH repeats AS (
  SELECT experiment, engine, host, "case", scale, profile, threads, temperature,
         stddev(value) / avg(value) AS spread
  FROM samples
  WHERE metric IN ('latency', 'throughput') AND status = 'ok' AND value > 0
  GROUP BY ALL
  HAVING count(*) >= 3
)
SELECT experiment, engine, median(spread) AS median_spread, max(spread) AS largest, count(*) AS cases
FROM repeats
GROUP BY ALL
ORDER BY median_spread DESC""",
    ),
    Example(
        Words(zh="哪个系统占内存最多", en="Which system takes most memory"),
        """SELECT experiment, engine, host, max(value) / 1e6 AS megabytes
FROM samples
WHERE metric = 'server_peak_memory' AND scale = 'small' AND profile = 'default'
GROUP BY ALL
ORDER BY megabytes DESC
LIMIT 40""",
    ),
    Example(
        Words(zh="没有测成的，为什么", en="What was not measured, and why"),
        """SELECT experiment, engine, "case", status, any_value(reason) AS reason, count(*) AS samples
FROM samples
WHERE status != 'ok'
GROUP BY ALL
ORDER BY ALL""",
    ),
    Example(
        Words(zh="哪天测了什么", en="What was measured when"),
        """SELECT CAST(started_at AS DATE) AS day, experiment,
       count(DISTINCT engine) AS systems, count(*) AS samples
FROM samples
GROUP BY ALL
ORDER BY day DESC, experiment""",
    ),
)
