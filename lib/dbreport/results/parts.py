"""A frame of samples taken apart by engine and case, once; and what was found out about it, once."""

import weakref
from collections.abc import Callable
from typing import Any

import polars as pl

_READING = ("host", "engine", "profile", "durability", "scale", "case", "temperature", "repeat", "metric")
_KEPT: dict[int, dict[object, Any]] = {}
"""What is kept of each frame that is still in use, by its id."""


def once(runs: pl.DataFrame, what: object, make: Callable[[], Any]) -> Any:
    """Return what `make` gives for a frame, made once and kept while the frame is in use."""
    key = id(runs)
    if key not in _KEPT:
        _KEPT[key] = {}
        weakref.finalize(runs, _KEPT.pop, key, None)
    kept = _KEPT[key]
    if what not in kept:
        kept[what] = make()
    return kept[what]


def counted(runs: pl.DataFrame) -> pl.DataFrame:
    """Return the samples that count: of a repeat that was disturbed and done again the last attempt alone.

    By metric: what a table takes to load is read once, and where a fetch from it is done again it still counts.
    """
    return runs.filter(pl.col("attempt") == pl.col("attempt").max().over(_READING))


def of_case(runs: pl.DataFrame, engine: str, case: str) -> pl.DataFrame:
    """Return the samples of one case of one engine that count, looked for once in each frame."""
    return once(runs, (of_case, engine, case), lambda: _of_case(runs, engine, case))


def _of_case(runs: pl.DataFrame, engine: str, case: str) -> pl.DataFrame:
    first, last, rows = once(runs, _places, lambda: _places(runs)).get((engine, case), (0, -1, 0))
    together = last - first + 1 == rows  # as they are stored: what is cut out costs a tenth of what is looked for
    part = runs.slice(first, rows) if together else runs.filter(pl.col("engine") == engine, pl.col("case") == case)
    return counted(part) if part["attempt"].max() != part["attempt"].min() else part


def _places(runs: pl.DataFrame) -> dict[tuple[str, str], tuple[int, int, int]]:
    """Return where the samples of each case of each engine lie: the first row, the last, and how many there are."""
    row = pl.int_range(pl.len()).alias("row")
    of_each = pl.col("row").min().alias("first"), pl.col("row").max().alias("last"), pl.len().alias("rows")
    found = runs.select("engine", "case", row).group_by("engine", "case").agg(*of_each)
    return {(engine, case): (first, last, rows) for engine, case, first, last, rows in found.rows()}
