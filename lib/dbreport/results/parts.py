"""A frame of samples taken apart by engine and case, once."""

from __future__ import annotations

import weakref

import polars as pl

_PARTS: dict[int, dict[tuple[object, ...], pl.DataFrame]] = {}
"""The parts of each frame that is still in use, by its id, then by engine and case."""


def of_case(runs: pl.DataFrame, engine: str, case: str) -> pl.DataFrame:
    """Return the samples of one case of one engine. A frame is taken apart once, for a page asks hundreds."""
    key = id(runs)
    if key not in _PARTS:
        _PARTS[key] = runs.partition_by("engine", "case", as_dict=True, maintain_order=True)
        weakref.finalize(runs, _PARTS.pop, key, None)
    part = _PARTS[key].get((engine, case))
    return runs.clear() if part is None else part
