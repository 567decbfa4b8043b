"""YCSB's core workload with bindings of ours, in lib/ycsb: one generator for tables and documents alike.

What it prints and its logs of latencies are read; a run it cannot read is an error, never a zero.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from ..engines.base import Address, Engine
from ..engines.launch import maven
from ..errors import ClientFailed
from ..meters import Meter
from ..model import Resources
from . import hdr, load
from .hdr import Interval
from .load import Load

SOURCES = Path(__file__).resolve().parents[2] / "ycsb"
OLDEST_JAVA, OLDEST_MAVEN = (17,), (3, 6)
FIELDS, FIELD_BYTES = 4, 100
TABLE = "usertable"
"""What YCSB calls it."""
_LOAD_BATCH = 1000
_TAIL_S = 1
"""A run goes on for a second that counts for nothing: it ends when the last connection has been closed."""
_DRIVERS = {"mysql": ("mysql", "Rows"), "mariadb": ("mariadb", "Rows"), "postgresql": ("postgresql", "Jsonb")}
"""The protocol in an address of JDBC and the binding, by system; any other is asked by MongoDB's protocol."""
_OPTIONS = {
    # statements are prepared once on the server, as sysbench's are; a batch of inserts is one statement
    "mysql": "sslMode=PREFERRED&useServerPrepStmts=true&cachePrepStmts=true&rewriteBatchedStatements=true",
    "mariadb": "sslMode=disable&useServerPrepStmts=true&useBulkStmts=true",
    "postgresql": "currentSchema={namespace}&prepareThreshold=1&reWriteBatchedInserts=true",
}
_FACTORY = {"mysql": "dbreport.Local$ForMySql", "mariadb": "dbreport.Local", "postgresql": "dbreport.Local"}
_RETURNED = re.compile(r"^\[(READ|UPDATE|INSERT)\], Return=(\w+), (\d+)$", re.MULTILINE)
_TOOK_MS = re.compile(r"^\[OVERALL\], RunTime\(ms\), (\d+)$", re.MULTILINE)
_WELL = ("OK", "BATCHED_OK")

Options = Mapping[str, str | int | float]


def version() -> str:
    """Return the version of YCSB's core that lib/ycsb names."""
    return maven.pinned(SOURCES, "core")


class Ycsb:
    """YCSB against one system, None for a binding that does nothing.

    `folder` is for its logs and for its configuration, which holds the password and so is private. `synced` says
    whether a document counts as written once it is in a synced journal, which clients of MongoDB ask for by themselves.
    """

    def __init__(self, engine: Engine | None, folder: Path, synced: bool = True) -> None:
        self._java = load.require("java", OLDEST_JAVA)[0]
        self._classes = maven.class_path(SOURCES)
        self._folder = folder
        binding, socket, self._own = ("Nothing", "", {}) if engine is None else _binding(engine, synced)
        self._binding = f"dbreport.{binding}"
        self._socket = socket
        self._config = folder / "ycsb.properties"
        self._config.touch(mode=0o600)
        self._config.write_text("".join(f"{name}={_escaped(value)}\n" for name, value in self._own.items()), "ascii")

    @classmethod
    def of(cls, engine: Engine | None, folder: Path, synced: bool = True) -> Ycsb:
        """Return YCSB against a system, with a folder of that system's below `folder`."""
        own = folder / (engine.name if engine else "nothing")
        own.mkdir(exist_ok=True)
        return cls(engine, own, synced)

    def fill(self, records: int, options: Options, there: int = 0, limit_s: float = 3600) -> None:
        """Fill a table up to so many records, of which it has the first `there`, a thousand at a time.

        Raises: ClientFailed.
        """
        missing = records - there
        part = {"recordcount": records, "insertstart": there, "insertcount": missing}
        wanted = {**part, "dbreport.batch": _LOAD_BATCH, **options}
        said, _ = load.run(self._argv("-load", 1, wanted), self._folder, limit_s)
        done, failed = _returned(said)
        if failed or done != missing:
            raise ClientFailed(f"YCSB put in {done} of {missing} records: {load.reason(said.splitlines())}")

    def run(
        self,
        clients: int,
        seconds: float,
        warmup_s: int,
        options: Options,
        rate: int = 0,
        server: Sequence[int] = (),
    ) -> Load:
        """Run operations and return what they gave after the warm-up.

        Args:
            rate: operations a second that all clients together are to begin, whether the ones before have ended or
                not; their latency counts from when they were to begin. 0 for as many as each can do one after another.
            server: process ids to sample the use of.

        Raises: ClientFailed.
        """
        for log in self._folder.glob("*.hdr"):
            log.unlink()
        whole_s = warmup_s + round(seconds) + _TAIL_S
        wanted = {
            "maxexecutiontime": whole_s, "measurement.interval": "intended" if rate else "op",
            "hdrhistogram.output.path": f"{self._folder}/", **options,
        }  # fmt: skip
        argv = [*self._argv("-t", clients, wanted), "-s", *(("-target", str(rate)) if rate else ())]
        with Meter(server) as meter:
            said, client_cpu_s = load.run(argv, self._folder, whole_s + load.GRACE_S)
        return parse(said, self._folder, warmup_s, round(seconds), meter.used, client_cpu_s)

    def _argv(self, phase: str, clients: int, options: Options) -> list[str]:
        shape = {"fieldcount": FIELDS, "fieldlength": FIELD_BYTES}
        told = [part for name, value in (shape | dict(options)).items() for part in ("-p", f"{name}={value}")]
        return [
            self._java, f"-Ddbreport.socket={self._socket}", "-cp", self._classes, "site.ycsb.Client", phase,
            "-db", self._binding, "-threads", str(clients),
            "-P", str(SOURCES / "run.properties"), "-P", str(self._config), *told,
        ]  # fmt: skip


def _binding(engine: Engine, synced: bool) -> tuple[str, str, dict[str, str]]:
    """Return the binding for a system, its socket if it has one, and what the binding is told."""
    address = engine.client_address()
    if address.protocol == "mongodb":
        told = {"url": _mongodb(address), "database": address.database, "journal": str(synced).lower()}
        return "Documents", address.socket, {f"dbreport.{name}": value for name, value in told.items()}
    protocol, binding = _DRIVERS[engine.name]
    socket = address.socket
    if address.protocol == "postgresql" and address.host.startswith("/"):
        socket = f"{address.host}/.s.PGSQL.{address.port}"
    options = _OPTIONS[protocol].format(namespace=address.namespace)
    place = f"localhost/{address.database}" if socket else f"{address.host}:{address.port}/{address.database}"
    if socket:
        options = f"{options.replace('sslMode=PREFERRED', 'sslMode=DISABLED')}&socketFactory={_FACTORY[protocol]}"
    url = f"jdbc:{protocol}://{place}?{options}"
    return binding, socket, {"dbreport.url": url, "jdbc.user": address.user, "jdbc.password": address.password}


def _mongodb(address: Address) -> str:
    login = f"{quote(address.user, safe='')}:{quote(address.password, safe='')}@" if address.user else ""
    place = quote(address.socket, safe="") if address.socket else f"{address.host}:{address.port}"
    return f"mongodb://{login}{place}/?directConnection=true"


def _escaped(value: str) -> str:
    """Return a value as a file of Java's properties has it."""
    return "".join(c if c.isascii() and c.isprintable() and c != "\\" else f"\\u{ord(c):04x}" for c in value)


def parse(
    said: str,
    folder: Path,
    warmup_s: int,
    seconds: int,
    server: Resources | None = None,
    client_cpu_s: float | None = None,
) -> Load:
    """Read what one run printed and logged of the seconds that follow the warm-up. Raises ClientFailed."""
    logs = [hdr.read(path) for name in ("READ", "UPDATE", "INSERT") if (path := folder / f"{name}.hdr").exists()]
    every = [interval for log in logs for interval in log]
    done, failed = _returned(said)
    took = _TOOK_MS.search(said)
    if not done or not took:
        raise ClientFailed(f"YCSB finished no operation: {load.reason(said.splitlines())}")
    began_at = max(interval.ended_at for interval in every) - float(took[1]) / 1000
    counting: dict[int, list[Interval]] = {}
    for interval in every:  # each log is cut once a second, a moment after another's
        second = round(interval.ended_at - began_at) - warmup_s
        if 0 < second <= seconds:
            counting.setdefault(second, []).append(interval)
    counted = [interval for intervals in counting.values() for interval in intervals]
    buckets: Counter[int] = Counter()
    for interval in counted:
        buckets.update(dict(interval.counts))
    transactions, whole = buckets.total(), sum(interval.count for interval in every)
    if not transactions:
        raise ClientFailed("YCSB finished no operation after its warm-up; measure for longer")
    lasted_s = max(interval.ended_at for interval in counted) - min(interval.began_at for interval in counted)
    share = transactions / whole
    return Load(
        throughput=transactions / lasted_s,
        transactions=transactions,
        with_warmup=whole,
        errors=failed,
        reconnects=0,
        series=tuple((float(n), float(sum(i.count for i in counting[n]))) for n in sorted(counting)),
        histogram=tuple((highest / 1e6, n) for highest, n in sorted(buckets.items())),
        server=load.part_of(server, share),
        client_cpu_s=None if client_cpu_s is None else client_cpu_s * share,
    )


def _returned(said: str) -> tuple[int, int]:
    """Return how many operations YCSB counts as done well and as failed."""
    counted: Counter[bool] = Counter()
    for _, status, count in _RETURNED.findall(said):
        counted[status in _WELL] += int(count)
    return counted[True], counted[False]
