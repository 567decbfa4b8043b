"""`dbreport run`: measure an experiment on this machine."""

import argparse
import os
import sys
from pathlib import Path

from .. import host, project
from ..discovery import experiments
from ..engines import NAMES as ENGINES
from ..engines.base import LONGEST_S, SHORTEST_S
from ..engines.launch.choosing import LAUNCHERS
from ..errors import UsageError, unknown
from ..model import Durability, Options, Profile, Scale
from . import LAUNCHER, Commands
from .progress import reporter


def add(commands: Commands) -> None:
    parser = commands.add_parser("run", help="measure an experiment on this machine")
    parser.add_argument("experiment", metavar="EXPERIMENT", help=f"one of: {', '.join(experiments())}")
    parser.add_argument("--engine", action="append", default=[], help=f"one of: {', '.join(ENGINES)}; repeatable")
    parser.add_argument("--profile", choices=[str(p) for p in Profile], default="default")
    parser.add_argument("--durability", choices=[str(d) for d in Durability], default="full")
    parser.add_argument("--scale", default="smoke", help=f"one of: {', '.join(Scale)} (default smoke)")
    parser.add_argument("--case", action="append", default=[], help="a case or pattern such as 'indexed.*'; repeatable")
    parser.add_argument("--rows", type=int, help="another number of rows than the scale's own, to try things out")
    parser.add_argument("--corpus", metavar="FOLDER", help="your own files, where an experiment takes them")
    parser.add_argument("--launcher", help=LAUNCHER)
    parser.add_argument("--timeout", type=float, default=300.0, help="seconds a statement may take (default 300)")
    parser.add_argument(
        "--keep",
        action="store_true",
        help="keep the filled data for the next run that says so, and take up what such a run has kept",
    )
    parser.add_argument(
        "--resume",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="keep what is measured already (default); --no-resume measures it again",
    )
    parser.set_defaults(command=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure what is asked for; return 1 where a case failed. Raises UsageError for what cannot be asked for."""
    from ..measuring.run import measure

    _check(arguments)
    host.slug()  # before anything is measured that could not be filed
    options = Options(
        results=_results(arguments),
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
        keep=arguments.keep,
    )
    with reporter() as progress:
        return 0 if measure(arguments.experiment, options, progress) else 1


def _check(arguments: argparse.Namespace) -> None:
    """Refuse what the parser cannot. Raises UsageError."""
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


def _results(arguments: argparse.Namespace) -> Path:
    """Return the folder results go to: a trial's must not stand where a scale's own belong."""
    trial = "--rows" if arguments.rows is not None else "--corpus" if arguments.corpus else None
    if trial is None:
        return project.results_folder()
    own = os.environ.get("DBREPORT_RESULTS")
    results = Path(own) / "trial" if own else project.root() / "build" / "trial"
    shown = results if own else results.relative_to(project.root())
    print(f"dbreport: {trial} is a trial; its results go to {shown}", file=sys.stderr)
    return results
