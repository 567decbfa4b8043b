"""Why does a log in a mapped file write so much? The same appends, one change at a time, in bytes given to the disk.

    .venv/bin/python benchmarks/mapped_writes.py --writes 20000

Appends records to a file and has each on the disk before the next: by write and fdatasync; through a map and msync;
through a map that the kernel is told not to read ahead of. Walking through a map in order has the kernel read ahead,
in blocks of memory that grow to 2 MiB; a change makes its whole block dirty, and msync writes all of it.
"""

from __future__ import annotations

import argparse
import mmap
import os
import shutil
from collections.abc import Callable

from dbreport.engines.launch.folders import new_folder
from shared import given_bytes

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
    "write and fdatasync": by_calls,
    "map and msync": by_map,
    "map not read ahead and msync": lambda file, writes: by_map(file, writes, read_ahead=False),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--writes", type=int, default=20_000)
    writes = parser.parse_args().writes
    folder = new_folder("mapped")
    try:
        for way, append in WAYS.items():
            path = folder / "log"
            file = os.open(path, os.O_RDWR | os.O_CREAT)
            os.truncate(file, FILE_BYTES)
            os.sync()
            before = given_bytes(folder)
            append(file, writes)
            print(f"{way:<28} {(given_bytes(folder) - before) / writes:9,.0f} bytes a write", flush=True)
            os.close(file)
            path.unlink()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
