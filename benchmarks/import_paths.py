"""Is our import at least as fast as the systems' own clients? Rows, file and server are the same, turns are taken.

    .venv/bin/python benchmarks/import_paths.py --rows 5000000

Prints rates and ratios with 95 % intervals: `psql \\copy` against our plain and bulk ways on PostgreSQL, the
command-line client's LOAD DATA against ours on MySQL, each also over two connections.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from dbreport import stats
from dbreport.engines import engine_class
from dbreport.engines.base import Engine, Setup
from dbreport.engines.launch.external import NAMESPACE
from dbreport.engines.launch.folders import new_folder
from dbreport.engines.mysql_family import MySQLFamily
from dbreport.experiments.half_billion.data import TABLE, Numbers
from dbreport.model import Way
from dbreport.report.verdicts.decide import times


def psql(engine: Engine, text: Path) -> list[str]:
    copy = f"\\copy {NAMESPACE}.{TABLE.name} from '{text}'"
    return ["psql", "-h", str(engine.setup.folder), "-U", "dbreport", "-d", "postgres", "-qc", copy]


def mysql(engine: Engine, text: Path) -> list[str]:
    assert isinstance(engine, MySQLFamily)
    load = f"LOAD DATA LOCAL INFILE '{text}' INTO TABLE {TABLE.name} FIELDS ESCAPED BY ''"
    client = shutil.which("mysql") or "mariadb"
    return [client, "--no-defaults", "--local-infile=1", "-uroot", f"-S{engine.socket}", NAMESPACE, "-e", load]


def over(engine: Engine, connections: int, rows: Numbers) -> float:
    usual, engine.bulk_connections = engine.bulk_connections, connections
    try:
        return engine.load(rows, Way.BULK)
    finally:
        engine.bulk_connections = usual


def client(argv: list[str], password: str) -> float:
    environment = {**os.environ, "PGPASSWORD": password}
    begin = time.perf_counter()
    subprocess.run(argv, check=True, stdout=subprocess.DEVNULL, env=environment)
    return time.perf_counter() - begin


def compare(
    name: str, argv: Callable[[Engine, Path], list[str]], rows: Numbers, text: Path, repeats: int, how: str
) -> None:
    engine = engine_class(name)(Setup(new_folder(name), launcher=how))
    engine.start()
    try:
        password = engine.client_address().password
        engine.create(TABLE)
        ways: dict[str, Callable[[], float]] = {
            "the system's own client": lambda: client(argv(engine, text), password),
            "plain": lambda: engine.load(rows, Way.PLAIN, text),
            "bulk, 1 connection": lambda: over(engine, 1, rows),
            "bulk, 2 connections": lambda: over(engine, 2, rows),
        }
        took: dict[str, list[float]] = {way: [] for way in ways}
        for _ in range(repeats):
            for way, load in ways.items():
                engine.reset(TABLE)
                took[way].append(load())
                engine.checkpoint()
        own = took["the system's own client"]
        for way, seconds in took.items():
            rate = rows.count / stats.median(seconds).value
            print(
                f"{name:<12} {way:<26} {rate:>12,.0f} rows/s   {times(stats.ratio(own, seconds))} × the client's rate"
            )
    finally:
        engine.remove()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=2_000_000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--launcher", default="container")
    arguments = parser.parse_args()
    rows = Numbers(arguments.rows)
    folder = new_folder("benchmark")
    try:
        text = folder / "rows.tsv"
        rows.write(text)
        for name, argv in (("postgresql", psql), ("mysql", mysql)):
            compare(name, argv, rows, text, arguments.repeats, arguments.launcher)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
