"""Words of what was measured a second time. Each entry is (Chinese, English)."""

WORDS = {
    "agreement.none": (
        "还没有任何结果在另一次会话中重测过。",
        "Nothing has been measured a second time in another session yet.",
    ),
    "agreement.ratios": (
        "在另一次会话中重测：第一次分出高下的 {decided} 个比值里，{kept} 个方向不变，{reversed} 个反转，"
        "{undecided} 个这次分不出高下。",
        "Measured a second time in another session: of {decided} ratios of two systems that the first decided,"
        " {kept} keep their direction. Reversed: {reversed}; not decided this time: {undecided}.",
    ),
    "agreement.claims": (
        "重测足以再判断的 {n} 条说法里，{alike} 条结论相同。",
        "Claims measured again in full: {n}; decided alike: {alike}.",
    ),
    "agreement.same_session": ("（同一次会话）", " (the same session)"),
    "agreement.of": ("{part} / {whole}", "{part} of {whole}"),
    "agreement.experiment": ("实验", "experiment"),
    "agreement.replication": ("重测", "replication"),
    "agreement.counted": ("比值", "ratios"),
    "agreement.kept": ("方向不变 / 第一次分出高下", "direction kept, of those decided"),
    "agreement.reversed": ("反转", "reversed"),
    "agreement.undecided": ("这次分不出高下", "not decided again"),
    "agreement.holds": ("区间含对方的值", "intervals that hold the other's value"),
    "agreement.within": ("一次会话内的标准差", "standard deviation within a session"),
    "agreement.between": ("两次会话之间的标准差", "between sessions"),
    "agreement.change": ("比值在会话之间的标准差", "of a ratio between sessions"),
    "agreement.alike": ("结论相同的说法", "claims decided alike"),
}
