"""The claims about the real workload, decided on the source's statements in its own configuration.

Its indexes are not printed, nor how long a value is: what depends on them is judged both ways, and a part says which.
"""

from functools import partial
from statistics import median

import polars as pl

from ...report import published
from ...report.formats import case_label, seconds, size, so_many
from ...report.verdicts.decide import Evidence, Part, Verdict, beside
from ...report.verdicts.parts import about, decided, not_comparable, over
from ...results import select
from ...stats import Estimate
from .facts import (
    BOARD,
    BOARD_CASE,
    CLOUD,
    CLOUD_CASE,
    MY,
    PG,
    STATEMENTS,
    SUMS,
    from_disk,
    in_memory,
    of_source,
    on_machine,
    printed_ratio,
    slowed,
)

SHOWN = {"rw-1": "fig-source", "rw-2": "fig-source", "rw-3": "fig-lengths", "rw-4": "tbl-printed"}
"""The figure or table of the chapter that shows what decides a claim."""


def decide(runs: pl.DataFrame, scale: str | None = None) -> list[Verdict]:
    """Decide every claim of the real_workload experiment at one scale.

    If none is named, at the largest of the source's configuration; rw-4 at the largest that MySQL keeps in memory.
    """
    mine = of_source(runs, scale)
    kept = mine if scale else in_memory(runs)
    verdicts = [_rw_1(mine), _rw_2(mine), _rw_3(mine), _rw_4(kept, mine)]
    assert [v.claim for v in verdicts] == published.claims("real_workload")["id"].to_list()
    return verdicts


def _at(key: str, case: str) -> Evidence:
    """Return words that name a case, plan included."""
    return Evidence(key, {"case": partial(case_label, case)})


def _rate(runs: pl.DataFrame, over_case: str, under_case: str) -> Estimate | None:
    """Return PostgreSQL's rate at one case over MySQL's at another."""
    return select.ratio(runs, (PG, over_case), (MY, under_case), "throughput")


def _rw_1(runs: pl.DataFrame) -> Verdict:
    parts = [
        over(_at("rate_at", case), _rate(runs, case, case), 1, printed_ratio(name))
        for name, cases in STATEMENTS.items()
        for case in cases
    ]
    return decided("rw-1", *parts)


def _rw_2(runs: pl.DataFrame) -> Verdict:
    """The printed gap appears when MySQL has no index to look by and PostgreSQL has, and goes when both have."""
    without, single, composite = STATEMENTS["latest_record"]
    claimed = printed_ratio("latest_record")
    gap = about("latest_gap", _rate(runs, single, without), claimed, claimed)
    index = over("latest_index", select.ratio(runs, (MY, single), (MY, without), "throughput"), 1)
    both = {"latest_fair": _rate(runs, single, single), "latest_composite": _rate(runs, composite, composite)}
    return decided("rw-2", gap, index, beside=[line for key, e in both.items() if e for line in beside(key, e)])


def _rw_3(runs: pl.DataFrame) -> Verdict:
    claimed = printed_ratio("sum_raw_size", MY)

    def part(case: str) -> Part:
        return about(_at("time_at", case), select.ratio(runs, (MY, case), (PG, case)), claimed, claimed)

    return decided("rw-3", *map(part, SUMS))


def _rw_4(runs: pl.DataFrame, whole: pl.DataFrame) -> Verdict:
    """The cloud server is a cold start on a disk as slow as its vendor says; the board had the data in memory.

    So what decides are as many rows as MySQL can keep there; what becomes of the source's number stands beside it.
    """
    board, cloud = (on_machine(machine) for machine in (BOARD, CLOUD))
    claimed = cloud[MY] / board[MY]
    e = slowed(runs)
    mine = (
        not_comparable("status_counts_slow", "warm_from_disk", e, claimed)
        if from_disk(runs, MY, BOARD_CASE)
        else about("status_counts_slow", e, claimed, claimed)
    )
    two = Evidence("two_systems", {"pg": seconds(board[PG]), "my": seconds(board[MY]), "cloud": seconds(cloud[MY])})
    as_claimed = Evidence("board_and_cloud", {"pg": seconds(board[PG]), "cloud": seconds(cloud[MY])})
    parts = (mine, not_comparable(as_claimed, two, printed=cloud[MY] / board[PG]))
    return decided("rw-4", *parts, beside=_of_more_rows(runs, whole))


def _of_more_rows(kept: pl.DataFrame, whole: pl.DataFrame) -> list[Evidence]:
    """Say what the same aggregate takes and reads where the table is larger than the buffer pool, if that is so."""
    read, warm = (select.values(whole, MY, BOARD_CASE, metric) for metric in ("server_read", "latency"))
    cold = select.values(whole, MY, CLOUD_CASE, temperature="cold")
    if not (read and warm and cold) or select.rows_of(kept) == select.rows_of(whole):
        return []
    told = {"read": size(median(read)), "warm": seconds(median(warm)), "cold": seconds(median(cold))}
    rows = {key: partial(so_many, select.rows_of(runs)) for key, runs in (("few", kept), ("rows", whole))}
    return [Evidence("status_counts_larger", told | rows)]
