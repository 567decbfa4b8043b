"""Rows of a web server's request log: 23 columns, two text keys among them, mostly text, about 450 bytes a row.

The same rows in three layouts: all in columns, thirteen of them merged into one JSON document, most of them NULL.
Both keys together are the primary key and the only constraint, as in the source.
Made in partitions that depend on nothing but seed, count, layout and their own number.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from ...datasets.fingerprint import FIRST_ROWS, fingerprint, values_of
from ...errors import UsageError
from ...model import Column, Table

PARTITION_ROWS = 10_000


class Layout(StrEnum):
    COLUMNS = "columns"
    JSON = "json"
    NULLS = "nulls"


_KEYS = (Column("request", "text", 40), Column("visitor", "text", 16))
_KEPT = (
    Column("method", "text", 8),
    Column("host", "text", 64),
    Column("path", "text", 200),
    Column("status", "int32"),
    Column("bytes_sent", "int64"),
    Column("duration", "float64"),
    Column("agent", "text", 200),
    Column("referrer", "text", 200),
)
_MERGED = (
    *(Column(name, "text", 100) for name in ("query", "city", "protocol", "encoding", "session", "campaign", "source")),
    *(Column(name, "text", 100) for name in ("medium", "device", "platform", "browser", "screen")),
    Column("score", "float64"),
)
_NOT_NULL = 5
"""Columns beside the keys that hold a value in the layout that is mostly NULL; the source does not say which did."""


def _table(layout: Layout) -> Table:
    columns = (*_KEPT, Column("details", "json")) if layout is Layout.JSON else (*_KEPT, *_MERGED)
    columns = tuple(Column(c.name, c.kind, c.max_length, nullable=True) for c in columns)
    return Table("requests", (*_KEYS, *columns), tuple(key.name for key in _KEYS))


_WORDS = "apple bread cloud delta ember field glass house inlet jolly kneel lemon metal night ocean paper".split()
_CITIES = "Beijing Shanghai Guangzhou Shenzhen Chengdu Hangzhou Wuhan Nanjing Xiamen Harbin Kunming Dalian".split()
_AGENTS = [
    f"Mozilla/5.0 ({system}) AppleWebKit/537.36 (KHTML, like Gecko) {browser}/{version}.0.{build} Safari/537.36"
    for system in ("Windows NT 10.0; Win64; x64", "Macintosh; Intel Mac OS X 10_15_7", "X11; Linux x86_64")
    for browser, version, build in (
        ("Chrome", 129, 6668),
        ("Edg", 128, 2739),
        ("Chrome", 126, 6478),
        ("OPR", 113, 5230),
    )
]


@dataclass(frozen=True, slots=True)
class LogRows:
    """`count` rows from `seed` in one layout; the values of a row are the same in every layout.

    Raises UsageError for fewer than one row.
    """

    count: int
    layout: Layout = Layout.COLUMNS
    seed: int = 1

    def __post_init__(self) -> None:
        if self.count < 1:
            raise UsageError(f"{self.count} rows cannot be measured; give at least 1")

    @property
    def table(self) -> Table:
        return _table(self.layout)

    @property
    def partitions(self) -> int:
        return -(-self.count // PARTITION_ROWS)

    def tuples(self, partition: int) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of one partition: two keys, then the columns of the layout."""
        rng = np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(partition,)))
        for _ in range(min(PARTITION_ROWS, self.count - partition * PARTITION_ROWS)):
            keys, kept, merged = _row(rng)
            if self.layout is Layout.JSON:
                names = (column.name for column in _MERGED)
                yield (*keys, *kept, json.dumps(dict(zip(names, merged, strict=True))))
            elif self.layout is Layout.NULLS:
                values = (*kept, *merged)
                yield (*keys, *values[:_NOT_NULL], *(None for _ in values[_NOT_NULL:]))
            else:
                yield (*keys, *kept, *merged)

    def arrow(self, partition: int) -> pa.RecordBatch:
        """Return one partition as Arrow columns."""
        columns = zip(*self.tuples(partition), strict=True)
        return pa.record_batch({c.name: pa.array(v) for c, v in zip(self.table.columns, columns, strict=True)})

    def tsv(self, partition: int) -> bytes:
        """Return one partition as text, fields separated by tabs. Raises UsageError for the layout with NULLs."""
        if self.layout is Layout.NULLS:
            raise UsageError("a text file without escapes has no mark for NULL; load another layout")
        return "".join("\t".join(map(str, row)) + "\n" for row in self.tuples(partition)).encode()

    def statements(self, rows: int) -> Iterator[tuple[str, str]]:
        """Yield the first rows as (first key, the rest of the row as it stands in VALUES)."""
        made = (row for part in range(self.partitions) for row in self.tuples(part))
        for row, _ in zip(made, range(rows), strict=False):
            yield row[0], literals(row[1:])

    def fingerprint(self) -> str:
        """Return what tells these rows from others: counts, seed, the first values in every layout."""
        # rows are drawn one after another: no more are made than are looked at
        layouts = (LogRows(min(self.count, FIRST_ROWS), layout, self.seed) for layout in Layout)
        parts = values_of(rows.arrow(0) for rows in layouts)
        return fingerprint(self.table.name, *self.table.primary_key, self.count, self.seed, *parts)

    def write(self, path: Path, progress: Callable[[int], None] = lambda rows: None) -> str:
        """Write a line a row: its first key, a tab, the rest as it stands in VALUES; return the digest of the bytes."""
        digest = hashlib.blake2b(digest_size=16)
        with path.open("wb") as file:
            for part in range(self.partitions):
                rows = list(self.tuples(part))
                text = "".join(f"{row[0]}\t{literals(row[1:])}\n" for row in rows).encode()
                file.write(text)
                digest.update(text)
                progress(len(rows))
        return digest.hexdigest()


def literals(values: Sequence[Any]) -> str:
    """Return values as SQL literals with commas between. No text of ours holds a quote or a backslash."""
    return ", ".join("NULL" if v is None else f"'{v}'" if isinstance(v, str) else repr(v) for v in values)


def _row(rng: np.random.Generator) -> tuple[tuple[str, str], tuple[Any, ...], tuple[Any, ...]]:
    def pick(choices: Sequence[str]) -> str:
        return choices[int(rng.integers(len(choices)))]

    def words(count: int, joint: str) -> str:
        return joint.join(pick(_WORDS) for _ in range(count))

    keys = (rng.bytes(16).hex(), rng.bytes(6).hex())
    kept = (
        pick(("GET", "GET", "GET", "POST")),
        f"www.{words(2, '-')}.example",
        f"/{words(int(rng.integers(2, 6)), '/')}.html",
        int(rng.choice((200, 200, 200, 304, 404, 500))),
        int(rng.integers(200, 200_000)),
        round(float(rng.exponential(0.05)), 6),
        pick(_AGENTS),
        f"https://{words(2, '-')}.example/{words(3, '/')}",
    )
    merged = (
        f"q={words(3, '+')}&page={rng.integers(1, 50)}",
        pick(_CITIES),
        pick(("HTTP/1.1", "HTTP/2.0", "HTTP/3.0")),
        pick(("gzip, deflate, br", "gzip, deflate", "identity")),
        rng.bytes(16).hex(),
        words(2, "_"),
        pick(("newsletter", "search", "partner", "direct")),
        pick(("organic", "cpc", "email", "none")),
        pick(("desktop", "phone", "tablet")),
        pick(("Windows 11", "macOS 15", "Android 15", "iOS 18", "Linux")),
        pick(("Chrome 129", "Edge 128", "Firefox 131", "Safari 18")),
        pick(("1920x1080", "2560x1440", "390x844", "1366x768")),
        round(float(rng.random()), 6),
    )
    return keys, kept, merged
