"""`dbreport host`: a machine's results as one file, to hand on and to take up."""

import argparse
from pathlib import Path

from .. import host, project
from ..results import moving
from . import Commands, table


def add(commands: Commands) -> None:
    parser = commands.add_parser("host", help="list the machines that have results; export or import one's as one file")
    kinds = parser.add_subparsers(required=True, metavar="list|export|import")
    made = kinds.add_parser("list", help="the machines that have results here")
    made.set_defaults(command=_list)
    made = kinds.add_parser("export", help="write the results of a machine into one file")
    made.add_argument("host", nargs="?", help="default: this machine")
    made.add_argument("--to", type=Path, metavar="FILE", help=f"default: <host>{moving.SUFFIX}")
    made.set_defaults(command=_export)
    made = kinds.add_parser("import", help="unpack such a file among the results here")
    made.add_argument("file", type=Path, metavar="FILE")
    made.add_argument("--replace", action="store_true", help="take its cells where there are others already")
    made.set_defaults(command=_import)


def _list(arguments: argparse.Namespace) -> int:
    here, there = host.slug(), moving.hosts(project.results_folder())
    lines = [[name, str(files), "this machine" if name == here else ""] for name, files in there.items()]
    table.show(("host", "files", ""), lines)
    return 0


def _export(arguments: argparse.Namespace) -> int:
    name = arguments.host or host.slug()
    target = arguments.to or Path(f"{name}{moving.SUFFIX}")
    cells = moving.export(name, project.results_folder(), target)
    print(f"{target}: {cells} cells of {name}; elsewhere: dbreport host import {target.name}")
    return 0


def _import(arguments: argparse.Namespace) -> int:
    moved = moving.unpack(arguments.file, project.results_folder(), arguments.replace)
    counted = f"{len(moved.new)} new cells, {len(moved.replaced)} replaced, {len(moved.same)} the same"
    print(f"{moved.host}: {counted}; next: dbreport status; DBREPORT_HOST={moved.host} dbreport execute all")
    return 0
