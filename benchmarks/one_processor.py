"""Why do two clients get through many times the work of one? Point selects, with client and server where they like to
be and with both on one processor, in turns.

    .venv/bin/python benchmarks/one_processor.py

Prints the median throughput of both and the ratio, on one processor over free, each with its 95 % interval.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

from dbreport.clients.sysbench import Sysbench
from dbreport.engines.base import Engine
from dbreport.experiments.sysbench.data import TABLE, SbTest
from shared import SERVERS, parser, servers, two_ways

TEST, WARMUP_S = "oltp_point_select", 1


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


def compare(engine: Engine, rows: SbTest, counts: Sequence[int], turns: int, seconds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        client = Sysbench(engine.client_address(), Path(folder))
        client.prepare("oltp_read_write", rows.options)
        engine.analyze(TABLE)
        for clients in counts:

            def rate(together: bool, clients: int = clients) -> float:
                with on_one_processor(engine.pids()) if together else nullcontext():
                    return client.run(TEST, clients, seconds, WARMUP_S, rows.options).throughput

            free, together, ratio = two_ways(turns, rate)
            print(
                f"{engine.name:11} {clients:3} clients: {free} per second, {together} on one processor; ratio {ratio}",
                flush=True,
            )


def main() -> None:
    options = parser(__doc__, SERVERS)
    options.add_argument("--rows", type=int, default=100_000)
    options.add_argument("--clients", type=int, action="append", help="default: 1 and 2")
    options.add_argument("--turns", type=int, default=5)
    options.add_argument("--seconds", type=int, default=3)
    asked = options.parse_args()
    for engine in servers(asked):
        compare(engine, SbTest(asked.rows), asked.clients or (1, 2), asked.turns, asked.seconds)


if __name__ == "__main__":
    main()
