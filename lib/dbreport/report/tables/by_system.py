"""Tables with a line a case and a column a system; the fastest of each line is bold.

Each takes samples of one profile, scale and class of durability, and raises MixedClasses for others.
"""

from collections.abc import Callable, Sequence

import polars as pl

from ...results import select
from ...results.select import Point
from ..drawn import Drawn, drawn
from ..formats import case_label, digits
from ..words import word
from .shared import cell, html, over, strong


def rates(runs: pl.DataFrame, lang: str, cases: Sequence[str]) -> Drawn:
    """Return transactions per second with intervals."""
    return _by_system(runs, lang, cases, "throughput", max, _rate, "test")


def case_times(runs: pl.DataFrame, lang: str, cases: Sequence[str], head: str = "statement") -> Drawn:
    """Return median times with intervals."""
    return _by_system(runs, lang, cases, "latency", min, cell, head)


def _by_system(
    runs: pl.DataFrame,
    lang: str,
    cases: Sequence[str],
    metric: str,
    best_of: Callable[..., float],
    shown: Callable[[Point | None, float | None, str], str],
    head: str,
) -> Drawn:
    runs = select.measured_in(select.unmixed(runs), cases)
    names = select.engines(runs)
    by_case = {case: [select.point(runs, name, case, metric) for name in names] for case in cases}
    rows = []
    for case, points in by_case.items():
        best = best_of((p.estimate.value for p in points if p and p.estimate), default=None)
        rows.append([case_label(case, lang), *(shown(point, best, lang) for point in points)])
    heads = [word(f"table.{head}", lang), *(word(f"engine.{name}", lang) for name in names)]
    measured = [point for points in by_case.values() for point in points if point]
    return drawn(html(heads, rows, "numbers"), runs, measured, lang)


def _rate(point: Point | None, best: float | None, lang: str) -> str:
    if point is None or point.estimate is None:
        return word(f"status.{point.status if point else 'missing'}", lang)
    e = point.estimate
    value = strong(digits(e.value)) if e.value == best else digits(e.value)
    return over(value, f"{digits(e.low)} – {digits(e.high)}") if e.has_interval else value
