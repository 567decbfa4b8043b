"""The table of the chapter on inserts alone: the rates the source printed, beside the same work here."""

import polars as pl

from ...report.drawn import Drawn, drawn
from ...report.formats import case_label, digits, written
from ...report.tables.shared import html, muted
from ...report.words import word
from ...results import select
from .facts import PG, printed_cases


def insert_printed(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return rows a second on PostgreSQL as printed and as measured, and how many times the one is the other."""
    runs = runs.filter(pl.col("engine") == PG)
    rows, points = [], []
    for case, rate in printed_cases().items():
        durability = case.partition(".")[0]
        point = select.point(runs.filter(pl.col("durability") == durability), PG, case, "throughput")
        points += [point] if point else []
        value = point.estimate.value if point and point.estimate else None
        shown = written(value, "rate") if value else muted(word(f"status.{point.status if point else 'missing'}", lang))
        times = digits(value / rate) if value else "–"
        rows.append([case_label(case, lang), word(f"class.{durability}", lang), written(rate, "rate"), shown, times])
    head = [word(f"table.{name}", lang) for name in ("test", "commits", "printed", "value", "over_printed")]
    return drawn(html(head, rows, "numbers"), runs, points, lang, "caption.insert_printed")
