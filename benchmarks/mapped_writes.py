"""Why does a log in a mapped file write so much? The same appends, one change at a time, in bytes given to the disk.

    .venv/bin/python benchmarks/mapped_writes.py --writes 20000

Appends records to a file and has each on the disk before the next: by write and fdatasync; through a map and msync;
through a map that the kernel is told not to read ahead of. Walking through a map in order has the kernel read ahead,
in blocks of memory that grow to 2 MiB; a change makes its whole block dirty, and msync writes all of it. The disk
counts for everybody: nobody else may write to it meanwhile.
"""

from __future__ import annotations

import mmap
import os
import platform
from collections.abc import Callable
from functools import partial
from pathlib import Path

from dbreport.host import filesystem
from shared import folder, given_bytes, measurements, parser

RECORD = os.urandom(4140)
"""A value of 4 KiB with its key and header: the next one begins in the middle of a page."""
FILE_BYTES = 128 << 20
"""As large as the log Badger maps for a memory table of its default size."""


def by_calls(file: int, writes: int) -> None:
    for number in range(writes):
        os.pwrite(file, RECORD, number * len(RECORD))
        os.fdatasync(file)


def by_map(file: int, writes: int, read_ahead: bool = True) -> None:
    with mmap.mmap(file, FILE_BYTES) as memory:
        if not read_ahead:
            memory.madvise(mmap.MADV_RANDOM)
        for number in range(writes):
            at = number * len(RECORD)
            memory[at : at + len(RECORD)] = RECORD
            memory.flush()  # msync of the whole map, as Badger does


WAYS: dict[str, Callable[[int, int], None]] = {
    "write_fdatasync": by_calls,
    "map_msync": by_map,
    "map_not_read_ahead_msync": partial(by_map, read_ahead=False),
}


def bytes_a_write(way: str, writes: int, folder: Path) -> float:
    path = folder / "log"
    file = os.open(path, os.O_RDWR | os.O_CREAT)
    os.truncate(file, FILE_BYTES)
    os.sync()
    before = given_bytes(folder)
    WAYS[way](file, writes)
    given = given_bytes(folder) - before
    os.close(file)
    path.unlink()
    return given / writes


def main() -> None:
    asked = parser(__doc__, writes=20_000, turns=3).parse_args()
    with measurements(asked) as measured, folder("mapped") as path:
        for way in WAYS:
            values = [bytes_a_write(way, asked.writes, path) for _ in range(asked.turns)]
            measured.add((filesystem(path), way, "by_disk"), f"Linux {platform.release()}", "bytes/write", values)


if __name__ == "__main__":
    main()
