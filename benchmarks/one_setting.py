"""What does a setting of a server, or several together, do to one of sysbench's tests? With it and without, in turns.

    .venv/bin/python benchmarks/one_setting.py --test select_random_ranges --set plan_cache_mode=force_generic_plan
    … --engine mysql --test oltp_update_index --set innodb_log_writer_threads=OFF
    … --engine mariadb --test oltp_read_write --set innodb_snapshot_isolation=OFF

On PostgreSQL every connection makes the setting, on MySQL and MariaDB it is global: one that takes a restart cannot be
tried. Prints the median throughput of both and the ratio, with over without, each with its 95 % interval, and how many
transactions each turn was refused and tried again.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from dbreport.clients.sysbench import Sysbench
from dbreport.engines.base import Engine
from dbreport.experiments.sysbench.data import TABLE, SbTest
from shared import SERVERS, parser, started, two_ways

THREADS, WARMUP_S, LIMIT_S = 16, 2, 30


def compare(engine: Engine, test: str, settings: Mapping[str, str], rows: SbTest, turns: int, seconds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        plain = Sysbench(engine.client_address(), Path(folder))
        plain.prepare("oltp_read_write", rows.options)
        engine.analyze(TABLE)
        in_session = engine.name == "postgresql"
        changed = Sysbench(engine.client_address(), Path(folder), settings) if in_session else plain

        refused: dict[bool, list[int]] = {False: [], True: []}

        def rate(wanted: bool) -> float:
            if not in_session:
                for name, value in settings.items():
                    engine.run(f"SET GLOBAL {name} = {value if wanted else 'DEFAULT'}", LIMIT_S)
            engine.checkpoint()
            load = (changed if wanted else plain).run(test, THREADS, seconds, WARMUP_S, rows.options)
            refused[wanted].append(load.errors)
            return load.throughput

        without, with_it, ratio = two_ways(turns, rate)
    said = ", ".join(f"{name}={value}" for name, value in settings.items())
    print(f"{engine.name}, {test}: {without} per second as shipped, {with_it} with {said}; ratio {ratio}")
    print(f"{engine.name}, {test}: refused in each turn {refused[False]} as shipped, {refused[True]} with {said}")


def main() -> None:
    made = parser(__doc__)
    made.add_argument("--engine", choices=SERVERS, default="postgresql")
    made.add_argument("--test", default="select_random_ranges")
    made.add_argument("--set", dest="settings", action="append", required=True, metavar="NAME=VALUE")
    made.add_argument("--rows", type=int, default=1_000_000)
    made.add_argument("--turns", type=int, default=5)
    made.add_argument("--seconds", type=int, default=5)
    asked = made.parse_args()
    settings = dict(one.split("=", 1) for one in asked.settings)
    with started(asked.engine, asked.launcher) as engine:
        compare(engine, asked.test, settings, SbTest(asked.rows), asked.turns, asked.seconds)


if __name__ == "__main__":
    main()
