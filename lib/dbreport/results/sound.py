"""What a result file must be to be believed: a digest of all it holds, a schema of its footer, rules its rows keep.

Every fault is a part of a sentence that follows the file's name; what a file says is quoted and cut short in it.
"""

import hashlib
import json
import math
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import fastjsonschema
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
from fastjsonschema import JsonSchemaValueException

from ..arrow import without_pandas
from ..model import Durability, Profile, Scale, Status, Temperature

without_pandas()

FOOTER = b"dbreport"
"""Where a file's footer stands among the metadata of its Parquet."""
KEY = ("case", "repeat", "attempt", "temperature", "metric", "at")
"""What no two rows of a file share."""
ENUMS = {
    "profile": Profile,
    "durability": Durability,
    "scale": Scale,
    "temperature": Temperature,
    "status": Status,
}
_DEEPEST = 16


def digest(table: pa.Table, footer: bytes) -> str:
    """Return BLAKE2b of the footer's JSON as it is stored, then of each column's name and values.

    Values count and not how Parquet lays them out, so that the digest is the same whatever wrote the file.

    Args:
        table: columns of text, numbers and moments.
    """
    total = hashlib.blake2b(footer, digest_size=16)
    for name in table.column_names:
        column = table.column(name).combine_chunks()
        total.update(f"\0{name} {len(column)} ".encode())
        if pa.types.is_string(column.type):
            total.update(_numbers(pc.binary_length(column).fill_null(-1), "<i8"))
            total.update(_joined(column.fill_null("")))
        else:
            kind, stands_for = ("<f8", pa.float64()) if pa.types.is_floating(column.type) else ("<i8", pa.int64())
            total.update(_numbers(column.is_null(), "u1"))
            total.update(_numbers(column.cast(stands_for).fill_null(0), kind))
    return total.hexdigest()


def _numbers(column: pa.Array, kind: str) -> bytes:
    return column.to_numpy(zero_copy_only=False).astype(kind).tobytes()


def _joined(texts: pa.StringArray) -> memoryview:
    """Return texts without nulls one after the other in UTF-8, as they lie in memory."""
    _, offsets, content = texts.buffers()
    first, last = np.frombuffer(offsets, np.int32)[[texts.offset, texts.offset + len(texts)]] if len(texts) else (0, 0)
    return memoryview(content)[first:last] if content else memoryview(b"")


def parsed(footer: bytes) -> Any:
    """Return the footer's JSON. Raises ValueError for what is none, RecursionError for one that is too deep."""

    def refuse(word: str) -> float:
        raise ValueError(f"{word} is no number")

    return json.loads(footer, parse_constant=refuse)


def quoted(values: Iterable[object]) -> str:
    """Return what a file says, for a sentence: a few of the values, without control characters, cut short."""
    said = sorted(str(value) for value in values)
    shown = [repr(value if len(value) <= 40 else f"{value[:39]}…") for value in said[:3]]
    return ", ".join(shown) + (f" and {len(said) - 3} more" if len(said) > 3 else "")


def footer_fault(raw: Any) -> str:
    """Return what is wrong with a footer, plain JSON, by the schema in `footer.json`; empty for nothing."""
    try:
        _schema()(raw)
    except JsonSchemaValueException as error:
        place = error.name.removeprefix("data").removeprefix(".")
        rule = f"{error.rule} {json.dumps(error.rule_definition)}"
        return f"the footer{f' at {quoted([place])}' if place else ''} does not keep to {rule}"
    return _boundless(raw)


@cache
def _schema() -> Callable[[Any], object]:
    return fastjsonschema.compile(json.loads(Path(__file__).with_name("footer.json").read_text(encoding="utf-8")))


def _boundless(raw: Any) -> str:
    """Return what is wrong where any plain JSON may stand: numbers without end, or a depth that nobody needs."""
    level = [raw]
    for _ in range(_DEEPEST):
        level = [
            below
            for entry in level
            if isinstance(entry, dict | list)
            for below in (entry.values() if isinstance(entry, dict) else entry)
        ]
        if any(isinstance(entry, float) and not math.isfinite(entry) for entry in level):
            return "the footer holds a number without end"
    return "the footer is nested too deeply" if level else ""


def rows_fault(
    frame: pl.DataFrame,
    of_cell: Mapping[str, str],
    cases: Collection[str],
    sessions: Collection[str],
    rows: int | None,
) -> str:
    """Return what is wrong with the rows of a file, empty for nothing.

    Args:
        of_cell: what each row has in these columns, as the file's place says.
        cases: those that were planned or finished.
        sessions: those the footer knows.
        rows: the dataset's, None where the footer names none.
    """
    known: dict[str, set[Any]] = {name: {str(member) for member in enum} for name, enum in ENUMS.items()}
    known |= {"case": set(cases), "session": set(sessions)} | ({} if rows is None else {"rows": {rows}})
    # all columns at once, and all rules: one by one each would cost as much
    held = frame.select(pl.col(*{*of_cell, *known}).unique().implode()).row(0, named=True)
    for column, own in of_cell.items():
        if foreign := set(held[column]) - {own}:
            return f"holds samples of {column} {quoted(foreign)}"
    for column, names in known.items():
        if strange := set(held[column]) - names:
            unknown = "which does not exist" if column in ENUMS else "which its footer does not know"
            return f"holds {column} {quoted(strange)}, {unknown}"
    ok, value, at = pl.col("status") == "ok", pl.col("value"), pl.col("at")
    counts = pl.any_horizontal(pl.col("rows", "threads", "repeat", "attempt") < 0)
    rules = {
        "a value that is not ok, or an ok sample without one": ok != value.is_not_null(),
        "a failure without a reason": ~ok & (pl.col("reason").fill_null("") == ""),
        "an ok sample with a reason": ok & pl.col("reason").is_not_null(),
        "a value that is no number": ~value.is_finite() | ~at.is_finite(),
        "a value below zero, which no metric has": (value < 0) | (at < 0) | counts,
        f"two samples of one {', '.join(KEY)}": pl.struct(KEY).is_duplicated(),
    }
    broken = frame.select(rule.any().alias(what) for what, rule in rules.items()).row(0, named=True)
    if what := next(filter(broken.get, rules), None):
        wrong = frame.filter(rules[what])
        return f"holds {what} (case {quoted([wrong['case'][0]])}, metric {quoted([wrong['metric'][0]])})"
    return ""
