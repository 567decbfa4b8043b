"""Tables of the sysbench chapter alone."""

from __future__ import annotations

import polars as pl

from ...report.drawn import Drawn, drawn
from ...report.formats import case_label
from ...report.tables.shared import html, times
from ...report.words import word
from .facts import CLASSES, compared, in_classes


def sysbench_printed(runs: pl.DataFrame, lang: str, profile: str = "tuned", scale: str | None = None) -> Drawn:
    """Return PostgreSQL over MySQL as printed, and as measured in each class of durability apart."""
    classes = in_classes(runs, profile, scale)
    rows = [
        [case_label(row.test, lang), f"{row.printed:.3g}", *(times(e) for e in row.measured.values())]
        for row in compared(classes)
    ]
    head = [f"PostgreSQL / MySQL · {word('table.test', lang)}", word("table.printed", lang)]
    head += [word(f"class.{name}", lang) for name in CLASSES]
    return drawn(html(head, rows, "numbers"), pl.concat(classes.values()), [], lang)
