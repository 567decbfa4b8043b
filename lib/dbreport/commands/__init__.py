"""Commands of the command line that are more than a call: their arguments here, each one's work in its own module."""

from __future__ import annotations

import argparse
import importlib
import re
from collections.abc import Callable
from typing import Any, TypeAlias

from ..model import Profile, Scale

Commands: TypeAlias = "argparse._SubParsersAction[Any]"


def add(commands: Commands) -> None:
    """Add every command of this folder."""
    _replicate(commands)
    _agree(commands)
    _measure(commands)


def _replicate(commands: Commands) -> None:
    parser = commands.add_parser("replicate", help="measure stored cases a second time, all or a random sample")
    parser.add_argument("experiment", metavar="EXPERIMENT")
    parser.add_argument("--scale", choices=[str(s) for s in Scale], help="default: where most systems were measured")
    parser.add_argument("--profile", choices=[str(p) for p in Profile], default="default")
    parser.add_argument("--sample", type=_share, metavar="SHARE", help="of each stage's cases, such as 0.2 or 20%%")
    parser.add_argument("--seed", type=int, default=1, help="of the random sample (default 1)")
    parser.add_argument("--engine", action="append", default=[], help="one of those stored (default all); repeatable")
    parser.add_argument("--case", action="append", default=[], help="a stored case or pattern; repeatable")
    parser.add_argument("--launcher", help=_LAUNCHER)
    parser.add_argument("--as", dest="name", help="the replication's name (default: that of the session)")
    parser.set_defaults(command=_in("replicate"))


def _agree(commands: Commands) -> None:
    parser = commands.add_parser("agree", help="tell how far replications agree with the first results")
    parser.add_argument("experiment", nargs="*", metavar="EXPERIMENT", help="default: all that were replicated")
    parser.add_argument("--json", action="store_true", help="print JSON, with every ratio")
    parser.set_defaults(command=_in("agree"))


def _measure(commands: Commands) -> None:
    parser = commands.add_parser("measure", help="measure what fits into a given time, most telling first")
    given = parser.add_mutually_exclusive_group(required=True)
    given.add_argument("--hours", type=float, help="how long it may take")
    given.add_argument("--until", metavar="HH:MM", help="when it must end, by this machine's clock")
    parser.add_argument("--scale-max", choices=[str(s) for s in Scale], default="full", help="the largest scale (full)")
    parser.add_argument("--profile", choices=[str(p) for p in Profile], help="default: both")
    parser.add_argument("--experiment", action="append", default=[], help="default: all; repeatable")
    parser.add_argument("--engine", action="append", default=[], help="default: all that are found; repeatable")
    parser.add_argument("--launcher", help=_LAUNCHER)
    parser.add_argument("--dry-run", action="store_true", help="print the plan and measure nothing")
    parser.add_argument("--no-site", action="store_true", help="leave the chapters and the site as they are")
    parser.set_defaults(command=_in("measure"))


_LAUNCHER = "external, native or container (default: the first that works)"


def _in(name: str) -> Callable[[argparse.Namespace], int]:
    """Return the work of a command, imported when it is called: `--help` needs none of it."""
    return lambda arguments: importlib.import_module(f".{name}", __name__).run(arguments)


def _share(text: str) -> float:
    number = re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+) ?(%?)", text.strip())
    value = float(number[1]) / (100 if number[2] else 1) if number else 0.0
    if not 0 < value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no share; give one above 0, up to 1 or 100%")
    return value
