"""Is the write rate we store the one a store gives by its own interface? The same keys, in turns, sync on and off.

    .venv/bin/python benchmarks/kv_itself.py --turns 5 --keys 10000

Measures writes a second and prints the ratio: ours come from the runner's client, the others from Go's own benchmark of
a loop as each store's manual has it (`itself_test.go`), with none of our interface around it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import partial
from pathlib import Path

from dbreport.clients.kvbench import Kvbench
from dbreport.engines.kv_store import SOURCES, KvStore
from dbreport.engines.launch import golang
from dbreport.engines.setup import Setup
from dbreport.experiments.kv_engines.jobs import DURABILITY, VALUE_BYTES
from shared import folder, in_turns, measurements, store_parser, stores

PHASE = "sequential_write"


def tests_of(store: type[KvStore], folder: Path) -> Path:
    """Build the Go tests, which hold the loops."""
    tests = folder / f"{store.name}.test"
    go = golang.require(SOURCES)
    subprocess.run([go.path, "test", "-c", f"-tags={','.join(store.tags)}", "-o", tests, "."], cwd=SOURCES, check=True)
    return tests


def by_hand(tests: Path, store: str, setting: str, keys: int, folder: Path) -> float:
    """Run one loop and read Go's line `ns/op`; return writes a second."""
    argv = [str(tests), "-test.run=-", f"-test.bench=Itself/{store}/{setting}$", f"-test.benchtime={keys}x"]
    environment = {**os.environ, "KVBENCH_DIR": str(folder)}
    os.sync()
    output = subprocess.run(argv, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout
    nanoseconds = re.search(r"\s([\d.]+) ns/op", output)
    assert nanoseconds, output
    return 1e9 / float(nanoseconds[1])


def ours(store: KvStore, setting: str, keys: int, folder: Path) -> float:
    run_in = folder / "run"
    client = Kvbench(
        store.program(), store.name, run_in, keys, setting == "sync_on", "default", 1 << 30, 1, 600.0, VALUE_BYTES
    )
    os.sync()
    phase = client.run([PHASE]).phases[PHASE]
    shutil.rmtree(run_in)
    return phase.operations / phase.duration_s


def main() -> None:
    options = store_parser(__doc__, turns=5, keys=10_000)
    options.add_argument("--setting", choices=DURABILITY, action="append", help="default: both")
    asked = options.parse_args()
    with measurements(asked) as measured, folder("itself") as path:
        for kind in stores(asked):
            tests, store = tests_of(kind, path), kind(Setup(path))
            for setting in asked.setting or DURABILITY:
                sides = {
                    "itself": partial(by_hand, tests, store.name, setting, asked.keys, path),
                    "ours": partial(ours, store, setting, asked.keys, path),
                }
                keys = {side: (store.name, f"{setting}.{side}", "throughput") for side in sides}
                for side, rates in in_turns(asked.turns, sides).items():
                    measured.add(keys[side], store.version(), "writes/s", rates)
                measured.compare(keys["ours"], keys["itself"], paired=False)


if __name__ == "__main__":
    main()
