"""Words of two machines compared."""

from ..languages import Words

WORDS = {
    "hosts.one": Words(
        zh="目前只有一台机器的结果。用 dbreport host import 收进另一台的结果文件，这里就逐项比较两台机器。",
        en="Only one machine has results here. Import another's file with dbreport host import, and this page compares"
        " the two, need by need.",
    ),
    "hosts.directions": Words(
        zh="换到 {other}：{first} 分出高下的 {decided} 个两系统之比里，{kept} 个方向不变，{turned} 个相反"
        "（其中 {reversed} 个分出了高下）。",
        en="Of {decided} ratios of two systems that {first} decides, {kept} point the same way on {other} and {turned}"
        " the other way ({reversed} of them decided).",
    ),
    "hosts.nothing": Words(
        zh="{other} 与 {first} 没有两个系统都测过的同一件事可比。",
        en="{other} and {first} share no case that both measured on two systems.",
    ),
    "hosts.axis": Words(
        zh="慢几倍（越靠左，另一台越快）", en="times slower (to the left: the other machine is faster)"
    ),
    "hosts.caption": Words(
        zh="{experiment}：{other} 比 {first} 慢几倍。1 是一样快；速率取倒数。",
        en="{experiment}: how many times slower {other} is than {first}. 1 means equally fast; rates are inverted.",
    ),
    "hosts.no_need": Words(
        zh="{experiment}：首页所问的，{first} 和 {other} 都测过的只有大小，与机器快慢无关。",
        en="{experiment}: of what the front page asks, {first} and {other} have only sizes in common, which do not"
        " depend on the machine.",
    ),
    "hosts.title": Words(
        zh="{n} 个点里，{above} 个整个在 1 右边（另一台更慢），{below} 个整个在左边（更快）",
        en="Of {n} dots, {above} lie wholly right of 1 (the other machine is slower), {below} wholly left of it"
        " (faster)",
    ),
    "hosts.cold": Words(zh="{need}（冷）", en="{need} (cold)"),
    "hosts.experiment": Words(zh="实验", en="experiment"),
    "hosts.case": Words(zh="测什么", en="what is measured"),
    "hosts.decided": Words(zh="分出高下的比值", en="ratios decided"),
    "hosts.same": Words(zh="换机器后方向不变", en="same way on the other"),
    "hosts.other_way": Words(zh="方向相反", en="the other way"),
    "hosts.reversed": Words(zh="其中分出高下", en="of these decided"),
    "hosts.claims": Words(zh="结论相同的原文说法", en="claims decided alike"),
    "hosts.changed": Words(zh="{claim}（这里{here}，那里{there}）", en="{claim} ({here} here, {there} there)"),
    "hosts.kept": Words(
        zh="比值是两个系统测同一件事的比，规模与配置相同；两台机器都测足了的原文说法才计数。",
        en="A ratio compares two systems at the same case, scale and profile; a claim counts where both machines"
        " measured all that it needs.",
    ),
    "hosts.none_turned": Words(
        zh="没有哪两个系统的高下，换一台机器就反过来。",
        en="No two systems clearly change places on the other machine.",
    ),
    "hosts.turned": Words(
        zh="两台机器都分出高下、方向却相反的比值：各自领先的是谁，是另一个的多少倍；相差最大的在前。",
        en="Ratios that the two machines decide in opposite directions: who is ahead on each, and how many times as"
        " fast as the other. The largest differences come first.",
    ),
    "hosts.more": Words(zh="共 {n} 个，列出 {shown} 个。", en="{shown} of {n} are listed."),
    "hosts.ahead": Words(zh="在 {host} 上更快的", en="faster on {host}"),
}
