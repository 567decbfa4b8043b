"""What a benchmark found that the report shows: throughput of ours beside that of somebody else's program."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path

import polars as pl

from .. import stats
from ..errors import PublishedInvalid
from ..project import root
from ..stats import Estimate
from . import published

_KINDS: dict[str, type[pl.DataType]] = {"str": pl.String, "int": pl.Int64, "float": pl.Float64}


@dataclass(frozen=True, slots=True)
class Beside:
    """One measurement, `throughput` in raw bytes a second.

    `side` is tool or ours, both given one page over and over, or runner: what the report stores of many documents.
    """

    host: str
    measured_on: str
    method: str
    way: str
    side: str
    program: str
    version: str
    repeat: int
    throughput: float


SCHEMA = {field.name: _KINDS[str(field.type)] for field in fields(Beside)}


def _path(name: str) -> Path:
    return root() / "data" / "benchmarks" / f"{name}.csv"


def table(found: Iterable[Beside]) -> pl.DataFrame:
    """Return measurements as a table, a row each."""
    return pl.DataFrame([[getattr(one, column) for column in SCHEMA] for one in found], SCHEMA, orient="row")


def write(name: str, found: pl.DataFrame) -> Path:
    """Keep what a benchmark found, in place of what it found before; return the file."""
    path = _path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    found.with_columns(pl.col("throughput").round(0)).write_csv(path)
    return path


def read(name: str) -> pl.DataFrame:
    """Return what a benchmark found. Raises PublishedInvalid for a file that is missing or is none of ours."""
    try:
        return published.sheet(_path(name), SCHEMA)
    except PublishedInvalid as error:
        raise PublishedInvalid(f"{error}; its benchmark, run with --keep, makes it anew") from error


def throughputs(found: pl.DataFrame, method: str, way: str, side: str) -> list[float]:
    """Return what one side measured of one method and way, bytes a second."""
    mine = (pl.col("method") == method) & (pl.col("way") == way) & (pl.col("side") == side)
    return found.filter(mine)["throughput"].to_list()


def over_tool(found: pl.DataFrame, method: str, way: str) -> Estimate:
    """Return our throughput over the tool's, both on one page over and over."""
    return stats.ratio(*(throughputs(found, method, way, side) for side in ("ours", "tool")))
