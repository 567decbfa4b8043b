"""What statements of the real workload read, as the systems tell it."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from ...report.drawn import Drawn, drawn
from ...report.formats import case_label
from ...report.tables.shared import html, over
from ...report.words import word
from ...results import select

PAGES = ("pages_hit", "pages_read")


def reads(runs: pl.DataFrame, lang: str, cases: Sequence[str], scale: str | None = None) -> Drawn:
    """Return rows and pages read by one run of each statement, a line a case (without `examined.`), a column a system.

    A system that tells nothing has no column.
    """
    runs = select.only(runs, "default", scale)
    told = runs.filter(pl.col("metric") == "rows_read", pl.col("status") == "ok")
    names = select.engines(told)
    rows = [
        [case_label(case, lang), *(_read(runs, name, f"examined.{case}", lang) for name in names)] for case in cases
    ]
    head = [word("table.statement", lang), *(word(f"engine.{name}", lang) for name in names)]
    return drawn(html(head, rows, "numbers"), told, [], lang, "caption.reads")


def _read(runs: pl.DataFrame, engine: str, case: str, lang: str) -> str:
    point = select.point(runs, engine, case, "rows_read")
    if point is None or point.estimate is None:
        return word(f"status.{point.status}", lang) if point else "–"
    pages = [values[0] for metric in PAGES if (values := select.values(runs, engine, case, metric))]
    n = point.estimate.value
    rows = word("table.row_read", lang) if n == 1 else word("table.rows_read", lang, n=f"{n:,.0f}")
    if not pages:
        return rows
    return over(rows, word("table.pages_read", lang, n=f"{sum(pages):,.0f}"))
