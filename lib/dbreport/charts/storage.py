"""Charts of the storage chapter: bytes by part and way, what base64 adds, a table's life, what compaction costs."""

from __future__ import annotations

import plotly.graph_objects as go
import polars as pl

from .. import select
from ..drawn import Drawn
from ..figures import COLOURS, NEUTRAL, Row, blank, dots, drawn, faded
from ..select import Point
from ..stats import Estimate
from ..text import word

STATES = ("found", "emptied", "reclaimed", "compacted", "without_copy", "without_raw", "without_result")
PARTS = (("in_line", 1.0), ("out_of_line", 0.7), ("index", 0.4))
"""The parts of a bar and how strongly each is drawn."""


def _ways(runs: pl.DataFrame, encoding: str) -> list[tuple[str, str]]:
    """Return (engine, way) in the report's order, as shipped first."""
    prefix = f"size.{encoding}."
    found = runs.filter(pl.col("case").str.starts_with(prefix)).select("engine", "case").unique().rows()
    pairs = [(engine, case.removeprefix(prefix)) for engine, case in found]
    return sorted(pairs, key=lambda pair: (select.place(pair[0]), pair[1] != "shipped", pair[1]))


def _label(engine: str, way: str, lang: str) -> str:
    return f"{word(f'engine.{engine}', lang)} · {word(f'way.{way}', lang)}"


def _parts(runs: pl.DataFrame, engine: str, case: str) -> dict[str, float] | None:
    """Return bytes by part: what lies out of line is told apart from the table where the system tells it."""
    table, index = (select.values(runs, engine, case, f"size_{part}") for part in ("table", "index"))
    if not (table and index):
        return None
    (apart,) = select.values(runs, engine, case, "size_out_of_line") or [0.0]
    return {"in_line": table[0] - apart, "out_of_line": apart, "index": index[0]}


def stored_sizes(runs: pl.DataFrame, lang: str, encoding: str = "bytes", scale: str | None = None) -> Drawn:
    """Draw bytes per record on disk by part, a bar for each system and way to store."""
    runs = select.only(runs, "default", scale)
    rows = select.rows_of(runs)
    bars = [(pair, parts) for pair in _ways(runs, encoding) if (parts := _parts(runs, pair[0], _case(encoding, pair)))]
    figure = blank(110 + 30 * len(bars), word("axis.bytes_per_record", lang))
    for part, opacity in PARTS:
        figure.add_bar(
            orientation="h",
            y=[_label(*pair, lang) for pair, _ in bars],
            x=[parts[part] / rows for _, parts in bars],
            name=word(f"part.{part}", lang),
            marker={"color": [faded(COLOURS.get(engine, NEUTRAL), opacity) for (engine, _), _ in bars]},
        )
    figure.update_traces(hovertemplate="%{y}: %{x:,.0f}<extra></extra>")
    figure.update_layout(barmode="stack")
    figure.update_yaxes(autorange="reversed", showgrid=False)
    return drawn(figure, runs, [], lang, "caption.stored_sizes", bars=False)


def _case(encoding: str, pair: tuple[str, str]) -> str:
    return f"size.{encoding}.{pair[1]}"


def base64_ratio(runs: pl.DataFrame, engine: str, way: str) -> Estimate | None:
    """Return how many times as much a page takes as base64 text, from two tables that differ in nothing else."""
    text, binary = (select.values(runs, engine, f"size.{kind}.{way}", "size_table") for kind in ("base64", "bytes"))
    page = select.values(runs, engine, f"size.bytes.{way}", "values_raw")
    if not (text and binary and page):
        return None
    times = 1 + (text[0] - binary[0]) / page[0]
    return Estimate(times, times, times, 1)


def base64_cost(runs: pl.DataFrame, lang: str, scale: str | None = None) -> Drawn:
    """Draw how many times as much a page takes as base64 text, for each system and way to store."""
    runs = select.only(runs, "default", scale)
    rows = []
    names: dict[str, str] = {}
    for engine, way in _ways(runs, "bytes"):
        times = base64_ratio(runs, engine, way)
        if times is None:
            continue
        rows.append(Row(_label(engine, way, lang), [(engine, Point(engine, way, times, "ok", None))]))
        names[engine] = word(f"engine.{engine}", lang)
    figure = dots(rows, names, COLOURS, word("axis.base64", lang), fmt="ratio")
    figure.add_vline(x=4 / 3, line={"color": NEUTRAL, "width": 1.2, "dash": "dot"})
    figure.update_layout(showlegend=False)
    return drawn(figure, runs, [], lang, "caption.base64", bars=False)


def life(runs: pl.DataFrame, lang: str, scale: str | None = None) -> Drawn:
    """Draw the table's size through its states, as a share of what it was when found."""
    runs = select.only(runs, "default", scale)
    figure = blank(420, "")
    labels = [word(f"state.{state}", lang) for state in STATES]
    for engine in select.engines(runs):
        sizes = [_parts(runs, engine, f"life.{state}") for state in STATES]
        if sizes[0] is None:
            continue
        first = sum(sizes[0].values())
        figure.add_trace(
            go.Scatter(
                x=labels,
                y=[100 * sum(parts.values()) / first if parts else None for parts in sizes],
                mode="lines+markers",
                name=word(f"engine.{engine}", lang),
                line={"color": COLOURS.get(engine, NEUTRAL), "width": 2},
                hovertemplate="%{x}: %{y:.1f} %<extra></extra>",
            )
        )
    figure.update_yaxes(title={"text": word("axis.share_of_found", lang), "standoff": 8}, rangemode="tozero")
    return drawn(figure, runs, [], lang, "caption.life", bars=False)


def waits(runs: pl.DataFrame, lang: str, scale: str | None = None) -> Drawn:
    """Draw how long a statement that gives back space runs, and the longest wait of a reader and a writer beside it."""
    runs = select.only(runs, "default", scale)
    rows, points = [], []
    for case in ("wait.compact", "wait.reclaim"):
        for engine in select.engines(runs):
            found = [
                (metric, point)
                for metric in ("duration", "wait_write", "wait_read")
                if (point := select.point(runs, engine, case, metric))
            ]
            if found:
                rows.append(Row(f"{word(f'engine.{engine}', lang)} · {word(f'case.{case}.{engine}', lang)}", found))
                points += [point for _, point in found]
    names = {name: word(f"legend.{name}", lang) for name in ("duration", "wait_write", "wait_read")}
    colours = {"duration": NEUTRAL, "wait_write": "#c0392b", "wait_read": "#2f6fb7"}
    figure = dots(rows, names, colours, word("axis.latency", lang), {"duration": "diamond"})
    return drawn(figure, runs, points, lang, "caption.waits")
