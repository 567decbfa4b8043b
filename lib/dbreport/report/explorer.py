"""The explorer: a form that writes SQL, examples, and a place for table and chart (explorer.html).

The page is handed words, names and queries; `lib/explorer` asks the samples, which `dbreport site` puts beside it.
"""

from importlib.resources import files
from typing import Any

from .. import discovery
from ..engines.systems import SYSTEMS
from .drawn import Drawn
from .explorer_words import COLUMNS, EXAMPLES
from .figures import NEUTRAL
from .markup import Html, embedded
from .words import unfilled, word

CHOICES = ("experiment", "metric", "case", "scale", "profile", "durability")
"""What a reader chooses from, in the order in which one choice narrows the next."""
_FIELD = """<p><label for="explorer-{name}">{label}</label><select id="explorer-{name}" name="{name}">\
<option value="">{any}</option></select></p>"""
_BUTTON = '<button type="button" data-example="{number}">{label}</button>'
_COLUMN = "<tr><td><code>{name}</code></td><td>{meaning}</td></tr>"
_SPOKEN = ("any", "drawn", "first", "found", "loading", "log", "running", "stopped", "wrong")
_PARTS = ("columns", "csv", "examples", "filters", "hint", "link", "missing", "parquet", "result", "run", "sql", "stop")


def explorer(lang: str) -> Drawn:
    """Return the explorer's page in one language."""
    data = {
        "locale": {"zh": "zh-CN", "en": "en"}[lang],
        "colour": NEUTRAL,
        "engines": {s.name: {"label": s.label.of(lang), "colour": s.colour} for s in SYSTEMS.values()},
        "experiments": {name: word(f"experiment.{name}", lang) for name in discovery.experiments()},
        "examples": [example.sql for example in EXAMPLES],
        "words": {name: unfilled(f"explorer.{name}", lang) for name in _SPOKEN},
    }
    return Drawn(_page(data, lang))


def _page(data: dict[str, Any], lang: str) -> Html:
    nothing = Html("")
    return Html.of(
        files(__package__).joinpath("explorer.html").read_text("utf-8").strip(),
        embedded=embedded(data),
        buttons=nothing.join(
            Html.of(_BUTTON, number=number, label=example.title.of(lang)) for number, example in enumerate(EXAMPLES)
        ),
        fields=nothing.join(
            Html.of(_FIELD, name=name, label=COLUMNS[name].of(lang), any=word("explorer.any", lang)) for name in CHOICES
        ),
        described=nothing.join(
            Html.of(_COLUMN, name=name, meaning=meaning.of(lang)) for name, meaning in COLUMNS.items()
        ),
        **{name: word(f"explorer.{name}", lang) for name in _PARTS},
    )
