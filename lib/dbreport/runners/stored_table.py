"""The table of stored records on every system: how its values may be stored, and the states it goes through.

Not here: what is measured in which state (`storage`, `compaction`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from ..datasets.stored import StoredFile
from ..engines.base import Engine
from ..errors import StatementFailed, Unsupported
from .bench import Values

LIMIT_S = 3600.0
"""A rebuild may take as long as it takes: it is what is measured."""

TABLE = "page_record"
VALUES = ("result", "copy", "raw")


def _every(change: str) -> tuple[str, ...]:
    return (f"ALTER TABLE {TABLE} " + ", ".join(change.format(column=name) for name in VALUES),)


WAYS: dict[str, dict[str, tuple[str, ...]]] = {
    "postgresql": {
        "shipped": (),
        "lz4": _every("ALTER {column} SET COMPRESSION lz4"),
        "uncompressed": _every("ALTER {column} SET STORAGE EXTERNAL"),
        "timescaledb": (),
        "hydra": ("CREATE EXTENSION IF NOT EXISTS columnar", f"ALTER TABLE {TABLE} SET ACCESS METHOD columnar"),
    },
    "mysql": {
        "shipped": (),
        "row_compressed": (f"ALTER TABLE {TABLE} ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=8",),
        "page_zlib": (f"ALTER TABLE {TABLE} COMPRESSION='zlib'",),
    },
    "mariadb": {
        "shipped": (),
        "row_compressed": (f"ALTER TABLE {TABLE} ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=8",),
        "page_zlib": (f"ALTER TABLE {TABLE} PAGE_COMPRESSED=1",),
    },
    "duckdb": {"shipped": ()},
    "sqlite": {"shipped": ()},
    "clickhouse": {
        "shipped": (),
        "zstd_1": _every("MODIFY COLUMN {column} CODEC(ZSTD(1))"),
        "zstd_16": _every("MODIFY COLUMN {column} CODEC(ZSTD(16))"),
    },
}
"""How a system may store the large values: statements on the empty table."""

EXTENSIONS = {"timescaledb": "timescaledb", "hydra": "columnar"}
"""Ways that are an extension of PostgreSQL, by the extension's name."""

SOURCE_WAY = {"postgresql": "lz4", "mysql": "row_compressed", "mariadb": "row_compressed"}
"""How the source's systems stored it; the others as shipped."""

FACTS = {
    "postgresql": {
        "size_out_of_line": (
            f"SELECT coalesce(pg_total_relation_size(nullif(reltoastrelid, 0)), 0) FROM pg_class WHERE oid = '{TABLE}'::regclass",
            "bytes",
        ),
        "dead_rows": (f"SELECT n_dead_tup FROM pg_stat_user_tables WHERE relid = '{TABLE}'::regclass", "rows"),
        "transaction_age": (f"SELECT age(relfrozenxid) FROM pg_class WHERE oid = '{TABLE}'::regclass", "transactions"),
    }
}
"""What else a system tells of its table: statement and unit by metric."""

EMPTY_COPY = {"clickhouse": f"ALTER TABLE {TABLE} UPDATE copy = NULL WHERE 1 SETTINGS mutations_sync = 2"}
DROP = f"ALTER TABLE {TABLE} DROP COLUMN {{column}}"
RECLAIM = {"postgresql": f"VACUUM {TABLE}"}
"""The housekeeping a system does by itself sooner or later."""
COMPACT = {
    "postgresql": f"VACUUM FULL {TABLE}",
    "mysql": f"OPTIMIZE TABLE {TABLE}",
    "mariadb": f"OPTIMIZE TABLE {TABLE}",
    "duckdb": "CHECKPOINT",
    "sqlite": "VACUUM",
    "clickhouse": f"OPTIMIZE TABLE {TABLE} FINAL",
}
"""What gives space back to the disk."""

LIFE = ("found", "emptied", "reclaimed", "compacted", "without_copy", "without_raw", "without_result")
"""States of the table, one after the other: each is reached from the one before it and nothing else."""


def load(engine: Engine, stored: StoredFile, way: str) -> None:
    """Fill a new table that stores its values in one way. Raises Unsupported where the system lacks it."""
    if way in EXTENSIONS:
        _require_extension(engine, EXTENSIONS[way])
    engine.create(stored.table)
    for sql in WAYS[engine.name][way]:
        engine.run(sql, LIMIT_S)
    engine.fill(stored)
    engine.analyze(stored.table)
    engine.checkpoint()


def _require_extension(engine: Engine, extension: str) -> None:
    found = engine.run(f"SELECT 1 FROM pg_available_extensions WHERE name = '{extension}'", 10, fetch=True)
    if not found.rows:
        raise Unsupported(f"this PostgreSQL has no extension {extension}; use an image that carries it")
    if extension == "timescaledb":
        raise Unsupported("TimescaleDB compresses chunks of a hypertable, whose sizes this package does not ask for")


def taken(engine: Engine, stored: StoredFile) -> Values:
    """Return bytes on disk by part, and what else the system tells of the table."""
    engine.checkpoint()
    found: Values = {f"size_{part}": (float(n), "bytes") for part, n in engine.size(stored.table).items()}
    for metric, (sql, unit) in FACTS.get(engine.name, {}).items():
        ((value,),) = engine.run(sql, 60, fetch=True).rows or [(None,)]
        if value is None:
            raise StatementFailed(f"{engine.name} does not tell {metric}")
        found[metric] = (float(value), unit)
    return found


@dataclass(frozen=True, slots=True)
class _Statements:
    """A step: statements one after the other, each of them possibly none."""

    engine: Engine
    sql: tuple[str | None, ...]

    def __call__(self) -> None:
        for one in self.sql:
            if one is not None:
                self.engine.run(one, LIMIT_S)


def states(engine: Engine, stored: StoredFile) -> Iterator[Callable[[], None]]:
    name = engine.name
    compact = COMPACT[name]
    empty = EMPTY_COPY.get(name, f"UPDATE {TABLE} SET copy = NULL")
    yield partial(load, engine, stored, SOURCE_WAY.get(name, "shipped"))
    yield _Statements(engine, (empty,))
    yield _Statements(engine, (RECLAIM.get(name),))
    yield _Statements(engine, (compact,))
    for column in ("copy", "raw", "result"):
        yield _Statements(engine, (DROP.format(column=column), compact))


def fragmented(engine: Engine, stored: StoredFile) -> None:
    """Bring the table to where there is space to give back."""
    for reach, _ in zip(states(engine, stored), ("found", "emptied"), strict=False):
        reach()
    engine.checkpoint()
