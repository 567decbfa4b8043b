"""The claims about insert rates, all of them about PostgreSQL as shipped."""

import math
from collections.abc import Sequence
from itertools import combinations

import polars as pl

from ... import stats
from ...report import published
from ...report.verdicts.decide import Part, Verdict, beside
from ...report.verdicts.parts import about, decided, no_more, same
from ...results import select
from ...stats import Estimate
from .facts import CLASSES, LAYOUTS, PG, SOURCE_CLIENTS, delays, printed, printed_delayed

SAME = 1.1
"""Rates within a tenth of each other are called the same."""
TWICE, THREE_TIMES = 2.0, 3.0
ON, OFF, DELAY = "sync on", "sync off, commit_delay 1 ms", "1000us"
"""Settings as the source calls them; most rows printed with synchronous_commit off have this delay."""
SHOWN = {
    "in-1": "fig-full",
    "in-2": "fig-relaxed",
    "in-3": "fig-layouts",
    "in-4": "fig-layouts",
    "in-5": "fig-delay-relaxed",
}
"""The figure of the chapter that shows what decides a claim."""


def decide(runs: pl.DataFrame, scale: str | None = None) -> list[Verdict]:
    """Decide every claim of the insert_rate experiment at one scale (the one at which most was answered)."""
    mine = runs.filter((pl.col("engine") == PG) & (pl.col("profile") == "default"))
    scale = scale or select.fullest_scale(mine)
    mine = mine.filter(pl.col("scale") == scale)
    verdicts = [_in_1(mine), _in_2(mine), _in_3(mine), _in_4(mine), _in_5(mine)]
    assert [v.claim for v in verdicts] == published.claims("insert_rate")["id"].to_list()
    return verdicts


def _ratio(runs: pl.DataFrame, over: str, under: str) -> Estimate | None:
    """Return the ratio of two cases, which name their class of durability; both must name the same."""
    assert over.partition(".")[0] == under.partition(".")[0]
    return select.ratio(runs, (PG, over), (PG, under), "throughput")


def _in_1(runs: pl.DataFrame) -> Verdict:
    """The table of 23 columns is the one whose printed rate doubles; the other's is shown beside it."""
    columns, nested = (
        (_ratio(runs, f"full.{layout}.128", f"full.{layout}.8"), printed(layout, 128, ON) / printed(layout, 8, ON))
        for layout in LAYOUTS
    )
    part = about("clients_full_columns", columns[0], TWICE, columns[1])
    return decided("in-1", part, beside=beside("clients_full_json", *nested))


def _in_2(runs: pl.DataFrame) -> Verdict:
    parts = [
        no_more(
            f"clients_relaxed_{layout}",
            _ratio(runs, f"relaxed.{layout}.128.delay_{DELAY}", f"relaxed.{layout}.8.delay_{DELAY}"),
            SAME,
            printed(layout, 128, OFF) / printed(layout, 8, OFF),
        )
        for layout in LAYOUTS
    ]
    undelayed = _ratio(runs, "relaxed.columns.128", "relaxed.columns.8")
    return decided("in-2", *parts, beside=beside("clients_relaxed", undelayed))


def _in_3(runs: pl.DataFrame) -> Verdict:
    """Every pair of rows the source prints of both layouts under one setting is a part."""
    parts = [
        about(
            f"json_{durability}_{clients}",
            _ratio(runs, f"{durability}.json.{clients}{delay}", f"{durability}.columns.{clients}{delay}"),
            THREE_TIMES,
            printed("json", clients, setting) / printed("columns", clients, setting),
        )
        for durability, delay, setting in (
            ("full", "", ON),
            ("relaxed", f".delay_{DELAY}", OFF),
        )
        for clients in SOURCE_CLIENTS
    ]
    others = {
        "jsonb": ("full.jsonb.128", "full.columns.128"),
        "json_multi": ("full.multi.json", "full.multi.columns"),
        "json_copy": ("full.copy.json", "full.copy.columns"),
    }
    shown = [entry for what, sides in others.items() for entry in beside(what, _ratio(runs, *sides))]
    return decided("in-3", *parts, beside=shown)


def _in_4(runs: pl.DataFrame) -> Verdict:
    """The source does not say which columns, clients and setting it means: each that it ran is a part."""
    claimed = 1 + published.by_system("insert_rate", metric="throughput_change")[PG] / 100
    parts = [
        about(
            f"nulls_{durability}_{clients}",
            _ratio(runs, f"{durability}.nulls.{clients}", f"{durability}.columns.{clients}"),
            claimed,
            claimed,
        )
        for durability in CLASSES
        for clients in SOURCE_CLIENTS
    ]
    return decided("in-4", *parts)


def _in_5(runs: pl.DataFrame) -> Verdict:
    """In each layout, with either number of clients, every delay is set against every other: none is chosen first."""
    cases = {layout: delays(runs, "relaxed", layout) for layout in LAYOUTS}
    pairs = sum(math.comb(len(of_clients), 2) for by_clients in cases.values() for of_clients in by_clients.values())
    parts = [
        _delays_alike(runs, layout, clients, list(by_clients.get(clients, {}).values()), pairs)
        for layout, by_clients in cases.items()
        for clients in SOURCE_CLIENTS
    ]
    synced = delays(runs, "full", "columns").get(128, {}).values()
    return decided("in-5", *parts, beside=beside("delay_full", _furthest(runs, list(synced), 3)))


def _delays_alike(runs: pl.DataFrame, layout: str, clients: int, cases: Sequence[str], pairs: int) -> Part:
    rates = printed_delayed(layout, clients)
    claimed = max(rates) / min(rates) if len(rates) > 1 else None
    return same(f"delay_{layout}_{clients}", _furthest(runs, cases, pairs), SAME, claimed)


def _furthest(runs: pl.DataFrame, cases: Sequence[str], pairs: int) -> Estimate | None:
    """Return the ratio furthest from 1 of all pairs of cases, turned so that it is above 1; None if one is missing.

    A pair picked because it differs most, and only then tested, would be told apart too often: `pairs` is how many
    ratios the statement rests on, whose intervals hold at once.
    """
    ratios = [
        select.ratio(runs, (PG, one), (PG, other), "throughput", comparisons=pairs)
        for one, other in combinations(sorted(cases), 2)
    ]
    known = [e for e in ratios if e]
    if len(known) < 3:
        return None
    e = max(known, key=lambda e: abs(math.log(e.value)))
    return e if e.value >= 1 else stats.inverse(e)
