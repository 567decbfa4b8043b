"""Does the generator stay ahead of the engines? Its rate beside the fastest import of every engine.

    .venv/bin/python benchmarks/generator.py --rows 5000000

The rows of a wave are made with the clock stopped, so a generator that is slower than an engine costs
waiting, not a wrong number; this tells how much.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from dbreport import __version__
from dbreport.engines.base import Engine
from dbreport.engines.systems import SYSTEMS
from dbreport.engines.waves import WAVE_PARTITIONS
from dbreport.experiments.half_billion.data import Numbers
from dbreport.model import Way
from shared import SERVERS, measurements, server_parser, servers

IMPORTED = (*SERVERS, "duckdb", "sqlite", "clickhouse")


def generation_s(rows: Numbers, make: Callable[[int], object]) -> float:
    """Make every partition as `load_in_waves` does; return seconds."""
    begin = time.perf_counter()
    for first in range(0, rows.partitions, WAVE_PARTITIONS):
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(make, range(first, min(first + WAVE_PARTITIONS, rows.partitions))))
    return time.perf_counter() - begin


def import_s(engine: Engine, rows: Numbers) -> float:
    engine.create(rows.table)
    return engine.load(rows, Way.BULK)


def main() -> None:
    asked = server_parser(__doc__, IMPORTED, rows=5_000_000, repeats=5).parse_args()
    rows = Numbers(asked.rows)
    rows.arrow(0)  # the names are made once
    with measurements(asked) as measured:
        for way in (rows.arrow, rows.tsv):
            rates = [rows.count / generation_s(rows, way) for _ in range(asked.repeats)]
            measured.add(("generator", way.__name__, "throughput"), __version__, "rows/s", rates)
        print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB")
        for engine in servers(asked):
            form = "arrow" if SYSTEMS[engine.name].kind == "process" else "tsv"
            rates = [rows.count / import_s(engine, rows) for _ in range(asked.repeats)]
            measured.add((engine.name, form, "throughput"), engine.version(), "rows/s", rates)
            measured.compare(("generator", form, "throughput"), (engine.name, form, "throughput"), paired=False)


if __name__ == "__main__":
    main()
