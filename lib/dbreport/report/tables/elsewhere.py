"""What was found on the report's machine and measured on another: how much of it holds there, and what turns."""

from collections.abc import Sequence

from ... import stats
from ...languages import listed
from ...results import replication
from ...results.pairs import Pair
from ...results.replication import Became, Twice
from ...stats import Estimate
from .. import verdicts
from ..drawn import Drawn
from ..formats import case_label
from ..verdicts import Outcome
from ..words import word
from .shared import code, html, over, times

_MOST = 20
"""As many turned ratios are shown, those first that lie farthest apart."""


def kept(pairs: Sequence[Pair], lang: str) -> Drawn:
    """Return a line an experiment of one other machine: decided ratios, what became of them, claims decided alike."""
    columns = ("experiment", "decided", "same", "other_way", "reversed", "claims")
    rows = [_line(pair, lang) for pair in pairs]
    caption = word("hosts.kept", lang, other=pairs[0].root)
    return Drawn(html([word(f"hosts.{name}", lang) for name in columns], rows, "numbers"), caption)


def _line(pair: Pair, lang: str) -> list[str]:
    counted, claims = replication.agreement(replication.ratios(pair)), verdicts.again(pair)
    changed = [
        word("hosts.changed", lang, claim=claim, here=_outcome(was, lang), there=_outcome(now, lang))
        for claim, was, now in claims.changed
    ]
    alike = word("agreement.of", lang, part=len(claims.kept), whole=len(claims.kept) + len(changed))
    numbers = (counted.decided, counted.kept, counted.turned, counted.reversed)
    said = listed([alike, *changed], lang) if claims.kept or changed else "–"
    return [word(f"experiment.{pair.experiment}", lang), *map(str, numbers), said]


def _outcome(of: Outcome, lang: str) -> str:
    return word(f"verdict.{of}", lang)


def turned(pairs: Sequence[Pair], lang: str) -> Drawn:
    """Return the ratios of two systems that one other machine decides the other way, the farthest apart first."""
    every = [(pair, twice) for pair in pairs for twice in replication.ratios(pair) if twice.became is Became.REVERSED]
    if not every:
        return Drawn(word("hosts.none_turned", lang, other=pairs[0].root))
    every.sort(key=lambda found: -abs(found[1].log_change))
    head = [word("hosts.experiment", lang), word("hosts.case", lang)]
    head += [word("hosts.ahead", lang, host=host) for host in (_first(pairs[0]), pairs[0].root)]
    rows = [
        [
            word(f"experiment.{pair.experiment}", lang),
            over(case_label(twice.case, lang), code(f"{twice.case} {twice.scale} {twice.profile}")),
            *(ahead(twice, ratio, lang) for ratio in (twice.first, twice.second)),
        ]
        for pair, twice in every[:_MOST]
    ]  # fmt: skip
    more = word("hosts.more", lang, n=len(every), shown=_MOST) if len(every) > _MOST else ""
    return Drawn(html(head, rows), " ".join(filter(None, (word("hosts.turned", lang), more))))


def _first(pair: Pair) -> str:
    return str(pair.first["host"][0])


def ahead(twice: Twice, ratio: Estimate, lang: str) -> str:
    """Return which of the two is ahead, and by how much: of a rate who has more, of a time who has less."""
    more, less = (twice.over, twice.under) if twice.metric.endswith("throughput") else (twice.under, twice.over)
    ahead, by = (more, ratio) if ratio.value > 1 else (less, stats.inverse(ratio))
    return f"{word(f'engine.{ahead}', lang)} × {times(by)}"
