"""What charts, tables and verdicts of this experiment share, computed once."""

import statistics
from collections.abc import Iterator
from typing import NamedTuple

import polars as pl

from ...report import published
from ...report.advice import Ask
from ...report.answers import Need
from ...report.formats import size
from ...report.front import Front
from ...results import ratios, select
from ...stats import Estimate

NEEDS = {
    "lookup": Need("none.point_record_row.plain", "throughput", "rate"),
    "latest": Need("composite.latest_record_row.plain", "throughput", "rate"),
    "contains": Need("single.match_account_row.plain", "throughput", "rate"),
    "aggregate": Need("none.status_counts_half_open"),
}
"""What a reader may need of it, and the case and metric that answer. One class of durability: every commit synced."""
JOBS = {"search": (Ask("contains", {"no_index": "none.match_account_row.plain"}),)}
"""The job it speaks of, and the need that decides it."""

FRONT = Front("tbl-answer-work", "tbl-measured-work")

PG, MY = "postgresql", "mysql"
"""The source's systems."""
PROFILE = "source"
"""The source had tuned both before it measured this."""
PLANS_OF = {
    "point_account": ("none", "single"),
    "match_account": ("none", "single"),
    "point_record": ("none",),
    "latest_record": ("none", "single", "composite"),
}
"""The source names no index: each of its statements is compared under every plan that makes a difference to it."""
STATEMENTS = {name: tuple(f"{plan}.{name}.plain" for plan in plans) for name, plans in PLANS_OF.items()}
LENGTHS = tuple(f"lengths.{n}.{name}" for name in ("sum_raw_size", "status_counts") for n in ("short", "long"))
SHORT_SUM, LONG_SUM, _, _ = LENGTHS
"""Nor does it say how long a value is: two aggregates over short values and over long ones."""
SUMS = ("none.sum_raw_size", "single.sum_raw_size", LONG_SUM)
"""The sum of lengths by what the source leaves open: under either plan of indexes, and over long values."""
AGGREGATES = ("count_records", "group_accounts", "sum_raw_size", "status_counts")
BOARD_CASE, CLOUD_CASE = "none.status_counts", "slow_disk.status_counts"
LENGTHS_READ, LENGTHS_KEPT = "single.sum_raw_octets", "why.sum_raw_octets.length_kept"
"""Our sum of lengths, and the same with the lengths kept in an index."""
BOARD, CLOUD = "board", "cloud server, 4 cores, 8 GB, 180 GB SSD (6000 IOPS, 150 MB/s)"
"""The source's machines, and the cases that stand for the one aggregate it ran on both."""
HELD_HOST = "amd-epyc-2c-8g"
"""The machine that control groups hold to the cloud server's memory and disk."""

FROM_DISK = 0.05
"""A run that reads so much of what a cold start reads has not found its data in memory."""


class Work(NamedTuple):
    """A case that is the source's own work, with what the source prints for it, by system.

    `label` is the key of its words, where those of the case are not enough.
    """

    case: str
    metric: str
    printed: dict[str, float]
    temperature: str = "warm"
    label: str = ""


def works() -> Iterator[Work]:
    """Yield every case of the source's that has printed figures: once for each plan that makes a difference."""
    for name, cases in STATEMENTS.items():
        yield from (Work(case, "throughput", printed(name)) for case in cases)
    for name in AGGREGATES:
        yield from (Work(f"{plan}.{name}", "latency", printed(name)) for plan in ("none", "single"))
    board, cloud = on_machine(BOARD), on_machine(CLOUD)
    yield Work(BOARD_CASE, "latency", board, label="work.board")
    yield Work(CLOUD_CASE, "latency", cloud, "cold", "work.cloud")


def printed(case: str) -> dict[str, float]:
    """Return what the source prints for a statement or an aggregate, by system."""
    return published.by_system("real_workload", case=case)


def printed_row() -> str:
    """Return what a row of the source's takes on the disk, for a sentence: it says how many there are in 50 GB."""
    return size(50e9 / (1e4 * published.by_system("storage", case="rows in 50 GB")["both"]))


def on_machine(machine: str) -> dict[str, float]:
    """Return the seconds of the one aggregate that the source ran on a board and on a cloud server, by system."""
    return published.by_system("real_workload", case="status_counts_2024", configuration=machine)


def printed_ratio(case: str, over: str = PG) -> float:
    """Return one system's rate or time over the other's, as printed."""
    values = printed(case)
    return values[over] / values[MY if over == PG else PG]


def of_source(runs: pl.DataFrame, scale: str | None = None) -> pl.DataFrame:
    """Return the samples of the source's systems in its own configuration, at one scale; none where not measured.

    Raises MixedClasses where they are of several hosts or classes of durability.
    """
    mine = runs.filter(pl.col("engine").is_in([PG, MY]), pl.col("profile") == PROFILE)
    return select.unmixed(mine.filter(pl.col("scale") == (scale or select.largest_scale(mine))))


def from_disk(runs: pl.DataFrame, engine: str, case: str) -> bool:
    """Tell whether a case called warm read from the disk: a twentieth or more of what its cold start reads."""
    warm, cold = (select.values(runs, engine, case, "server_read", state) for state in ("warm", "cold"))
    return bool(warm and cold) and statistics.median(warm) > FROM_DISK * statistics.median(cold)


def in_memory(runs: pl.DataFrame) -> pl.DataFrame:
    """Return what `of_source` does at the largest scale at which MySQL counts by status without reading the disk.

    At the largest there is where it reads at each of them, or was not asked.
    """
    for scale in reversed(select.scales(runs)):
        mine = of_source(runs, scale)
        if select.values(mine, MY, BOARD_CASE) and not from_disk(mine, MY, BOARD_CASE):
            return mine
    return of_source(runs)


def slowed(runs: pl.DataFrame) -> Estimate | None:
    """Return MySQL's time for the aggregate of both machines: cold on the slow disk over warm."""
    cold = select.taken(runs, MY, CLOUD_CASE, temperature="cold")
    return ratios.compare(cold, select.taken(runs, MY, BOARD_CASE), "latency", in_rounds=False)


def told_apart(runs: pl.DataFrame) -> pl.DataFrame:
    """Return samples with the temperature `disk` instead of `warm` wherever a case read from the disk."""
    started_cold = runs.filter(pl.col("temperature") == "cold").select("engine", "case").unique().sort("engine", "case")
    read = [pair for pair in started_cold.iter_rows() if from_disk(runs, *pair)]
    pairs = pl.DataFrame(read, {"engine": pl.String, "case": pl.String}, orient="row").with_columns(disk=pl.lit(True))
    marked = runs.join(pairs, on=["engine", "case"], how="left", maintain_order="left")
    warm = (pl.col("temperature") == "warm") & pl.col("disk").fill_null(False)
    state = pl.when(warm).then(pl.lit("disk")).otherwise(pl.col("temperature"))
    return marked.with_columns(temperature=state).drop("disk")
