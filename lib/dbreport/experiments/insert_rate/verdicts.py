"""The claims about insert rates, all of them about PostgreSQL as shipped."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

import polars as pl

from ... import stats
from ...report import published
from ...report.verdicts.decide import Outcome, Verdict, about, beside, both, evidence, missing
from ...results import select
from ...stats import Estimate

PG = "postgresql"
SAME = 1.1
"""Rates within a tenth of each other are called the same."""


def decide(runs: pl.DataFrame, scale: str | None = None, text_bytes: int = 0) -> list[Verdict]:
    """Decide every claim of the insert_rate experiment at one scale (the largest there is)."""
    mine = runs.filter((pl.col("engine") == PG) & (pl.col("profile") == "default"))
    scale = scale or select.largest_scale(mine)
    mine = mine.filter(pl.col("scale") == scale)
    found = [decide(mine) for decide in (_in_1, _in_2, _in_3, _in_4, _in_5)]
    assert [v.claim for v in found] == published.claims("insert_rate")["id"].to_list()
    return found


def _ratio(runs: pl.DataFrame, over: str, under: str) -> Estimate | None:
    """Return the ratio of two cases, which name their class of durability; both must name the same."""
    assert over.partition(".")[0] == under.partition(".")[0]
    return select.ratio(runs, (PG, over), (PG, under), "throughput")


def _printed(layout: str, threads: int, settings: str) -> float:
    rows = published.figures("insert_rate").filter(pl.col("configuration") == f"{threads} threads, {settings}")
    return float(rows.filter(pl.col("table") == layout)["value"][0])


COLUMNS, JSON = "23 columns", "10 columns and one JSON column"


def same(e: Estimate | None) -> Outcome:
    """Decide a claim that two rates are the same."""
    if e is None or e.decided == "too few":
        return Outcome.UNTESTABLE
    return Outcome.REPRODUCED if e.decided == "no difference" or 1 / SAME <= e.value <= SAME else Outcome.NOT_REPRODUCED


def no_gain(e: Estimate | None) -> Outcome:
    """Decide a claim that more of something does not help: a loss confirms it as much as no difference does."""
    if e is None or e.decided == "too few":
        return Outcome.UNTESTABLE
    return Outcome.REPRODUCED if e.low <= 1 or e.value <= SAME else Outcome.NOT_REPRODUCED


def _in_1(runs: pl.DataFrame) -> Verdict:
    e = _ratio(runs, "full.columns.128", "full.columns.8")
    printed = _printed(COLUMNS, 128, "sync on") / _printed(COLUMNS, 8, "sync on")
    return Verdict("in-1", about(e, 2), evidence("clients_full", e, printed))


def _in_2(runs: pl.DataFrame) -> Verdict:
    e = _ratio(runs, "relaxed.columns.128", "relaxed.columns.8")
    delay = "sync off, commit_delay 1 ms"
    printed = _printed(COLUMNS, 128, delay) / _printed(COLUMNS, 8, delay)
    return Verdict("in-2", no_gain(e), evidence("clients_relaxed", e, printed))


def _in_3(runs: pl.DataFrame) -> Verdict:
    found = {clients: _ratio(runs, f"full.json.{clients}", f"full.columns.{clients}") for clients in (8, 128)}
    printed = {n: _printed(JSON, n, "sync on") / _printed(COLUMNS, n, "sync on") for n in found}
    shown = evidence("json", found[128], printed[128])
    if found[128] and found[8]:
        shown += evidence("json_8", found[8], printed[8])
    binary = _ratio(runs, "full.jsonb.128", "full.columns.128")
    if binary:
        shown += beside("jsonb", binary)
    return Verdict("in-3", about(found[128], 3), shown)


def _in_4(runs: pl.DataFrame) -> Verdict:
    e = _ratio(runs, "full.nulls.8", "full.columns.8")
    claimed = published.figures("insert_rate").filter(pl.col("metric") == "throughput_change")["value"][0]
    printed = 1 + claimed / 100
    return Verdict("in-4", about(e, printed), evidence("nulls", e, printed))


def _in_5(runs: pl.DataFrame) -> Verdict:
    """Every delay is set against every other at either number of clients, all at once: no pair is chosen first."""
    relaxed, full = (_delays(runs, durability) for durability in ("relaxed", "full"))
    if not relaxed:
        return missing("in-5")
    shown = evidence("delay_relaxed", _furthest(relaxed), 1, "≈ ")
    if full:
        shown += beside("delay_full", _furthest(full))
    return Verdict("in-5", both(*(same(e) for e in relaxed)), shown)


def _delays(runs: pl.DataFrame, durability: str) -> list[Estimate]:
    """Return the ratios of all pairs of delays in one class, whose intervals hold at once; none if one is missing.

    A pair picked because it differs most, and only then tested, would be told apart too often.
    """
    pairs = []
    for clients in (8, 128):
        delayed = pl.col("case").str.starts_with(f"{durability}.columns.{clients}.delay_")
        cases = runs.filter(delayed)["case"].unique().sort().to_list()
        if len(cases) < 2:
            return []
        pairs += list(combinations(cases, 2))
    found = [select.ratio(runs, (PG, one), (PG, other), "throughput", comparisons=len(pairs)) for one, other in pairs]
    return [e for e in found if e] if all(found) else []


def _furthest(found: Sequence[Estimate]) -> Estimate:
    """Return the ratio furthest from 1, turned so that it is above 1; its interval is one of all those that hold."""
    e = max(found, key=lambda e: abs(math.log(e.value)))
    return e if e.value >= 1 else stats.inverse(e)
