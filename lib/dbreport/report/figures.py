"""What charts draw with: colours, axes, bars, dots with intervals. No chart stands here."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import plotly.graph_objects as go
import polars as pl

from ..engines.systems import SYSTEMS
from ..results import select
from ..results.select import Point
from ..stats import Estimate, exact
from .formats import seconds, size, written
from .words import word

COLOURS = {name: system.colour for name, system in SYSTEMS.items()}
MARKS = {name: system.mark for name, system in SYSTEMS.items()}
NEUTRAL = "#8a8f98"
_GRID = "rgba(128,128,128,0.22)"
_BEYOND = 0.1
"""An axis goes on by this part beyond its outer points: half a label on a phone."""
_FEWEST_TICKS = 3
"""By two alone one does not see that an axis is logarithmic, nor read a value off it."""
_LEAST_HEIGHT = 150
"""Pixels that a legend, one line, its ticks and the axis's title need without touching each other."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a dot chart: its label, the points on it, and how each is marked."""

    label: str
    points: Sequence[tuple[str, Point]]  # (series, point)


def legend(runs: pl.DataFrame, lang: str) -> dict[str, str]:
    """Return the names of the systems present, in the report's order."""
    return {name: word(f"engine.{name}", lang) for name in select.engines(runs)}


def points_of(rows: Sequence[Row]) -> list[Point]:
    """Return all points of a chart's lines, for its caption and its warnings."""
    return [point for row in rows for _, point in row.points]


def blank(height: int, x_title: str, log: bool = False) -> go.Figure:
    """Return an empty figure that lets the page's own colours show through."""
    figure = go.Figure()
    figure.update_layout(
        height=height,
        margin={"l": 8, "r": 16, "t": 8, "b": 8},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"size": 13},
        legend={"orientation": "h", "yanchor": "bottom", "y": 1.01, "x": 0, "title": None},
        hovermode="closest",
        bargap=0.25,
    )
    figure.update_xaxes(
        title={"text": x_title, "standoff": 8},
        type="log" if log else "linear",
        gridcolor=_GRID,
        zeroline=False,
        automargin=True,
        **({"dtick": 1, "minor": {"showgrid": False}} if log else {}),
    )
    figure.update_yaxes(automargin=True, gridcolor=_GRID, zeroline=False)
    return figure


def faded(colour: str, opacity: float) -> str:
    """Return a colour with an opacity of its own: a legend shows that, and not a marker's opacity."""
    red, green, blue = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity})"


def dots(
    rows: Sequence[Row],
    names: dict[str, str],
    colours: dict[str, str],
    x_title: str,
    lang: str,
    symbols: dict[str, str] | None = None,
    fmt: str = "seconds",
    labels: bool = False,
) -> go.Figure:
    """Draw rows of dots with intervals on a logarithmic axis.

    Args:
        rows: top to bottom. A point without an estimate is a cross that says why, at the edge where the worst lie.
        names: legend label by series, in the order of the legend.
        colours: colour by series.
        symbols: marker by series; that of a system, or a circle, if not given.
        fmt: how values are written, as `written` has it.
        labels: write each value beside its dot, for charts with one dot a row.
    """
    height = 70 + max(38 if labels else 30, 12 * len(names)) * len(rows)
    figure = blank(max(height, _LEAST_HEIGHT), x_title, log=True)
    estimates = [p.estimate for row in rows for _, p in row.points if p.estimate]
    slow_left = fmt == "rate"
    least, most = (pick((_span(e)[i] for e in estimates), default=1.0) for i, pick in enumerate((min, max)))
    edge = exact(least / 1.6 if slow_left else most * 1.6)
    said: set[tuple[int, str]] = set()  # crosses of a line lie so close that the same words twice would overlap
    for place, (series, name) in enumerate(names.items()):
        offset = (place - (len(names) - 1) / 2) * 0.72 / max(len(names), 1)
        mine = [(line, point) for line, row in enumerate(rows) for whose, point in row.points if whose == series]
        if not mine:
            continue
        mine.sort(key=lambda drawn: drawn[1].estimate is None)  # the legend shows the mark of the first
        symbol = (symbols or MARKS).get(series, "circle")
        shown = [point.estimate or edge for _, point in mine]
        beside = [
            "" if (line, point.status) in said else _beside(point, fmt if labels else None, lang)
            for line, point in mine
        ]
        said |= {(line, point.status) for line, point in mine if point.estimate is None}
        figure.add_trace(
            go.Scatter(
                x=[e.value for e in shown],
                y=[line + offset for line, _ in mine],
                mode="markers+text" if any(beside) else "markers",
                name=name,
                error_x=bars(shown),
                marker={
                    "color": colours.get(series, NEUTRAL),
                    "symbol": [symbol if point.estimate else "x" for _, point in mine],
                    "size": 9,
                },
                text=beside,
                textposition=[
                    "top center" if p.estimate else "middle right" if slow_left else "middle left" for _, p in mine
                ],
                hovertext=[f"{name} · {rows[line].label}\n{_hover(point, fmt, lang)}" for line, point in mine],
                hoverinfo="text",
                customdata=[(rows[line].label, *_told(point.estimate)) for line, point in mine],
                cliponaxis=False,
            )
        )
    figure.update_yaxes(
        tickmode="array",
        tickvals=list(range(len(rows))),
        ticktext=[row.label for row in rows],
        range=[len(rows) - 0.5, -0.5],
        showgrid=False,
    )
    # all at once: a figure is checked as a whole for each that is added by itself
    across = {"type": "line", "xref": "x domain", "x0": 0, "x1": 1, "yref": "y", "line": {"color": _GRID, "width": 1}}
    figure.update_layout(shapes=[{**across, "y0": line - 0.5, "y1": line - 0.5} for line in range(1, len(rows))])
    figure.update_layout(showlegend=len(names) > 1)
    if estimates:
        if least > 0:  # Plotly's own would write 1000 beside 10k, and no unit
            ticks = round_ticks(least, most)
            write = {"seconds": seconds, "size": size}.get(fmt, _short)
            figure.update_xaxes(tickmode="array", tickvals=ticks, ticktext=[write(tick) for tick in ticks])
        if labels and least > 0:  # room for what stands over the first and the last dot
            room = 0.05 + 0.15 * math.log10(most / least)
            figure.update_xaxes(range=[math.log10(least) - room, math.log10(most) + room])
    return figure


def _told(e: Estimate | None) -> tuple[float | None, float | None, float | None]:
    """Return value and interval as a figure's data has them: a dot stands at the height of its line, not at a value."""
    return (e.value, *(_span(e) if e.has_interval else (None, None))) if e else (None, None, None)


def _span(e: Estimate) -> tuple[float, float]:
    return (e.low, e.high) if e.has_interval else (e.value, e.value)


def bars(shown: Sequence[Estimate], per: float = 1) -> dict[str, object]:
    """Return Plotly's bars for the intervals of estimates drawn in units of `per`; none where one has no interval."""
    spans = [_span(e) for e in shown]
    return {
        "type": "data",
        "array": [(high - e.value) / per for e, (_, high) in zip(shown, spans, strict=True)],
        "arrayminus": [(e.value - low) / per for e, (low, _) in zip(shown, spans, strict=True)],
        "thickness": 1.4,
        "width": 3,
    }


def roomy(values: Iterable[float]) -> list[float]:
    """Return the ends of a logarithmic axis, as exponents, that leave its outer labels room: else they are left out."""
    exponents = [math.log10(value) for value in values] or [0.0]
    first, last = min(exponents), max(exponents)
    beyond = (last - first or 1) * _BEYOND
    return [first - beyond, last + beyond]


def round_ticks(low: float, high: float) -> list[float]:
    """Return round values for a logarithmic axis: no more of each power of ten than it takes to have three on it."""
    if high / low >= 3:
        powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        ticks: list[float] = []
        for steps in ((1,), (1, 3), (1, 2, 3, 5, 7)):
            ticks = [step * 10.0**power for power in powers for step in steps]
            if sum(low <= tick <= high for tick in ticks) >= _FEWEST_TICKS:
                break
        return ticks
    apart = max(high - low, high * 0.01) / 3
    power = 10.0 ** math.floor(math.log10(apart))
    step = max(round_step * power for round_step in (1, 2, 5) if round_step * power <= apart)
    return [n * step for n in range(max(math.floor(low / step), 1), math.ceil(high / step) + 1)]


def _short(value: float) -> str:
    """Write a round value in few letters, for an axis on a narrow page."""
    for unit, letter in ((1e6, "M"), (1e3, "k")):
        if value >= unit:
            return f"{value / unit:g}{letter}"
    return f"{value:g}"


def _beside(point: Point, fmt: str | None, lang: str) -> str:
    """Return what stands beside a point: its value where one is asked for, and of a cross why it is one."""
    if point.estimate is None:
        return word(f"status.{point.status}", lang)
    return written(point.estimate.value, fmt) if fmt else ""


def _hover(point: Point, fmt: str, lang: str) -> str:
    e = point.estimate
    if e is None:
        said = word(f"status.{point.status}", lang)
        return f"{said}: {point.reason}" if lang == "en" and point.reason else said  # reasons are in English
    if e.exact:
        return written(e.value, fmt)
    interval = f" ({written(e.low, fmt)} – {written(e.high, fmt)})" if e.has_interval else ""
    return f"{written(e.value, fmt)}{interval}, n = {e.n}"
