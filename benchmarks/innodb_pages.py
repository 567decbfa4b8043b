"""What are the pages of InnoDB's compressed row format for? The same values in both systems, every page by its type.

    .venv/bin/python benchmarks/innodb_pages.py
    .venv/bin/python benchmarks/innodb_pages.py --engine mysql --rows 500

Loads the records of the storage chapter, their pages as bytes and as base64 text, and the profile pages of the
compression chapter as text; has everything written, and counts the pages of the table's file by the type in their head.
MySQL does all of it a second time with as little in reserve as it can be told.
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
from shared import measurements, server_parser, servers

PAGE_BYTES, TYPE_AT = 8 << 10, 24
"""Of the compressed row format here, and where two bytes of a page's head tell its type."""
TYPES = {
    0: "never_used", 3: "inode", 5: "bitmap", 8: "head_of_file", 9: "extents", 17853: "dictionary", 17855: "tree",
    11: "large_first", 12: "large_further", 25: "large_first", 26: "large_further", 27: "large_index",
    28: "fragments", 29: "fragments_index",
}  # fmt: skip
"""Names of the types in both systems' sources, fil0fil.h.

Of large values both write 11 and 12 where one fits a few pages, MySQL 25 to 29 for longer ones, in pieces.
"""
LEAST_RESERVED = "SET GLOBAL innodb_segment_reserve_factor = 0.03"


def tables(engine: Engine, folder: Path, records: int, documents: int) -> Iterator[tuple[str, str]]:
    """Load one table after the other; yield the case and the table's name."""
    path = folder / "rows"
    StoredRecords(records).write(path)
    for encoding in Encoding:
        StoredTable(engine, StoredFile(path, records, encoding), "row_compressed").load()
        yield f"records.{encoding}", TABLE
    Pages(documents).write(path)
    rows = DocumentRows(path, documents)
    (way,) = (way for way in WAYS if (way.engine, way.name) == (engine.name, "text_row_compressed"))
    engine.run(f"DROP TABLE IF EXISTS {rows.table.name}", 60)
    engine.run(f"CREATE TABLE {rows.table.name} ({way.body}", 60)
    engine.fill(rows)
    engine.checkpoint()
    yield "profiles", rows.table.name


def pages_by_type(engine: Engine, table: str) -> Counter[str]:
    (file,) = engine.setup.folder.rglob(f"{table}.ibd")
    data = file.read_bytes()
    types = (int.from_bytes(data[at + TYPE_AT : at + TYPE_AT + 2]) for at in range(0, len(data), PAGE_BYTES))
    return Counter(TYPES.get(kind, f"type_{kind}") for kind in types)


def main() -> None:
    asked = server_parser(__doc__, ("mysql", "mariadb"), rows=2_000, documents=500).parse_args()
    with measurements(asked) as measured, tempfile.TemporaryDirectory() as folder:
        for engine in servers(asked):
            version = engine.version()
            for suffix in ("", ".least_reserved") if engine.name == "mysql" else ("",):
                if suffix:
                    engine.run(LEAST_RESERVED, 10)
                for case, table in tables(engine, Path(folder), asked.rows, asked.documents):
                    pages = pages_by_type(engine, table)
                    used = pages.total() - pages["never_used"]
                    for kind, count in {"all": pages.total(), "used": used, **pages}.items():
                        measured.add((engine.name, case + suffix, f"pages_{kind}"), version, "pages", [count])


if __name__ == "__main__":
    main()
