"""`dbreport spent`: what measuring took on a machine, and the disk room it was given, as Markdown."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from .. import discovery, project
from ..errors import ResultsMissing, unknown
from ..measuring.freshness import load
from ..model import Scale
from ..results.spent import by_place
from . import Commands, table

_COLUMNS = ("experiment", "scale", "rows", "profile", "systems", "cases", "hours", "room, GB")


def add(commands: Commands) -> None:
    parser = commands.add_parser("spent", help="tell what measuring took, and the disk room it was given, as Markdown")
    parser.add_argument("host", nargs="?", help="default: the one whose results the report shows")
    parser.set_defaults(command=run)


def run(arguments: argparse.Namespace) -> int:
    """Print a line for each experiment, scale and profile with results of a machine, and the sum.

    Raises UsageError for a machine without results, ResultsMissing where there are none at all.
    """
    results = project.results_folder()
    known = sorted({path.parent.name for path in results.glob("*/*/*.parquet")})
    if arguments.host and arguments.host not in known:
        raise unknown("machine", arguments.host, known)
    lines = [line for name in discovery.experiments() for line in _lines(name, results, arguments.host)]
    if not lines:
        raise ResultsMissing("nothing was measured yet; run: dbreport measure --hours 1")
    total = sum(float(line[-2]) for line in lines)
    table.show(_COLUMNS, [*lines, ["all", *[""] * 5, f"{total:.1f}", ""]], markdown=True)
    return 0


def _lines(name: str, results: Path, machine: str | None) -> Iterator[list[str]]:
    runs = load(name, results=results, host=machine, needed=False)
    if runs.is_empty():
        return
    experiment = discovery.experiment(name)
    for scale, profile, rows, systems, cases, seconds in by_place(runs).rows():
        room = experiment.room_bytes(Scale(scale), systems) / 1e9
        yield [name, scale, f"{rows:,}", profile, str(systems), str(cases), f"{seconds / 3600:.2f}", f"{room:.1f}"]
