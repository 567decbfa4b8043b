"""sysbench: its own tests and scripts of ours, run against a server; what it prints, read.

Reads the reports of sysbench 1.0. A report it cannot read is an error, never a zero.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..engines.base import Address, Engine
from ..errors import ClientFailed
from ..meters import Meter
from ..model import Resources
from . import load
from .load import Load

OLDEST = (1, 0, 18)
SCRIPTS = Path(__file__).parent

Options = Mapping[str, str | int]

_SECOND = re.compile(r"\[ (\d+)s \] thds: \d+ tps: ([\d.]+) ")
_BUCKET = re.compile(r"^\s*([\d.]+) \|\**\s+(\d+)$", re.MULTILINE)
_FIGURES = {
    "throughput": re.compile(r"^\s*transactions:\s+\d+\s+\(([\d.]+) per sec\.\)$", re.MULTILINE),
    "transactions": re.compile(r"^\s*transactions:\s+(\d+)\s", re.MULTILINE),
    "errors": re.compile(r"^\s*ignored errors:\s+(\d+)\s", re.MULTILINE),
    "reconnects": re.compile(r"^\s*reconnects:\s+(\d+)\s", re.MULTILINE),
}


class Sysbench:
    """sysbench against one server.

    `folder` is for its configuration, which holds the password and so is private; `session` are settings every
    connection makes, PostgreSQL's alone.
    """

    def __init__(self, address: Address, folder: Path, session: Mapping[str, str] | None = None) -> None:
        self._program = load.require("sysbench", OLDEST)[0]
        self._folder = folder
        self._config = folder / "sysbench.cfg"
        self._config.touch(mode=0o600)
        self._config.write_text("".join(f"{name}={value}\n" for name, value in _connection(address).items()))
        settings = {"search_path": f"{address.namespace}", **(session or {})}
        # libpq takes what sysbench has no option for from the environment
        self._environment = {
            **os.environ,
            "PGOPTIONS": " ".join(f"-c {name}={value}" for name, value in settings.items()),
            "PGPASSWORD": address.password,
        }

    @classmethod
    def of(cls, engine: Engine, folder: Path, session: Mapping[str, str] | None = None) -> Sysbench:
        """Return sysbench against a system, with a folder of that system's below `folder`."""
        own = folder / engine.name
        own.mkdir(exist_ok=True)
        return cls(engine.client_address(), own, session)

    def prepare(self, test: str, options: Options, limit_s: float = 3600) -> None:
        """Create and fill the tables of a test. Raises ClientFailed."""
        load.run(self._argv(test, "prepare", options), self._folder, limit_s, self._environment)

    def cleanup(self, test: str, options: Options) -> None:
        """Drop the tables of a test. Raises ClientFailed."""
        load.run(self._argv(test, "cleanup", options), self._folder, 600, self._environment)

    def run(
        self,
        test: str,
        threads: int,
        seconds: float,
        warmup_s: int,
        options: Options,
        server: Sequence[int] = (),
        events: int = 0,
    ) -> Load:
        """Run a test and return what it gave after the warm-up.

        Args:
            test: the name of one of sysbench's own tests, or of a script of ours.
            seconds: how long to measure; with `events`, the longest it may take.
            warmup_s: whole seconds that count for nothing.
            server: process ids to sample the use of.
            events: end after so many; 0 for no such limit.

        Raises: ClientFailed.
        """
        whole_s = warmup_s + seconds
        wanted: dict[str, str | int] = {
            "threads": threads, "time": round(whole_s), "events": events,
            "report-interval": 1, "histogram": "on", **options,
        }  # fmt: skip
        if warmup_s:  # counters start anew there; the option for a warm-up is of a later version than Debian's
            wanted["report-checkpoints"] = warmup_s
        argv = self._argv(test, "run", wanted)
        with Meter(server) as meter:
            said, client_cpu_s = load.run(argv, self._folder, whole_s + load.GRACE_S, self._environment)
        return parse(said, warmup_s, meter.used, client_cpu_s)

    def _argv(self, test: str, command: str, options: Options) -> list[str]:
        script = SCRIPTS / f"{test}.lua"
        named = [f"--{name}={value}" for name, value in options.items()]
        return [
            self._program,
            f"--config-file={self._config}",
            *named,
            str(script) if script.exists() else test,
            command,
        ]


def _connection(address: Address) -> dict[str, str | int]:
    name = {"postgresql": "pgsql", "mysql": "mysql"}[address.protocol]
    options: dict[str, str | int] = {
        "db-driver": name, f"{name}-host": address.host, f"{name}-port": address.port,
        f"{name}-user": address.user, f"{name}-db": address.database,
    }  # fmt: skip
    if address.socket:
        options["mysql-socket"] = address.socket
    if address.password and name == "mysql":
        options["mysql-password"] = address.password
    return options


def parse(said: str, warmup_s: int = 0, server: Resources | None = None, client_cpu_s: float | None = None) -> Load:
    """Read what one run printed; with a warm-up the last report stands for what came after it. Raises ClientFailed."""
    reports = said.split("Latency histogram (values are in milliseconds)")
    figures = {}
    for name, pattern in _FIGURES.items():
        printed = pattern.findall(reports[-1])
        if not printed:
            raise ClientFailed(
                f"sysbench's report has no {name}; this package reads sysbench 1.0, it printed: {said.strip()[:200]!r}"
            )
        figures[name] = float(printed[-1])
    if figures["transactions"] == 0:
        raise ClientFailed("sysbench finished no transaction; measure for longer, or look at the server's log")
    series = dict[float, float]()
    for second, tps in _SECOND.findall(said):
        if int(second) > warmup_s:  # a line that comes late is named after the next second: it tells of the longer part
            series.setdefault(float(second) - warmup_s, float(tps))
    histogram = tuple(
        (float(ms) / 1000, int(n)) for ms, n in _BUCKET.findall(reports[-1].partition("SQL statistics")[0])
    )
    with_warmup = sum(map(int, _FIGURES["transactions"].findall(said)))
    share = figures["transactions"] / with_warmup
    return Load(
        throughput=figures["throughput"],
        transactions=int(figures["transactions"]),
        with_warmup=with_warmup,
        errors=int(figures["errors"]),
        reconnects=int(figures["reconnects"]),
        series=tuple(series.items()),
        histogram=histogram,
        server=load.part_of(server, share),
        client_cpu_s=None if client_cpu_s is None else client_cpu_s * share,
    )
