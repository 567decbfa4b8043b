"""Words of two machines compared."""

from ..languages import Words

WORDS = {
    "hosts.one": Words(
        zh="目前只有一台机器的结果。用 dbreport host import 收进另一台的结果文件，这里就逐项比较两台机器。",
        en="Only one machine has results here. Once another's file is taken up by dbreport host import, the two are"
        " compared here, need by need.",
    ),
    "hosts.directions": Words(
        zh="换到 {other}：{first} 分出高下的 {decided} 个两系统之比里，{kept} 个方向不变，{turned} 个相反"
        "（其中 {reversed} 个分出了高下）。",
        en="Ratios of two systems that {first} decides: {decided}. On {other}, {kept} of them point the same way and"
        " {turned} the other way ({reversed} decidedly).",
    ),
    "hosts.nothing": Words(
        zh="{other} 与 {first} 没有两个系统都测过的同一件事可比。",
        en="{other} and {first} share no case of two systems that could be compared.",
    ),
    "hosts.axis": Words(
        zh="慢几倍（越靠左，另一台越快）", en="times slower (to the left: the other machine is faster)"
    ),
    "hosts.caption": Words(
        zh="{experiment}：{other} 比 {first} 慢几倍。1 是一样快；速率取倒数。",
        en="{experiment}: how many times slower {other} is than {first}. One is equally fast; rates are inverted.",
    ),
    "hosts.cold": Words(zh="{need}（冷）", en="{need} (cold)"),
}
