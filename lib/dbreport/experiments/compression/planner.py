"""The capacity planner: a form (planner.html) and the measured methods as JSON, which assets/planner.js computes with.

No server, no request: what fits and what it costs a year is worked out from page, disk, price and ratio.
"""

from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any

import polars as pl

from ...report.drawn import Drawn
from ...report.markup import Html, embedded
from ...report.offers import offers
from ...report.words import unfilled, word
from .facts import CORPORA, Key, Ways, by_corpus, label
from .printed import page_bytes

FIELDS = ("page", "pages", "disk", "price", "years")
PAGES = 10_000_000
FIRST = "files__zlib_6"
"""The method a plan begins with: what the source used to store pages by."""
SPOKEN = ("say_page", "say_fits", "say_full", "say_cost", "say_fetch", "wrong", "yes", "no", "more", "fewer")
WORDS = ("label", "offers", "corpus", "method", "link", "noscript")
HEAD = ("method", "stored", "fit", "enough", "per_million", "touched")


def planner(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return the planner with every method that was measured on any corpus, and the source's offers preset."""
    methods = _methods(by_corpus(runs), lang)
    if not methods:
        return Drawn(word("planner.missing", lang))
    first = offers()[0]
    data = {
        "locale": {"zh": "zh-CN", "en": "en"}[lang],
        "corpora": [corpus for corpus in CORPORA if any(corpus in method["ratio"] for method in methods)],
        "methods": methods,
        "start": {
            "page": round(page_bytes() / 1024, 1), "pages": PAGES,
            "disk": first.disk_gb, "price": first.price, "years": first.years,
            "method": FIRST if FIRST in {method["id"] for method in methods} else methods[0]["id"],
        },
        "presets": [{"disk": o.disk_gb, "price": o.price, "years": o.years} for o in offers()],
        "words": {name: unfilled(f"planner.{name}", lang) for name in SPOKEN},
        "names": {name: word(f"planner.{name}", lang) for name in FIELDS},
    }  # fmt: skip
    return Drawn(_form(data, lang), word("planner.caption", lang))


def _methods(stored: Mapping[str, Ways], lang: str) -> list[dict[str, Any]]:
    methods: dict[Key, dict[str, Any]] = {}
    for corpus, ways in stored.items():
        for key, way in ways.items():
            ratio = way.ratio_apart
            if ratio is None:
                continue
            method = methods.setdefault(key, {
                "id": "__".join(key),
                "label": label(key, corpus, lang),
                # what a database reads for one is its own affair
                "block": way.of_files.block if way.of_files else None,
                "ratio": {},
                "dictionary": {},  # bytes kept once, however many pages there are
            })  # fmt: skip
            method["ratio"][corpus] = round(ratio, 4)
            if way.dictionary_bytes:
                method["dictionary"][corpus] = round(way.dictionary_bytes)
    return list(methods.values())


def _form(data: dict[str, Any], lang: str) -> Html:
    words = {name: word(f"planner.{name}", lang) for name in (*FIELDS, *HEAD, *WORDS)}
    corpora = {corpus: word(f"corpus.{corpus}", lang) for corpus in data["corpora"]}
    offered = [word(f"offer.{offer.name}", lang) for offer in offers()]
    return Html.of(
        files(__package__).joinpath("planner.html").read_text("utf-8").strip(),
        embedded=embedded(data),
        fields=_each(_FIELD, ({"name": n, "label": words[n], "value": str(data["start"][n])} for n in FIELDS)),
        corpora=_each(_OPTION, ({"value": value, "label": label} for value, label in corpora.items())),
        methods=_each(_OPTION, ({"value": m["id"], "label": m["label"]} for m in data["methods"])),
        presets=_each(_PRESET, ({"n": n, "label": label} for n, label in enumerate(offered))),
        head=_each('<th scope="col">{label}</th>', ({"label": words[name]} for name in HEAD)),
        **{name: words[name] for name in WORDS},
    )


def _each(template: str, lines: Iterable[Mapping[str, object]]) -> Html:
    return Html().join(Html.of(template, **line) for line in lines)


_FIELD = (
    '<p><label for="planner-{name}">{label}</label><input id="planner-{name}" name="{name}" type="number" min="0"'
    ' step="any" inputmode="decimal" value="{value}" required></p>'
)
_OPTION = '<option value="{value}">{label}</option>'
_PRESET = '<button type="button" data-preset="{n}">{label}</button>'
