"""Words of what was measured a second time."""

from ..languages import Words

WORDS = {
    "agreement.none": Words(
        zh="还没有任何结果在另一次会话中重测过。",
        en="Nothing has been measured a second time in another session yet.",
    ),
    "agreement.ratios": Words(
        zh="在另一次会话中重测：第一次分出高下的 {decided} 个比值里，{kept} 个方向不变，"
        "其中 {decided_again} 个再次分出高下；方向相反的有 {turned} 个，其中 {reversed} 个分出了高下。",
        en="Measured again in another session: of {decided} ratios of two systems that the first decided, {kept} point"
        " the same way ({decided_again} of them decided again) and {turned} the other way ({reversed} of them"
        " decided).",
    ),
    "agreement.claims": Words(
        zh="重测足以再判断的 {n} 条说法里，{alike} 条结论相同。",
        en="Of {n} claims measured again in full, {alike} were decided alike.",
    ),
    "agreement.same_session": Words(zh="（同一次会话）", en=" (the same session)"),
    "agreement.of": Words(zh="{part} / {whole}", en="{part} of {whole}"),
    "agreement.experiment": Words(zh="实验", en="experiment"),
    "agreement.counted": Words(zh="比值", en="ratios"),
    "agreement.kept": Words(zh="方向不变 / 第一次分出高下", en="direction kept, of those decided"),
    "agreement.again": Words(zh="{n} 个再次分出", en="{n} decided again"),
    "agreement.turned": Words(zh="方向相反", en="the other way"),
    "agreement.reversed": Words(zh="{n} 个分出高下", en="{n} decided"),
    "agreement.holds": Words(zh="区间含对方的值", en="intervals with the other's value in them"),
    "agreement.within": Words(zh="一次会话内的标准差", en="standard deviation within a session"),
    "agreement.between": Words(zh="两次之间 {share}", en="between two {share}"),
    "agreement.change": Words(zh="比值在会话之间的标准差", en="of a ratio between sessions"),
    "agreement.alike": Words(zh="结论相同的说法", en="claims decided alike"),
}
