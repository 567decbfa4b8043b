"""The chart of the chapter on documents alone: how long operations take at a rate that does not wait for them."""

from collections.abc import Sequence

import plotly.graph_objects as go
import polars as pl

from ...report.drawn import Drawn, drawn
from ...report.figures import COLOURS, bars, blank, legend
from ...report.formats import seconds
from ...report.words import word
from ...results import select
from ...results.select import Point
from ...stats import Estimate
from . import facts


def latency_by_rate(runs: pl.DataFrame, lang: str, what: str, metric: str = "latency_p99") -> Drawn:
    """Draw a percentile of the latency at each rate that was asked for, and that of the closed loop at its own rate."""
    runs = select.unmixed(runs)
    figure = blank(430, word("axis.rate_kept", lang), log=True)
    points: list[Point] = []
    for engine, label in legend(runs, lang).items():
        kept = _pairs(facts.by_rate(runs, engine, what, "throughput"), facts.by_rate(runs, engine, what, metric))
        case = facts.closed_case(what)
        alone = [select.point(runs, engine, case, name) for name in ("throughput", metric)]
        closed = [(alone[0], alone[1])] if alone[0] and alone[1] else []
        points += [point for pair in (*kept, *closed) for point in pair]
        for kind, pairs in (("fixed", kept), ("closed", closed)):
            figure.add_trace(_line(engine, label, kind, _known(pairs), lang))
    figure.update_xaxes(dtick="D1")
    figure.update_yaxes(type="log", title={"text": word(f"axis.{metric}", lang), "standoff": 8}, dtick="D1")
    return drawn(figure, runs, points, lang, "caption.latency_by_rate")


def _pairs(rates: dict[int, Point], latencies: dict[int, Point]) -> list[tuple[Point, Point]]:
    return [(rates[n], latencies[n]) for n in rates if n in latencies]


def _known(pairs: Sequence[tuple[Point, Point]]) -> list[tuple[Estimate, Estimate]]:
    return [(rate.estimate, latency.estimate) for rate, latency in pairs if rate.estimate and latency.estimate]


def _line(engine: str, label: str, kind: str, known: Sequence[tuple[Estimate, Estimate]], lang: str) -> go.Scatter:
    closed = kind == "closed"
    return go.Scatter(
        x=[rate.value for rate, _ in known],
        y=[latency.value for _, latency in known],
        error_y=bars([latency for _, latency in known]),
        mode="markers" if closed else "lines+markers",
        name=label,
        legendgroup=engine,
        showlegend=not closed,
        line={"color": COLOURS[engine], "width": 2},
        marker={
            "color": COLOURS[engine],
            "symbol": "diamond-open" if closed else "circle",
            "size": 12 if closed else 7,
        },
        hovertext=[f"{label} · {word(f'loop.{kind}', lang)}\n{r.value:,.0f}/s · {seconds(t.value)}" for r, t in known],
        hoverinfo="text",
    )
