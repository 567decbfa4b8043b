"""Tables of the storage chapter: the source's rows beside ours, and what PostgreSQL tells of dead rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import polars as pl

from ... import stats
from ...report import published
from ...report.drawn import Drawn
from ...report.figures import drawn
from ...report.formats import digits, seconds, size
from ...report.tables.shared import html, muted, over, refused, times
from ...report.words import word
from ...results import select
from .charts import STATES, base64_ratio, peak_shares, stored_parts, stored_whole

SYSTEMS = ("mysql", "postgresql")
_WHOLE = {"by plan": "table as found", "by column": "total"}
"""The source's storage tables, and the row of each that the others are a part of."""
_BYTES = {"GB": 1e9, "MB": 1e6}
_LIFE = STATES["life"]

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


def storage_printed(runs: pl.DataFrame, lang: str, scale: str | None = None) -> Drawn:
    """Return every row of the source's two storage tables beside what was measured, or why not."""
    runs = select.only(runs, "default", scale)
    ours = {engine: _sizes(runs, engine) for engine in SYSTEMS}
    theirs = _printed()
    rows = []
    for (table, case), figures in theirs.items():
        line = [word(f"table.{table}", lang), word(f"stored.{case}", lang)]
        for engine in SYSTEMS:
            whole = theirs[table, _WHOLE[table]][engine]
            line.append(_cell(figures[engine], whole) if engine in figures else word("printed.not_applicable", lang))
            line.append(_measured(runs, engine, _ROWS[table, case], ours[engine], lang))
        rows.append(line)
    head = ["", ""]
    for engine in SYSTEMS:
        name = word(f"engine.{engine}", lang)
        head += [word(f"table.{who}", lang, engine=name) for who in ("printed_of", "measured_of")]
    shown = runs.filter(pl.col("engine").is_in(SYSTEMS))
    return drawn(html(head, rows, "numbers"), shown, [], lang, "caption.storage_printed")


def _printed() -> dict[tuple[str, str], dict[str, float]]:
    """Return the source's bytes by (table, row) and system; a row it calls not applicable has none."""
    found: dict[tuple[str, str], dict[str, float]] = {}
    for row in published.figures("storage").filter(pl.col("table").is_in(list(_WHOLE))).to_dicts():
        of_row = found.setdefault((row["table"], row["case"]), {})
        if row["value"] is not None:
            of_row[row["system"]] = row["value"] * _BYTES[row["unit"]]
    return found


def _sizes(runs: pl.DataFrame, engine: str) -> Sizes:
    """Return bytes per record of all that rows ask for and that was measured."""
    records = select.rows_of(runs)
    found: dict[str, float] = {}
    for state in _LIFE:
        if whole := stored_whole(runs, engine, f"life.{state}"):
            found[state] = whole
    if toast := select.values(runs, engine, "life.found", "size_out_of_line"):
        found["toast"] = toast[0]
    for name in ("values_result", "values_copy", "values_raw"):
        if values := select.values(runs, engine, "size.base64.shipped", name):
            found[name] = values[0]
    return {name: n_bytes / records for name, n_bytes in found.items()}


def _measured(runs: pl.DataFrame, engine: str, terms: tuple[tuple[int, str], ...], ours: Sizes, lang: str) -> str:
    if not all(name in ours for _, name in terms) or "found" not in ours:
        return _why_not(runs, engine, [name for _, name in terms if name not in ours], lang)
    return _cell(sum(sign * ours[name] for sign, name in terms), ours["found"])


def _why_not(runs: pl.DataFrame, engine: str, lacking: list[str], lang: str) -> str:
    if lacking == ["toast"]:
        return word("printed.not_applicable", lang)
    cases = [f"life.{name}" if name in _LIFE else "size.base64.shipped" for name in lacking] or ["life.found"]
    point = next((p for case in cases if (p := select.point(runs, engine, case, "size_table"))), None)
    if point is None:
        return muted(word("status.missing", lang))
    return refused(point.status, point.reason, lang)


def _cell(n_bytes: float, whole: float) -> str:
    return over(size(n_bytes), f"{digits(100 * n_bytes / whole)} %")


def dead_rows(runs: pl.DataFrame, lang: str, scale: str | None = None) -> Drawn:
    """Return what PostgreSQL tells of its table in every state: size, dead rows, transaction age, how long it took."""
    runs = select.only(runs, "default", scale).filter(pl.col("engine") == "postgresql")
    rows = []
    for what, states in STATES.items():
        for state in states:
            case = f"{what}.{state}"
            cells = [
                _number(runs, case, "size_table", size), _number(runs, case, "size_out_of_line", size),
                _number(runs, case, "dead_rows", lambda n: f"{n:,.0f}"),
                _number(runs, case, "transaction_age", lambda n: f"{n:,.0f}"),
                _number(runs, case, "duration", seconds),
            ]  # fmt: skip
            rows.append([word(f"state.{state}", lang), *cells])
    names = ("state", "on_disk", "out_of_line", "dead_rows", "transaction_age", "lasted")
    return drawn(html([word(f"table.{n}", lang) for n in names], rows, "numbers"), runs, [], lang, "caption.dead_rows")


def _number(runs: pl.DataFrame, case: str, metric: str, write: Callable[[float], str]) -> str:
    found = select.values(runs, "postgresql", case, metric)
    return write(found[0]) if found else "–"


def stored_size(runs: pl.DataFrame, engine: str, case: str, part: str = "") -> str:
    """Return for a sentence the bytes a record takes on disk, whole or one part of it; a dash where not measured."""
    parts = stored_parts(runs, engine, case) or {}
    n_bytes = parts.get(part) if part else stored_whole(runs, engine, case)
    return "–" if n_bytes is None else size(n_bytes / select.rows_of(runs))


def stored_beyond(runs: pl.DataFrame, engine: str, case: str) -> str:
    """Return for a sentence the bytes a record takes on disk beyond what its large values have themselves."""
    whole = stored_whole(runs, engine, case)
    values = [select.values(runs, engine, case, f"values_{column}") for column in ("result", "copy", "raw")]
    if whole is None or not all(values):
        return "–"
    return size((whole - sum(value[0] for value in values)) / select.rows_of(runs))


def stored_ratio(runs: pl.DataFrame, over: tuple[str, str], under: tuple[str, str]) -> str:
    """Return for a sentence how many times as much one (engine, case) takes as another."""
    top, bottom = (stored_whole(runs, *side) for side in (over, under))
    return digits(top / bottom) if top and bottom else "–"


def base64_times(runs: pl.DataFrame, engine: str, way: str) -> str:
    """Return for a sentence how many times as much a page takes as base64 text."""
    found = base64_ratio(runs, engine, way)
    return digits(found.value) if found else "–"


def peak_times(runs: pl.DataFrame, engine: str) -> str:
    """Return for a sentence the peak of disk use during compaction, in sizes of the table before."""
    return times(stats.median(shares)) if (shares := peak_shares(runs, engine)) else "–"
