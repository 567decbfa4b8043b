"""The same thing measured twice: where replications lie, and which of their cases the first results have, too.

The first measurement is data/results; every further one is a results folder of its own below data/replications.
Knows no engine and no runner.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from ..model import Durability
from ..project import results_folder
from . import store
from .identity import Identity, differences
from .store import Cell, Footer


def folder() -> Path:
    """Return the folder whose subfolders are one replication each, beside that of the results."""
    return results_folder().parent / "replications"


def roots() -> list[Path]:
    """Return the results folder of every replication, sorted by name."""
    return sorted(path for path in folder().glob("[!.]*") if path.is_dir())


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One experiment measured twice: the samples of the cases both have, in `first` and `second`.

    `whole` is all that the first has at these scales.
    """

    root: str
    experiment: str
    first: pl.DataFrame
    second: pl.DataFrame
    whole: pl.DataFrame

    @property
    def apart(self) -> bool:
        """Tell whether the two were measured in different sessions; else it is the run that was repeated."""
        return set(self.first["session"]).isdisjoint(self.second["session"])


def replicated(experiments: Sequence[str] = (), results: Path | None = None) -> list[Pair]:
    """Return each experiment (those named, or all) of each replication that shares cases with the first results.

    Raises ResultsInvalid for a file that cannot be read.
    """
    results = results or results_folder()
    pairs = []
    for root in roots():
        for place in sorted(path for path in root.glob("*/*") if path.is_dir()):
            experiment, host = place.parent.name, place.name
            if not experiments or experiment in experiments:
                pairs += _pair(root, experiment, host, results)
    return pairs


def _pair(root: Path, experiment: str, host: str, results: Path) -> list[Pair]:
    own_host = host if (results / experiment / host).is_dir() else None
    known = {_of_cell(path): path for path in store.files(experiment, results, own_host)}
    sides: tuple[list[pl.DataFrame], list[pl.DataFrame]] = ([], [])
    for path in store.files(experiment, root, host):
        before = known.get(_of_cell(path))
        if before is None or Cell.of(path).durability != Durability.FULL:
            continue
        (first, was), (second, now) = _read(before), _read(path)
        shared = [case for case in now.cases if case in was.cases and _same(was.cases[case], now.cases[case])]
        for side, frame in zip(sides, (first, second), strict=True):
            side.append(frame.filter(pl.col("case").is_in(shared)))
    if not any(frame.height for frame in sides[1]):
        return []
    first, second = (pl.concat(side) for side in sides)
    scales = set(second["scale"])
    at_scales = [path for cell, path in known.items() if cell[2] in scales and cell[3] == Durability.FULL]
    whole = pl.concat([_read(path)[0] for path in at_scales])
    return [Pair(root=root.name, experiment=experiment, first=first, second=second, whole=whole)]


def _of_cell(path: Path) -> tuple[str, str, str, str]:
    cell = Cell.of(path)
    return cell.engine, cell.profile, cell.scale, cell.durability


def _read(path: Path) -> tuple[pl.DataFrame, Footer]:
    frame, footer = store.read_once(path)
    facts = {"host": pl.lit(path.parent.name), "text_bytes": pl.lit(footer.text_bytes, pl.Int64)}
    return frame.with_columns(**facts), footer


def _same(was: Identity, now: Identity) -> bool:
    """Tell whether the same was done; versions and settings in force are what either session found."""
    return not differences(was, {part: facts for part, facts in now.items() if part != "found"})
