"""Words of what was measured a second time."""

from ..languages import Words

WORDS = {
    "agreement.none": Words(
        zh="还没有任何结果在另一次会话中重测过。",
        en="Nothing has been measured a second time in another session yet.",
    ),
    "agreement.ratios": Words(
        zh="在别的会话里重测过的（共 {times} 次会话）：{experiments}。第一次分出高下的比值与每遍重测各比一次，"
        "共 {decided} 次：{kept} 次方向不变，其中 {decided_again} 次再次分出高下；{turned} 次方向相反，"
        "其中 {reversed} 次分出高下。",
        en="Measured again in other sessions ({times} in all): {experiments}. Each ratio of two systems that the first"
        " session decided is compared with each new one: of {decided} comparisons, {kept} point the same way"
        " ({decided_again} of them decided again) and {turned} the other way ({reversed} of them decided).",
    ),
    "agreement.intervals": Words(
        zh="{intervals} 个区间里有 {holds} 个含另一次会话的值：区间说的是一次会话之内的波动，不是会话之间的。",
        en="{holds} of {intervals} intervals hold the other session's value: an interval tells how much repeats vary"
        " within a session, not between sessions.",
    ),
    "agreement.claims": Words(
        zh="重测得全的原文说法有 {claims} 条，再判 {n} 次，{alike} 次结论相同。",
        en="Claims measured again in full: {claims}. Of {n} new verdicts on them, {alike} are the same.",
    ),
    "caption.agreement": Words(
        zh="每行是一遍重测与第一次相比。标准差取自对数，写成百分数。“快慢”：两次的机器按校准至多相差多少倍，差得不多就不写。",
        en="Each line compares one new measurement with the first. Standard deviations are those of logarithms, as a"
        " percentage. “Speed”: how far apart the machine's calibrations lie at most, where that is much.",
    ),
    "agreement.same_session": Words(zh="（同一次会话）", en=" (the same session)"),
    "agreement.slower": Words(zh="快慢 × {times}", en="speed × {times}"),
    "agreement.of": Words(zh="{part} / {whole}", en="{part} of {whole}"),
    "agreement.experiment": Words(zh="实验", en="experiment"),
    "agreement.counted": Words(zh="比值", en="ratios"),
    "agreement.kept": Words(zh="方向不变 / 第一次分出高下", en="direction kept, of those decided"),
    "agreement.again": Words(zh="{n} 个再次分出", en="{n} decided again"),
    "agreement.turned": Words(zh="方向相反", en="the other way"),
    "agreement.reversed": Words(zh="{n} 个分出高下", en="{n} decided"),
    "agreement.holds": Words(zh="区间（含对方的值）", en="intervals with the other's value in them"),
    "agreement.within": Words(
        zh="标准差（下：两次之间）", en="standard deviation within a session (below: between two)"
    ),
    "agreement.change": Words(zh="比值的标准差（会话之间）", en="standard deviation of a ratio between sessions"),
    "agreement.alike": Words(zh="说法（结论相同）", en="claims decided alike"),
    "agreement.none_turned": Words(
        zh="分出高下的比值，没有一个方向相反。", en="No decided ratio of two systems points the other way."
    ),
    "caption.turned_again": Words(
        zh="第一次分出高下、重测时方向相反的比值：各自领先的是谁，是另一个的多少倍；变得最多的在前。",
        en="Ratios that the first session decided and a replication finds the other way: who is ahead in each, and how"
        " many times as fast as the other. The largest changes come first.",
    ),
    "agreement.case": Words(zh="测什么", en="what is measured"),
    "agreement.first": Words(zh="第一次领先的", en="ahead the first time"),
    "agreement.second": Words(zh="重测时领先的", en="ahead when measured again"),
    "agreement.undecided": Words(zh="（分不出高下）", en="(not decided)"),
    "agreement.answers": Words(
        zh="首页上关于快慢的答案有 {every} 个，在同一规模上重测过的有 {again} 个。",
        en="Of the front page's {every} answers about speed, {again} were measured again at the same scale.",
    ),
    "agreement.no_answer": Words(zh="没有一个方向相反。", en="None of them points the other way."),
    "agreement.answers_moved": Words(
        zh="其中 {n} 个，重测时有系统不再落后，首页把它与最好的并列：{which}。",
        en="In {n} of them a system was not behind when measured again, and the front page has it beside the best:"
        " {which}.",
    ),
    "agreement.answer": Words(zh="{need}（{experiment}）：{who}", en="{need} ({experiment}): {who}"),
    "agreement.coverage": Words(
        zh="下表每行是一个实验的一种规模、一种配置。{every} 行里，{again} 行在另一次会话里重测过，{machine} 行只在"
        "另一台机器上重测过，全部用例或抽样；{none} 行还没有第二次测量{where}。",
        en="Each line below is one experiment at one scale in one profile. Of {every} lines, {again} have been measured"
        " again in another session and {machine} on another machine alone, whole or by a sample of their cases; {none}"
        " have no second measurement{where}.",
    ),
    "agreement.full_alone": Words(zh="，都是最大的规模 full", en=", all at the largest scale, full"),
    "caption.coverage": Words(
        zh="每行有多少用例（每个系统各算一个）测过第二次：在另一次会话里，或在另一台机器上。",
        en="How many of each line's cases, each system's counted, have a second measurement: in another session, or on"
        " another machine.",
    ),
    "agreement.other_session": Words(zh="另一次会话", en="in another session"),
    "agreement.other_machine": Words(zh="另一台机器", en="on another machine"),
}
