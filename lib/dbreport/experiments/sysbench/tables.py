"""Tables of the sysbench chapter alone."""

from __future__ import annotations

import polars as pl

from ...report.drawn import Drawn
from ...report.figures import drawn
from ...report.formats import case_label
from ...report.tables.shared import html, times
from ...report.words import word
from ...results import select
from .facts import printed_throughput


def sysbench_printed(runs: pl.DataFrame, lang: str, profile: str = "tuned", scale: str | None = None) -> Drawn:
    """Return PostgreSQL over MySQL as printed, and as measured in each class of durability apart."""
    frames = {name: select.only(runs, profile, scale, name) for name in ("full", "relaxed")}
    rows = []
    for test, e in printed_throughput().items():
        line = [case_label(test, lang), f"{e.value:.3g}"]
        for durability, frame in frames.items():
            case = f"{durability}.{test}"
            ours = select.ratio(frame, ("postgresql", case), ("mysql", case), "throughput")
            line.append(times(ours))
        rows.append(line)
    head = [f"PostgreSQL / MySQL · {word('table.test', lang)}", word("table.printed", lang)]
    head += [word(f"class.{durability}", lang) for durability in frames]
    return drawn(html(head, rows, "numbers"), pl.concat(list(frames.values())), [], lang)
