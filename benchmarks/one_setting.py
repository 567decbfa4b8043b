"""What does a setting of a server, or several together, do to one of sysbench's tests? With it and without, in turns.

    .venv/bin/python benchmarks/one_setting.py
    .venv/bin/python benchmarks/one_setting.py --engine mysql --test oltp_insert --set innodb_flush_log_at_timeout=2

Measures the settings the chapter speaks of, or one of your own. On PostgreSQL every connection makes the setting, on
MySQL and MariaDB it is global: one that takes a restart cannot be tried. Prints the ratio of throughput, with over
without, and how many transactions each turn was refused and tried again.
"""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

from dbreport.clients.sysbench import Sysbench
from dbreport.engines.base import Engine
from dbreport.experiments.sysbench.data import TABLE, SbTest
from shared import SERVERS, Measurements, in_turns, measurements, server_parser, servers

Trial = tuple[str, tuple[str, ...]]
"""A test and the settings it is tried with."""

RANGES, GENERIC, ALONE = (
    "select_random_ranges",
    "plan_cache_mode=force_generic_plan",
    "max_parallel_workers_per_gather=0",
)
TRIED: dict[str, list[Trial]] = {
    "postgresql": [(RANGES, (GENERIC,)), (RANGES, (GENERIC, ALONE)), (RANGES, (ALONE,))],
    "mysql": [("oltp_update_index", ("innodb_log_writer_threads=OFF",))],
    "mariadb": [("oltp_read_write", ("innodb_snapshot_isolation=OFF",))],
}
THREADS, WARMUP_S, LIMIT_S = 16, 2, 30


def compare(engine: Engine, trial: Trial, rows: SbTest, turns: int, seconds: int, measured: Measurements) -> None:
    test, settings = trial
    in_session = engine.name == "postgresql"
    with tempfile.TemporaryDirectory() as folder:
        pairs = dict(setting.split("=", 1) for setting in settings)
        shipped = Sysbench(engine.client_address(), Path(folder))
        changed = Sysbench(engine.client_address(), Path(folder), pairs) if in_session else shipped

        def rate_and_refused(with_settings: bool) -> tuple[float, int]:
            if not in_session:
                for name, value in pairs.items():
                    engine.run(f"SET GLOBAL {name} = {value if with_settings else 'DEFAULT'}", LIMIT_S)
            engine.checkpoint()
            client = changed if with_settings else shipped
            load = client.run(test, THREADS, seconds, WARMUP_S, rows.options)
            return load.throughput, load.errors

        sides = {"without": partial(rate_and_refused, False), "with": partial(rate_and_refused, True)}
        results = in_turns(turns, sides)
    keys = {side: (engine.name, f"{test}.{side} {' '.join(settings)}", "throughput") for side in results}
    for side, loads in results.items():
        rates, refused = zip(*loads, strict=True)
        measured.add(keys[side], engine.version(), "transactions/s", rates)
        measured.add((*keys[side][:2], "errors"), engine.version(), "transactions", refused)
    measured.compare(keys["with"], keys["without"])


def main() -> None:
    options = server_parser(__doc__, SERVERS, rows=1_000_000, turns=5, seconds=5)
    options.add_argument("--test", default=RANGES, help="what --set is tried with, default: %(default)s")
    options.add_argument("--set", dest="settings", action="append", metavar="NAME=VALUE", help="one of your own")
    asked = options.parse_args()
    rows = SbTest(asked.rows)
    with measurements(asked) as measured:
        for engine in servers(asked):
            with tempfile.TemporaryDirectory() as folder:
                Sysbench(engine.client_address(), Path(folder)).prepare("oltp_read_write", rows.options)
            engine.analyze(TABLE)
            trials = [(asked.test, tuple(asked.settings))] if asked.settings else TRIED[engine.name]
            for trial in trials:
                compare(engine, trial, rows, asked.turns, asked.seconds, measured)


if __name__ == "__main__":
    main()
