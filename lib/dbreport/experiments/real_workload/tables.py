"""Tables of the real workload alone: what is printed beside what was measured, and what statements read."""

from collections.abc import Sequence
from functools import partial

import polars as pl

from ...report.drawn import Drawn, drawn
from ...report.formats import case_label, so_many, written
from ...report.markup import Html
from ...report.tables.shared import cell, html, over
from ...report.words import word
from ...results import select
from .facts import MY, PG, Work, from_disk, in_memory, of_source, works

PAGES = ("pages_hit", "pages_read")
SIDES = ("system_printed", "system_here")


def printed(runs: pl.DataFrame, lang: str) -> Drawn | Html:
    """Return every figure the source prints beside ours of the same statement, a line for each plan of indexes.

    The aggregate of both machines stands once more with as many rows as MySQL keeps in memory: those decide.
    """
    mine = of_source(runs)
    rows = [
        _line(mine, work, word(work.label, lang) if work.label else case_label(work.case, lang), lang)
        for work in works()
    ]
    caption = ""
    if mine.height and select.rows_of(kept := in_memory(runs)) != select.rows_of(mine):
        few, caption = so_many(select.rows_of(kept), lang), "caption.printed_rows"
        told = partial(word, "work.rows", lang, rows=few)
        rows += [_line(kept, work, told(work=word(work.label, lang)), lang) for work in works() if work.label]
    head = [word("table.statement", lang)]
    head += [word(f"table.{side}", lang, system=word(f"engine.{n}", lang)) for n in (PG, MY) for side in SIDES]
    table = html(head, rows, "numbers")
    return table if mine.is_empty() else drawn(table, mine, [], lang, caption)


def _line(runs: pl.DataFrame, work: Work, label: str, lang: str) -> list[str]:
    fmt, row = "rate" if work.metric == "throughput" else "seconds", [label]
    for name in (PG, MY):
        figure = work.printed.get(name)
        row.append("–" if figure is None else written(figure, fmt))
        row.append(_here(runs, name, work, fmt, lang))
    return row


def _here(runs: pl.DataFrame, name: str, work: Work, fmt: str, lang: str) -> str:
    point = select.point(runs, name, work.case, work.metric, work.temperature)
    if fmt == "rate" and point and point.estimate:
        return written(point.estimate.value, fmt)
    value = cell(point, None, lang)
    read = work.temperature == "warm" and from_disk(runs, name, work.case)
    return over(value, word("table.from_disk", lang)) if read else value


def reads(runs: pl.DataFrame, lang: str, cases: Sequence[str]) -> Drawn:
    """Return rows and pages read by one run of each statement, a line a case (without `examined.`), a column a system.

    A system that tells nothing of any of them has no column.
    """
    told = select.unmixed(runs).filter(pl.col("metric") == "rows_read", pl.col("status") == "ok")
    told = told.filter(pl.col("case").is_in([f"examined.{case}" for case in cases]))
    names = select.engines(told)
    rows = [
        [case_label(case, lang), *(_read(runs, name, f"examined.{case}", lang) for name in names)] for case in cases
    ]
    head = [word("table.statement", lang), *(word(f"engine.{name}", lang) for name in names)]
    return drawn(html(head, rows, "numbers"), told, [], lang, "caption.reads")


def _read(runs: pl.DataFrame, engine: str, case: str, lang: str) -> str:
    point = select.point(runs, engine, case, "rows_read")
    if point is None or point.estimate is None:
        return word(f"status.{point.status}", lang) if point else "–"
    pages = [values[0] for metric in PAGES if (values := select.values(runs, engine, case, metric))]
    n = point.estimate.value
    rows = word("table.row_read", lang) if n == 1 else word("table.rows_read", lang, n=f"{n:,.0f}")
    if not pages:
        return rows
    return over(rows, word("table.pages_read", lang, n=f"{sum(pages):,.0f}"))
