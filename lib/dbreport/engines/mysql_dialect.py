"""What MySQL and MariaDB say their own way, alike but for two words of each."""

from collections.abc import Sequence

from ..model import Table
from .dialect import Dialect, DocumentTable, Statements, WayToRead, WayToStore

_ROW_COMPRESSED = "ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=8"
_SORT_512K, _SORT_4M = (f"SET SESSION sort_buffer_size = {kilobytes << 10}" for kilobytes in (512, 4096))
_CACHE = {"query-cache-type": "ON", "query-cache-size": str(20 << 20)}


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

    def ways_to_read(self, table: str) -> dict[str, WayToRead]:
        return {
            "shipped": WayToRead(),
            # its keys have at most 1000 bytes: 255 characters of three, not of four
            "myisam": WayToRead(
                made=(f"ALTER TABLE {table} CONVERT TO CHARACTER SET utf8mb3, ENGINE=MyISAM",), session=(_SORT_512K,)
            ),
            "sort_512k": WayToRead(session=(_SORT_512K,)),
            "sort_4m": WayToRead(session=(_SORT_4M,)),
            "pool_768m": WayToRead(options={"innodb-buffer-pool-size": "768M"}),
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


class MariaDBDialect(MySQLDialect):
    """MariaDB has kept what MySQL dropped, a cache of whole answers, and has one more engine without transactions."""

    def ways_to_read(self, table: str) -> dict[str, WayToRead]:
        return {
            **super().ways_to_read(table),
            "aria": WayToRead(made=(f"ALTER TABLE {table} ENGINE=Aria",), session=(_SORT_512K,)),
            **{
                f"cache_{megabytes}m": WayToRead(
                    session=(_SORT_4M,),
                    options={**_CACHE, "query-cache-limit": str(megabytes << 20)},
                    forget=("RESET QUERY CACHE",),
                    needs="SELECT @@have_query_cache",
                )
                for megabytes in (1, 4)
            },
        }
