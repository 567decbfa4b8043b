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
    part = runs.filter((pl.col("engine") == engine) & (pl.col("case") == case))
    return counted(part) if part["attempt"].max() != part["attempt"].min() else part
