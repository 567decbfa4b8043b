"""Charts of the embedded stores: what an operation costs, how that grows, what a sync adds, what lies on the disk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import plotly.graph_objects as go
import polars as pl

from ...errors import ResultsMissing
from ...report.charts.lines import Line, lines
from ...report.drawn import Drawn
from ...report.figures import COLOURS, Row, bars, blank, dots, drawn, round_ticks
from ...report.formats import case_label, count, seconds
from ...report.words import word
from ...results import select
from ...results.select import Point

CLASSES = {"sync_on": "full", "sync_off": "none"}
"""The settings, which begin the names of their cases, and the class of durability each makes."""
PHASES = ("sequential_write", "random_read", "random_delete", "random_write", "iterate_keys", "iterate_values")
WRITING = ("sequential_write", "random_delete", "random_write")
KEY_BYTES, VALUE_BYTES = 16, 4096
SOURCES_OWN = ("bbolt", "pebble", "badger", "rocksdb")
"""The stores the source measured; the others are ours."""


def kv_cost(runs: pl.DataFrame, engine: str, case: str) -> Point | None:
    """Return what one operation of a case cost, with the warnings that apply to the case's duration."""
    point = select.point(runs, engine, case, "cost_per_operation")
    if point is None or point.estimate is None:
        return point
    whole = select.point(runs, engine, case, "duration")
    warned = whole.warnings if whole else ()
    return replace(point, warnings=(*warned, "cut_short") if kv_cut_short(runs, engine, case) else warned)


def kv_cut_short(runs: pl.DataFrame, engine: str, case: str) -> bool:
    """Tell whether the time limit ended a case before every key had its operation."""
    done = select.values(runs, engine, case, "operations")
    return bool(done) and min(done) < select.rows_of(runs)


def _names(runs: pl.DataFrame, lang: str) -> dict[str, str]:
    return {name: word(f"engine.{name}", lang) for name in select.engines(runs)}


def kv_phases(
    runs: pl.DataFrame,
    lang: str,
    setting: str = "sync_on",
    phases: Sequence[str] = PHASES,
    profile: str = "default",
    scale: str | None = None,
) -> Drawn:
    """Draw what an operation costs in each phase, at one setting."""
    runs = select.only(runs, profile, scale, CLASSES[setting])
    names = _names(runs, lang)
    rows, points = [], []
    for phase in phases:
        found = [p for name in names if (p := kv_cost(runs, name, f"{setting}.{phase}"))]
        if found:
            rows.append(Row(case_label(phase, lang), [(p.engine, p) for p in found]))
            points += found
    return drawn(dots(rows, names, COLOURS, word("axis.kv_cost", lang)), runs, points, lang, "caption.kv_phases")


def kv_written(
    runs: pl.DataFrame,
    lang: str,
    setting: str = "sync_on",
    phases: Sequence[str] = WRITING,
    profile: str = "default",
    scale: str | None = None,
) -> Drawn:
    """Draw the bytes each operation had written, as the kernel counts them for the process."""
    runs = select.only(runs, profile, scale, CLASSES[setting])
    wanted = [Line(case_label(phase, lang), f"{setting}.{phase}", ("written_per_operation",)) for phase in phases]
    return lines(runs, lang, wanted, "caption.kv_written", "axis.kv_written", "bytes")


def kv_sync_cost(
    runs: pl.DataFrame,
    lang: str,
    phases: Sequence[str] = WRITING,
    profile: str = "default",
    scale: str | None = None,
) -> Drawn:
    """Draw each phase once with every commit synced and once without: stores are compared within a line."""
    frames = {setting: select.only(runs, profile, scale, durability) for setting, durability in CLASSES.items()}
    both = pl.concat(list(frames.values()))
    names = _names(both, lang)
    rows, points = [], []
    for phase in phases:
        for setting, frame in frames.items():
            found = [p for name in names if (p := kv_cost(frame, name, f"{setting}.{phase}"))]
            if found:
                label = f"{case_label(phase, lang)} · {word(f'class.{CLASSES[setting]}', lang)}"
                rows.append(Row(label, [(p.engine, p) for p in found]))
                points += found
    figure = dots(rows, names, COLOURS, word("axis.kv_cost", lang))
    return drawn(figure, both, points, lang, "caption.by_durability")


def kv_growth(
    runs: pl.DataFrame,
    lang: str,
    phase: str = "random_write",
    setting: str = "sync_on",
    profile: str = "default",
) -> Drawn:
    """Draw what an operation costs over the number of keys; an open mark stands for a phase cut short."""
    runs = runs.filter(pl.col("scale") != "smoke") if select.scales(runs) != ["smoke"] else runs
    frames = []
    for scale in select.scales(runs):
        try:
            frames.append(select.only(runs, profile, scale, CLASSES[setting]))
        except ResultsMissing:
            continue
    if not frames:
        frames = [select.only(runs, profile, None, CLASSES[setting])]
    both = pl.concat(frames)
    figure = blank(420, word("axis.kv_keys", lang), log=True)
    points: list[Point] = []
    for name, label in _names(both, lang).items():
        line = [(select.rows_of(frame), p) for frame in frames if (p := kv_cost(frame, name, f"{setting}.{phase}"))]
        points += [p for _, p in line]
        known = [(keys, p.estimate, "cut_short" in p.warnings) for keys, p in line if p.estimate]
        figure.add_trace(
            go.Scatter(
                x=[keys for keys, _, _ in known],
                y=[e.value for _, e, _ in known],
                error_y=bars([e for _, e, _ in known]),
                mode="lines+markers",
                name=label,
                line={"color": COLOURS[name], "width": 2},
                marker={"symbol": ["circle-open" if cut else "circle" for _, _, cut in known], "size": 9},
                hovertext=[f"{label} · {count(keys, lang)} · {seconds(e.value)}" for keys, e, _ in known],
                hoverinfo="text",
            )
        )
    ticks = sorted({select.rows_of(frame) for frame in frames})
    figure.update_xaxes(tickmode="array", tickvals=ticks, ticktext=[count(keys, lang) for keys in ticks])
    costs = [p.estimate.value for p in points if p.estimate]
    times = round_ticks(min(costs), max(costs)) if costs else []
    figure.update_yaxes(type="log", tickmode="array", tickvals=times, ticktext=[seconds(time) for time in times])
    figure.update_yaxes(title={"text": word("axis.kv_cost", lang), "standoff": 8})
    return drawn(figure, both, points, lang, "caption.kv_growth")


def kv_disk(
    runs: pl.DataFrame, lang: str, setting: str = "sync_on", profile: str = "default", scale: str | None = None
) -> Drawn:
    """Draw the bytes on the disk as times the keys and values written, after each phase and at rest."""
    runs = select.only(runs, profile, scale, CLASSES[setting])
    names = _names(runs, lang)
    data_bytes = select.rows_of(runs) * (KEY_BYTES + VALUE_BYTES)
    rows, points = [], []
    for phase in (*WRITING, "close"):
        found = [p for name in names if (p := _size(runs, name, f"{setting}.{phase}", data_bytes))]
        if found:
            rows.append(Row(word(f"after.{phase}", lang), [(p.engine, p) for p in found]))
            points += found
    figure = dots(rows, names, COLOURS, word("axis.kv_disk", lang), fmt="ratio")
    return drawn(figure, runs, points, lang, "caption.kv_disk")


def _size(runs: pl.DataFrame, engine: str, case: str, unit_bytes: int) -> Point | None:
    point = select.point(runs, engine, case, "operations" if not case.endswith(".close") else "keys")
    if point is None or point.estimate is None:
        return point
    taken = [n / unit_bytes for n in kv_sizes_at_rest(runs, engine, case)]
    if not case.endswith(".close"):
        taken = [n / unit_bytes for n in select.values(runs, engine, case, "size")]
    return Point(engine, case, select.estimate("size", taken), "ok", None) if taken else None


def kv_sizes_at_rest(runs: pl.DataFrame, engine: str, case: str) -> list[float]:
    """Return the bytes a store left after a clean end, all parts together, a value a repeat."""
    mine = select.counted(runs.filter((pl.col("engine") == engine) & (pl.col("case") == case)))
    parts = mine.filter(pl.col("metric").str.starts_with("size_") & (pl.col("status") == "ok"))
    return parts.group_by("repeat").agg(pl.col("value").sum()).sort("repeat")["value"].to_list()


def kv_readers(runs: pl.DataFrame, lang: str, profile: str = "default", scale: str | None = None) -> Drawn:
    """Draw how many reads and writes a second eight readers and one writer get through together."""
    frames = {setting: select.only(runs, profile, scale, durability) for setting, durability in CLASSES.items()}
    both = pl.concat(list(frames.values()))
    names = _names(both, lang)
    rows, points = [], []
    for side in ("read", "write"):
        for setting, frame in frames.items():
            case = f"{setting}.readers"
            found = [p for name in names if (p := select.point(frame, name, case, f"{side}_throughput"))]
            if found:
                label = f"{word(f'side.{side}', lang)} · {word(f'class.{CLASSES[setting]}', lang)}"
                rows.append(Row(label, [(p.engine, p) for p in found]))
                points += found
    figure = dots(rows, names, COLOURS, word("axis.kv_rate", lang), fmt="rate")
    return drawn(figure, both, points, lang, "caption.kv_readers")
