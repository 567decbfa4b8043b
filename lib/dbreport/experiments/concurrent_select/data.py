"""Pages found at places: the source's table of 2008, about a kilobyte a row.

Made in partitions that depend on nothing but seed, count and their own number. A place has some two thousand rows,
which lie all over the table: the answer to the source's question is about two megabytes, but less at smoke. No two
pages have one moment of creation, and moments are in another order than ids, so that sorting by them is work and has
one result.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import pyarrow as pa

from ...datasets.fingerprint import fingerprint, values_of
from ...errors import UsageError
from ...model import Column, Index, Table
from .jobs import CONNECTIONS, STATEMENT

PARTITION_ROWS = 10_000
ROWS_PER_PLACE = 2000
ROW_BYTES = 1000
"""About what a row of an answer has."""

_LENGTHS = {"var1": (40, 80), "var2": (40, 120), "var3": (600, 800), "var4": (60, 150)}
"""Characters of the texts; the source prints their types alone."""
_FIRST_US = 1_104_537_600_000_000
"""2005-01-01 UTC: by 2008 there were pages of three years."""
_SPAN_US = 3 * 365 * 86_400 * 1_000_000
_STRIDE = 2_654_435_761
"""A prime above any count: one after another the multiples of it fall everywhere, and never twice in one place."""
_WORDS = "apple bread cloud delta ember field glass house inlet jolly kneel lemon metal night ocean paper".split()
_TOWNS = "Beijing Shanghai Guangzhou Shenzhen Chengdu Hangzhou Wuhan Nanjing Xiamen Harbin Kunming Dalian".split()
_TEXT_WORDS = 1 << 17


@lru_cache(maxsize=1)
def _text() -> str:
    """Return a long text, pieces of which are the values: cut anywhere, hardly two are alike."""
    rng = np.random.default_rng(4096)
    return " ".join(_WORDS[n] for n in rng.integers(0, len(_WORDS), _TEXT_WORDS))


@dataclass(frozen=True, slots=True)
class Pages:
    """`count` pages from `seed`, for a table of any `name`. Raises UsageError for fewer than a row for each reader.

    `longest_text` is how many characters the column of long texts is made for; the texts have fewer in any case.
    """

    count: int
    seed: int = 1
    name: str = "pages"
    longest_text: int = 65_535

    def __post_init__(self) -> None:
        if self.count < CONNECTIONS:
            raise UsageError(f"{self.count} rows cannot be measured; give at least {CONNECTIONS}")

    @property
    def table(self) -> Table:
        texts = (Column("var1", "text", 255), Column("var2", "text", 255), Column("var3", "text", self.longest_text))
        rest = (Column("place", "text", 255), Column("var4", "text", 255), Column("created", "timestamp"))
        return Table(self.name, (Column("id", "int64"), *texts, *rest), ("id",))

    @property
    def index(self) -> Index:
        return Index(f"{self.name}_place", self.name, ("place",))

    @property
    def places(self) -> int:
        return max(self.count // ROWS_PER_PLACE, CONNECTIONS + 1)  # one that nobody asks for

    @property
    def rows_per_place(self) -> int:
        return self.count // self.places

    @property
    def partitions(self) -> int:
        return -(-self.count // PARTITION_ROWS)

    def place(self, number: int) -> str:
        return f"{_TOWNS[number % len(_TOWNS)]} {number:05d}"

    def statements(self, different: int = 1) -> tuple[str, ...]:
        """Return the question asked of so many places, which lie evenly among all."""
        return tuple(STATEMENT.format(table=self.name, place=self.place(n)) for n in self._asked(different))

    def _asked(self, different: int) -> list[int]:
        return [n * self.places // different + self.places // (2 * different) for n in range(different)]

    def row_elsewhere(self) -> int:
        """Return the id of a row that no answer holds."""
        asked = {self.place(n) for n in self._asked(1) + self._asked(CONNECTIONS)}
        first = self.arrow(0)
        found = zip(first.column("id").to_pylist(), first.column("place").to_pylist(), strict=True)
        return next((number for number, place in found if place not in asked), 1)

    def arrow(self, partition: int) -> pa.RecordBatch:
        """Return one partition as Arrow columns."""
        first = partition * PARTITION_ROWS
        ids = np.arange(first + 1, first + 1 + min(PARTITION_ROWS, self.count - first))
        rng = np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(partition,)))
        columns: dict[str, pa.Array] = {"id": pa.array(ids)}
        for name, (shortest, longest) in _LENGTHS.items():
            lengths = rng.integers(shortest, longest + 1, len(ids))
            starts = rng.integers(0, len(_text()) - longest, len(ids))
            columns[name] = pa.array([_text()[a : a + n] for a, n in zip(starts, lengths, strict=True)])
        found = rng.integers(0, self.places, len(ids))
        columns["place"] = pa.array([self.place(int(n)) for n in found])
        moments = _FIRST_US + ids * _STRIDE % self.count * (_SPAN_US // self.count // 1_000_000 * 1_000_000)
        columns["created"] = pa.array(moments, pa.timestamp("us", "UTC"))
        return pa.record_batch({c.name: columns[c.name] for c in self.table.columns})

    def tsv(self, partition: int) -> bytes:
        """Return one partition as text, fields separated by tabs."""
        rows = zip(*(column.to_pylist() for column in self.arrow(partition).columns), strict=True)
        return "".join("\t".join(map(str, row)) + "\n" for row in rows).encode()

    def fingerprint(self) -> str:
        """Return what tells these rows from others: counts, seed, the first values of the first and last partition."""
        parts = values_of(map(self.arrow, sorted({0, self.partitions - 1})))
        return fingerprint("pages", self.count, self.seed, *parts)

    def write(self, path: Path, progress: Callable[[int], None] = lambda rows: None) -> str:
        """Write nothing but the digest of all rows, and return it."""
        digest = hashlib.blake2b(digest_size=16)
        for part in range(self.partitions):
            batch = self.arrow(part)
            for column in batch.columns:
                for buffer in column.buffers():
                    digest.update(buffer or b"")
            progress(batch.num_rows)
        path.write_text(digest.hexdigest())
        return digest.hexdigest()
