"""The same thing measured twice, on another day or on another machine, and which of its cases both have.

The first measurement is data/results; every further one is a results folder of its own below data/replications, or
another machine's folder beside the first's. Knows no engine and no runner.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from .. import discovery
from ..model import Durability
from ..project import results_folder
from . import store
from .calibrations import Facts, times_slower
from .identity import Identity, differences
from .store import Cell, Footer

_ALIKE = 1.25
"""A machine is about as fast as before whose calibrations lie no farther apart; those of one session may lie as far."""


def folder() -> Path:
    """Return the folder whose subfolders are one replication each, beside that of the results."""
    return results_folder().parent / "replications"


def roots() -> list[Path]:
    """Return the results folder of every replication, sorted by name."""
    return sorted(path for path in folder().glob("[!.]*") if path.is_dir())


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One experiment measured twice: the samples of the cases both have, in `first` and `second`.

    `root` names the replication, or the other machine; `whole` is all that the first has at these scales. `slower` is
    how many times slower the machine was for either than for the other, by the calibration of those sessions that have
    one; None where there are none to compare.
    """

    root: str
    experiment: str
    first: pl.DataFrame
    second: pl.DataFrame
    whole: pl.DataFrame
    slower: float | None = None

    @property
    def alike(self) -> bool:
        """Tell whether the machine was about as fast for both, as far as is known."""
        return self.slower is None or self.slower <= _ALIKE

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
                own_host = host if (results / experiment / host).is_dir() else None
                first, second = store.files(experiment, results, own_host), store.files(experiment, root, host)
                pairs += _pair(root.name, experiment, first, second)
    return pairs


def replicated_with(samples: pl.DataFrame) -> pl.DataFrame:
    """Return what was measured a second time in the sessions of these samples, to set beside them what one day gave.

    None where nothing was. Raises ResultsInvalid for a file that cannot be read.
    """
    experiments, sessions = (samples[name].unique() for name in ("experiment", "session"))
    seconds = [pair.second for pair in replicated(experiments.to_list())] if samples.height else []
    again = pl.concat([samples.clear(), *seconds], how="diagonal")
    return again.filter(pl.col("session").is_in(sessions.implode()))


def between_hosts(results: Path | None = None) -> list[Pair]:
    """Return each experiment that the report's machine shares cases of with another, once for each other machine.

    Raises ResultsInvalid for a file that cannot be read.
    """
    results = results or results_folder()
    pairs = []
    for experiment in discovery.experiments():
        mine, every = store.files(experiment, results), store.files(experiment, results, store.EVERY_HOST)
        for host in sorted({path.parent.name for path in every} - {path.parent.name for path in mine}):
            pairs += _pair(host, experiment, mine, store.files(experiment, results, host))
    return sorted(pairs, key=lambda pair: pair.root)


def _pair(root: str, experiment: str, old: Iterable[Path], new: Iterable[Path]) -> list[Pair]:
    known = {_of_cell(path): path for path in old}
    sides: tuple[list[pl.DataFrame], list[pl.DataFrame]] = ([], [])
    sessions: dict[str, Facts] = {}
    for path in new:
        same = known.get(_of_cell(path))
        if same is None or Cell.of(path).durability != Durability.FULL:
            continue
        (first, was), (second, now) = _read(same), _read(path)
        shared = [case for case in now.cases if case in was.cases and _same(was.cases[case], now.cases[case])]
        sessions |= was.sessions | now.sessions
        for side, frame in zip(sides, (first, second), strict=True):
            side.append(frame.filter(pl.col("case").is_in(shared)))
    if not any(frame.height for frame in sides[1]):
        return []
    first, second = (pl.concat(side) for side in sides)
    scales = set(second["scale"])
    at_scales = [path for cell, path in known.items() if cell[2] in scales and cell[3] == Durability.FULL]
    whole = pl.concat([_read(path)[0] for path in at_scales])
    timed = {name for name, facts in sessions.items() if facts.get("calibration")}
    before, after = (timed.intersection(side["session"]) for side in (first, second))
    slower = times_slower(before, after, sessions) if before and after else None
    return [Pair(root=root, experiment=experiment, first=first, second=second, whole=whole, slower=slower)]


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
