"""What is measured, missing, stale or failed: one line a cell."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

from . import host
from .errors import ResultsError, ResultsInvalid
from .model import Profile, Scale
from .runners import NAMES, experiment
from .select import measured_on
from .staleness import code_digest
from .store import Cell, files, read


@dataclass(frozen=True, slots=True)
class State:
    """One cell: `state` is measured, partial, failed, stale, invalid or missing; `detail` says what of it."""

    experiment: str
    host: str
    engine: str
    profile: str
    scale: str
    state: str
    detail: str
    version: str
    measured_at: str


def states(results: Path) -> list[State]:
    """Return the state of every cell of this host, and of every other host's stored ones."""
    here = host.slug()
    found = []
    for name in NAMES:
        cells = {
            Cell(name, here, engine, profile, scale)
            for engine in experiment(name).engines
            for profile in Profile
            for scale in Scale
        }
        strange = []
        for path in files(name, results):
            try:
                cells.add(Cell.of(path))
            except ResultsInvalid as error:
                strange.append(State(name, path.parent.name, path.stem, "–", "–", "invalid", str(error), "", ""))
        order = list(Scale)
        found += [
            state(cell, results)
            for cell in sorted(
                cells, key=lambda c: (c.host != here, c.host, order.index(Scale(c.scale)), c.profile, c.engine)
            )
        ]
        found += strange
    return found


def state(cell: Cell, results: Path) -> State:
    def say(what: str, detail: str = "", version: str = "", at: str = "") -> State:
        return State(**asdict(cell), state=what, detail=detail, version=version, measured_at=at)

    path = cell.path(results)
    if not path.exists():
        profile = "" if cell.profile == "default" else f" --profile {cell.profile}"
        return say("missing", f"dbreport run {cell.experiment} --engine {cell.engine} --scale {cell.scale}{profile}")
    try:
        frame, footer = read(path)
    except ResultsError as error:
        return say("invalid", str(error))
    if frame.is_empty():
        return say("partial", f"0 of {len(footer.planned)} cases")
    facts = (str(frame["engine_version"][-1]), measured_on(frame))
    bad = frame.filter(frame["status"].is_in(["failed", "wrong_answer"]))["case"].unique().sort().to_list()
    if footer.code_digest != code_digest(cell.experiment, cell.engine):
        return say("stale", "measured by other code; dbreport run measures it again", *facts)
    if not footer.complete:
        return say("partial", f"{len(footer.cases)} of {len(footer.planned)} cases", *facts)
    if bad:
        return say("failed", ", ".join(bad), *facts)
    return say("measured", f"{len(footer.cases)} cases", *facts)
