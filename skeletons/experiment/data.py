"""The integers from 1, one a row."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from ...datasets.fingerprint import fingerprint
from ...model import Column, Table

TABLE = Table("integers", (Column("n", "int64"),))


@dataclass(frozen=True, slots=True)
class Integers:
    """`count` rows of `TABLE`."""

    count: int
    seed: int = 1
    table: Table = TABLE
    partitions: int = 1

    def arrow(self, partition: int) -> pa.RecordBatch:
        return pa.record_batch({"n": pa.array(range(1, self.count + 1), pa.int64())})

    def tsv(self, partition: int) -> bytes:
        return b"".join(b"%d\n" % n for n in range(1, self.count + 1))

    def fingerprint(self) -> str:
        return fingerprint(self.table.name, self.count)

    def write(self, path: Path, progress: Callable[[int], None] = lambda rows: None) -> str:
        path.write_bytes(self.tsv(0))
        progress(self.count)
        return hashlib.blake2b(self.tsv(0), digest_size=16).hexdigest()
