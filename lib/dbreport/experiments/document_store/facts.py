"""What charts, tables and verdicts of this experiment share, computed once."""

from collections.abc import Iterator

import polars as pl

from ...model import Scale
from ...report.advice import Ask
from ...report.answers import Need
from ...results import select
from ...results.parts import once
from ...stats import Estimate
from .jobs import FIFTHS, MANY, TOOL_TESTS, WHOLE, WITH_ROWS, fifth_of

NEEDS = {
    "record_read": Need(f"full.read.zipfian.{MANY}", "throughput", "rate"),
    "record_update": Need(f"full.update.zipfian.{MANY}", "throughput", "rate"),
    "record_insert": Need(f"full.insert.given.{MANY}", "throughput", "rate"),
    "record_mix": Need(f"full.mix.{MANY}", "throughput", "rate"),
}
"""What a reader may need of it, and the case and metric that answer. One class of durability: every commit synced."""
JOBS = {"documents": (Ask("record_mix", {"one_client": "full.mix.1"}),)}
"""The job it speaks of, and the need that decides it."""

PG, MY, MONGO, FERRET = "postgresql", "mysql", "mongodb", "ferretdb"
SOURCE_ROWS = 2_000_000
"""The fewest records the source measured; fewer decide nothing on a claim about its sizes."""


def rate(runs: pl.DataFrame, over: tuple[str, str], under: tuple[str, str]) -> Estimate | None:
    """Return the ratio of two (engine, case) in operations a second."""
    return select.ratio(runs, over, under, "throughput")


def by_records(runs: pl.DataFrame) -> list[pl.DataFrame]:
    """Return what was measured as shipped with commits synced, a frame a number of records, the fewest first.

    What was measured on a part of a scale's records has a frame of its own, in which a case has the name it has on all.
    """
    return once(runs, by_records, lambda: sorted(filter(len, _by_records(runs)), key=select.rows_of))


def sizes(runs: pl.DataFrame, case: str) -> list[pl.DataFrame]:
    """Return those numbers of records that a case was measured at; one without samples where there is none."""
    return [at for at in by_records(runs) if case in at["case"]] or [runs.clear()]


def source_sizes(runs: pl.DataFrame, case: str) -> list[pl.DataFrame]:
    """Return those that the source has too; the largest where there is none."""
    measured = sizes(runs, case)
    return [at for at in measured if at.height and select.rows_of(at) >= SOURCE_ROWS] or measured[-1:]


def _by_records(runs: pl.DataFrame) -> Iterator[pl.DataFrame]:
    for frame in select.shipped_by_rows(runs, "full"):
        rest = frame
        for fifths in FIFTHS.get(Scale(frame["scale"][0]), ()):
            on_part = pl.col("case").str.starts_with(fifth_of("full.", fifths))
            part, rest = rest.filter(on_part), rest.filter(~on_part)
            name = pl.col("case").str.replace(fifth_of("full.", fifths), "full.", literal=True)
            yield part.with_columns(name, rows=pl.col("rows") * fifths // WHOLE)
        yield rest


def closed_case(what: str) -> str:
    """Return the case of the same operations and clients without a fixed rate."""
    return f"full.{'read.zipfian' if what == 'read' else what}.{MANY}"


def tools() -> dict[str, tuple[str, str]]:
    """Return sysbench's case and YCSB's of the same operation, by operation and clients."""
    return {
        f"{what}.{clients}": (f"full.sysbench.{what}.{clients}", f"full.{same}.{clients}")
        for what, (_, same) in TOOL_TESTS.items()
        for clients in (1, MANY)
    }


def with_rows(runs: pl.DataFrame) -> list[str]:
    """Return the systems measured by both tools."""
    return [name for name in select.engines(runs) if name in WITH_ROWS]
