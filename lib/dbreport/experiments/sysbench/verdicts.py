"""The claims about sysbench, decided on the source's own table in its own configuration, with 16 threads.

It does not tell its durability; every commit synced decides, and the other class stands beside it.
"""

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from ...report import published
from ...report.formats import digits
from ...report.verdicts.decide import Audited, Evidence, Verdict, beside
from ...report.verdicts.parts import about, arithmetic, decided, over
from .facts import DECISIVE, Compared, as_the_source, compared

WRITES = ("oltp_insert", "oltp_update_index")
AHEAD, THREE_TIMES = 1.3, 3.0
CLAIMED = Evidence("claimed.least", {"low": digits(AHEAD)})
SHOWN = {"sb-1": "fig-printed", "sb-2": "fig-printed"}
"""The figure of the chapter that shows what decides a claim."""


def decide(runs: pl.DataFrame, scale: str | None = None, profile: str = DECISIVE) -> list[Verdict]:
    """Decide every claim of the sysbench experiment in one profile, at one scale (the largest there is)."""
    tests = compared(as_the_source(runs, profile, scale))
    verdicts = [_sb_1(tests), _sb_2(tests)]
    assert [v.claim for v in verdicts] == published.claims("sysbench")["id"].to_list()
    return verdicts


def audit() -> list[Audited]:
    """Check the claim of a lead on every test against the table the source prints: two of six have less."""
    less = [row.printed for row in compared({}) if row.printed < AHEAD]
    return [Audited("sb_ahead", f"≥ {AHEAD:g}", ", ".join(map(digits, sorted(less))), "overclaim" if less else "holds")]


def _sb_1(tests: Sequence[Compared]) -> Verdict:
    measured = [over(row.test, row.measured["full"], AHEAD, row.printed) for row in tests]
    printed = (replace(arithmetic(one), claimed=CLAIMED, printed=None) for one in audit())
    return decided("sb-1", *printed, *measured)


def _sb_2(tests: Sequence[Compared]) -> Verdict:
    writes = [row for row in tests if row.test in WRITES]
    relaxed = {row.test: row.measured["relaxed"] for row in writes}
    parts = [about(row.test, row.measured["full"], THREE_TIMES, row.printed) for row in writes]
    return decided("sb-2", *parts, beside=[e for test, r in relaxed.items() if r for e in beside(f"{test}_relaxed", r)])
