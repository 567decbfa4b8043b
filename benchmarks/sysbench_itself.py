"""Is the throughput we store the one sysbench itself gives? The same command on the same server, in turns.

    .venv/bin/python benchmarks/sysbench_itself.py --turns 5

Prints both medians with their 95 % intervals and the ratio: ours go through the runner's client and come out of
a store's file, the others are read off sysbench's own output by a person's eye, that is by one regular expression.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path

from dbreport.clients.sysbench import Sysbench
from dbreport.engines.base import Address, Engine
from dbreport.experiments.sysbench.data import SbTest
from shared import SERVERS, parser, servers, two_ways

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

            def rate(mine: bool, test: str = test) -> float:
                engine.checkpoint()
                if mine:
                    return ours.run(test, THREADS, seconds, 0, rows.options, engine.pids()).throughput
                return by_hand(engine.client_address(), test, rows, seconds)

            theirs, mine, ratio = two_ways(turns, rate)
            print(f"{engine.name:11} {test:18} sysbench {theirs}, ours {mine} per second; ratio {ratio}")


def main() -> None:
    options = parser(__doc__, SERVERS)
    options.add_argument("--rows", type=int, default=100_000)
    options.add_argument("--turns", type=int, default=5)
    options.add_argument("--seconds", type=int, default=5)
    asked = options.parse_args()
    for engine in servers(asked):
        compare(engine, SbTest(asked.rows), asked.turns, asked.seconds)


if __name__ == "__main__":
    main()
