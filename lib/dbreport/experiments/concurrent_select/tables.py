"""Tables of the chapter on many readers alone: what the source printed beside ours, and what was done for an answer."""

from collections.abc import Iterator, Sequence

import polars as pl

from ... import stats
from ...report.drawn import Drawn, drawn
from ...report.formats import case_label, digits, seconds, size, written
from ...report.tables.sentences import across
from ...report.tables.shared import html, muted, over
from ...report.words import word
from ...results import select
from ...results.select import Point
from .facts import printed
from .jobs import TWENTY

WORK = ("cache_hits", "rows_read", "sort_passes", "blocks_hit", "blocks_read", "spilled_bytes")
"""What systems count of their work on answers."""


def readers_printed(runs: pl.DataFrame, lang: str, tables: Sequence[str]) -> Drawn:
    """Return latency, and memory where it was printed, as printed and as measured; ours stands below the source's."""
    rows, points = [], []
    for one in (one for table in tables for one in printed(table)):
        point = one.measured(runs)
        points += [point] if point else []
        ran = over(_source(one.system, one.configuration, lang), _ours(one.engine, one.case, lang))
        row = [ran, seconds(one.latency_s), _shown(point, "seconds", lang)]
        if one.memory_bytes:
            row += [size(one.memory_bytes), _shown(one.measured(runs, "server_memory"), "size", lang)]
        rows.append(row)
    head = ["source_ran", "printed", "value"]
    memory = max(map(len, rows)) > len(head)
    head += ["printed_memory", "measured_memory"] if memory else []
    rows = [row + [""] * (len(head) - len(row)) for row in rows]
    table = html([word(f"table.{name}", lang) for name in head], rows, "numbers stacked")
    caption = f"caption.readers_printed{'' if memory else '_alone'}"
    return drawn(table, runs, points, lang, caption, settings=False)


def _source(system: str, configuration: str, lang: str) -> str:
    name = word(f"engine.{system}", lang)
    return f"{name} · {word(f'ran.{configuration}', lang)}" if configuration else name


def _ours(engine: str, case: str, lang: str) -> str:
    return f"{word(f'engine.{engine}', lang)} · {case_label(case, lang)}"


def _shown(point: Point | None, fmt: str, lang: str) -> str:
    if point and point.estimate:
        return written(point.estimate.value, fmt)
    return muted(word(f"status.{point.status if point else 'missing'}", lang))


def work(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return what each system counted for an answer to twenty clients: who answers from a cache, and who computes."""
    rows, points = [], []
    for engine, case in _counting(runs):
        counted = [select.point(runs, engine, case, f"{what}_per_answer") for what in WORK]
        points += [point for point in counted if point]
        latency = select.point(runs, engine, case)
        rows.append(
            [_ours(engine, case, lang), _shown(latency, "seconds", lang)]
            + [digits(point.estimate.value) if point and point.estimate else "–" for point in counted]
        )
    head = [word(f"table.{name}", lang) for name in ("we_ran", "value")]
    head += [word(f"work.{what}", lang) for what in WORK]
    return drawn(html(head, rows, "numbers"), runs, points, lang, "caption.readers_work", settings=False)


def _counting(runs: pl.DataFrame) -> Iterator[tuple[str, str]]:
    """Yield the systems and cases of twenty clients that some work was counted of, a system's together."""
    counted = runs.filter(pl.col("metric") == "rows_read_per_answer")
    for engine in select.engines(counted) if counted.height else ():
        mine = counted.filter(pl.col("engine") == engine)["case"].unique(maintain_order=True).to_list()
        yield from ((engine, case) for case in mine if case.partition(".")[0] == TWENTY)


def read_per_answer(runs: pl.DataFrame, engine: str, case: str) -> str:
    """Return for a sentence how much a system read from the disk for an answer, or a dash where nobody counted."""
    turns = select.together(runs, engine, case, "server_read", "answers")
    return size(stats.median([read / answers for read, answers in turns]).value) if turns else "–"


def grown(more: pl.DataFrame, fewer: pl.DataFrame, engine: str, case: str) -> str:
    """Return for a sentence how many times as long an answer takes with more rows as with fewer, or a dash."""
    return across((more, engine, case), (fewer, engine, case))
