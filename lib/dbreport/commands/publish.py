"""`dbreport execute`, `site`, `pdf` and `serve`: from stored results to chapters, to a site, to print and to show."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from .. import discovery, project
from ..errors import unknown
from . import Commands

if TYPE_CHECKING:
    import polars as pl


def add(commands: Commands) -> None:
    parser = commands.add_parser("execute", help="re-execute chapters in place, from stored results")
    parser.add_argument("chapter", nargs="+", metavar="CHAPTER", help="such as half-billion, index, machine, or all")
    parser.set_defaults(command=_execute)

    parser = commands.add_parser("site", help="render the site in both languages into _site")
    parser.add_argument(
        "page", nargs="*", metavar="PAGE", help="render this page alone into the site there is, such as half-billion"
    )
    parser.add_argument("--renderer", choices=["quarto", "preview"], help="default: quarto where it is found")
    parser.set_defaults(command=_site)

    parser = commands.add_parser("pdf", help="print the rendered site into one PDF for each language")
    parser.set_defaults(command=_pdf)

    parser = commands.add_parser("serve", help="show the rendered site on this machine's loopback address")
    parser.add_argument("--port", type=int, default=8000)
    parser.set_defaults(command=_serve)


def _execute(arguments: argparse.Namespace) -> int:
    from ..site.execute import execute

    known = project.chapters()
    names = list(known) if arguments.chapter == ["all"] else arguments.chapter
    for name in names:
        if name not in known:
            raise unknown("chapter", name, [*known, "all"])
    for path in (known[name] for name in names):
        execute(path)
        print(f"executed {path.relative_to(project.root())}")
    return 0


def _site(arguments: argparse.Namespace) -> int:
    from ..site.build import build

    out = build(project.root(), arguments.renderer, _samples, arguments.page)
    print(f"open {Path(out) / 'index.html'}, or run: dbreport serve")
    return 0


def _samples() -> "pl.DataFrame":
    """Return every stored sample but histograms, of every machine."""
    import polars as pl

    from ..measuring.freshness import load
    from ..model import Durability
    from ..results.store import EVERY_HOST

    return pl.concat(
        load(name, host=EVERY_HOST, durability=durability, needed=False)
        for name in discovery.experiments()
        for durability in Durability
    )


def _pdf(arguments: argparse.Namespace) -> int:
    from ..site import pdf

    for path in pdf.write(project.root()):
        print(f"printed {path.relative_to(project.root())}")
    return 0


def _serve(arguments: argparse.Namespace) -> int:
    from ..site.serve import serve

    serve(arguments.port, project.root() / "_site")
    return 0
