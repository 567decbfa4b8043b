"""How much of PostgreSQL's log are whole pages? sysbench's transactions, the log taken apart by pg_walinspect.

    .venv/bin/python benchmarks/whole_pages.py

The first time a page is changed after a checkpoint it goes into the log as a whole. Each test runs for some seconds
after a checkpoint; prints, per transaction, the bytes of records, of whole pages, and how many pages there were.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from dbreport.clients.sysbench import Sysbench
from dbreport.engines.base import Engine
from dbreport.experiments.sysbench.data import TABLE, SbTest
from shared import parser, started

TESTS = ("oltp_read_write", "oltp_write_only")
THREADS, WARMUP_S, LIMIT_S = 16, 0, 60
PARTS = "SELECT sum(record_length - fpi_length), sum(fpi_length), count(*) FILTER (WHERE fpi_length > 0)"


def taken_apart(engine: Engine, sysbench: Sysbench, test: str, rows: SbTest, seconds: int) -> str:
    engine.checkpoint()
    begin = _one(engine, "SELECT pg_current_wal_insert_lsn()")[0]
    load = sysbench.run(test, THREADS, seconds, WARMUP_S, rows.options)
    end = _one(engine, "SELECT pg_current_wal_flush_lsn()")[0]
    records, whole, pages = map(int, _one(engine, f"{PARTS} FROM pg_get_wal_records_info('{begin}', '{end}')"))
    done = load.with_warmup
    return (
        f"{test}: {done:,.0f} transactions; of each, {records / done:,.0f} bytes of records,"
        f" {whole / done:,.0f} of whole pages; {pages:,} whole pages in all"
    )


def _one(engine: Engine, sql: str) -> tuple[str, ...]:
    rows = engine.run(sql, LIMIT_S, fetch=True).rows or []
    return rows[0]


def main() -> None:
    made = parser(__doc__)
    made.add_argument("--rows", type=int, default=1_000_000)
    made.add_argument("--turns", type=int, default=2)
    made.add_argument("--seconds", type=int, default=10)
    asked = made.parse_args()
    rows = SbTest(asked.rows)
    with tempfile.TemporaryDirectory() as folder, started("postgresql", asked.launcher) as engine:
        engine.run("CREATE EXTENSION pg_walinspect", LIMIT_S)
        sysbench = Sysbench(engine.client_address(), Path(folder))
        sysbench.prepare("oltp_read_write", rows.options)
        engine.analyze(TABLE)
        for _ in range(asked.turns):
            for test in TESTS:
                print(taken_apart(engine, sysbench, test, rows, asked.seconds), flush=True)


if __name__ == "__main__":
    main()
