"""What charts, tables and verdicts of this experiment share, computed once."""

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from ...model import Profile
from ...report import published
from ...report.advice import Ask
from ...report.answers import Need
from ...results import select
from ...stats import Estimate
from .jobs import PRINTED_ROWS, SOONER, case_of

NEEDS = {
    "transactions": Need("full.oltp_read_write", "throughput", "rate", weaker="relaxed.oltp_read_write"),
    "updates": Need("full.oltp_update_index", "throughput", "rate", weaker="relaxed.oltp_update_index"),
    "reads": Need("full.oltp_point_select", "throughput", "rate"),
}
"""What a reader may need of it, and the case and metric that answer. One class of durability: every commit synced."""
JOBS = {"web": (Ask("transactions"),)}
"""The job it speaks of, and the need that decides it."""

PG, MY = "postgresql", "mysql"
"""The source's systems."""
CLASSES = ("full", "relaxed")
"""The classes of durability the tests ran in; what only reads commits nothing and ran in the first alone."""
DECISIVE = str(Profile.SOURCE)
"""The profile that decides: the source printed its configuration."""


@dataclass(frozen=True, slots=True)
class Compared:
    """PostgreSQL's throughput over MySQL's at one test: as printed, and as measured in each class; None for neither."""

    test: str
    printed: float
    measured: dict[str, Estimate | None]


def tests() -> list[str]:
    """Return the tests that the source printed, in its order."""
    return published.figures("sysbench")["case"].unique(maintain_order=True).to_list()


def printed(test: str, metric: str = "throughput") -> dict[str, float]:
    """Return what the source printed of a test by system: transactions a second, or milliseconds."""
    return published.by_system("sysbench", case=test, metric=metric)


def as_the_source(runs: pl.DataFrame, profile: str = DECISIVE, scale: str | None = None) -> dict[str, pl.DataFrame]:
    """Return the samples of what the source ran, by class of durability: of one profile, at one scale.

    The scale is the largest at which its own table was measured, if none is named; its rows are those of that table, a
    bulk insert's too, which has none of a size that anybody sets. A class without samples is empty.
    """
    mine = runs.filter(pl.col("profile") == profile)
    scale = scale or select.largest_scale(mine.filter(pl.col("case").str.contains(".source.", literal=True)))
    cases = [SOONER, *(case_of(test, durability) for test in tests() for durability in CLASSES)]
    mine = mine.filter(pl.col("case").is_in(cases), pl.col("scale") == scale)
    mine = mine.with_columns(pl.lit(PRINTED_ROWS).cast(runs.schema["rows"]).alias("rows"))
    return {name: select.unmixed(mine.filter(pl.col("durability") == name)) for name in CLASSES}


def compared(classes: Mapping[str, pl.DataFrame]) -> list[Compared]:
    """Set our ratios beside all that the source printed, test by test."""
    rows = []
    for test in tests():
        measured = {
            name: select.ratio(runs, (PG, case_of(test, name)), (MY, case_of(test, name)), "throughput")
            for name, runs in classes.items()
        }
        rates = printed(test)
        rows.append(Compared(test, rates[PG] / rates[MY], measured))
    return rows
