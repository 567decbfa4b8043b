"""Is the throughput we store the one sysbench itself gives? The same command on the same server, in turns.

    .venv/bin/python benchmarks/sysbench_itself.py --turns 5

Prints both medians with their 95 % intervals and the ratio: ours go through the runner's client and come out of
a store's file, the others are read off sysbench's own output by a person's eye, that is by one regular expression.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
from pathlib import Path

from dbreport import stats
from dbreport.clients.sysbench import Sysbench
from dbreport.datasets.sbtest import SbTest
from dbreport.engines import engine_class
from dbreport.engines.base import Address, Engine, Setup
from dbreport.engines.launch.folders import new_folder
from dbreport.verdicts import times

TESTS = ("oltp_point_select", "oltp_update_index", "oltp_read_write")
THREADS = 16


def by_hand(address: Address, test: str, rows: SbTest, seconds: int) -> float:
    """Type the command as its manual has it and read the line `transactions:`."""
    if address.protocol == "postgresql":
        server = ["--db-driver=pgsql", f"--pgsql-host={address.host}", f"--pgsql-user={address.user}"]
        server += [f"--pgsql-db={address.database}"]
    else:
        server = ["--db-driver=mysql", f"--mysql-socket={address.socket}", f"--mysql-user={address.user}"]
        server += [f"--mysql-db={address.database}"]
    argv = ["sysbench", *server, f"--threads={THREADS}", f"--time={seconds}", f"--table-size={rows.count}", test, "run"]
    environment = {"PATH": "/usr/bin:/bin", "PGOPTIONS": f"-c search_path={address.namespace}"}
    said = subprocess.run(argv, env=environment, capture_output=True, text=True, check=True).stdout
    found = re.search(r"transactions:\s+\d+\s+\(([\d.]+) per sec", said)
    assert found
    return float(found[1])


def compare(engine: Engine, rows: SbTest, turns: int, seconds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        ours = Sysbench(engine.client_address(), Path(folder))
        ours.prepare("oltp_read_write", rows.options)
        for test in TESTS:
            found: tuple[list[float], list[float]] = ([], [])
            for turn in range(turns):
                for side in (0, 1) if turn % 2 else (1, 0):  # whoever comes second meets the other's dirty pages
                    engine.checkpoint()
                    if side == 0:
                        rate = ours.run(test, THREADS, seconds, 0, rows.options, engine.pids()).throughput
                    else:
                        rate = by_hand(engine.client_address(), test, rows, seconds)
                    found[side].append(rate)
            mine, theirs = (stats.median(side) for side in found)
            print(
                f"{engine.name:11} {test:18} ours {times(mine)}, sysbench {times(theirs)} per second;"
                f" ratio {times(stats.ratio(*found))}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--engine", action="append", help="default: postgresql, mysql and mariadb")
    arguments = parser.parse_args()
    for name in arguments.engine or ("postgresql", "mysql", "mariadb"):
        engine = engine_class(name)(Setup(new_folder(name)))
        try:
            engine.start()
            engine.version()  # also makes the namespace
            compare(engine, SbTest(arguments.rows), arguments.turns, arguments.seconds)
        finally:
            engine.remove()


if __name__ == "__main__":
    main()
