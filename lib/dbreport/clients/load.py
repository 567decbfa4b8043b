"""What a load generator gives, whichever it is, and how one is run and watched."""

from __future__ import annotations

import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from ..engines.base import Found
from ..errors import ClientFailed, ClientMissing, StatementTimeout
from ..measure import Meter, children_cpu_s, cpu_s_of
from ..model import Resources

GRACE_S = 60.0
"""What a generator may take beyond its own time: to connect, to wait for its last answers, to report."""


@dataclass(frozen=True, slots=True)
class Load:
    """What one run of a load generator gave, warm-up excluded.

    `series` holds (second, transactions per second); `histogram` (upper bound of the latency in seconds,
    transactions). `errors` were ignored and tried again. `server` is what it used meanwhile.
    `with_warmup` counts the transactions of the warm-up too, as a server's own counters do.
    """

    throughput: float
    transactions: int
    with_warmup: int
    errors: int
    reconnects: int
    series: tuple[tuple[float, float], ...]
    histogram: tuple[tuple[float, int], ...]
    server: Resources | None = None
    client_cpu_s: float | None = None

    def latency(self, share: float) -> float:
        """Return the latency in seconds that this share of the transactions stayed within: 0.95 for p95."""
        wanted, seen = share * sum(n for _, n in self.histogram), 0
        for bound_s, n in self.histogram:
            seen += n
            if seen >= wanted:
                return bound_s
        raise ClientFailed("the load generator reported no latencies; a shorter run than a second has none")


class Watch:
    """What server and generator use from the end of the warm-up to the generator's end."""

    def __init__(self, server: Sequence[int]) -> None:
        self._meter = Meter(server)
        self._stack = ExitStack()
        self._client_s: float | None = None

    def begin(self, client: int) -> None:
        """Begin, at the first call; `client` is the generator's process id."""
        if self._client_s is None:
            self._client_s = cpu_s_of(client)
            self._stack.enter_context(self._meter)

    def end(self, client_cpu_s: float) -> tuple[Resources | None, float | None]:
        """Return what the server used and the generator's CPU seconds, of which it had used `client_cpu_s` in all."""
        self._stack.close()
        return self._meter.used, None if self._client_s is None else client_cpu_s - self._client_s


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
    found = re.search(r"\d+(\.\d+)*", said)
    return found.group() if found else ""


def run(
    argv: Sequence[str],
    folder: Path,
    limit_s: float,
    environment: Mapping[str, str] | None = None,
    heard: Callable[[str, int], None] = lambda line, pid: None,
) -> tuple[str, float]:
    """Run a generator to its end; return what it printed, errors included, and its CPU seconds.

    Args:
        folder: where it runs.
        limit_s: seconds after which it is killed.
        heard: called with every line as it is printed, and the process id.

    Raises: ClientFailed with the line that says why, StatementTimeout where the time ran out.
    """
    name = Path(argv[0]).name
    process = subprocess.Popen(
        argv, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace", bufsize=1, start_new_session=True,
    )  # fmt: skip
    late = threading.Event()
    before_s = children_cpu_s()

    def kill() -> None:
        late.set()
        process.kill()

    timer = threading.Timer(limit_s, kill)
    timer.start()
    lines = []
    try:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            heard(line, process.pid)
        process.wait()
    finally:
        timer.cancel()
        if process.poll() is None:
            process.kill()
            process.wait()
    if late.is_set():
        raise StatementTimeout(f"{name} got no answer for so long that it did not end within {limit_s:.0f} s")
    if process.returncode:
        raise ClientFailed(f"{name} ended with code {process.returncode}: {_reason(lines)}")
    return "".join(lines), children_cpu_s() - before_s


def _reason(lines: Sequence[str]) -> str:
    """Return the line that says most: the first fatal one, else the last that is not empty."""
    said = [line.strip() for line in lines if line.strip()]
    fatal = [line for line in said if re.match(r"(FATAL|PANIC|fatal|pgbench: (error|fatal))\b", line)]
    return re.sub(r"^FATAL:\s*", "", (fatal or said[-1:] or ["it printed nothing"])[0])
