"""What a result file must be to be believed: a digest of all it holds, types in its footer, rules its rows keep.

Every fault is a part of a sentence that follows the file's name; what a file says is quoted and cut short in it.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import polars as pl

from ..model import Durability, Profile, Scale, Status, Temperature

KEY = ("case", "repeat", "attempt", "temperature", "metric", "at")
"""What no two rows of a file share."""
ENUMS = {
    "profile": Profile,
    "durability": Durability,
    "scale": Scale,
    "temperature": Temperature,
    "status": Status,
}
_DEEPEST = 12

Kind = Callable[[Any, str], str]
"""Returns what is wrong with a value that stands at a place of the footer, empty for nothing."""


def digest(frame: pl.DataFrame, footer: bytes) -> str:
    """Return BLAKE2b of the footer's JSON as it is stored, then of each column's name and values.

    Values count and not how Parquet lays them out, so that the digest is the same whatever wrote the file.
    """
    total = hashlib.blake2b(footer, digest_size=16)
    for column in frame.iter_columns():
        total.update(f"\0{column.name} {len(column)} ".encode())
        if column.dtype == pl.String:
            lengths = column.str.len_bytes().cast(pl.Int64).fill_null(-1)
            total.update(lengths.to_numpy().astype("<i8").tobytes())
            total.update((column.str.join("").item() or "").encode())
            continue
        total.update(column.is_null().cast(pl.UInt8).to_numpy().tobytes())
        numbers = column.cast(pl.Float64 if column.dtype.is_float() else pl.Int64).fill_null(0).to_numpy()
        total.update(numbers.astype("<f8" if column.dtype.is_float() else "<i8").tobytes())
    return total.hexdigest()


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


# kinds of values in a footer ----------------------------------------------------------------------


def _text(value: Any, at: str) -> str:
    return "" if isinstance(value, str) else f"{at} is no text"


def _flag(value: Any, at: str) -> str:
    return "" if isinstance(value, bool) else f"{at} is neither true nor false"


def _number(value: Any, at: str) -> str:
    sound = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and value >= 0
    return "" if sound else f"{at} is no number from 0"


def _count(value: Any, at: str) -> str:
    return "" if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else f"{at} is no count"


def _some(value: Any, at: str) -> str:
    return _count(value, at) or ("" if value else f"{at} is 0")


def _plain(value: Any, at: str) -> str:
    """Anything JSON has, to a depth nobody needs."""
    level = [value]
    for _ in range(_DEEPEST):
        level = [
            below
            for entry in level
            if isinstance(entry, dict | list)
            for below in (entry.values() if isinstance(entry, dict) else entry)
        ]
        if any(isinstance(entry, float) and not math.isfinite(entry) for entry in level):
            return f"{at} holds a number without end"
    return f"{at} is nested too deeply" if level else ""


def _maybe(kind: Kind) -> Kind:
    return lambda value, at: "" if value is None else kind(value, at)


def _list(kind: Kind, at_least: int = 0) -> Kind:
    def check(value: Any, at: str) -> str:
        if not isinstance(value, list):
            return f"{at} is no list"
        if len(value) < at_least:
            return f"{at} is empty"
        return next((fault for entry in value if (fault := kind(entry, f"an entry of {at}"))), "")

    return check


def _by_name(kind: Kind) -> Kind:
    def check(value: Any, at: str) -> str:
        if not isinstance(value, dict):
            return f"{at} is no mapping"
        return next((fault for name, entry in value.items() if (fault := kind(entry, f"{at} of {quoted([name])}"))), "")

    return check


def _record(needed: Mapping[str, Kind], optional: Mapping[str, Kind], closed: bool = False) -> Kind:
    """A mapping of known names; others, where it is not closed, may be anything."""

    def check(value: Any, at: str) -> str:
        if not isinstance(value, dict):
            return f"{at} is no mapping"
        if lacking := [name for name in needed if name not in value]:
            return f"{at} has no {lacking[0]}"
        kinds = {**needed, **optional}
        if closed and (strange := set(value) - set(kinds)):
            return f"{at} has the unknown field {quoted(strange)}"
        faults = (kinds.get(name, _plain)(entry, f"{at}.{name}") for name, entry in value.items())
        return next(filter(None, faults), "")

    return check


_MEASURED = _by_name(_record({"unit": _text, "values": _list(_number, at_least=1)}, {}))
_HOST = _record(
    {
        "cpu": _text, "cores": _some, "memory_bytes": _some, "system": _text, "kernel": _text, "filesystem": _text,
        "virtual": _flag,
    },
    {"architecture": _text, "python": _text, "idle_memory_s": _maybe(_number)},
)  # fmt: skip
_SESSION = _record(
    {}, {"host": _HOST, "boot": _text, "kernel": _text, "limits": _MEASURED, "calibration": _MEASURED, "first": _text}
)
_CASE = _record(
    {},
    {
        "method": _count, "asked": _by_name(_plain), "statements": _by_name(_plain), "settings": _by_name(_plain),
        "dataset": _text,
        "found": _record({}, {"version": _text, "launcher": _text, "driver": _maybe(_text),
                              "clients": _by_name(_text), "settings": _text}),
        "met_limit": _flag,
    },
)  # fmt: skip
_LINES = _by_name(_record({"code": _count, "tests": _count}, {}))
_ENGINE = _record(
    {},
    {
        "kind": _text, "licence": _text, "language": _text, "module": _text, "version": _text, "features": _list(_text),
        "released_on": _maybe(_text), "lines": _LINES, "library_lines": _LINES,
    },
)  # fmt: skip
_FOOTER = _record(
    {"schema_version": _count},
    {
        "planned": _list(_text),
        "cases": _by_name(_CASE),
        "sessions": _by_name(_SESSION),
        "settings": _by_name(_text),
        "settings_of": _by_name(_by_name(_text)),
        "statements": _by_name(_text),
        "plans": _by_name(_text),
        "dataset": _record(
            {},
            {"name": _text, "rows": _count, "text_bytes": _count, "digest": _text, "fingerprint": _text},
        ),
        "launcher": _text,
        "clients": _by_name(_text),
        "engine_facts": _ENGINE,
        "package_version": _text,
        "git_commit": _text,
        "git_dirty": _flag,
    },
    closed=True,
)  # fmt: skip


def footer_fault(raw: Any) -> str:
    """Return what is wrong with a footer, empty for nothing; it is plain JSON."""
    return _FOOTER(raw, "the footer")


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
    for column, own in of_cell.items():
        if foreign := set(frame[column].unique()) - {own}:
            return f"holds samples of {column} {quoted(foreign)}"
    known: dict[str, set[Any]] = {name: {str(member) for member in enum} for name, enum in ENUMS.items()}
    known |= {"case": set(cases), "session": set(sessions)} | ({} if rows is None else {"rows": {rows}})
    for column, names in known.items():
        if strange := set(frame[column].unique()) - names:
            unknown = "which does not exist" if column in ENUMS else "which its footer does not know"
            return f"holds {column} {quoted(strange)}, {unknown}"
    ok, value, at = pl.col("status") == "ok", pl.col("value"), pl.col("at")
    counts = pl.any_horizontal(pl.col("rows", "threads", "repeat", "attempt") < 0)
    rules = (
        (ok != value.is_not_null(), "a value that is not ok, or an ok sample without one"),
        (~ok & (pl.col("reason").fill_null("") == ""), "a failure without a reason"),
        (ok & pl.col("reason").is_not_null(), "an ok sample with a reason"),
        (~value.is_finite() | ~at.is_finite(), "a value that is no number"),
        ((value < 0) | (at < 0) | counts, "a value below zero, which no metric has"),
        (pl.struct(KEY).is_duplicated(), f"two samples of one {', '.join(KEY)}"),
    )
    for broken, what in rules:
        wrong = frame.filter(broken)
        if wrong.height:
            return f"holds {what} (case {quoted([wrong['case'][0]])}, metric {quoted([wrong['metric'][0]])})"
    return ""
