"""What MySQL and MariaDB say their own way, alike but for two words of each."""

from collections.abc import Sequence

from ..model import Table
from .dialect import Dialect, DocumentTable, Statements, WayToStore

_ROW_COMPRESSED = "ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=8"


class MySQLDialect(Dialect):
    """`page_compressed` is the option of a table whose pages are compressed, `bytewise` the collation of bytes."""

    def __init__(self, page_compressed: str, bytewise: str) -> None:
        self._page_compressed = page_compressed
        self._bytewise = bytewise

    def alike(self, table: Table) -> Statements:
        return (f"ALTER TABLE {table.name} CONVERT TO CHARACTER SET utf8mb4 COLLATE {self._bytewise}",)

    def compact(self, table: str) -> str:
        return f"OPTIMIZE TABLE {table}"

    def ways_to_store(self, table: str, columns: Sequence[str]) -> dict[str, WayToStore]:
        return {
            "shipped": WayToStore(),
            "row_compressed": WayToStore((f"ALTER TABLE {table} {_ROW_COMPRESSED}",)),
            "page_zlib": WayToStore((f"ALTER TABLE {table} {self._page_compressed}",)),
        }

    def ways_to_compress(self, kind: str) -> dict[str, DocumentTable]:
        columns = "id BIGINT PRIMARY KEY, body {} NOT NULL) ENGINE=InnoDB"
        if kind == "bytes":
            return {"": DocumentTable(columns.format("LONGBLOB"))}
        text = columns.format("LONGTEXT CHARACTER SET utf8mb4")
        return {
            "": DocumentTable(text),
            "row_compressed": DocumentTable(f"{text} {_ROW_COMPRESSED}"),
            "page_compressed": DocumentTable(f"{text} {self._page_compressed}"),
        }
