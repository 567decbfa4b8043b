"""What the benchmarks of this folder share: servers and stores to be tried, turns, what a disk was given to write."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from dbreport import stats
from dbreport.engines import engine_class
from dbreport.engines.base import Engine, Setup
from dbreport.engines.kv_store import KvStore
from dbreport.engines.launch.folders import new_folder
from dbreport.experiments.kv_engines.runner import ENGINES
from dbreport.report.verdicts.decide import times

SERVERS = ("postgresql", "mysql", "mariadb")

_SECTOR_BYTES, _SECTORS_WRITTEN = 512, 6
"""Of the kernel's block statistics: the unit, whatever the disk's own is, and the field."""


def parser(doc: str | None, servers: Sequence[str] = ()) -> argparse.ArgumentParser:
    """Return a parser that prints a benchmark's own text for help; with `--engine` to choose among several servers."""
    made = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--launcher", help="default: the first found")
    if servers:
        made.add_argument("--engine", action="append", choices=servers, help=f"default: {', '.join(servers)}")
        made.set_defaults(servers=servers)
    return made


def servers(asked: argparse.Namespace) -> Iterator[Engine]:
    """Yield the servers asked for one after the other, each started in a folder of its own and removed after."""
    for name in asked.engine or asked.servers:
        with started(name, asked.launcher) as engine:
            yield engine


@contextmanager
def started(name: str, launcher: str | None = None) -> Iterator[Engine]:
    """Start one server for a block."""
    engine = engine_class(name)(Setup(new_folder(name), launcher=launcher))
    try:
        engine.start()
        engine.version()  # also makes the namespace
        yield engine
    finally:
        engine.remove()


def two_ways(turns: int, run: Callable[[bool], float]) -> tuple[str, str, str]:
    """Run without a change and with it, in turns; return both medians and the ratio, with over without, as words.

    Whoever comes second meets what the other has left behind: so each comes second every other time.
    """
    found: dict[bool, list[float]] = {False: [], True: []}
    for turn in range(turns):
        for changed in (False, True) if turn % 2 else (True, False):
            found[changed].append(run(changed))
    ratio = stats.ratio(found[True], found[False], paired=True)
    return times(stats.median(found[False])), times(stats.median(found[True])), times(ratio)


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
