"""Words of the front page: jobs, what turns a pick around, the map of needs."""

from ..languages import Words

WORDS = {
    "job.web": Words(zh="网站：许多小事务", en="A web application: many small transactions"),
    "job.ingest": Words(zh="日志与事件入库", en="Logs and events coming in"),
    "job.analytics": Words(zh="一台机器上的分析", en="Analytics on one machine"),
    "job.joins": Words(zh="大表关联", en="Joins of large tables"),
    "job.documents": Words(zh="存网页和文档", en="A store of pages and documents"),
    "job.embedded": Words(zh="程序里的键值存储", en="An embedded key-value store"),
    "job.bulk": Words(zh="成批导入，用完就扔", en="Bulk load and throw away"),
    "job.search": Words(zh="按开头或中间几个字查", en="Search by prefix or substring"),
    "condition.one_client": Words(zh="只有一个客户端", en="one client"),
    "condition.json": Words(zh="一部分列放进 JSON", en="part of the columns in one JSON"),
    "condition.base64": Words(zh="存成 base64 文本", en="stored as base64 text"),
    "condition.plain_import": Words(zh="一个连接读文本文件", en="a text file over one connection"),
    "condition.late": Words(zh="一成读数迟到", en="one in ten comes late"),
    "condition.no_index": Words(zh="没有索引", en="without an index"),
    "condition.own_tables": Words(zh="先装进自己的表", en="from tables of their own"),
    "condition.join_people": Words(
        zh="换一个问题：两个人的共同联系人", en="another question: contacts two people share"
    ),
    "condition.random": Words(zh="键的次序随机", en="keys in random order"),
    "condition.rows": Words(zh="{rows}行", en="{rows} rows"),
    "card.value": Words(zh="{who}：{value}", en="{who}: {value}"),
    "card.next.rate": Words(
        zh="其次 {who}，{first} 是它的 {ratio} 倍", en="next: {who}; {first} does {ratio} times as much"
    ),
    "card.next.seconds": Words(
        zh="其次 {who}，用时是 {first} 的 {ratio} 倍", en="next: {who}, taking {ratio} times as long as {first}"
    ),
    "card.next.bytes": Words(
        zh="其次 {who}，占盘是 {first} 的 {ratio} 倍", en="next: {who}, taking {ratio} times the space of {first}"
    ),
    "card.level": Words(
        zh="{who} 第一次测量时落后，再测时不落后，所以并列",
        en="{who} was behind the first time and not when measured again, and so shares the pick",
    ),
    "card.tie": Words(zh="测到的系统都在此列", en="all that were measured"),
    "card.immediate": Words(
        zh="都快过人能察觉的 {limit}，不分先后",
        en="all faster than the {limit} a person notices, so that all share the pick",
    ),
    "card.p99": Words(zh="{who} 的 99 百分位延迟：{time}", en="99th percentile of latency on {who}: {time}"),
    "card.disk": Words(
        zh="占盘：{who} {size}；最省的 {least} {least_size}", en="disk: {who} {size}; least, {least} {least_size}"
    ),
    "card.disk_least": Words(zh="占盘：{who} {size}，最省", en="disk: {who} {size}, the least"),
    "card.cost": Words(
        zh="这些盘一年要 {least} 到 {most} 元（原文各家云服务器的报价）",
        en="that much disk costs {least} to {most} CNY a year at the cloud offers one source printed",
    ),
    "card.flips.rate": Words(
        zh="{condition}：换成 {who}，{first} 是 {pick} 的 {ratio} 倍",
        en="{condition}: {who} instead; {first} does {ratio} times as much as {pick}",
    ),
    "card.flips.seconds": Words(
        zh="{condition}：换成 {who}，{pick} 的用时是 {first} 的 {ratio} 倍",
        en="{condition}: {who} instead; {pick} takes {ratio} times as long as {first}",
    ),
    "card.flips.bytes": Words(
        zh="{condition}：换成 {who}，{pick} 占盘是 {first} 的 {ratio} 倍",
        en="{condition}: {who} instead; {pick} takes {ratio} times the space of {first}",
    ),
    "card.holds": Words(zh="以下情形不变：{conditions}", en="The same with: {conditions}"),
    "card.unasked": Words(zh="还没有在别的情形下测过。", en="Not measured under other conditions yet."),
    "card.rows": Words(zh="{rows}行", en="{rows} rows"),
    "card.evidence": Words(zh="依据：{chapter}", en="evidence: {chapter}"),
    "card.stale": Words(zh="按旧方法测的，待重测", en="measured by an earlier method"),
    **{
        f"counted.{need}": counted
        for needs, counted in (
            (("transactions",), Words(zh="{n} 个事务/秒", en="{n} transactions/s")),
            (("reads", "record_read"), Words(zh="{n} 次读取/秒", en="{n} reads/s")),
            (("updates", "record_update"), Words(zh="{n} 次更新/秒", en="{n} updates/s")),
            (("record_insert",), Words(zh="{n} 次插入/秒", en="{n} inserts/s")),
            (("record_mix",), Words(zh="{n} 次操作/秒", en="{n} operations/s")),
            (("lookup", "latest", "contains"), Words(zh="{n} 次查询/秒", en="{n} queries/s")),
            (("kv_write", "kv_read", "kv_iterate"), Words(zh="{n} 个键/秒", en="{n} keys/s")),
            (
                ("insert_one_client", "insert_many_clients", "insert_many_rows", "sensor_insert"),
                Words(zh="{n} 行/秒", en="{n} rows/s"),
            ),
        )
        for need in needs
    },
    "heat.same": Words(zh="＝", en="="),
    "heat.too_few": Words(zh="{ratio}？", en="{ratio}?"),
    "heat.alone": Words(zh="仅此", en="alone"),
    "heat.filters": Words(zh="筛选", en="Filters"),
    "heat.profile": Words(zh="配置", en="profile"),
    "heat.scale": Words(zh="规模", en="scale"),
    "heat.durability": Words(zh="落盘", en="durability"),
    "heat.kind": Words(zh="种类", en="kind"),
    "heat.licence": Words(zh="许可证", en="licence"),
    "heat.decisive": Words(zh="卡片所依据的", en="as for the cards"),
    "heat.all": Words(zh="全部", en="all"),
    "heat.none": Words(zh="没有按这些条件测过的。", en="Nothing was measured under these conditions."),
    "heat.unknown": Words(
        zh="网址里有这里没有的筛选，没有理会：", en="Filters in the address that are not known here, left out: "
    ),
    "scale_name.smoke": Words(zh="试跑", en="smoke"),
    "scale_name.small": Words(zh="小", en="small"),
    "scale_name.medium": Words(zh="中", en="medium"),
    "scale_name.full": Words(zh="全量", en="full"),
    "kind.server": Words(zh="服务器", en="servers"),
    "kind.process": Words(zh="在进程里", en="inside the process"),
    "licence.permissive": Words(zh="宽松的开源许可", en="open source, permissive"),
    "licence.copyleft": Words(zh="要求回馈的开源许可", en="open source, copyleft"),
    "licence.restricted": Words(zh="限制商用", en="restricted"),
    "heat.tables": Words(zh="有表的系统，和读文件的引擎", en="systems with tables, and engines that read files"),
    "heat.keys": Words(zh="嵌入式键值引擎", en="embedded key-value stores"),
    "caption.heat_keys": Words(zh="读法同上表。", en="To be read as the table above."),
    "caption.heat": Words(
        zh="每一格：比这一行最好的差几倍，按时间、大小或速率。★ 中位数最好；＝ 与它分不出高下；"
        "带问号的只测了一两次，不作数；“仅此”是没有别家可比；空格：出厂设置没有测，或不列入（扩展的存法见各章）。"
        "不到 {a} 倍为灰，不到 {b} 倍为黄字，不到 {c} 倍为红字，更多为实心红底。"
        "没有另选的，是出厂设置、每次提交都落盘；各章的行数不同。隐去几列，差距仍是比全部系统里最好的。",
        en="Each cell: how many times worse than the best of its line, in time, size or rate. ★ has the best median,"
        " = cannot be told from it, ? ran once or twice and decides nothing, alone has none to compare with, blank was"
        " not measured as shipped or is not listed (for extensions see the chapters). Grey is under {a} times, yellow"
        " figures under {b}, red ones under {c}, figures on solid red more. Where nothing else is chosen, as shipped,"
        " every commit synced; chapters differ in their number of rows. With columns hidden, distances are still those"
        " from the best of all.",
    ),
}
