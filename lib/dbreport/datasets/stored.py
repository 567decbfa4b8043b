"""Records as an application stores them: a query's result, often once more in another column, and the raw page.

The page comes compressed by zlib, as bytes or as base64 text; the result is JSON. Made once into an Arrow file
and read from there: compressing the pages takes far longer than loading them.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from ..errors import UsageError
from ..model import Column, Table
from .pages import Pages

PARTITION_ROWS = 100
COPIED_SHARE = 0.7
"""Records that hold their result a second time."""

_FIRST_US = 1_704_067_200_000_000  # 2024, in microseconds


class Encoding(StrEnum):
    """How the raw page is kept."""

    BYTES = "bytes"
    BASE64 = "base64"


def _table(encoding: Encoding) -> Table:
    return Table(
        "page_record",
        (
            Column("id", "int64"),
            Column("account_id", "int64"),
            Column("updated_at", "timestamp"),
            Column("result", "text"),
            Column("copy", "text", nullable=True),
            Column("raw", "bytes" if encoding is Encoding.BYTES else "text"),
        ),
        ("id",),
    )


@dataclass(frozen=True, slots=True)
class StoredRecords:
    """`count` records from `seed`, to be written once. Raises UsageError for fewer than one."""

    count: int
    seed: int = 1

    def __post_init__(self) -> None:
        if self.count < 1:
            raise UsageError(f"{self.count} records cannot be stored; give at least 1")

    @property
    def table(self) -> Table:
        return _table(Encoding.BYTES)

    def write(self, path: Path, progress: Callable[[int], None] = lambda rows: None) -> str:
        """Write an Arrow file, a record batch a partition, and return the digest of what is in it."""
        digest = hashlib.blake2b(digest_size=16)
        pages = Pages(self.count, self.seed)
        schema = pa.schema([(c.name, _ARROW[c.kind]) for c in self.table.columns])
        with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, schema) as writer:
            for first in range(0, self.count, PARTITION_ROWS):
                rows = range(first, min(first + PARTITION_ROWS, self.count))
                batch = self._batch(rows, pages)
                for column in batch.columns:
                    for buffer in column.buffers():
                        digest.update(buffer or b"")
                writer.write_batch(batch)
                progress(len(rows))
        return digest.hexdigest()

    def _batch(self, rows: range, pages: Pages) -> pa.RecordBatch:
        key = (3, rows.start // PARTITION_ROWS)
        rng = np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=key))
        results = [_result(rng) for _ in rows]
        copied = rng.random(len(rows)) < COPIED_SHARE
        ids = np.arange(rows.start + 1, rows.stop + 1)
        return pa.record_batch(
            {
                "id": pa.array(ids),
                "account_id": pa.array(rng.integers(1, self.count + 1, len(rows))),
                "updated_at": pa.array(_FIRST_US + ids * 1_000_000, pa.timestamp("us", "UTC")),
                "result": pa.array(results, pa.string()),
                "copy": pa.array([text if again else None for text, again in zip(results, copied, strict=True)]),
                "raw": pa.array([zlib.compress(pages.document(n)) for n in rows], pa.binary()),
            }
        )


_ARROW = {
    "int64": pa.int64(),
    "timestamp": pa.timestamp("us", "UTC"),
    "text": pa.string(),
    "bytes": pa.binary(),
}


def _result(rng: np.random.Generator) -> str:
    """Return a query's result as JSON: some sixty rows of an account's history, about 12 KB."""
    rows = int(rng.integers(40, 80))
    numbers = rng.integers(0, 1_000_000, (rows, 4))
    kinds = rng.integers(0, len(_KINDS), rows)
    return json.dumps(
        [
            {
                "sequence": n,
                "kind": _KINDS[kinds[n]],
                "title": f"{_KINDS[kinds[n]]} {numbers[n, 0]}",
                "score": int(numbers[n, 1]),
                "opponent": f"player{numbers[n, 2]:06d}",
                "link": f"/history/{numbers[n, 3]:06d}/details",
                "finished": bool(numbers[n, 0] % 5),
            }
            for n in range(rows)
        ]
    )


_KINDS = ("ranked match", "friendly match", "training", "tournament round", "qualification")


@dataclass(frozen=True, slots=True)
class StoredFile:
    """The rows of a written file, the raw page in one encoding. Picklable: a worker opens the file itself."""

    path: Path
    count: int
    encoding: Encoding = Encoding.BYTES

    @property
    def table(self) -> Table:
        return _table(self.encoding)

    @property
    def partitions(self) -> int:
        return -(-self.count // PARTITION_ROWS)

    def arrow(self, partition: int) -> pa.RecordBatch:
        """Return one partition; the file is mapped, not read into memory as a whole."""
        with pa.memory_map(str(self.path)) as source:
            batch = pa.ipc.open_file(source).get_batch(partition)
            if self.encoding is Encoding.BYTES:
                return batch
            text = [base64.b64encode(raw).decode() for raw in batch.column("raw").to_pylist()]
            return batch.set_column(batch.schema.get_field_index("raw"), "raw", pa.array(text, pa.string()))

    def tsv(self, partition: int) -> bytes:
        """Raise UsageError: compressed pages have no text without escapes."""
        raise UsageError("stored records have no text without escapes; use fill")

    def raw_bytes(self) -> dict[str, int]:
        """Return the bytes of each column's values as they are handed to a system."""
        found: dict[str, int] = {}
        for part in range(self.partitions):
            batch: Any = self.arrow(part)
            for name in ("result", "copy", "raw"):
                values = batch.column(name).to_pylist()
                # every character here is ASCII: a character is a byte
                found[name] = found.get(name, 0) + sum(len(value) for value in values if value is not None)
        return found
