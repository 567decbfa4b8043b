"""What the benchmarks of this folder share: the stores to be tried, and what a quiet disk was given to write."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from dbreport.engines import engine_class
from dbreport.engines.kv_store import KvStore
from dbreport.runners.kv_engines import ENGINES

_SECTOR_BYTES, _SECTORS_WRITTEN = 512, 6
"""Of the kernel's block statistics: the unit, whatever the disk's own is, and the field."""


def stores(asked: Sequence[str] | None) -> Iterator[type[KvStore]]:
    """Yield the stores asked for, all where none was named; tell what one that is not here needs."""
    for name in asked or ENGINES:
        store = engine_class(name)
        assert issubclass(store, KvStore)
        found = store.find()
        if found.how is None:
            print(f"{name}: {found.hint}")
            continue
        yield store


def given_bytes(folder: Path) -> int:
    """Return the bytes that the disk of a folder has been given to write since the machine started."""
    device = folder.stat().st_dev
    counters = Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}/stat").read_text().split()
    return int(counters[_SECTORS_WRITTEN]) * _SECTOR_BYTES
