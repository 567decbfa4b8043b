"""Charts of the storage chapter: bytes by part and way, what base64 adds, states of a table, what compaction costs."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import plotly.graph_objects as go
import polars as pl

from ... import stats
from ...report.drawn import Drawn, drawn
from ...report.figures import COLOURS, NEUTRAL, Row, blank, dots, faded, points_of
from ...report.formats import digits, size
from ...report.titles import ranged, spread
from ...report.words import word
from ...results import select
from ...results.select import Point
from . import facts
from .facts import STATES

PARTS = {"in_line": 1.0, "out_of_line": 0.7, "index": 0.4, "free": 0.7}
"""The parts of a bar and how strongly each is drawn."""
_HATCHED = {"free": {"shape": "/", "size": 5, "solidity": 0.25}}
"""What is there and holds nothing: on dark paper no fourth shade can be told from the third."""
_FILLED = COLOURS["postgresql"]
_BESIDE: dict[str, Any] = {"showarrow": False, "xanchor": "left", "xshift": 4, "font": {"size": 11}}
"""How a number stands at the end of its bar."""


def _of_engine(engine: str, key: str, lang: str) -> str:
    return f"{word(f'engine.{engine}', lang)} · {word(key, lang)}"


def _rows(figure: go.Figure, labels: Sequence[str]) -> None:
    """Give a chart a row for each label, top to bottom, those without a bar too: their labels would be left out."""
    figure.update_yaxes(autorange="reversed", showgrid=False, categoryorder="array", categoryarray=labels)
    figure.update_yaxes(tickmode="array", tickvals=labels, ticktext=labels)


def sizes(runs: pl.DataFrame, lang: str, encoding: str = "bytes", scale: str | None = None) -> Drawn:
    """Draw bytes per record on disk by part, a bar for each system and way to store; why not, where there is none."""
    runs = select.only(runs, "default", scale)
    rows = select.rows_of(runs)
    ways = facts.ways(runs, encoding)
    figure = blank(110 + 30 * len(ways), word("axis.bytes_per_record", lang))
    stored = {pair: facts.parts(runs, pair[0], f"size.{encoding}.{pair[1]}") for pair in ways}
    bars = {pair: parts for pair, parts in stored.items() if parts}
    labels = [facts.label(*pair, lang) for pair in ways]
    first = labels[:1]
    for part, opacity in PARTS.items():
        # the legend tells of shades: it has one of its own, which is no system's colour
        hatched = {"pattern": _HATCHED[part]} if part in _HATCHED else {}
        marker = {"color": faded(NEUTRAL, opacity), **hatched}
        shade = {"name": word(f"part.{part}", lang), "legendgroup": part, "marker": marker}
        figure.add_bar(orientation="h", y=first, x=[0] * len(first), hoverinfo="skip", **shade)
        figure.add_bar(
            orientation="h",
            y=[facts.label(*pair, lang) for pair in bars],
            x=[parts[part] / rows for parts in bars.values()],
            name=word(f"part.{part}", lang),
            marker={"color": [faded(COLOURS.get(engine, NEUTRAL), opacity) for engine, _ in bars], **hatched},
            legendgroup=part,
            showlegend=False,
            hovertemplate="%{y}: %{x:,.0f}<extra></extra>",
        )
    written = []
    for (engine, way), parts in stored.items():
        point = select.point(runs, engine, f"size.{encoding}.{way}", "size_table")
        total = sum(parts.values()) / rows if parts else 0.0
        text = digits(total) if parts else word(f"status.{point.status if point else 'missing'}", lang)
        written.append({"y": facts.label(engine, way, lang), "x": total, "text": text, **_BESIDE})
    figure.update_layout(annotations=written, barmode="stack")
    _rows(figure, labels)
    whole = {facts.label(*pair, lang): sum(parts.values()) / rows for pair, parts in bars.items()}
    small, large = facts.steps_per_record(runs)
    said = {"encoding": word(f"encoding.{encoding}", lang), "small": small, "large": large}
    picture = drawn(figure, runs, [], lang, "caption.stored_sizes", bars=False, settings=False, **said)
    return replace(picture, title=spread(whole, size, lang))  # to three digits: finer than a step none is smaller


def base64(runs: pl.DataFrame, lang: str, scale: str | None = None) -> Drawn:
    """Draw by how much more a page takes as base64 text, in per cent, for each system and way to store.

    Where a file grows by steps larger than that, there is no bar, and the most it can be is written instead.
    """
    runs = select.only(runs, "default", scale)
    ratios = facts.base64_ratios(runs)
    more = {pair: 100 * (e.value - 1) for pair, e in ratios.items() if e.exact or e.decided == "more"}
    figure = blank(90 + 26 * len(ratios), word("axis.base64", lang))
    figure.add_bar(
        orientation="h",
        y=[facts.label(*pair, lang) for pair in more],
        x=list(more.values()),
        marker={"color": [COLOURS.get(engine, NEUTRAL) for engine, _ in more]},
        hovertemplate="%{y}: %{x:.1f} %<extra></extra>",
    )
    most = max(more.values(), default=40)
    figure.update_xaxes(range=[0, 1.3 * most])  # room for what is written at the longest bar
    third, room = 100 / 3, 0.16 * most  # no number stands on the line
    figure.add_vline(x=third, line={"color": NEUTRAL, "width": 1.2, "dash": "dot"})
    for pair, e in ratios.items():
        share = more.get(pair, 0.0)
        at = third if third - room < share < third else share
        text = f"{share:.1f} %" if pair in more else f"< {100 * (e.high - 1):.1f} %"
        figure.add_annotation(x=at, y=facts.label(*pair, lang), text=text, **_BESIDE)
    labels = [facts.label(*pair, lang) for pair in ratios]
    _rows(figure, labels)
    shares = {facts.label(*pair, lang): share for pair, share in more.items()}
    told = spread(shares, "{:.1f}\u00a0%".format, lang, "title.base64")
    return replace(drawn(figure, runs, [], lang, "caption.base64", bars=False, settings=False), title=told)


def states(runs: pl.DataFrame, lang: str, what: str = "life", scale: str | None = None) -> Drawn:
    """Draw what the records take on disk in each state, in per cent of what they took at first: a line a system.

    Args:
        what: `life` for columns emptied and dropped, `deletes` for half of the records deleted.
    """
    runs = select.only(runs, "default", scale)
    shares: dict[str, list[float | None]] = {}
    for engine in select.engines(runs):
        first = facts.whole(runs, engine, facts.first_state(runs, engine, what))
        if first is not None:
            taken = [facts.whole(runs, engine, f"{what}.{state}") for state in STATES[what]]
            shares[engine] = [None if n_bytes is None else 100 * n_bytes / first for n_bytes in taken]
    figure = blank(70 + 34 * len(shares), "")
    systems = [word(f"engine.{engine}", lang) for engine in shares]
    labels = [word(f"state.{state}", lang) for state in STATES[what]]
    figure.add_heatmap(
        x=labels,
        y=systems,
        z=list(shares.values()),
        zmin=0,
        zmax=100,
        colorscale=[[0, faded(_FILLED, 0.14)], [1, faded(_FILLED, 0.5)]],
        showscale=False,
        xgap=3,
        ygap=3,
        hovertemplate="%{y} · %{x}: %{z:.1f} %<extra></extra>",
    )
    written = [
        {
            "x": label, "y": system, "showarrow": False, "font": {"size": 12},
            "text": "–" if share is None else _share(share),
        }
        for system, line in zip(systems, shares.values(), strict=True)
        for label, share in zip(labels, line, strict=True)
    ]  # fmt: skip
    figure.update_layout(annotations=written)
    heads = [label.replace(" ", "\n") for label in labels]  # side by side they would touch
    figure.update_xaxes(
        type="category", side="top", showgrid=False, tickmode="array", tickvals=labels, ticktext=heads,
        autotickangles=[0, -90],  # upright on a phone: aslant they lie on each other
    )  # fmt: skip
    figure.update_yaxes(autorange="reversed", showgrid=False)
    picture = drawn(figure, _of(runs, shares), [], lang, f"caption.states_{what}", bars=False)
    last = {system: line[-1] for system, line in zip(systems, shares.values(), strict=True) if line[-1] is not None}
    return replace(picture, title=spread(last, lambda share: f"{_share(share)}\u00a0%", lang, "title.states"))


def _share(share: float) -> str:
    """Write per cents whole, with one decimal below ten: what is left of little is not nothing."""
    return f"{share:.{0 if share >= 10 else 1}f}"


def _of(runs: pl.DataFrame, shown: Collection[str]) -> pl.DataFrame:
    """Return what the systems in a picture have; all, where there is none in it yet."""
    return runs.filter(pl.col("engine").is_in(list(shown))) if shown else runs


def peaks(runs: pl.DataFrame, lang: str, scale: str | None = None) -> Drawn:
    """Draw the peak of disk use while a table is compacted, in sizes of the table before."""
    runs = select.only(runs, "default", scale)
    rows = []
    for engine in select.engines(runs):
        point = select.point(runs, engine, "peak.compact", "disk_peak")
        if point is None:
            continue
        if shares := facts.peak_shares(runs, engine):
            point = Point(engine, point.case, stats.median(shares), "ok", None)
        rows.append(Row(_of_engine(engine, f"case.wait.compact.{engine}", lang), [("peak", point)]))
    points, axis = points_of(rows), word("axis.peak", lang)
    figure = dots(rows, {"peak": axis}, {}, axis, lang, fmt="ratio", labels=True)
    # one dot a line: all are one series, so that they stand in the middle of their lines, each in its system's colour
    ordered = sorted(points, key=lambda point: point.estimate is None)
    figure.update_traces(marker_color=[COLOURS[point.engine] for point in ordered], error_x_color=NEUTRAL)
    picture = drawn(figure, _of(runs, [point.engine for point in points]), points, lang, "caption.peaks")
    told = ranged({row.label: row.points[0][1].estimate for row in rows}, lang, digits, "title.peaks")
    return replace(picture, title=told)


def waits(runs: pl.DataFrame, lang: str, scale: str | None = None) -> Drawn:
    """Draw how long a statement that gives back space runs, and the longest wait of a reader and a writer beside it."""
    runs = select.only(runs, "default", scale)
    colours = {"duration": NEUTRAL, "wait_write": "#7b3fa0", "wait_read": "#c49bdb"}  # no system's here
    rows = []
    for case in ("wait.compact", "wait.reclaim"):
        for engine in select.engines(runs):
            points = [(metric, p) for metric in colours if (p := select.point(runs, engine, case, metric))]
            if points:
                rows.append(Row(_of_engine(engine, f"case.{case}.{engine}", lang), points))
    legend = {name: word(f"legend.{name}", lang) for name in colours}
    figure = dots(rows, legend, colours, word("axis.latency", lang), lang, {"duration": "diamond"})
    shown = points_of(rows)
    longest = {row.label: point.estimate for row in rows for metric, point in row.points if metric == "wait_write"}
    picture = drawn(figure, _of(runs, [point.engine for point in shown]), shown, lang, "caption.waits")
    return replace(picture, title=ranged(longest, lang, key="title.waits"))
