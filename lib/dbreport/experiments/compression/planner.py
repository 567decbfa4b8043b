"""The capacity planner: a form and the measured methods as JSON, which assets/planner.js computes with on the page.

No server, no request: what fits and what it costs a year is worked out from page, disk, price and ratio.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import polars as pl

from ...report.drawn import Drawn
from ...report.formats import case_label
from ...report.markup import Html
from ...report.words import unfilled, word
from .cost import offers
from .facts import CORPORA, Kept, kept
from .printed import printed_rows

FIELDS = ("page", "pages", "disk", "price", "years")
PAGES = 10_000_000
FIRST = "files__zlib_6"
"""The method a plan begins with: what the source used to store pages by."""
SPOKEN = ("say_page", "say_fits", "say_full", "say_cost", "say_fetch", "wrong", "yes", "no")
WORDS = ("label", "offers", "corpus", "method", "link", "noscript")
HEAD = ("method", "stored", "fit", "enough", "per_million", "touched")


def planner(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return the planner with every method that was measured on either corpus, and the source's offers preset."""
    measured = {corpus: kept(runs, corpus) for corpus in CORPORA}
    methods = _methods(measured, lang)
    if not methods:
        return Drawn(word("planner.missing", lang))
    first = offers()[0]
    data = {
        "locale": {"zh": "zh-CN", "en": "en"}[lang],
        "corpora": [corpus for corpus in CORPORA if any(corpus in method["ratio"] for method in methods)],
        "methods": methods,
        "start": {
            "page": round(printed_rows()["text"]["size"] * 1024 / 10_000, 1), "pages": PAGES,
            "disk": first.disk_gb, "price": first.price, "years": first.years,
            "method": FIRST if FIRST in {method["id"] for method in methods} else methods[0]["id"],
        },
        "presets": [{"disk": o.disk_gb, "price": o.price, "years": o.years} for o in offers()],
        "words": {name: unfilled(f"planner.{name}", lang) for name in SPOKEN},
        "names": {name: word(f"planner.{name}", lang) for name in FIELDS},
    }  # fmt: skip
    return Drawn(_form(data, lang), word("planner.caption", lang))


def _methods(measured: dict[str, dict[tuple[str, str], Kept]], lang: str) -> list[dict[str, Any]]:
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for corpus, ways in measured.items():
        for key, one in ways.items():
            ratio = one.get("ratio")
            if ratio is None:
                continue
            engine, method = key
            label = case_label(f"{corpus}.{method}", lang)
            entry = found.setdefault(key, {
                "id": f"{engine}__{method}",
                "label": label if engine == "files" else f"{word(f'engine.{engine}', lang)} · {label}",
                "block": one.facts.block if one.facts else None,  # what a database reads for one is its own affair
                "ratio": {},
            })  # fmt: skip
            entry["ratio"][corpus] = round(ratio, 4)
    return list(found.values())


def _form(data: dict[str, Any], lang: str) -> Html:
    # no sign of HTML may end the script early, whatever a label holds
    embedded = json.dumps(data, ensure_ascii=True)
    for sign in "<>&":
        embedded = embedded.replace(sign, f"\\u{ord(sign):04x}")
    said = {name: word(f"planner.{name}", lang) for name in (*FIELDS, *HEAD, *WORDS)}
    corpora = {corpus: word(f"corpus.{corpus}", lang) for corpus in data["corpora"]}
    offered = [word(f"offer.{offer.name}", lang) for offer in offers()]
    return Html.of(
        _FORM,
        embedded=Html(embedded),
        fields=_each(_FIELD, ({"name": n, "label": said[n], "value": str(data["start"][n])} for n in FIELDS)),
        corpora=_each(_OPTION, ({"value": value, "label": label} for value, label in corpora.items())),
        methods=_each(_OPTION, ({"value": m["id"], "label": m["label"]} for m in data["methods"])),
        presets=_each(_PRESET, ({"n": n, "label": label} for n, label in enumerate(offered))),
        head=_each('<th scope="col">{label}</th>', ({"label": said[name]} for name in HEAD)),
        **{name: said[name] for name in WORDS},
    )


def _each(template: str, lines: Iterable[Mapping[str, object]]) -> Html:
    return Html().join(Html.of(template, **line) for line in lines)


_FIELD = (
    '<p><label for="planner-{name}">{label}</label><input id="planner-{name}" name="{name}" type="number" min="0"'
    ' step="any" inputmode="decimal" value="{value}" required></p>'
)
_OPTION = '<option value="{value}">{label}</option>'
_PRESET = '<button type="button" data-preset="{n}">{label}</button>'
_FORM = """<div class="planner" id="planner">
<script type="application/json">{embedded}</script>
<noscript><p>{noscript}</p></noscript>
<form aria-label="{label}"><div class="planner-offers" role="group" aria-label="{offers}">{presets}</div>
<div class="planner-fields">{fields}<p><label for="planner-corpus">{corpus}</label>\
<select id="planner-corpus" name="corpus">{corpora}</select></p><p><label for="planner-method">{method}</label>\
<select id="planner-method" name="method">{methods}</select></p></div></form>
<output class="planner-answer" aria-live="polite"></output>
<p class="planner-share"><a href="#planner">{link}</a></p>
<table class="table numbers"><thead><tr>{head}</tr></thead><tbody></tbody></table>
</div>"""
