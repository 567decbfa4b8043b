"""Charts of the half_billion chapter."""

from __future__ import annotations

import plotly.graph_objects as go
import polars as pl

from ... import stats
from ...report import published
from ...report.charts.lines import Line, lines
from ...report.drawn import Drawn
from ...report.figures import COLOURS, NEUTRAL, Row, bars, blank, dots, drawn, faded
from ...report.formats import case_label, count
from ...report.words import word
from ...results import select
from ...results.select import Point
from ...results.store import Cell, Footer
from ...stats import Estimate

QUERIES = ("count", "point", "range", "prefix", "group_all", "group_range", "group_segment_top", "top_sort")
PAIR = ("postgresql", "mysql")


def _names(engines: list[str], lang: str) -> dict[str, str]:
    return {name: word(f"engine.{name}", lang) for name in engines}


def import_rate(runs: pl.DataFrame, lang: str, profile: str = "default", scale: str | None = None) -> Drawn:
    """Draw the import throughput of every system, both ways, with intervals."""
    runs = select.only(runs, profile, scale)
    names = select.engines(runs)
    figure = blank(120 + 46 * len(names), word("axis.rows_per_s", lang))
    per = 10_000 if lang == "zh" else 1_000
    warned = []
    for way, opacity in (("import.plain", 0.45), ("import.bulk", 1.0)):
        found = {name: select.point(runs, name, way, "throughput") for name in names}
        shown = {name: p for name, p in found.items() if p}
        rates = [p.estimate or stats.exact(0) for p in shown.values()]
        warned += [p for name in names if (p := select.point(runs, name, way, "duration"))]
        figure.add_bar(
            orientation="h",
            y=[word(f"engine.{name}", lang) for name in shown],
            x=[e.value / per for e in rates],
            text=["" if p.estimate else word(f"status.{p.status}", lang) for p in shown.values()],
            textposition="outside",
            error_x=bars(rates, per),
            name=word(f"case.{way}", lang),
            marker={"color": [faded(COLOURS.get(name, NEUTRAL), opacity) for name in shown]},
            hovertemplate="%{y} · %{x:,.0f}<extra></extra>",
        )
    figure.update_layout(barmode="group")
    figure.update_yaxes(autorange="reversed", showgrid=False)
    return drawn(figure, runs, warned, lang, "caption.import")


def query_times(
    runs: pl.DataFrame, lang: str, stage: str = "indexed", profile: str = "default", scale: str | None = None
) -> Drawn:
    """Draw the time of every query on every system at one stage."""
    runs = select.only(runs, profile, scale)
    names = select.engines(runs)
    rows, points = [], []
    for query in QUERIES:
        found = [p for name in names if (p := select.point(runs, name, f"{stage}.{query}"))]
        if found:
            rows.append(Row(word(f"case.{query}", lang), [(p.engine, p) for p in found]))
            points += found
    figure = dots(rows, _names(names, lang), COLOURS, word("axis.latency", lang))
    return drawn(figure, runs, points, lang, "caption.queries")


def printed_and_measured(runs: pl.DataFrame, lang: str, scale: str | None = None) -> Drawn:
    """Draw the ratio of MySQL to PostgreSQL the source printed beside ours, query by query."""
    runs = select.only(runs, "default", scale)
    printed = printed_ratios()
    rows = []
    for (stage, query), estimate in printed.items():
        label = f"{word(f'case.{query}', lang)} · {word(f'stage.{stage}', lang)}"
        bound = estimate.high == float("inf")
        points = [("bound" if bound else "printed", Point("", query, stats.exact(estimate.value), "ok", None))]
        ours = select.ratio(runs, ("mysql", f"{stage}.{query}"), ("postgresql", f"{stage}.{query}"))
        if ours:
            points.append(("measured", Point("", query, ours, "ok", None)))
        rows.append(Row(label, points))
    names = {
        "printed": word("legend.printed", lang),
        "bound": word("legend.printed_bound", lang),
        "measured": word("legend.measured", lang, scale=count(select.rows_of(runs), lang)),
    }
    colours = {"printed": NEUTRAL, "bound": NEUTRAL, "measured": "#7b3fa0"}
    symbols = {"printed": "diamond", "bound": "diamond-open", "measured": "circle"}
    figure = dots(rows, names, colours, word("axis.published", lang), symbols, fmt="ratio")
    figure.add_vline(x=1, line={"color": NEUTRAL, "width": 1.2})
    return drawn(figure, runs, [], lang, "caption.published")


def printed_ratios() -> dict[tuple[str, str], Estimate]:
    """Return MySQL / PostgreSQL as printed, by (stage, query); an upper bound of infinity marks a timeout."""
    stages = {
        "unindexed": "unindexed",
        "btree index on phone": "indexed",
        "btree index on phone, limit 1000": "limited",
    }
    figures = published.figures("half_billion").filter(pl.col("metric") == "latency")
    found = {}
    for table, stage in stages.items():
        for query in QUERIES:
            rows = figures.filter(
                (pl.col("table") == table)
                & (pl.col("case") == query)
                & ~pl.col("configuration").str.contains("limit 100$")
            )
            pair = {row["system"]: row for row in rows.to_dicts()}
            if not set(PAIR) <= set(pair) or pair["postgresql"]["value"] is None:
                continue
            under = pair["postgresql"]["value"]
            over = pair["mysql"]["value"]
            # the source's limit of 300 s is all that is known of a statement that ran into it
            low = (over or 300.0) / under
            found[stage, query] = stats.exact(low) if over else Estimate(low, low, float("inf"), 1)
    return found


def _causes(runs: pl.DataFrame, lang: str, lines: list[tuple[str, str, str]], caption: str) -> Drawn:
    """Draw one dot a line: (words, engine, case)."""
    rows, points = [], []
    for key, engine, case in lines:
        found = select.point(runs, engine, case)
        if found:
            rows.append(Row(word(key, lang), [(engine, found)]))
            points.append(found)
    names = {engine: word(f"engine.{engine}", lang) for engine in dict.fromkeys(p.engine for p in points)}
    figure = dots(rows, names, COLOURS, word("axis.latency", lang), labels=True)
    return drawn(figure, runs.filter(pl.col("engine").is_in(list(names))), points, lang, caption)


def prefix_causes(runs: pl.DataFrame, lang: str, scale: str | None = None) -> Drawn:
    """Draw what each single change does to PostgreSQL's prefix search."""
    lines = [
        ("why.prefix.none", "postgresql", "unindexed.prefix"),
        ("why.prefix.language", "postgresql", "indexed.prefix"),
        ("why.prefix.varchar", "postgresql", "why.prefix_varchar"),
        ("why.prefix.pattern_ops", "postgresql", "why.prefix_pattern_ops"),
        ("why.prefix.c", "postgresql", "why.prefix_c_collation"),
        ("why.prefix.mysql", "mysql", "indexed.prefix"),
    ]
    return _causes(select.only(runs, "default", scale), lang, lines, "caption.prefix")


def visibility_map(runs: pl.DataFrame, lang: str, query: str = "count", scale: str | None = None) -> Drawn:
    """Draw what the visibility map does to a query an index alone can answer."""
    lines = [
        ("why.map.unindexed", "postgresql", f"unindexed.{query}"),
        ("why.map.without", "postgresql", f"why.{query}_no_map"),
        ("why.map.with", "postgresql", f"indexed.{query}"),
    ]
    return _causes(select.only(runs, "default", scale), lang, lines, "caption.map")


def row_limit(runs: pl.DataFrame, lang: str, scale: str | None = None) -> Drawn:
    """Draw what a limit of 1000 rows does, written in the statement or set in the client."""
    runs = select.only(runs, "default", scale)
    wanted = [
        Line(f"{word(f'case.{query}', lang)} · {word(f'stage.{kind}', lang)}", case)
        for query in ("range", "prefix", "group_range")
        for kind, case in (
            ("unlimited", f"indexed.{query}"),
            ("limited", f"limited.{query}"),
            ("client_limit", f"why.{query}_client_limit"),
        )
    ]
    return lines(runs.filter(pl.col("engine").is_in(PAIR)), lang, wanted, "caption.limit")


def sizes(runs: pl.DataFrame, details: dict[Cell, Footer], lang: str, scale: str | None = None) -> Drawn:
    """Draw bytes per row on disk, table and index apart, beside the text file's own."""
    runs = select.only(runs, "default", scale)
    names = select.engines(runs)
    rows = select.rows_of(runs)
    text_bytes = next(f.dataset["text_bytes"] for f in details.values() if f.dataset["rows"] == rows)
    figure = blank(120 + 34 * (len(names) + 1), word("axis.bytes_per_row", lang))
    figure.add_bar(
        orientation="h",
        y=[word("part.text", lang)],
        x=[text_bytes / rows],
        name=word("part.text", lang),
        marker={"color": NEUTRAL},
    )
    for part, opacity in (("table", 1.0), ("index", 0.45)):
        bytes_of = {name: select.values(runs, name, "size.indexed", f"size_{part}") for name in names}
        figure.add_bar(
            orientation="h",
            y=[word(f"engine.{name}", lang) for name, found in bytes_of.items() if found],
            x=[found[0] / rows for found in bytes_of.values() if found],
            name=word(f"part.{part}", lang),
            marker={"color": [faded(COLOURS.get(name, NEUTRAL), opacity) for name, found in bytes_of.items() if found]},
        )
    figure.update_traces(hovertemplate="%{y}: %{x:.1f}<extra></extra>")
    figure.update_layout(barmode="stack")
    figure.update_yaxes(autorange="reversed", showgrid=False)
    return drawn(figure, runs, [], lang, "caption.size", bars=False)


def growth(runs: pl.DataFrame, lang: str, stage: str = "unindexed") -> Drawn:
    """Draw how many times longer each query takes at the larger of the two largest scales."""
    scales = select.scales(runs.filter(pl.col("profile") == "default"))[-2:]
    if len(scales) < 2:
        return Drawn(word("missing.scales", lang))
    few, many = (select.only(runs, "default", scale) for scale in scales)
    figure, points = _ratios(many, few, [(f"{stage}.{query}", "latency") for query in QUERIES], "axis.growth", lang)
    figure.add_vline(x=select.rows_of(many) / select.rows_of(few), line={"color": NEUTRAL, "width": 1.2, "dash": "dot"})
    both = many.filter(pl.col("engine").is_in(select.engines(few)))
    return drawn(figure, both, points, lang, "caption.growth")


def profiles(runs: pl.DataFrame, lang: str, stage: str = "indexed", scale: str | None = None) -> Drawn:
    """Draw what tuning changes: time as shipped over time tuned."""
    tuned_runs = runs.filter(pl.col("profile") == "tuned")
    scale = scale or select.broadest_scale(runs)
    if scale not in select.scales(tuned_runs):
        return Drawn(word("missing.tuned", lang))
    shipped, tuned = (select.only(runs, profile, scale) for profile in ("default", "tuned"))
    cases = [("import.bulk", "duration"), ("index.build", "duration")]
    cases += [(f"{stage}.{query}", "latency") for query in QUERIES]
    figure, points = _ratios(shipped, tuned, cases, "axis.profiles", lang)
    figure.add_vline(x=1, line={"color": NEUTRAL, "width": 1.2})
    return drawn(figure, shipped, points, lang, "caption.profiles")


def _ratios(
    over: pl.DataFrame, under: pl.DataFrame, cases: list[tuple[str, str]], axis: str, lang: str
) -> tuple[go.Figure, list[Point]]:
    """Draw one frame's medians over another's, a line a case, a dot a system that stands in both."""
    names = [name for name in select.engines(over) if name in select.engines(under)]
    rows = []
    for case, metric in cases:
        points = []
        for name in names:
            if e := select.across((over, name, case), (under, name, case), metric):
                points.append((name, Point(name, case, e, "ok", None)))
        if points:
            rows.append(Row(case_label(case, lang), points))
    figure = dots(rows, _names(names, lang), COLOURS, word(axis, lang), fmt="ratio")
    return figure, [point for row in rows for _, point in row.points]


def cold_and_warm(runs: pl.DataFrame, lang: str, case: str, scale: str | None = None) -> Drawn:
    """Draw the first run after a cold start beside warm ones, for one case."""
    runs = select.only(runs, "default", scale)
    names = select.engines(runs)
    kinds = [t for t in ("warm", "cold", "lukewarm") if any(select.values(runs, n, case, temperature=t) for n in names)]
    rows, points = [], []
    for name in names:
        found = [(t, p) for t in kinds if (p := select.point(runs, name, case, temperature=t))]
        rows.append(Row(word(f"engine.{name}", lang), found))
        points += [p for _, p in found]
    labels = {kind: word(f"temperature.{kind}", lang) for kind in kinds}
    colours = {"warm": "#d1495b", "cold": "#3a86c8", "lukewarm": "#6c9bb8"}
    figure = dots(rows, labels, colours, word("axis.latency", lang))
    return drawn(figure, runs, points, lang, "caption.cold")
