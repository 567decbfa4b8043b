"""What does a store give the disk to write? The kernel's count for the process, and the sectors of the disk.

    .venv/bin/python benchmarks/kv_written.py --keys 10000

Counts bytes an operation, every commit synced: as /proc/self/io has them for the process, and as the disk does, to
which nobody else may write meanwhile. The disk has more where the file system writes to its journal at every commit,
less where a page is changed twice before it is written.
"""

from __future__ import annotations

import os
import shutil
import threading
import time
from bisect import bisect_right
from pathlib import Path

from dbreport.clients.kvbench import Kvbench
from dbreport.engines.kv_store import KvStore
from dbreport.engines.setup import Setup
from dbreport.experiments.kv_engines.jobs import VALUE_BYTES, WRITING
from shared import folder, given_bytes, measurements, store_parser, stores

POLL_S = 0.01


class Written(threading.Thread):
    """Bytes the disk of a folder has been given to write, over time."""

    def __init__(self, folder: Path) -> None:
        super().__init__(daemon=True)
        self._folder = folder
        self._counts: list[tuple[float, int]] = []
        self._ended = threading.Event()

    def run(self) -> None:
        while not self._ended.wait(POLL_S):
            self._counts.append((time.time(), given_bytes(self._folder)))

    def end(self) -> None:
        self._ended.set()
        self.join()

    def until(self, moment: float) -> int:
        return self._counts[bisect_right(self._counts, (moment,))][1]


def written(store: type[KvStore], keys: int, folder: Path) -> tuple[str, dict[str, tuple[float, float]]]:
    """Return the store's version, and bytes an operation by phase: as the process has them, as the disk does."""
    program = store(Setup(folder)).program()
    client = Kvbench(program, store.name, folder / "run", keys, True, "default", 1 << 30, 1, 600.0, VALUE_BYTES)
    os.sync()
    disk = Written(folder)
    disk.start()
    result = client.run(WRITING)
    disk.end()
    shutil.rmtree(folder / "run")
    return result.version, {
        name: (
            phase.used.written_bytes / phase.operations,
            (disk.until(phase.ended_at) - disk.until(phase.began_at)) / phase.operations,
        )
        for name, phase in result.phases.items()
    }


def main() -> None:
    asked = store_parser(__doc__, keys=20_000, turns=3).parse_args()
    with measurements(asked) as measured, folder("written") as path:
        for store in stores(asked):
            runs = [written(store, asked.keys, path) for _ in range(asked.turns)]
            for phase in WRITING:
                by_process, by_disk = zip(*(phases[phase] for _, phases in runs), strict=True)
                measured.add((store.name, phase, "by_process"), runs[0][0], "bytes/operation", by_process)
                measured.add((store.name, phase, "by_disk"), runs[0][0], "bytes/operation", by_disk)


if __name__ == "__main__":
    main()
