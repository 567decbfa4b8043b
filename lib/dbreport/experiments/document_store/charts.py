"""The chart of the chapter on documents alone: how long operations take at a rate that does not wait for them."""

from typing import NamedTuple

import plotly.graph_objects as go
import polars as pl

from ...report.drawn import Drawn, drawn
from ...report.figures import COLOURS, MARKS, bars, blank, legend, round_ticks
from ...report.formats import seconds
from ...report.words import word
from ...results import select
from ...results.select import Point
from ...stats import Estimate
from . import facts
from .jobs import RATES


class _Seen(NamedTuple):
    """A latency, the rate it is drawn at, and how many operations a second were done."""

    at: float
    latency: Estimate
    done: Estimate


def latency_by_rate(runs: pl.DataFrame, lang: str, what: str, metric: str = "latency_p99") -> Drawn:
    """Draw a percentile of the latency at each rate that was asked for, and that of the closed loop at its own rate."""
    runs = select.unmixed(runs)
    figure = blank(430, word("axis.rate", lang), log=True)
    points: list[Point] = []
    shown: list[_Seen] = []
    for engine, label in legend(runs, lang).items():
        cases = {rate: f"full.rate.{what}.{rate}" for rate in RATES[what]} | {0: facts.closed_case(what)}
        measured = {
            rate: (done, latency)
            for rate, case in cases.items()
            if (done := select.point(runs, engine, case, "throughput"))
            and (latency := select.point(runs, engine, case, metric))
        }
        points += [point for pair in measured.values() for point in pair]
        seen = {
            rate: _Seen(rate or done.estimate.value, latency.estimate, done.estimate)
            for rate, (done, latency) in measured.items()
            if done.estimate and latency.estimate
        }
        shown += seen.values()
        fixed, closed = ([one for rate, one in seen.items() if bool(rate) is at_rate] for at_rate in (True, False))
        figure.add_trace(_line(engine, label, "fixed", fixed, lang, named=bool(fixed)))
        figure.add_trace(_line(engine, label, "closed", closed, lang, named=bool(closed) and not fixed))
    figure.update_xaxes(tickmode="array", tickvals=RATES[what], ticktext=[f"{rate:g}" for rate in RATES[what]])
    title = {"text": word(f"axis.{metric}", lang), "standoff": 8}
    latencies = [one.latency.value for one in shown]
    ticks = round_ticks(min(latencies), max(latencies)) if latencies else []
    figure.update_yaxes(type="log", title=title, tickmode="array", tickvals=ticks, ticktext=[*map(seconds, ticks)])
    return drawn(figure, runs, points, lang, "caption.latency_by_rate")


def _line(engine: str, label: str, loop: str, seen: list[_Seen], lang: str, named: bool) -> go.Scatter:
    closed = loop == "closed"
    colour = COLOURS[engine]
    return go.Scatter(
        x=[one.at for one in seen],
        y=[one.latency.value for one in seen],
        error_y=bars([one.latency for one in seen]),
        mode="markers" if closed else "lines+markers",
        name=label,
        legendgroup=engine,
        showlegend=named,
        line={"color": colour, "width": 2},
        marker={"color": colour, "symbol": MARKS[engine] + ("-open" if closed else ""), "size": 12 if closed else 8},
        hovertext=[
            f"{label} · {word(f'loop.{loop}', lang)}\n{one.done.value:,.0f}/s · {seconds(one.latency.value)}"
            for one in seen
        ],
        hoverinfo="text",
    )
