"""How much of PostgreSQL's log are whole pages? sysbench's transactions, the log taken apart by pg_walinspect.

    .venv/bin/python benchmarks/whole_pages.py

The first time a page is changed after a checkpoint it goes into the log as a whole. Each test runs for some seconds
after a checkpoint. Measures the bytes of records and of whole pages in a transaction, and counts whole pages; the
slower the machine, the fewer transactions share them, while the records of one stay what they are.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dbreport.clients.sysbench import Sysbench
from dbreport.engines.base import Engine
from dbreport.experiments.sysbench.data import TABLE, SbTest
from shared import measurements, server_parser, servers

TESTS = ("oltp_read_write", "oltp_write_only")
THREADS, WARMUP_S, LIMIT_S = 16, 0, 60
PARTS = "SELECT sum(record_length - fpi_length), sum(fpi_length), count(*) FILTER (WHERE fpi_length > 0)"
UNITS = {"record_bytes": "bytes/transaction", "whole_page_bytes": "bytes/transaction", "whole_pages": "pages"}


def log_parts(engine: Engine, sysbench: Sysbench, test: str, rows: SbTest, seconds: int) -> tuple[float, ...]:
    """Run a test; return what the log got, by `UNITS`."""
    begin = row(engine, "SELECT pg_current_wal_insert_lsn()")[0]
    transactions = sysbench.run(test, THREADS, seconds, WARMUP_S, rows.options).with_warmup
    end = row(engine, "SELECT pg_current_wal_flush_lsn()")[0]
    records, whole, pages = map(int, row(engine, f"{PARTS} FROM pg_get_wal_records_info('{begin}', '{end}')"))
    return records / transactions, whole / transactions, pages


def after_checkpoint(engine: Engine, sysbench: Sysbench, test: str, rows: SbTest, seconds: int) -> tuple[float, ...]:
    """Run a test after a checkpoint; return what the log got, by `UNITS`."""
    engine.checkpoint()
    return log_parts(engine, sysbench, test, rows, seconds)


def row(engine: Engine, sql: str) -> tuple[str, ...]:
    """Return the first row of an answer, as text."""
    rows = engine.run(sql, LIMIT_S, fetch=True).rows or []
    return rows[0]


@contextmanager
def filled(engine: Engine, rows: SbTest) -> Iterator[Sysbench]:
    """Fill sysbench's table in a server whose log can be taken apart."""
    engine.run("CREATE EXTENSION pg_walinspect", LIMIT_S)
    with tempfile.TemporaryDirectory() as folder:
        sysbench = Sysbench(engine.client_address(), Path(folder))
        sysbench.prepare("oltp_read_write", rows.options)
        engine.analyze(TABLE)
        yield sysbench


def main() -> None:
    asked = server_parser(__doc__, ("postgresql",), rows=1_000_000, turns=3, seconds=10).parse_args()
    rows = SbTest(asked.rows)
    with measurements(asked) as measured:
        for engine in servers(asked):
            with filled(engine, rows) as sysbench:
                for test in TESTS:
                    parts = [after_checkpoint(engine, sysbench, test, rows, asked.seconds) for _ in range(asked.turns)]
                    for (metric, unit), values in zip(UNITS.items(), zip(*parts, strict=True), strict=True):
                        measured.add((engine.name, test, metric), engine.version(), unit, values)


if __name__ == "__main__":
    main()
