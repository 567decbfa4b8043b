"""What is measured, missing, stale, failed, left out: a line a cell, and each case that is not what is asked for."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from textwrap import shorten

from .. import host, project
from ..discovery import experiment, experiments
from ..engines import engine_class
from ..errors import ResultsError, ResultsInvalid, unknown
from ..measuring.freshness import asked_for, stale
from ..model import Scale
from ..report import rewritten
from ..results.select import measured_on
from ..results.store import EVERY_HOST, Cell, files, read_once
from . import Commands, left_out, table

LEFT_OUT = "left out"
_LONGEST = 80
"""Characters of what has changed that a line has room for."""
_COLUMNS = ("experiment", "host", "scale", "profile", "engine", "state", "version", "measured_at", "detail")


def add(commands: Commands) -> None:
    parser = commands.add_parser("status", help="list every cell: measured, missing, stale, failed")
    parser.add_argument("experiments", metavar="EXPERIMENT", nargs="*", help="default: all")
    parser.add_argument("--all", action="store_true", help="also those that are left out of the campaign, and why")
    parser.add_argument("--json", action="store_true", help="print JSON: all of them, every case missing or stale")
    parser.set_defaults(command=run)


def run(arguments: argparse.Namespace) -> int:
    """List every cell; name on standard error each file that cannot be read, and return 1 where there is one.

    Raises UsageError for an experiment that does not exist.
    """
    for name in arguments.experiments:
        if name not in experiments():
            raise unknown("experiment", name, experiments())
    cells = states(project.results_folder(), arguments.experiments or experiments())
    if arguments.json:
        print(json.dumps([asdict(cell) for cell in cells], indent=2))
    else:
        told = [replace(cell, detail=_brief(cell)) for cell in cells if arguments.all or cell.state != LEFT_OUT]
        table.show(_COLUMNS, [[getattr(cell, column) for column in _COLUMNS] for cell in told])
        if others := len(cells) - len(told):
            print(f"{others} more are left out of the campaign; --all lists them, each with the reason")
    invalid = [cell for cell in cells if cell.state == "invalid"]
    for cell in invalid:
        print(f"dbreport: {cell.detail}", file=sys.stderr)
    return 1 if invalid else 0


@dataclass(frozen=True, slots=True)
class State:
    """One cell: `state` is measured, partial, failed, stale, invalid, missing or left out; `detail` says what of it.

    `missing` are the cases that are asked for today and have no result; `stale` has each case that is no longer what
    is asked for, with what has become other; `rewritten` are those whose commit is not in the history.
    """

    experiment: str
    host: str
    engine: str
    profile: str
    scale: str
    durability: str
    state: str
    detail: str
    version: str = ""
    measured_at: str = ""
    missing: list[str] = field(default_factory=list)
    stale: dict[str, list[str]] = field(default_factory=dict)
    rewritten: list[str] = field(default_factory=list)


def states(results: Path, names: Iterable[str]) -> list[State]:
    """Return the state of every cell of this host, and of every other host's stored ones, of some experiments."""
    here = host.slug()
    told = []
    for name in names:
        cells = asked_of(name, here)
        strange = []
        for path in files(name, results, EVERY_HOST):
            try:
                cells.add(Cell.of(path))
            except ResultsInvalid as error:
                strange.append(State(name, path.parent.name, path.stem, "–", "–", "–", "invalid", str(error)))
        told += [state(cell, results) for cell in sorted(cells, key=lambda cell: _order(cell, here))]
        told += strange
    return told


def asked_of(name: str, host: str) -> set[Cell]:
    """Return every cell that an experiment can have on a host: a system, a profile it has, a scale."""
    return {
        Cell(name, host, engine, profile, scale)
        for engine in experiment(name).engines
        for profile in experiment(name).profiles
        if profile not in engine_class(engine).lacks
        for scale in Scale
    }


def _order(cell: Cell, here: str) -> tuple[bool, str, int, str, str, str]:
    scale = list(Scale).index(Scale(cell.scale))
    return cell.host != here, cell.host, scale, cell.profile, cell.engine, cell.durability


def state(cell: Cell, results: Path) -> State:
    """Return the state of one cell."""
    path = cell.path(results)
    if not path.exists():
        if reason := left_out.why(cell):
            return State(**asdict(cell), state=LEFT_OUT, detail=reason)
        profile = "" if cell.profile == "default" else f" --profile {cell.profile}"
        command = f"dbreport run {cell.experiment} --engine {cell.engine} --scale {cell.scale}{profile}"
        return State(**asdict(cell), state="missing", detail=command)
    try:
        frame, footer = read_once(path)
        wanted = list(asked_for(cell).cases)
        if frame.is_empty():
            return State(**asdict(cell), state="partial", detail=f"0 of {len(wanted)} cases", missing=wanted)
        other = stale(cell, frame, footer)
    except ResultsError as error:
        return State(**asdict(cell), state="invalid", detail=str(error))
    bad = frame.filter(frame["status"].is_in(["failed", "wrong_answer"]))["case"].unique().sort().to_list()
    missing = [case for case in wanted if case not in footer.cases]
    if other:
        left = f", {len(missing)} more are not measured" if missing else ""
        what, detail = "stale", f"{len(other)} of {len(footer.cases)} cases{left}: {'; '.join(_reasons(other))}"
    elif missing:
        what, detail = "partial", f"{len(wanted) - len(missing)} of {len(wanted)} cases"
    elif bad:
        what, detail = "failed", ", ".join(bad)
    else:
        what, detail = "measured", f"{len(footer.cases)} cases"
    gone = rewritten.cases(footer)
    if gone:
        detail += f", {len(gone)} of a commit that is not in the history"
    version, measured_at = str(frame["engine_version"][-1]), measured_on(frame)
    told = State(**asdict(cell), state=what, detail=detail, version=version, measured_at=measured_at)
    return replace(told, missing=missing, stale=other, rewritten=gone)


def _brief(cell: State) -> str:
    """Return the detail of a cell for a line: of what has changed the first thing, shortened, and how much more."""
    if not cell.stale:
        return cell.detail
    first, *others = _reasons(cell.stale)
    more = f"; {len(others)} more, see --json" if others else ""
    return f"{cell.detail.partition(': ')[0]}: {shorten(first, _LONGEST, placeholder=' …')}{more}"


def _reasons(other: dict[str, list[str]]) -> Iterator[str]:
    """Yield each difference once, with the case it was found in or how many there are."""
    counted = Counter(difference for differences in other.values() for difference in differences)
    for difference, cases in counted.items():
        first = next(case for case, differences in other.items() if difference in differences)
        yield f"{difference} ({first}{f' and {cases - 1} more' if cases > 1 else ''})"
