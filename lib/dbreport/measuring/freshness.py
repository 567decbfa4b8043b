"""Whether stored cases are still what is asked for, by today's definitions; and samples loaded with that mark."""

from pathlib import Path

import polars as pl

from ..engines import engine_class
from ..errors import ResultsInvalid, ResultsMissing, UsageError
from ..model import Durability, Options, Profile, Scale
from ..results import store
from ..results.identity import LIMIT, differences
from ..results.store import Cell, Footer
from .definition import NOWHERE, Definition, standard


def asked_for(cell: Cell) -> Definition:
    """Return what a run without options but the cell's own would measure. Nothing is started.

    Raises ResultsInvalid for a system that is not known.
    """
    try:
        engine = engine_class(cell.engine)
    except UsageError as error:
        raise ResultsInvalid(f"{cell.engine} is no system this package knows ({error}); move its file away") from None
    options = Options(NOWHERE, Scale(cell.scale), Profile(cell.profile), Durability(cell.durability))
    return Definition(standard(cell.experiment, options.scale), engine, options)


def stale(cell: Cell, frame: pl.DataFrame, footer: Footer) -> dict[str, list[str]]:
    """Return the finished cases of a stored file that are no longer what is asked for, each with what has changed.

    Raises ResultsInvalid for a system that is not known.
    """
    definition = asked_for(cell)
    timed = frame.filter(frame["metric"].is_in(["latency", "duration"]) & frame["value"].is_not_null())
    longest = dict(timed.group_by("case").agg(pl.col("value").max()).rows())
    changed = {}
    for case, stored in footer.cases.items():
        if case not in definition.cases:
            changed[case] = ["there is no such case any more"]
        elif other := differences(stored, definition.identity(case), longest.get(case, 0.0)):
            changed[case] = other
    return changed


def load(
    experiment: str,
    scale: str | None = None,
    results: Path | None = None,
    host: str | None = None,
    durability: str = Durability.FULL,
    needed: bool = True,
) -> pl.DataFrame:
    """Return the samples of an experiment of one host: this one, or the one that has most results where it has none.

    Without histograms: they are most of the rows, and their percentiles are metrics of their own. `store.read` has
    them.
    Four columns more than are stored: `host`; `text_bytes`, the size of the rows as text; `stale`, which marks the
    samples of cases that are not fresh; `limit_s`, the time limit a case was asked under, seconds. `rows` are those a
    case ran on, where it has a table of its own: stored are the scale's. Raises ResultsMissing, naming the command that
    measures, and ResultsInvalid.

    Args:
        scale: one alone; None for all.
        results: the folder of results; None for the project's.
        host: another machine, or store.EVERY_HOST.
        durability: the class the runs were asked for: those of another never stand beside them.
        needed: False for a chapter that may come before its results: there are no samples then, and nothing is raised.
    """
    try:
        return pl.concat(map(_marked, store.stored(experiment, scale, results, host, durability)))
    except ResultsMissing:
        if needed:
            raise
        return _nothing()


def _nothing() -> pl.DataFrame:
    """Return no samples, in the columns that `load` gives them."""
    marks = {"host": pl.String, "text_bytes": pl.Int64, "stale": pl.Boolean, "limit_s": pl.Float64}
    return pl.DataFrame(store.SCHEMA.empty_table()).with_columns(pl.lit(None, marks[m]).alias(m) for m in marks)


def _marked(file: store.Stored) -> pl.DataFrame:
    asked = {case: identity.get("asked", {}) for case, identity in file.footer.cases.items()}
    limits, rows = ({case: told.get(what) for case, told in asked.items()} for what in (LIMIT, "rows"))
    own_rows = pl.col("case").replace_strict(rows, default=None, return_dtype=pl.Int64)
    return file.samples.with_columns(
        pl.lit(file.footer.text_bytes, pl.Int64).alias("text_bytes"),
        pl.col("case").is_in(list(stale(*file))).alias("stale"),
        pl.col("case").replace_strict(limits, default=None, return_dtype=pl.Float64).alias("limit_s"),
        pl.coalesce(own_rows, "rows").alias("rows"),
    )
