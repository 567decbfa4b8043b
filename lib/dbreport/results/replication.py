"""Measuring a second time: which cases, and how far two measurements of the same thing agree.

Knows no engine and no runner; where replications lie and what they share with the first results stands in `pairs`.
"""

import json
import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, groupby
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from ..errors import MixedClasses
from ..stats import Estimate
from . import select
from .pairs import Pair, replicated
from .parts import once

MAIN_METRICS = ("latency", "throughput", "read_throughput", "duration")
"""What a case is about: the first of these it has. Where there is a rate, how long it was measured for was set."""
ENOUGH = 0.95
"""The share of decided directions that a replication is to keep."""
Logs = np.ndarray[Any, np.dtype[np.float64]]
_ASKED = "replication.json"


class Became(StrEnum):
    """What became of a direction that the first measurement decided. `NONE`: it decided none."""

    NONE = "none"
    DECIDED_AGAIN = "decided again"
    SAME_SIDE = "same side"
    OTHER_SIDE = "other side"
    REVERSED = "reversed"

    @property
    def kept(self) -> bool:
        return self in (Became.DECIDED_AGAIN, Became.SAME_SIDE)

    @property
    def turned(self) -> bool:
        return self in (Became.OTHER_SIDE, Became.REVERSED)


# which cases -------------------------------------------------------------------------------------


def sample(cases: Iterable[str], share: float, seed: int) -> list[str]:
    """Return a random choice of cases, the same for the same seed: a share of each stage, at least one of each.

    Args:
        cases: names, `stage.what`.
        share: above 0, at most 1.
    """
    chosen: list[str] = []
    for stage, names in groupby(sorted(set(cases)), key=_stage):
        of_stage = list(names)
        wanted = max(1, round(share * len(of_stage)))
        chosen += random.Random(f"{seed} {stage}").sample(of_stage, wanted)
    return sorted(chosen)


def _stage(case: str) -> str:
    return case.partition(".")[0]


def note(root: Path, asked: dict[str, Any]) -> None:
    """Keep beside a replication's files what was asked for: experiment, scale, profile, sample, seed, cases."""
    path = root / _ASKED
    known: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    if asked not in known:
        root.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps([*known, asked], indent=1) + "\n", encoding="utf-8")


# how far they agree ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Twice:
    """The ratio of two systems at one case, measured twice: `over` by `under`, of the case's main metric."""

    case: str
    metric: str
    scale: str
    profile: str
    over: str
    under: str
    first: Estimate
    second: Estimate

    @property
    def became(self) -> Became:
        """What became of the first's direction: by the side of one the second value lies on, then by its interval.

        A second measurement that cannot tell has little power, which is no word against the first.
        """
        before, after = self.first.decided, self.second.decided
        if before not in ("more", "less"):
            return Became.NONE
        if (self.second.value > 1) if before == "more" else (self.second.value < 1):
            return Became.DECIDED_AGAIN if after == before else Became.SAME_SIDE
        return Became.REVERSED if after in ("more", "less") else Became.OTHER_SIDE

    @property
    def log_change(self) -> float:
        return math.log(self.second.value / self.first.value)


def ratios(pair: Pair) -> list[Twice]:
    """Return every ratio of two systems that both measurements have, paired by round, each case by its main metric."""
    found: list[Twice] = once(pair.second, ratios, lambda: _ratios(pair))  # a frame that is this pair's alone
    return found


def _ratios(pair: Pair) -> list[Twice]:
    ratios = []
    for measured in _by_case(pair):
        case, sides = measured.case, (measured.first, measured.second)
        both = [name for name in select.engines(measured.first) if name in set(measured.second["engine"])]
        for over, under in combinations(both, 2):
            try:
                was, now = (select.ratio(side, (over, case), (under, case), measured.metric) for side in sides)
            except MixedClasses:  # the case is measured in another class of durability on either
                continue
            if was and now and all(math.isfinite(e.value) and e.value > 0 for e in (was, now)):
                ratios.append(Twice(case, measured.metric, measured.scale, measured.profile, over, under, was, now))
    return ratios


@dataclass(frozen=True, slots=True)
class Spread:
    """The spread of absolute values as standard deviations of their logarithms.

    `within` is that of repeats about the median of their session, `between` that of the sessions' medians.
    """

    within: float
    between: float


def spread(pair: Pair) -> Spread | None:
    """Return how far repeats of a case lie apart within a session and the medians of two sessions; None for none."""
    squares, freedom = 0.0, 0
    for logs in _logs(pair):
        squares += sum(float(((log - log.mean()) ** 2).sum()) for log in logs)
        freedom += sum(len(log) - 1 for log in logs)
    steps = _steps(pair)
    return Spread(math.sqrt(squares / freedom) if freedom else 0.0, of_one_session(steps)) if steps else None


def _steps(pair: Pair) -> list[float]:
    return [float(np.median(second) - np.median(first)) for first, second in _logs(pair)]


def _logs(pair: Pair) -> Iterator[tuple[Logs, Logs]]:
    """Yield the logarithms of what each system gave at each case, of either measurement."""
    for measured in _by_case(pair):
        for name in select.engines(measured.first):
            was, now = (
                select.values(side, name, measured.case, measured.metric) for side in (measured.first, measured.second)
            )
            if was and now and min(*was, *now) > 0:
                yield np.log(was), np.log(now)


def of_one_session(steps: Sequence[float]) -> float:
    """Return the standard deviation of one session's value, from differences of two sessions' values.

    A difference has the variance of both, so the mean square is halved.
    """
    return math.sqrt(sum(step * step for step in steps) / len(steps) / 2)


def between_sessions(experiments: Sequence[str] = (), results: Path | None = None) -> float | None:
    """Return the standard deviation of the logarithm of a ratio whose sides are of two sessions; None where unknown.

    It is how far the same case of the same system lies from one session to another, so that it holds what repeats
    within a session spread, too. Only replications of another session count, and none on a machine that was faster or
    slower by then: that is known by the calibration, and asked for beside this.
    """
    pairs = [pair for pair in replicated(experiments, results) if pair.apart and pair.alike]
    steps = [step for pair in pairs for step in _steps(pair)]
    return math.sqrt(sum(step * step for step in steps) / len(steps)) if steps else None


class _Measured(NamedTuple):
    """A case, its main metric, and the samples of either measurement that matter to it."""

    scale: str
    profile: str
    case: str
    metric: str
    first: pl.DataFrame
    second: pl.DataFrame


def _by_case(pair: Pair) -> Iterator[_Measured]:
    keys = ["scale", "profile", "case"]
    wanted = (pl.col("metric").is_in(MAIN_METRICS) & (pl.col("temperature") == "warm")) | ~pl.col("status").is_in(
        ["ok", "missing"]
    )
    first, second = (
        side.filter(wanted).partition_by(keys, as_dict=True, maintain_order=True) for side in (pair.first, pair.second)
    )
    for key in (key for key in first if key in second):
        shared = set(first[key]["metric"]) & set(second[key]["metric"])
        if metric := next((name for name in MAIN_METRICS if name in shared), None):
            yield _Measured(str(key[0]), str(key[1]), str(key[2]), metric, first[key], second[key])


@dataclass(frozen=True, slots=True)
class Agreement:
    """How many ratios there are, how many of them the first `decided`, and what became of those.

    `kept` lie on the same side of one, `decided_again` of them decidedly; `turned` on the other, `reversed` of them
    decidedly. `intervals` is how many there are, two a ratio where both have one; `holds` counts those that hold the
    other's value. `change` is the standard deviation of the logarithm of a ratio from session to session.
    """

    ratios: int
    decided: int
    kept: int
    decided_again: int
    turned: int
    reversed: int
    intervals: int
    holds: int
    change: float | None

    @property
    def share(self) -> float | None:
        """The share of the first's decided directions that the second keeps; None where none was decided."""
        return self.kept / self.decided if self.decided else None

    @property
    def enough(self) -> bool:
        return self.share is None or self.share >= ENOUGH


def agreement(ratios: Sequence[Twice]) -> Agreement:
    """Return how many ratios kept their direction, and how far they lie apart."""
    became = [ratio.became for ratio in ratios]
    bounded = [
        (own, other.value)
        for ratio in ratios
        for own, other in ((ratio.first, ratio.second), (ratio.second, ratio.first))
        if 0 < own.low < own.high < math.inf
    ]
    return Agreement(
        ratios=len(ratios),
        decided=len(ratios) - became.count(Became.NONE),
        kept=sum(direction.kept for direction in became),
        decided_again=became.count(Became.DECIDED_AGAIN),
        turned=sum(direction.turned for direction in became),
        reversed=became.count(Became.REVERSED),
        intervals=len(bounded),
        holds=sum(own.low <= value <= own.high for own, value in bounded),
        change=of_one_session([ratio.log_change for ratio in ratios]) if ratios else None,
    )
