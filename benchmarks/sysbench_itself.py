"""Is the throughput we store the one sysbench itself gives? The same command on the same server, in turns.

    .venv/bin/python benchmarks/sysbench_itself.py --turns 5

Measures the throughput of both and prints the ratio: ours go through the runner's client and come out of a store's
file, the others are read off sysbench's own output by a person's eye, that is by one regular expression.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from functools import partial
from pathlib import Path

from dbreport.clients.sysbench import Sysbench
from dbreport.engines.base import Address, Engine
from dbreport.experiments.sysbench.data import SbTest
from shared import SERVERS, Measurements, in_turns, measurements, server_parser, servers

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
    output = subprocess.run(argv, env=environment, capture_output=True, text=True, check=True).stdout
    rate = re.search(r"transactions:\s+\d+\s+\(([\d.]+) per sec", output)
    assert rate, output
    return float(rate[1])


def compare(engine: Engine, rows: SbTest, turns: int, seconds: int, measured: Measurements) -> None:
    with tempfile.TemporaryDirectory() as folder:
        client = Sysbench(engine.client_address(), Path(folder))
        client.prepare("oltp_read_write", rows.options)
        for test in TESTS:

            def throughput(ours: bool, test: str = test) -> float:
                engine.checkpoint()
                if ours:
                    return client.run(test, THREADS, seconds, 0, rows.options, engine.pids()).throughput
                return by_hand(engine.client_address(), test, rows, seconds)

            sides = {"itself": partial(throughput, False), "ours": partial(throughput, True)}
            keys = {side: (engine.name, f"{test}.{side}", "throughput") for side in sides}
            for side, rates in in_turns(turns, sides).items():
                measured.add(keys[side], engine.version(), "transactions/s", rates)
            measured.compare(keys["ours"], keys["itself"])


def main() -> None:
    asked = server_parser(__doc__, SERVERS, rows=100_000, turns=5, seconds=5).parse_args()
    with measurements(asked) as measured:
        for engine in servers(asked):
            compare(engine, SbTest(asked.rows), asked.turns, asked.seconds, measured)


if __name__ == "__main__":
    main()
