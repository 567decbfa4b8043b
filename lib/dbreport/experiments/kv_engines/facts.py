"""What was measured of the stores, and what the source printed of its four: all that is drawn, said and decided."""

from dataclasses import replace

import polars as pl

from ...report import published
from ...report.advice import Ask
from ...report.answers import Need
from ...report.front import Front
from ...results import select
from ...results.parts import counted
from ...results.select import Point
from ...stats import Estimate
from .jobs import DURABILITY, KEY_BYTES, PHASES, VALUE_BYTES

NEEDS = {
    "kv_write": Need("sync_on.sequential_write", "throughput", "rate", weaker="sync_off.sequential_write"),
    "kv_read": Need("sync_on.random_read", "throughput", "rate", weaker="sync_off.random_read"),
    "kv_iterate": Need("sync_on.iterate_values", "throughput", "rate", weaker="sync_off.iterate_values"),
    "kv_disk": Need("sync_on.close", "size_table", "bytes", plus=("size_values", "size_log")),
}
"""What a reader may need of it, and the case and metric that answer. One class of durability: every commit synced."""
JOBS = {
    "embedded": (
        Ask("kv_write", {"random": "sync_on.random_write"}, disk="kv_disk"),
        Ask("kv_read"),
    )
}
"""The job it speaks of, and the needs that decide it."""
CLASSES = {setting: str(durability) for setting, durability in DURABILITY.items()}
PRINTED_PHASES = PHASES[:5]
RECORD_BYTES = KEY_BYTES + VALUE_BYTES
"""A key and its value."""
COST = "cost_per_operation"

BOLT, PEBBLE, BADGER, ROCKSDB = "bbolt", "pebble", "badger", "rocksdb"
PRINTED_NAMES = {BOLT: "boltdb", PEBBLE: "pebble", BADGER: "badger", ROCKSDB: "rocksdb"}
"""The stores the source measured, and what it calls them; the others are ours."""
SOURCE_SCALES = ("small", "medium")
"""Of as many keys as the source's tables."""
ON_SMALL, ON, OFF = "10000 keys, sync on", "100000 keys, sync on", "100000 keys, sync off"
"""The source's tables."""


# measured --------------------------------------------------------------------------------------


def source_scale(runs: pl.DataFrame) -> str:
    """Return the scale of the source's larger number of keys, the largest there is where that was not measured."""
    shipped, wanted = runs.filter(pl.col("profile") == "default"), SOURCE_SCALES[-1]
    return wanted if wanted in select.scales(shipped) else select.largest_scale(shipped)


def of_setting(runs: pl.DataFrame, setting: str, profile: str = "default", scale: str | None = None) -> pl.DataFrame:
    """Return the samples of one setting at one scale, the largest if none is named; none where it was not measured."""
    mine = runs.filter((pl.col("profile") == profile) & (pl.col("durability") == CLASSES[setting]))
    return select.at(mine, profile, scale or select.largest_scale(mine), CLASSES[setting])


def of_settings(runs: pl.DataFrame, profile: str = "default", scale: str | None = None) -> dict[str, pl.DataFrame]:
    """Return the samples of each setting at one scale, the largest if none is named."""
    return {setting: of_setting(runs, setting, profile, scale) for setting in CLASSES}


def of_scales(runs: pl.DataFrame, setting: str, profile: str = "default") -> list[pl.DataFrame]:
    """Return the samples of one setting at each number of keys it was measured on, the smallest first."""
    measured = runs.filter((pl.col("profile") == profile) & (pl.col("durability") == CLASSES[setting]))
    return [of_setting(measured, setting, profile, scale) for scale in select.scales(measured) if scale != "smoke"]


def case_of(runs: pl.DataFrame, phase: str) -> str:
    """Return the name of a phase among the samples of one setting."""
    durability = set(runs["durability"])
    return next((f"{setting}.{phase}" for setting, made in CLASSES.items() if made in durability), phase)


def cost(runs: pl.DataFrame, engine: str, case: str) -> Point | None:
    """Return what one operation of a case cost, with the warnings that apply to the case's duration."""
    point = select.point(runs, engine, case, COST)
    if point is None or point.estimate is None:
        return point
    whole = select.point(runs, engine, case, "duration")
    warned = whole.warnings if whole else ()
    return replace(point, warnings=(*warned, "cut_short") if cut_short(runs, engine, case) else warned)


def cut_short(runs: pl.DataFrame, engine: str, case: str) -> bool:
    """Tell whether the time limit ended a case before every key had its operation."""
    done = select.values(runs, engine, case, "operations")
    return bool(done) and min(done) < select.rows_of(runs)


def sizes_at_rest(runs: pl.DataFrame, engine: str, setting: str) -> list[float]:
    """Return the bytes a store left after a clean end, all parts together, a value a repeat."""
    closed = (pl.col("engine") == engine) & (pl.col("case") == f"{setting}.close")
    parts = counted(runs.filter(closed)).filter(pl.col("metric").str.starts_with("size_") & (pl.col("status") == "ok"))
    return parts.group_by("repeat").agg(pl.col("value").sum()).sort("repeat")["value"].to_list()


def slower(runs: pl.DataFrame, engine: str, than: str, case: str) -> Estimate | None:
    """Return how many times as much an operation costs one store as another."""
    return select.ratio(runs, (engine, case), (than, case), COST)


# printed ---------------------------------------------------------------------------------------


def printed() -> dict[tuple[str, str, str], float]:
    """Return what the source printed by table, case and store: seconds, MB of `disk_usage`, 10⁴ `lines_of_code`."""
    store = {theirs: ours for ours, theirs in PRINTED_NAMES.items()}
    figures = published.figures("kv_engines").select("table", "case", "system", "value")
    return {(table, case, store[system]): value for table, case, system, value in figures.iter_rows()}


def printed_table(keys: int, setting: str) -> str:
    """Return the name of the source's table for a number of keys and a setting."""
    return f"{keys} keys, {setting.replace('_', ' ')}"


def printed_ratio(phase: str, over: str, under: str, table: str = ON) -> float:
    """Return how many times as long as another one store took in the source."""
    figures = printed()
    return figures[table, phase, over] / figures[table, phase, under]


def printed_growth(engine: str) -> float:
    """Return how many times as much a random write cost in the source on ten times the keys."""
    figures = printed()
    return figures[ON, "random_write", engine] / figures[ON_SMALL, "random_write", engine] / 10


def printed_sums() -> dict[tuple[str, str], tuple[float, float]]:
    """Return the sum of the rows and the printed total by table and store, seconds."""
    figures = printed()
    return {
        (table, engine): (
            sum(figures[table, phase, engine] for phase in PRINTED_PHASES),
            figures[table, "total", engine],
        )
        for table in (ON_SMALL, ON, OFF)
        for engine in PRINTED_NAMES
    }


def delete_slip() -> dict[str, float]:
    """Return RocksDB's unsynced deletes as printed, as milliseconds, what total and other rows leave, and synced."""
    wrong, (rows, total) = printed()[OFF, "random_delete", ROCKSDB], printed_sums()[OFF, ROCKSDB]
    return {
        "printed": wrong,
        "as_milliseconds": wrong / 1000,
        "left": total - (rows - wrong),
        "synced": printed()[ON, "random_delete", ROCKSDB],
    }


FRONT = Front("tbl-answer-kv", "tbl-measured-kv", source_scale)
