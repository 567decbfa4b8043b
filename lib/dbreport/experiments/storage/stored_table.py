"""The table of stored records on every system: how its values may be stored, and the states it goes through.

Not here: what is measured in which state (`storage`, `compaction`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from ...engines.base import Engine, tuples
from ...errors import StatementFailed, Unsupported
from ...measuring.bench import Values
from ...measuring.extensions import schema_of, using
from .data import VALUES, StoredFile
from .stage import Stage

LIMIT_S = 3600.0
"""A rebuild may take as long as it takes: it is what is measured."""

TABLE = "page_record"


def _every(change: str) -> tuple[str, ...]:
    return (f"ALTER TABLE {TABLE} " + ", ".join(change.format(column=name) for name in VALUES),)


WAYS: dict[str, dict[str, tuple[str, ...]]] = {
    "postgresql": {
        "shipped": (),
        "lz4": _every("ALTER {column} SET COMPRESSION lz4"),
        "uncompressed": _every("ALTER {column} SET STORAGE EXTERNAL"),
        "timescaledb": (
            *using("timescaledb", f"SELECT %1$s.create_hypertable('{TABLE}', 'id', chunk_time_interval => 1000)"),
            f"ALTER TABLE {TABLE} SET (timescaledb.compress, timescaledb.compress_orderby = 'id')",
        ),
        "hydra": using("columnar", f"ALTER TABLE {TABLE} SET ACCESS METHOD columnar"),
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
FILLED = {
    "timescaledb": using("timescaledb", f"SELECT %1$s.compress_chunk(chunk) FROM %1$s.show_chunks('{TABLE}') AS chunk")
}
"""What a way asks for once the rows are in."""
SIZES = {
    "timescaledb": "SELECT table_bytes + coalesce(toast_bytes, 0), index_bytes"
    f" FROM %1$s.hypertable_detailed_size('{TABLE}')"
}
"""Statements that tell a table's own bytes and its indexes' where the system's usual ones see an empty table.

`%1$s` stands for the schema of the extension.
"""

SOURCE_WAY = {"postgresql": "lz4", "mysql": "row_compressed", "mariadb": "row_compressed"}
"""How the source's systems stored it; the others as shipped."""

_OF_TABLE = f"WHERE oid = '{TABLE}'::regclass"
FACTS = {
    "postgresql": {
        "size_out_of_line": (
            f"SELECT coalesce(pg_total_relation_size(nullif(reltoastrelid, 0)), 0) FROM pg_class {_OF_TABLE}",
            "bytes",
        ),
        "dead_rows": (f"SELECT n_dead_tup FROM pg_stat_user_tables WHERE relid = '{TABLE}'::regclass", "rows"),
        "transaction_age": (f"SELECT age(relfrozenxid) FROM pg_class {_OF_TABLE}", "transactions"),
    },
    "duckdb": {"size_free": ("SELECT free_blocks * block_size FROM pragma_database_size()", "bytes")},
    "sqlite": {
        "size_free": ("SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size", "bytes")
    },
}
"""What else a system tells of its table: statement and unit by metric.

`size_free` is room inside the file that deleting has made. The other systems' sizes have it in them.
"""

ONE_FILE = ("duckdb", "sqlite")
"""Systems that keep all tables in one file, and with them the room of those that are gone."""

COUNTED = {"postgresql": "SELECT pg_stat_force_next_flush()"}
"""What makes a system tell facts as they are now, not as they were a second ago."""

EMPTY_COPY = {"clickhouse": f"ALTER TABLE {TABLE} UPDATE copy = NULL WHERE 1 SETTINGS mutations_sync = 2"}
DELETE = f"DELETE FROM {TABLE} WHERE id % 2 = 0"
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
_KEPT = ("result", "raw")
_COLUMNS = dict(zip(LIFE, (VALUES, _KEPT, _KEPT, _KEPT, _KEPT, ("result",), ()), strict=True))
"""The columns that hold in each state what they were filled with."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """The table on one system, its values stored in one way."""

    engine: Engine
    stored: StoredFile
    way: str

    @classmethod
    def of_source(cls, engine: Engine, stored: StoredFile) -> StoredTable:
        """Return it stored as the source had it; as shipped where the source had no such system."""
        return cls(engine, stored, SOURCE_WAY.get(engine.name, "shipped"))

    def load(self) -> None:
        """Fill a new table. Raises Unsupported where the system lacks the way or refuses it."""
        if self.way in EXTENSIONS:
            self._require_extension(EXTENSIONS[self.way])
        self.engine.create(self.stored.table)
        if self.engine.name in ONE_FILE:
            self._run(COMPACT[self.engine.name])
        for sql in WAYS[self.engine.name][self.way]:
            try:
                self.engine.run(sql, LIMIT_S)
            except StatementFailed as error:
                raise Unsupported(f"{self.engine.name} refuses to store values this way: {error}") from error
        self.engine.fill(self.stored)
        if self.way in FILLED:
            self._run(*FILLED[self.way])
        self.engine.analyze(self.stored.table)
        self.engine.checkpoint()

    def _require_extension(self, extension: str) -> None:
        found = self.engine.run(f"SELECT 1 FROM pg_available_extensions WHERE name = '{extension}'", 10, fetch=True)
        if not found.rows:
            raise Unsupported(f"this PostgreSQL has no extension {extension}; use an image that carries it")

    def taken(self) -> Values:
        """Return bytes on disk by part, and what else the system tells of the table."""
        self.engine.checkpoint()
        parts = self.engine.size(self.stored.table)
        if self.way in SIZES:
            (schema,) = self._row(schema_of(EXTENSIONS[self.way]))
            parts["table"], parts["index"] = map(int, self._row(SIZES[self.way].replace("%1$s", schema)))
        found: Values = {f"size_{part}": (float(n), "bytes") for part, n in parts.items()}
        self._run(COUNTED.get(self.engine.name))
        for metric, (sql, unit) in FACTS.get(self.engine.name, {}).items():
            found[metric] = (float(self._row(sql)[0]), unit)
        return found

    def _row(self, sql: str) -> tuple[Any, ...]:
        found = self.engine.run(sql, LIMIT_S, fetch=True).rows
        if not found or None in found[0]:
            raise StatementFailed(f"{self.engine.name} does not tell: {sql}")
        return found[0]

    def differing(self) -> str | None:
        """Read every record back; return which came back as another, None where none did."""
        kinds = {c.name: c.kind for c in self.stored.table.columns}
        # ClickHouse's client hands out strings as text: bytes come as their digits
        as_digits = self.engine.name == "clickhouse"
        read = ", ".join(f"hex({n}) AS {n}" if as_digits and kinds[n] == "bytes" else n for n in VALUES)
        for part in range(self.stored.partitions):
            wanted = {row[0]: row[1:] for row in tuples(self.stored.arrow(part).select(["id", *VALUES]))}
            between = f"id >= {min(wanted)} AND id <= {max(wanted)}"
            rows = self.engine.run(f"SELECT id, {read} FROM {TABLE} WHERE {between}", LIMIT_S, fetch=True).rows or []
            for number, values in wanted.items():
                found = [row[1:] for row in rows if int(row[0]) == number]
                if len(found) != 1 or not all(map(_same, found[0], values)):
                    return f"record {number} came back as another"
        return self.lost(VALUES, self.stored.count)

    def lost(self, columns: tuple[str, ...], count: int) -> str | None:
        """Return what is wrong with the number of rows, or the bytes of columns that none was deleted from."""
        # octet_length is for bytes alone on some systems; every character of the texts here is one byte
        length = {c.name: "octet_length" if c.kind == "bytes" else "length" for c in self.stored.table.columns}
        sums = "".join(f", coalesce(sum({length[name]}({name})), 0)" for name in columns)
        found = tuple(map(int, self._row(f"SELECT count(*){sums} FROM {TABLE}")))
        handed_over = self.stored.raw_bytes()
        wanted = (count, *(handed_over[name] for name in columns))
        return None if found == wanted else f"holds {found}, not {wanted}: rows, and bytes of {', '.join(columns)}"

    # states ----------------------------------------------------------------------------------

    def states(self, name: str) -> list[Stage]:
        """Return the states of `life` or of `deletes`, each to be reached before the next is."""
        return [*self._life()] if name == "life" else [*self._deletions()]

    def _life(self) -> Iterator[Stage]:
        name = self.engine.name
        compact = COMPACT[name]
        steps: dict[str, Callable[[], None]] = {
            "found": self.load,
            "emptied": partial(self._run, EMPTY_COPY.get(name, f"UPDATE {TABLE} SET copy = NULL")),
            "reclaimed": partial(self._run, RECLAIM.get(name)),
            "compacted": partial(self._run, compact),
            **{f"without_{c}": partial(self._run, DROP.format(column=c), compact) for c in ("copy", "raw", "result")},
        }
        for state in LIFE:
            yield Stage(state, steps[state], partial(self.lost, _COLUMNS[state], self.stored.count))

    def _deletions(self) -> Iterator[Stage]:
        name = self.engine.name
        steps: dict[str, Callable[[], None]] = {
            "deleted": self._delete,
            "reclaimed": partial(self._run, RECLAIM.get(name)),
            "compacted": partial(self._run, COMPACT[name]),
        }
        left = self.stored.count - self.stored.count // 2
        for state, reach in steps.items():
            yield Stage(state, reach, partial(self.lost, (), left))

    def _delete(self) -> None:
        self.load()
        self._run(DELETE)

    def _run(self, *statements: str | None) -> None:
        for sql in statements:
            if sql is not None:
                self.engine.run(sql, LIMIT_S)

    def fragment(self) -> None:
        """Bring the table to where there is space to give back."""
        for stage in self.states("life")[: LIFE.index("emptied") + 1]:
            stage.reach()
        self.engine.checkpoint()


def _same(found: object, wanted: object) -> bool:
    """Tell whether a value came back as it was handed over: bytes may come as hexadecimal digits."""
    if isinstance(wanted, bytes) and isinstance(found, str):
        return found.removeprefix("\\x").lower() == wanted.hex()
    return found == wanted
