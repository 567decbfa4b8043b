"""Charts of the half_billion chapter.

But for `profiles`, each takes samples of one profile, scale and class of durability, and raises
MixedClasses for others.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import plotly.graph_objects as go
import polars as pl

from ... import stats
from ...languages import listed
from ...report.answers import ranked
from ...report.charts import Line, lines
from ...report.drawn import Drawn, drawn
from ...report.figures import COLOURS, NEUTRAL, Row, bars, blank, dots, faded, legend, points_of
from ...report.formats import case_label, count, digits, written
from ...report.titles import beyond, directions, of_one, ranged, spread
from ...report.words import word
from ...results import select
from ...results.ratios import compare
from ...results.select import Point
from ...results.store import Cell, Footer
from .facts import MY, PG, compared, tuned_scale
from .queries import OURS, QUERIES


def import_rate(runs: pl.DataFrame, lang: str) -> Drawn:
    """Draw the import throughput of every system, both ways, with intervals."""
    names = legend(select.unmixed(runs), lang)
    figure = blank(120 + 46 * len(names), word("axis.rows_per_s", lang))
    per, fmt = (10_000, ",.0f") if lang == "zh" else (1_000_000, ",.2f")
    durations = []
    for way, opacity in (("import.plain", 0.45), ("import.bulk", 1.0)):
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
    return replace(drawn(figure, runs, durations, lang, "caption.import"), title=_fastest_imports(runs, lang))


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
    return _saying_what_is_missing(lines(select.unmixed(runs), lang, wanted, "caption.queries"), runs, lang, wanted)


def _saying_what_is_missing(picture: Drawn, runs: pl.DataFrame, lang: str, wanted: Sequence[Line]) -> Drawn:
    """Add a note that names the lines nobody has measured yet."""
    measured = set(runs["case"])
    missing = [line.label for line in wanted if line.case not in measured]
    note = (word("note.not_measured", lang, lines=listed(missing, lang)),) if missing else ()
    return replace(picture, notes=(*picture.notes, *note))


def printed_and_measured(runs: pl.DataFrame, lang: str) -> Drawn:
    """Draw the ratio of MySQL to PostgreSQL the source printed beside ours, query by query."""
    rows = []
    both = compared(select.unmixed(runs))
    for row in both:
        label = f"{word(f'case.{row.query}', lang)} · {word(f'stage.{row.stage}', lang)}"
        ratios = {"bound" if row.bound else "printed": stats.exact(row.printed.value), "measured": row.measured}
        rows.append(Row(label, [(kind, Point("", row.query, e, "ok", None)) for kind, e in ratios.items() if e]))
    names = {
        "printed": word("legend.printed", lang),
        "bound": word("legend.printed_bound", lang),
        "measured": word("legend.measured", lang, scale=count(select.rows_of(runs), lang)),
    }
    colours = {"printed": NEUTRAL, "bound": NEUTRAL, "measured": "#7b3fa0"}
    symbols = {"printed": "diamond", "bound": "diamond-open", "measured": "circle"}
    figure = dots(rows, names, colours, word("axis.published", lang), lang, symbols, fmt="ratio")
    figure.add_vline(x=1, line={"color": NEUTRAL, "width": 1.2})
    title = directions(((row.printed, row.measured) for row in both), lang)
    return replace(drawn(figure, runs, [], lang, "caption.published"), title=title)


def _causes(runs: pl.DataFrame, lang: str, causes: list[tuple[str, str, str]], caption: str, **said: str) -> Drawn:
    """Draw one dot a line: (key of its words, engine, case); a note names the lines that are not measured yet."""
    runs = select.unmixed(runs)
    wanted = [Line(word(key, lang), case) for key, _, case in causes]
    measured = {key: select.point(runs, engine, case) for key, engine, case in causes}
    rows = [Row(word(key, lang), [(point.engine, point)]) for key, point in measured.items() if point]
    if not rows:
        return Drawn(word("missing.causes", lang))
    names = {p.engine: word(f"engine.{p.engine}", lang) for p in points_of(rows)}
    figure = dots(rows, names, COLOURS, word("axis.latency", lang), lang, labels=True)
    picture = drawn(
        figure, runs.filter(pl.col("engine").is_in(list(names))), points_of(rows), lang, caption, bars=True, **said
    )
    picture = replace(picture, title=of_one({row.label: point for row in rows for _, point in row.points}, lang))
    return _saying_what_is_missing(picture, runs, lang, wanted)


def prefix_causes(runs: pl.DataFrame, lang: str) -> Drawn:
    """Draw what each single change does to PostgreSQL's prefix search."""
    causes = [
        ("why.prefix.none", PG, "unindexed.prefix"),
        ("why.prefix.language", PG, "indexed.prefix"),
        ("why.prefix.varchar", PG, "why.prefix_varchar"),
        ("why.prefix.pattern_ops", PG, "why.prefix_pattern_ops"),
        ("why.prefix.c", PG, "why.prefix_c_collation"),
        ("why.prefix.mysql", MY, "indexed.prefix"),
    ]
    return _causes(runs, lang, causes, "caption.prefix")


def visibility_map(runs: pl.DataFrame, lang: str, query: str = "group_range_star") -> Drawn:
    """Draw what the visibility map does to a statement that an index alone can answer: one of ours, by `count(*)`."""
    causes = [
        ("why.map.unindexed", PG, f"unindexed.{query}"),
        ("why.map.without", PG, f"why.{query}_no_map"),
        ("why.map.with", PG, f"indexed.{query}"),
    ]
    return _causes(runs, lang, causes, "caption.map", query=word(f"case.{query}", lang))


def covering_index(runs: pl.DataFrame, lang: str) -> Drawn:
    """Draw what it does to grouping a range by `count(uid)` that the index has uid in it too."""
    causes = [
        ("why.covering.pg", PG, "indexed.group_range"),
        ("why.covering.pg_keyed", PG, "keyed.group_range"),
        ("why.covering.pg_include", PG, "why.group_range_include_uid"),
        ("why.covering.my", MY, "indexed.group_range"),
        ("why.covering.my_keyed", MY, "keyed.group_range"),
        ("why.covering.my_limit", MY, "why.group_range_client_limit"),
    ]
    return _causes(runs, lang, causes, "caption.covering")


def condition_cache(runs: pl.DataFrame, lang: str) -> Drawn:
    """Draw what ClickHouse takes with and without what it remembers of conditions, beside an empty statement."""
    engine = "clickhouse"
    causes = [
        ("why.cache.empty", engine, "empty_statement"),
        ("why.cache.point", engine, "unindexed.point"),
        ("why.cache.point_off", engine, "unindexed.point_no_condition_cache"),
        ("why.cache.range", engine, "indexed.range"),
        ("why.cache.range_off", engine, "why.range_no_condition_cache"),
    ]
    return _causes(runs, lang, causes, "caption.cache")


def row_limit(runs: pl.DataFrame, lang: str) -> Drawn:
    """Draw what a limit of 1000 rows does, written in the statement or set in the client."""
    runs = select.unmixed(runs).filter(pl.col("engine").is_in([PG, MY]))
    wanted = [
        Line(f"{word(f'case.{query}', lang)} · {word(f'stage.{kind}', lang)}", case)
        for query in ("range", "prefix", "group_range")
        for kind, case in (
            ("unlimited", f"indexed.{query}"),
            ("limited", f"limited.{query}"),
            ("client_limit", f"why.{query}_client_limit"),
        )
    ]
    return _saying_what_is_missing(lines(runs, lang, wanted, "caption.limit"), runs, lang, wanted)


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
        marker={"color": NEUTRAL},
    )
    whole: dict[str, list[float]] = {}
    for part, opacity in (("table", 1.0), ("index", 0.45)):
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
    figure.update_yaxes(autorange="reversed", showgrid=False)
    in_all = {names[name]: sum(parts) / rows for name, parts in whole.items()}
    title = spread(in_all, partial(written, fmt="bytes"), lang)
    return replace(drawn(figure, runs, [], lang, "caption.size", bars=False), title=title)


def profiles(runs: pl.DataFrame, lang: str, stage: str = "indexed", scale: str | None = None) -> Drawn:
    """Draw what tuning changes: time as shipped over time tuned."""
    tuned_runs = runs.filter(pl.col("profile") == "tuned")
    scale = scale or tuned_scale(runs)
    if scale not in select.scales(tuned_runs):
        return Drawn(word("missing.tuned", lang))
    shipped, tuned = (select.only(runs, profile, scale) for profile in ("default", "tuned"))
    cases = [("import.bulk", "duration"), ("index.build", "duration")]
    cases += [(f"{stage}.{query}", "latency") for query in (*QUERIES, *OURS)]
    figure, points = ratios(shipped, tuned, cases, "axis.profiles", lang)
    figure.add_vline(x=1, line={"color": NEUTRAL, "width": 1.2})
    title = beyond([point.estimate for point in points if point.estimate], 1, "title.profiles", lang)
    return replace(drawn(figure, shipped, points, lang, "caption.profiles"), title=title)


def ratios(
    over: pl.DataFrame, under: pl.DataFrame, cases: list[tuple[str, str]], axis: str, lang: str
) -> tuple[go.Figure, list[Point]]:
    """Draw one frame's medians over another's, a line a case, a dot a system that stands in both."""
    names = {name: label for name, label in legend(over, lang).items() if name in select.engines(under)}
    rows = []
    for case, metric in cases:
        by_name = {name: select.across((over, name, case), (under, name, case), metric) for name in names}
        points = [(name, Point(name, case, e, "ok", None)) for name, e in by_name.items() if e]
        if points:
            rows.append(Row(case_label(case, lang), points))
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
    colours = {"warm": "#d1495b", "cold": "#3a86c8", "lukewarm": "#6c9bb8"}
    figure = dots(rows, labels, colours, word("axis.latency", lang), lang)
    return replace(drawn(figure, runs, points_of(rows), lang, "caption.cold"), title=_colder(runs, lang, case, names))


def _colder(runs: pl.DataFrame, lang: str, case: str, names: dict[str, str]) -> str:
    """Return on which system a cold start costs least and on which most."""
    ratios = {}
    for name, label in names.items():
        cold, warm = (select.taken(runs, name, case, temperature=kind) for kind in ("cold", "warm"))
        if cold and warm:
            ratios[label] = compare(cold, warm, "latency", in_rounds=False)
    return ranged(ratios, lang, digits, "title.cold")
