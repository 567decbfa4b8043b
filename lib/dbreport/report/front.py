"""What the front page takes from every experiment: answers, verdicts, the source's slips. Nothing is drawn here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import polars as pl

from .. import discovery
from ..model import Durability, Profile
from ..results import select
from ..results.pairs import Pair
from ..results.store import Cell, Footer
from .answers import Setting, Winner, under_each_setting, winners
from .verdicts import Audited, Verdict


@dataclass(frozen=True, slots=True)
class Front:
    """How an experiment stands on the front page: the ids of its two tables, and which scale of its results answers.

    A larger scale of which a part was measured does not take the place of a whole one. `scale` is None where every
    system counts at its own largest. A room says so in `facts.FRONT` where it differs from the others.
    """

    answers: str
    versions: str
    scale: Callable[[pl.DataFrame], str] | None = select.fullest_scale


@dataclass(frozen=True)
class Stored:
    """One experiment's stored samples and footers, and what its own room makes of them for the front page."""

    name: str
    runs: pl.DataFrame
    details: Mapping[Cell, Footer]
    everywhere: pl.DataFrame | None = None
    """The samples of every machine: a claim about a size that the report's own has not may be decided on another."""
    replicated: Sequence[Pair] = ()
    """What was measured again, of any experiment: a system that another session does not find behind is not behind."""

    @cached_property
    def front(self) -> Front:
        ending = discovery.notebook(self.name)
        usual = Front(f"tbl-answer-{ending}", f"tbl-measured-{ending}")
        return getattr(discovery.part(self.name, "facts"), "FRONT", usual)

    @cached_property
    def answering(self) -> pl.DataFrame:
        """The samples that answer: as shipped, every commit synced, at one scale where the experiment chooses one."""
        scale = self.front.scale
        return self.runs if scale is None else select.only(self.runs, "default", scale(self.runs), "full")

    @cached_property
    def again(self) -> list[pl.DataFrame]:
        """The samples of other sessions, a frame for each replication."""
        return [pair.second for pair in self.replicated if pair.experiment == self.name and pair.apart]

    @cached_property
    def winners(self) -> list[Winner]:
        """The best system for each of the room's NEEDS; none where the room answers in a way of its own."""
        if not hasattr(discovery.part(self.name, "facts"), "NEEDS"):
            return []
        return winners(self.answering, self.answering["scale"][0], self.again)

    @cached_property
    def settings(self) -> dict[str, dict[Setting, Winner]]:
        """The best system for each of the room's NEEDS under every setting, that which decides first."""
        needs = discovery.part(self.name, "facts").NEEDS if self.winners else {}
        by_need = {name: under_each_setting(self.runs, name, need, self.again) for name, need in needs.items()}
        return {
            name: dict(sorted(found.items(), key=lambda pair: not self.decides(pair[0])))
            for name, found in by_need.items()
        }

    def decides(self, setting: Setting) -> bool:
        """Tell whether what is measured under a setting answers: as shipped, every commit synced, at that scale."""
        return setting[:3] == (Profile.DEFAULT, self.answering["scale"][0], Durability.FULL)

    @cached_property
    def verdicts(self) -> list[Verdict]:
        """What becomes of every claim of the source; none where it made none."""
        if not discovery.has(self.name, "verdicts"):
            return []
        room = discovery.part(self.name, "verdicts")
        decided: list[Verdict] = (
            room.decide_nearest(self.runs, self.everywhere)
            if self.everywhere is not None and hasattr(room, "decide_nearest")
            else room.decide(self.runs)
        )
        return decided

    @property
    def audit(self) -> list[Audited]:
        """The printed figures checked against each other, all of them; none where a room has no `audit`."""
        if not discovery.has(self.name, "verdicts"):
            return []
        audited: list[Audited] = getattr(discovery.part(self.name, "verdicts"), "audit", list)()
        return audited
