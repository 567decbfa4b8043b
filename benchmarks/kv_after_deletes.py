"""What do deletes leave for the writes that follow? Random writes after deletes and without them, not synced.

    .venv/bin/python benchmarks/kv_after_deletes.py --store lmdb --keys 1000000

The writes are the same in both; only the phase before them is left out. A store that keeps a list of free pages has a
long one after the deletes.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from dbreport.clients.kvbench import Kvbench
from dbreport.engines.base import Setup
from dbreport.engines.kv_store import KvStore
from dbreport.engines.launch.folders import new_folder
from dbreport.experiments.kv_engines.runner import ENGINES
from shared import stores

FIRST, BETWEEN, LAST = "sequential_write", "random_delete", "random_write"


def compare(store: type[KvStore], keys: int, limit_s: float, folder: Path) -> None:
    program = store(Setup(folder)).program()
    for label, phases in (("without deletes", (FIRST, LAST)), ("after deletes", (FIRST, BETWEEN, LAST))):
        client = Kvbench(program, store.name, folder / "run", keys, False, "default", 1 << 30, 1, limit_s)
        last = client.run(phases).phases[LAST]
        shutil.rmtree(folder / "run")
        print(
            f"{store.name:<10} {label:<16} {last.duration_s / last.operations * 1e6:10,.1f} µs a write"
            f"   processor {last.used.cpu_s / last.operations * 1e6:10,.1f} µs"
            f"   written {last.used.written_bytes / last.operations:9,.0f} bytes",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keys", type=int, default=100_000)
    parser.add_argument("--limit", type=float, default=600.0, help="seconds after which a phase is cut short")
    parser.add_argument("--store", choices=ENGINES, action="append")
    asked = parser.parse_args()
    folder = new_folder("deletes")
    try:
        for store in stores(asked.store):
            compare(store, asked.keys, asked.limit, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
