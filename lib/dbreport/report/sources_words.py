"""Words of the page on the sources: every figure and claim, those of articles that have no chapter yet among them."""

from ..languages import Words

WORDS = {
    "meaning.reproduced": Words(
        zh="各部分都测出了原文所说的；“约 x 倍”按超出 1 的部分算，相差不过四分之一",
        en="every part came out as claimed; of “about x times” what is over 1 differs by a quarter at most",
    ),
    "meaning.partly": Words(
        zh="有的部分相符，有的不相符或无法判定；每一部分后面注明",
        en="some parts agree and others do not, or cannot be judged; each part says which it is",
    ),
    "meaning.direction": Words(
        zh="谁快谁慢与原文一致，但差得更多或更少", en="who is ahead is as claimed, but by more or by less"
    ),
    "meaning.opposite": Words(
        zh="测出的与原文相反；原文说相同的，这里有明确的差别",
        en="the other way round; or a clear difference where none is claimed",
    ),
    "meaning.no_difference": Words(zh="95% 区间含有 1，分不出高下", en="the 95 % interval holds 1: not told apart"),
    "meaning.not_comparable": Words(
        zh="测了，但条件不同，不能据此判定；原因写在后面",
        en="measured under conditions that cannot decide it; it says why",
    ),
    "meaning.open": Words(
        zh="原文说相同或不会更多；区间伸到了允许的范围之外，又不足以说不同",
        en="claimed to be alike, or no more; the interval reaches beyond what is allowed, and shows neither",
    ),
    "meaning.too_few": Words(zh="测得不足三次", en="fewer than three values"),
    "meaning.missing": Words(zh="还没有测", en="nothing has been measured yet"),
    "meaning.holds": Words(
        zh="不必测量：与原文自己的数字相符", en="needs no measurement: fits the source's other figures"
    ),
    "meaning.slip": Words(
        zh="不必测量：这个数字与原文别的数字对不上",
        en="needs no measurement: a figure does not fit the source's other figures",
    ),
    "meaning.overclaim": Words(
        zh="不必测量：原文自己的数字不支持这个说法",
        en="needs no measurement: the source's own figures do not bear it out",
    ),
    "meaning.impossible": Words(
        zh="不必测量：原文自己的数字或硬件的上限表明做不到",
        en="needs no measurement: ruled out by the source's other figures or by what the hardware can do",
    ),
    "caption.meanings": Words(zh="各种结论的意思。", en="What the verdicts mean."),
    "caption.verdicts": Words(zh="{n} 条说法的结论与依据。", en="Verdicts on {n} claims, with the evidence."),
    "caption.slips": Words(
        zh="与原文自己的数字对不上的。", en="What does not fit the other figures of the same source."
    ),
    "caption.standings": Words(
        zh="印出的数字在报告的何处，按实验计。", en="Printed figures by where they stand, an experiment a line."
    ),
    "evidence.no_chapter": Words(zh="这篇文章还没有写成一章", en="its article has no chapter yet"),
    "account.no_chapter": Words(zh="这篇文章还没有写成一章", en="its article has no chapter yet"),
    "account.undeclared": Words(zh="还没有交代", en="not said yet"),
    "account.beside": Words(zh="与实测并列", en="measured beside"),
    "account.recomputed": Words(zh="只作核算", en="recomputed only"),
    "account.not": Words(zh="没有测", en="not measured"),
    "fold.checks": Words(zh="展开：逐条核算", en="Open: every check"),
    "fold.figures": Words(zh="展开：{who}，{n} 个数字", en="Open: {who}, {n} figures"),
    "topic.cost": Words(zh="成本", en="Cost"),
    "topic.concurrent_select": Words(zh="并发查询", en="Concurrent queries"),
    "table.account": Words(zh="在报告里的位置", en="where it stands"),
    "table.all": Words(zh="合计", en="all"),
    "table.experiment": Words(zh="实验", en="experiment"),
    "table.meaning": Words(zh="意思", en="meaning"),
    "figure.of": Words(zh="{case}：{metric}", en="{case}, {metric}"),
    "table.system": Words(zh="系统与配置", en="system and configuration"),
    "unit.10^4 rows": Words(zh="万行", en="× 10⁴ rows"),
    "unit.10^4 lines": Words(zh="万行代码", en="× 10⁴ lines"),
    "unit.none": Words(zh="没有数值", en="no value"),
}
