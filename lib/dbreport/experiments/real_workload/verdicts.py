"""The claims about the real workload: who wins, and whether the index or the value read explains a puzzle.

The source names no indexes. Statements are compared under single-column ones, which any application has; the
puzzles under the plan that reproduces them and under the one that removes them.
"""

from __future__ import annotations

import polars as pl

from ...report import published
from ...report.verdicts.decide import Evidence, Verdict, about, both, evidence, over
from ...results import select
from ...stats import Estimate

PG, MY = "postgresql", "mysql"
CASES = {
    "point_account": "single.point_account.plain",
    "match_account": "single.match_account.plain",
    "point_record": "none.point_record.plain",
    "latest_record": "single.latest_record.plain",
}


def decide(runs: pl.DataFrame, scale: str | None = None, text_bytes: int = 0) -> list[Verdict]:
    """Decide every claim of the real_workload experiment at one scale (the largest there is)."""
    runs = select.only(runs.filter(pl.col("engine").is_in([PG, MY])), "default", scale)
    found = [decide(runs) for decide in (_rw_1, _rw_2, _rw_3, _rw_4)]
    assert [v.claim for v in found] == published.claims("real_workload")["id"].to_list()
    return found


def _printed(case: str, metric: str, over_system: str) -> float:
    rows = published.figures("real_workload").filter((pl.col("case") == case) & (pl.col("metric") == metric))
    value: dict[str, float] = {row["system"]: row["value"] for row in rows.to_dicts()}
    return value[over_system] / value[MY if over_system == PG else PG]


def _rate(runs: pl.DataFrame, over_case: tuple[str, str], under_case: tuple[str, str]) -> Estimate | None:
    return select.ratio(runs, over_case, under_case, "throughput")


def _rw_1(runs: pl.DataFrame) -> Verdict:
    found = {name: _rate(runs, (PG, case), (MY, case)) for name, case in CASES.items()}
    shown: list[Evidence] = []
    for name, e in found.items():
        shown += evidence(name, e, _printed(name, "throughput", PG))
    return Verdict("rw-1", both(*(over(e, 1) for e in found.values())), shown)


def _rw_2(runs: pl.DataFrame) -> Verdict:
    """The printed gap appears when MySQL has no index to look by and PostgreSQL has, and goes when both have."""
    case = "latest_record"
    gap = _rate(runs, (PG, f"single.{case}.plain"), (MY, f"none.{case}.plain"))
    fair = _rate(runs, (PG, f"single.{case}.plain"), (MY, f"single.{case}.plain"))
    printed = _printed(case, "throughput", PG)
    shown = evidence("latest_gap", gap, printed)
    if fair:
        shown += evidence("latest_fair", fair, 1, "≈ ")
    return Verdict("rw-2", about(gap, printed), shown)


def _rw_3(runs: pl.DataFrame) -> Verdict:
    e = select.ratio(runs, (MY, "single.sum_raw_size"), (PG, "single.sum_raw_size"))
    printed = _printed("sum_raw_size", "latency", MY)
    return Verdict("rw-3", about(e, printed), evidence("sum_raw_size", e, printed))


def _rw_4(runs: pl.DataFrame) -> Verdict:
    """The cloud server is a cold start on a disk as slow as its vendor says; the board had the data in memory."""
    slow = select.taken(runs, MY, "slow_disk.status_counts", temperature="cold")
    e = select.compare(slow, select.taken(runs, MY, "none.status_counts"), "latency", in_rounds=False)
    figures = published.figures("real_workload").filter(pl.col("case") == "status_counts_2024")
    board, cloud = (
        float(figures.filter((pl.col("system") == MY) & pl.col("configuration").str.starts_with(where))["value"][0])
        for where in ("board", "cloud")
    )
    return Verdict("rw-4", about(e, cloud / board), evidence("status_counts_slow", e, cloud / board))
