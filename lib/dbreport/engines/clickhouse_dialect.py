"""What ClickHouse says its own way: codecs of columns, mutations in place of updates, files gone when dropped."""

from collections.abc import Sequence
from dataclasses import replace

from ..model import Index, Table
from .dialect import Dialect, DocumentTable, Parts, WayToStore

_ZSTD = {"zstd_1": "ZSTD(1)", "zstd_16": "ZSTD(16)"}


class ClickHouseDialect(Dialect):
    session = ("SET union_default_mode = 'DISTINCT'",)

    def bytes_as_read(self, column: str) -> str:
        # its client hands out strings as text: bytes come as their digits
        return f"hex({column})"

    def estimated_distinct(self, column: str) -> str:
        return f"uniq({column})"

    def keyed(self, table: Table, index: Index) -> tuple[Table, tuple[Index, ...]]:
        # its primary key is the order of the rows and no more: nothing keeps it unique
        return replace(table, primary_key=index.columns), ()

    def in_parts(self, table: Table, column: str, bounds: Sequence[int]) -> Parts | None:
        name, width = table.name, bounds[1] - bounds[0]
        ordered = f"ORDER BY ({', '.join(table.primary_key)})"
        made = (
            f"CREATE TABLE {name}_parts AS {name} ENGINE = MergeTree PARTITION BY intDiv({column}, {width}) {ordered}",
            self.drop(name),
            f"RENAME TABLE {name}_parts TO {name}",
        )
        return Parts(made, (f"ALTER TABLE {name} DROP PARTITION {bounds[0] // width}",))

    def newest_of_each(self, table: str, key: str, moment: str, value: str) -> str:
        return f"SELECT {key}, max({moment}), argMax({value}, {moment}) FROM {table} GROUP BY {key}"

    def drop(self, table: str) -> str:
        return f"DROP TABLE IF EXISTS {table} SYNC"

    def empty_column(self, table: str, column: str) -> str:
        return f"ALTER TABLE {table} UPDATE {column} = NULL WHERE 1 SETTINGS mutations_sync = 2"

    def compact(self, table: str) -> str:
        return f"OPTIMIZE TABLE {table} FINAL"

    def ways_to_store(self, table: str, columns: Sequence[str]) -> dict[str, WayToStore]:
        ways = {"shipped": WayToStore()}
        for name, codec in _ZSTD.items():
            changes = ", ".join(f"MODIFY COLUMN {column} CODEC({codec})" for column in columns)
            ways[name] = WayToStore((f"ALTER TABLE {table} {changes}",))
        return ways

    def ways_to_compress(self, kind: str) -> dict[str, DocumentTable]:
        codecs = {"lz4": "LZ4", **_ZSTD} if kind == "text" else {"zstd_16": "ZSTD(16)"}
        return {
            name: DocumentTable(f"id Int64, body String CODEC({codec})) ENGINE = MergeTree ORDER BY id")
            for name, codec in codecs.items()
        }
