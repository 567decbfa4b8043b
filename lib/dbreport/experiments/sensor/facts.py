"""What charts and tables of the sensor's chapter share, computed once."""

import polars as pl

from ...report.advice import Ask
from ...report.answers import Need
from ...results import select
from .queries import WINDOWS

NEEDS = {
    "sensor_insert": Need("insert.in_order", "throughput", "rate"),
    "sensor_last": Need("last.own"),
    "sensor_windows": Need("windows.day"),
    "sensor_delete": Need("retire.delete", "duration"),
}
"""What a reader may need of it, and the case and metric that answer. One class of durability: every commit synced."""
JOBS = {"ingest": (Ask("sensor_insert", {"late": "insert.late"}),)}
"""The job it speaks of, and the need that decides it."""

INSERTS = ("insert.in_order", "insert.late", "insert.bulk")
ASKED = ("last.joined", "last.own", *WINDOWS)
RETIRING = ("retire.delete", "retire.drop")


def retired(runs: pl.DataFrame, engine: str, case: str) -> tuple[float, float, float] | None:
    """Return the rows that went, the bytes the table took before, and those after; None where it was not measured."""
    together = select.together(runs, engine, case, "rows_before", "rows_after", "size_before", "size_after")
    if not together:
        return None
    rows_before, rows_after, before, after = together[-1]
    return rows_before - rows_after, before, after


def given_back(runs: pl.DataFrame, engine: str, case: str) -> str:
    """Return the share of the table's bytes that the disk has again, a dash where it was not measured."""
    found = retired(runs, engine, case)
    return f"{round(1 - found[2] / found[1], 2) + 0.0:.0%}" if found else "–"  # none is 0, never -0
