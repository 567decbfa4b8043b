"""Words of two machines compared."""

from ..languages import Words

WORDS = {
    "hosts.one": Words(
        zh="目前只有一台机器的结果。用 dbreport host import 收进另一台的结果文件，这里就逐项比较两台机器。",
        en="Only one machine has results here. Import another's file with dbreport host import, and this page compares"
        " the two, need by need.",
    ),
    "hosts.directions": Words(
        zh="换到 {other}：在 {first} 上分出先后的 {decided} 对系统里，{kept} 对不变，{turned} 对相反"
        "（{reversed} 对明确）。",
        en="Of {decided} comparisons of two systems that {first} decides, {kept} come out the same way on {other} and"
        " {turned} the other way ({reversed} of them clearly).",
    ),
    "hosts.directions_none_clearly": Words(
        zh="换到 {other}：在 {first} 上分出先后的 {decided} 对系统里，{kept} 对不变，{turned} 对相反（都不明确）。",
        en="Of {decided} comparisons of two systems that {first} decides, {kept} come out the same way on {other} and"
        " {turned} the other way (none of them clearly).",
    ),
    "hosts.directions_all_kept": Words(
        zh="换到 {other}：在 {first} 上分出先后的 {decided} 对系统都不变。",
        en="Of {decided} comparisons of two systems that {first} decides, all come out the same way on {other}.",
    ),
    "hosts.retraced": Words(
        zh="{first} 上有 {n} 个结果，测它们的代码版本已不在历史里；其中 {covered} 个，{other} 用历史里的版本也测过："
        "凭这 {covered} 个结果分出先后的 {decided} 对系统，{kept} 对换到 {other} 不变。",
        en="{n} results on {first} were measured by commits that are not in the history. {covered} of them were"
        " measured on {other} too, by commits that are: of {decided} comparisons that these decide, {kept} come out the"
        " same way there.",
    ),
    "hosts.retraced_all": Words(
        zh="{first} 上有 {n} 个结果，测它们的代码版本已不在历史里。{other} 用历史里的版本把这 {n} 个都测过："
        "凭它们分出先后的 {decided} 对系统，换到 {other} 都不变。",
        en="{n} results on {first} were measured by commits that are not in the history. All of them were measured on"
        " {other} too, by commits that are: all {decided} comparisons that these decide come out the same way there.",
    ),
    "hosts.nothing": Words(
        zh="在 {first} 上分出先后的，{other} 都没有测过。",
        en="{other} has measured nothing that {first} decides between two systems.",
    ),
    "hosts.axis": Words(
        zh="慢几倍（越靠左，另一台越快）", en="times slower (to the left: the other machine is faster)"
    ),
    "hosts.caption": Words(
        zh="{experiment}：{other} 比 {first} 慢几倍。",
        en="{experiment}: how many times slower {other} is than {first}.",
    ),
    "hosts.no_need": Words(
        zh="{experiment}：首页所问的快慢，没有一项是 {first} 和 {other} 都测过的。",
        en="{experiment}: of what the front page asks about speed, nothing was measured on both {first} and {other}.",
    ),
    "hosts.title": Words(
        zh="{n} 个点里，{above} 个整个在 1 右边（另一台更慢），{below} 个整个在左边（更快）",
        en="Of {n} dots, {above} lie wholly right of 1 (the other machine is slower), {below} wholly left of it"
        " (faster)",
    ),
    "hosts.title_none": Words(
        zh="{n} 个点的区间都含 1：看不出哪台更快", en="All {n} intervals hold 1: neither machine is clearly faster"
    ),
    "hosts.cold": Words(zh="{need}（冷）", en="{need} (cold)"),
    "hosts.experiment": Words(zh="实验", en="experiment"),
    "hosts.case": Words(zh="测什么", en="what is measured"),
    "hosts.decided": Words(zh="分出先后的对数", en="comparisons decided"),
    "hosts.same": Words(zh="换机器后不变", en="same way on the other"),
    "hosts.other_way": Words(zh="先后相反", en="the other way"),
    "hosts.reversed": Words(zh="其中明确", en="clearly"),
    "hosts.claims": Words(zh="结论相同的原文说法", en="claims decided alike"),
    "hosts.changed": Words(zh="{claim}（这里{here}，那里{there}）", en="{claim} ({here} here, {there} there)"),
    "hosts.kept": Words(
        zh="在 {other} 上：两个系统做同一件事为一对，规模与配置相同；两台机器都测足了的原文说法才计数。",
        en="On {other}: two systems are compared at the same case, scale and profile; a claim counts where both"
        " machines measured all that it needs.",
    ),
    "hosts.none_turned": Words(
        zh="在 {other} 上，没有两个系统明确换了先后。",
        en="On {other}, no two systems clearly change places.",
    ),
    "hosts.turned": Words(
        zh="两台机器都分出高下、方向却相反的比值：各自领先的是谁，是另一个的多少倍；相差最大的在前。",
        en="Ratios that the two machines decide in opposite directions: who is ahead on each, and how many times as"
        " fast as the other. The largest differences come first.",
    ),
    "hosts.more": Words(zh="共 {n} 个，列出 {shown} 个。", en="{shown} of {n} are listed."),
    "hosts.ahead": Words(zh="在 {host} 上更快的", en="faster on {host}"),
}
