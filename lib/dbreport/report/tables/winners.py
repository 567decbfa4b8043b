"""The front page's table: what a reader may need, who is best at it, and how far the next one is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from ...languages import listed
from ...results import select
from ..answers import Winner
from ..drawn import Drawn, drawn
from ..formats import written
from ..words import word
from .shared import html, names, over, strong, times


def winners(answers: Sequence[Winner], lang: str, runs: pl.DataFrame, scale: str) -> Drawn:
    """Return one experiment's answers, a line a need."""
    table = html(
        [word(f"table.{name}", lang) for name in ("need", "best", "value", "next")],
        [_line(winner, lang) for winner in answers],
        "numbers",
    )
    captioned = drawn(table, select.only(runs, "default", scale, "full"), [], lang)
    colon = "：" if lang == "zh" else ": "
    caption = word(f"experiment.{runs['experiment'][0]}", lang) + colon + captioned.caption
    return replace(captioned, caption=caption, notes=_stale(answers, lang))


def _line(winner: Winner, lang: str) -> list[str]:
    value, unit = winner.value.value, winner.unit
    best = strong(names(winner.best)[lang])
    if winner.too_few:
        best = over(best, word("table.too_few", lang, who=names(winner.too_few)[lang]))
    return [
        word(f"need.{winner.need}", lang),
        best,
        f"{value / 1e6:,.0f} MB" if unit == "bytes" else written(value, unit),
        f"{word(f'engine.{winner.next}', lang)} × {times(winner.ratio)}" if winner.next and winner.ratio else "–",
    ]


def _stale(answers: Sequence[Winner], lang: str) -> tuple[str, ...]:
    stale = [word(f"need.{winner.need}", lang) for winner in answers if winner.stale]
    if not stale:
        return ()
    if len(stale) == len(answers):
        return (word("warning.stale_all", lang),)
    return (word("warning.stale", lang, who=listed(stale, lang)),)
