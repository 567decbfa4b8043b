"""What charts, tables and verdicts of this experiment share, computed once."""

import polars as pl

from ...report.advice import Ask
from ...report.answers import Need
from ...results import select
from ...stats import Estimate
from .jobs import MANY, TOOL_TESTS, WITH_ROWS

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
COMMAND = "podman pull docker.io/library/mongo:8 && dbreport run document_store --scale medium --launcher container"
"""What decides the claims on MongoDB where its image can be pulled."""


def rate(runs: pl.DataFrame, over: tuple[str, str], under: tuple[str, str]) -> Estimate | None:
    """Return the ratio of two (engine, case) in operations a second."""
    return select.ratio(runs, over, under, "throughput")


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
