"""What a load generator gives, whichever it is, and how one is run and watched."""

import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..engines.base import Found
from ..errors import ClientFailed, ClientMissing, StatementTimeout
from ..meters import children_cpu_s
from ..model import Resources

GRACE_S = 60.0
"""What a generator may take beyond its own time: to connect, to wait for its last answers, to report."""


Histogram = tuple[tuple[float, int], ...]
"""Operations by the upper bound of their latency, seconds."""


@dataclass(frozen=True, slots=True)
class Load:
    """What one run of a load generator gave, warm-up excluded.

    `series` holds (second, transactions per second); `histogram` (upper bound of the latency in seconds,
    transactions). `errors` were ignored and tried again.
    `with_warmup` counts the transactions of the warm-up too, as a server's own counters do.
    `server` is what the server used, `client_cpu_s` the generator. Both are read before and after the run, and the
    warm-up's part, by its transactions, is taken off: where the load takes every processor, a reader that should
    act within the run may wait for seconds.
    """

    throughput: float
    transactions: int
    with_warmup: int
    errors: int
    reconnects: int
    series: tuple[tuple[float, float], ...]
    histogram: Histogram
    server: Resources | None = None
    client_cpu_s: float | None = None

    def latency(self, share: float) -> float:
        """Return the latency in seconds that this share of the transactions stayed within: 0.95 for p95."""
        return percentile(self.histogram, share)


def percentile(histogram: Histogram, share: float) -> float:
    """Return the latency in seconds that this share of the operations stayed within. Raises ClientFailed for none."""
    wanted, seen = share * sum(n for _, n in histogram), 0
    for bound_s, n in histogram:
        seen += n
        if seen >= wanted:
            return bound_s
    raise ClientFailed("the load generator reported no latencies; a shorter run than a second has none")


def part_of(used: Resources | None, share: float) -> Resources | None:
    """Return a share of what was used: CPU and bytes; the peak of memory is the whole's."""
    if used is None:
        return None
    return replace(
        used,
        cpu_s=used.cpu_s * share,
        read_bytes=round(used.read_bytes * share),
        written_bytes=round(used.written_bytes * share),
    )


def require(program: str, oldest: tuple[int, ...]) -> tuple[str, str]:
    """Return a program's path and version. Raises ClientMissing where it is not there or older than `oldest`."""
    path = shutil.which(program)
    if path is None:
        raise ClientMissing(f"{program} was not found; run: make engines, or install it and put it on PATH")
    version = _version(path)
    if tuple(int(n) for n in version.split(".")[: len(oldest)] if n) < oldest:
        wanted = ".".join(map(str, oldest))
        raise ClientMissing(f"{program} {version} is too old; install {program} {wanted} or newer: make engines")
    return path, version


def find(program: str, oldest: tuple[int, ...]) -> Found:
    """Look for a load generator, for `doctor`. Never raises for a missing one."""
    try:
        path, version = require(program, oldest)
    except ClientMissing as error:
        return Found(None, None, None, str(error))
    return Found("load generator", version, path)


def _version(path: str) -> str:
    said = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
    number = re.search(r"\d+(\.\d+)*", re.sub(r"\x1b\[[\d;]*m", "", said))  # some say it in colour
    return number.group() if number else ""


def run(
    argv: Sequence[str],
    folder: Path,
    limit_s: float,
    environment: Mapping[str, str] | None = None,
) -> tuple[str, float]:
    """Run a generator to its end; return what it printed, errors included, and its CPU seconds.

    Args:
        folder: where it runs.
        limit_s: seconds after which it is killed.

    Raises: ClientFailed with the line that says why, StatementTimeout where the time ran out.
    """
    name = Path(argv[0]).name
    before_s = children_cpu_s()
    try:
        ended = subprocess.run(
            argv, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True, timeout=limit_s,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise StatementTimeout(
            f"{name} got no answer for so long that it did not end within {limit_s:.0f} s"
        ) from error
    if ended.returncode:
        raise ClientFailed(f"{name} ended with code {ended.returncode}: {reason(ended.stdout.splitlines())}")
    return ended.stdout, children_cpu_s() - before_s


def reason(lines: Sequence[str]) -> str:
    """Return the line that says most: the first fatal one, else the last that is not empty."""
    said = [line.strip() for line in lines if line.strip()]
    fatal = [line for line in said if re.match(r"(FATAL|PANIC|fatal|pgbench: (error|fatal))\b", line)]
    return re.sub(r"^FATAL:\s*", "", (fatal or said[-1:] or ["it printed nothing"])[0])
