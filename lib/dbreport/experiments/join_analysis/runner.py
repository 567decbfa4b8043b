"""Ask who calls whom: from the same Parquet files, from tables of a system's own, from a cluster.

Every system may take what the machine has but `RESERVE_BYTES`, beyond that it spills. One works at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import psutil

from ...datasets import parquet
from ...engines.base import Engine, Ran
from ...engines.embedded import allocated_bytes
from ...engines.launch.folders import data_root, require_space
from ...errors import DbreportError
from ...measuring.bench import Bench
from ...measuring.engine_run import EngineRun
from ...meters import Peak
from ...model import Case, Experiment, Metrics, Profile, Reading, Scale, Table, Way
from . import cluster
from .cases import (
    EMPTY_JOB,
    ENGINES,
    IMPORT,
    INDEXES,
    LOADED,
    OWN,
    READERS,
    RESERVE_BYTES,
    SIZE_FILES,
    SIZE_LOADED,
    START,
    asked,
    cases,
)
from .data import Calls, folder
from .queries import ESTIMATED, EXACT

ROWS = {Scale.SMOKE: 100_000, Scale.SMALL: 16_000_000, Scale.MEDIUM: 160_000_000, Scale.FULL: 1_600_000_000}
BYTES_PER_ROW = 5
"""Room each system is given on the disk: its part of the files, which all of them share, and of what it spills. A table
of its own asks for room when it is filled."""
OWN_BYTES_PER_ROW = {True: 25, False: 250}
"""Room a table of its own takes where it is kept by columns, and where by rows with indexes on three of them."""
LIMIT_S = 6 * 3600.0
"""For what is not a question, seconds."""

Answer = dict[str, int]


def run(bench: Bench, rows: Calls, text: Path) -> None:
    """Measure whatever is asked for and not yet done."""
    wanted = cases(rows, bench.options.scale)
    watch = _Watch(bench)
    for engine_run in [one for one in bench.runs if one.name in READERS]:
        try:
            for table in (rows, rows.users):
                engine_run.engine.attach(table.table, folder(table, text.parent))
        except DbreportError as error:
            engine_run.give_up(error)
    _sessions(bench)
    bench.sizes(SIZE_FILES, lambda engine: {t.table.name: parquet.size_bytes(folder(t, text.parent)) for t in _both(rows)})
    _ask(bench, "files", wanted, watch)
    _imports(bench, rows)
    if _prepare(bench, rows, [SIZE_LOADED, *(case.name for case in wanted if case.stage == LOADED)]):
        bench.sizes(SIZE_LOADED, partial(_sizes, rows))
        _ask(bench, LOADED, wanted, watch)
    cluster.measure(bench, wanted, watch)


def _both(rows: Calls) -> tuple[Calls, ...]:
    return ()


EXPERIMENT = Experiment(
    name="join_analysis",
    rows=ROWS,
    dataset=Calls,
    cases=cases,
    run=run,
    engines=ENGINES,
    bytes_per_row=BYTES_PER_ROW,
    asked=asked,
    profiles=(Profile.DEFAULT,),
    reserve_bytes=RESERVE_BYTES,
)
