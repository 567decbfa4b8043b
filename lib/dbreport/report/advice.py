"""What to use for a job: the system that results pick, the next one, what turns the pick around. Nothing is drawn here.

One need decides, as shipped and with every commit synced. Systems that cannot be told apart share the pick, and so do
all that answer sooner than a person notices. A condition turns it around where none of those picked is among the best
there.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import polars as pl

from .. import discovery
from ..model import Durability, Profile
from ..results import select
from ..results.select import Point
from ..stats import Estimate
from .answers import Need, Winner, nearest, winner
from .front import Stored

NOTICED_S = 0.1
"""A person takes what comes sooner as immediate, seconds. Source: Nielsen, Usability Engineering (1993), 5.5."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One of a room's NEEDS that decides a job, and the need for disk beside it.

    `otherwise` are the cases by which the same is asked under another condition, by the key of its words. Other
    profiles, numbers of rows and classes of durability need not be named: they are found in the results.
    """

    need: str
    otherwise: Mapping[str, str] = field(default_factory=dict)
    disk: str = ""


@dataclass(frozen=True, slots=True)
class Condition:
    """What is otherwise: profile, rows, class of durability, or what is asked, by its words; empty for no change."""

    profile: str = ""
    rows: int = 0
    durability: str = ""
    asked: str = ""

    @property
    def one_change(self) -> bool:
        return sum(map(bool, (self.profile, self.rows, self.durability, self.asked))) == 1


@dataclass(frozen=True, slots=True)
class Turned:
    """Who is best under a condition, and how many times better the first of them is there than `pick`, the first pick.

    `ratio` is None where that is still the first.
    """

    condition: Condition
    best: tuple[str, ...]
    pick: str
    ratio: Estimate | None
    flips: bool


@dataclass(frozen=True, slots=True)
class Advice:
    """What one room's results say of a job.

    `immediate` tells that some are picked because they answer sooner than a person notices. `p99` is the 99th
    percentile of latency of the first pick, where it was measured under load; `disk` are the bytes each system takes,
    the least first.
    """

    experiment: str
    rows: int
    winner: Winner
    immediate: bool
    p99: Point | None
    disk: Mapping[str, Estimate]
    turned: tuple[Turned, ...]


def jobs(experiments: Iterable[Stored]) -> dict[str, list[Advice]]:
    """Return the advice on each job that some room's results speak of, in the order of the rooms."""
    found: dict[str, list[Advice]] = {}
    for stored in experiments:
        asks: Mapping[str, tuple[Ask, ...]] = getattr(discovery.part(stored.name, "facts"), "JOBS", {})
        for job, asked in asks.items():
            given = [advice for ask in asked if (advice := _advice(stored, ask))]
            if given:
                found.setdefault(job, []).extend(given)
    return found


def _advice(stored: Stored, ask: Ask) -> Advice | None:
    won = next((each for each in stored.winners if each.need == ask.need), None)
    if won is None:
        return None
    needs: Mapping[str, Need] = discovery.part(stored.name, "facts").NEEDS
    need, picked = needs[ask.need], _noticed(won)
    p99 = select.point(stored.answering, picked.best[0], need.case, "latency_p99")
    disk = next((each for each in stored.winners if each.need == ask.disk), None)
    turned = (_turned(picked, condition, there) for condition, there in _others(stored, need, ask))
    return Advice(
        stored.name,
        select.rows_of(stored.answering),
        picked,
        len(picked.best) > len(won.best),
        p99 if p99 and p99.estimate else None,
        disk.values if disk else {},
        tuple(each for each in turned if each),
    )


def _noticed(won: Winner) -> Winner:
    """Return a winner with all that answer sooner than a person notices beside the best, where the best does."""
    if won.unit != "seconds" or won.value.value >= NOTICED_S:
        return won
    soon = [name for name, value in won.values.items() if value.value < NOTICED_S]
    best = tuple(name for name in won.values if name in won.best or name in soon)
    following = nearest(won.ratios, (name for name in won.values if name not in best))
    return replace(won, best=best, next=following, ratio=won.ratios[following] if following else None)


def _others(stored: Stored, need: Need, ask: Ask) -> Iterator[tuple[Condition, Winner]]:
    """Yield each condition the need was measured under besides those that decide, and who is best there."""
    decisive = stored.answering
    for words, case in ask.otherwise.items():
        there = winner(decisive.filter(pl.col("case") == case), ask.need, replace(need, case=case), stored.again)
        if there:
            yield Condition(asked=words), there
    rows = select.rows_of(decisive)
    for setting, there in stored.settings[ask.need].items():
        if not stored.decides(setting):
            profile = "" if setting.profile == Profile.DEFAULT else setting.profile
            durability = "" if setting.durability == Durability.FULL else setting.durability
            yield Condition(profile, 0 if setting.rows == rows else setting.rows, durability), there


def _turned(picked: Winner, condition: Condition, there: Winner) -> Turned | None:
    """Return who is best under a condition; None where none of those picked was measured, or nobody else."""
    if len(there.values) < 2 or not set(picked.best) & set(there.values):
        return None
    there = _noticed(there)
    known = next(name for name in picked.best if name in there.values)
    return Turned(condition, there.best, known, there.ratios.get(known), not set(picked.best) & set(there.best))
