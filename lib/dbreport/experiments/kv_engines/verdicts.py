"""The claims about embedded stores, as shipped, at the source's larger size; and its printed sums checked."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import polars as pl

from ...report import published
from ...report.formats import count, digits, seconds
from ...report.verdicts.decide import Audited, Evidence, Outcome, Part, Verdict, slips
from ...report.verdicts.parts import about, arithmetic, decided, judged, no_more, not_comparable, over, same
from ...report.words import word
from ...results import select
from ...stats import Estimate
from . import facts
from .facts import BADGER, BOLT, CLASSES, COST, ON, PEBBLE, PRINTED_NAMES, ROCKSDB
from .jobs import SHORT, SHORT_BYTES

FLAT = 1.25
"""A cost that grows by less than a quarter while the keys grow tenfold is called the same."""
SAME = 1.1
SUM_TOLERANCE = 0.01
SHOWN = {
    "kv-1": "fig-on",
    "kv-2": "fig-on",
    "kv-3": "fig-growth-read",
    "kv-4": "tbl-audit",
    "kv-5": "fig-growth-write",
    "kv-6": "tbl-audit",
}
"""The figure of the chapter that shows what decides a claim."""


def decide(runs: pl.DataFrame, scale: str | None = None) -> list[Verdict]:
    """Decide every claim of the kv_engines experiment; ratios at one scale, the source's own where it was measured."""
    shipped = runs.filter(pl.col("engine").is_in(list(PRINTED_NAMES)) & (pl.col("profile") == "default"))
    scale = scale or facts.source_scale(shipped)
    on, off = (facts.of_setting(shipped, setting, scale=scale) for setting in CLASSES)
    ratio = partial(_ratio, shipped, on)
    verdicts = [
        ratio("kv-1", "sequential_write", PEBBLE, "kv_write", partial(about, claimed=(2, 3))),
        ratio("kv-2", "iterate_keys", BOLT, "kv_iterate", partial(over, claimed=10)),
        ratio("kv-3", "random_read", BADGER, "kv_read", partial(over, claimed=1)),
        _kv_4(on, off),
        _kv_5(shipped),
        _kv_6(),
    ]
    assert [v.claim for v in verdicts] == published.claims("kv_engines")["id"].to_list()
    return verdicts


def _ratio(
    shipped: pl.DataFrame, on: pl.DataFrame, claim: str, phase: str, than: str, words: str, judge: Callable[..., Part]
) -> Verdict:
    """Decide what is claimed of a phase on one store beside the others; what short values give stands beside it."""
    return decided(claim, *_beside(on, phase, than, words, judge), beside=_short(shipped, phase, than, words))


def _beside(runs: pl.DataFrame, phase: str, than: str, words: str, judge: Callable[..., Part]) -> list[Part]:
    """Judge what is claimed of the cost of one phase on each other store, beside that on one of them."""
    return [
        judge(
            f"{words}_{other}",
            facts.slower(runs, other, than, f"sync_on.{phase}"),
            printed=facts.printed_ratio(phase, other, than),
        )
        for other in PRINTED_NAMES
        if other != than
    ]


def _short(runs: pl.DataFrame, phase: str, than: str, words: str) -> list[Evidence]:
    """Return the same ratios on short values, with as many of the source's numbers of keys as were measured."""
    for scale in reversed(facts.SOURCE_SCALES):
        frame = facts.of_setting(runs, "sync_on", scale=scale)
        case = f"{SHORT}sync_on.{phase}"
        ratios = {other: facts.slower(frame, other, than, case) for other in PRINTED_NAMES if other != than}
        shown = [
            Evidence(
                "kv_short",
                {
                    "bytes": SHORT_BYTES,
                    "many": partial(count, select.rows_of(frame)),
                    "what": f"{words}_{other}",
                    "ratio": e,
                },
            )
            for other, e in ratios.items()
            if e
        ]
        if shown:
            return shown
    return []


def _kv_4(on: pl.DataFrame, off: pl.DataFrame) -> Verdict:
    """By its table's total a printed second is a millisecond; and deletes that cost the same synced were not synced."""
    case = "sync_on.random_delete"
    e = select.across((on, ROCKSDB, case), (off, ROCKSDB, "sync_off.random_delete"), COST)
    slip = facts.delete_slip()
    as_fast = same("kv_delete", e, SAME, slip["synced"] / slip["as_milliseconds"])
    proof = select.point(on, ROCKSDB, f"proof.{case}", "syncs_per_operation")
    written = select.point(on, ROCKSDB, case, "written_per_operation")
    seen = []
    if proof and proof.estimate and written and written.estimate:
        counted = {"syncs": digits(proof.estimate.value), "bytes": digits(written.estimate.value)}
        seen.append(Evidence("kv_syncs", counted))
    return decided("kv-4", *map(arithmetic, _deletes()), as_fast, beside=seen)


def _kv_5(runs: pl.DataFrame) -> Verdict:
    """Compare the source's two numbers of keys; a larger one of ours stands beside.

    Random writes come upon what the deletes have left: after some of them it is another tree.
    """
    few, many = (facts.of_setting(runs, "sync_on", scale=scale) for scale in facts.SOURCE_SCALES)
    growth = {
        engine: select.across((many, engine, _REWRITTEN), (few, engine, _REWRITTEN), COST) for engine in PRINTED_NAMES
    }
    parts = [_grown(engine, many, growth) for engine in PRINTED_NAMES]
    return decided("kv-5", *parts, beside=_grown_further(runs, few))


_REWRITTEN = "sync_on.random_write"


def _grown(engine: str, many: pl.DataFrame, growth: dict[str, Estimate | None]) -> Part:
    """Judge Bolt's cost to grow, the others' not to; to grow by less than Bolt's is the same direction."""
    what = Evidence("kv_growth", {"who": partial(word, f"engine.{engine}")})
    e, bolts, printed = growth[engine], growth[BOLT], facts.printed_growth(engine)
    if _left_some(many, engine):
        return not_comparable(what, "kv_unfinished", e, printed)
    if engine == BOLT:
        return over(what, e, 1, printed)
    part = no_more(what, e, FLAT, printed)
    less = part.outcome is Outcome.OPPOSITE and e and bolts and e.high < bolts.low
    return replace(part, outcome=Outcome.DIRECTION) if less else part


def _grown_further(runs: pl.DataFrame, few: pl.DataFrame) -> list[Evidence]:
    """Return what became of the cost with more keys than the source has."""
    larger = [frame for frame in facts.of_scales(runs, "sync_on") if not {*frame["scale"]} & {*facts.SOURCE_SCALES}]
    shown = []
    for frame in larger if few.height else []:
        for engine in select.engines(frame):
            named = {"who": partial(word, f"engine.{engine}"), "many": partial(count, select.rows_of(frame))}
            e = select.across((frame, engine, _REWRITTEN), (few, engine, _REWRITTEN), COST)
            if _left_some(frame, engine):
                shown.append(Evidence("kv_cut_short", named))
            elif e:
                shown.append(Evidence("kv_grown_further", {**named, "what": "kv_rewritten", "ratio": e}))
    return shown


def _left_some(runs: pl.DataFrame, engine: str) -> bool:
    """Tell whether the time limit came before all keys were deleted and written again."""
    return any(facts.cut_short(runs, engine, f"sync_on.{phase}") for phase in ("random_delete", "random_write"))


def _kv_6() -> Verdict:
    sums = _sums()
    wrong = slips(sums)
    right = Evidence("kv_sums", {"right": len(sums) - len(wrong), "all": len(sums), "share": f"{SUM_TOLERANCE:.0%}"})
    return decided("kv-6", judged("kv_totals", Outcome.HOLDS, right), *map(arithmetic, wrong))


def audit() -> list[Audited]:
    """Check the figures of the kv_engines tables against each other."""
    return [*_sums(), *_deletes()]


def _sums() -> list[Audited]:
    """Check every printed total against the sum of its rows."""
    audited = []
    for (table, engine), (rows, total) in facts.printed_sums().items():
        outcome = "holds" if abs(rows / total - 1) <= SUM_TOLERANCE else "slip"
        what = f"kv.{table.split()[0]}.{table.split(', ')[1].replace(' ', '_')}.{engine}"
        audited.append(Audited(what, seconds(total), seconds(rows), outcome))
    return audited


def _deletes() -> list[Audited]:
    """Check RocksDB's deletes: unsynced against the total of their table, synced against the same store's writes."""
    slip = facts.delete_slip()
    # had each delete waited for the disk as each of the same store's writes did
    waited = facts.printed()[ON, "sequential_write", ROCKSDB]
    outcome = "impossible" if slip["synced"] < waited / 10 else "holds"
    return [
        Audited("kv.delete_unit", seconds(slip["printed"]), seconds(slip["left"]), "slip"),
        Audited("kv.delete_synced", seconds(slip["synced"]), f"≈ {seconds(waited)}", outcome),
    ]
