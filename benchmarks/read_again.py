"""Is a page read faster the second time, although this machine keeps no copy? Pages of a file, past the page cache.

    .venv/bin/python benchmarks/read_again.py

Writes a file, then reads pages of it at random places one after another, past the page cache (O_DIRECT), as InnoDB
does; and the same pages once more. A turn has pages of its own. Nothing here remembers any of them: whatever makes
the second reading faster lies below this machine, in a hypervisor's cache or the disk's own, and a cold start of a
database does not empty it. Measures seconds a page, and prints the ratio of first over second.
"""

from __future__ import annotations

import mmap
import os
import platform
import random
from pathlib import Path
from time import perf_counter

from shared import folder, measurements, parser

PAGE_BYTES, BLOCK_BYTES = 16_384, 16 << 20
SEED = 20_260_101


def write(file: Path, blocks: int) -> None:
    """Write a file of so many blocks past the page cache, synced in the end; no two blocks begin alike."""
    with mmap.mmap(-1, BLOCK_BYTES) as buffer:
        buffer.write(random.Random(SEED).randbytes(BLOCK_BYTES))
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_DIRECT)
        try:
            for block in range(blocks):
                buffer[:8] = block.to_bytes(8)
                os.pwrite(handle, buffer, block * BLOCK_BYTES)
            os.fsync(handle)
        finally:
            os.close(handle)


def seconds_a_page(handle: int, pages: list[int]) -> float:
    """Read pages one after another; return what one took on average."""
    with mmap.mmap(-1, PAGE_BYTES) as buffer:
        begin = perf_counter()
        for page in pages:
            assert os.preadv(handle, [buffer], page * PAGE_BYTES) == PAGE_BYTES
        return (perf_counter() - begin) / len(pages)


def main() -> None:
    asked = parser(__doc__, gigabytes=40, pages=50_000, turns=5).parse_args()
    blocks = asked.gigabytes * 10**9 // BLOCK_BYTES
    places = random.Random(SEED).sample(range(blocks * (BLOCK_BYTES // PAGE_BYTES)), asked.turns * asked.pages)
    turns: dict[str, list[float]] = {"first": [], "second": []}
    with measurements(asked) as measured, folder("read-again") as work:
        write(work / "pages", blocks)
        handle = os.open(work / "pages", os.O_RDONLY | os.O_DIRECT)
        try:
            for turn in range(asked.turns):
                pages = places[turn * asked.pages : (turn + 1) * asked.pages]
                for results in turns.values():
                    results.append(seconds_a_page(handle, pages))
        finally:
            os.close(handle)
        for reading, results in turns.items():
            measured.add(("disk", reading, "page_read"), f"Linux {platform.release()}", "s/page", results)
        measured.compare(("disk", "first", "page_read"), ("disk", "second", "page_read"))


if __name__ == "__main__":
    main()
