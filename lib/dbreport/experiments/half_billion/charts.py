"""Charts of the half_billion chapter.

But for `profiles`, each takes samples of one profile, scale and class of durability, and raises
MixedClasses for others.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import plotly.graph_objects as go
import polars as pl

from ... import stats
from ...languages import listed, paragraph
from ...report.answers import ranked
from ...report.charts import Line, lines
from ...report.drawn import Drawn, drawn
from ...report.figures import COLOURS, NEUTRAL, Row, bars, blank, dots, faded, legend, points_of
from ...report.formats import case_label, count, digits, written
from ...report.titles import beyond, directions, ranged, spread
from ...report.words import word
from ...results import select
from ...results.ratios import compare
from ...results.select import Point
from ...results.store import Cell, Footer
from .causes import not_measured
from .facts import compared, staged, tuned_scale
from .queries import OURS, QUERIES

_FAINT = 0.45
"""The opacity of what is drawn beside, in its system's colour."""


def import_rate(runs: pl.DataFrame, lang: str) -> Drawn:
    """Draw the import throughput of every system, both ways, with intervals."""
    names = legend(select.unmixed(runs), lang)
    figure = blank(120 + 46 * len(names), word("axis.rows_per_s", lang))
    per, fmt = (10_000, ",.0f") if lang == "zh" else (1_000_000, ",.2f")
    durations = []
    ways = {"import.plain": _FAINT, "import.bulk": 1.0}
    for way, opacity in ways.items():
        points = [p for name in names if (p := select.point(runs, name, way, "throughput"))]
        durations += [p for name in names if (p := select.point(runs, name, way, "duration"))]
        rates = [p.estimate or stats.exact(0) for p in points]
        figure.add_bar(
            orientation="h",
            y=[names[p.engine] for p in points],
            x=[e.value / per for e in rates],
            text=["" if p.estimate else word(f"status.{p.status}", lang) for p in points],
            textposition="outside",
            error_x=bars(rates, per),
            name=word(f"case.{way}", lang),
            marker={"color": [faded(COLOURS.get(p.engine, NEUTRAL), opacity) for p in points]},
            hovertemplate=f"%{{y}} · %{{x:{fmt}}}<extra></extra>",
        )
    figure.update_layout(barmode="group")
    figure.update_yaxes(autorange="reversed", showgrid=False)
    _explain_shades(figure, {word(f"case.{way}", lang): opacity for way, opacity in ways.items()})
    return replace(drawn(figure, runs, durations, lang, "caption.import"), title=_fastest_imports(runs, lang))


def _explain_shades(figure: go.Figure, shades: Mapping[str, float]) -> None:
    """Have the legend say in grey what each shade is: a colour is a system's, and bars would show the first one's."""
    for name, opacity in shades.items():
        figure.update_traces({"legendgroup": name, "showlegend": False}, {"name": name})
        figure.add_scatter(
            x=[None],
            y=[None],
            mode="markers",
            name=name,
            legendgroup=name,
            marker={"symbol": "square", "size": 12, "color": faded(NEUTRAL, opacity)},
            hoverinfo="skip",
        )


def _fastest_imports(runs: pl.DataFrame, lang: str) -> str:
    """Return who imports fastest either way, with those that are not decidedly slower; empty where nobody was timed."""
    told, ways = {}, ("plain", "bulk")
    for way in ways:
        taken = {name: select.taken(runs, name, f"import.{way}", "throughput") for name in select.engines(runs)}
        if (found := ranked(taken, "throughput", most=True)) and found.ratios:
            told[way] = listed((word(f"engine.{name}", lang) for name in found.standing.equals), lang)
    if len(told) < len(ways):
        return ""
    return word("title.import_alike" if told["plain"] == told["bulk"] else "title.import", lang, **told)


def query_times(runs: pl.DataFrame, lang: str, stage: str = "indexed") -> Drawn:
    """Draw the time of every query on every system at one stage."""
    wanted = [Line(word(f"case.{query}", lang), f"{stage}.{query}") for query in (*QUERIES, *OURS)]
    names = select.engines(select.unmixed(runs))
    crosses = any(point.estimate is None for line in wanted for _, point in line.points(runs, names))
    caption = "caption.queries_crosses" if crosses else "caption.queries"
    picture = lines(runs, lang, wanted, caption, stage=word(f"stage.{stage}", lang))
    notes = (*picture.notes, *not_measured(runs, lang, wanted), *_lacking(runs, lang, wanted))
    return replace(picture, notes=notes)


def _lacking(runs: pl.DataFrame, lang: str, wanted: Sequence[Line]) -> list[str]:
    """Return which lines of a chart one of its systems lacks and another has."""
    notes, cases = [], {line.case: line.label for line in wanted}
    drawn_of = runs.filter(pl.col("case").is_in([*cases]))
    for name in select.engines(drawn_of):
        own = set(drawn_of.filter(pl.col("engine") == name)["case"])
        if lacking := [label for case, label in cases.items() if case in set(drawn_of["case"]) - own]:
            who = word(f"engine.{name}", lang)
            notes.append(word("note.not_measured_on", lang, who=who, lines=listed(lacking, lang)))
    return notes


def printed_and_measured(runs: pl.DataFrame, lang: str, own: pl.DataFrame | None = None) -> Drawn:
    """Draw the ratio of MySQL to PostgreSQL the source printed beside ours, query by query.

    Args:
        own: what was measured at the source's own size, on one machine, whichever that is. The title goes by these
            ratios where they decide, by those of `runs` elsewhere.
    """
    both = compared(select.unmixed(runs))
    own = None if own is not None and own.is_empty() else own
    rows, pairs = [], []
    for row, at_size in zip(both, both if own is None else compared(own), strict=True):
        label = f"{word(f'case.{row.query}', lang)} · {word(f'stage.{row.stage}', lang)}"
        ratios = {
            "bound" if row.bound else "printed": stats.exact(row.printed.value),
            "own": None if own is None else at_size.measured,
            "measured": row.measured,
        }
        rows.append(Row(label, [(kind, Point("", row.query, e, "ok", None)) for kind, e in ratios.items() if e]))
        told = (each for each in (at_size.measured, row.measured) if each and each.decided in ("more", "less"))
        pairs.append((row.printed, next(told, row.measured)))
    names = {"printed": word("legend.printed", lang), "bound": word("legend.printed_bound", lang)}
    if own is not None:
        told_of = {"scale": count(select.rows_of(own), lang), "host": own["host"][0]}
        names["own"] = word("legend.measured_on", lang, **told_of)
    names["measured"] = word("legend.measured", lang, scale=count(select.rows_of(runs), lang))
    colours = {"printed": NEUTRAL, "bound": NEUTRAL, "own": "#7b3fa0", "measured": "#b48ccb"}
    symbols = {"printed": "diamond", "bound": "diamond-open", "own": "circle", "measured": "circle-open"}
    figure = dots(rows, names, colours, word("axis.published", lang), lang, symbols, fmt="ratio")
    figure.add_vline(x=1, line={"color": NEUTRAL, "width": 1.2})
    shown = drawn(figure, runs, [], lang, "caption.published")
    said = [shown.caption] if own is None else [shown.caption, word("caption.published_twice", lang)]
    return replace(shown, caption=paragraph(said, lang), title=directions(pairs, lang))


def sizes(runs: pl.DataFrame, details: dict[Cell, Footer], lang: str) -> Drawn:
    """Draw bytes per row on disk, table and index apart, beside the text file's own."""
    names = legend(select.unmixed(runs), lang)
    rows = select.rows_of(runs)
    text_bytes = next(f.dataset["text_bytes"] for f in details.values() if f.dataset["rows"] == rows)
    figure = blank(120 + 34 * (len(names) + 1), word("axis.bytes_per_row", lang))
    figure.add_bar(
        orientation="h",
        y=[word("part.text", lang)],
        x=[text_bytes / rows],
        name=word("part.text", lang),
        showlegend=False,  # its bar is called so
        marker={"color": NEUTRAL},
    )
    whole: dict[str, list[float]] = {}
    shades = {"table": 1.0, "index": _FAINT}
    for part, opacity in shades.items():
        values = {name: select.values(runs, name, "size.indexed", f"size_{part}") for name in names}
        bytes_of = {name: sizes[0] for name, sizes in values.items() if sizes}
        for name, n_bytes in bytes_of.items():
            whole.setdefault(name, []).append(n_bytes)
        figure.add_bar(
            orientation="h",
            y=[names[name] for name in bytes_of],
            x=[size / rows for size in bytes_of.values()],
            name=word(f"part.{part}", lang),
            marker={"color": [faded(COLOURS.get(name, NEUTRAL), opacity) for name in bytes_of]},
        )
    figure.update_traces(hovertemplate="%{y}: %{x:.1f}<extra></extra>")
    figure.update_layout(barmode="stack")
    _explain_shades(figure, {word(f"part.{part}", lang): opacity for part, opacity in shades.items()})
    figure.update_yaxes(autorange="reversed", showgrid=False)
    in_all = {names[name]: sum(parts) / rows for name, parts in whole.items()}
    title = spread(in_all, partial(written, fmt="bytes"), lang)
    return replace(drawn(figure, runs, [], lang, "caption.size", bars=False), title=title)


def profiles(runs: pl.DataFrame, lang: str, stages: Sequence[str] = ("indexed",), scale: str | None = None) -> Drawn:
    """Draw what tuning changes: time as shipped over time tuned; with several stages a line names its own."""
    tuned_runs = runs.filter(pl.col("profile") == "tuned")
    scale = scale or tuned_scale(runs)
    if scale not in select.scales(tuned_runs):
        return Drawn(word("missing.tuned", lang))
    shipped, tuned = (select.only(runs, profile, scale) for profile in ("default", "tuned"))
    cases = [("import.bulk", "duration"), ("index.build", "duration")]
    cases += [(f"{stage}.{query}", "latency") for stage in stages for query in (*QUERIES, *OURS)]
    label = case_label if len(stages) == 1 else staged
    figure, points = ratios(shipped, tuned, cases, "axis.profiles", lang, label)
    figure.add_vline(x=1, line={"color": NEUTRAL, "width": 1.2})
    title = beyond([point.estimate for point in points if point.estimate], 1, "title.profiles", lang)
    return replace(drawn(figure, pl.concat([shipped, tuned]), points, lang, "caption.profiles"), title=title)


def ratios(
    over: pl.DataFrame,
    under: pl.DataFrame,
    cases: list[tuple[str, str]],
    axis: str,
    lang: str,
    label: Callable[[str, str], str] = case_label,
) -> tuple[go.Figure, list[Point]]:
    """Draw one frame's medians over another's, a line a case, a dot a system that stands in both."""
    names = {name: label for name, label in legend(over, lang).items() if name in select.engines(under)}
    rows = []
    for case, metric in cases:
        by_name = {name: select.across((over, name, case), (under, name, case), metric) for name in names}
        points = [(name, Point(name, case, e, "ok", None)) for name, e in by_name.items() if e]
        if points:
            rows.append(Row(label(case, lang), points))
    return dots(rows, names, COLOURS, word(axis, lang), lang, fmt="ratio"), points_of(rows)


def cold_and_warm(runs: pl.DataFrame, lang: str, case: str) -> Drawn:
    """Draw the first run after a cold start beside warm ones, for one case."""
    names = legend(select.unmixed(runs), lang)
    kinds = [t for t in ("warm", "cold", "lukewarm") if any(select.values(runs, n, case, temperature=t) for n in names)]
    rows = []
    for name, label in names.items():
        points = {kind: select.point(runs, name, case, temperature=kind) for kind in kinds}
        rows.append(Row(label, [(kind, point) for kind, point in points.items() if point]))
    labels = {kind: word(f"temperature.{kind}", lang) for kind in kinds}
    # told apart by their marks alone: a colour is a system's
    marks = {"warm": "circle", "cold": "circle-open", "lukewarm": "diamond-open"}
    figure = dots(rows, labels, dict.fromkeys(kinds, NEUTRAL), word("axis.latency", lang), lang, marks)
    stage, _, query = case.partition(".")
    said = {"query": word(f"case.{query}", lang), "stage": word(f"stage.{stage}", lang)}
    picture = drawn(figure, runs, points_of(rows), lang, "caption.cold", bars=True, settings=True, **said)
    return replace(picture, title=_colder(runs, lang, case, names))


def _colder(runs: pl.DataFrame, lang: str, case: str, names: dict[str, str]) -> str:
    """Return on which system a cold start costs least and on which most."""
    ratios = {}
    for name, label in names.items():
        cold, warm = (select.taken(runs, name, case, temperature=kind) for kind in ("cold", "warm"))
        if cold and warm:
            ratios[label] = compare(cold, warm, "latency", in_rounds=False)
    return ranged(ratios, lang, digits, "title.cold")
