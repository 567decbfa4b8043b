"""Count all rows, and those that meet a condition."""

from __future__ import annotations

from pathlib import Path

from ...measuring.bench import Bench
from ...model import Case, Experiment, Scale, Way
from .data import TABLE, Integers

ROWS = {Scale.SMOKE: 1_000, Scale.SMALL: 10_000, Scale.MEDIUM: 100_000, Scale.FULL: 1_000_000}


def cases(rows: Integers, scale: Scale) -> list[Case]:
    count = "SELECT count(*) FROM integers"
    return [Case("count.all", count), Case("count.even", f"{count} WHERE n % 2 = 0")]


def run(bench: Bench, rows: Integers, text: Path) -> None:
    for engine_run in bench.needing("count.all", "count.even"):
        engine_run.engine.reset(TABLE)
        engine_run.engine.load(rows, Way.BULK)
    for case in cases(rows, bench.options.scale):
        bench.query(case)


EXPERIMENT = Experiment("filtered_count", ROWS, Integers, cases, run, engines=("sqlite",), bytes_per_row=100)
