"""The map of needs: a line a need, a column a system, in each cell how far it is from the best of the line.

A need has a line for every setting it was measured under; those that decide are shown, others by `assets/heat.js`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files

from ... import discovery
from ...engines.systems import SYSTEMS, licence_class
from ...model import Durability, Profile, Scale
from ...results import select
from ..answers import Setting, Winner
from ..drawn import Drawn
from ..formats import digits, so_many
from ..front import Stored
from ..markup import Html
from ..words import word
from .shared import strong

_BANDS = (1.5, 3.0, 10.0)
"""Where a cell's shade changes, times worse than the best."""
_HEAD = '<th data-kind="{kind}" data-licence="{licence}">{name}</th>'
_ROW = """<tr data-profile="{profile}" data-scale="{scale}" data-durability="{durability}" data-own="{own}"{hidden}>
<td><a href="chapters/{page}.html">{need}</a>{under}</td>{cells}</tr>"""
_UNDER = '<small class="muted">{under}</small>'
_CELL = '<td data-system="{system}"><span class="heat band-{band}">{text}</span></td>'
"""It says whose it is: a phone, which has no room for the columns, has it stand without its head."""
_FIELD = '<label>{label} <select name="{name}">{options}</select></label>'
_OPTION = '<option value="{value}">{label}</option>'


def heat(experiments: Iterable[Stored], lang: str, keys: bool = False) -> Drawn:
    """Return the map of key-value stores, or that of all others: the two share no need."""
    lines = list(_lines(experiments, keys))
    if not lines:
        return Drawn(word("verdict.missing", lang))
    systems = sorted({name for *_, found in lines for won in found.values() for name in won.values}, key=select.place)
    heads = Html().join(
        Html.of(_HEAD, name=word(f"engine.{name}", lang), kind=SYSTEMS[name].kind, licence=licence_class(name))
        for name in systems
    )
    table = Html.of(
        files(__package__).joinpath("heat.html").read_text("utf-8").strip(),
        label=word("heat.filters", lang),
        none=word("heat.none", lang),
        unknown=word("heat.unknown", lang),
        fields=_fields(lang),
        title=word("heat.keys" if keys else "heat.tables", lang),
        heads=heads,
        rows=Html("\n").join(row for stored, need, found in lines for row in _rows(stored, need, found, systems, lang)),
    )
    bands = dict(zip("abc", map(digits, _BANDS), strict=True))
    return Drawn(table, word("caption.heat_keys", lang) if keys else word("caption.heat", lang, **bands))


def _lines(experiments: Iterable[Stored], keys: bool) -> Iterator[tuple[Stored, str, Mapping[Setting, Winner]]]:
    """Yield each need that was measured as it decides, with who is best under every setting."""
    for stored in experiments:
        for need, found in stored.settings.items():
            decisive = [winner for setting, winner in found.items() if stored.decides(setting)]
            if decisive and _of_keys(decisive[0]) == keys:
                yield stored, need, found


def _rows(
    stored: Stored, need: str, found: Mapping[Setting, Winner], systems: Sequence[str], lang: str
) -> Iterator[Html]:
    own = next(iter(found))
    for setting, winner in found.items():
        decides = setting == own
        yield Html.of(
            _ROW,
            profile=setting.profile,
            scale=setting.scale,
            durability=setting.durability,
            own=" ".join(own[:3]),
            hidden="" if decides else Html(" hidden"),
            page=discovery.notebook(stored.name),
            need=word(f"need.{need}", lang),
            under="" if decides else Html.of(_UNDER, under=_under(setting, lang)),
            cells=Html().join(_cell(winner, name, lang) for name in systems),
        )


def _under(setting: Setting, lang: str) -> str:
    rows = word("condition.rows", lang, rows=so_many(setting.rows, lang))
    words = (word(f"profile.{setting.profile}", lang), word(f"durability.{setting.durability}", lang), rows)
    return " · ".join(("", *words))


def _fields(lang: str) -> Html:
    """Return the filters: of lines first, then of columns."""
    offered = {
        "profile": {str(name): f"profile.{name}" for name in Profile},
        "scale": {str(name): f"scale_name.{name}" for name in Scale},
        "durability": {str(name): f"durability.{name}" for name in Durability},
        "kind": {name: f"kind.{name}" for name in ("server", "process")},
        "licence": {name: f"licence.{name}" for name in ("permissive", "copyleft", "restricted")},
    }
    made = []
    for name, values in offered.items():
        first = word("heat.all" if name in ("kind", "licence") else "heat.decisive", lang)
        options = [("", first), *((value, word(key, lang)) for value, key in values.items())]
        made.append(
            Html.of(
                _FIELD,
                name=name,
                label=word(f"heat.{name}", lang),
                options=Html().join(Html.of(_OPTION, value=value, label=label) for value, label in options),
            )
        )
    return Html().join(made)


def _of_keys(winner: Winner) -> bool:
    return any(SYSTEMS[name].speaks == "keys" for name in winner.values)


def _cell(winner: Winner, name: str, lang: str) -> Html:
    """Return how many times worse than the best of its line a system is, or that it cannot be told from it.

    A system that is alone in its line is best of nothing.
    """
    if name not in winner.values:
        return Html("<td></td>")
    system = word(f"engine.{name}", lang)
    if len(winner.values) == 1:
        return Html.of(_CELL, system=system, band=0, text=word("heat.alone", lang))
    if name == winner.best[0]:
        return Html.of(_CELL, system=system, band="best", text=strong("★"))
    if name in winner.too_few:
        text = word("heat.too_few", lang, ratio=digits(winner.ratios[name].value))
        return Html.of(_CELL, system=system, band=0, text=text)
    if name in winner.best:
        return Html.of(_CELL, system=system, band="same", text=word("heat.same", lang))
    ratio = winner.ratios[name].value
    return Html.of(_CELL, system=system, band=sum(ratio >= limit for limit in _BANDS), text=digits(ratio))
