"""The claims about embedded stores, as shipped, at the source's larger size; and its printed sums checked."""

from __future__ import annotations

from functools import partial
from typing import Any

import polars as pl

from ...errors import ResultsMissing
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
from .charts import CLASSES, kv_cut_short

BOLT, PEBBLE, BADGER, ROCKSDB = "bbolt", "pebble", "badger", "rocksdb"
_THEIRS = {BOLT: "boltdb", PEBBLE: "pebble", BADGER: "badger", ROCKSDB: "rocksdb"}
TABLE = "100000 keys, sync on"
COST = "cost_per_operation"
FLAT = 1.25
"""A cost that grows by less than a quarter while the keys grow tenfold and more is called the same."""
SUM_TOLERANCE = 0.01
DELETED_KEYS = 100_000


def decide(runs: pl.DataFrame, scale: str | None = None, text_bytes: int = 0) -> list[Verdict]:
    """Decide every claim of the kv_engines experiment; ratios at one scale, the source's own where it was measured."""
    mine = runs.filter(pl.col("engine").is_in(list(_THEIRS)) & (pl.col("profile") == "default"))
    scale = scale or ("medium" if "medium" in set(mine["scale"]) else select.largest_scale(mine))
    frames = {setting: _only(mine, scale, setting) for setting in CLASSES}
    found = [
        _kv_1(frames["sync_on"]),
        _kv_2(frames["sync_on"]),
        _kv_3(frames["sync_on"]),
        _kv_4(frames),
        _kv_5(mine),
        _kv_6(),
    ]
    assert [v.claim for v in found] == published.claims("kv_engines")["id"].to_list()
    return found


def _only(runs: pl.DataFrame, scale: str, setting: str) -> pl.DataFrame:
    try:
        return select.only(runs, "default", scale, CLASSES[setting])
    except ResultsMissing:
        return runs.clear()


def printed(case: str, engine: str, table: str = TABLE) -> float:
    """Return one duration of the source, seconds."""
    rows = published.figures("kv_engines").filter(
        (pl.col("table") == table) & (pl.col("case") == case) & (pl.col("metric") == "duration")
    )
    return float(rows.filter(pl.col("system") == _THEIRS[engine])["value"][0])


def _slower(runs: pl.DataFrame, phase: str, engine: str, than: str) -> tuple[Estimate | None, float]:
    """Return how many times as much an operation costs one store as another, measured and printed."""
    case = f"sync_on.{phase}"
    return select.across((runs, engine, case), (runs, than, case), COST), printed(phase, engine) / printed(phase, than)


def _kv_1(runs: pl.DataFrame) -> Verdict:
    outcomes, shown = [], []
    for other in (BOLT, BADGER, ROCKSDB):
        e, theirs = _slower(runs, "sequential_write", other, PEBBLE)
        outcomes.append(about(e, 2.5))  # two to three times, and a quarter of that to either side of its middle
        shown += evidence(f"kv_write_{other}", e, theirs) if e else []
    return Verdict("kv-1", both(*outcomes), shown or [MISSING])


def _kv_2(runs: pl.DataFrame) -> Verdict:
    outcomes, shown = [], []
    for other in (PEBBLE, BADGER, ROCKSDB):
        e, theirs = _slower(runs, "iterate_keys", other, BOLT)
        outcomes.append(over(e, 10))
        shown += evidence(f"kv_iterate_{other}", e, theirs) if e else []
    return Verdict("kv-2", both(*outcomes), shown or [MISSING])


def _kv_3(runs: pl.DataFrame) -> Verdict:
    outcomes, shown = [], []
    for other in (BOLT, PEBBLE, ROCKSDB):
        e, theirs = _slower(runs, "random_read", other, BADGER)
        outcomes.append(over(e, 1))
        shown += evidence(f"kv_read_{other}", e, theirs) if e else []
    return Verdict("kv-3", both(*outcomes), shown or [MISSING])


def _kv_4(frames: dict[str, pl.DataFrame]) -> Verdict:
    """By its table's total a printed second is a millisecond; and deletes that cost the same synced were not synced."""
    on, off = ((frames[setting], ROCKSDB, f"{setting}.random_delete") for setting in CLASSES)
    e = select.across(off, on, COST)
    slip = delete_slip()
    shown: list[Evidence] = [Evidence("kv_slip", {name: seconds(value) for name, value in slip.items()})]
    if e is None:
        return Verdict("kv-4", Outcome.UNTESTABLE, [*shown, MISSING])
    claimed = slip["printed"] / printed("random_delete", ROCKSDB)
    shown += evidence("kv_delete", select.across(on, off, COST), slip["synced"] / slip["as_milliseconds"])
    proof = select.point(frames["sync_on"], ROCKSDB, "proof.sync_on.random_delete", "syncs_per_operation")
    written = select.point(frames["sync_on"], ROCKSDB, "sync_on.random_delete", "written_per_operation")
    if proof and proof.estimate and written and written.estimate:
        counted = {"syncs": digits(proof.estimate.value), "bytes": digits(written.estimate.value)}
        shown.append(Evidence("kv_syncs", counted))
    return Verdict("kv-4", about(e, claimed), shown)


def delete_slip() -> dict[str, float]:
    """Return RocksDB's unsynced deletes as printed, as milliseconds, what total and other rows leave, and synced."""
    table = f"{DELETED_KEYS} keys, sync off"
    wrong = printed("random_delete", ROCKSDB, table)
    rows, total = _sums()[table, ROCKSDB]
    return {
        "printed": wrong,
        "as_milliseconds": wrong / 1000,
        "left": total - (rows - wrong),
        "synced": printed("random_delete", ROCKSDB),
    }


def _kv_5(runs: pl.DataFrame) -> Verdict:
    """Compare the smallest number of keys with the largest that was deleted and written as a whole three times.

    Random writes come upon what the deletes have left: after some of them it is another tree.
    """
    scales = [scale for scale in select.scales(runs) if scale != "smoke"]
    frames = [frame for scale in scales if (frame := _only(runs, scale, "sync_on")).height]
    if len(frames) < 2:
        return missing("kv-5")
    case = "sync_on.random_write"
    grown: dict[str, Estimate | None] = {}
    shown: list[Evidence] = []
    for engine in _THEIRS:
        reached = []
        for frame in frames:
            values = select.values(frame, engine, case, COST)
            if values and _left_some(frame, engine):
                shown.append(Evidence("kv_cut_short", {"who": _label(engine), "many": _counted(select.rows_of(frame))}))
            elif len(values) >= FEWEST:
                reached.append(frame)
        e = select.across((reached[-1], engine, case), (reached[0], engine, case), COST) if len(reached) > 1 else None
        grown[engine] = e
        if e is None:
            continue
        theirs = 0.1 * printed("random_write", engine) / printed("random_write", engine, "10000 keys, sync on")
        sizes = [select.rows_of(frame) for frame in (reached[0], reached[-1])]
        shown.append(Evidence("kv_growth", {
            "who": _label(engine), "factor": times(e), "noted": partial(noted, e), "printed": f"{theirs:.3g}",
            "few": _counted(sizes[0]), "many": _counted(sizes[1]),
        }))  # fmt: skip
    bolts = grown.pop(BOLT)
    outcomes = [over(bolts, 1), *(_flat(e, bolts) for e in grown.values())]
    return Verdict("kv-5", both(*outcomes), shown or [MISSING])


def _left_some(runs: pl.DataFrame, engine: str) -> bool:
    """Tell whether the time limit came before all keys were deleted and written again."""
    return any(kv_cut_short(runs, engine, f"sync_on.{phase}") for phase in ("random_delete", "random_write"))


def _label(engine: str) -> Any:
    return lambda lang: word(f"engine.{engine}", lang)


def _table_label(table: str) -> Any:
    """Return the words for one of the source's tables, such as `10000 keys, sync on`."""
    keys, setting = table.split(" keys, ")
    durability = CLASSES[setting.replace(" ", "_")]
    return lambda lang: word("kv.table", lang, keys=count(int(keys), lang), setting=word(f"class.{durability}", lang))


def _counted(keys: int) -> Any:
    return lambda lang: count(keys, lang)


def _flat(e: Estimate | None, growing: Estimate | None) -> Outcome:
    """Decide a claim that one cost does not grow while another does; to grow by less is the same direction."""
    if e is None or growing is None or "too few" in (e.decided, growing.decided):
        return Outcome.UNTESTABLE
    if e.low <= 1 or e.value <= FLAT:
        return Outcome.REPRODUCED
    return Outcome.DIRECTION if e.high < growing.low else Outcome.NOT_REPRODUCED


def _sums() -> dict[tuple[str, str], tuple[float, float]]:
    """Return the sum of the rows and the printed total by (table, store), seconds."""
    figures = published.figures("kv_engines").filter(pl.col("metric") == "duration")
    ours = {theirs: name for name, theirs in _THEIRS.items()}
    found = {}
    for (table, system), rows in figures.group_by("table", "system", maintain_order=True):
        is_total = pl.col("case") == "total"
        summed, total = (rows.filter(which)["value"].sum() for which in (~is_total, is_total))
        found[str(table), ours[str(system)]] = (float(summed), float(total))
    return found


def _kv_6() -> Verdict:
    off = {key: rows / total - 1 for key, (rows, total) in _sums().items()}
    wrong = {key: share for key, share in off.items() if abs(share) > SUM_TOLERANCE}
    shown: list[Evidence] = [
        Evidence("kv_sums", {"right": len(off) - len(wrong), "all": len(off), "share": f"{SUM_TOLERANCE:.0%}"})
    ]
    for (table, engine), share in wrong.items():
        rows, total = _sums()[table, engine]
        shown.append(Evidence("kv_sum", {
            "who": _label(engine), "table": _table_label(table),
            "rows": seconds(rows), "total": seconds(total), "off": f"{share:+,.0%}",
        }))  # fmt: skip
    return Verdict("kv-6", Outcome.NOT_REPRODUCED if wrong else Outcome.REPRODUCED, shown)


def kv_audit() -> list[Audited]:
    """Check the figures of the kv_engines tables against each other."""
    found = []
    for (table, engine), (rows, total) in _sums().items():
        outcome = "holds" if abs(rows / total - 1) <= SUM_TOLERANCE else "slip"
        what = f"kv.{table.split()[0]}.{table.split(', ')[1].replace(' ', '_')}.{engine}"
        found.append(Audited(what, seconds(total), seconds(rows), outcome))
    slip = delete_slip()
    found.append(Audited("kv.delete_unit", seconds(slip["printed"]), seconds(slip["left"]), "slip"))
    # had each delete waited for the disk as each of the same store's writes did
    waited = printed("sequential_write", ROCKSDB)
    outcome = "impossible" if slip["synced"] < waited / 10 else "holds"
    found.append(Audited("kv.delete_synced", seconds(slip["synced"]), f"≈ {seconds(waited)}", outcome))
    return found


def audit() -> list[Audited]:
    """Return the slips alone, for the front page."""
    return [entry for entry in kv_audit() if entry.outcome != "holds"]
