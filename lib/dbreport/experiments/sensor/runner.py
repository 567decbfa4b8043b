"""A sensor's backend: the same readings inserted in order and late, asked for, and the oldest month of them dropped."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...engines import engine_class
from ...engines.base import Engine
from ...engines.dialect import Parts
from ...errors import DbreportError
from ...measuring.bench import Bench
from ...measuring.engine_run import EngineRun
from ...model import Case, Experiment, Metrics, Options, Reading, Scale, Turns, Way
from .data import TABLE, Readings
from .queries import BATCH_ROWS, BOUNDS, LATE_S, LATE_SHARE, QUERIES, RETIRE

ROWS = {Scale.SMOKE: 20_000, Scale.SMALL: 1_000_000, Scale.MEDIUM: 10_000_000, Scale.FULL: 100_000_000}
ENGINES = ("postgresql", "timescaledb", "duckdb", "sqlite", "clickhouse")
BYTES_PER_ROW = 300
"""Room one engine is given on the disk: a row of 40 bytes with its key, and the log of inserting it."""
LIMIT_S = 3600.0
"""For what is not a query, seconds."""

_DIALECTS = {name: engine_class(name).dialect for name in ENGINES}
_ORDERS = {"insert.in_order": False, "insert.late": True}
"""Inserts, and whether readings come as they arrive."""
_KEY = ("readings", "device", "taken_at", "value")
_NEWEST = {name: dialect.newest_of_each(*_KEY) for name, dialect in _DIALECTS.items()}
_JOINED = _DIALECTS["sqlite"].joined_newest_of_each(*_KEY)


def _parts(engine: str) -> Parts | None:
    return _DIALECTS[engine].in_parts(TABLE, "taken_at", BOUNDS)


_DROPS = frozenset(name for name in ENGINES if _parts(name))
"""The systems that keep a table in parts, which are dropped whole."""
