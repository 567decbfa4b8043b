"""What something takes, or its rate, over the number of rows it is done on: a line a system, both axes logarithmic."""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial

import plotly.graph_objects as go
import polars as pl

from ...results import select
from ...results.select import Point
from ..drawn import Drawn, drawn
from ..figures import COLOURS, MARKS, bars, blank, legend, roomy, round_ticks
from ..formats import case_label, count, digits, so_many, written
from ..titles import ranged
from ..words import word

_TICKS_APART = 0.1
"""Labels are at least this part of the axis apart; on a phone every second one is left out where they would touch."""


def at_two_sizes(
    frames: Sequence[pl.DataFrame], case: str, metric: str, temperature: str = "warm"
) -> Mapping[str, list[pl.DataFrame]]:
    """Return the frames that a case has values in, by system, of those systems that have two such frames at least."""
    names = select.engines(pl.concat(frames)) if frames else []
    taken = {name: [f for f in frames if select.taken(f, name, case, metric, temperature)] for name in names}
    return {name: at for name, at in taken.items() if len(at) > 1}


def by_rows(
    frames: Sequence[pl.DataFrame],
    lang: str,
    point: Callable[[pl.DataFrame, str], Point | None],
    axes: tuple[str, str],
    caption: str,
    fmt: str = "seconds",
    systems: Collection[str] = (),
    **said: str,
) -> Drawn:
    """Draw over rows what something took, or how many were done a second.

    Args:
        frames: samples of one profile and class each, one frame a scale, the smallest first.
        point: returns the value of a system in a frame; one that was cut short has an open mark.
        axes: words of what is counted below and of what the values are.
        fmt: how a value is written (`formats.written`).
        systems: those to draw, all that there are for none.
        said: fills in the words of `caption`.
    """
    if systems:
        narrowed = (frame.filter(pl.col("engine").is_in([*systems])) for frame in frames)
        frames = [frame for frame in narrowed if not frame.is_empty()]
    every = pl.concat(frames)
    figure = blank(420, word(axes[0], lang), log=True)
    points: list[Point] = []
    for name, label in legend(every, lang).items():
        line = [(select.rows_of(frame), p) for frame in frames if (p := point(frame, name))]
        points += [p for _, p in line]
        known = [(rows, p.estimate, "cut_short" in p.warnings) for rows, p in line if p.estimate]
        figure.add_trace(
            go.Scatter(
                x=[rows for rows, _, _ in known],
                y=[e.value for _, e, _ in known],
                error_y=bars([e for _, e, _ in known]),
                mode="lines+markers",
                name=label,
                line={"color": COLOURS[name], "width": 2},
                marker={"symbol": [f"{MARKS[name]}-open" if cut else MARKS[name] for _, _, cut in known], "size": 9},
                hovertext=[f"{label} · {count(rows, lang)} · {written(e.value, fmt)}" for rows, e, _ in known],
                hoverinfo="text",
            )
        )
    ticks = _apart(sorted({select.rows_of(frame) for frame in frames}))
    figure.update_xaxes(tickmode="array", tickvals=ticks, ticktext=[count(rows, lang) for rows in ticks])
    figure.update_xaxes(range=roomy(ticks))
    seen = [p.estimate.value for p in points if p.estimate]
    values = round_ticks(min(seen), max(seen)) if seen else []
    figure.update_yaxes(type="log", tickmode="array", tickvals=values, ticktext=[written(each, fmt) for each in values])
    figure.update_yaxes(title={"text": word(axes[1], lang), "standoff": 8})
    return drawn(figure, every, points, lang, caption, bars=True, settings=True, **said)


def _apart(rows: Sequence[int]) -> list[int]:
    """Return those of some numbers, both ends among them, whose labels do not touch on a logarithmic axis."""
    least = math.log(rows[-1] / rows[0]) * _TICKS_APART
    kept = [rows[0]]
    for each in rows[1:-1]:
        if math.log(each / kept[-1]) >= least and math.log(rows[-1] / each) >= least:
            kept.append(each)
    return kept + [rows[-1]] * (len(rows) > 1)


def case_by_rows(
    frames: Sequence[pl.DataFrame],
    lang: str,
    case: str,
    metric: str,
    axes: tuple[str, str],
    caption: str,
    fmt: str = "seconds",
    temperature: str = "warm",
    **said: str,
) -> Drawn:
    """Draw one case over rows, on each system that was measured at two sizes; say so where none was.

    Its title says from which system to which the values change from the fewest rows to the most, by how many times.
    """
    grown = at_two_sizes(frames, case, metric, temperature)
    if not grown:
        return Drawn(word("missing.scales", lang))
    point = partial(select.point, case=case, metric=metric, temperature=temperature)
    picture = by_rows(frames, lang, point, axes, caption, fmt, grown, case=case_label(case, lang), **said)
    changed = {
        word(f"engine.{name}", lang): select.across(
            (at[-1], name, case), (at[0], name, case), metric, temperature=temperature
        )
        for name, at in grown.items()
    }
    ends = {(select.rows_of(at[0]), select.rows_of(at[-1])) for at in grown.values()}
    if len(ends) > 1:
        return picture
    (few, many), *_ = ends
    told = {"few": so_many(few, lang), "many": count(many, lang), "what": word(f"title.what.{fmt}", lang)}
    return replace(picture, title=ranged(changed, lang, digits, "title.by_rows", **told))
