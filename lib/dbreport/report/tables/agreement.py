"""What was measured a second time: how far it agrees with the first, and what does not."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict

from ...languages import LANGUAGES, clauses, paragraph
from ...results import replication
from ...results.pairs import Pair
from ...results.replication import Became, Twice
from .. import verdicts
from ..answers import Winner
from ..drawn import Drawn
from ..formats import case_label, digits
from ..front import Stored
from ..markup import Html
from ..words import word
from .elsewhere import ahead
from .shared import code, html, names, over

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
    if pair.slower is not None and not pair.alike:
        where = Html.of("<br>{speed}", speed=word("agreement.slower", lang, times=digits(pair.slower)))
    again = word("agreement.again", lang, n=counted.decided_again)
    decidedly = word("agreement.reversed", lang, n=counted.reversed)
    within, between = (_share(deviation) for deviation in ((spread.within, spread.between) if spread else (None, None)))
    return [
        over(word(f"experiment.{pair.experiment}", lang), Html("").join([code(pair.root), where])),
        f"{counted.ratios}",
        over(_of(counted.kept, counted.decided, lang), again),
        over(f"{counted.turned}", decidedly),
        _of(counted.holds, counted.intervals, lang),
        over(within, between),
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
    experiments = clauses(dict.fromkeys(word(f"experiment.{pair.experiment}", lang) for pair in apart), lang)
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


def turned_again(pairs: Sequence[Pair], lang: str) -> Drawn:
    """Return every ratio of two systems that was decided and points the other way again, the farthest apart first."""
    every = sorted(_turned(pairs), key=lambda found: -abs(found[1].log_change))
    if not every:
        return Drawn(word("agreement.none_turned", lang))
    head = [word(f"agreement.{name}", lang) for name in ("experiment", "case", "first", "second")]
    rows = [
        [
            over(word(f"experiment.{pair.experiment}", lang), code(pair.root)),
            over(case_label(twice.case, lang), code(f"{twice.case} {twice.scale} {twice.profile}")),
            ahead(twice, twice.first, lang),
            Html.of("{ahead} {how}", ahead=ahead(twice, twice.second, lang), how=_how(twice, lang)),
        ]
        for pair, twice in every
    ]
    return Drawn(html(head, rows, "numbers"), word("caption.turned_again", lang))


def _turned(pairs: Iterable[Pair]) -> list[tuple[Pair, Twice]]:
    return [(pair, twice) for pair in pairs for twice in replication.ratios(pair) if twice.became.turned]


def _how(twice: Twice, lang: str) -> str:
    return "" if twice.became is Became.REVERSED else word("agreement.undecided", lang)


def answers_again(experiments: Iterable[Stored]) -> dict[str, str]:
    """Return in each language how many of the front page's answers were measured again, and which of them that moved.

    A size is the same in every session: answers about speed count.
    """
    answers = [(stored.name, won) for stored in experiments for won in stored.winners if won.unit != "bytes"]
    return {lang: _answers(answers, lang) for lang in LANGUAGES}


def _answers(answers: Sequence[tuple[str, Winner]], lang: str) -> str:
    again = [won for _, won in answers if won.sessions]
    which = [
        word(
            "agreement.answer",
            lang,
            need=word(f"need.{won.need}", lang),
            experiment=word(f"experiment.{experiment}", lang),
            who=names(won.level)[lang],
        )
        for experiment, won in answers
        if won.level
    ]
    told = [word("agreement.answers", lang, every=len(answers), again=len(again))]
    if which:
        told.append(word("agreement.answers_moved", lang, n=len(which), which=clauses(which, lang)))
    elif again:
        told.append(word("agreement.no_answer", lang))
    return paragraph(told, lang)
