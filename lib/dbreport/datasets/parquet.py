"""Rows as a folder of Parquet files: streamed, several at once, complete or not there, checked before use.

A file holds `FILE_PARTITIONS` partitions in their order, each a row group, so that rows lie in the files as they are
made; text and numbers by Parquet's own encodings, compressed with zstd. What the rows are stands in each footer.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa
import pyarrow.parquet as pq

from .. import allotted
from ..errors import DatasetMismatch
from ..model import Rows
from .fingerprint import fingerprint

FILE_PARTITIONS = 16
LANES = 4
"""Files written at once at most: each lane holds a partition and what compresses it, some 100 MB."""
_KEY = b"dbreport"


class Made(Rows, Protocol):
    """Rows that are known by a seed and a fingerprint before they are made."""

    @property
    def seed(self) -> int: ...

    def fingerprint(self) -> str: ...


def write(rows: Made, folder: Path, progress: Callable[[int], None] = lambda rows: None) -> str:
    """Write the rows as files of a folder, if it is not there yet; return the digest of all rows in their order.

    The folder has its name once every file is whole and synced. Raises DatasetMismatch where it is there with other
    rows.
    """
    if not folder.exists():
        half = folder.with_name(f".{folder.name}.half")  # of a run that was killed, too
        shutil.rmtree(half, ignore_errors=True)
        half.mkdir(parents=True)
        try:
            numbers = range(0, rows.partitions, FILE_PARTITIONS)
            with ThreadPoolExecutor(min(allotted.cores(), LANES)) as pool:  # what makes rows lets go of the lock
                for made in pool.map(lambda first: _write(rows, half, first), numbers):
                    progress(made)
            half.rename(folder)
        finally:
            shutil.rmtree(half, ignore_errors=True)
    return require(rows, folder)


def require(rows: Made, folder: Path) -> str:
    """Return the digest of a folder's rows. Raises DatasetMismatch unless it holds these very rows, all of them."""
    wanted, found, digests = _about(rows), 0, []
    for path in sorted(folder.glob("*.parquet")):
        try:
            footer = pq.read_metadata(path)
            about = json.loads((footer.metadata or {})[_KEY])
            digests.append(about.pop("digest"))
        except (pa.ArrowException, OSError, KeyError, ValueError):
            raise DatasetMismatch(f"{path.name} is no Parquet file of ours; remove {folder}") from None
        if about != wanted:
            differs = next(name for name in wanted if about.get(name) != wanted[name])
            raise DatasetMismatch(
                f"the Parquet files of {folder.name} are of another {differs} ({about.get(differs)}, not"
                f" {wanted[differs]}); remove {folder}, or set DBREPORT_FILES to another folder"
            )
        found += footer.num_rows
    if found != rows.count:
        raise DatasetMismatch(f"{folder.name} holds {found:,} of {rows.count:,} rows; remove {folder}")
    return fingerprint(*digests)


def size_bytes(folder: Path) -> int:
    """Return what the files of a folder take, bytes."""
    return sum(path.stat().st_size for path in folder.glob("*.parquet"))


def _about(rows: Made) -> dict[str, Any]:
    """Return what tells rows from others; the seed first, for it is what a reader may have changed."""
    return {"table": rows.table.name, "seed": rows.seed, "rows": rows.count, "fingerprint": rows.fingerprint()}


def _write(rows: Made, folder: Path, first: int) -> int:
    """Write one file, a partition after the other; return its number of rows."""
    schema = rows.arrow(first).schema
    required = pa.schema([field.with_nullable(False) for field in schema])
    digest, count = hashlib.blake2b(digest_size=16), 0
    with (folder / f"{first // FILE_PARTITIONS:05d}.parquet").open("wb") as file:
        with pq.ParquetWriter(file, required, compression="zstd") as writer:
            for part in range(first, min(first + FILE_PARTITIONS, rows.partitions)):
                batch = rows.arrow(part)
                for column in batch.columns:
                    for buffer in column.buffers():
                        digest.update(buffer or b"")
                writer.write_table(pa.Table.from_batches([batch]).cast(required), row_group_size=batch.num_rows)
                count += batch.num_rows
            writer.add_key_value_metadata({_KEY: json.dumps(_about(rows) | {"digest": digest.hexdigest()})})
        file.flush()
        os.fsync(file.fileno())
    return count
