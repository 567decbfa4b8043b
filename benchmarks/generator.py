"""Does the generator stay ahead of the engines? Its rate beside the fastest import of every engine found.

    .venv/bin/python benchmarks/generator.py --rows 5000000

The rows of a wave are made with the clock stopped, so a generator that is slower than an engine costs
waiting, not a wrong number; this tells how much.
"""

from __future__ import annotations

import argparse
import os
import resource
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from dbreport import stats
from dbreport.engines import NAMES, engine_class
from dbreport.engines.base import WAVE_PARTITIONS, Setup
from dbreport.engines.launch.folders import new_folder
from dbreport.experiments.half_billion.data import Numbers
from dbreport.model import Way
from dbreport.report.verdicts.decide import times


def generate(rows: Numbers, make: Callable[[int], object]) -> float:
    """Make every partition as `load_in_waves` does; return seconds."""
    begin = time.perf_counter()
    for first in range(0, rows.partitions, WAVE_PARTITIONS):
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(make, range(first, min(first + WAVE_PARTITIONS, rows.partitions))))
    return time.perf_counter() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=5_000_000)
    parser.add_argument("--repeats", type=int, default=5)
    arguments = parser.parse_args()
    rows = Numbers(arguments.rows)
    rows.arrow(0)  # the names are made once
    made = {}
    for how in (rows.arrow, rows.tsv):
        made[how.__name__] = [generate(rows, how) for _ in range(arguments.repeats)]
        rate = rows.count / stats.median(made[how.__name__]).value
        print(f"generator    {how.__name__:<8} {rate:>12,.0f} rows/s")
    print(f"peak memory  {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB")
    for name in NAMES:
        if engine_class(name).find().how is None:
            continue
        engine = engine_class(name)(Setup(new_folder(name)))
        engine.start()
        try:
            took = []
            for _ in range(arguments.repeats):
                engine.create(rows.table)
                took.append(engine.load(rows, Way.BULK))
        finally:
            engine.remove()
        how = "arrow" if engine.system().kind == "process" else "tsv"
        faster = times(stats.ratio(took, made[how]))
        rate = rows.count / stats.median(took).value
        print(f"{name:<12} {how:<8} {rate:>12,.0f} rows/s   generator {faster} times as fast")


if __name__ == "__main__":
    main()
