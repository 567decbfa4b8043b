"""Tables of the forum's chapter: what loading takes and leaves on the disk, and what a statement reads."""

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from ...languages import listed, paragraph
from ...report.drawn import Drawn, drawn
from ...report.formats import case_label, digits, written
from ...report.tables.shared import cell, html, muted, over
from ...report.words import word
from ...results import select
from ...results.select import Point


def read(runs: pl.DataFrame, lang: str, cases: Sequence[str]) -> Drawn:
    """Return the rows each system read for a statement, and below them the pages where it tells.

    A system that counts nothing has no column: the caption names it.
    """
    runs = select.unmixed(runs)
    if runs.is_empty():
        return Drawn(word("verdict.missing", lang))
    counting = runs.filter(pl.col("case").str.starts_with("examined.") & (pl.col("status") == "ok"))
    names = select.engines(counting)
    silent = [word(f"engine.{name}", lang) for name in select.engines(runs) if name not in names]
    rows: list[list[str]] = []
    points: list[Point] = []
    for case in cases:
        found = [select.point(runs, name, f"examined.{case}", "rows_read") for name in names]
        points += [point for point in found if point]
        pages = [_pages(runs, name, f"examined.{case}") for name in names]
        cells = [_read(point, n, lang) for point, n in zip(found, pages, strict=True)]
        rows.append([case_label(case, lang), *cells])
    heads = [word("table.statement", lang), *(word(f"engine.{name}", lang) for name in names)]
    table = drawn(html(heads, rows, "numbers"), runs, points, lang, "caption.forum_read")
    said = [word("caption.forum_silent", lang, who=listed(silent, lang))] if silent else []
    return replace(table, caption=paragraph([table.caption, *said], lang))


def _pages(runs: pl.DataFrame, engine: str, case: str) -> float | None:
    both = (select.values(runs, engine, case, f"pages_{what}") for what in ("hit", "read"))
    counted = [values[0] for values in both if values]
    return sum(counted) if counted else None


def _read(point: Point | None, pages: float | None, lang: str) -> str:
    if point is None or point.estimate is None:
        return muted(word(f"status.{point.status if point else 'missing'}", lang))
    value = digits(point.estimate.value)
    return value if pages is None else over(value, word("forum.pages", lang, n=digits(pages)))


def loaded(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return what loading took, rows a second, what building the index took, and bytes a row on the disk."""
    runs = select.unmixed(runs)
    if runs.is_empty():
        return Drawn(word("verdict.missing", lang))
    rows: list[list[str]] = []
    points: list[Point] = []
    for name in select.engines(runs):
        rate, build = (select.point(runs, name, *of) for of in (("import", "throughput"), ("index.build", "duration")))
        points += [point for point in (rate, build) if point]
        took = written(rate.estimate.value, "rate") if rate and rate.estimate else muted(_status(rate, lang))
        index = cell(build, None, lang) if build else "–"
        rows.append([word(f"engine.{name}", lang), took, index, *_bytes_a_row(runs, name)])
    keys = ("table.engine", "axis.rows_imported", "case.index.build", "table.table_bytes", "table.index_bytes")
    return drawn(html([word(key, lang) for key in keys], rows, "numbers"), runs, points, lang, "caption.forum_loaded")


def _status(point: Point | None, lang: str) -> str:
    return word(f"status.{point.status if point else 'missing'}", lang)


def _bytes_a_row(runs: pl.DataFrame, engine: str) -> list[str]:
    sizes = (select.values(runs, engine, "size", f"size_{part}") for part in ("table", "index"))
    return [digits(values[0] / select.rows_of(runs)) if values else "–" for values in sizes]
