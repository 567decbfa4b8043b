"""What the benchmarks of this folder share: options, systems to be tried, turns, and what becomes of values."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TypeVar

import polars as pl
from dbreport import host
from dbreport.engines import engine_class
from dbreport.engines.base import Engine
from dbreport.engines.kv_store import KvStore
from dbreport.engines.launch.choosing import LAUNCHERS
from dbreport.engines.launch.folders import new_folder
from dbreport.engines.setup import Setup
from dbreport.engines.systems import SYSTEMS
from dbreport.experiments.kv_engines.runner import ENGINES as STORES
from dbreport.report import beside
from dbreport.report.beside import Key, Measurement
from dbreport.report.verdicts.decide import times
from dbreport.stats import Estimate

Result = TypeVar("Result")

SERVERS = ("postgresql", "mysql", "mariadb")

_SECTOR_BYTES, _SECTORS_WRITTEN = 512, 6
"""Of the kernel's block statistics: the unit, whatever the disk's own is, and the field."""


def parser(doc: str | None, **counts: int) -> argparse.ArgumentParser:
    """Return a parser that prints a benchmark's own text for help, with `--keep`, and numbers by name and default."""
    options = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--keep", action="store_true", help="store what was measured in data/benchmarks")
    for name, default in counts.items():
        options.add_argument(f"--{name}", type=int, default=default, help="default: %(default)s")
    return options


def server_parser(doc: str | None, servers: Sequence[str], **counts: int) -> argparse.ArgumentParser:
    """Return a parser with `--engine`, several times for several servers, and `--launcher`."""
    options = parser(doc, **counts)
    options.add_argument("--engine", action="append", choices=servers, help=f"default: {', '.join(servers)}")
    options.add_argument(
        "--launcher", choices=LAUNCHERS, default="container", help="default: container, as stored results"
    )
    options.set_defaults(servers=servers)
    return options


def store_parser(doc: str | None, **counts: int) -> argparse.ArgumentParser:
    """Return a parser with `--store`, several times for several stores."""
    options = parser(doc, **counts)
    options.add_argument("--store", choices=STORES, action="append", help="default: all")
    return options


class Measurements:
    """What a benchmark has measured. Each case is printed as it comes."""

    def __init__(self) -> None:
        self._rows: list[Measurement] = []

    def add(self, key: Key, version: str, unit: str, values: Sequence[float]) -> None:
        """Print the median of a case's repeats with its interval, and remember all of them."""
        system, case, metric = key
        here, today = host.slug(), date.today().isoformat()
        self._rows += [
            Measurement(here, today, system, version, case, metric, unit, repeat, float(value))
            for repeat, value in enumerate(values)
        ]
        print(f"{system:<10} {case:<34} {metric:<22} {times(beside.median(self.table(), key)):>26} {unit}", flush=True)

    def compare(self, over: Key, under: Key, *, paired: bool = True) -> Estimate:
        """Print and return how many times the value of one case is that of another; pairs are of one turn."""
        ratio = beside.ratio(self.table(), over, under, paired=paired)
        print(f"    {' '.join(over)} over that of {' '.join(under[:2])}: {times(ratio)}", flush=True)
        return ratio

    def table(self) -> pl.DataFrame:
        return beside.table(self._rows)


@contextmanager
def measurements(asked: argparse.Namespace) -> Iterator[Measurements]:
    """Yield where a block puts what it measures; keep it in the end where that was asked for."""
    measured = Measurements()
    yield measured
    if asked.keep:
        print("kept in", beside.keep(Path(sys.argv[0]).stem, measured.table()))


def in_turns(turns: int, sides: Mapping[str, Callable[[], Result]]) -> dict[str, list[Result]]:
    """Return what each side gave, a value a turn.

    Whoever comes second meets what the other has left behind: so the order is turned round every time.
    """
    results: dict[str, list[Result]] = {side: [] for side in sides}
    for turn in range(turns):
        for side in list(sides)[:: 1 if turn % 2 else -1]:
            results[side].append(sides[side]())
    return results


@contextmanager
def folder(name: str) -> Iterator[Path]:
    """Make a folder under the data root for a block."""
    path = new_folder(name)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def servers(asked: argparse.Namespace, connections: int = 0) -> Iterator[Engine]:
    """Yield the servers asked for one after the other, each started in a folder of its own and removed after.

    `connections` is how many clients will be there at once, where the limit as shipped is lower.
    """
    for name in asked.engine or asked.servers:
        with started(name, asked.launcher, connections) as engine:
            yield engine


@contextmanager
def started(name: str, launcher: str | None = None, connections: int = 0) -> Iterator[Engine]:
    """Start one system for a block. What lives in the process has no launcher."""
    launcher = launcher if SYSTEMS[name].kind == "server" else None
    engine = engine_class(name)(Setup(new_folder(name), launcher=launcher, connections=connections))
    try:
        engine.start()
        engine.version()  # also makes the namespace
        yield engine
    finally:
        engine.remove()


def stores(asked: argparse.Namespace) -> Iterator[type[KvStore]]:
    """Yield the stores asked for, all where none was named; tell what one that is not here needs."""
    for name in asked.store or STORES:
        store = engine_class(name)
        assert issubclass(store, KvStore)
        program = store.find()
        if program.how is None:
            print(f"{name}: {program.hint}")
            continue
        yield store


def status(engine: Engine, name: str) -> int:
    """Return a counter of MySQL's or MariaDB's, of the whole server since its start."""
    rows = engine.run(f"SHOW GLOBAL STATUS LIKE '{name}'", 60, fetch=True).rows or []
    return int(rows[0][1])


def given_bytes(folder: Path) -> int:
    """Return the bytes that the disk of a folder has been given to write since the machine started."""
    device = folder.stat().st_dev
    counters = Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}/stat").read_text().split()
    return int(counters[_SECTORS_WRITTEN]) * _SECTOR_BYTES
