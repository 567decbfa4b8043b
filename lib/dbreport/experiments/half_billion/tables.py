"""Tables of the half_billion chapter and, from it, the page about the machine."""

from __future__ import annotations

import polars as pl

from ... import stats
from ...report.drawn import Drawn, drawn
from ...report.markup import Html
from ...report.tables.by_system import case_times
from ...report.tables.shared import html, per_second, times
from ...report.words import word
from ...results import select
from ...results.store import Cell, Footer
from .facts import MY, PG, QUERIES, compared


def results(runs: pl.DataFrame, lang: str, stage: str = "indexed") -> Drawn:
    """Return median times with intervals, a line a query, a column a system; the fastest is bold."""
    measured = set(runs["case"])
    return case_times(runs, lang, [case for query in QUERIES if (case := f"{stage}.{query}") in measured], "query")


def against_limits(runs: pl.DataFrame, details: dict[Cell, Footer], lang: str, scale: str | None = None) -> Drawn:
    """Return what each import wrote per second beside the disk's measured limit; over it is marked suspect."""
    runs = select.only(runs, "default", scale)
    rows = []
    for name in select.engines(runs):
        cell = Cell(runs["experiment"][0], runs["host"][0], name, "default", runs["scale"][0])
        limit = max(details[cell].limits["sequential_write"]["values"])
        imports = select.together(runs, name, "import.bulk", "server_written", "duration")
        if not imports:
            continue
        written = stats.median([written for written, _ in imports]).value
        rate = stats.median([written / took for written, took in imports]).value
        suspect = Html.of(' <span class="bad">{said}</span>', said=word("table.suspect", lang)) if rate > limit else ""
        rows.append([
            word(f"engine.{name}", lang), f"{written / 1e6:,.0f} MB", per_second(rate, "bytes/s"),
            per_second(limit, "bytes/s"), Html.of("{share:.0%}{suspect}", share=rate / limit, suspect=suspect),
        ])  # fmt: skip
    head = [word(f"table.{n}", lang) for n in ("engine", "written", "write_rate", "limit", "share")]
    return drawn(html(head, rows, "numbers"), runs, [], lang)


def printed(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return MySQL / PostgreSQL as printed beside our own ratio with its interval."""
    runs = select.unmixed(runs).filter(pl.col("engine").is_in([MY, PG]))
    rows = [
        [
            f"{word(f'case.{row.query}', lang)} · {word(f'stage.{row.stage}', lang)}",
            f"{'> ' if row.bound else ''}{row.printed.value:.3g}",
            times(row.measured) if row.measured else word("status.missing", lang),
        ]
        for row in compared(runs)
    ]
    head = [f"MySQL / PostgreSQL · {word('table.query', lang)}", word("table.printed", lang), word("table.value", lang)]
    return drawn(html(head, rows, "numbers"), runs, [], lang)
