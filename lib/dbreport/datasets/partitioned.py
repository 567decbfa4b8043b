"""Seeded rows made in partitions that depend on nothing but seed, count and their own number.

So several connections or processes can each make their share, and memory does not grow with the count.
"""

import hashlib
import io
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue
from typing import Any, ClassVar, TypeVar

import numpy as np
import pyarrow as pa

from ..model import Table
from .fingerprint import fingerprint, values_of

T = TypeVar("T")
Whole = np.ndarray[Any, np.dtype[np.int64]]


class Partitioned(ABC):
    """`count` rows of `table` from `seed`: a subclass is a dataclass of these, and makes one partition."""

    __slots__ = ()

    PARTITION_ROWS: ClassVar[int] = 500_000

    count: int
    seed: int
    table: Table

    @abstractmethod
    def arrow(self, partition: int) -> pa.RecordBatch:
        """Return one partition, its columns in the table's order."""

    @property
    def partitions(self) -> int:
        return -(-self.count // self.PARTITION_ROWS)

    def numbers(self, partition: int) -> Whole:
        """Return the numbers of a partition's rows, from 0 on."""
        first = partition * self.PARTITION_ROWS
        return np.arange(first, min(first + self.PARTITION_ROWS, self.count))

    def generator(self, partition: int) -> np.random.Generator:
        """Return what draws a partition's values."""
        return np.random.Generator(np.random.SFC64(np.random.SeedSequence(self.seed, spawn_key=(partition,))))

    def tsv(self, partition: int) -> bytes:
        """Return one partition as text, fields separated by tabs; no field may hold a tab, quote or backslash."""
        import polars as pl  # here: the workers of systems that take Arrow go without its memory

        out = io.BytesIO()
        frame = pl.DataFrame(self.arrow(partition))
        frame.write_csv(out, include_header=False, separator="\t", quote_style="never")
        return out.getvalue()

    def fingerprint(self) -> str:
        """Return what tells these rows from others: counts, seed, the first values of the first and last partition."""
        parts = values_of(map(self.arrow, sorted({0, self.partitions - 1})))
        return fingerprint(self.table.name, self.count, self.seed, *parts)

    def digest(self, progress: Callable[[int], None], take: Callable[[bytes], object] = lambda text: None) -> str:
        """Return the digest of all rows as text (BLAKE2b, 128 bits), each partition of which is handed to `take`."""
        digest = hashlib.blake2b(digest_size=16)
        for part, text in enumerate(ahead(self.tsv, self.partitions)):
            take(text)
            digest.update(text)
            progress(len(self.numbers(part)))
        return digest.hexdigest()

    def write(self, path: Path, progress: Callable[[int], None] = lambda rows: None) -> str:
        """Write nothing but the digest of all rows, and return it."""
        path.write_text(self.digest(progress))
        return path.read_text()


def zipf(rng: np.random.Generator, rows: int, things: int) -> Whole:
    """Draw which of `things`, from 0 on, each row is about: the n-th most popular about 1 / n times as often.

    The logarithm is drawn uniformly, and so P(thing < n) = log(n + 1) / log(things + 1): Zipf's law with exponent 1.
    """
    return np.minimum(((things + 1) ** rng.random(rows)).astype(np.int64) - 1, things - 1)


def ahead(make: Callable[[int], T], parts: int) -> Iterator[T]:
    """Yield `make(0) … make(parts - 1)`, each made in a second thread while the one before is in use."""
    made: Queue[T | BaseException] = Queue(maxsize=2)

    def produce() -> None:
        try:
            for part in range(parts):
                made.put(make(part))
        except BaseException as error:
            made.put(error)

    threading.Thread(target=produce, daemon=True).start()
    for _ in range(parts):
        item = made.get()
        if isinstance(item, BaseException):
            raise item
        yield item
