"""The chart most chapters draw: a line a case, a dot a system."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import polars as pl

from ...results import select
from ...results.ratios import Taken
from ...results.select import Point
from ..answers import Ranked, ranked
from ..drawn import Drawn, drawn
from ..figures import COLOURS, Row, dots, legend, points_of
from ..titles import leaders, of_one
from ..words import word


class _Best(NamedTuple):
    """What the best of an axis is called, and whether the most is best."""

    called: str
    most: bool = False


_BEST = {
    "axis.latency": _Best("fastest"),
    "axis.throughput": _Best("fastest", most=True),
    "axis.row_rate": _Best("fastest", most=True),
    "axis.server_cpu": _Best("lowest"),
    "axis.log_bytes": _Best("lowest"),
    "axis.log_syncs": _Best("lowest"),
    "axis.readers_memory": _Best("lowest"),
}


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

    def ranked(self, runs: pl.DataFrame, engines: Collection[str], most: bool) -> Ranked | None:
        """Return the systems, the best first; None where none has a value, or not all have theirs of one metric."""
        kept: dict[str, dict[str, list[Taken]]] = {}
        for name in engines:
            taken = {metric: self._taken(runs, name, metric) for metric in self.metrics}
            if first := next((metric for metric in self.metrics if taken[metric]), None):  # the one that is drawn
                kept.setdefault(first, {})[name] = taken[first]
        return next((ranked(of_all, metric, most) for metric, of_all in kept.items()), None) if len(kept) == 1 else None

    def _taken(self, runs: pl.DataFrame, engine: str, metric: str) -> list[Taken]:
        return select.taken(runs, engine, self.case, metric, self.temperature)


def lines(
    runs: pl.DataFrame,
    lang: str,
    wanted: Sequence[Line],
    caption: str,
    axis: str = "axis.latency",
    fmt: str = "seconds",
    settings: bool = True,
    **said: str,
) -> Drawn:
    """Draw lines of samples of one class, for those systems alone that one of the cases is for.

    Its title says which system is best on how many of the lines; of one system alone, from which to which they go.
    Where none of them was measured yet it says so. `settings` and `said` are those of `drawn`.
    """
    runs = select.measured_in(runs, [line.case for line in wanted])
    names = legend(runs, lang)
    rows = [Row(line.label, points) for line in wanted if (points := line.points(runs, names))]
    if not rows:
        return Drawn(word("verdict.missing", lang))
    figure = dots(rows, names, COLOURS, word(axis, lang), lang, fmt=fmt)
    told = drawn(figure, runs, points_of(rows), lang, caption, bars=True, settings=settings, **said)
    if len(names) == 1:
        return replace(told, title=of_one({row.label: point for row in rows for _, point in row.points}, lang, fmt))
    if axis not in _BEST:
        return told
    called, most = _BEST[axis]
    return replace(told, title=leaders((line.ranked(runs, names, most) for line in wanted), called, lang))
