"""What PostgreSQL says its own way: how it stores and compresses values, its housekeeping, what it tells of a table."""

from collections.abc import Sequence
from itertools import pairwise

from ..model import Table
from .dialect import Dialect, DocumentTable, Parts, Statements, WayToRead, WayToStore, newest_by_steps
from .postgresql_extensions import using

_BYTEWISE = {
    "text": 'ALTER {column} TYPE text COLLATE "C"',
    "timestamp": "ALTER {column} TYPE timestamp USING {column} AT TIME ZONE 'UTC'",
}


class PostgreSQLDialect(Dialect):
    refresh_facts = "SELECT pg_stat_force_next_flush()"

    def estimated_distinct(self, column: str) -> str:
        return ""  # an extension brings it

    def alike(self, table: Table) -> Statements:
        changes = [_BYTEWISE[c.kind].format(column=c.name) for c in table.columns if c.kind in _BYTEWISE]
        return (f"ALTER TABLE {table.name} {', '.join(changes)}",)

    def in_parts(self, table: Table, column: str, bounds: Sequence[int]) -> Parts | None:
        name = table.name
        parts = (
            f"CREATE TABLE {name}_{n} PARTITION OF {name} FOR VALUES FROM ({low}) TO ({high})"
            for n, (low, high) in enumerate(pairwise(bounds))
        )
        made = (
            f"ALTER TABLE {name} RENAME TO {name}_whole",
            f"CREATE TABLE {name} (LIKE {name}_whole INCLUDING ALL) PARTITION BY RANGE ({column})",
            f"DROP TABLE {name}_whole",
        )
        return Parts((*made, *parts), (f"DROP TABLE {name}_0",))

    def newest_of_each(self, table: str, key: str, moment: str, value: str) -> str:
        return newest_by_steps(table, key, moment, value)

    def trigram_index(self, name: str, table: str, column: str) -> Statements:
        return using("pg_trgm", f"CREATE INDEX {name} ON {table} USING gin ({column} %1$s.gin_trgm_ops)")

    def compact(self, table: str) -> str:
        return f"VACUUM FULL {table}"

    def housekeeping(self, table: str) -> str:
        return f"VACUUM {table}"

    def facts(self, table: str) -> dict[str, tuple[str, str]]:
        this = f"WHERE oid = '{table}'::regclass"
        out_of_line = "coalesce(pg_total_relation_size(nullif(reltoastrelid, 0)), 0)"
        return {
            "size_out_of_line": (f"SELECT {out_of_line} FROM pg_class {this}", "bytes"),
            "dead_rows": (f"SELECT n_dead_tup FROM pg_stat_user_tables WHERE relid = '{table}'::regclass", "rows"),
            "transaction_age": (f"SELECT age(relfrozenxid) FROM pg_class {this}", "transactions"),
        }

    def ways_to_store(self, table: str, columns: Sequence[str]) -> dict[str, WayToStore]:
        alter = f"ALTER TABLE {table}"
        return {
            "shipped": WayToStore(),
            "lz4": WayToStore((f"{alter} {', '.join(f'ALTER {name} SET COMPRESSION lz4' for name in columns)}",)),
            "uncompressed": WayToStore(
                (f"{alter} {', '.join(f'ALTER {name} SET STORAGE EXTERNAL' for name in columns)}",)
            ),
        }

    def ways_to_read(self, table: str) -> dict[str, WayToRead]:
        return {
            "shipped": WayToRead(),
            "work_64m": WayToRead(session=("SET work_mem = '64MB'",)),
            "pool_768m": WayToRead(options={"shared_buffers": "768MB"}),
        }

    def ways_to_compress(self, kind: str) -> dict[str, DocumentTable]:
        body, methods = ("text", ("pglz", "lz4")) if kind == "text" else ("bytea", ("lz4",))
        return {
            method: DocumentTable(f"id bigint PRIMARY KEY, body {body} COMPRESSION {method} NOT NULL)")
            for method in methods
        }
