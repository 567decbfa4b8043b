"""Charts of the chapter on documents alone: latency at a rate that does not wait, and rates over more records."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import plotly.graph_objects as go
import polars as pl

from ...report.charts.by_rows import case_by_rows
from ...report.drawn import Drawn, drawn
from ...report.figures import COLOURS, MARKS, bars, blank, legend, roomy, round_ticks
from ...report.formats import seconds
from ...report.titles import ranged
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
    by_system: dict[str, dict[int, _Seen]] = {}
    for engine, label in legend(runs, lang).items():
        cases = {rate: f"full.rate.{what}.{rate}" for rate in RATES[what]} | {0: facts.closed_case(what)}
        measured = {
            rate: (done, latency)
            for rate, case in cases.items()
            if (done := select.point(runs, engine, case, "throughput"))
            and (latency := select.point(runs, engine, case, metric))
        }
        points += [point for pair in measured.values() for point in pair]
        by_system[label] = seen = {
            rate: _Seen(rate or done.estimate.value, latency.estimate, done.estimate)
            for rate, (done, latency) in measured.items()
            if done.estimate and latency.estimate
        }
        fixed, closed = ([one for rate, one in seen.items() if bool(rate) is at_rate] for at_rate in (True, False))
        figure.add_trace(_line(engine, label, "fixed", fixed, lang, named=bool(fixed)))
        figure.add_trace(_line(engine, label, "closed", closed, lang, named=bool(closed) and not fixed))
    figure.update_xaxes(tickmode="array", tickvals=RATES[what], ticktext=[f"{rate:g}" for rate in RATES[what]])
    figure.update_xaxes(range=roomy([*RATES[what], *(one.at for seen in by_system.values() for one in seen.values())]))
    title = {"text": word(f"axis.{metric}", lang), "standoff": 8}
    latencies = [one.latency.value for seen in by_system.values() for one in seen.values()]
    ticks = round_ticks(min(latencies), max(latencies)) if latencies else []
    figure.update_yaxes(type="log", title=title, tickmode="array", tickvals=ticks, ticktext=[*map(seconds, ticks)])
    case = word(f"rates.{what}", lang)
    picture = drawn(figure, runs, points, lang, "caption.latency_by_rate", case=case)
    return replace(picture, title=_at_most(by_system, lang, case))


def rate_by_records(runs: pl.DataFrame, lang: str, case: str) -> Drawn:
    """Draw a case's rate over the number of records, as shipped, on each system that was measured at two sizes.

    Of sizes of the source's own, where there are two, and none below: turns there are shorter.
    """
    large = facts.source_sizes(runs, case)
    axes = ("axis.records", "axis.throughput")
    frames = large if len(large) > 1 else facts.sizes(runs, case)
    return case_by_rows(frames, lang, case, "throughput", axes, "caption.by_records", "rate")


def _at_most(seen: Mapping[str, Mapping[int, _Seen]], lang: str, case: str) -> str:
    """Return from which system to which the latency goes at the highest rate that all were asked for."""
    rate = max(set.intersection(*(set(of_system) for of_system in seen.values())), default=0) if seen else 0
    latencies = {label: of_system[rate].latency for label, of_system in seen.items()} if rate else {}
    return ranged(latencies, lang, key="title.at_rate", rate=f"{rate:,}", case=case)


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
