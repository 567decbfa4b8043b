"""pgbench: scripts of ours against PostgreSQL; what it prints and its log of latencies, read."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from .. import allotted
from ..engines.base import Address
from ..errors import ClientFailed
from ..meters import Meter
from ..model import Resources
from . import load
from .load import Load

OLDEST = (14,)

_SECOND = re.compile(r"progress: ([\d.]+) s, ([\d.]+) tps, ")
_FIGURES = {
    "throughput": re.compile(r"^tps = ([\d.]+) \(without initial connection time\)", re.MULTILINE),
    "transactions": re.compile(r"^number of transactions actually processed: (\d+)", re.MULTILINE),
    "errors": re.compile(r"^number of failed transactions: (\d+)", re.MULTILINE),
}
_BUCKETS_PER_DECADE = 100

MOST_SCRIPTS = 128
"""As many as pgbench takes."""


class Pgbench:
    """pgbench against one PostgreSQL server. `folder` is for its logs."""

    def __init__(self, address: Address, folder: Path) -> None:
        self._program = load.require("pgbench", OLDEST)[0]
        self._folder = folder
        self._environment = {
            **os.environ,
            "PGHOST": address.host, "PGPORT": str(address.port), "PGUSER": address.user,
            "PGDATABASE": address.database, "PGPASSWORD": address.password,
            "PGOPTIONS": f"-c search_path={address.namespace}",
        }  # fmt: skip

    def run(self, scripts: Sequence[Path], threads: int, seconds: float, server: Sequence[int] = ()) -> Load:
        """Run scripts, each as often as the other, over `threads` connections.

        Args:
            seconds: how long to measure.
            server: process ids to sample the use of.

        Raises: ClientFailed.
        """
        for log in self._folder.glob("pgbench_log.*"):
            log.unlink()
        workers = min(threads, allotted.cores())
        argv = [
            self._program, "--no-vacuum", f"--client={threads}", f"--jobs={workers}", "--progress=1", "--log",
            f"--time={round(seconds)}", *(f"--file={script}" for script in scripts),
        ]  # fmt: skip
        with Meter(server) as meter:
            said, client_cpu_s = load.run(argv, self._folder, seconds + load.GRACE_S, self._environment)
        return parse(said, self._latencies_us(), meter.used, client_cpu_s)

    def _latencies_us(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """Return every transaction's latency from the logs, one file a worker, microseconds in the third column."""
        logs = [log for log in self._folder.glob("pgbench_log.*") if log.stat().st_size]
        columns = [np.loadtxt(log, dtype=np.int64, usecols=2, ndmin=1) for log in logs]
        return np.concatenate(columns) if columns else np.empty(0, np.int64)


def parse(
    said: str,
    latencies_us: np.ndarray[tuple[int], np.dtype[np.int64]],
    server: Resources | None = None,
    client_cpu_s: float | None = None,
) -> Load:
    """Read what one run printed and logged. Raises ClientFailed."""
    figures = {"errors": 0.0}  # a line that versions before 15 lack
    for name, pattern in _FIGURES.items():
        if printed := pattern.search(said):
            figures[name] = float(printed[1])
        elif name not in figures:
            raise ClientFailed(
                f"pgbench's report has no {name}; this package reads pgbench 14 to 18: {said.strip()[:200]!r}"
            )
    if figures["transactions"] == 0:
        raise ClientFailed("pgbench finished no transaction; measure for longer, or look at the server's log")
    series = tuple((float(second), float(tps)) for second, tps in _SECOND.findall(said))
    return Load(
        throughput=figures["throughput"],
        transactions=int(figures["transactions"]),
        with_warmup=int(figures["transactions"]),
        errors=int(figures["errors"]),
        reconnects=0,
        series=series,
        histogram=buckets(latencies_us / 1e6),
        server=server,
        client_cpu_s=client_cpu_s,
    )


def buckets(latencies_s: np.ndarray[tuple[int], np.dtype[np.float64]]) -> tuple[tuple[float, int], ...]:
    """Return a histogram of latencies: upper bounds a hundred a decade, as fine as sysbench's own."""
    steps = np.ceil(np.log10(np.maximum(latencies_s, 1e-9)) * _BUCKETS_PER_DECADE)
    bounds, counts = np.unique(steps, return_counts=True)
    return tuple((float(10 ** (bound / _BUCKETS_PER_DECADE)), int(n)) for bound, n in zip(bounds, counts, strict=True))


def scripts(folder: Path, statements: Sequence[str]) -> list[Path]:
    """Write one script a statement and return them. Raises ClientFailed for more than MOST_SCRIPTS."""
    if len(statements) > MOST_SCRIPTS:
        raise ClientFailed(f"pgbench takes {MOST_SCRIPTS} scripts, not {len(statements)}")
    written = []
    for number, statement in enumerate(statements):
        path = folder / f"statement-{number:03}.sql"
        path.write_text(statement + ";\n", encoding="utf-8")
        written.append(path)
    return written
