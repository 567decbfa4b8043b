"""The engine inside a worker process, and what such engines share. Not here: the worker itself (`worker`)."""

import os
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from ...errors import EngineDied, StatementFailed, StatementTimeout
from ...model import Index, Table
from ..base import Verbs, stopwatch
from ..setup import Setup

Kinds = type[BaseException] | tuple[type[BaseException], ...]


def sync_files(folder: Path) -> None:
    """Sync every file below a folder and the folders themselves, and nothing else on the machine.

    What goes meanwhile is passed over: parts that a merge has replaced do, and whole folders of them.
    """
    for below, _, names in os.walk(folder):
        for path in (below, *(os.path.join(below, name) for name in names)):
            try:
                handle = os.open(path, os.O_RDONLY)
            except FileNotFoundError:
                continue
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


@contextmanager
def driver_errors(name: str, stopped: Kinds, broken: Kinds, failed: Kinds) -> Iterator[None]:
    """Turn a driver's exceptions into ours: of a cancelled statement, of a database gone, of any other failure."""
    try:
        yield
    except stopped as error:
        raise StatementTimeout(f"{name} was interrupted at the time limit") from error
    except broken as error:
        raise EngineDied(f"{name} gave up its database: {error}") from None
    except failed as error:
        raise StatementFailed(f"{name}: {error}") from None


class Inner(Verbs):
    """The engine inside the worker; its errors are ours. Imports its driver when it is made."""

    @abstractmethod
    def __init__(self, setup: Setup) -> None: ...

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def cancel(self) -> None:
        """Interrupt the running statement; called from another thread."""


class Connected(Inner):
    """An engine on one connection of a driver such as Python's own for SQLite."""

    _connection: Any

    def close(self) -> None:
        self._connection.close()

    def cancel(self) -> None:
        self._connection.interrupt()

    @abstractmethod
    def _mapped(self) -> AbstractContextManager[None]:
        """Turn the driver's errors in a block into ours."""

    def _all(self, sql: str) -> list[tuple[Any, ...]]:
        with self._mapped():
            return self._connection.execute(sql).fetchall()

    def build_index(self, index: Index, timeout_s: float) -> float:
        return self.run(f"CREATE INDEX {index.name} ON {index.table} ({', '.join(index.columns)})", timeout_s).elapsed_s

    def drop_index(self, index: Index) -> None:
        self._all(f"DROP INDEX IF EXISTS {index.name}")

    def analyze(self, table: Table) -> float:
        with stopwatch() as elapsed:
            self._all(f"ANALYZE {table.name}")
        return elapsed[0]
