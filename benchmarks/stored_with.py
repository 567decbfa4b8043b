"""What does a table of the storage chapter take when one thing is done otherwise, and how long does compacting it take?

    .venv/bin/python benchmarks/stored_with.py --sizes
    .venv/bin/python benchmarks/stored_with.py --engine mysql

Loads the chapter's records, their pages as base64 text as the source had them: into DuckDB as shipped and with no
checkpoint before the end; into MySQL and MariaDB as shipped and in compressed rows. Measures bytes by part after the
load; then empties a column and times compacting the table, which --sizes leaves out. Ways take turns.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from dbreport.experiments.storage.data import Encoding, StoredFile, StoredRecords
from dbreport.experiments.storage.stored_table import LIMIT_S, StoredTable
from shared import in_turns, measurements, server_parser, started

Values = Mapping[str, tuple[float, str]]
"""Values and their units by metric."""

TRIED: dict[str, dict[str, tuple[str, str | None]]] = {
    "duckdb": {"shipped": ("shipped", None), "checkpoint_last": ("shipped", "SET wal_autocheckpoint = '1GB'")},
    "mysql": {"shipped": ("shipped", None), "row_compressed": ("row_compressed", None)},
    "mariadb": {"shipped": ("shipped", None), "row_compressed": ("row_compressed", None)},
}
"""Of each system, by case: how the chapter stores the values, and what is set before that."""


def load(name: str, launcher: str, case: str, stored: StoredFile, timed: bool) -> tuple[str, Values]:
    """Load the table into a system started anew; return its version, and bytes by part with the time of compacting."""
    way, setting = TRIED[name][case]
    with started(name, launcher) as engine:
        if setting:
            engine.run(setting, LIMIT_S)
        table = StoredTable(engine, stored, way)
        table.load()
        values = {metric: value for metric, value in table.taken().items() if value[1] == "bytes"}
        return engine.version(), values | ({"compact": (_compacting_s(table), "s")} if timed else {})


def _compacting_s(table: StoredTable) -> float:
    table.engine.run("UPDATE page_record SET copy = NULL", LIMIT_S)
    table.engine.checkpoint()
    return table.engine.run(table.compact, LIMIT_S).elapsed_s


def main() -> None:
    options = server_parser(__doc__, tuple(TRIED), rows=2_000, turns=3)
    options.add_argument("--sizes", action="store_true", help="time nothing")
    asked = options.parse_args()
    with measurements(asked) as measured, tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "records"
        StoredRecords(asked.rows).write(path)
        stored = StoredFile(path, asked.rows, Encoding.BASE64)
        for name in asked.engine or asked.servers:
            sides = {case: partial(load, name, asked.launcher, case, stored, not asked.sizes) for case in TRIED[name]}
            for case, turns in in_turns(asked.turns, sides).items():
                for metric, (_, unit) in turns[0][1].items():
                    measured.add((name, case, metric), turns[0][0], unit, [values[metric][0] for _, values in turns])


if __name__ == "__main__":
    main()
