"""What benchmarks measured beside the report's own results, kept in data/benchmarks, for a sentence or a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import astuple, dataclass, fields
from pathlib import Path

import polars as pl

from .. import stats
from ..errors import BenchmarkMissing, PublishedInvalid
from ..languages import LANGUAGES
from ..project import root
from ..stats import Estimate
from . import published
from .formats import written
from .verdicts.decide import times
from .words import word

Key = tuple[str, str, str]
"""System, case and metric: what has one value a repeat."""

_COUNTED = {"bytes", "pages", "ratio", "rows", "transactions"}
"""Units, or what stands over the line of one, of values that are counted: the same every time, they are exact."""
_KEY = ("system", "case", "metric")
_KINDS: dict[str, type[pl.DataType]] = {"str": pl.String, "int": pl.Int64, "float": pl.Float64}


@dataclass(frozen=True, slots=True)
class Measurement:
    """One value of one repeat. `system` is whatever is compared, `version` that of its program."""

    host: str
    measured_on: str
    system: str
    version: str
    case: str
    metric: str
    unit: str
    repeat: int
    value: float


SCHEMA = {field.name: _KINDS[str(field.type)] for field in fields(Measurement)}


def _path(name: str) -> Path:
    return root() / "data" / "benchmarks" / f"{name}.csv"


def table(measurements: Iterable[Measurement]) -> pl.DataFrame:
    """Return measurements as a table, a row each."""
    return pl.DataFrame([astuple(row) for row in measurements], SCHEMA, orient="row")


def keep(name: str, measured: pl.DataFrame) -> Path:
    """Keep what a benchmark measured, in place of the same cases and of another machine's values; return the file."""
    path = _path(name)
    if path.exists():
        others = read(name).join(measured, on=_KEY, how="anti", maintain_order="left")
        measured = pl.concat([others.join(measured, on="host", how="semi", maintain_order="left"), measured])
    path.parent.mkdir(parents=True, exist_ok=True)
    measured.with_columns(pl.col("value").round_sig_figs(9)).write_csv(path)
    return path


def read(name: str) -> pl.DataFrame:
    """Return what a benchmark measured. Raises BenchmarkMissing; PublishedInvalid for a file that is none of ours."""
    path = _path(name)
    if not path.exists():
        raise BenchmarkMissing(f"{path} is missing; its benchmark, run with --keep, makes it anew")
    try:
        measured = published.sheet(path, SCHEMA)
        if fault := _fault(measured):
            raise PublishedInvalid(f"{path} {fault}")
    except PublishedInvalid as error:
        raise PublishedInvalid(f"{error}; its benchmark, run with --keep, makes it anew") from error
    return measured


def _fault(measured: pl.DataFrame) -> str:
    """Return what is wrong with the rows of a file, empty for nothing."""
    if measured.is_empty() or measured.null_count().sum_horizontal().item():
        return "holds nothing, or a row without a value"
    if not (measured["value"].is_finite() & (measured["value"] >= 0)).all():
        return "holds a value that is no quantity"
    if measured.select(*_KEY, "repeat").is_duplicated().any():
        return "holds a repeat twice"
    if measured.n_unique(["host"]) > 1:
        return "holds values of several machines"
    return "" if measured.n_unique(_KEY) == measured.n_unique([*_KEY, "unit"]) else "holds one metric in two units"


def values(measured: pl.DataFrame, key: Key) -> list[float]:
    """Return the values of one case's repeats, in their order. Raises BenchmarkMissing where there is none."""
    return _rows(measured, key)["value"].to_list()


def _rows(measured: pl.DataFrame, key: Key) -> pl.DataFrame:
    rows = measured.filter(*(pl.col(column) == part for column, part in zip(_KEY, key, strict=True)))
    if rows.is_empty():
        raise BenchmarkMissing(f"no benchmark has kept {', '.join(key)}; run the one this is read from with --keep")
    return rows.sort("repeat")


def _exact(*sides: pl.DataFrame) -> bool:
    units = {side["unit"][0] for side in sides}
    counted = all(unit.split("/")[0] in _COUNTED and not unit.endswith("/s") for unit in units)
    return counted and all(side["value"].n_unique() == 1 for side in sides)


def median(measured: pl.DataFrame, key: Key) -> Estimate:
    """Return the median of one case's repeats with its interval; a count that is the same every time is exact."""
    rows = _rows(measured, key)
    return stats.exact(rows["value"][0]) if _exact(rows) else stats.median(rows["value"].to_list())


def ratio(measured: pl.DataFrame, over: Key, under: Key, *, paired: bool = False) -> Estimate:
    """Return the ratio of two cases with its interval; `paired` where they took turns, so that a turn is a pair."""
    sides = _rows(measured, over), _rows(measured, under)
    top, bottom = (side["value"].to_list() for side in sides)
    if _exact(*sides) and bottom[0]:
        return stats.exact(top[0] / bottom[0])
    days = {day for side in sides for day in side["measured_on"]}
    return stats.ratio(top, bottom, paired=paired, apart="sessions" if len(days) > 1 else "")


def kept(name: str, say: Callable[[pl.DataFrame], str]) -> dict[str, str]:
    """Return for a sentence what is to be said of what a benchmark has kept, or that it has not been measured."""
    try:
        said = say(read(name))
    except BenchmarkMissing:
        return {lang: word("verdict.missing", lang) for lang in LANGUAGES}
    return dict.fromkeys(LANGUAGES, said)


def typical(measured: pl.DataFrame, key: Key, fmt: str = "count") -> str:
    """Return the median of one case's repeats for a sentence."""
    return written(median(measured, key).value, fmt)


def told(name: str, key: Key, fmt: str = "count") -> dict[str, str]:
    """Return the median of one case of a benchmark, by language; in words that it is not measured yet."""
    return kept(name, lambda measured: typical(measured, key, fmt))


def told_ratio(name: str, over: Key, under: Key, *, paired: bool = True) -> dict[str, str]:
    """Return the ratio of two cases of a benchmark, with its interval, as `told` does."""
    return kept(name, lambda measured: times(ratio(measured, over, under, paired=paired)))
