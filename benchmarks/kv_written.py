"""What does a store give the disk to write? The kernel's count for the process, and the sectors of the disk.

    .venv/bin/python benchmarks/kv_written.py --keys 10000

Prints bytes an operation, every commit synced: as /proc/self/io counts them for the process, and as the disk does,
which is quiet otherwise. The disk has more where the file system writes to its journal at every commit, less where a
page is changed twice before it is written.
"""

from __future__ import annotations

import argparse
import os
import shutil
import threading
import time
from bisect import bisect_right
from pathlib import Path

from dbreport.clients.kvbench import Kvbench
from dbreport.engines.base import Setup
from dbreport.engines.kv_store import KvStore
from dbreport.engines.launch.folders import new_folder
from dbreport.experiments.kv_engines.runner import ENGINES, WRITING
from shared import given_bytes, stores

POLL_S = 0.01


class Written(threading.Thread):
    """Bytes the disk of a folder has been given to write, over time."""

    def __init__(self, folder: Path) -> None:
        super().__init__(daemon=True)
        self._folder = folder
        self._seen: list[tuple[float, int]] = []
        self._ended = threading.Event()

    def run(self) -> None:
        while not self._ended.wait(POLL_S):
            self._seen.append((time.time(), given_bytes(self._folder)))

    def end(self) -> None:
        self._ended.set()
        self.join()

    def until(self, moment: float) -> int:
        return self._seen[bisect_right(self._seen, (moment,))][1]


def compare(store: type[KvStore], keys: int, folder: Path) -> None:
    client = Kvbench(
        store(Setup(folder)).program(), store.name, folder / "run", keys, True, "default", 1 << 30, 1, 600.0
    )
    os.sync()
    disk = Written(folder)
    disk.start()
    phases = client.run(WRITING).phases
    disk.end()
    shutil.rmtree(folder / "run")
    for name, phase in phases.items():
        given = disk.until(phase.ended_at) - disk.until(phase.began_at)
        print(
            f"{store.name:<10} {name:<17} kernel {phase.used.written_bytes / phase.operations:11,.0f}"
            f"   disk {given / phase.operations:9,.0f} bytes an operation",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keys", type=int, default=20_000)
    parser.add_argument("--store", choices=ENGINES, action="append")
    asked = parser.parse_args()
    folder = new_folder("written")
    try:
        for store in stores(asked.store):
            compare(store, asked.keys, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
