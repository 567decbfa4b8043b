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
from .facts import COLUMNS, JSON, PG, delays, printed

SAME = 1.1
"""Rates within a tenth of each other are called the same."""


def decide(runs: pl.DataFrame, scale: str | None = None, text_bytes: int = 0) -> list[Verdict]:
    """Decide every claim of the insert_rate experiment at one scale (the largest there is)."""
    mine = runs.filter((pl.col("engine") == PG) & (pl.col("profile") == "default"))
    scale = scale or select.largest_scale(mine)
    mine = mine.filter(pl.col("scale") == scale)
    verdicts = [_in_1(mine), _in_2(mine), _in_3(mine), _in_4(mine), _in_5(mine)]
    assert [v.claim for v in verdicts] == published.claims("insert_rate")["id"].to_list()
    return verdicts


def _ratio(runs: pl.DataFrame, over: str, under: str) -> Estimate | None:
    """Return the ratio of two cases, which name their class of durability; both must name the same."""
    assert over.partition(".")[0] == under.partition(".")[0]
    return select.ratio(runs, (PG, over), (PG, under), "throughput")


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
    claimed = printed(COLUMNS, 128) / printed(COLUMNS, 8)
    return Verdict("in-1", about(e, 2), evidence("clients_full", e, claimed))


def _in_2(runs: pl.DataFrame) -> Verdict:
    e = _ratio(runs, "relaxed.columns.128", "relaxed.columns.8")
    delay = "sync off, commit_delay 1 ms"
    claimed = printed(COLUMNS, 128, delay) / printed(COLUMNS, 8, delay)
    return Verdict("in-2", no_gain(e), evidence("clients_relaxed", e, claimed))


def _in_3(runs: pl.DataFrame) -> Verdict:
    few, many = (_ratio(runs, f"full.json.{clients}", f"full.columns.{clients}") for clients in (8, 128))
    shown = evidence("json", many, printed(JSON, 128) / printed(COLUMNS, 128))
    if few and many:
        shown += evidence("json_8", few, printed(JSON, 8) / printed(COLUMNS, 8))
    if binary := _ratio(runs, "full.jsonb.128", "full.columns.128"):
        shown += beside("jsonb", binary)
    return Verdict("in-3", about(many, 3), shown)


def _in_4(runs: pl.DataFrame) -> Verdict:
    e = _ratio(runs, "full.nulls.8", "full.columns.8")
    claimed = 1 + published.by_system("insert_rate", metric="throughput_change")[PG] / 100
    return Verdict("in-4", about(e, claimed), evidence("nulls", e, claimed))


def _in_5(runs: pl.DataFrame) -> Verdict:
    """Every delay is set against every other at either number of clients, all at once: no pair is chosen first."""
    relaxed, full = (_delay_ratios(runs, durability) for durability in ("relaxed", "full"))
    if not relaxed:
        return missing("in-5")
    shown = evidence("delay_relaxed", _furthest(relaxed), 1, "≈ ")
    if full:
        shown += beside("delay_full", _furthest(full))
    return Verdict("in-5", both(*(same(e) for e in relaxed)), shown)


def _delay_ratios(runs: pl.DataFrame, durability: str) -> list[Estimate]:
    """Return the ratios of all pairs of delays in one class, whose intervals hold at once; none if one is missing.

    A pair picked because it differs most, and only then tested, would be told apart too often.
    """
    delayed = delays(runs, durability)
    cases = [sorted(delayed.get(clients, {}).values()) for clients in (8, 128)]
    if min(map(len, cases)) < 2:
        return []
    pairs = [pair for of_clients in cases for pair in combinations(of_clients, 2)]
    ratios = [select.ratio(runs, (PG, one), (PG, other), "throughput", comparisons=len(pairs)) for one, other in pairs]
    return [e for e in ratios if e] if all(ratios) else []


def _furthest(ratios: Sequence[Estimate]) -> Estimate:
    """Return the ratio furthest from 1, turned so that it is above 1; its interval is one of all those that hold."""
    e = max(ratios, key=lambda e: abs(math.log(e.value)))
    return e if e.value >= 1 else stats.inverse(e)
