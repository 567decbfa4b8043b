"""How long what is stored took to measure, told by when its samples began. Knows no engine."""

import polars as pl

from ..model import Profile, Scale


def spent(runs: pl.DataFrame) -> pl.DataFrame:
    """Return the seconds each case of each system took: columns scale, profile, engine, case, seconds.

    The time from one sample to the next of its run, whichever system that is of, belongs to the first: what is not
    timed in between (loads, restarts, generating) counts. The last sample of a run takes what it was timed at; what
    came before the first counts for nothing.

    Args:
        runs: samples of one host, all systems of a run together.
    """
    following = pl.col("started_at").shift(-1).over("run_id")
    until_then = (following - pl.col("started_at")).dt.total_microseconds() / 1e6
    itself = pl.when(pl.col("metric").is_in(["duration", "latency"])).then("value").max().over("run_id", "started_at")
    ordered = runs.sort("started_at", maintain_order=True)
    timed = ordered.with_columns(pl.coalesce(until_then, itself, pl.lit(0.0)).alias("seconds"))
    return timed.group_by("scale", "profile", "engine", "case", maintain_order=True).agg(pl.col("seconds").sum())


def by_place(runs: pl.DataFrame) -> pl.DataFrame:
    """Return what each scale took in each profile, in their order, all systems together.

    Columns scale, profile, rows (of most samples), systems, cases (of all systems), seconds. `runs` are as in `spent`.
    """
    took = spent(runs)
    place = ["scale", "profile"]
    summed = took.group_by(place).agg(
        systems=pl.col("engine").n_unique(), cases=pl.len(), seconds=pl.col("seconds").sum()
    )
    rows = runs.group_by(place).agg(pl.col("rows").mode().max())
    order = [pl.col("scale").cast(pl.Enum([*map(str, Scale)])), pl.col("profile").cast(pl.Enum([*map(str, Profile)]))]
    return rows.join(summed, on=place).sort(order).select(*place, "rows", "systems", "cases", "seconds")
