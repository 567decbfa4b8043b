"""Why do the servers differ at sysbench's select_random_ranges? The same ranges in three wordings, in turns.

    .venv/bin/python benchmarks/random_ranges.py

As sysbench words it, the index on k has all that is asked for. Counting another column, the rows themselves are needed.
Range by range, each range is a query of its own within the statement. One client, plain statements. Prints for each the
median time and its ratio to the first wording with 95 % intervals, and the rows and pages it looked at on
average; for PostgreSQL how long it planned and executed besides.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from dbreport import stats
from dbreport.clients.sysbench import Sysbench
from dbreport.engines.base import Engine
from dbreport.experiments.sysbench.data import SEED, TABLE, SbTest
from dbreport.report.verdicts.decide import times
from shared import SERVERS, parser, servers

RANGES, WIDTH, THREADS = 10, 5, 16
"""Sysbench's own: ranges a statement, how far one reaches; and how many threads share the table in the report."""
LIMIT_S, LOOKED = 30, 50


def _counted(column: str, starts: Sequence[int]) -> str:
    either = " OR ".join(f"k BETWEEN {start} AND {start + WIDTH}" for start in starts)
    return f"SELECT count({column}) FROM sbtest1 WHERE {either}"


def _one_by_one(starts: Sequence[int]) -> str:
    each = " UNION ALL ".join(
        f"SELECT count(k) AS n FROM sbtest1 WHERE k BETWEEN {start} AND {start + WIDTH}" for start in starts
    )
    return f"SELECT sum(n) FROM ({each}) AS one"


WORDINGS: dict[str, Callable[[Sequence[int]], str]] = {
    "as sysbench asks": lambda starts: _counted("k", starts),
    "another column": lambda starts: _counted("pad", starts),
    "range by range": _one_by_one,
}


def _starts(chosen: random.Random, count: int) -> list[int]:
    """Draw where the ranges of a statement start as a thread of sysbench does, in its own part of the table.

    Three in four lie within the middle hundredth of the part, the others are means of twelve even draws.
    """
    part = count // THREADS
    low = part * chosen.randrange(THREADS)
    return [low + _drawn(chosen, part) for _ in range(RANGES)]


def _drawn(chosen: random.Random, part: int) -> int:
    if chosen.random() < 0.75:
        return part // 2 + chosen.randrange(part // 100) - part // 200
    return sum(chosen.randrange(part) for _ in range(12)) // 12


def compare(engine: Engine, rows: SbTest, statements: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Sysbench(engine.client_address(), Path(folder)).prepare("oltp_read_write", rows.options)
    engine.analyze(TABLE)
    chosen = random.Random(SEED)
    took: dict[str, list[float]] = {wording: [] for wording in WORDINGS}
    for _ in range(statements):
        starts = _starts(chosen, rows.count)
        for wording, worded in WORDINGS.items():
            took[wording].append(engine.run(worded(starts), LIMIT_S).elapsed_s * 1e6)
    looked = [_starts(chosen, rows.count) for _ in range(LOOKED)]
    for wording, worded in WORDINGS.items():
        seen = [engine.examined(worded(starts), LIMIT_S) for starts in looked]
        means = {name: sum(one[name] for one in seen) / LOOKED for name in seen[0]}
        print(
            f"{engine.name:11} {wording:17} {times(stats.median(took[wording]))} µs,"
            f" ratio {times(stats.ratio(took[wording], took['as sysbench asks']))}; {means}",
            flush=True,
        )
    if engine.name == "postgresql":
        for wording, worded in WORDINGS.items():
            planned, executed = zip(*(_split(engine, worded(starts)) for starts in looked), strict=True)
            took_ms = stats.median(planned), stats.median(executed)
            print(
                f"{engine.name:11} {wording:17} planned in {times(took_ms[0])} ms, executed in {times(took_ms[1])} ms"
            )


def _split(engine: Engine, sql: str) -> tuple[float, float]:
    """Return how long PostgreSQL plans and executes a statement, in milliseconds."""
    rows = engine.run(f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {sql}", LIMIT_S, fetch=True).rows or []
    report = rows[0][0]
    (said,) = json.loads(report) if isinstance(report, str) else report
    return said["Planning Time"], said["Execution Time"]


def main() -> None:
    options = parser(__doc__, SERVERS)
    options.add_argument("--rows", type=int, default=1_000_000)
    options.add_argument("--statements", type=int, default=2_000)
    asked = options.parse_args()
    if asked.rows < 100 * THREADS:  # a thread's part has a hundredth where most of its keys lie
        options.error(f"--rows must be {100 * THREADS} at least")
    for engine in servers(asked):
        compare(engine, SbTest(asked.rows), asked.statements)


if __name__ == "__main__":
    main()
