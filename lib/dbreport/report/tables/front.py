"""Tables of the front page: which system is best for which need, and of which versions the answers are."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from ... import discovery
from ...languages import LANGUAGES, clauses, listed
from ..answers import Winner
from ..drawn import Drawn, drawn
from ..formats import digits, written
from ..front import Stored
from ..markup import Html
from ..verdicts.decide import Outcome, Verdict
from ..words import known, word
from .shared import fold, html, measured, names, over, strong, times


def answers(stored: Stored, lang: str) -> Drawn:
    """Return one experiment's answers, by a table of its room's own where needs are not met by systems.

    Where nothing that meets a need was measured it says so.
    """
    if stored.winners:
        return winners(stored.winners, lang, stored.answering)
    own = getattr(discovery.part(stored.name, "tables"), "answers", None)
    answered: Drawn = own(stored.runs, lang) if own else Drawn(word("verdict.missing", lang))
    return answered


def versions(stored: Stored, lang: str) -> Drawn:
    """Return, folded, of which versions and days the results are that answer."""
    return fold(measured(stored.answering, stored.details, lang), f"experiment.{stored.name}", lang)


def outcomes(verdicts: Sequence[Verdict]) -> dict[str, str]:
    """Return how many claims came out how, for a sentence."""
    counted = Counter(verdict.outcome for verdict in verdicts)
    return {
        lang: clauses((_counted(outcome, counted[outcome], lang) for outcome in Outcome if counted[outcome]), lang)
        for lang in LANGUAGES
    }


def _counted(outcome: Outcome, n: int, lang: str) -> str:
    return word("table.counted", lang, n=n, what=word(f"verdict.{outcome}", lang))


def winners(answered: Sequence[Winner], lang: str, runs: pl.DataFrame) -> Drawn:
    """Return a line for each need: who is best, by what value, and how far the next one is. `runs` are what answers."""
    rows = [_row(winner, lang) for winner in answered]
    head = [word(f"table.{name}", lang) for name in ("need", "best", "value", "next")]
    table = drawn(html(head, rows, "numbers"), runs, [], lang)
    colon = "：" if lang == "zh" else ": "
    caption = word(f"experiment.{runs['experiment'][0]}", lang) + colon + table.caption
    return replace(table, caption=caption, notes=_stale(answered, lang))


def amount(won: Winner, engine: str, lang: str) -> str:
    """Return one system's value for a need with its unit, a rate with what it counts."""
    value, counted = won.values[engine].value, f"counted.{won.need}"
    if won.unit == "rate" and known(counted):
        return word(counted, lang, n=digits(value))
    return written(value, "size" if won.unit == "bytes" else won.unit)


def _row(winner: Winner, lang: str) -> list[str]:
    apart = winner.next and winner.ratio
    following = f"{word(f'engine.{winner.next}', lang)} × {times(winner.ratio)}" if apart else "–"
    best = Html("<br>").join(strong(word(f"engine.{name}", lang)) for name in winner.best)
    if winner.too_few:
        best = over(best, word("table.too_few", lang, who=names(winner.too_few)[lang]))
    if winner.level:
        best = over(best, word("table.not_behind", lang, who=names(winner.level)[lang]))
    return [word(f"need.{winner.need}", lang), best, amount(winner, winner.best[0], lang), following]


def _stale(answered: Sequence[Winner], lang: str) -> tuple[str, ...]:
    stale = [word(f"need.{winner.need}", lang) for winner in answered if winner.stale]
    if not stale:
        return ()
    if len(stale) == len(answered):
        return (word("warning.stale_all", lang),)
    return (word("warning.stale", lang, who=listed(stale, lang)),)
