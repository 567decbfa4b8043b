"""The capacity planner: a form and the measured methods as JSON, which assets/planner.js computes with on the page.

No server, no request: what fits and what it costs a year is worked out from page, disk, price and ratio.
"""

from __future__ import annotations

import json
from html import escape
from typing import Any

import polars as pl

from ..compressed import CORPORA, Kept, kept
from ..drawn import Drawn
from ..figures import case_label
from ..text import unfilled, word
from ..verdicts.compression import printed_rows
from ..verdicts.cost import offers

FIELDS = ("page", "pages", "disk", "price", "years")
PAGES = 10_000_000
FIRST = "files__zlib_6"
"""The method a plan begins with: what the source used to store pages by."""
SPOKEN = ("say_page", "say_fits", "say_full", "say_cost", "say_fetch", "wrong", "yes", "no")
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


def _form(data: dict[str, Any], lang: str) -> str:
    # no sign of HTML may end the script early, whatever a label holds
    embedded = json.dumps(data, ensure_ascii=True)
    for sign in "<>&":
        embedded = embedded.replace(sign, f"\\u{ord(sign):04x}")
    fields = "".join(
        f'<p><label for="planner-{name}">{word(f"planner.{name}", lang)}</label>'
        f'<input id="planner-{name}" name="{name}" type="number" min="0" step="any" inputmode="decimal"'
        f' value="{data["start"][name]}" required></p>'
        for name in FIELDS
    )
    corpora = "".join(f'<option value="{c}">{word(f"corpus.{c}", lang)}</option>' for c in data["corpora"])
    methods = "".join(f'<option value="{m["id"]}">{escape(m["label"])}</option>' for m in data["methods"])
    presets = "".join(
        f'<button type="button" data-preset="{n}">{word(f"offer.{offer.name}", lang)}</button>'
        for n, offer in enumerate(offers())
    )
    head = "".join(f'<th scope="col">{word(f"planner.{name}", lang)}</th>' for name in HEAD)
    label = word("planner.label", lang)
    return (
        f'<div class="planner" id="planner">\n<script type="application/json">{embedded}</script>\n'
        f"<noscript><p>{word('planner.noscript', lang)}</p></noscript>\n"
        f'<form aria-label="{label}"><div class="planner-offers" role="group"'
        f' aria-label="{word("planner.offers", lang)}">{presets}</div>\n<div class="planner-fields">{fields}'
        f'<p><label for="planner-corpus">{word("planner.corpus", lang)}</label>'
        f'<select id="planner-corpus" name="corpus">{corpora}</select></p>'
        f'<p><label for="planner-method">{word("planner.method", lang)}</label>'
        f'<select id="planner-method" name="method">{methods}</select></p></div></form>\n'
        f'<output class="planner-answer" aria-live="polite"></output>\n'
        f'<p class="planner-share"><a href="#planner">{word("planner.link", lang)}</a></p>\n'
        f'<table class="table numbers"><thead><tr>{head}</tr></thead><tbody></tbody></table>\n</div>'
    )
