"""The claims about the real workload: who wins, and whether the index or the value read explains a puzzle.

The puzzles are decided under the plan that reproduces them and under the one that removes them.
"""

from __future__ import annotations

import polars as pl

from ...report import published
from ...report.verdicts.decide import Verdict, about, both, evidence, over
from ...results import ratios, select
from ...stats import Estimate
from .facts import BOARD, CLOUD, MY, PG, STATEMENTS, printed_ratio


def decide(runs: pl.DataFrame, scale: str | None = None, text_bytes: int = 0) -> list[Verdict]:
    """Decide every claim of the real_workload experiment at one scale (the largest there is)."""
    runs = select.only(runs.filter(pl.col("engine").is_in([PG, MY])), "default", scale)
    verdicts = [_rw_1(runs), _rw_2(runs), _rw_3(runs), _rw_4(runs)]
    assert [v.claim for v in verdicts] == published.claims("real_workload")["id"].to_list()
    return verdicts


def _rate(runs: pl.DataFrame, over_case: str, under_case: str) -> Estimate | None:
    """Return PostgreSQL's rate at one case over MySQL's at another."""
    return select.ratio(runs, (PG, over_case), (MY, under_case), "throughput")


def _rw_1(runs: pl.DataFrame) -> Verdict:
    rates = {name: _rate(runs, case, case) for name, case in STATEMENTS.items()}
    shown = [line for name, e in rates.items() for line in evidence(name, e, printed_ratio(name))]
    return Verdict("rw-1", both(*(over(e, 1) for e in rates.values())), shown)


def _rw_2(runs: pl.DataFrame) -> Verdict:
    """The printed gap appears when MySQL has no index to look by and PostgreSQL has, and goes when both have."""
    gap, fair = (
        _rate(runs, "single.latest_record.plain", f"{plan}.latest_record.plain") for plan in ("none", "single")
    )
    claimed = printed_ratio("latest_record")
    shown = evidence("latest_gap", gap, claimed)
    if fair:
        shown += evidence("latest_fair", fair, 1, "≈ ")
    return Verdict("rw-2", about(gap, claimed), shown)


def _rw_3(runs: pl.DataFrame) -> Verdict:
    e = select.ratio(runs, (MY, "single.sum_raw_size"), (PG, "single.sum_raw_size"))
    claimed = printed_ratio("sum_raw_size", MY)
    return Verdict("rw-3", about(e, claimed), evidence("sum_raw_size", e, claimed))


def _rw_4(runs: pl.DataFrame) -> Verdict:
    """The cloud server is a cold start on a disk as slow as its vendor says; the board had the data in memory."""
    slow = select.taken(runs, MY, "slow_disk.status_counts", temperature="cold")
    e = ratios.compare(slow, select.taken(runs, MY, "none.status_counts"), "latency", in_rounds=False)
    board, cloud = (
        published.by_system("real_workload", case="status_counts_2024", configuration=machine)[MY]
        for machine in (BOARD, CLOUD)
    )
    return Verdict("rw-4", about(e, cloud / board), evidence("status_counts_slow", e, cloud / board))
