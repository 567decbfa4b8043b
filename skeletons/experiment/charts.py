"""The one chart: both counts, a line each."""

from __future__ import annotations

import polars as pl

from ...report.drawn import Drawn, drawn
from ...report.figures import COLOURS, Row, dots
from ...report.formats import case_label
from ...report.words import word
from ...results import select


def counts(runs: pl.DataFrame, lang: str) -> Drawn:
    points = [p for case in ("count.all", "count.even") if (p := select.point(runs, "sqlite", case))]
    rows = [Row(case_label(point.case, lang), [("sqlite", point)]) for point in points]
    names = {"sqlite": word("engine.sqlite", lang)}
    return drawn(dots(rows, names, COLOURS, word("axis.latency", lang), lang), runs, points, lang)
