"""Is the write rate we store the one a store gives by its own interface? The same keys, in turns, sync on and off.

    .venv/bin/python benchmarks/kv_itself.py --turns 5 --keys 10000

Prints both medians with their 95 % intervals and the ratio: ours come from the runner's client, the others from Go's
own benchmark of a loop as each store's manual has it (`itself_test.go`), with none of our interface around it.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from dbreport import stats
from dbreport.clients.kvbench import Kvbench
from dbreport.engines.base import Setup
from dbreport.engines.kv_store import SOURCES, KvStore
from dbreport.engines.launch import golang
from dbreport.engines.launch.folders import new_folder
from dbreport.experiments.kv_engines.runner import DURABILITY, ENGINES
from dbreport.report.verdicts.decide import times
from shared import stores


def tests_of(store: type[KvStore], folder: Path) -> Path:
    """Build the Go tests, which hold the loops."""
    made = folder / f"{store.name}.test"
    go = golang.require(SOURCES)
    subprocess.run([go.path, "test", "-c", f"-tags={','.join(store.tags)}", "-o", made, "."], cwd=SOURCES, check=True)
    return made


def by_hand(tests: Path, store: str, setting: str, keys: int, folder: Path) -> float:
    """Run one loop and read Go's line `ns/op`; return writes a second."""
    argv = [tests, "-test.run=-", f"-test.bench=Itself/{store}/{setting}$", f"-test.benchtime={keys}x"]
    environment = {**os.environ, "KVBENCH_DIR": str(folder)}
    said = subprocess.run(argv, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout
    found = re.search(r"\s([\d.]+) ns/op", said)
    assert found, said
    return 1e9 / float(found[1])


def ours(program: Path, store: str, setting: str, keys: int, folder: Path) -> float:
    run_in = folder / "run"
    client = Kvbench(program, store, run_in, keys, setting == "sync_on", "default", 1 << 30, 1, 600.0)
    phase = client.run(["sequential_write"]).phases["sequential_write"]
    shutil.rmtree(run_in)
    return phase.operations / phase.duration_s


def compare(store: type[KvStore], settings: Sequence[str], turns: int, keys: int, folder: Path) -> None:
    tests, program = tests_of(store, folder), store(Setup(folder)).program()
    for setting in settings:
        found: tuple[list[float], list[float]] = ([], [])
        for turn in range(turns):
            for side in (0, 1) if turn % 2 else (1, 0):  # whoever comes second meets the other's dirty pages
                os.sync()
                rate = (
                    ours(program, store.name, setting, keys, folder)
                    if side == 0
                    else by_hand(tests, store.name, setting, keys, folder)
                )
                found[side].append(rate)
        mine, theirs = (stats.median(side) for side in found)
        print(
            f"{store.name:<10} {setting:<9} ours {mine.value:9,.0f} [{mine.low:,.0f}, {mine.high:,.0f}]"
            f"   itself {theirs.value:9,.0f} [{theirs.low:,.0f}, {theirs.high:,.0f}]"
            f"   ours / itself {times(stats.ratio(*found))}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--keys", type=int, default=10_000)
    parser.add_argument("--store", choices=ENGINES, action="append")
    parser.add_argument("--setting", choices=DURABILITY, action="append")
    asked = parser.parse_args()
    folder = new_folder("itself")
    try:
        for store in stores(asked.store):
            compare(store, asked.setting or list(DURABILITY), asked.turns, asked.keys, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
