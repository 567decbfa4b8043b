"""The command line. Exit codes: 0 done, 1 a case or step failed, 2 wrong usage."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import threading
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from rich.console import Console
from rich.table import Table

from . import __version__, host, project
from . import commands as more
from .discovery import experiments
from .engines import NAMES as ENGINES
from .errors import DbreportError, UsageError, unknown
from .model import Durability, Options, Profile, Scale

if TYPE_CHECKING:
    from .commands.status import State


STOPPED = "stopped; what was finished is saved, the same command takes up where it stopped"
TERMINATED = 143


class _Parser(argparse.ArgumentParser):
    """Tells wrong usage as every other error is told: one sentence with the next step."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{' '.join(message.split())}; see: {self.prog} --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; print any error of ours as one sentence."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
    try:
        arguments = _parser().parse_args(argv)
        return arguments.command(arguments)
    except SystemExit as end:
        if end.code == TERMINATED:
            print(f"dbreport: {STOPPED}", file=sys.stderr)
        raise
    except UsageError as error:
        print(f"dbreport: {error}", file=sys.stderr)
        return 2
    except DbreportError as error:
        print(f"dbreport: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"dbreport: {STOPPED}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="dbreport", description="Measure databases and publish the report.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    run = commands.add_parser("run", help="measure an experiment on this machine")
    run.add_argument("experiment", metavar="EXPERIMENT", help=f"one of: {', '.join(experiments())}")
    run.add_argument("--engine", action="append", default=[], help=f"one of: {', '.join(ENGINES)}; repeatable")
    run.add_argument("--profile", choices=[str(p) for p in Profile], default="default")
    run.add_argument("--durability", choices=[str(d) for d in Durability], default="full")
    run.add_argument("--scale", default="smoke", help=f"one of: {', '.join(Scale)} (default smoke)")
    run.add_argument("--case", action="append", default=[], help="a case or pattern such as 'indexed.*'; repeatable")
    run.add_argument("--rows", type=int, help="another number of rows than the scale's own, to try things out")
    run.add_argument("--corpus", metavar="FOLDER", help="compression, storage: your own files in place of the pages")
    run.add_argument("--launcher", help="external, native or container (default: the first that works)")
    run.add_argument("--timeout", type=float, default=300.0, help="seconds a statement may take (default 300)")
    run.add_argument(
        "--resume",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="keep what is measured already (default); --no-resume measures it again",
    )
    run.set_defaults(command=_run)

    more.add(commands)

    status = commands.add_parser("status", help="list every cell: measured, missing, stale, failed")
    status.add_argument("--json", action="store_true", help="print JSON")
    status.set_defaults(command=_status)

    migrate = commands.add_parser("migrate", help="bring result files of an older schema into this one")
    migrate.set_defaults(command=_migrate)

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
    from .commands.progress import reporter
    from .engines.base import LONGEST_S, SHORTEST_S
    from .engines.launch.choosing import LAUNCHERS
    from .measuring.run import measure

    if arguments.scale not in list(Scale):
        raise unknown("scale", arguments.scale, Scale)
    if arguments.rows is not None and arguments.rows < 1:
        raise UsageError(f"{arguments.rows} rows cannot be measured; give --rows at least 1")
    if not SHORTEST_S <= arguments.timeout <= LONGEST_S:
        raise UsageError(
            f"a timeout of {arguments.timeout:g} s cannot be kept; give --timeout {SHORTEST_S:g} to {LONGEST_S:,.0f} s"
        )
    if arguments.launcher not in (None, *LAUNCHERS):
        raise unknown("launcher", arguments.launcher, LAUNCHERS)
    if arguments.corpus == "":
        raise UsageError("--corpus names no folder; give the folder of your files, '.' for this one")
    if arguments.corpus and not Path(arguments.corpus).is_dir():
        raise UsageError(f"{arguments.corpus} is no folder; give --corpus a folder of files")
    host.slug()  # before anything is measured that could not be filed
    results = project.results_folder()
    trial = "--rows" if arguments.rows is not None else "--corpus" if arguments.corpus else None
    if trial:  # it must not stand where a scale's own result belongs
        own = os.environ.get("DBREPORT_RESULTS")
        results = Path(own) / "trial" if own else project.root() / "build" / "trial"
        shown = results if own else results.relative_to(project.root())
        print(f"dbreport: {trial} is a trial; its results go to {shown}", file=sys.stderr)
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
        corpus=Path(arguments.corpus) if arguments.corpus else None,
    )
    with reporter() as progress:
        return 0 if measure(arguments.experiment, options, progress) else 1


def _status(arguments: argparse.Namespace) -> int:
    from .commands.status import states

    found = states(project.results_folder())
    if arguments.json:
        print(json.dumps([asdict(state) for state in found], indent=2))
        return _without_invalid(found)
    columns = ("experiment", "host", "scale", "profile", "engine", "state", "version", "measured_at", "detail")
    _print(columns, [[getattr(state, column) for column in columns] for state in found])
    return _without_invalid(found)


def _without_invalid(found: Sequence[State]) -> int:
    """Name on standard error each file that cannot be read; return the exit code."""
    invalid = [state for state in found if state.state == "invalid"]
    for state in invalid:
        print(f"dbreport: {state.detail}", file=sys.stderr)
    return 1 if invalid else 0


def _migrate(arguments: argparse.Namespace) -> int:
    from .commands.migrate import migrate

    for path in migrate(project.results_folder()):
        print(f"migrated {path.relative_to(project.results_folder())}")
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
    from .site.execute import execute

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
    from .site.build import build

    out = build(project.root(), arguments.renderer)
    print(f"open {Path(out) / 'index.html'}, or run: dbreport serve")
    return 0


def _serve(arguments: argparse.Namespace) -> int:
    from .site.build import serve

    serve(arguments.port, project.root() / "_site")
    return 0


if __name__ == "__main__":
    sys.exit(main())
