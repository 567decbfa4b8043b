"""Tables of the half_billion chapter."""

from __future__ import annotations

import polars as pl

from ... import stats
from ...report.drawn import Drawn
from ...report.figures import drawn
from ...report.markup import Html
from ...report.tables.shared import cell, html, per_second, times
from ...report.words import word
from ...results import select
from ...results.store import Cell, Footer
from .charts import QUERIES, printed_ratios


def results(
    runs: pl.DataFrame, lang: str, stage: str = "indexed", profile: str = "default", scale: str | None = None
) -> Drawn:
    """Return median times with intervals, a line a query, a column a system; the fastest is bold."""
    runs = select.only(runs, profile, scale)
    names = select.engines(runs)
    rows, points = [], []
    for query in QUERIES:
        found = {name: select.point(runs, name, f"{stage}.{query}") for name in names}
        if not any(found.values()):
            continue
        best = min((p.estimate.value for p in found.values() if p and p.estimate), default=None)
        rows.append([word(f"case.{query}", lang), *(cell(p, best, lang) for p in found.values())])
        points += [p for p in found.values() if p]
    head = [word("table.query", lang), *(word(f"engine.{name}", lang) for name in names)]
    return drawn(html(head, rows, "numbers"), runs, points, lang)


def against_limits(runs: pl.DataFrame, details: dict[Cell, Footer], lang: str, scale: str | None = None) -> Drawn:
    """Return what each import wrote per second beside the disk's measured limit; over it is marked suspect."""
    runs = select.only(runs, "default", scale)
    rows = []
    for name in select.engines(runs):
        cell = Cell(runs["experiment"][0], runs["host"][0], name, "default", runs["scale"][0])
        limit = max(details[cell].limits["sequential_write"]["values"])
        kept = select.together(runs, name, "import.bulk", "server_written", "duration")
        if not kept:
            continue
        wrote = stats.median([wrote for wrote, _ in kept]).value
        rate = stats.median([wrote / took for wrote, took in kept]).value
        suspect = Html.of(' <span class="bad">{said}</span>', said=word("table.suspect", lang)) if rate > limit else ""
        rows.append([
            word(f"engine.{name}", lang), f"{wrote / 1e6:,.0f} MB", per_second(rate, "bytes/s"),
            per_second(limit, "bytes/s"), Html.of("{share:.0%}{suspect}", share=rate / limit, suspect=suspect),
        ])  # fmt: skip
    head = [word(f"table.{n}", lang) for n in ("engine", "written", "write_rate", "limit", "share")]
    return drawn(html(head, rows, "numbers"), runs, [], lang)


def printed(runs: pl.DataFrame, lang: str, scale: str | None = None) -> Drawn:
    """Return MySQL / PostgreSQL as printed beside our own ratio with its interval."""
    runs = select.only(runs.filter(pl.col("engine").is_in(["mysql", "postgresql"])), "default", scale)
    rows = []
    for (stage, query), estimate in printed_ratios().items():
        ours = select.ratio(runs, ("mysql", f"{stage}.{query}"), ("postgresql", f"{stage}.{query}"))
        bound = "> " if estimate.high == float("inf") else ""
        label = f"{word(f'case.{query}', lang)} · {word(f'stage.{stage}', lang)}"
        rows.append([label, f"{bound}{estimate.value:.3g}", times(ours) if ours else word("status.missing", lang)])
    head = [
        f"MySQL / PostgreSQL · {word('table.query', lang)}",
        word("table.printed", lang),
        word("table.value", lang),
    ]
    return drawn(html(head, rows, "numbers"), runs, [], lang)
