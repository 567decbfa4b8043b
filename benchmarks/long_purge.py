"""Does what is measured after a large import still meet its purge? Two ways to wait for it, told by counters alone.

    .venv/bin/python benchmarks/long_purge.py --rows 60000000

Imports the rows of the half-billion chapter in one transaction, has the checkpoint wait as it does and without looking
at pages that change, and tells transactions that are not purged then, and bytes that InnoDB reads while the rows are
counted for the first and for the second time.
"""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from pathlib import Path
from unittest import mock

from dbreport.engines import mysql_innodb
from dbreport.engines.mysql_family import MySQLFamily
from dbreport.experiments.half_billion.data import TABLE, Numbers
from dbreport.model import Way
from shared import folder, in_turns, measurements, server_parser, servers, status

LIMIT_S = 600
UNITS = {"not_purged": "transactions", "read_first": "bytes", "read_second": "bytes"}


def settled(engine: MySQLFamily, rows: Numbers, text: Path, *, looks_at_pages: bool) -> dict[str, int]:
    """Import, settle, count twice; return what there is to tell by metric."""
    engine.create(TABLE)
    engine.load(rows, Way.PLAIN, text)
    blind = mock.patch.object(mysql_innodb, "pages_changed", return_value=0)
    with nullcontext() if looks_at_pages else blind:
        engine.checkpoint()
    told = {"not_purged": engine.history_length()}
    for which in ("read_first", "read_second"):
        before = status(engine, "Innodb_data_read")
        engine.run(f"SELECT count(*) FROM {TABLE.name}", LIMIT_S)
        told[which] = status(engine, "Innodb_data_read") - before
    return told


def main() -> None:
    asked = server_parser(__doc__, ("mysql", "mariadb"), rows=60_000_000, turns=3).parse_args()
    rows = Numbers(asked.rows)
    with measurements(asked) as measured, folder("benchmark") as path:
        text = path / "rows.tsv"
        rows.write(text)
        for engine in servers(asked):
            assert isinstance(engine, MySQLFamily)
            sides = {
                side: partial(settled, engine, rows, text, looks_at_pages=looks)
                for side, looks in {"pages_and_history": True, "history_alone": False}.items()
            }
            for side, turns in in_turns(asked.turns, sides).items():
                for metric, unit in UNITS.items():
                    told = [turn[metric] for turn in turns]
                    measured.add((engine.name, side, metric), engine.version(), unit, told)


if __name__ == "__main__":
    main()
