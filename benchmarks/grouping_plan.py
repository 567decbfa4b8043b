"""Is it the parallel plan that makes PostgreSQL group so slowly with many rows? By several processes and one, in turns.

    .venv/bin/python benchmarks/grouping_plan.py
    .venv/bin/python benchmarks/grouping_plan.py --few 1000000 --many 20000000

Groups the rows of the half-billion chapter for the totals, without an index, at two numbers of rows. Which plan it gets
as shipped depends on a sample of the rows, so each is asked for: one process that groups by hashing, several of them,
and one with memory enough to group without the disk. Prints times, their ratio to those of one process, and of one more
run of each, in which every node of the plan keeps time, how many processes there are, how long each sorts, and what
they spill.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from dbreport.engines.base import Engine
from dbreport.engines.postgresql_report import nodes
from dbreport.experiments.half_billion.data import TABLE, Numbers
from dbreport.experiments.half_billion.queries import OURS
from dbreport.model import Way
from shared import Measurements, in_turns, measurements, server_parser, servers

QUERY = OURS["group_all_totals"]
ALONE = "one_process"
SETTINGS = {
    ALONE: {"max_parallel_workers_per_gather": "0"},
    "several": {"parallel_setup_cost": "0", "parallel_tuple_cost": "0"},
    "in_memory": {"max_parallel_workers_per_gather": "0", "work_mem": "'1GB'"},
}
BLOCK_BYTES, LIMIT_S = 8192, 1800


@contextmanager
def changed(engine: Engine, side: str) -> Iterator[None]:
    """Have the connection make the settings of a side for a block."""
    for name, value in SETTINGS[side].items():
        engine.run(f"SET {name} = {value}", LIMIT_S)
    try:
        yield
    finally:
        for name in SETTINGS[side]:
            engine.run(f"RESET {name}", LIMIT_S)


def took(engine: Engine, side: str) -> float:
    with changed(engine, side):
        return engine.run(QUERY, LIMIT_S).elapsed_s


def look_into(engine: Engine, side: str, case: str, measured: Measurements) -> None:
    """Tell how many processes a plan has, how long each sorts on average, and what all of them spill."""
    with changed(engine, side):
        told = engine.run(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {QUERY}", LIMIT_S, fetch=True).rows or []
    report = told[0][0]
    (explained,) = json.loads(report) if isinstance(report, str) else report
    plan = list(nodes(explained["Plan"]))
    print(f"{case}: " + " < ".join(node["Node Type"] for node in plan))
    for metric, unit, value in (
        ("processes", "processes", max(node["Actual Loops"] for node in plan)),
        ("sorting", "s", sum(_own_s(node) for node in plan if node["Node Type"] == "Sort")),
        ("spilled", "bytes", explained["Plan"]["Temp Written Blocks"] * BLOCK_BYTES),
    ):
        measured.add((engine.name, case, metric), engine.version(), unit, [value])


def _own_s(node: dict[str, Any]) -> float:
    """Return the seconds a node took in each process, without those of what it reads from."""
    below = sum(child["Actual Total Time"] for child in node.get("Plans", ()))
    return (node["Actual Total Time"] - below) / 1e3


def compare(engine: Engine, rows: Numbers, turns: int, measured: Measurements) -> None:
    """Measure every side on a number of rows, which is in the names of its cases."""
    engine.create(TABLE)
    engine.load(rows, Way.BULK)
    engine.analyze(TABLE)
    engine.checkpoint()
    results = in_turns(turns, {side: partial(took, engine, side) for side in SETTINGS})
    cases = {side: f"{rows.count}.{side}" for side in results}
    for side, latency_s in results.items():
        measured.add((engine.name, cases[side], "latency"), engine.version(), "s", latency_s)
    for side, case in cases.items():
        if side != ALONE:
            measured.compare((engine.name, case, "latency"), (engine.name, cases[ALONE], "latency"))
        look_into(engine, side, case, measured)


def main() -> None:
    asked = server_parser(__doc__, ("postgresql",), few=5_000_000, many=50_000_000, turns=5).parse_args()
    with measurements(asked) as measured:
        for engine in servers(asked):
            for count in (asked.few, asked.many):
                compare(engine, Numbers(count), asked.turns, measured)


if __name__ == "__main__":
    main()
