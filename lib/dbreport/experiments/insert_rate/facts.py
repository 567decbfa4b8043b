"""What charts, tables and verdicts of this experiment share, computed once."""

import polars as pl

from ...report import published
from ...report.advice import Ask
from ...report.answers import Need
from ...report.front import Front

NEEDS = {
    "insert_one_client": Need("full.columns.1", "throughput", "rate", weaker="relaxed.columns.1"),
    "insert_many_clients": Need("full.columns.32", "throughput", "rate", weaker="relaxed.columns.32"),
    "insert_many_rows": Need("full.multi.columns", "row_throughput", "rate", weaker="relaxed.multi.columns"),
}
"""What a reader may need of it, and the case and metric that answer. One class of durability: every commit synced."""
JOBS = {"ingest": (Ask("insert_many_clients", {"one_client": "full.columns.1", "json": "full.json.32"}),)}
"""The job it speaks of, and the need that decides it."""

FRONT = Front("tbl-answer-inserts", "tbl-measured-inserts")

PG = "postgresql"
"""The source's system, and the only one that has a commit_delay."""
LAYOUTS = {"columns": "23 columns", "json": "10 columns and one JSON column"}
"""Layouts whose rates the source printed, and what it calls its tables."""
CLASSES = ("full", "relaxed")
SOURCE_CLIENTS = (8, 128)
SECOND_HOST = "intel-xeon-2c-24g"
"""Another machine with two processors that has this experiment: what depends on the machine is told beside it."""


def printed(layout: str, threads: int, settings: str) -> float:
    """Return what the source printed, rows a second."""
    return published.by_system("insert_rate", table=LAYOUTS[layout], configuration=f"{threads} threads, {settings}")[PG]


def printed_delayed(layout: str, threads: int) -> list[float]:
    """Return what the source printed with synchronous_commit off, one rate a delay; there may be none."""
    delayed = pl.col("configuration").str.starts_with(f"{threads} threads, sync off")
    return published.figures("insert_rate").filter(delayed, table=LAYOUTS[layout])["value"].to_list()


def printed_cases() -> dict[str, float]:
    """Return the case that is the same work as each rate the source printed, and that rate."""
    cases = {}
    for layout, table in LAYOUTS.items():
        for row in published.figures("insert_rate").filter(table=table).to_dicts():
            threads, sync, *delay = row["configuration"].split(", ")
            us = f".delay_{float(delay[0].split()[1]) * 1000:.0f}us" if delay else ""
            durability = {"sync on": "full", "sync off": "relaxed"}[sync]
            cases[f"{durability}.{layout}.{threads.split()[0]}{us}"] = row["value"]
    return cases


def delays(runs: pl.DataFrame, durability: str, layout: str = "columns") -> dict[int, dict[int, str]]:
    """Return the cases of one class and layout in which a commit was delayed, by clients and microseconds."""
    pattern = rf"^{durability}\.{layout}\.(?<clients>\d+)\.delay_(?<us>\d+)us$"
    cases = runs.select("case", pl.col("case").str.extract_groups(pattern).struct.unnest()).drop_nulls().unique()
    by_clients: dict[int, dict[int, str]] = {}
    for us, clients, case in sorted((int(row["us"]), int(row["clients"]), row["case"]) for row in cases.to_dicts()):
        by_clients.setdefault(clients, {})[us] = case
    return dict(sorted(by_clients.items()))
