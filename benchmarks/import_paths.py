"""Is our import at least as fast as the systems' own clients? Rows, file and server are the same, turns are taken.

    .venv/bin/python benchmarks/import_paths.py --rows 5000000

Prints rates and ratios with 95 % intervals: `psql \\copy` against our plain and bulk ways on PostgreSQL, the
command-line client's LOAD DATA against ours on MySQL, each also over two connections.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from dbreport.engines.base import Engine
from dbreport.engines.launch.external import NAMESPACE
from dbreport.engines.mysql_family import MySQLFamily
from dbreport.experiments.half_billion.data import TABLE, Numbers
from dbreport.model import Way
from shared import Measurements, folder, in_turns, measurements, server_parser, servers


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


def client(engine: Engine, text: Path) -> float:
    """Run the system's own client; return seconds."""
    environment = {**os.environ, "PGPASSWORD": engine.client_address().password}
    begin = time.perf_counter()
    subprocess.run(CLIENTS[engine.name](engine, text), check=True, stdout=subprocess.DEVNULL, env=environment)
    return time.perf_counter() - begin


CLIENTS: dict[str, Callable[[Engine, Path], list[str]]] = {"postgresql": psql, "mysql": mysql}


def compare(engine: Engine, rows: Numbers, text: Path, turns: int, measured: Measurements) -> None:
    engine.create(TABLE)
    ways: dict[str, Callable[[], float]] = {
        "client": lambda: client(engine, text),
        "plain": lambda: engine.load(rows, Way.PLAIN, text),
        "bulk_1_connection": lambda: over(engine, 1, rows),
        "bulk_2_connections": lambda: over(engine, 2, rows),
    }

    def rate(load: Callable[[], float]) -> float:
        engine.reset(TABLE)
        seconds = load()
        engine.checkpoint()
        return rows.count / seconds

    rates = in_turns(turns, {way: partial(rate, load) for way, load in ways.items()})
    for way in ways:
        measured.add((engine.name, way, "throughput"), engine.version(), "rows/s", rates[way])
        if way != "client":
            measured.compare((engine.name, way, "throughput"), (engine.name, "client", "throughput"))


def main() -> None:
    asked = server_parser(__doc__, tuple(CLIENTS), rows=2_000_000, turns=5).parse_args()
    rows = Numbers(asked.rows)
    with measurements(asked) as measured, folder("benchmark") as path:
        text = path / "rows.tsv"
        rows.write(text)
        for engine in servers(asked):
            compare(engine, rows, text, asked.turns, measured)


if __name__ == "__main__":
    main()
