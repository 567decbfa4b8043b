"""Charts of the embedded stores: what an operation costs, how that grows with the keys, what lies on the disk."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import polars as pl

from ...report.charts import Line, by_rows, lines
from ...report.drawn import Drawn, drawn
from ...report.figures import COLOURS, Row, dots, legend, points_of
from ...report.formats import case_label, digits, so_many
from ...report.titles import Measured, led, ranged, spread
from ...report.words import word
from ...results import select
from ...results.ratios import estimate
from ...results.select import Point
from .facts import (
    CLASSES,
    COST,
    RECORD_BYTES,
    SOURCE_SCALES,
    cost,
    cut_short,
    of_scales,
    of_setting,
    of_settings,
    sizes_at_rest,
)
from .jobs import PHASES, SHORT, SHORT_BYTES, VALUE_BYTES, WRITING

CLAIMED = ("sequential_write", "random_read", "iterate_keys")
"""Phases of which the source claims that one store is faster than the others."""


def phases(
    runs: pl.DataFrame,
    lang: str,
    setting: str = "sync_on",
    phases: Sequence[str] = PHASES,
    profile: str = "default",
    scale: str | None = None,
) -> Drawn:
    """Draw what an operation costs in each phase, at one setting."""
    runs = of_setting(runs, setting, profile, scale)
    costs = [Row(case_label(phase, lang), _points(runs, cost, f"{setting}.{phase}")) for phase in phases]
    picture = _dots(runs, lang, costs, "axis.kv_cost", "caption.kv_phases")
    return led(picture, (_whole(runs, f"{setting}.{phase}") for phase in phases), COST, lang)


def written(
    runs: pl.DataFrame,
    lang: str,
    setting: str = "sync_on",
    phases: Sequence[str] = WRITING,
    profile: str = "default",
    scale: str | None = None,
) -> Drawn:
    """Draw the bytes each operation had written, as the kernel counts them for the process."""
    metric, cases = "written_per_operation", {phase: f"{setting}.{phase}" for phase in phases}
    wanted = [Line(case_label(phase, lang), case, (metric,)) for phase, case in cases.items()]
    runs = of_setting(runs, setting, profile, scale)
    picture = lines(runs, lang, wanted, "caption.kv_written", "axis.kv_written", "bytes")
    return led(picture, (_whole(runs, case, metric) for case in cases.values()), metric, lang, "lowest")


def lengths(runs: pl.DataFrame, lang: str, scale: str | None = None) -> Drawn:
    """Draw what an operation costs on values of either length, every commit synced, in the phases of the claims."""
    runs = of_setting(runs, "sync_on", scale=scale)
    stages = {"": f"{VALUE_BYTES // 1024} KiB", SHORT: f"{SHORT_BYTES} B"}
    costs = [
        Row(f"{case_label(phase, lang)} · {length}", _points(runs, cost, f"{stage}sync_on.{phase}"))
        for phase in CLAIMED
        for stage, length in stages.items()
    ]
    cases = (f"{stage}sync_on.{phase}" for phase in CLAIMED for stage in stages)
    picture = _dots(runs, lang, costs, "axis.kv_cost", "caption.kv_lengths")
    return led(picture, (_whole(runs, case) for case in cases), COST, lang)


def readers(runs: pl.DataFrame, lang: str, profile: str = "default", scale: str | None = None) -> Drawn:
    """Draw how many reads and writes a second eight readers and one writer get through together."""
    frames = of_settings(runs, profile, scale)
    sides = [(side, setting, frame) for side in ("read", "write") for setting, frame in frames.items()]
    rates = [
        Row(
            _at_setting(word(f"side.{side}", lang), setting, lang),
            _points(frame, partial(select.point, metric=f"{side}_throughput"), f"{setting}.readers"),
        )
        for side, setting, frame in sides
    ]
    picture = _dots(pl.concat(frames.values()), lang, rates, "axis.kv_rate", "caption.kv_readers", "rate")
    measured = (
        {name: select.taken(frame, name, f"{setting}.readers", f"{side}_throughput") for name in select.engines(frame)}
        for side, setting, frame in sides
    )
    return led(picture, measured, "throughput", lang, most=True)


def _at_setting(label: str, setting: str, lang: str) -> str:
    return f"{label} · {word(f'class.{CLASSES[setting]}', lang)}"


def growth(
    runs: pl.DataFrame,
    lang: str,
    phase: str = "random_write",
    setting: str = "sync_on",
    profile: str = "default",
) -> Drawn:
    """Draw what an operation costs over the number of keys; an open mark stands for a phase cut short."""
    frames = of_scales(runs, setting, profile) or [of_setting(runs, setting, profile)]
    if frames[-1].is_empty():
        return Drawn(word("verdict.missing", lang))
    case, axes = f"{setting}.{phase}", ("axis.kv_keys", "axis.kv_cost")
    told = by_rows(frames, lang, partial(cost, case=case), axes, "caption.kv_growth", phase=case_label(phase, lang))
    return replace(told, title=_grown(frames, case, lang))


def _grown(frames: Sequence[pl.DataFrame], case: str, lang: str) -> str:
    """Return how the cost changes between the source's numbers of keys: those that were measured often enough."""
    ends = [frame for frame in frames if {*frame["scale"]} <= {*SOURCE_SCALES}]
    if len(ends) < 2:
        return ""
    few, *_, many = ends
    changed = {
        word(f"engine.{name}", lang): select.across((many, name, case), (few, name, case), COST)
        for name in select.engines(many)
        if not cut_short(many, name, case)
    }
    told = {"few": so_many(select.rows_of(few), lang), "many": so_many(select.rows_of(many), lang)}
    return ranged(changed, lang, digits, "title.kv_growth", **told)


def disk(
    runs: pl.DataFrame, lang: str, setting: str = "sync_on", profile: str = "default", scale: str | None = None
) -> Drawn:
    """Draw the bytes on the disk as times the keys and values written, after each phase and at rest."""
    runs = of_setting(runs, setting, profile, scale)
    sizes = [
        Row(word(f"after.{phase}", lang), _points(runs, _size, f"{setting}.{phase}")) for phase in (*WRITING, "close")
    ]
    picture = _dots(runs, lang, sizes, "axis.kv_disk", "caption.kv_disk", "ratio")
    closed = {name: point.estimate.value for name, point in sizes[-1].points if point.estimate}
    shares = {word(f"engine.{name}", lang): share for name, share in closed.items()}
    return replace(picture, title=spread(shares, digits, lang, "title.kv_disk"))


def _size(runs: pl.DataFrame, engine: str, case: str) -> Point | None:
    setting, _, phase = case.partition(".")
    point = select.point(runs, engine, case, "keys" if phase == "close" else "operations")
    if point is None or point.estimate is None:
        return point
    taken = sizes_at_rest(runs, engine, setting) if phase == "close" else select.values(runs, engine, case, "size")
    ratios = [n_bytes / (select.rows_of(runs) * RECORD_BYTES) for n_bytes in taken]
    return Point(engine, case, estimate("size", ratios), "ok", None) if ratios else None


def _whole(runs: pl.DataFrame, case: str, metric: str = COST) -> Measured:
    """Return what an operation took each store that came to the end of the phase: of others the dearest are missing."""
    whole = (name for name in select.engines(runs) if not cut_short(runs, name, case))
    return {name: select.taken(runs, name, case, metric) for name in whole}


def _points(
    runs: pl.DataFrame, point: Callable[[pl.DataFrame, str, str], Point | None], case: str
) -> list[tuple[str, Point]]:
    return [(name, measured) for name in select.engines(runs) if (measured := point(runs, name, case))]


def _dots(runs: pl.DataFrame, lang: str, rows: Sequence[Row], axis: str, caption: str, fmt: str = "seconds") -> Drawn:
    """Draw those lines that have points, a dot a store; say so where none has."""
    shown = [row for row in rows if row.points]
    if not shown:
        return Drawn(word("verdict.missing", lang))
    figure = dots(shown, legend(runs, lang), COLOURS, word(axis, lang), lang, fmt=fmt)
    return drawn(figure, runs, points_of(shown), lang, caption)
