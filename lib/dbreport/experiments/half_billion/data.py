"""Half a billion phone numbers: uid, nickname, phone, about 22 bytes of text a row.

Made in partitions that depend on nothing but seed, count and their own number, so that several
connections or processes can each make their share, and memory does not grow with the count.
"""

import hashlib
import io
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from queue import Queue
from typing import TypeVar

import numpy as np
import polars as pl
import pyarrow as pa

from ...datasets.fingerprint import fingerprint, values_of
from ...datasets.phones import phones, popular
from ...errors import UsageError
from ...model import Column, Table

T = TypeVar("T")

TABLE = Table("numbers", (Column("uid", "int64"), Column("nickname", "text", 16), Column("phone", "text", 11)))

PARTITION_ROWS = 500_000

_NICKNAMES = 4096
_NAMED_SHARE = 5  # one row in five carries a nickname: the source's 22 bytes a row leave room for no more
_CHARACTERS = "安白晨川丹恩帆歌海江凯乐林明宁鹏琪然思涛文夏雪阳雨云泽子一小大阿"
_SYLLABLES = "an bo chen dan en fei gu hao jin kai lan mu ning ou ping qi ru shan tao wei xin yi zhou".split()


@lru_cache(maxsize=1)
def _nicknames() -> pa.Array:
    rng = np.random.default_rng(4096)
    names = [""]
    while len(names) <= _NICKNAMES:
        # drawn by place: `choice` would make an array of the letters each time
        if rng.random() < 0.5:
            names.append("".join(_CHARACTERS[n] for n in rng.integers(0, len(_CHARACTERS), rng.integers(2, 4))))
        else:
            syllables = "".join(_SYLLABLES[n] for n in rng.integers(0, len(_SYLLABLES), 2))
            names.append(f"{syllables}{rng.integers(0, 100)}")
    return pa.array(names, pa.string())


@dataclass(frozen=True, slots=True)
class Numbers:
    """`count` rows of `TABLE` from `seed`. Half as many subscribers as rows, some far more often than others.

    Raises UsageError for fewer than one row.
    """

    count: int
    seed: int = 1
    table: Table = TABLE

    def __post_init__(self) -> None:
        if self.count < 1:
            raise UsageError(f"{self.count} rows cannot be measured; give at least 1")

    @property
    def partitions(self) -> int:
        return -(-self.count // PARTITION_ROWS)

    @property
    def subscribers(self) -> int:
        return max(self.count // 2, 1)

    def arrow(self, partition: int) -> pa.RecordBatch:
        """Return one partition: uid int64, nickname and phone string, none of them null."""
        first = partition * PARTITION_ROWS
        rows = min(PARTITION_ROWS, self.count - first)
        rng = np.random.Generator(np.random.SFC64(np.random.SeedSequence(self.seed, spawn_key=(partition,))))
        subscriber = popular(rng, rows, self.subscribers)
        named = rng.integers(0, _NICKNAMES * _NAMED_SHARE, rows, dtype=np.int32)
        named[named > _NICKNAMES] = 0
        return pa.record_batch(
            {
                "uid": pa.array(np.arange(first + 1, first + rows + 1, dtype=np.int64)),
                "nickname": _nicknames().take(pa.array(named)),
                "phone": phones(subscriber),
            }
        )

    def tsv(self, partition: int) -> bytes:
        """Return one partition as text, fields separated by tabs; no field holds a tab, quote or backslash."""
        out = io.BytesIO()
        frame = pl.DataFrame(self.arrow(partition))
        frame.write_csv(out, include_header=False, separator="\t", quote_style="never")
        return out.getvalue()

    def fingerprint(self) -> str:
        """Return what tells these rows from others: counts, seed, the first values of the first and last partition."""
        parts = values_of(map(self.arrow, sorted({0, self.partitions - 1})))
        return fingerprint(self.table.name, self.count, self.seed, *parts)

    def write(self, path: Path, progress: Callable[[int], None] = lambda rows: None) -> str:
        """Write all rows to one text file; return the digest of its bytes (BLAKE2b, 128 bits)."""
        digest = hashlib.blake2b(digest_size=16)
        with path.open("wb") as file:
            for part, text in enumerate(ahead(self.tsv, self.partitions)):
                file.write(text)
                digest.update(text)
                progress(min(PARTITION_ROWS, self.count - part * PARTITION_ROWS))
        return digest.hexdigest()

    def parameters(self) -> dict[str, str]:
        """Return the parameters of the queries, drawn from the first partition.

        `range_from`–`range_to` and `prefix` each select about one row in 500 (a million of half a billion),
        `segment` the 100 million numbers of one three-digit segment, `point` a number that occurs.
        """
        phones = pl.Series(self.arrow(0).column("phone")).sort()
        start = int(len(phones) * 0.4)
        width = max(len(phones) // 500, 1)
        unpopular = phones[int(len(phones) * 0.61)]
        return {
            "point": unpopular,
            "range_from": phones[start],
            "range_to": phones[min(start + width, len(phones) - 1)],
            "prefix": phones[len(phones) // 4][:4],  # a tenth of one of 46 segments: one row in 460
            "segment": phones[int(len(phones) * 0.7)][:3],
        }


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
