"""What are the pages of InnoDB's compressed row format for? The same values in both systems, every page by its type.

    .venv/bin/python benchmarks/innodb_pages.py
    .venv/bin/python benchmarks/innodb_pages.py --engine mysql --set innodb_segment_reserve_factor=0.03
    .venv/bin/python benchmarks/innodb_pages.py --documents

Loads the records of the storage chapter, their pages as bytes and as base64 text, or the profile pages of the
compression chapter as text; has everything written, and reads the type in the head of every page of the table's file.
Prints, for each, the file's size and its share by type. A global setting can be changed before.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from dbreport.datasets.pages import Pages
from dbreport.engines.base import Engine
from dbreport.experiments.compression.document_rows import DocumentRows
from dbreport.experiments.compression.in_database import WAYS
from dbreport.experiments.storage.data import Encoding, StoredFile, StoredRecords
from dbreport.experiments.storage.stored_table import TABLE, StoredTable
from shared import parser, servers

PAGE_BYTES, TYPE_AT = 8 << 10, 24
"""Of the compressed row format here, and where two bytes of a page's head tell its type."""
TYPES = {
    0: "allocated, never used",
    3: "inode", 5: "bitmap", 8: "head of the file", 9: "extents",
    11: "large value, first page", 12: "large value, further page",
    17853: "dictionary (SDI)", 17855: "B-tree",
    25: "large value, first page", 26: "large value, further page", 27: "large value, its index",
    28: "fragments of large values", 29: "fragments, their index",
}  # fmt: skip
"""Names of the types in both systems' sources, fil0fil.h.

Of large values both write 11 and 12 where one fits a few pages, MySQL 25 to 29 for longer ones, in pieces.
"""


def records(engine: Engine, path: Path, count: int) -> Iterator[tuple[str, str]]:
    """Load the records in each encoding; yield what they are and the table's name."""
    StoredRecords(count).write(path)
    for encoding in Encoding:
        StoredTable(engine, StoredFile(path, count, encoding), "row_compressed").load()
        yield f"records, {encoding}", TABLE


def documents(engine: Engine, path: Path, count: int) -> Iterator[tuple[str, str]]:
    """Load the profile pages; yield what they are and the table's name."""
    Pages(count).write(path)
    rows = DocumentRows(path, count)
    (way,) = (way for way in WAYS if (way.engine, way.name) == (engine.name, "text_row_compressed"))
    engine.run(f"CREATE TABLE {rows.table.name} ({way.body}", 60)
    engine.fill(rows)
    engine.checkpoint()
    yield "profile pages", rows.table.name


def counted(engine: Engine, table: str) -> Counter[str]:
    """Return how many pages of each type the table's file has."""
    (file,) = engine.setup.folder.rglob(f"{table}.ibd")
    data = file.read_bytes()
    types = (int.from_bytes(data[at + TYPE_AT : at + TYPE_AT + 2]) for at in range(0, len(data), PAGE_BYTES))
    return Counter(TYPES.get(kind, f"type {kind}") for kind in types)


def main() -> None:
    made = parser(__doc__, ("mysql", "mariadb"))
    made.add_argument("--documents", action="store_true", help="profile pages in place of records")
    made.add_argument("--rows", type=int, default=2_000)
    made.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    asked = made.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for engine in servers(asked):
            for setting in asked.set:
                engine.run(f"SET GLOBAL {setting}", 10)
            load = documents if asked.documents else records
            for what, table in load(engine, Path(folder) / "rows", asked.rows):
                found = counted(engine, table)
                pages = found.total()
                print(f"{engine.name}, {what}: {pages * PAGE_BYTES / 1e6:.1f} MB, {pages:,} pages")
                for kind, count in found.most_common():
                    print(f"  {count / pages:6.1%}  {count:7,}  {kind}")


if __name__ == "__main__":
    main()
