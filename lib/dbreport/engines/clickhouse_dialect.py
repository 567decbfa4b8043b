"""What ClickHouse says its own way: codecs of columns, mutations in place of updates, files gone when dropped."""

from collections.abc import Sequence

from .dialect import Dialect, DocumentTable, WayToStore

_ZSTD = {"zstd_1": "ZSTD(1)", "zstd_16": "ZSTD(16)"}


class ClickHouseDialect(Dialect):
    session = ("SET union_default_mode = 'DISTINCT'",)

    def bytes_as_read(self, column: str) -> str:
        # its client hands out strings as text: bytes come as their digits
        return f"hex({column})"

    def said(self, sql: str) -> str:
        return sql.replace("approx_count_distinct(", "uniq(")

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
