"""Feeding rows in: LOAD DATA LOCAL from memory by pipes, no copy on disk; INSERTs for rows no text file can hold."""

import fcntl
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from ..model import Rows
from .base import stopwatch, tuples
from .waves import load_in_waves


class Pipe:
    """A pipe that LOAD DATA LOCAL reads as if it were a file, without a name on disk.

    Unlike a named pipe it can be opened before or after the other end was closed: a LOAD that fails
    before it opens its file leaves nobody waiting.
    """

    def __init__(self) -> None:
        self._read, self._write = os.pipe()
        with suppress(AttributeError, OSError):  # fewer switches between writer and reader; Linux only
            fcntl.fcntl(self._write, fcntl.F_SETPIPE_SZ, 1 << 20)
        self.path = f"/dev/fd/{self._read}"

    def write(self, parts: Iterable[bytes]) -> None:
        """Write whole parts. Raises BrokenPipeError when the reader is gone."""
        for part in parts:
            left = memoryview(part)
            while left:
                left = left[os.write(self._write, left) :]

    def end_reading(self) -> None:
        os.close(self._read)

    def end_writing(self) -> None:
        os.close(self._write)


def load_together(load_one: Callable[[Any, str], int], connections: Sequence[Any], rows: Rows) -> tuple[int, float]:
    """Have every connection read its share of the rows from a pipe; return rows taken in and seconds.

    `load_one` runs the statement on a connection and the path of its pipe, and returns the rows it took in.
    """
    failures: list[BaseException] = []
    loaded: list[int] = []
    pipes = [Pipe() for _ in connections]
    ended = [threading.Event() for _ in connections]

    def load_share(connection: Any, pipe: Pipe, over: threading.Event) -> None:
        try:
            loaded.append(load_one(connection, pipe.path))
        except BaseException as error:
            failures.append(error)
        finally:
            pipe.end_reading()  # a writer still at work learns of a failure by that
            over.set()

    for share in zip(connections, pipes, ended, strict=True):
        threading.Thread(target=load_share, args=share).start()
    seconds = 0.0
    try:
        seconds = load_in_waves(rows, rows.tsv, [pipe.write for pipe in pipes])
    except BrokenPipeError:
        pass  # whoever read has failed and says why
    finally:
        with stopwatch() as finishing:
            for pipe in pipes:
                pipe.end_writing()
            _wait(ended)
    if failures:
        raise failures[0]
    return sum(loaded), seconds + finishing[0]


def _wait(ended: Sequence[threading.Event]) -> None:
    """Wait for every end, also where a signal comes before: it is raised when nothing of ours is left running.

    Until then statements are being cancelled, one that began after the signal, too. A thread that is joined would not
    do: Python 3.11 takes it for ended when its join is interrupted.
    """
    try:
        for one in ended:
            one.wait()
    except BaseException:
        for one in ended:
            one.wait()
        raise


_STATEMENT_CHARACTERS = 1 << 20


def insert_statements(rows: Rows, quoted: Callable[[str], bytes]) -> Iterator[str]:
    """Yield INSERT statements of about a megabyte for rows of any kind; `quoted` makes a literal of a text."""

    def literal(value: Any) -> str:
        if value is None:
            return "NULL"
        if isinstance(value, bytes):
            return f"x'{value.hex()}'"
        if isinstance(value, datetime):
            return f"'{value:%Y-%m-%d %H:%M:%S.%f}'"
        return quoted(value).decode() if isinstance(value, str) else repr(value)

    head = f"INSERT INTO {rows.table.name} VALUES "
    values: list[str] = []
    length = 0
    for part in range(rows.partitions):
        for row in tuples(rows.arrow(part)):
            values.append(f"({', '.join(map(literal, row))})")
            length += len(values[-1])
            if length > _STATEMENT_CHARACTERS:
                yield head + ", ".join(values)
                values, length = [], 0
    if values:
        yield head + ", ".join(values)
