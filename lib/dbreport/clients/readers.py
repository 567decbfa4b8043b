"""readers: our own program that has many connections ask one system at once. Its request, and its lines of JSON."""

import json
import math
import subprocess
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from ..engines.base import Address, Engine, Found
from ..engines.launch import golang
from ..errors import ClientFailed, ClientMissing, EngineMissing, StatementTimeout, WrongAnswer
from .load import Histogram, percentile

SOURCES = Path(__file__).resolve().parents[2] / "readers"
_GRACE_S = 120.0
_STEP = 1.05
"""A bucket of the histogram is so many times as wide as the one before it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What readers ask. The statements go round: a connection asks its own again and again.

    Each asks `times`, or until `lasting_s` seconds after the release of all. `write` is said by one more connection
    every `write_every_s` seconds, with another number for its `{n}` each time.
    """

    statements: tuple[str, ...]
    connections: int = 1
    times: int = 1
    lasting_s: float = 0.0
    session: tuple[str, ...] = ()
    skip: tuple[str, ...] = ()
    write: str = ""
    write_every_s: float = 1.0
    limit_s: float = 300.0


@dataclass(frozen=True, slots=True)
class Answered:
    """What readers were answered: seconds of each answer, and of all from the release to the last.

    `digest` is of the answers to all statements, `rows` and `answer_bytes` are those of the largest answer. `cpu_s` and
    `peak_memory_bytes` are the program's own: SQLite's too, which lives in it.
    """

    latencies_s: tuple[float, ...]
    duration_s: float
    digest: str
    rows: int
    answer_bytes: int
    cpu_s: float
    peak_memory_bytes: int
    writes: int
    writes_refused: int

    @property
    def mean_s(self) -> float:
        return sum(self.latencies_s) / len(self.latencies_s)

    def latency(self, share: float) -> float:
        """Return the latency in seconds that this share of the answers stayed within: 0.95 for p95."""
        return percentile(tuple((latency, 1) for latency in sorted(self.latencies_s)), share)

    @property
    def histogram(self) -> Histogram:
        """Answers by the upper bound of their latency; each bound is a twentieth above the one before it."""
        steps = Counter(math.ceil(math.log(max(latency, 1e-9), _STEP)) for latency in self.latencies_s)
        return tuple((_STEP**step, count) for step, count in sorted(steps.items()))


class Readers:
    """The program, built. Raises ClientMissing without a Go that can build it, EngineStartFailed."""

    def __init__(self) -> None:
        try:
            self._program = golang.build(SOURCES)
        except EngineMissing as error:
            raise ClientMissing(str(error)) from error

    def about(self) -> dict[str, str]:
        """Return the drivers it was built with, by protocol."""
        said = subprocess.run([self._program, "-about"], capture_output=True, text=True)
        if said.returncode:
            raise ClientFailed(said.stderr.strip())
        return dict(json.loads(said.stdout))

    def ask(self, engine: Engine, asked: Asked) -> Answered:
        """Have readers ask a system. Raises ClientFailed, StatementTimeout, WrongAnswer."""
        address = engine.client_address()
        session = (f"SET search_path TO {address.namespace}",) if address.protocol == "postgresql" else ()
        return self._run(address.protocol, connected(address), asked, session)

    def ask_nothing(self, rows: int, row_bytes: int, asked: Asked) -> Answered:
        """Have readers ask no system: an answer of so many rows lies in memory. It takes what the program does."""
        return self._run("null", f"{rows} {row_bytes}", asked, ())

    def _run(self, system: str, address: str, asked: Asked, session: Sequence[str]) -> Answered:
        request = {"system": system, "address": address} | asdict(asked) | {"session": [*session, *asked.session]}
        limit_s = asked.limit_s * max(asked.times, 1) + asked.lasting_s + _GRACE_S
        try:
            done = subprocess.run(
                [self._program], input=json.dumps(request), capture_output=True, text=True, timeout=limit_s
            )
        except subprocess.TimeoutExpired as error:
            raise StatementTimeout(f"readers did not end within {limit_s:.0f} s") from error
        if done.returncode:
            said = done.stderr.strip() or f"readers ended with code {done.returncode} and said nothing"
            raise (StatementTimeout if "no answer within" in said else ClientFailed)(said)
        return parse(done.stdout, len(asked.statements))


def connected(address: Address) -> str:
    """Return an address as the driver of its protocol reads it."""
    if address.protocol == "sqlite":
        return f"file:{address.database}"
    if address.protocol == "firebird":
        where = f"{address.user}:{address.password}@{address.host}:{address.port}/{address.database}"
        return f"{where}?auth_plugin_name=Srp&wire_crypt=false"  # nobody else's answers are encrypted either
    if address.protocol == "mysql":
        where = f"unix({address.socket})" if address.socket else f"tcp({address.host}:{address.port})"
        return f"{address.user}:{address.password}@{where}/{address.database}"
    parts = {"host": address.host, "port": str(address.port), "user": address.user, "dbname": address.database}
    parts |= {"password": address.password} if address.password else {}
    return " ".join(f"{name}='{_escaped(value)}'" for name, value in parts.items())


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("'", "\\'")


def parse(said: str, statements: int) -> Answered:
    """Read what one run printed. Raises ClientFailed for a run that is not whole, WrongAnswer for one that wavers."""
    try:
        *lines, last = [json.loads(line) for line in said.splitlines()]
        if last["event"] != "whole":
            raise ValueError(last["event"])
        digests: dict[int, tuple[int, int]] = {}
        for line in lines:
            answer = (line["rows"], line["digest"])
            if digests.setdefault(line["connection"] % statements, answer) != answer:
                raise WrongAnswer("one statement was answered in two ways within one run")
        return Answered(
            tuple(line["latency_s"] for line in lines), last["duration_s"], _digest(digests),
            max(line["rows"] for line in lines), max(line["bytes"] for line in lines),
            last["cpu_s"], last["peak_memory_bytes"], last["writes"], last["writes_refused"],
        )  # fmt: skip
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise ClientFailed(f"readers printed what cannot be read ({error!r}): {said.strip()[-200:]!r}") from error


def _digest(digests: dict[int, tuple[int, int]]) -> str:
    """Return the digest of several statements' answers, in the order of the statements; of one, its own."""
    told = [f"{rows}:{digest:08x}" for _, (rows, digest) in sorted(digests.items())]
    return told[0] if len(told) == 1 else f"{len(told)} × {zlib.crc32(' '.join(told).encode()):08x}"


def find() -> Found:
    """Tell whether the program can be built here, for `doctor`."""
    go = golang.toolchain(SOURCES)
    if go is None:
        return Found(None, None, None, golang.HINT.format(oldest=golang.oldest(SOURCES)))
    return Found("load generator", go.version, "lib/readers, built by Go")
