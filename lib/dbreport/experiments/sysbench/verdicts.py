"""The claims about sysbench, decided under the source's own conditions as far as it tells them: tuned, 16 threads.

It does not tell its durability; every commit synced decides, and the other class stands beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import polars as pl

from ...errors import ResultsMissing
from ...report import published
from ...report.verdicts.decide import MISSING, Outcome, Verdict, about, both, evidence, over
from ...results import select
from .facts import CLASSES, Compared, compared

WRITES = ("oltp_insert", "oltp_update_index")
AHEAD, THREE_TIMES = 1.3, 3.0


def decide(runs: pl.DataFrame, scale: str | None = None, text_bytes: int = 0, profile: str = "tuned") -> list[Verdict]:
    """Decide every claim of the sysbench experiment in one profile, at one scale (the largest there is)."""
    classes = {}
    for name in CLASSES:
        with suppress(ResultsMissing):
            classes[name] = select.only(runs, profile, scale, name)
    tests = compared(classes)
    verdicts = [_sb_1(tests), _sb_2(tests)]
    assert [v.claim for v in verdicts] == published.claims("sysbench")["id"].to_list()
    return verdicts


def _sb_1(tests: Sequence[Compared]) -> Verdict:
    synced = [row.measured.get("full") for row in tests]
    shown = [line for row, e in zip(tests, synced, strict=True) if e for line in evidence(row.test, e, row.printed)]
    return Verdict("sb-1", both(*(over(e, AHEAD) for e in synced)), shown or [MISSING])


def _sb_2(tests: Sequence[Compared]) -> Verdict:
    outcomes, shown = [], []
    for row in (row for row in tests if row.test in WRITES):
        e, relaxed = row.measured.get("full"), row.measured.get("relaxed")
        outcomes.append(about(e, THREE_TIMES))
        shown += evidence(row.test, e, row.printed)
        if relaxed:
            shown += evidence(f"{row.test}_relaxed", relaxed, row.printed)
    return Verdict("sb-2", both(*outcomes), [MISSING] if Outcome.UNTESTABLE in outcomes else shown)
