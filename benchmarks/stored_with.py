"""What does a table of the storage chapter take when one thing is done otherwise, and how long does compacting it take?

    .venv/bin/python benchmarks/stored_with.py --engine duckdb --first "SET wal_autocheckpoint = '1GB'"
    .venv/bin/python benchmarks/stored_with.py --engine mysql --way shipped --way row_compressed

Loads the chapter's records, their pages as base64 text as the source had them, in each way named, the statements of
--first run before. Prints bytes by part after the load; then empties a column, compacts the table and prints how long
that took. Ways take turns.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from dbreport import stats
from dbreport.engines.base import Engine
from dbreport.engines.systems import speaking
from dbreport.experiments.storage.data import Encoding, StoredFile, StoredRecords
from dbreport.experiments.storage.stored_table import LIMIT_S, StoredTable
from dbreport.report.verdicts.decide import times
from shared import parser, started


def parts_and_seconds(engine: Engine, stored: StoredFile, way: str) -> tuple[str, float]:
    """Load the table; return its parts as words, and how long compacting takes once a column was emptied."""
    table = StoredTable(engine, stored, way)
    table.load()
    found = ", ".join(
        f"{name.removeprefix('size_')} {value / 1e6:.1f} MB"
        for name, (value, unit) in table.taken().items()
        if unit == "bytes"
    )
    engine.run("UPDATE page_record SET copy = NULL", LIMIT_S)
    engine.checkpoint()
    return found, engine.run(table.compact, LIMIT_S).elapsed_s


def main() -> None:
    made = parser(__doc__)
    made.add_argument("--engine", choices=speaking("sql"), required=True)
    made.add_argument("--way", action="append", help="default: as shipped")
    made.add_argument("--first", action="append", default=[], metavar="SQL", help="run before, on the same connection")
    made.add_argument("--rows", type=int, default=2_000)
    made.add_argument("--turns", type=int, default=3)
    asked = made.parse_args()
    ways = asked.way or ["shipped"]
    seconds: dict[str, list[float]] = {way: [] for way in ways}
    with tempfile.TemporaryDirectory() as folder, started(asked.engine, asked.launcher) as engine:
        path = Path(folder) / "records"
        StoredRecords(asked.rows).write(path)
        for sql in asked.first:
            engine.run(sql, LIMIT_S)
        for _ in range(asked.turns):
            for way in ways:
                said, took_s = parts_and_seconds(engine, StoredFile(path, asked.rows, Encoding.BASE64), way)
                seconds[way].append(took_s)
                print(f"{engine.name}, {way}: {said}", flush=True)
    for way, took in seconds.items():
        print(f"{asked.engine}, {way}: compacting takes {times(stats.median(took))} s")


if __name__ == "__main__":
    main()
