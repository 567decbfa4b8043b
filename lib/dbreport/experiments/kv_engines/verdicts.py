"""The claims about embedded stores, as shipped, at the source's larger size; and its printed sums checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import polars as pl

from ...report import published
from ...report.formats import count, digits, seconds
from ...report.verdicts.decide import (
    MISSING,
    Audited,
    Evidence,
    Outcome,
    Verdict,
    about,
    both,
    evidence,
    missing,
    noted,
    over,
    times,
)
from ...report.words import word
from ...results import select
from ...stats import FEWEST, Estimate
from . import facts
from .facts import BADGER, BOLT, CLASSES, COST, ON, PEBBLE, PRINTED_NAMES, ROCKSDB

FLAT = 1.25
"""A cost that grows by less than a quarter while the keys grow tenfold and more is called the same."""
SUM_TOLERANCE = 0.01


def decide(runs: pl.DataFrame, scale: str | None = None, text_bytes: int = 0) -> list[Verdict]:
    """Decide every claim of the kv_engines experiment; ratios at one scale, the source's own where it was measured."""
    shipped = runs.filter(pl.col("engine").is_in(list(PRINTED_NAMES)) & (pl.col("profile") == "default"))
    scale = scale or ("medium" if "medium" in set(shipped["scale"]) else select.largest_scale(shipped))
    on, off = (_at(shipped, scale, setting) for setting in CLASSES)
    decided = [
        # two to three times, and a quarter of that to either side of its middle
        _beside("kv-1", on, "sequential_write", PEBBLE, "kv_write", lambda e: about(e, 2.5)),
        _beside("kv-2", on, "iterate_keys", BOLT, "kv_iterate", lambda e: over(e, 10)),
        _beside("kv-3", on, "random_read", BADGER, "kv_read", lambda e: over(e, 1)),
        _kv_4(on, off),
        _kv_5(facts.of_scales(shipped, "sync_on")),
        _kv_6(),
    ]
    assert [v.claim for v in decided] == published.claims("kv_engines")["id"].to_list()
    return decided


def _at(runs: pl.DataFrame, scale: str, setting: str) -> pl.DataFrame:
    wanted = runs.filter((pl.col("scale") == scale) & (pl.col("durability") == CLASSES[setting]))
    return facts.of_setting(wanted, setting, scale=scale) if wanted.height else wanted


def _beside(
    claim: str,
    runs: pl.DataFrame,
    phase: str,
    than: str,
    words: str,
    outcome: Callable[[Estimate | None], Outcome],
) -> Verdict:
    """Decide what is claimed of the cost of one phase on each other store, beside that on one of them."""
    others = [engine for engine in PRINTED_NAMES if engine != than]
    ratios = {other: facts.slower(runs, other, than, f"sync_on.{phase}") for other in others}
    shown = [
        line
        for other, e in ratios.items() if e
        for line in evidence(f"{words}_{other}", e, facts.printed_ratio(phase, other, than))
    ]  # fmt: skip
    return Verdict(claim, both(*map(outcome, ratios.values())), shown or [MISSING])


def _kv_4(on: pl.DataFrame, off: pl.DataFrame) -> Verdict:
    """By its table's total a printed second is a millisecond; and deletes that cost the same synced were not synced."""
    case = "sync_on.random_delete"
    synced, unsynced = (on, ROCKSDB, case), (off, ROCKSDB, "sync_off.random_delete")
    e = select.across(unsynced, synced, COST)
    slip = facts.delete_slip()
    shown = [Evidence("kv_slip", {name: seconds(value) for name, value in slip.items()})]
    if e is None:
        return Verdict("kv-4", Outcome.UNTESTABLE, [*shown, MISSING])
    shown += evidence("kv_delete", select.across(synced, unsynced, COST), slip["synced"] / slip["as_milliseconds"])
    proof = select.point(on, ROCKSDB, f"proof.{case}", "syncs_per_operation")
    written = select.point(on, ROCKSDB, case, "written_per_operation")
    if proof and proof.estimate and written and written.estimate:
        counted = {"syncs": digits(proof.estimate.value), "bytes": digits(written.estimate.value)}
        shown.append(Evidence("kv_syncs", counted))
    return Verdict("kv-4", about(e, slip["printed"] / slip["synced"]), shown)


def _kv_5(frames: Sequence[pl.DataFrame]) -> Verdict:
    """Compare the smallest number of keys with the largest that was deleted and written as a whole three times.

    Random writes come upon what the deletes have left: after some of them it is another tree.
    """
    if len(frames) < 2:
        return missing("kv-5")
    case = "sync_on.random_write"
    grown: dict[str, Estimate | None] = {}
    shown: list[Evidence] = []
    for engine in PRINTED_NAMES:
        reached = []
        for frame in frames:
            values = select.values(frame, engine, case, COST)
            if values and _left_some(frame, engine):
                shown.append(Evidence("kv_cut_short", {"who": _label(engine), "many": _keys(frame)}))
            elif len(values) >= FEWEST:
                reached.append(frame)
        e = select.across((reached[-1], engine, case), (reached[0], engine, case), COST) if len(reached) > 1 else None
        grown[engine] = e
        if e is None:
            continue
        shown.append(Evidence("kv_growth", {
            "who": _label(engine), "factor": times(e), "noted": partial(noted, e),
            "printed": f"{facts.printed_growth(engine):.3g}",
            "few": _keys(reached[0]), "many": _keys(reached[-1]),
        }))  # fmt: skip
    bolts = grown.pop(BOLT)
    outcomes = [over(bolts, 1), *(_flat(e, bolts) for e in grown.values())]
    return Verdict("kv-5", both(*outcomes), shown or [MISSING])


def _left_some(runs: pl.DataFrame, engine: str) -> bool:
    """Tell whether the time limit came before all keys were deleted and written again."""
    return any(facts.cut_short(runs, engine, f"sync_on.{phase}") for phase in ("random_delete", "random_write"))


def _label(engine: str) -> Any:
    return lambda lang: word(f"engine.{engine}", lang)


def _table_label(table: str) -> Any:
    """Return the words for one of the source's tables, such as `10000 keys, sync on`."""
    keys, setting = table.split(" keys, ")
    durability = CLASSES[setting.replace(" ", "_")]
    return lambda lang: word("kv.table", lang, keys=count(int(keys), lang), setting=word(f"class.{durability}", lang))


def _keys(runs: pl.DataFrame) -> Any:
    return lambda lang: count(select.rows_of(runs), lang)


def _flat(e: Estimate | None, growing: Estimate | None) -> Outcome:
    """Decide a claim that one cost does not grow while another does; to grow by less is the same direction."""
    if e is None or growing is None or "too few" in (e.decided, growing.decided):
        return Outcome.UNTESTABLE
    if e.low <= 1 or e.value <= FLAT:
        return Outcome.REPRODUCED
    return Outcome.DIRECTION if e.high < growing.low else Outcome.NOT_REPRODUCED


def _kv_6() -> Verdict:
    sums = facts.printed_sums()
    off = {key: rows / total - 1 for key, (rows, total) in sums.items()}
    wrong = {key: share for key, share in off.items() if abs(share) > SUM_TOLERANCE}
    right = {"right": len(off) - len(wrong), "all": len(off), "share": f"{SUM_TOLERANCE:.0%}"}
    shown = [Evidence("kv_sums", right)]
    for (table, engine), share in wrong.items():
        rows, total = sums[table, engine]
        shown.append(Evidence("kv_sum", {
            "who": _label(engine), "table": _table_label(table),
            "rows": seconds(rows), "total": seconds(total), "off": f"{share:+,.0%}",
        }))  # fmt: skip
    return Verdict("kv-6", Outcome.NOT_REPRODUCED if wrong else Outcome.REPRODUCED, shown)


def audit() -> list[Audited]:
    """Check the figures of the kv_engines tables against each other."""
    audited = []
    for (table, engine), (rows, total) in facts.printed_sums().items():
        outcome = "holds" if abs(rows / total - 1) <= SUM_TOLERANCE else "slip"
        what = f"kv.{table.split()[0]}.{table.split(', ')[1].replace(' ', '_')}.{engine}"
        audited.append(Audited(what, seconds(total), seconds(rows), outcome))
    slip = facts.delete_slip()
    audited.append(Audited("kv.delete_unit", seconds(slip["printed"]), seconds(slip["left"]), "slip"))
    # had each delete waited for the disk as each of the same store's writes did
    waited = facts.printed()[ON, "sequential_write", ROCKSDB]
    outcome = "impossible" if slip["synced"] < waited / 10 else "holds"
    audited.append(Audited("kv.delete_synced", seconds(slip["synced"]), f"≈ {seconds(waited)}", outcome))
    return audited
