"""Charts of the storage chapter: bytes by part and way, what base64 adds, states of a table, what compaction costs."""

from __future__ import annotations

from collections.abc import Collection

import polars as pl

from ... import stats
from ...report.drawn import Drawn
from ...report.figures import COLOURS, NEUTRAL, Row, blank, dots, drawn, faded
from ...report.formats import digits
from ...report.words import word
from ...results import select
from ...results.select import Point
from ...stats import Estimate

STATES = {
    "life": ("found", "emptied", "reclaimed", "compacted", "without_copy", "without_raw", "without_result"),
    "deletes": ("deleted", "reclaimed", "compacted"),
}
"""What is done to the records, and the states they are in one after the other."""
PARTS = (("in_line", 1.0), ("out_of_line", 0.7), ("index", 0.4), ("free", 0.2))
"""The parts of a bar and how strongly each is drawn."""
_FILLED = COLOURS["postgresql"]


def storage_ways(runs: pl.DataFrame, encoding: str = "bytes") -> list[tuple[str, str]]:
    """Return (engine, way) in the report's order, as shipped first."""
    prefix = f"size.{encoding}."
    found = runs.filter(pl.col("case").str.starts_with(prefix)).select("engine", "case").unique().rows()
    pairs = [(engine, case.removeprefix(prefix)) for engine, case in found]
    return sorted(pairs, key=lambda pair: (select.place(pair[0]), pair[1] != "shipped", pair[1]))


def label_of_way(engine: str, way: str, lang: str) -> str:
    return f"{word(f'engine.{engine}', lang)} · {word(f'way.{way}', lang)}"


def stored_parts(runs: pl.DataFrame, engine: str, case: str) -> dict[str, float] | None:
    """Return bytes by part, None where they were not measured.

    What lies out of line is told apart where the system tells it; free room inside the file where the system's own
    size leaves it out, so that what the parts add up to is what the disk has lost.
    """
    table, index = (select.values(runs, engine, case, f"size_{part}") for part in ("table", "index"))
    if not (table and index):
        return None
    (apart,) = select.values(runs, engine, case, "size_out_of_line") or [0.0]
    (free,) = select.values(runs, engine, case, "size_free") or [0.0]
    return {"in_line": table[0] - apart, "out_of_line": apart, "index": index[0], "free": free}


def stored_whole(runs: pl.DataFrame, engine: str, case: str) -> float | None:
    """Return bytes of all parts together, None where they were not measured."""
    parts = stored_parts(runs, engine, case)
    return sum(parts.values()) if parts else None


def stored_sizes(runs: pl.DataFrame, lang: str, encoding: str = "bytes", scale: str | None = None) -> Drawn:
    """Draw bytes per record on disk by part, a bar for each system and way to store; why not, where there is none."""
    runs = select.only(runs, "default", scale)
    rows = select.rows_of(runs)
    ways = storage_ways(runs, encoding)
    figure = blank(110 + 30 * len(ways), word("axis.bytes_per_record", lang))
    parts = {pair: stored_parts(runs, pair[0], f"size.{encoding}.{pair[1]}") for pair in ways}
    bars = {pair: found for pair, found in parts.items() if found}
    for part, opacity in PARTS:
        figure.add_bar(
            orientation="h",
            y=[label_of_way(*pair, lang) for pair in bars],
            x=[found[part] / rows for found in bars.values()],
            name=word(f"part.{part}", lang),
            marker={"color": [faded(COLOURS.get(engine, NEUTRAL), opacity) for engine, _ in bars]},
        )
    for pair, found in parts.items():
        point = select.point(runs, pair[0], f"size.{encoding}.{pair[1]}", "size_table")
        total = sum(found.values()) / rows if found else 0.0
        said = digits(total) if found else word(f"status.{point.status if point else 'missing'}", lang)
        place = {"y": label_of_way(*pair, lang), "x": total, "text": said}
        figure.add_annotation(**place, showarrow=False, xanchor="left", xshift=4, font={"size": 11})
    figure.update_traces(hovertemplate="%{y}: %{x:,.0f}<extra></extra>")
    figure.update_layout(barmode="stack")
    labels = [label_of_way(*pair, lang) for pair in ways]
    figure.update_yaxes(autorange="reversed", showgrid=False, categoryorder="array", categoryarray=labels)
    return drawn(figure, runs, [], lang, "caption.stored_sizes", bars=False)


def base64_ratio(runs: pl.DataFrame, engine: str, way: str) -> Estimate | None:
    """Return how many times as much a page takes as base64 text, from two stores that differ in nothing else."""
    text, binary = (select.values(runs, engine, f"size.{kind}.{way}", "size_table") for kind in ("base64", "bytes"))
    page = select.values(runs, engine, f"size.bytes.{way}", "values_raw")
    if not (text and binary and page):
        return None
    return stats.exact(1 + (text[0] - binary[0]) / page[0])


def base64_cost(runs: pl.DataFrame, lang: str, scale: str | None = None) -> Drawn:
    """Draw by how much more a page takes as base64 text, in per cent, for each system and way to store."""
    runs = select.only(runs, "default", scale)
    found = {pair: e for pair in storage_ways(runs) if (e := base64_ratio(runs, *pair))}
    figure = blank(90 + 26 * len(found), word("axis.base64", lang))
    more = [100 * (e.value - 1) for e in found.values()]
    figure.add_bar(
        orientation="h",
        y=[label_of_way(*pair, lang) for pair in found],
        x=more,
        marker={"color": [COLOURS.get(engine, NEUTRAL) for engine, _ in found]},
        text=[f"{share:.1f} %" for share in more],
        textposition="outside",
        cliponaxis=False,
        hovertemplate="%{y}: %{x:.1f} %<extra></extra>",
    )
    figure.update_xaxes(range=[0, 1.3 * max(more, default=40)])  # room for what is written at the longest bar
    figure.add_vline(x=100 / 3, line={"color": NEUTRAL, "width": 1.2, "dash": "dot"})
    figure.update_yaxes(autorange="reversed", showgrid=False)
    return drawn(figure, runs, [], lang, "caption.base64", bars=False)


def stored_states(runs: pl.DataFrame, lang: str, what: str = "life", scale: str | None = None) -> Drawn:
    """Draw what the records take on disk in each state, in per cent of what they took at first: a line a system.

    Args:
        what: `life` for columns emptied and dropped, `deletes` for half of the records deleted.
    """
    runs = select.only(runs, "default", scale)
    shares: dict[str, list[float | None]] = {}
    for engine in select.engines(runs):
        first = stored_whole(runs, engine, first_state(runs, engine, what))
        if first is not None:
            sizes = [stored_whole(runs, engine, f"{what}.{state}") for state in STATES[what]]
            shares[engine] = [None if size is None else 100 * size / first for size in sizes]
    figure = blank(70 + 34 * len(shares), "")
    systems = [word(f"engine.{engine}", lang) for engine in shares]
    states = [word(f"state.{state}", lang) for state in STATES[what]]
    figure.add_heatmap(
        x=states,
        y=systems,
        z=list(shares.values()),
        zmin=0,
        zmax=100,
        colorscale=[[0, faded(_FILLED, 0.04)], [1, faded(_FILLED, 0.5)]],
        showscale=False,
        xgap=3,
        ygap=3,
        hovertemplate="%{y} · %{x}: %{z:.1f} %<extra></extra>",
    )
    for system, line in zip(systems, shares.values(), strict=True):
        for state, share in zip(states, line, strict=True):
            said = "–" if share is None else f"{share:.{0 if share >= 10 else 1}f}"
            figure.add_annotation(x=state, y=system, text=said, showarrow=False, font={"size": 12})
    figure.update_xaxes(type="category", side="top", showgrid=False)
    figure.update_yaxes(autorange="reversed", showgrid=False)
    return drawn(figure, _of(runs, shares), [], lang, f"caption.states_{what}", bars=False)


def _of(runs: pl.DataFrame, shown: Collection[str]) -> pl.DataFrame:
    """Return what the systems in a picture have; all, where there is none in it yet."""
    return runs.filter(pl.col("engine").is_in(list(shown))) if shown else runs


def first_state(runs: pl.DataFrame, engine: str, what: str = "life") -> str:
    """Return the case of the records as they were at first: before a deletion they are those just loaded."""
    if what == "life":
        return "life.found"
    return "life.found" if select.values(runs, engine, "life.found", "size_table") else "size.base64.shipped"


def peak_shares(runs: pl.DataFrame, engine: str) -> list[float]:
    """Return the peak of disk use while a table is compacted, in sizes of the table before, of each repeat."""
    found = select.together(runs, engine, "peak.compact", "disk_peak", "disk_before")
    size = stored_whole(runs, engine, "life.emptied")
    # the log and the system's own files are in the folder too: what is added counts against the table
    return [1 + (high - low) / size for high, low in found] if size else []


def compaction_peaks(runs: pl.DataFrame, lang: str, scale: str | None = None) -> Drawn:
    """Draw the peak of disk use while a table is compacted, in sizes of the table before."""
    runs = select.only(runs, "default", scale)
    rows, points = [], []
    for engine in select.engines(runs):
        point = select.point(runs, engine, "peak.compact", "disk_peak")
        if point is None:
            continue
        if shares := peak_shares(runs, engine):
            point = Point(engine, point.case, stats.median(shares), "ok", None)
        label = f"{word(f'engine.{engine}', lang)} · {word(f'case.wait.compact.{engine}', lang)}"
        rows.append(Row(label, [("peak", point)]))
        points.append(point)
    colours = {"peak": COLOURS["postgresql"]}
    figure = dots(rows, {"peak": word("axis.peak", lang)}, colours, word("axis.peak", lang), fmt="ratio", labels=True)
    return drawn(figure, _of(runs, [point.engine for point in points]), points, lang, "caption.peaks")


def compaction_waits(runs: pl.DataFrame, lang: str, scale: str | None = None) -> Drawn:
    """Draw how long a statement that gives back space runs, and the longest wait of a reader and a writer beside it."""
    runs = select.only(runs, "default", scale)
    rows, points = [], []
    shown = []
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
                shown.append(engine)
    names = {name: word(f"legend.{name}", lang) for name in ("duration", "wait_write", "wait_read")}
    colours = {"duration": NEUTRAL, "wait_write": "#c0392b", "wait_read": "#2f6fb7"}
    figure = dots(rows, names, colours, word("axis.latency", lang), {"duration": "diamond"})
    return drawn(figure, _of(runs, shown), points, lang, "caption.waits")
