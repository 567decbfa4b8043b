"""Tables of the storage chapter, the source's rows beside ours and PostgreSQL's dead rows; numbers for sentences."""

from collections.abc import Callable, Mapping

import polars as pl

from ... import stats
from ...report.drawn import Drawn, drawn
from ...report.formats import digits, seconds, size
from ...report.tables.shared import html, muted, over, refused, times
from ...report.words import word
from ...results import select
from . import facts
from .facts import MY, PG, STATES

_WHOLE = {"by plan": "table as found", "by column": "total"}
"""The source's storage tables, and the row of each that the others are a part of."""

Sizes = Mapping[str, float]
"""Bytes of what a row may ask for: a state's whole table, `toast`, and the values handed over by column."""

_ROWS: dict[tuple[str, str], tuple[tuple[int, str], ...]] = {
    ("by plan", "table as found"): ((1, "found"),),
    ("by plan", "toast"): ((1, "toast"),),
    ("by plan", "query result column"): ((1, "values_result"), (1, "values_copy")),
    ("by plan", "binary column"): ((1, "values_raw"),),
    ("by plan", "after deleting redundant query records"): ((1, "without_copy"),),
    ("by plan", "after deleting raw column"): ((1, "without_raw"),),
    ("by plan", "after deleting record column"): ((1, "without_result"),),
    ("by column", "total"): ((1, "found"),),
    ("by column", "query result column"): (
        (1, "found"), (-1, "without_copy"), (1, "without_raw"), (-1, "without_result"),
    ),
    ("by column", "redundant result column"): ((1, "found"), (-1, "without_copy")),
    ("by column", "binary column"): ((1, "without_copy"), (-1, "without_raw")),
    ("by column", "remaining data"): ((1, "without_result"),),
}  # fmt: skip
"""What of ours stands for a row of the source's tables: sizes added up and taken off."""


def printed(runs: pl.DataFrame, lang: str, scale: str | None = None) -> Drawn:
    """Return every row of the source's two storage tables beside what was measured, or why not."""
    runs = select.only(runs, "default", scale)
    ours = {engine: _sizes(runs, engine) for engine in (MY, PG)}
    rows = []
    for (table, case), terms in _ROWS.items():
        whole, theirs = facts.printed(table, _WHOLE[table]), facts.printed(table, case)
        line = [word(f"table.{table}", lang), word(f"stored.{case}", lang)]
        for engine, sizes in ours.items():
            applies = engine in theirs
            line.append(_cell(theirs[engine], whole[engine]) if applies else word("printed.not_applicable", lang))
            line.append(_measured(runs, engine, terms, sizes, lang))
        rows.append(line)
    head = ["", ""]
    for engine in ours:
        name = word(f"engine.{engine}", lang)
        head += [word(f"table.{who}", lang, engine=name) for who in ("printed_of", "measured_of")]
    shown = runs.filter(pl.col("engine").is_in(list(ours)))
    small, _ = facts.steps_per_record(runs)
    return drawn(html(head, rows, "numbers"), shown, [], lang, "caption.storage_printed", step=small)


def _sizes(runs: pl.DataFrame, engine: str) -> Sizes:
    """Return bytes per record of all that rows ask for and that was measured."""
    n_bytes = {state: facts.whole(runs, engine, f"life.{state}") for state in STATES["life"]}
    n_bytes["toast"] = facts.once(runs, engine, "life.found", "size_out_of_line")
    for name in ("values_result", "values_copy", "values_raw"):
        n_bytes[name] = facts.once(runs, engine, "size.base64.shipped", name)
    return {name: taken / select.rows_of(runs) for name, taken in n_bytes.items() if taken is not None}


def _measured(runs: pl.DataFrame, engine: str, terms: tuple[tuple[int, str], ...], ours: Sizes, lang: str) -> str:
    if not all(name in ours for _, name in terms) or "found" not in ours:
        return _why_not(runs, engine, [name for _, name in terms if name not in ours], lang)
    return _cell(sum(sign * ours[name] for sign, name in terms), ours["found"])


def _why_not(runs: pl.DataFrame, engine: str, lacking: list[str], lang: str) -> str:
    if lacking == ["toast"]:
        return word("printed.not_applicable", lang)
    cases = [f"life.{name}" if name in STATES["life"] else "size.base64.shipped" for name in lacking] or ["life.found"]
    point = next((p for case in cases if (p := select.point(runs, engine, case, "size_table"))), None)
    if point is None:
        return muted(word("status.missing", lang))
    return refused(point.status, point.reason, lang)


def _cell(n_bytes: float, whole: float) -> str:
    return over(size(n_bytes), f"{digits(100 * n_bytes / whole)} %")


def dead_rows(runs: pl.DataFrame, lang: str, scale: str | None = None) -> Drawn:
    """Return what PostgreSQL tells of its table in every state: size, dead rows, transaction age, how long it took."""
    runs = select.only(runs, "default", scale).filter(pl.col("engine") == PG)
    columns: dict[str, tuple[str, Callable[[float], str]]] = {
        "on_disk": ("size_table", size),
        "out_of_line": ("size_out_of_line", size),
        "dead_rows": ("dead_rows", "{:,.0f}".format),
        "transaction_age": ("transaction_age", "{:,.0f}".format),
        "lasted": ("duration", seconds),
    }
    rows = []
    for what, states in STATES.items():
        for state in states:
            values = ((facts.once(runs, PG, f"{what}.{state}", metric), write) for metric, write in columns.values())
            cells = ("–" if value is None else write(value) for value, write in values)
            rows.append([word(f"state.{state}", lang), *cells])
    head = [word(f"table.{name}", lang) for name in ("state", *columns)]
    return drawn(html(head, rows, "numbers"), runs, [], lang, "caption.dead_rows")


# for sentences ---------------------------------------------------------------------------------


def record(runs: pl.DataFrame, engine: str, case: str, part: str = "") -> str:
    """Return for a sentence the bytes a record takes on disk, whole or one part of it; a dash where not measured."""
    parts = facts.parts(runs, engine, case)
    if parts is None:
        return "–"
    return size((parts[part] if part else sum(parts.values())) / select.rows_of(runs))


def beyond_values(runs: pl.DataFrame, engine: str, case: str) -> str:
    """Return for a sentence the bytes a record takes on disk beyond what its large values have themselves."""
    whole = facts.whole(runs, engine, case)
    values = [facts.once(runs, engine, case, f"values_{column}") for column in ("result", "copy", "raw")]
    if whole is None or None in values:
        return "–"
    return size((whole - sum(value for value in values if value)) / select.rows_of(runs))


def ratio(runs: pl.DataFrame, over: tuple[str, str], under: tuple[str, str]) -> str:
    """Return for a sentence how many times as much one (engine, case) takes as another."""
    return times(facts.over(facts.whole(runs, *over), facts.whole(runs, *under)))


def bounds(runs: pl.DataFrame, over: tuple[str, str], under: tuple[str, str]) -> str:
    """Return what `ratio` does, from the least to the most that a step of a file makes of it."""
    e = facts.ratio(runs, over, under)
    return "–" if e is None else times(e) if e.exact else f"{digits(e.low)}–{digits(e.high)}"


def step_of_page(runs: pl.DataFrame, engine: str, way: str) -> str:
    """Return for a sentence what a step of a file is of a raw page, in per cent."""
    case = f"size.bytes.{way}"
    page = facts.once(runs, engine, case, "values_raw")
    return f"{100 * facts.step(runs, engine, case) / page:.0f}\u00a0%" if page else "–"


def base64(runs: pl.DataFrame, engine: str, way: str = "shipped") -> str:
    """Return for a sentence how many times as much a page takes as base64 text."""
    return times(facts.base64_ratio(runs, engine, way))


def peak(runs: pl.DataFrame, engine: str) -> str:
    """Return for a sentence the peak of disk use during compaction, in sizes of the table before."""
    return times(stats.median(shares)) if (shares := facts.peak_shares(runs, engine)) else "–"
