"""Feeding PostgreSQL rows by COPY: from a file, over several connections at once, or rows of any kind.

A COPY of which nothing moves for long, or a signal during one, has it cancelled and its connections closed.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from ..model import Rows
from .base import stopwatch, tuples
from .launch.watch import Watch
from .postgresql_client import watch
from .waves import load_in_waves

STALL_LIMIT_S = 600.0
"""A server under load takes nothing for seconds, while it syncs; one that takes nothing for so long hangs."""
_HELD_BYTES = 16 << 20


def from_file(connection: Any, table: str, text_file: Path) -> float:
    """Load a file over one connection in one transaction; return seconds."""
    with _watched([connection]) as over, stopwatch() as elapsed, text_file.open("rb") as file:
        with connection.cursor().copy(f"COPY {table} FROM STDIN") as copy:
            while block := file.read(1 << 20):
                copy.write(block)
                over.postpone()
    return elapsed[0]


def together(connections: Sequence[Any], table: str, rows: Rows) -> float:
    """Load over several connections at once, each its own transaction; return seconds, making the rows not counted.

    Text, not the binary format: tried side by side, binary was no faster and half as long again.
    """
    with _watched(connections) as over:
        copies = [connection.cursor().copy(f"COPY {table} FROM STDIN") for connection in connections]
        writers = [copy.__enter__() for copy in copies]

        def take(writer: Any, parts: Sequence[bytes]) -> None:
            for part in parts:
                writer.write(part)
                over.postpone()

        lanes = [lambda parts, w=writer: take(w, parts) for writer in writers]
        elapsed_s = load_in_waves(rows, rows.tsv, lanes)
        with stopwatch() as committing:
            for copy in copies:
                copy.__exit__(None, None, None)
    return elapsed_s + committing[0]


def of_any_kind(connection: Any, table: str, kinds: Sequence[str], rows: Rows) -> float:
    """Load rows in the binary format over one connection; return seconds, making and packing the rows not counted."""
    from psycopg.copy import LibpqWriter

    cursor = connection.cursor()
    with _watched([connection]) as over, ExitStack() as stack:
        held = _Held(LibpqWriter(cursor), over)
        copy = stack.enter_context(cursor.copy(f"COPY {table} FROM STDIN (FORMAT binary)", writer=held))
        copy.set_types(kinds)
        for part in range(rows.partitions):
            for row in tuples(rows.arrow(part)):
                copy.write_row(row)
    return held.elapsed_s


class _Held:
    """Hold packed rows back and send many at once: `elapsed_s` is what the sending took and the end of it."""

    def __init__(self, writer: Any, over: Watch) -> None:
        self.elapsed_s = 0.0
        self._writer = writer
        self._over = over
        self._held: list[bytes] = []
        self._bytes = 0

    def write(self, data: bytes) -> None:
        self._held.append(data)
        self._bytes += len(data)
        if self._bytes > _HELD_BYTES:
            self._send()

    def _send(self) -> None:
        with stopwatch() as elapsed:
            for data in self._held:
                self._writer.write(data)
        self.elapsed_s += elapsed[0]
        self._held.clear()
        self._bytes = 0
        self._over.postpone()

    def finish(self, error: BaseException | None = None) -> None:
        if error is None:
            self._send()
        with stopwatch() as elapsed:
            self._writer.finish(error)
        self.elapsed_s += elapsed[0]


@contextmanager
def _watched(connections: Sequence[Any]) -> Iterator[Watch]:
    with watch(connections, STALL_LIMIT_S) as over:
        try:
            yield over
        finally:
            if over.fired:
                for connection in connections:
                    connection.close()
