"""Charts of the sysbench chapter alone; those of any server under load stand in the report's own."""

from __future__ import annotations

import polars as pl

from ...report.drawn import Drawn
from ...report.figures import NEUTRAL, Row, dots, drawn
from ...report.formats import case_label, count
from ...report.words import word
from ...results import select
from ...results.select import Point
from .facts import PAIR, printed_throughput


def sysbench_printed(runs: pl.DataFrame, lang: str, profile: str = "tuned", scale: str | None = None) -> Drawn:
    """Draw PostgreSQL over MySQL as printed, and ours in each class of durability, test by test."""
    rows = []
    frames = {name: select.only(runs, profile, scale, name) for name in ("full", "relaxed")}
    for test, printed in printed_throughput().items():
        points = [("printed", Point("", test, printed, "ok", None))]
        for durability, frame in frames.items():
            case = f"{durability}.{test}"
            ours = select.ratio(frame, (PAIR[0], case), (PAIR[1], case), "throughput")
            if ours:
                points.append((durability, Point("", test, ours, "ok", None)))
        rows.append(Row(case_label(test, lang), points))
    both = pl.concat(list(frames.values()))
    scale_label = count(select.rows_of(both), lang)
    names = {"printed": word("legend.sysbench_printed", lang)}
    for durability in frames:
        name = word(f"class.{durability}", lang)
        names[durability] = word("legend.in_class", lang, name=name, scale=scale_label)
    colours = {"printed": NEUTRAL, "full": "#7b3fa0", "relaxed": "#c49bdb"}
    figure = dots(rows, names, colours, word("axis.sysbench_published", lang), {"printed": "diamond"}, fmt="ratio")
    figure.add_vline(x=1, line={"color": NEUTRAL, "width": 1.2})
    return drawn(figure, both.filter(pl.col("engine").is_in(PAIR)), [], lang, "caption.sysbench_published")
