"""Is it the parallel plan that makes PostgreSQL group so slowly with many rows? With it and without, in turns.

    .venv/bin/python benchmarks/grouping_plan.py
    .venv/bin/python benchmarks/grouping_plan.py --rows 5000000

Groups the rows of the half-billion chapter for the totals, without an index. Each setting is tried alone: one process
instead of several, and memory enough to group without the disk. Prints times, their ratio to that as shipped, and of
one more run of each, in which every node of the plan keeps time, how long a process sorts and what is spilled.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from dbreport.engines.base import Engine
from dbreport.experiments.half_billion.data import TABLE, Numbers
from dbreport.experiments.half_billion.queries import OURS
from dbreport.model import Way
from shared import Measurements, in_turns, measurements, server_parser, servers

QUERY = OURS["group_all_totals"]
SHIPPED = "as_shipped"
SETTINGS = {
    SHIPPED: "",
    "one_process": "max_parallel_workers_per_gather = 0",
    "more_memory": "work_mem = '1GB'",
}
BLOCK_BYTES, LIMIT_S = 8192, 1800


@contextmanager
def changed(engine: Engine, setting: str) -> Iterator[None]:
    """Have the connection make a setting for a block."""
    if not setting:
        yield
        return
    engine.run(f"SET {setting}", LIMIT_S)
    try:
        yield
    finally:
        engine.run(f"RESET {setting.partition(' ')[0]}", LIMIT_S)


def took(engine: Engine, setting: str) -> float:
    with changed(engine, setting):
        return engine.run(QUERY, LIMIT_S).elapsed_s


def look_into(engine: Engine, side: str, measured: Measurements) -> None:
    """Tell how many processes a plan has, how long each sorts on average, and what all of them spill."""
    with changed(engine, SETTINGS[side]):
        told = engine.run(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {QUERY}", LIMIT_S, fetch=True).rows or []
    report = told[0][0]
    (explained,) = json.loads(report) if isinstance(report, str) else report
    nodes = list(_nodes(explained["Plan"]))
    print(f"{side}: " + " < ".join(node["Node Type"] for node in nodes))
    for metric, unit, value in (
        ("processes", "processes", max(node["Actual Loops"] for node in nodes)),
        ("sorting", "s", sum(_own_s(node) for node in nodes if node["Node Type"] == "Sort")),
        ("spilled", "bytes", explained["Plan"]["Temp Written Blocks"] * BLOCK_BYTES),
    ):
        measured.add((engine.name, side, metric), engine.version(), unit, [value])


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node.get("Plans", ()):
        yield from _nodes(child)


def _own_s(node: dict[str, Any]) -> float:
    """Return the seconds a node took in each process, without those of what it reads from."""
    below = sum(child["Actual Total Time"] for child in node.get("Plans", ()))
    return (node["Actual Total Time"] - below) / 1e3


def main() -> None:
    asked = server_parser(__doc__, ("postgresql",), rows=50_000_000, turns=5).parse_args()
    rows = Numbers(asked.rows)
    with measurements(asked) as measured:
        for engine in servers(asked):
            engine.create(TABLE)
            engine.load(rows, Way.BULK)
            engine.analyze(TABLE)
            engine.checkpoint()
            results = in_turns(asked.turns, {side: partial(took, engine, said) for side, said in SETTINGS.items()})
            for side, latency_s in results.items():
                measured.add((engine.name, side, "latency"), engine.version(), "s", latency_s)
            for side in SETTINGS:
                if side != SHIPPED:
                    measured.compare((engine.name, side, "latency"), (engine.name, SHIPPED, "latency"))
                look_into(engine, side, measured)


if __name__ == "__main__":
    main()
