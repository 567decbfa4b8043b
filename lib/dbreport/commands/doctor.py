"""`dbreport doctor`: which systems and load generators are found here, or what to install."""

import argparse
import json
from dataclasses import asdict

from .. import host
from ..clients import PROGRAMS, readers
from ..clients.load import find
from ..engines import NAMES, engine_class
from ..engines.embedded import allocated_bytes
from ..measuring import kept
from . import Commands, table


def add(commands: Commands) -> None:
    parser = commands.add_parser("doctor", help="tell which systems are found here, or what to install")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(command=run)


def run(arguments: argparse.Namespace) -> int:
    """Tell of every system and load generator where it is, which version, and what to install; return 0."""
    programs = {name: engine_class(name).find() for name in NAMES}
    programs |= {name: find(name, oldest) for name, oldest in PROGRAMS.items()} | {"readers": readers.find()}
    if arguments.json:
        print(json.dumps({name: asdict(program) for name, program in programs.items()}, indent=2))
        return 0
    lines = [
        [name, program.version or "–", program.how or "not found", program.where or f"to install: {program.hint}"]
        for name, program in programs.items()
    ]
    table.show(("system", "version", "started", "where"), lines)
    for folder in kept.every():
        size_bytes = sum(allocated_bytes(folder))
        print(f"\nkept for the next run with --keep, or to be removed: {folder} ({size_bytes / 1e9:.1f} GB)")
    if (idle_s := host.idle_memory_s()) is not None:
        print(f"\nthis kernel takes back memory untouched for {idle_s:.0f} s: what lives by the page cache cools down")
    return 0
