"""The command line. Exit codes: 0 done, 1 a case or step failed, 2 wrong usage."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from . import __version__, project
from .engines import NAMES as ENGINES
from .errors import DbreportError, UsageError
from .model import Durability, Options, Profile, Scale
from .runners import NAMES as EXPERIMENTS


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; print any error of ours as one sentence."""
    arguments = _parser().parse_args(argv)
    try:
        return arguments.command(arguments)
    except UsageError as error:
        print(f"dbreport: {error}", file=sys.stderr)
        return 2
    except DbreportError as error:
        print(f"dbreport: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(
            "dbreport: stopped; finished cases are saved, the same command takes up where it stopped",
            file=sys.stderr,
        )
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="dbreport", description="Measure databases and publish the report.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    run = commands.add_parser("run", help="measure an experiment on this machine")
    run.add_argument("experiment", metavar="EXPERIMENT", help=f"one of: {', '.join(EXPERIMENTS)}")
    run.add_argument("--engine", action="append", default=[], help=f"one of: {', '.join(ENGINES)}; repeatable")
    run.add_argument("--profile", choices=[str(p) for p in Profile], default="default")
    run.add_argument("--durability", choices=[str(d) for d in Durability], default="full")
    run.add_argument("--scale", default="smoke", help=f"one of: {', '.join(Scale)} (default smoke)")
    run.add_argument("--case", action="append", default=[], help="a case or pattern such as 'indexed.*'; repeatable")
    run.add_argument("--rows", type=int, help="another number of rows than the scale's own, to try things out")
    run.add_argument(
        "--corpus", type=Path, metavar="FOLDER", help="compression, storage: your own files in place of the pages"
    )
    run.add_argument("--launcher", help="external, native or container (default: the first that works)")
    run.add_argument("--timeout", type=float, default=300.0, help="seconds a statement may take (default 300)")
    run.add_argument(
        "--resume",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="keep what is measured already (default); --no-resume measures it again",
    )
    run.set_defaults(command=_run)

    status = commands.add_parser("status", help="list every cell: measured, missing, stale, failed")
    status.add_argument("--json", action="store_true", help="print JSON")
    status.set_defaults(command=_status)

    doctor = commands.add_parser("doctor", help="tell which systems are found here, or what to install")
    doctor.add_argument("--json", action="store_true", help="print JSON")
    doctor.set_defaults(command=_doctor)

    execute = commands.add_parser("execute", help="re-execute chapters in place, from stored results")
    execute.add_argument("chapter", nargs="+", metavar="CHAPTER", help="such as half-billion, index, machine, or all")
    execute.set_defaults(command=_execute)

    site = commands.add_parser("site", help="render the site in both languages into _site")
    site.add_argument("--renderer", choices=["quarto", "preview"], help="default: quarto where it is found")
    site.set_defaults(command=_site)

    serve = commands.add_parser("serve", help="show the rendered site on this machine's loopback address")
    serve.add_argument("--port", type=int, default=8000)
    serve.set_defaults(command=_serve)
    return parser


def _run(arguments: argparse.Namespace) -> int:
    from .engines.base import LONGEST_S, SHORTEST_S
    from .engines.launch.programs import LAUNCHERS
    from .progress import reporter
    from .runners.session import measure

    if arguments.scale not in list(Scale):
        raise UsageError(f"no scale {arguments.scale!r}; choose from: {', '.join(Scale)}")
    if arguments.rows is not None and arguments.rows < 1:
        raise UsageError(f"{arguments.rows} rows cannot be measured; give --rows at least 1")
    if not SHORTEST_S <= arguments.timeout <= LONGEST_S:
        raise UsageError(
            f"a timeout of {arguments.timeout:g} s cannot be kept; give --timeout {SHORTEST_S:g} to {LONGEST_S:,.0f} s"
        )
    if arguments.launcher not in (None, *LAUNCHERS):
        raise UsageError(f"no launcher {arguments.launcher!r}; choose from: {', '.join(LAUNCHERS)}")
    results = project.results_folder()
    trial = "--rows" if arguments.rows is not None else "--corpus" if arguments.corpus else None
    if trial and "DBREPORT_RESULTS" not in os.environ:
        # a trial must not stand where a scale's own result belongs
        results = project.root() / "build" / "trial"
        print(f"dbreport: {trial} is a trial; its results go to {results.relative_to(project.root())}", file=sys.stderr)
    options = Options(
        results=results,
        scale=Scale(arguments.scale),
        profile=Profile(arguments.profile),
        durability=Durability(arguments.durability),
        engines=tuple(arguments.engine),
        cases=tuple(arguments.case),
        launcher=arguments.launcher,
        rows=arguments.rows,
        resume=arguments.resume,
        timeout_s=arguments.timeout,
        corpus=arguments.corpus,
    )
    with reporter() as progress:
        return 0 if measure(arguments.experiment, options, progress) else 1


def _status(arguments: argparse.Namespace) -> int:
    from .status import states

    found = states(project.results_folder())
    if arguments.json:
        print(json.dumps([asdict(state) for state in found], indent=2))
        return 0
    columns = ("experiment", "host", "scale", "profile", "engine", "state", "version", "measured_at", "detail")
    _print(columns, [[getattr(state, column) for column in columns] for state in found])
    return 0


def _doctor(arguments: argparse.Namespace) -> int:
    from .clients import PROGRAMS
    from .clients.load import find
    from .engines import engine_class
    from .host import idle_memory_s

    found = {name: engine_class(name).find() for name in ENGINES}
    found |= {program: find(program, oldest) for program, oldest in PROGRAMS.items()}
    if arguments.json:
        print(json.dumps({name: asdict(what) for name, what in found.items()}, indent=2))
        return 0
    lines = [
        [name, what.version or "–", what.how or "not found", what.where or f"to install: {what.hint}"]
        for name, what in found.items()
    ]
    _print(("system", "version", "started", "where"), lines)
    if (idle_s := idle_memory_s()) is not None:
        print(f"\nthis kernel takes back memory untouched for {idle_s:.0f} s: what lives by the page cache cools down")
    return 0


def _print(columns: Sequence[str], lines: Sequence[Sequence[str]]) -> None:
    table = Table(*(column.replace("_", " ") for column in columns), box=None)
    for line in lines:
        table.add_row(*line)
    # a pipe has no width: nothing may be cut off there
    Console(width=None if sys.stdout.isatty() else 300).print(table)


def _execute(arguments: argparse.Namespace) -> int:
    from .execute import execute

    known = project.chapters()
    names = list(known) if arguments.chapter == ["all"] else arguments.chapter
    for name in names:
        if name not in known:
            raise UsageError(f"no chapter {name!r}; choose from: {', '.join(known)}, or all")
    for path in (known[name] for name in names):
        execute(path)
        print(f"executed {path.relative_to(project.root())}")
    return 0


def _site(arguments: argparse.Namespace) -> int:
    from .site import build

    out = build(project.root(), arguments.renderer)
    print(f"open {Path(out) / 'index.html'}, or run: dbreport serve")
    return 0


def _serve(arguments: argparse.Namespace) -> int:
    from .site import serve

    serve(arguments.port, project.root() / "_site")
    return 0


if __name__ == "__main__":
    sys.exit(main())
