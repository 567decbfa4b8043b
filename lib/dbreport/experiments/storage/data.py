"""Records as an application stores them: a query's result, copies of others' results beside it, and raw pages.

Several pages come packed as one JSON and compressed by zlib, as bytes or as base64 text; the result is JSON. Made once
into an Arrow file and read from there: compressing the pages takes far longer than loading them. The pages are real
ones, of a corpus nobody tuned; in their place a folder of one's own files can be stored, each as it is.
"""

import base64
import hashlib
import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import chain, count, islice
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...datasets import packages
from ...datasets.corpus import private
from ...datasets.fingerprint import fingerprint, values_of
from ...datasets.folder import Folder, folder
from ...errors import UsageError
from ...model import Column, Table

PARTITION_ROWS = 100
PARTITION_BYTES = 16 << 20
"""A partition ends here too: a folder of one's own may hold files of any size."""
LARGEST_BYTES = 1 << 30
"""The most PostgreSQL takes as one value; as base64 it still fits into an Arrow array."""
VALUES = ("result", "copy", "raw")
"""The large columns."""
CORPUS = packages.CORPORA["docs"]
"""What the pages are taken from. Compressed, they are alike in all but their lengths, whatever stands in them."""
PACKED = 5
"""Pages in one record: the source packs several, and where it plans a crawler's table it says five."""
COPIED_SHARE, COPIES = 0.7, 6
"""Which share of the records hold results of others as well, and of how many: what the source calls redundant."""

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
    """`count` records from `seed`, to be written once. Raises UsageError for fewer than one.

    `source` are files of one's own that stand in the place of the pages, one a record.
    """

    count: int
    seed: int = 1
    source: Folder | None = None

    def __post_init__(self) -> None:
        if self.count < 1:
            raise UsageError(f"{self.count} records cannot be stored; give at least 1")

    @property
    def table(self) -> Table:
        return _table(Encoding.BYTES)

    @property
    def room_bytes(self) -> int:
        """Return the room one system needs for the files: bytes and base64, each twice for a rebuild, and its log."""
        files = self.source.files if self.source else ()
        return 8 * sum(path.stat().st_size for path in files) + self.count * 100_000

    def write(self, path: Path, progress: Callable[[int], None] = lambda rows: None) -> str:
        """Write an Arrow file, a record batch a partition, and return the digest of what is in it.

        Raises DatasetMissing where the pages are not to be had, UsageError for a file of one's own that is unreadable.
        """
        digest = hashlib.blake2b(digest_size=16)
        schema = pa.schema([(c.name, _ARROW[c.kind]) for c in self.table.columns])
        with private(path) as sink, pa.ipc.new_file(sink, schema) as writer:
            for rows, documents in self._partitions():
                batch = self._batch(rows, documents)
                for column in batch.columns:
                    for buffer in column.buffers():
                        digest.update(buffer or b"")
                writer.write_batch(batch)
                progress(len(rows))
        return digest.hexdigest()

    def fingerprint(self) -> str:
        """Return what tells these records from others: count, seed, the first of them, what the pages are taken from;
        every document of one's own.
        """
        if self.source is not None:
            return fingerprint(self.table.name, self.source.fingerprint())
        first = self._batch(range(1), [b""])  # the pages may still have to be fetched
        return fingerprint(self.table.name, self.count, self.seed, CORPUS.name, PACKED, *values_of([first]))

    def _partitions(self) -> Iterator[tuple[range, list[bytes]]]:
        """Yield the numbers of the records of a partition, and their documents."""
        first, held = 0, list[bytes]()
        for document in self._documents():
            held.append(document)
            if len(held) == PARTITION_ROWS or sum(map(len, held)) >= PARTITION_BYTES:
                yield range(first, first + len(held)), held
                first, held = first + len(held), []
        if held:
            yield range(first, first + len(held)), held

    def _documents(self) -> Iterator[bytes]:
        if self.source is not None:
            return self.source.documents()
        return (zlib.compress(json.dumps(pages, ensure_ascii=False).encode()) for pages in self._pages())

    def _pages(self) -> Iterator[list[str]]:
        """Yield the pages of each record; they begin anew when all have been used."""
        source, wanted = CORPUS.documents(), self.count * PACKED
        pages = chain.from_iterable(source.documents(wanted) for _ in count())
        for _ in range(self.count):
            yield [page.decode() for page in islice(pages, PACKED)]

    def _batch(self, rows: range, documents: list[bytes]) -> pa.RecordBatch:
        rng = np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(3, rows.start)))
        results = [_result(rng) for _ in range(len(rows) + COPIES)]
        copied = rng.random(len(rows)) < COPIED_SHARE
        others = [results[n + 1 : n + 1 + COPIES] for n in range(len(rows))]
        ids = np.arange(rows.start + 1, rows.stop + 1)
        return pa.record_batch(
            {
                "id": pa.array(ids),
                "account_id": pa.array(rng.integers(1, self.count + 1, len(rows))),
                "updated_at": pa.array(_FIRST_US + ids * 1_000_000, pa.timestamp("us", "UTC")),
                "result": pa.array(results[: len(rows)], pa.string()),
                "copy": pa.array(
                    [f"[{', '.join(texts)}]" if has else None for texts, has in zip(others, copied, strict=True)],
                    pa.string(),
                ),
                "raw": pa.array(documents, pa.binary()),
            }
        )


def own_files(own: Path) -> StoredRecords:
    """Return records that hold the files of a folder, each as it is.

    Raises UsageError where there is no file, or one that cannot be read, does not fit into memory or into a value.
    """
    source = folder(own)
    for path in source.files:
        size = path.stat().st_size
        if size > LARGEST_BYTES:
            raise UsageError(
                f"{path} has {size / 1e9:.1f} GB, and a value may have {LARGEST_BYTES / 1e9:.1f} GB;"
                " move the file out of the folder"
            )
    return StoredRecords(len(source.files), source=source)


_ARROW = {
    "int64": pa.int64(),
    "timestamp": pa.timestamp("us", "UTC"),
    "text": pa.string(),
    "bytes": pa.binary(),
}


def _result(rng: np.random.Generator) -> str:
    """Return a query's result as JSON: some fifty rows of an account's history, about 9 KB."""
    rows = int(rng.integers(20, 80))
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


@dataclass(frozen=True)
class StoredFile:
    """The rows of a written file, the raw page in one encoding. Picklable: a worker opens the file itself."""

    path: Path
    count: int
    encoding: Encoding = Encoding.BYTES

    @property
    def table(self) -> Table:
        return _table(self.encoding)

    @cached_property
    def partitions(self) -> int:
        with pa.memory_map(str(self.path)) as source:
            return int(pa.ipc.open_file(source).num_record_batches)

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
        totals = dict.fromkeys(VALUES, 0)
        for part in range(self.partitions):
            batch: Any = self.arrow(part)
            for name in VALUES:
                totals[name] += pc.sum(pc.binary_length(batch.column(name))).as_py() or 0
        return totals
