"""The engine inside a worker process, and what such engines share. Not here: the worker itself (`worker`)."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ...errors import EngineDied, StatementFailed, StatementTimeout
from ...model import Index, Rows, Table, Way
from ..base import Ran, Setup

Kinds = type[BaseException] | tuple[type[BaseException], ...]


def sync_files(folder: Path) -> None:
    """Sync every file below a folder and the folders themselves, and nothing else on the machine."""
    for path in (folder, *folder.rglob("*")):
        try:
            handle = os.open(path, os.O_RDONLY)
        except FileNotFoundError:  # a merge has just replaced it
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


class Inner(ABC):
    """The engine inside the worker: the verbs of `Engine`, errors of ours. Imports its driver when it is made."""

    @abstractmethod
    def __init__(self, setup: Setup) -> None: ...

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def cancel(self) -> None:
        """Interrupt the running statement; called from another thread."""

    @abstractmethod
    def version(self) -> str: ...

    @abstractmethod
    def settings(self) -> dict[str, str]: ...

    @abstractmethod
    def create(self, table: Table) -> None: ...

    @abstractmethod
    def load(self, rows: Rows, way: Way, text_file: Path | None) -> float: ...

    @abstractmethod
    def fill(self, rows: Rows) -> float: ...

    @abstractmethod
    def build_index(self, index: Index, timeout_s: float) -> float: ...

    @abstractmethod
    def drop_index(self, index: Index) -> None: ...

    @abstractmethod
    def run(self, sql: str, timeout_s: float, fetch: bool, digest: bool = False) -> Ran: ...

    @abstractmethod
    def explain(self, sql: str) -> str: ...

    @abstractmethod
    def analyze(self, table: Table) -> float: ...

    @abstractmethod
    def checkpoint(self) -> float: ...

    @abstractmethod
    def size(self, table: Table) -> dict[str, int]: ...
