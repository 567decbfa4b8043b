"""The map of needs: a line a need, a column a system, in each cell how far it is from the best of the line."""

from collections.abc import Iterable

from ... import discovery
from ...engines.systems import SYSTEMS
from ...results import select
from ..answers import Winner
from ..drawn import Drawn
from ..formats import digits
from ..front import Stored
from ..markup import Html
from ..words import word
from .shared import html, strong

_BANDS = (1.5, 3.0, 10.0)
"""Where a cell's shade changes, times worse than the best."""
_LINK = '<a href="chapters/{page}.html">{need}</a>'
_CELL = '<span class="heat band-{band}">{text}</span>'


def heat(experiments: Iterable[Stored], lang: str, keys: bool = False) -> Drawn:
    """Return the map of key-value stores, or that of all others: the two share no need."""
    won = ((stored.name, winner) for stored in experiments for winner in stored.winners)
    lines = [(name, winner) for name, winner in won if _of_keys(winner) == keys]
    if not lines:
        return Drawn(word("verdict.missing", lang))
    systems = sorted({name for _, winner in lines for name in winner.values}, key=select.place)
    rows = [
        [
            Html.of(_LINK, page=discovery.notebook(experiment), need=word(f"need.{winner.need}", lang)),
            *(_cell(winner, name, lang) for name in systems),
        ]
        for experiment, winner in lines
    ]
    head = [word("heat.keys" if keys else "heat.tables", lang), *(word(f"engine.{name}", lang) for name in systems)]
    return Drawn(html(head, rows, "numbers heatmap"), word("caption.heat", lang))


def _of_keys(winner: Winner) -> bool:
    return any(name in SYSTEMS and SYSTEMS[name].speaks == "keys" for name in winner.values)


def _cell(winner: Winner, name: str, lang: str) -> Html | str:
    """Return how many times worse than the best of its line a system is, or that it cannot be told from it."""
    if name not in winner.values:
        return ""
    if name == winner.best[0]:
        return Html.of(_CELL, band="best", text=strong("★"))
    if name in winner.best:
        return Html.of(_CELL, band="same", text=word("heat.same", lang))
    ratio = winner.ratios[name].value
    return Html.of(_CELL, band=sum(ratio >= limit for limit in _BANDS), text=digits(ratio))
