"""Made-up samples and footers of kv_engines: what its charts, tables and verdicts are tried on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dbreport.experiments.kv_engines.jobs import PHASES, SHORT, WRITING
from dbreport.model import Durability, Profile, Sample, Scale
from dbreport.results.store import Cell, Footer
from samples import HOST, around, footer, repeats, sample

STORES = ("bbolt", "pebble", "badger", "rocksdb", "lmdb", "sqlite_kv")
ROWS = {Scale.SMOKE: 1_000, Scale.SMALL: 10_000, Scale.MEDIUM: 100_000, Scale.FULL: 1_000_000}
SETTINGS = {"sync_on": Durability.FULL, "sync_off": Durability.NONE}

# Microseconds an operation at the middle size. Chosen so that every claim the source makes is true.
COSTS_US = {
    "bbolt": {"sequential_write": 250.0, "random_read": 5.0, "random_write": 900.0, "iterate_keys": 0.1},
    "pebble": {"sequential_write": 100.0, "random_read": 7.0, "random_write": 80.0, "iterate_keys": 4.0},
    "badger": {"sequential_write": 270.0, "random_read": 4.0, "random_write": 280.0, "iterate_keys": 1.5},
    "rocksdb": {"sequential_write": 210.0, "random_read": 16.0, "random_write": 160.0, "iterate_keys": 7.0},
}
GROWTH = {"bbolt": 3.0}
"""How many times as much a random write costs on ten times the keys."""


def phase_samples(case: str, cost_s: float, rows: int, done: int | None = None, **facts: Any) -> list[Sample]:
    """Return what one phase leaves behind; with `done` below `rows` its time limit cut it short."""
    operations = rows if done is None else done
    costs = around(cost_s)
    made = repeats(case, costs, **facts, rows=rows, metric="cost_per_operation", unit="s/operation")
    made += repeats(case, [1 / c for c in costs], **facts, rows=rows, metric="throughput", unit="operations/s")
    made += repeats(case, [float(operations)] * 5, **facts, rows=rows, metric="operations", unit="operations")
    made += repeats(case, [5000.0 * rows] * 5, **facts, rows=rows, metric="size", unit="bytes")
    made += repeats(case, [4096.0] * 5, **facts, rows=rows, metric="written_per_operation")
    made += repeats(case, [0.5 * cost_s * operations] * 5, **facts, rows=rows, metric="server_cpu")
    made += repeats(case, [1.5] * 5, **facts, rows=rows, metric="disk_flushes_per_operation")
    for metric, times in (("latency_p50", 0.9), ("latency_p95", 2.0), ("latency_p99", 4.0)):
        made += repeats(case, [times * c for c in costs], **facts, rows=rows, metric=metric)
    if operations == rows:
        made += repeats(case, [c * rows for c in costs], **facts, rows=rows, metric="duration")
    return made


def store_samples(
    engine: str,
    scale: Scale = Scale.MEDIUM,
    cut: Mapping[str, int] | None = None,
    unsynced_deletes: bool = False,
    **facts: Any,
) -> list[Sample]:
    """Return what one store's file holds.

    Args:
        cut: operations done by case where the time limit ended it, such as {"sync_on.random_write": 500}.
        unsynced_deletes: deletes cost the same at both settings.
    """
    rows, costs = ROWS[scale], COSTS_US.get(engine, COSTS_US["pebble"])
    made = []
    for setting, durability in SETTINGS.items():
        known = {"experiment": "kv_engines", "engine": engine, "scale": scale, "durability": durability, **facts}
        for phase in PHASES:
            cost_us = costs.get(phase, 50.0)
            if phase == "random_write":
                cost_us *= GROWTH.get(engine, 1.0) ** (list(ROWS).index(scale) - 2)
            if setting == "sync_off" and phase in WRITING and not (phase == "random_delete" and unsynced_deletes):
                cost_us /= 20
            case = f"{setting}.{phase}"
            made += phase_samples(case, cost_us / 1e6, rows, (cut or {}).get(case), **known)
            if setting == "sync_on":
                made += phase_samples(f"{SHORT}{case}", cost_us / 2e6, rows, **known)
        for part, taken in (("table", 5e3 * rows), ("log", 1e6), *([("values", 2e3)] if engine == "badger" else [])):
            made += repeats(f"{setting}.close", [taken] * 5, **known, rows=rows, metric=f"size_{part}", unit="bytes")
        made += repeats(f"{setting}.close", [0.01] * 5, **known, rows=rows, metric="duration")
        made += repeats(f"{setting}.close", [float(rows)] * 5, **known, rows=rows, metric="keys", unit="keys")
        for side, rate in (("read", 1e5), ("write", 2e3)):
            rates = around(rate)
            made += repeats(
                f"{setting}.readers", rates, **known, rows=rows, threads=9, metric=f"{side}_throughput",
                unit="operations/s",
            )  # fmt: skip
        for phase in WRITING:
            syncs = 1.0 if durability is Durability.FULL else 0.0
            made.append(
                sample(**known, case=f"proof.{setting}.{phase}", rows=rows, metric="syncs_per_operation", value=syncs)
            )
    return made


def kv_report(*profiles: Profile) -> list[Sample]:
    """Return samples of all stores at three sizes, as shipped or in the profiles named; all the source claims is true.

    A verdict looks at the stores as shipped, and each profile takes long to make.
    """
    return [
        one
        for engine in STORES
        for scale in (Scale.SMALL, Scale.MEDIUM, Scale.FULL)
        for profile in profiles or (Profile.DEFAULT,)
        for one in store_samples(engine, scale, profile=profile)
    ]


def kv_details() -> dict[Cell, Footer]:
    """Return footers for the cells of `kv_report()`."""
    facts = {
        "licence": "MIT", "language": "Go", "features": ["lsm", "compression"], "module": "example.org/a<b>",
        "version": "1.2.3", "released_on": "2026-01-02",
        "lines": {"Go": {"code": 1234, "tests": 56}, "C": {"code": 7, "tests": 8}},
    }  # fmt: skip
    return {
        Cell("kv_engines", HOST, engine, "default", "medium"): footer(
            engine_facts=facts | ({"language": "C++"} if engine == "rocksdb" else {})
        )
        for engine in STORES
    }
