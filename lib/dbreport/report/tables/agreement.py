"""What was measured a second time: how far it agrees with the first, as a table and as one sentence."""

import math
from collections.abc import Sequence
from dataclasses import asdict

from ...languages import LANGUAGES, listed, paragraph
from ...results import replication
from ...results.pairs import Pair
from .. import verdicts
from ..markup import Html
from ..words import word
from .shared import code, html, over

_COLUMNS = ("experiment", "counted", "kept", "turned", "holds", "within", "change", "alike")


def agreement(pairs: Sequence[Pair], lang: str) -> str:
    """Return a line for each experiment of each replication; a sentence where there is none."""
    if not pairs:
        return word("agreement.none", lang)
    head = [word(f"agreement.{name}", lang) for name in _COLUMNS]
    return html(head, [_row(pair, lang) for pair in pairs], "numbers stacked")


def _row(pair: Pair, lang: str) -> list[str]:
    counted = replication.agreement(replication.ratios(pair))
    spread = replication.spread(pair)
    claims = verdicts.again(pair)
    where = "" if pair.apart else word("agreement.same_session", lang)
    again = word("agreement.again", lang, n=counted.decided_again)
    decidedly = word("agreement.reversed", lang, n=counted.reversed)
    between = word("agreement.between", lang, share=_share(spread.between if spread else None))
    return [
        over(word(f"experiment.{pair.experiment}", lang), Html("").join([code(pair.root), where])),
        f"{counted.ratios}",
        over(_of(counted.kept, counted.decided, lang), again),
        over(f"{counted.turned}", decidedly),
        _of(counted.holds, counted.intervals, lang),
        over(_share(spread.within if spread else None), between),
        _share(counted.change),
        _of(len(claims.kept), len(claims.kept) + len(claims.changed), lang),
    ]


def _of(part: int, whole: int, lang: str) -> str:
    return word("agreement.of", lang, part=part, whole=whole) if whole else "–"


def _share(deviation: float | None) -> str:
    """Write a standard deviation of logarithms as a share."""
    return "–" if deviation is None else f"{math.expm1(deviation):.1%}"


def agreement_sentence(pairs: Sequence[Pair]) -> dict[str, str]:
    """Return in each language how far other sessions agree with the first, or that there is none."""
    apart = [pair for pair in pairs if pair.apart]
    counted = replication.agreement([ratio for pair in apart for ratio in replication.ratios(pair)])
    return {lang: _sentence(apart, counted, lang) for lang in LANGUAGES}


def _sentence(apart: Sequence[Pair], counted: replication.Agreement, lang: str) -> str:
    if not counted.ratios:
        return word("agreement.none", lang)
    facts = asdict(counted)
    experiments = listed(dict.fromkeys(word(f"experiment.{pair.experiment}", lang) for pair in apart), lang)
    times = len({pair.root for pair in apart})
    parts = [word("agreement.ratios", lang, experiments=experiments, times=times, **facts)]
    if counted.intervals:
        parts.append(word("agreement.intervals", lang, **facts))
    claims = [verdicts.again(pair) for pair in apart]
    kept = [claim for again in claims for claim in again.kept]
    judged = kept + [claim for again in claims for claim, *_ in again.changed]
    if judged:
        told = {"claims": len(set(judged)), "n": len(judged), "alike": len(kept)}
        parts.append(word("agreement.claims", lang, **told))
    return paragraph(parts, lang)
