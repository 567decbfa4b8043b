"""Engines in a worker process that answer SQL over Parquet files and keep no table of their own."""

from abc import abstractmethod
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NoReturn

from ..errors import Unsupported
from ..meters import digest_of_many
from ..model import Durability, Table
from .base import Ran, stopwatch, tuples
from .dialect import Dialect, DocumentTable
from .launch.inner import Inner
from .launch.worker import WorkerEngine
from .setup import Setup


class FileReader(Inner):
    """A context that knows tables as folders of files; what an answer is made by is the engine's own."""

    def __init__(self, setup: Setup) -> None:
        setup.spill.mkdir(exist_ok=True)

    @abstractmethod
    def _mapped(self) -> AbstractContextManager[None]:
        """Turn the driver's errors in a block into ours."""

    @abstractmethod
    def _attach(self, name: str, files: Path) -> None: ...

    @abstractmethod
    def _arrow(self, sql: str) -> Any:
        """Return the whole answer as an Arrow table."""

    def attach(self, table: Table, files: Path) -> None:
        with self._mapped():
            self._attach(table.name, files)

    def run(self, sql: str, timeout_s: float, fetch: bool = False, digest: bool = False) -> Ran:
        with stopwatch() as elapsed, self._mapped():
            answer = self._arrow(sql)
        rows = (row for batch in answer.to_batches() for row in tuples(batch))
        return Ran(elapsed[0], list(rows) if fetch else None, digest_of_many(rows) if digest else None)

    def close(self) -> None:
        """Do nothing: the process ends."""

    def cancel(self) -> None:
        """Do nothing, where a client cannot interrupt: a statement that goes on is ended with its process."""

    def settings(self) -> dict[str, str]:
        return {}

    def _no_tables(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise Unsupported("it answers from files and keeps no table of its own")

    create = load = fill = build_index = drop_index = analyze = checkpoint = size = _no_tables


class FileDialect(Dialect):
    """What is said to a system without tables: nothing but questions."""

    def compact(self, table: str) -> str:
        return ""

    def ways_to_compress(self, kind: str) -> dict[str, DocumentTable]:
        return {}


class FileReading(WorkerEngine):
    """The engine outside its worker."""

    dialect = FileDialect()
    durable = frozenset(Durability)  # it writes nothing that is to last
    ordered_index = "none"
    columnar = True
