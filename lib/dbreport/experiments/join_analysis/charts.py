"""Charts of the chapter on joins: how long each question takes, and how times grow with rows."""

from dataclasses import replace

import numpy as np
import plotly.graph_objects as go
import polars as pl

from ...report import charts
from ...report.charts import Line
from ...report.drawn import Drawn, drawn
from ...report.figures import COLOURS, MARKS, bars, blank, faded, roomy, round_ticks
from ...report.formats import case_label, count, digits, seconds
from ...report.titles import ranged
from ...report.words import word
from ...results import select
from . import facts

_DASHES = {"files": "solid", "one_worker": "dash", "two_workers": "dot"}
_FILLED = {"files": "", "one_worker": "-open", "two_workers": "-open-dot"}


def labelled(one: facts.Line, lang: str) -> str:
    """Return whose line it is, and with how many workers."""
    name = word(f"engine.{one.engine}", lang)
    return name if one.stage == "files" else f"{name} · {word(f'stage.{one.stage}', lang)}"


def answers(runs: pl.DataFrame, lang: str, stage: str = "files") -> Drawn:
    """Draw how long each question takes on each system at one stage; of samples of one class."""
    wanted = [Line(case_label(case.partition(".")[2], lang), case) for case in facts.cases(stage)]
    return charts.lines(select.unmixed(runs), lang, wanted, f"caption.join_{stage}", settings=False)


def growth(runs: pl.DataFrame, lang: str, question: str) -> Drawn:
    """Draw a question's time against the rows on every system that was measured at two sizes: a line and its band."""
    found = facts.lines(runs, question)
    if not found:
        return Drawn(word("missing.two_sizes", lang))
    figure = blank(460, word("axis.calls", lang), log=True)
    sizes = sorted({rows for one in found for rows in one.measured})
    for one in found:
        along = np.geomspace(min(one.measured), max(one.measured), 40)  # none goes on to where it was not measured
        label, colour = labelled(one, lang), COLOURS[one.engine]
        fitted = [one.at(float(rows)) for rows in along]
        band = [e.low for e in fitted] + [e.high for e in reversed(fitted)]
        common = {"legendgroup": label, "hoverinfo": "skip", "showlegend": False}
        figure.add_trace(go.Scatter(
            x=[*along, *along[::-1]], y=band, fill="toself", fillcolor=faded(colour, 0.18), line={"width": 0}, **common,
        ))  # fmt: skip
        drawn_as = {"color": colour, "width": 2, "dash": _DASHES[one.stage]}
        values = [e.value for e in fitted]
        figure.add_trace(go.Scatter(x=along, y=values, mode="lines", line=drawn_as, **common))
        shown = list(one.measured.values())
        figure.add_trace(go.Scatter(
            x=list(one.measured), y=[e.value for e in shown], error_y=bars(shown), mode="markers", name=label,
            legendgroup=label, marker={"color": colour, "size": 8, "symbol": MARKS[one.engine] + _FILLED[one.stage]},
            hovertext=[f"{label} · {count(rows, lang)}\n{seconds(e.value)}" for rows, e in one.measured.items()],
            hoverinfo="text",
        ))  # fmt: skip
    times = [e.value for one in found for e in one.measured.values()]
    ticks = round_ticks(min(times), max(times))
    title = {"text": word("axis.latency", lang), "standoff": 8}
    figure.update_yaxes(type="log", title=title, tickmode="array", tickvals=ticks, ticktext=[*map(seconds, ticks)])
    figure.update_xaxes(tickmode="array", tickvals=sizes, ticktext=[count(rows, lang) for rows in sizes])
    figure.update_xaxes(range=roomy(sizes))
    mine = runs.filter(pl.col("engine").is_in([one.engine for one in found]) & pl.col("rows").is_in(sizes))
    least, most = sizes[0], sizes[-1]
    grown = {labelled(one, lang): one.grown(least, most) for one in found if {least, most} <= one.measured.keys()}
    told = ranged(grown, lang, digits, "title.join_growth", at=digits(most / least))
    case = case_label(f"files.{question}", lang)
    return replace(drawn(figure, mine, [], lang, "caption.join_growth", settings=False, case=case), title=told)
