"""Workers of embedded engines forked from a process that has imported what they need.

A spawned one spends most of its short life in a test on imports. `test_worker` looks at workers as they are spawned.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Mapping
from typing import Any

# neither polars, nor what imports it, nor chDB: they start threads when they are imported, which a fork would not have
PRELOADED = [
    "apsw",
    "dbreport.engines.clickhouse",
    "dbreport.engines.datafusion",
    "dbreport.engines.duckdb",
    "dbreport.engines.files",
    "dbreport.engines.polars",
    "dbreport.engines.sqlite",
    "dbreport.experiments.compression.document_rows",
    "dbreport.experiments.concurrent_select.data",
    "dbreport.experiments.forum.data",
    "dbreport.experiments.half_billion.data",
    "dbreport.experiments.real_workload.data",
    "dbreport.experiments.sensor.data",
    "dbreport.experiments.storage.data",
    "duckdb",
    "numpy",
    "pyarrow.parquet",
]


class ForkContext:
    """What `multiprocessing.get_context("spawn")` is for a worker, with the environment of whoever starts it."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(PRELOADED)
        self.Pipe = self._context.Pipe

    def Process(self, target: Callable[..., None], args: tuple[Any, ...], daemon: bool) -> Any:
        return self._context.Process(target=_begin, args=(dict(os.environ), target, args), daemon=daemon)


def _begin(environment: Mapping[str, str], target: Callable[..., None], args: tuple[Any, ...]) -> None:
    os.environ.clear()
    os.environ.update(environment)
    target(*args)
