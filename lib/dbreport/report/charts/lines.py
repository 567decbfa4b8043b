"""The chart most chapters draw: a line a case, a dot a system."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import polars as pl

from ...results import select
from ...results.select import Point
from ..drawn import Drawn, drawn
from ..figures import COLOURS, Row, dots, legend, points_of
from ..words import word


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the chart: of `metrics` the first that a system has is drawn."""

    label: str
    case: str
    metrics: tuple[str, ...] = ("latency",)
    temperature: str = "warm"

    def points(self, runs: pl.DataFrame, engines: Iterable[str]) -> list[tuple[str, Point]]:
        """Return its point on each system that has one, beside the system."""
        measured = (
            next(filter(None, (select.point(runs, name, self.case, m, self.temperature) for m in self.metrics)), None)
            for name in engines
        )
        return [(point.engine, point) for point in measured if point]


def lines(
    runs: pl.DataFrame,
    lang: str,
    wanted: Sequence[Line],
    caption: str,
    axis: str = "axis.latency",
    fmt: str = "seconds",
) -> Drawn:
    """Draw lines of samples of one class, for those systems alone that one of the cases is for.

    Where none of them was measured yet it says so.
    """
    runs = select.measured_in(runs, [line.case for line in wanted])
    names = legend(runs, lang)
    rows = [Row(line.label, points) for line in wanted if (points := line.points(runs, names))]
    if not rows:
        return Drawn(word("verdict.missing", lang))
    figure = dots(rows, names, COLOURS, word(axis, lang), fmt=fmt)
    return drawn(figure, runs, points_of(rows), lang, caption)
