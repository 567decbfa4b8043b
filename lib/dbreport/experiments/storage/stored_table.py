"""The table of stored records on every system: how its values may be stored, and the states it goes through.

Not here: what is measured in which state (`storage`, `compaction`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from ...engines.base import Engine, tuples
from ...engines.dialect import WayToStore
from ...errors import StatementFailed, Unsupported
from ...model import Metrics, Reading
from .data import VALUES, StoredFile
from .stage import Stage

LIMIT_S = 3600.0
"""A rebuild may take as long as it takes: it is what is measured."""

TABLE = "page_record"

SOURCE_WAY = {"postgresql": "lz4", "mysql": "row_compressed", "mariadb": "row_compressed"}
"""How the source had its two systems store the table, a question of this experiment's; the others store as shipped."""

DELETE = f"DELETE FROM {TABLE} WHERE id % 2 = 0"
DROP = f"ALTER TABLE {TABLE} DROP COLUMN {{column}}"

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

    @property
    def _way(self) -> WayToStore:
        return self.engine.dialect.ways_to_store(TABLE, VALUES)[self.way]

    @property
    def compact(self) -> str:
        """Return the statement that gives space back to the disk."""
        return self.engine.dialect.compact(TABLE)

    @classmethod
    def of_source(cls, engine: Engine, stored: StoredFile) -> StoredTable:
        """Return it stored as the source had it; as shipped where the source had no such system."""
        return cls(engine, stored, SOURCE_WAY.get(engine.name, "shipped"))

    def load(self) -> None:
        """Fill a new table. Raises Unsupported where the system lacks the way or refuses it."""
        way = self._way
        self.engine.create(self.stored.table)
        if self.engine.dialect.one_file:
            self._run(self.compact)
        for sql in way.made:
            try:
                self.engine.run(sql, LIMIT_S)
            except StatementFailed as error:
                raise Unsupported(f"{self.engine.name} refuses to store values this way: {error}") from error
        self.engine.fill(self.stored)
        self._run(*way.filled)
        self.engine.analyze(self.stored.table)
        self.engine.checkpoint()

    def taken(self) -> Metrics:
        """Return bytes on disk by part, and what else the system tells of the table."""
        self.engine.checkpoint()
        parts = self.engine.size(self.stored.table)
        values: Metrics = {f"size_{part}": Reading(float(n), "bytes") for part, n in parts.items()}
        self._run(self.engine.dialect.refresh_facts)
        for metric, (sql, unit) in self.engine.dialect.facts(TABLE).items():
            values[metric] = Reading(float(self._row(sql)[0]), unit)
        return values

    def _row(self, sql: str) -> tuple[Any, ...]:
        rows = self.engine.run(sql, LIMIT_S, fetch=True).rows
        if not rows or None in rows[0]:
            raise StatementFailed(f"{self.engine.name} does not tell: {sql}")
        return rows[0]

    def differing(self) -> str | None:
        """Read every record back; return which came back as another, None where none did."""
        kinds = {c.name: c.kind for c in self.stored.table.columns}
        read = ", ".join(self._as_read(name) if kinds[name] == "bytes" else name for name in VALUES)
        for part in range(self.stored.partitions):
            wanted = {row[0]: row[1:] for row in tuples(self.stored.arrow(part).select(["id", *VALUES]))}
            between = f"id >= {min(wanted)} AND id <= {max(wanted)}"
            rows = self.engine.run(f"SELECT id, {read} FROM {TABLE} WHERE {between}", LIMIT_S, fetch=True).rows or []
            for number, values in wanted.items():
                records = [row[1:] for row in rows if int(row[0]) == number]
                if len(records) != 1 or not all(map(_same, records[0], values)):
                    return f"record {number} came back as another"
        return self.lost(VALUES, self.stored.count)

    def _as_read(self, column: str) -> str:
        expression = self.engine.dialect.bytes_as_read(column)
        return column if expression == column else f"{expression} AS {column}"

    def lost(self, columns: tuple[str, ...], count: int) -> str | None:
        """Return what is wrong with the number of rows, or the bytes of columns that none was deleted from."""
        # octet_length is for bytes alone on some systems; every character of the texts here is one byte
        length = {c.name: "octet_length" if c.kind == "bytes" else "length" for c in self.stored.table.columns}
        sums = "".join(f", coalesce(sum({length[name]}({name})), 0)" for name in columns)
        holds = tuple(map(int, self._row(f"SELECT count(*){sums} FROM {TABLE}")))
        handed_over = self.stored.raw_bytes()
        wanted = (count, *(handed_over[name] for name in columns))
        return None if holds == wanted else f"holds {holds}, not {wanted}: rows, and bytes of {', '.join(columns)}"

    # states ----------------------------------------------------------------------------------

    def states(self, name: str) -> list[Stage]:
        """Return the states of `life` or of `deletes`, each to be reached before the next is."""
        return [*self._life()] if name == "life" else [*self._deletions()]

    def _life(self) -> Iterator[Stage]:
        steps: dict[str, Callable[[], None]] = {
            "found": self.load,
            "emptied": partial(self._run, self.engine.dialect.empty_column(TABLE, "copy")),
            "reclaimed": partial(self._run, self.engine.dialect.housekeeping(TABLE)),
            "compacted": partial(self._run, self.compact),
            **{
                f"without_{column}": partial(self._run, DROP.format(column=column), self.compact)
                for column in ("copy", "raw", "result")
            },
        }
        for state in LIFE:
            yield Stage(state, steps[state], partial(self.lost, _COLUMNS[state], self.stored.count))

    def _deletions(self) -> Iterator[Stage]:
        steps: dict[str, Callable[[], None]] = {
            "deleted": self._delete,
            "reclaimed": partial(self._run, self.engine.dialect.housekeeping(TABLE)),
            "compacted": partial(self._run, self.compact),
        }
        left = self.stored.count - self.stored.count // 2
        for state, reach in steps.items():
            yield Stage(state, reach, partial(self.lost, (), left))

    def _delete(self) -> None:
        self.load()
        self._run(DELETE)

    def _run(self, *statements: str) -> None:
        """Run statements; an empty one is of a system that has nothing to do there."""
        for sql in filter(None, statements):
            self.engine.run(sql, LIMIT_S)

    def fragment(self) -> None:
        """Bring the table to where there is space to give back."""
        for stage in self.states("life")[: LIFE.index("emptied") + 1]:
            stage.reach()
        self.engine.checkpoint()


def _same(read: object, wanted: object) -> bool:
    """Tell whether a value came back as it was handed over: bytes may come as hexadecimal digits."""
    if isinstance(wanted, bytes) and isinstance(read, str):
        return read.removeprefix("\\x").lower() == wanted.hex()
    return read == wanted
