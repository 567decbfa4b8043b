"""`dbreport execute`, `site` and `serve`: from stored results to chapters, from chapters to a site, and show it."""

import argparse
from pathlib import Path

from .. import project
from ..errors import unknown
from . import Commands


def add(commands: Commands) -> None:
    parser = commands.add_parser("execute", help="re-execute chapters in place, from stored results")
    parser.add_argument("chapter", nargs="+", metavar="CHAPTER", help="such as half-billion, index, machine, or all")
    parser.set_defaults(command=_execute)

    parser = commands.add_parser("site", help="render the site in both languages into _site")
    parser.add_argument("--renderer", choices=["quarto", "preview"], help="default: quarto where it is found")
    parser.set_defaults(command=_site)

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

    out = build(project.root(), arguments.renderer)
    print(f"open {Path(out) / 'index.html'}, or run: dbreport serve")
    return 0


def _serve(arguments: argparse.Namespace) -> int:
    from ..site.build import serve

    serve(arguments.port, project.root() / "_site")
    return 0
