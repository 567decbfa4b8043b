"""What charts, tables and verdicts of this experiment share, computed once."""

from __future__ import annotations

import polars as pl

from ...report import published
from ...report.answers import Need
from ...report.front import Front

NEEDS = {
    "insert_one_client": Need("full.columns.1", "throughput", "rate"),
    "insert_many_clients": Need("full.columns.32", "throughput", "rate"),
    "insert_many_rows": Need("full.multi.columns", "row_throughput", "rate"),
}
"""What a reader may need of it, and the case and metric that answer. One class of durability: every commit synced."""

FRONT = Front("tbl-answer-inserts", "tbl-measured-inserts")

PG = "postgresql"
"""The source's system, and the only one that has a commit_delay."""
COLUMNS, JSON = "23 columns", "10 columns and one JSON column"
"""Layouts, as the source names its tables."""


def printed(layout: str, threads: int, settings: str = "sync on") -> float:
    """Return what the source printed, rows a second."""
    return published.by_system("insert_rate", table=layout, configuration=f"{threads} threads, {settings}")[PG]


def delays(runs: pl.DataFrame, durability: str, layout: str = "columns") -> dict[int, dict[int, str]]:
    """Return the cases of one class and layout in which a commit was delayed, by clients and microseconds."""
    pattern = rf"^{durability}\.{layout}\.(?<clients>\d+)\.delay_(?<us>\d+)us$"
    cases = runs.select("case", pl.col("case").str.extract_groups(pattern).struct.unnest()).drop_nulls().unique()
    by_clients: dict[int, dict[int, str]] = {}
    for us, clients, case in sorted((int(row["us"]), int(row["clients"]), row["case"]) for row in cases.to_dicts()):
        by_clients.setdefault(clients, {})[us] = case
    return dict(sorted(by_clients.items()))
