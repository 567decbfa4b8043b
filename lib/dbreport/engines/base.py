"""The contract every system fulfils. A runner knows systems by this module alone.

Not here: how a server process is started (`launch`), how long to repeat (`measure`).
"""

import shutil
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from ..errors import Unsupported
from ..model import Column, Durability, Index, Profile, Rows, Table, Way
from .dialect import Dialect
from .setup import Setup
from .systems import SYSTEMS, System

MARK = "made by dbreport, which drops it when it has measured"
"""What a schema, database or extension of ours says of itself on a server that has other things too."""

SHORTEST_S, LONGEST_S = 0.001, 1e6
"""The limits of time a statement can be given: what every system takes, from a millisecond to eleven days."""


SPARE_CONNECTIONS = 10
"""What a server is given beyond the clients: our own connection, those it keeps for its owner."""


@dataclass(frozen=True, slots=True)
class Found:
    """What `doctor` tells of a system: `how` is a launcher or `in process`; `hint` says what to install."""

    how: str | None
    version: str | None
    where: str | None
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a client of another make finds a server, and the namespace in which it may create things.

    `host` is a name, or for PostgreSQL the folder of the socket; `socket` is MySQL's, empty where a port is used.
    """

    protocol: str
    host: str
    port: int
    user: str
    password: str = field(repr=False)
    database: str
    namespace: str
    socket: str = ""


@dataclass(frozen=True, slots=True)
class Ran:
    """One statement that ran to its end: the whole answer had reached the client's memory at `elapsed_s`.

    `rows` and `digest` (`meters.digest_of_many`) are None unless asked for: turning rows into Python objects happens
    after the clock has stopped.
    """

    elapsed_s: float
    rows: list[tuple[Any, ...]] | None = None
    digest: str | None = None


class Verbs(ABC):
    """What a system with tables does, in this process or in a worker's."""

    @abstractmethod
    def version(self) -> str:
        """Return the version as the running system reports it, digits and dots first."""

    @abstractmethod
    def settings(self) -> dict[str, str]:
        """Return the effective settings as the system itself reports them. No secrets."""

    @abstractmethod
    def create(self, table: Table) -> None:
        """Create an empty table without any index, dropping one of the same name."""

    @abstractmethod
    def load(self, rows: Rows, way: Way, text_file: Path | None = None) -> float:
        """Load all rows into the existing, empty table; return seconds until they are durable.

        Plain reads `text_file` over one connection in one transaction; bulk streams `rows` from the
        generator the fastest supported way, over `bulk_connections` connections.
        """

    @abstractmethod
    def fill(self, rows: Rows) -> float:
        """Add rows to an existing table: any kind of column, NULLs, any text; return seconds until they are durable.

        Reading the rows and bringing them into the form the client takes is done with the clock stopped.
        """

    @abstractmethod
    def build_index(self, index: Index, timeout_s: float) -> float:
        """Create the index; return seconds until it is usable and durable."""

    @abstractmethod
    def drop_index(self, index: Index) -> None:
        """Drop the index; no error where it does not exist."""

    @abstractmethod
    def run(self, sql: str, timeout_s: float, fetch: bool = False, digest: bool = False) -> Ran:
        """Run one statement and receive its whole answer; return its rows, or their digest without keeping them.

        Raises StatementTimeout (cancelled by the system's own means first), StatementFailed, EngineDied.
        """

    @abstractmethod
    def explain(self, sql: str) -> str:
        """Return the plan as the system prints it, without running the statement."""

    @abstractmethod
    def analyze(self, table: Table) -> float:
        """Refresh statistics (and what the system's own housekeeping would soon do); return seconds."""

    @abstractmethod
    def checkpoint(self) -> float:
        """Write everything to its final place, so that no background work is left; return seconds."""

    @abstractmethod
    def size(self, table: Table) -> dict[str, int]:
        """Return bytes on disk after a checkpoint by part: `table`, `index`, `log`."""

    def attach(self, table: Table, files: Path) -> None:
        """Name a folder of Parquet files as a table for statements, until `remove`: a restart does not forget it.

        Raises Unsupported for a system that has to load them, StatementFailed.
        """
        raise Unsupported("it reads no Parquet files in place; they are loaded into a table of its own")

    def worked(self) -> dict[str, int]:
        """Return what the system has counted of its work on answers since its start: those that it tells.

        `rows_read`, `blocks_hit` in its own cache and `blocks_read`, `sort_passes` over what a sort had spilled,
        `spilled_bytes`, `cache_hits` of whole answers.
        """
        return {}


class Engine(Verbs):
    """One running (or startable) system with one table space of its own."""

    name: ClassVar[str]
    dialect: ClassVar[Dialect]
    """What it says its own way; those alone have one that speak SQL."""
    durable: ClassVar[frozenset[Durability]]
    """The classes of durability it can be set to."""
    ordered_index: ClassVar[str]
    """What stands for a B-tree."""
    columnar: ClassVar[bool] = False
    """Whether tables are stored by columns."""
    lacks: ClassVar[Mapping[Profile, str]] = {Profile.SOURCE: "the sources configured PostgreSQL and MySQL alone"}
    """The profiles it has not, and why."""
    source_cache_bytes: ClassVar[int] = 0
    """Memory the sources' own configuration gives its cache, whatever the machine has."""
    bulk_connections: int = 1
    """Connections a bulk load uses: more than one only where the system gains by it."""

    def __init__(self, setup: Setup) -> None:
        if setup.durability not in self.durable:
            raise Unsupported(f"{self.name} has no durability class {setup.durability}")
        if reason := self.lacks.get(setup.profile):
            raise Unsupported(f"{self.name} has no profile {setup.profile}: {reason}")
        self.setup = setup

    @classmethod
    def system(cls) -> System:
        """Return what the table of systems says of it."""
        return SYSTEMS[cls.name]

    # life ------------------------------------------------------------------------------------

    @classmethod
    @abstractmethod
    def find(cls, launcher: str | None = None) -> Found:
        """Look for the system without starting it. Never raises for a missing one."""

    def check(self) -> None:
        """Find out before rows are made whether it lets us in: connect and close, making nothing.

        Raises UsageError, AccessRefused, EngineDied. Nothing to find out where the system is started by us.
        """
        return

    def begin(self) -> bool:
        """Begin to start where that goes on by itself, and tell whether it does; `start` waits for the rest.

        Raises nothing: what went wrong is for `start` to tell.
        """
        return False

    @abstractmethod
    def start(self) -> None:
        """Start on `setup.folder` (made on the first start, kept on later ones) and wait until it answers.

        Raises EngineMissing, EngineStartFailed, AccessRefused.
        """

    @abstractmethod
    def stop(self) -> None:
        """Stop cleanly, keeping the data. Stopping twice is no error."""

    def remove(self) -> None:
        """Stop and delete everything that was made."""
        self.stop()
        shutil.rmtree(self.setup.folder, ignore_errors=True)

    @abstractmethod
    def pids(self) -> tuple[int, ...]:
        """Return the root process ids to sample resources of; empty where they are not ours to see."""

    def launched(self) -> str:
        """Return how it was started: `external`, `native`, `container` or `in process`."""
        return "in process"

    # facts -----------------------------------------------------------------------------------

    def requested(self) -> dict[str, Any]:
        """Return the settings it is started with for its profile, class of durability and clients. No paths."""
        return {}

    def promised(self) -> Durability:
        """Return the class of durability the running system's own settings make."""
        return self.setup.durability

    def spill_folders(self) -> Sequence[Path]:
        """Return the folders it spills into, where it does not count that itself."""
        return (self.setup.spill,)

    def ping(self) -> None:
        """Have it answer something small. Raises EngineDied and others where it does not."""
        self.run("SELECT 1", 10)

    def counters(self) -> dict[str, int]:
        """Return what the system has counted since its start: `log_bytes`, `log_syncs`; those it tells."""
        return {}

    def client_address(self) -> Address:
        """Return where a load generator finds the server. Raises Unsupported for a system without one."""
        raise Unsupported(f"{self.name} lives inside its client's process; a load generator cannot connect to it")

    def examined(self, sql: str, timeout_s: float) -> dict[str, int]:
        """Run a statement once and return what it read: `rows_read`, `pages_hit` in the system's cache, `pages_read`.

        Raises Unsupported for a system that does not tell, StatementTimeout.
        """
        raise Unsupported(f"{self.name} does not tell how many rows a statement reads")

    def reset(self, table: Table) -> None:
        """Bring the table back to empty and without index."""
        self.create(table)


def column_list(table: Table, type_of: Callable[[Column], str]) -> str:
    """Return the columns and the primary key as they stand between the brackets of CREATE TABLE."""
    parts = [f"{c.name} {type_of(c)}{'' if c.nullable else ' NOT NULL'}" for c in table.columns]
    if table.primary_key:
        parts.append(f"PRIMARY KEY ({', '.join(table.primary_key)})")
    return ", ".join(parts)


def tuples(batch: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of an Arrow record batch as Python values."""
    return zip(*(column.to_pylist() for column in batch.columns), strict=True)


@contextmanager
def stopwatch() -> Iterator[list[float]]:
    """Time a block: the list's one element is the elapsed seconds once the block has ended."""
    elapsed = [0.0]
    begin = time.perf_counter()
    try:
        yield elapsed
    finally:
        elapsed[0] = time.perf_counter() - begin
