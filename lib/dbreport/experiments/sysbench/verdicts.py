"""The claims about sysbench, decided under the source's own conditions as far as it tells them: tuned, 16 threads.

It does not tell its durability; every commit synced decides, and the other class stands beside it.
"""

from __future__ import annotations

import polars as pl

from ...errors import ResultsMissing
from ...report import published
from ...report.verdicts.decide import MISSING, Outcome, Verdict, about, both, evidence, over
from ...results import select
from ...stats import Estimate
from .facts import printed_throughput

PG, MY = "postgresql", "mysql"
WRITES = ("oltp_insert", "oltp_update_index")
AHEAD, THREE_TIMES = 1.3, 3.0


def decide(runs: pl.DataFrame, scale: str | None = None, text_bytes: int = 0, profile: str = "tuned") -> list[Verdict]:
    """Decide every claim of the sysbench experiment in one profile, at one scale (the largest there is)."""
    found = [_sb_1(runs, profile, scale), _sb_2(runs, profile, scale)]
    assert [v.claim for v in found] == published.claims("sysbench")["id"].to_list()
    return found


def _ratio(runs: pl.DataFrame, test: str, profile: str, scale: str | None, durability: str) -> Estimate | None:
    """Return PostgreSQL over MySQL; what only reads was measured in one class, which says it for both."""
    try:
        mine = select.only(runs, profile, scale, durability)
    except ResultsMissing:
        return None
    case = f"{durability}.{test}"
    return select.ratio(mine, (PG, case), (MY, case), "throughput")


def _sb_1(runs: pl.DataFrame, profile: str, scale: str | None) -> Verdict:
    printed = {test: e.value for test, e in printed_throughput().items()}
    found = {test: _ratio(runs, test, profile, scale, "full") for test in printed}
    shown = [line for test, e in found.items() if e for line in evidence(test, e, printed[test])]
    return Verdict("sb-1", both(*(over(e, AHEAD) for e in found.values())), shown or [MISSING])


def _sb_2(runs: pl.DataFrame, profile: str, scale: str | None) -> Verdict:
    printed = {test: e.value for test, e in printed_throughput().items()}
    outcomes, shown = [], []
    for test in WRITES:
        e = _ratio(runs, test, profile, scale, "full")
        outcomes.append(about(e, THREE_TIMES))
        shown += evidence(test, e, printed[test])
        if relaxed := _ratio(runs, test, profile, scale, "relaxed"):
            shown += evidence(f"{test}_relaxed", relaxed, printed[test])
    if Outcome.UNTESTABLE in outcomes:
        shown = [MISSING]
    return Verdict("sb-2", both(*outcomes), shown)
