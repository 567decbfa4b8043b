"""Why do two clients get through many times the work of one? Point selects, with client and server where they like to
be and with both on one processor, in turns.

    .venv/bin/python benchmarks/one_processor.py

Measures the throughput of both, and prints the ratio of one processor over free.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path

from dbreport.clients.sysbench import Sysbench
from dbreport.engines.base import Engine
from dbreport.experiments.sysbench.data import TABLE, SbTest
from shared import SERVERS, Measurements, in_turns, measurements, server_parser, servers

TEST, CLIENTS, WARMUP_S = "oltp_point_select", (1, 2), 1


@contextmanager
def on_one_processor(pids: Iterable[int]) -> Iterator[None]:
    """Keep this process, what it starts and every thread of the processes on one processor while a block runs."""
    free = os.sched_getaffinity(0)
    threads = [0, *(int(thread.name) for pid in pids for thread in Path(f"/proc/{pid}/task").iterdir())]
    _move(threads, {min(free)})
    try:
        yield
    finally:
        _move(threads, free)


def _move(threads: Iterable[int], processors: set[int]) -> None:
    for thread in threads:
        try:
            os.sched_setaffinity(thread, processors)
        except ProcessLookupError:
            continue  # a server ends threads it has no use for


def compare(engine: Engine, rows: SbTest, turns: int, seconds: int, measured: Measurements) -> None:
    with tempfile.TemporaryDirectory() as folder:
        client = Sysbench(engine.client_address(), Path(folder))
        client.prepare("oltp_read_write", rows.options)
        engine.analyze(TABLE)
        for clients in CLIENTS:

            def throughput(together: bool, clients: int = clients) -> float:
                with on_one_processor(engine.pids()) if together else nullcontext():
                    return client.run(TEST, clients, seconds, WARMUP_S, rows.options).throughput

            sides = {"free": partial(throughput, False), "one_processor": partial(throughput, True)}
            keys = {side: (engine.name, f"{clients}_clients.{side}", "throughput") for side in sides}
            for side, rates in in_turns(turns, sides).items():
                measured.add(keys[side], engine.version(), "transactions/s", rates)
            measured.compare(keys["one_processor"], keys["free"])


def main() -> None:
    asked = server_parser(__doc__, SERVERS, rows=100_000, turns=5, seconds=3).parse_args()
    with measurements(asked) as measured:
        for engine in servers(asked):
            compare(engine, SbTest(asked.rows), asked.turns, asked.seconds, measured)


if __name__ == "__main__":
    main()
