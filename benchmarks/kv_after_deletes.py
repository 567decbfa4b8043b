"""What do deletes leave for the writes that follow? Random writes after deletes and without them, not synced.

    .venv/bin/python benchmarks/kv_after_deletes.py --store lmdb --keys 1000000

The writes are the same in both; only the phase before them is left out. A store that keeps a list of free pages has a
long one after the deletes.
"""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

from dbreport.clients.kvbench import Kvbench, Run
from dbreport.engines.kv_store import KvStore
from dbreport.engines.setup import Setup
from dbreport.experiments.kv_engines.jobs import VALUE_BYTES
from shared import folder, in_turns, measurements, store_parser, stores

FIRST, BETWEEN, LAST = "sequential_write", "random_delete", "random_write"
PHASES = {"without_deletes": (FIRST, LAST), "after_deletes": (FIRST, BETWEEN, LAST)}


def run(store: type[KvStore], phases: tuple[str, ...], keys: int, limit_s: float, path: Path) -> Run:
    program = store(Setup(path)).program()
    result = Kvbench(program, store.name, path / "run", keys, False, "default", 1 << 30, 1, limit_s, VALUE_BYTES).run(
        phases
    )
    shutil.rmtree(path / "run")
    return result


def main() -> None:
    options = store_parser(__doc__, keys=100_000, turns=3)
    options.add_argument("--limit", type=float, default=600.0, help="seconds after which a phase is cut short")
    asked = options.parse_args()
    with measurements(asked) as measured, folder("deletes") as path:
        for store in stores(asked):
            sides = {
                case: partial(run, store, phases, asked.keys, asked.limit, path) for case, phases in PHASES.items()
            }
            for case, runs in in_turns(asked.turns, sides).items():
                writes, version = [result.phases[LAST] for result in runs], runs[0].version
                latency_s = [phase.duration_s / phase.operations for phase in writes]
                measured.add((store.name, case, "latency"), version, "s", latency_s)
                processor_s = [phase.used.cpu_s / phase.operations for phase in writes]
                measured.add((store.name, case, "processor"), version, "s", processor_s)
                written = [phase.used.written_bytes / phase.operations for phase in writes]
                measured.add((store.name, case, "written"), version, "bytes/operation", written)
            over, under = ((store.name, case, "latency") for case in ("after_deletes", "without_deletes"))
            measured.compare(over, under)


if __name__ == "__main__":
    main()
