"""Are slow syncs enough for 128 clients to insert more than 8? The disk as it is, and its writes held back, in turns.

    .venv/bin/python benchmarks/slow_syncs.py

Inserts the rows of the report one by one, every commit synced. The kernel's control groups hold the server's writes
to so many a second; nothing else changes. Measures throughput and syncs of the log per transaction, and prints the
ratio of 128 clients over 8. Needs root.
"""

from __future__ import annotations

import tempfile
from contextlib import nullcontext
from functools import partial
from itertools import product
from pathlib import Path

from dbreport.clients.sysbench import Sysbench
from dbreport.engines.base import Engine
from dbreport.experiments.insert_rate.data import LogRows
from dbreport.measuring.slow_disk import slowed
from shared import Measurements, in_turns, measurements, server_parser, servers

FEW, MANY = 8, 128
HELD = (4000, 1000, 250)
"""Writes a second: between a disk that syncs in a quarter of a millisecond and one that turns."""


def compare(engine: Engine, rows: LogRows, turns: int, seconds: int, measured: Measurements) -> None:
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder) / "rows.tsv"
        rows.write(text)
        options: dict[str, str | int] = {"rows_file": str(text), "table_name": rows.table.name, "rows_per_statement": 1}

        def rate_and_syncs(writes_per_s: int | None, clients: int) -> tuple[float, float]:
            engine.create(rows.table)
            engine.checkpoint()
            before = engine.counters()["log_syncs"]
            held = slowed(engine.pids(), engine.setup.folder, writes_per_s) if writes_per_s else nullcontext()
            with held:
                load = Sysbench.of(engine, Path(folder)).run("insert", clients, seconds, 0, options)
            return load.throughput, (engine.counters()["log_syncs"] - before) / load.transactions

        sides = {
            f"{writes_per_s or 'free'}.{clients}": partial(rate_and_syncs, writes_per_s, clients)
            for writes_per_s, clients in product((None, *HELD), (FEW, MANY))
        }
        for side, results in in_turns(turns, sides).items():
            for metric, unit, values in zip(
                ("throughput", "log_syncs_per_transaction"),
                ("transactions/s", "syncs/transaction"),
                zip(*results, strict=True),
                strict=True,
            ):
                measured.add((engine.name, side, metric), engine.version(), unit, values)
    for writes_per_s in ("free", *HELD):
        over, under = ((engine.name, f"{writes_per_s}.{clients}", "throughput") for clients in (MANY, FEW))
        measured.compare(over, under)


def main() -> None:
    asked = server_parser(__doc__, ("postgresql",), rows=100_000, turns=5, seconds=5).parse_args()
    with measurements(asked) as measured:
        for engine in servers(asked, connections=MANY):
            compare(engine, LogRows(asked.rows), asked.turns, asked.seconds, measured)


if __name__ == "__main__":
    main()
