"""What something takes over the number of rows it is done on: a line a system, both axes logarithmic."""

from collections.abc import Callable, Sequence

import plotly.graph_objects as go
import polars as pl

from ...results import select
from ...results.select import Point
from ..drawn import Drawn, drawn
from ..figures import COLOURS, MARKS, bars, blank, legend, round_ticks
from ..formats import count, seconds
from ..words import word


def by_rows(
    frames: Sequence[pl.DataFrame],
    lang: str,
    point: Callable[[pl.DataFrame, str], Point | None],
    axes: tuple[str, str],
    caption: str,
    **said: str,
) -> Drawn:
    """Draw seconds over rows.

    Args:
        frames: samples of one profile and class each, one frame a scale, the smallest first.
        point: returns what a system took in a frame, seconds; one that was cut short has an open mark.
        axes: words of what is counted below and of what it took.
        said: fills in the words of `caption`.
    """
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
                hovertext=[f"{label} · {count(rows, lang)} · {seconds(e.value)}" for rows, e, _ in known],
                hoverinfo="text",
            )
        )
    ticks = sorted({select.rows_of(frame) for frame in frames})
    figure.update_xaxes(tickmode="array", tickvals=ticks, ticktext=[count(rows, lang) for rows in ticks])
    took = [p.estimate.value for p in points if p.estimate]
    times = round_ticks(min(took), max(took)) if took else []
    figure.update_yaxes(type="log", tickmode="array", tickvals=times, ticktext=[seconds(time) for time in times])
    figure.update_yaxes(title={"text": word(axes[1], lang), "standoff": 8})
    return drawn(figure, every, points, lang, caption, bars=True, **said)
