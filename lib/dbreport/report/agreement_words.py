"""Words of what was measured a second time."""

from ..languages import Words

WORDS = {
    "agreement.none": Words(
        zh="还没有任何结果在另一次会话中重测过。",
        en="Nothing has been measured a second time in another session yet.",
    ),
    "agreement.ratios": Words(
        zh="在另一次会话中重测：第一次分出高下的 {decided} 个比值里，{kept} 个方向不变，{reversed} 个反转，"
        "{undecided} 个这次分不出高下。",
        en="Measured a second time in another session: of {decided} ratios of two systems that the first decided,"
        " {kept} keep their direction. Reversed: {reversed}; not decided this time: {undecided}.",
    ),
    "agreement.claims": Words(
        zh="重测足以再判断的 {n} 条说法里，{alike} 条结论相同。",
        en="Claims measured again in full: {n}; decided alike: {alike}.",
    ),
    "agreement.same_session": Words(zh="（同一次会话）", en=" (the same session)"),
    "agreement.of": Words(zh="{part} / {whole}", en="{part} of {whole}"),
    "agreement.experiment": Words(zh="实验", en="experiment"),
    "agreement.replication": Words(zh="重测", en="replication"),
    "agreement.counted": Words(zh="比值", en="ratios"),
    "agreement.kept": Words(zh="方向不变 / 第一次分出高下", en="direction kept, of those decided"),
    "agreement.reversed": Words(zh="反转", en="reversed"),
    "agreement.undecided": Words(zh="这次分不出高下", en="not decided again"),
    "agreement.holds": Words(zh="区间含对方的值", en="intervals that hold the other's value"),
    "agreement.within": Words(zh="一次会话内的标准差", en="standard deviation within a session"),
    "agreement.between": Words(zh="两次会话之间的标准差", en="between sessions"),
    "agreement.change": Words(zh="比值在会话之间的标准差", en="of a ratio between sessions"),
    "agreement.alike": Words(zh="结论相同的说法", en="claims decided alike"),
}
