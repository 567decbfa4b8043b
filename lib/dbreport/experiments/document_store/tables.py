"""Tables of the chapter on documents alone: one system by two tools, more records, what the generator itself can do."""

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from ...languages import LANGUAGES, paragraph
from ...report.drawn import Drawn, drawn
from ...report.formats import case_label, count, digits
from ...report.tables.by_system import rates
from ...report.tables.shared import fold, html, muted, ratio_cell, times
from ...report.words import word
from ...results import select
from ...results.select import Point
from ...stats import Estimate
from . import facts
from .jobs import MANY


def folded_rates(runs: pl.DataFrame, lang: str, cases: Sequence[str], clients: int) -> Drawn:
    """Return the operations a second of cases with so many clients, behind a line to open."""
    table, told = rates(runs, lang, cases), word(f"clients.{clients}", lang)
    shown = word("caption.rates_by", lang, clients=told)
    table = replace(table, caption=paragraph([shown, table.caption], lang))
    return fold(table, "fold.rates_by", lang, clients=told)


def tools(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return operations a second by sysbench and by YCSB of the same operation on the same system, and their ratio."""
    rows, points = [], []
    for engine in facts.with_rows(runs):
        for what, (sysbench, ycsb) in facts.tools().items():
            rates = [select.point(runs, engine, case, "throughput") for case in (sysbench, ycsb)]
            points += [point for point in rates if point]
            ratio = facts.rate(runs, (engine, sysbench), (engine, ycsb))
            name = f"{word(f'engine.{engine}', lang)} · {case_label(f'tools.{what}', lang)}"
            rows.append([name, *(_rate(point, lang) for point in rates), _times(ratio, lang)])
    head = [word(f"table.{name}", lang) for name in ("test", "by_sysbench", "by_ycsb", "sysbench_over_ycsb")]
    return drawn(html(head, rows, "numbers"), runs, points, lang, "caption.two_tools")


def by_records(runs: pl.DataFrame, lang: str, cases: Sequence[str]) -> Drawn:
    """Return how many times as fast as MySQL each other system is at a case, over the number of records, as shipped.

    Of a case that was measured at one size alone there is no line.
    """
    frames = facts.by_records(runs)
    names = [name for name in select.engines(runs) if name != facts.MY]
    rows = []
    for case in cases:
        ratios = {
            select.rows_of(at): [facts.rate(at, (name, case), (facts.MY, case)) for name in names] for at in frames
        }
        told = {records: of_size for records, of_size in ratios.items() if any(of_size)}
        for records, of_size in told.items() if len(told) > 1 else ():
            rows.append([case_label(case, lang), count(records, lang), *(_times(ratio, lang) for ratio in of_size)])
    if not rows:
        return Drawn(word("missing.scales", lang))
    head = [word(f"table.{name}", lang) for name in ("test", "records")]
    over = [f"{word(f'engine.{name}', lang)} / {word(f'engine.{facts.MY}', lang)}" for name in names]
    return drawn(html(head + over, rows, "numbers"), pl.concat(frames), [], lang, "caption.over_mysql")


def generator(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return how many times as fast as each system a binding is that does nothing, with as many clients."""
    cases = [(f"noop.mix.{n}", f"full.{case}.{n}") for n in (1, MANY) for case in ("read.zipfian", "mix")]
    names = select.engines(runs)
    rows = []
    for nothing, case in cases:
        ratios = [facts.rate(runs, (name, nothing), (name, case)) for name in names]
        cells = [digits(e.value) if e else muted(word("status.missing", lang)) for e in ratios]
        rows.append([case_label(case, lang), *cells])
    head = [word("table.test", lang), *(word(f"engine.{name}", lang) for name in names)]
    return drawn(html(head, rows, "numbers"), runs, [], lang, "caption.generator")


def _times(ratio: Estimate | None, lang: str) -> str:
    return ratio_cell(ratio, muted(word("status.missing", lang)))


def _rate(point: Point | None, lang: str) -> str:
    if point is None or point.estimate is None:
        return muted(word(f"status.{point.status if point else 'missing'}", lang))
    return digits(point.estimate.value)


def about_mongodb(runs: pl.DataFrame) -> dict[str, str]:
    """Return in a sentence what MongoDB gave beside MySQL with one client, or that it was not to be had."""
    e = facts.rate(runs, (facts.MONGO, "full.read.zipfian.1"), (facts.MY, "full.read.zipfian.1"))
    if e is None:
        return {lang: word("sentence.no_mongodb", lang) for lang in LANGUAGES}
    return {lang: word("sentence.mongodb", lang, ratio=times(e)) for lang in LANGUAGES}
