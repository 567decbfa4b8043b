"""Why do the servers differ at sysbench's select_random_ranges? The same ranges in three wordings, in turns.

    .venv/bin/python benchmarks/random_ranges.py
    .venv/bin/python benchmarks/random_ranges.py --counts

As sysbench words it, the index on k has all that is asked for. Counting another column, the rows themselves are needed.
Range by range, each range is a query of its own within the statement. One client, plain statements. Counts the rows and
pages a statement looks at on average, then times statements, a mean a turn, which --counts leaves out; for PostgreSQL
how long it plans and executes besides.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean

from dbreport.clients.sysbench import Sysbench
from dbreport.engines.base import Engine
from dbreport.experiments.sysbench.data import SEED, TABLE, SbTest
from shared import SERVERS, Measurements, measurements, server_parser, servers

RANGES, WIDTH, THREADS = 10, 5, 16
"""Sysbench's own: ranges a statement, how far one reaches; and how many threads share the table in the report."""
LIMIT_S, EXAMINED, TIMED = 30, 50, 200
"""And how many statements are looked into, and timed in each turn."""


def _counted(column: str, starts: Sequence[int]) -> str:
    either = " OR ".join(f"k BETWEEN {start} AND {start + WIDTH}" for start in starts)
    return f"SELECT count({column}) FROM sbtest1 WHERE {either}"


def _range_by_range(starts: Sequence[int]) -> str:
    each = " UNION ALL ".join(
        f"SELECT count(k) AS n FROM sbtest1 WHERE k BETWEEN {start} AND {start + WIDTH}" for start in starts
    )
    return f"SELECT sum(n) FROM ({each}) AS counts"


WORDINGS: dict[str, Callable[[Sequence[int]], str]] = {
    "as_asked": lambda starts: _counted("k", starts),
    "another_column": lambda starts: _counted("pad", starts),
    "range_by_range": _range_by_range,
}


def draw_starts(draws: random.Random, count: int) -> list[int]:
    """Draw where the ranges of a statement start as a thread of sysbench does, in its own part of the table.

    Three in four lie within the middle hundredth of the part, the others are means of twelve even draws.
    """
    part = count // THREADS
    low = part * draws.randrange(THREADS)
    return [low + _draw(draws, part) for _ in range(RANGES)]


def _draw(draws: random.Random, part: int) -> int:
    if draws.random() < 0.75:
        return part // 2 + draws.randrange(part // 100) - part // 200
    return sum(draws.randrange(part) for _ in range(12)) // 12


def count(engine: Engine, statements: Sequence[Sequence[int]], measured: Measurements) -> None:
    """Count what each wording looks at."""
    for wording, worded in WORDINGS.items():
        examined = [engine.examined(worded(starts), LIMIT_S) for starts in statements]
        rows, pages = fmean(c["rows_read"] for c in examined), fmean(c["pages_hit"] + c["pages_read"] for c in examined)
        measured.add((engine.name, wording, "rows_read"), engine.version(), "rows/statement", [rows])
        measured.add((engine.name, wording, "pages"), engine.version(), "pages/statement", [pages])


def time(engine: Engine, turns: Sequence[Sequence[Sequence[int]]], measured: Measurements) -> None:
    """Time each wording, statement by statement in turns."""
    latency_s: dict[str, list[float]] = {wording: [] for wording in WORDINGS}
    split_s: dict[str, list[tuple[float, float]]] = {wording: [] for wording in WORDINGS}
    for statements in turns:
        elapsed_s: dict[str, list[float]] = {wording: [] for wording in WORDINGS}
        for starts in statements:
            for wording, worded in WORDINGS.items():
                elapsed_s[wording].append(engine.run(worded(starts), LIMIT_S).elapsed_s)
        for wording, worded in WORDINGS.items():
            latency_s[wording].append(fmean(elapsed_s[wording]))
            if engine.name == "postgresql":
                planned, executed = zip(*(_split(engine, worded(s)) for s in statements[:EXAMINED]), strict=True)
                split_s[wording].append((fmean(planned), fmean(executed)))
    for wording in WORDINGS:
        measured.add((engine.name, wording, "latency"), engine.version(), "s", latency_s[wording])
        measured.compare((engine.name, wording, "latency"), (engine.name, "as_asked", "latency"))
        for metric, values in zip(("planning", "execution"), zip(*split_s[wording], strict=True), strict=False):
            measured.add((engine.name, wording, metric), engine.version(), "s", values)


def _split(engine: Engine, sql: str) -> tuple[float, float]:
    """Return how long PostgreSQL plans and executes a statement, in seconds."""
    rows = engine.run(f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {sql}", LIMIT_S, fetch=True).rows or []
    report = rows[0][0]
    (plan,) = json.loads(report) if isinstance(report, str) else report
    return plan["Planning Time"] / 1e3, plan["Execution Time"] / 1e3


def main() -> None:
    options = server_parser(__doc__, SERVERS, rows=1_000_000, turns=10)
    options.add_argument("--counts", action="store_true", help="time nothing")
    asked = options.parse_args()
    if asked.rows < 100 * THREADS:  # a thread's part has a hundredth where most of its keys lie
        options.error(f"--rows must be {100 * THREADS} at least")
    rows = SbTest(asked.rows)
    with measurements(asked) as measured:
        for engine in servers(asked):
            with tempfile.TemporaryDirectory() as folder:
                Sysbench(engine.client_address(), Path(folder)).prepare("oltp_read_write", rows.options)
            engine.analyze(TABLE)
            draws = random.Random(SEED)
            count(engine, [draw_starts(draws, rows.count) for _ in range(EXAMINED)], measured)
            if not asked.counts:
                turns = [[draw_starts(draws, rows.count) for _ in range(TIMED)] for _ in range(asked.turns)]
                time(engine, turns, measured)


if __name__ == "__main__":
    main()
