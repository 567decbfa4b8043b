"""Names of systems, units, statuses, warnings: what every chapter shares."""

from ..engines.systems import SYSTEMS
from ..languages import Words

WORDS = {
    **{f"engine.{name}": system.label for name, system in SYSTEMS.items()},
    "profile.default": Words(zh="出厂设置", en="as shipped"),
    "profile.tuned": Words(zh="调优", en="tuned"),
    "profile.source": Words(zh="原文的配置", en="configured as in the source"),
    "status.timeout": Words(zh="超时", en="timed out"),
    "status.unsupported": Words(zh="不支持", en="not supported"),
    "status.failed": Words(zh="失败", en="failed"),
    "status.wrong_answer": Words(zh="答案不符", en="wrong answer"),
    "status.missing": Words(zh="未测", en="not measured"),
    "durability.full": Words(zh="每次提交都落盘", en="every commit synced"),
    "durability.relaxed": Words(zh="一秒内落盘", en="synced within a second"),
    "durability.none": Words(zh="不保证落盘", en="no sync"),
    "caption.common": Words(
        zh="{rows}行；{profile}；{durability}。",
        en="{rows} rows; {profile}; {durability}.",
    ),
    "caption.rows": Words(zh="{rows}行。", en="{rows} rows."),
    "caption.bars": Words(
        zh="误差线为 95% 区间。",
        en="Bars span the 95 % interval.",
    ),
    "caption.too_few": Words(
        zh="没有区间的只测了一两次，不据此判定高下。",
        en="Values without an interval were measured once or twice and decide nothing.",
    ),
    "caption.no_bridge": Words(
        zh="还有的没有区间，因为两边所在的会话无法相比，也不据此判定。",
        en="Others have none because the sessions of their two sides cannot be compared; they decide nothing either.",
    ),
    "caption.runs": Words(zh="两边是两次运行测的。", en="The two sides come from two runs."),
    "caption.runs_sessions": Words(
        zh="两边是两次运行测的，有的还是两次会话：后者的区间还算上了会话之间的差别和机器快慢之差。",
        en="The two sides come from two runs, some of them in two sessions: there the interval also spans what varies"
        " between sessions and how much slower the machine was in one of them.",
    ),
    "caption.sessions": Words(
        zh="两边是两次会话测的，区间还算上了会话之间的差别和机器快慢之差。",
        en="The two sides come from two sessions: the interval also spans what varies between sessions and how much"
        " slower the machine was in one of them.",
    ),
    "estimate.too_few": Words(zh="不足三次，不作判定", en="too few values to decide"),
    "estimate.runs": Words(zh="两次运行", en="two runs"),
    "estimate.too_few_sessions": Words(
        zh="不足三次，又分属两次会话，不作判定", en="too few values to decide, from two sessions"
    ),
    "estimate.too_few_runs": Words(
        zh="不足三次，又分属两次运行，不作判定", en="too few values to decide, from two runs"
    ),
    "estimate.sessions": Words(zh="两次会话", en="two sessions"),
    "estimate.sessions_open": Words(
        zh="两次会话，其间差别或机器快慢未知，不作判定",
        en="two sessions: undecided, as their spread or the machine's speed in each is not known",
    ),
    "estimate.noted": Words(zh="（{said}）", en=" ({said})"),
    "title.fastest": Words(zh="最快", en="fastest"),
    "title.lowest": Words(zh="最低", en="lowest"),
    "title.one.fastest": Words(
        zh="{who} 最快，{next} 用时是它的 {ratio} 倍", en="{who} is fastest; {next} takes {ratio} times as long"
    ),
    "title.one.lowest": Words(
        zh="{who} 最低，{next} 是它的 {ratio} 倍", en="{who} is lowest; {next} has {ratio} times as much"
    ),
    "title.no": Words(zh="分不出谁{best}", en="No system is clearly {best}"),
    "title.lines": Words(zh="{n} 项", en="{n} lines"),
    "title.lines_compared": Words(zh="可比的 {n} 项", en="{n} lines that compare systems"),
    "title.none": Words(zh="{lines}都分不出谁{best}", en="No system is clearly {best} on any of the {lines}"),
    "title.none_few": Words(
        zh="{lines}都不判谁{best}：有的系统测得太少",
        en="No system can be called {best} on any of the {lines}: some were measured too few times",
    ),
    "title.all": Words(zh="{lines}都是 {who} {best}", en="{who} is {best} on each of the {lines}"),
    "title.behind": Words(zh="；落在后面的：{told}", en="; behind: {told}"),
    "title.some": Words(zh="{best}：{told}", en="{best}: {told}"),
    "title.most": Words(zh="{who}（{lines}里的 {n} 项）", en="{who} on {n} of {lines}"),
    "title.other": Words(zh="{who}（{n} 项）", en="{who} on {n}"),
    "title.mostly_open": Words(
        zh="{lines}里有 {open} 项{unlike}；{best}：{told}",
        en="{open} of {lines} {unlike}; {best}: {told}",
    ),
    "title.plain": Words(zh="{case}：{what}", en="{case}: {what}"),
    "title.meeting": Words(zh="{said}，两者的区间有重叠", en="{said}; their intervals overlap"),
    "title.undecided": Words(zh="{said}，只测了一两次", en="{said}; measured once or twice"),
    "title.spread": Words(
        zh="最小：{least}（{least_size}）；最大：{most}（{most_size}）",
        en="Smallest: {least} ({least_size}); largest: {most} ({most_size})",
    ),
    "title.ranged": Words(
        zh="从 {least_value}（{least}）到 {most_value}（{most}）",
        en="From {least_value} ({least}) to {most_value} ({most})",
    ),
    "title.ranged_of": Words(
        zh="{who}：从 {least_value}（{least}）到 {most_value}（{most}）",
        en="{who}: from {least_value} ({least}) to {most_value} ({most})",
    ),
    "title.by_rows": Words(
        zh="从 {few}到 {many}，{what}是原来的 {least_value} 倍（{least}）到 {most_value} 倍（{most}）",
        en="{what} at {many} against {few}: {least_value} times ({least}) to {most_value} times ({most})",
    ),
    "title.directions": Words(
        zh="印出的比值里有 {n} 个在这里测了：{same} 个方向相同，{opposite} 个相反，{open} 个分不出",
        en="Of {n} printed ratios measured here, {same} point the same way, {opposite} the other way, {open} undecided",
    ),
    "title.peak": Words(
        zh="{test}：各系统的中位数都在 {n} 个线程时最高", en="{test}: every system's median is highest at {n} threads"
    ),
    "title.scaled": Words(
        zh="线程从 {few} 个加到 {many} 个，{most} 的吞吐量是原来的 {most_value} 倍，{least} 是 {least_value} 倍",
        en="{many} threads against {few}: {most_value} times the throughput on {most}, {least_value} times on {least}",
    ),
    "title.open": Words(zh="{best}：{told}；{open} 项{unlike}", en="{best}: {told}; {open} {unlike}"),
    "title.undecided_lines": Words(zh="分不出", en="undecided"),
    "title.few": Words(zh="测得太少，不判", en="measured too few times to decide"),
    "title.what.seconds": Words(zh="耗时", en="Time"),
    "title.what.rate": Words(zh="速率", en="Rate"),
    "title.what.bytes": Words(zh="大小", en="Size"),
    "warning.count": Words(zh="读这些数值要留意 {n} 点", en="{n} cautions about these values"),
    "warning.one": Words(zh="读这些数值要留意一点", en="One caution about these values"),
    "warning.few_repeats": Words(zh="重复次数少于规定：{who}", en="Fewer repeats than required: {who}"),
    "warning.stale": Words(
        zh="过时（测过之后，语句、设置或测法又有改动，有待重测）：{who}",
        en="Stale (statement, setting or method has changed since; to be measured again): {who}",
    ),
    "warning.stale_all": Words(
        zh="这里的数值全部过时：测过之后，语句、设置或测法又有改动，有待重测。",
        en="All values here are stale: statement, setting or method has changed since; they are to be measured again.",
    ),
    "warning.spread": Words(
        zh="重复之间相差较大（四分位距超过中位数的 10%，或极差超过 20%）：{who}",
        en="Repeats vary (quartiles over 10 % of the median apart, or a range over 20 %): {who}",
    ),
    "warning.from_disk": Words(
        zh="虽是热的重复，每次仍从磁盘读了 16 MiB 以上：{who}",
        en="Warm, yet each repeat read over 16 MiB from the disk: {who}",
    ),
    "warning.short": Words(
        zh="单次不到 1 毫秒，逐次计时，误差较大：{who}", en="Under 1 ms a call, timed one by one, so less exact: {who}"
    ),
    "warning.drift": Words(zh="各次重复持续朝一个方向变化：{who}", en="Repeats drift in one direction: {who}"),
    "warning.within": Words(
        zh="一轮之内吞吐量前后相差超过 10%：{who}", en="Throughput drifts by over 10 % within a turn: {who}"
    ),
    "warning.client_bound": Words(zh="客户端比服务器更忙：{who}", en="The client was busier than the server: {who}"),
    "axis.latency": Words(zh="耗时（对数轴）", en="time (log scale)"),
    "axis.rows_per_s": Words(zh="每秒导入行数（万）", en="million rows imported per second"),
    "axis.ratio": Words(zh="比值（对数轴）", en="ratio (log scale)"),
    "axis.bytes_per_row": Words(zh="每行占用的字节数", en="bytes per row"),
    "case.empty_statement": Words(zh="空语句（SELECT 1）", en="empty statement (SELECT 1)"),
    "case.index.build": Words(zh="建索引", en="index build"),
    "part.table": Words(zh="表", en="table"),
    "part.index": Words(zh="索引", en="index"),
    "table.query": Words(zh="查询", en="query"),
    "table.test": Words(zh="测试", en="test"),
    "table.statement": Words(zh="语句", en="statement"),
    "table.engine": Words(zh="系统", en="system"),
    "table.version": Words(zh="版本", en="version"),
    "table.of_rows": Words(zh="行数", en="rows"),
    "table.of_profile": Words(zh="配置", en="profile"),
    "table.of_systems": Words(zh="系统数", en="systems"),
    "table.of_cases": Words(zh="用例数", en="cases"),
    "table.took": Words(zh="用时", en="took"),
    "spent.minutes": Words(zh="{n} 分钟", en="{n} min"),
    "spent.hours": Words(zh="{n} 小时", en="{n} h"),
    "caption.spent": Words(
        zh="每个实验在每种规模、每种配置下测量用去的时间，所有系统合计；同一行里的系统轮流测量。"
        "行数是该规模的，有的用例用更小的表。",
        en="Time each experiment took at each scale in each profile, all its systems together; those in one row took"
        " turns. Rows are those of the scale; some cases use a smaller table.",
    ),
    "table.launcher": Words(zh="运行方式", en="runs as"),
    "launcher.container": Words(zh="容器", en="a container"),
    "launcher.native": Words(zh="本机程序", en="a native program"),
    "launcher.external": Words(zh="外部服务器", en="an external server"),
    "launcher.in process": Words(zh="进程内", en="a library in the client"),
    "shown.fig": Words(zh="图", en="chart"),
    "shown.tbl": Words(zh="表", en="table"),
    "table.claim": Words(zh="原文的说法", en="what the source says"),
    "table.counted": Words(zh="{what} {n} 条", en="{n} {what}"),
    "table.verdict": Words(zh="结论", en="verdict"),
    "table.evidence": Words(zh="依据", en="evidence"),
    "table.setting": Words(zh="设置", en="setting"),
    "table.limit": Words(zh="上限", en="limit"),
    "table.value": Words(zh="实测", en="measured"),
    "table.printed": Words(zh="原文", en="printed"),
    "table.measured_at": Words(zh="测量日期", en="measured on"),
    "table.stale": Words(zh="过时", en="stale"),
    "table.stale_of": Words(zh="{cases} 项中的 {stale} 项", en="{stale} of {cases} cases"),
    "table.stale_cases": Words(
        zh="这里的 {cases} 项结果里有 {stale} 项已经过时：测过之后，语句、设置或测法又有改动。"
        "用到它们的图表下面有注明，正文里由它们算出的数带 †。",
        en="{stale} of these {cases} results are stale: statement, setting or method has changed since they were"
        " measured. Charts and tables that use them say so, and numbers in the text that rest on them bear a †.",
    ),
    "table.rewritten": Words(
        zh="代码版本 {commits} 不在历史里，大概是发布前改写了；最接近的是 {nearest}。用它测的那几项等着重测。",
        en="Not in the history, probably rewritten before publication: {commits}. {nearest} is nearest; the results in"
        " question wait to be measured again.",
    ),
    "table.commit": Words(zh="代码版本", en="commit"),
    "table.scale": Words(zh="规模", en="scale"),
    "table.need": Words(zh="需要做的事", en="what you need"),
    "table.best": Words(zh="最合适", en="best"),
    "table.ways_too_few": Words(
        zh="另有 {n} 种只测了一两次，分不出高下",
        en="{n} more, measured once or twice: too few times to tell",
    ),
    "table.not_behind": Words(zh="再测时 {who} 并不落后", en="not behind when measured again: {who}"),
    "table.too_few": Words(zh="{who} 测得太少，分不出高下", en="measured too few times to tell: {who}"),
    "table.next": Words(zh="其次，差几倍 [区间]", en="next best, times worse [interval]"),
    "table.written": Words(zh="写入磁盘", en="written"),
    "table.write_rate": Words(zh="写入速率", en="write rate"),
    "table.share": Words(zh="占上限", en="share of the limit"),
    "table.suspect": Words(zh="可疑", en="suspect"),
    "table.figure": Words(zh="原文数字", en="figure"),
    "table.recomputed": Words(zh="核算", en="recomputed"),
    "fold.rates": Words(zh="展开：每项的速度", en="Open: every rate"),
    "fold.times": Words(zh="展开：每项的耗时", en="Open: every time"),
    "fold.reads": Words(zh="展开：每项读过的行与页", en="Open: the rows and pages each reads"),
    "fold.statements": Words(zh="展开：每条语句", en="Open: every statement"),
    "fold.printed": Words(zh="展开：原文印出的每个数，与实测对照", en="Open: every printed figure, and ours beside it"),
    "fold.measured": Words(zh="展开：每次测量的版本与日期", en="Open: version and date of every measurement"),
    "fold.settings": Words(zh="展开：两种配置不同的设置", en="Open: settings in which the profiles differ"),
    "table.same": Words(zh="两种配置没有差别。", en="No setting differs."),
    "verdict.reproduced": Words(zh="得到复现", en="reproduced"),
    "verdict.partly": Words(zh="部分相符", en="in part"),
    "verdict.direction": Words(zh="方向一致，幅度不同", en="same direction, other size"),
    "verdict.opposite": Words(zh="与原文相反", en="the opposite"),
    "verdict.not_comparable": Words(zh="不可比", en="not comparable"),
    "verdict.too_few": Words(zh="次数不足", en="too few runs"),
    "missing.scales": Words(zh="只测了一种规模，无从比较。", en="Only one scale was measured: nothing to compare."),
    "verdict.missing": Words(zh="尚未测量", en="not measured yet"),
    "verdict.holds": Words(zh="相符", en="holds"),
    "verdict.slip": Words(zh="笔误", en="slip"),
    "verdict.overclaim": Words(zh="说过头", en="overclaim"),
    "verdict.impossible": Words(zh="不可能", en="impossible"),
    "verdict.no_difference": Words(zh="分不出", en="not told apart"),
    "verdict.open": Words(zh="区间太宽", en="interval too wide"),
    "scale.smoke": Words(zh="10 万行", en="100 thousand"),
    "scale.small": Words(zh="500 万行", en="5 million"),
    "scale.medium": Words(zh="5000 万行", en="50 million"),
    "scale.full": Words(zh="5 亿行", en="500 million"),
    "caption.hosts": Words(
        zh="机器、系统，以及有结果的会话数（一次会话从开机到下一次开机）。",
        en="Machine, system, and number of sessions with results (one lasts from boot to boot).",
    ),
    "caption.limits": Words(
        zh="每次会话测得的上限：三遍的中位数，下面是范围。最后一列是处理器做完同一份工作（散列 8 MiB）的时间，二十遍。",
        en="Limits in each session: the median of three, below it the range. The last column is how long the processor"
        " took for the same piece of work, hashing 8 MiB, twenty times.",
    ),
    "caption.measured": Words(
        zh="{experiment}：版本、规模、配置与日期。", en="{experiment}: version, scale, profile and date."
    ),
    "host.session": Words(zh="会话", en="session"),
    "host.sessions": Words(zh="会话数", en="sessions"),
    "host.cpu": Words(zh="处理器", en="processor"),
    "host.signature": Words(
        zh="系列 {family}，型号 {model}，步进 {stepping}", en="family {family}, model {model}, stepping {stepping}"
    ),
    "host.fixed_work": Words(zh="处理器做完固定工作", en="fixed work of the processor"),
    "host.cores": Words(zh="核心数", en="cores"),
    "host.memory": Words(zh="内存", en="memory"),
    "host.kernel": Words(zh="内核", en="kernel"),
    "host.system": Words(zh="系统", en="system"),
    "host.filesystem": Words(zh="文件系统", en="file system"),
    "host.virtual": Words(zh="虚拟机", en="virtual"),
    "host.yes": Words(zh="是", en="yes"),
    "host.no": Words(zh="否", en="no"),
    "limit.sequential_write": Words(zh="顺序写（含落盘）", en="sequential write, synced"),
    "limit.random_read_4k": Words(zh="4K 随机读（单线程）", en="4K random read, one thread"),
    "limit.fsync": Words(zh="每秒落盘次数（4K 追加写）", en="syncs of a 4K append"),
    "limit.memory_copy": Words(zh="内存拷贝", en="memory copy"),
    "evidence.ratio": Words(
        zh="{what}：{ratio}（原文 {printed}）",
        en="{what}: {ratio} (printed: {printed})",
    ),
    "evidence.beside": Words(zh="{what}：{ratio}", en="{what}: {ratio}"),
    "evidence.audited": Words(zh="{what}", en="{what}"),
    "evidence.claimed.about": Words(zh="原文称约 {low} 倍", en="claimed: about {low}"),
    "evidence.claimed.between": Words(zh="原文称 {low} 到 {high} 倍", en="claimed: {low} to {high}"),
    "evidence.claimed.over": Words(zh="原文称超过 {low} 倍", en="claimed: over {low}"),
    "evidence.claimed.least": Words(zh="原文称至少 {low} 倍", en="claimed: at least {low}"),
    "evidence.claimed.more": Words(zh="原文称大于 1", en="claimed: over 1"),
    "evidence.claimed.same": Words(zh="原文称相同，允许相差 {within}", en="claimed: the same, within {within}"),
    "evidence.claimed.no_more": Words(zh="原文称没有增加，允许 {within}", en="claimed: no more, within {within}"),
    "evidence.claimed.limit": Words(zh="原文称 {limit} 内没有答案", en="claimed: no answer within {limit}"),
    "part.line": Words(zh="{what}：{measured}{beside}", en="{what}: {measured}{beside}"),
    "part.beside": Words(zh="（{beside}）", en=" ({beside})"),
    "part.printed": Words(zh="原文数据 {printed}", en="printed: {printed}"),
    "part.outcome": Words(zh="{said}【{outcome}】", en="{said} – {outcome}"),
}
