"""The systems. Adding one: a module here, a line in `_MODULES`, a line in pyproject, a label in `text`."""

from __future__ import annotations

import importlib

from ..errors import unknown
from .base import Engine

_MODULES = {
    "postgresql": "PostgreSQL",
    "mysql": "MySQL",
    "mariadb": "MariaDB",
    "duckdb": "DuckDB",
    "sqlite": "SQLite",
    "clickhouse": "ClickHouse",
    "bbolt": "Bbolt",
    "pebble": "Pebble",
    "badger": "Badger",
    "rocksdb": "RocksDB",
    "lmdb": "LMDB",
    "sqlite_kv": "SQLiteKv",
    "files": "Files",
    "minio": "MinIO",
}

NAMES = tuple(_MODULES)


def engine_class(name: str) -> type[Engine]:
    """Return the class of an engine by its name. Raises UsageError for an unknown one."""
    if name not in _MODULES:
        raise unknown("engine", name, _MODULES)
    # a driver of the same name (duckdb) is imported absolutely inside the module
    return getattr(importlib.import_module(f"{__name__}.{name}"), _MODULES[name])
