"""Charts of causes: one change at a time, and what it does to a statement on one of the source's systems.

Each takes samples of one profile, scale and class of durability, and raises MixedClasses for others.
"""

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from ...languages import listed
from ...report.charts import Line, lines
from ...report.drawn import Drawn, drawn
from ...report.figures import COLOURS, Row, dots, points_of
from ...report.formats import digits, seconds
from ...report.titles import of_one
from ...report.words import word
from ...results import select
from .facts import MY, PG


def not_measured(runs: pl.DataFrame, lang: str, wanted: Sequence[Line]) -> tuple[str, ...]:
    """Return a note that names the lines nobody has measured yet; none where there are none."""
    measured = set(runs["case"])
    missing = [line.label for line in wanted if line.case not in measured]
    return (word("note.not_measured", lang, lines=listed(missing, lang)),) if missing else ()


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
    # the value over the topmost dot stays below the legend
    figure.update_layout(height=figure.layout.height + 14, yaxis_range=[len(rows) - 0.5, -0.8])
    picture = drawn(
        figure,
        runs.filter(pl.col("engine").is_in(list(names))),
        points_of(rows),
        lang,
        caption,
        bars=True,
        settings=True,
        **said,
    )
    title = of_one({row.label: point for row in rows for _, point in row.points}, lang)
    return replace(picture, title=title, notes=(*picture.notes, *not_measured(runs, lang, wanted)))


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


def _with_and_without_map(query: str) -> list[tuple[str, str, str]]:
    return [
        ("why.map.unindexed", PG, f"unindexed.{query}"),
        ("why.map.without", PG, f"why.{query}_no_map"),
        ("why.map.with", PG, f"indexed.{query}"),
    ]


def visibility_map(runs: pl.DataFrame, lang: str) -> Drawn:
    """Draw what the visibility map does to a statement that an index alone can answer: one of ours, by `count(*)`."""
    query = "group_range_star"
    return _causes(runs, lang, _with_and_without_map(query), "caption.map", query=word(f"case.{query}", lang))


def count_scans(runs: pl.DataFrame, lang: str) -> Drawn:
    """Draw PostgreSQL's count of all rows, which scans the table whatever there is: its title names no cause."""
    causes = _with_and_without_map("count")
    picture = _causes(runs, lang, causes, "caption.map_count")
    points = (select.point(runs, engine, case) for _, engine, case in causes)
    times = sorted(point.estimate.value for point in points if point and point.estimate)
    if not times:
        return picture
    return replace(picture, title=word("title.map_count", lang, least=seconds(times[0]), most=seconds(times[-1])))


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
    picture = lines(runs, lang, wanted, "caption.limit")
    picture = replace(picture, notes=(*picture.notes, *not_measured(runs, lang, wanted)))
    gains = [
        select.ratio(runs, (MY, f"indexed.{query}"), (MY, f"why.{query}_client_limit"))
        for query in ("range", "prefix", "group_range")
    ]
    known = sorted(e.value for e in gains if e and e.decided == "more")
    if len(known) < len(gains):
        return picture
    told = {"who": word(f"engine.{MY}", lang), "least": digits(known[0]), "most": digits(known[-1])}
    return replace(picture, title=word("title.limit", lang, **told))
