"""The chart most chapters draw: a line a case, a dot a system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from ...results import select
from ..drawn import Drawn
from ..figures import COLOURS, Row, dots, drawn
from ..words import word


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the chart: of `metrics` the first that a system has is drawn."""

    label: str
    case: str
    metrics: tuple[str, ...] = ("latency",)
    temperature: str = "warm"


def lines(
    runs: pl.DataFrame,
    lang: str,
    wanted: Sequence[Line],
    caption: str,
    axis: str = "axis.latency",
    fmt: str = "seconds",
) -> Drawn:
    """Draw lines of samples of one class, for those systems alone that one of the cases is for."""
    runs = select.measured_in(runs, [line.case for line in wanted])
    names = {name: word(f"engine.{name}", lang) for name in select.engines(runs)}
    rows, points = [], []
    for line in wanted:
        found = []
        for name in names:
            of_system = (select.point(runs, name, line.case, metric, line.temperature) for metric in line.metrics)
            found += [point for point in of_system if point][:1]
        if found:
            rows.append(Row(line.label, [(point.engine, point) for point in found]))
            points += found
    return drawn(dots(rows, names, COLOURS, word(axis, lang), fmt=fmt), runs, points, lang, caption)
