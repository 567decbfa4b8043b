"""Where and how one engine of one run lives."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from ..model import Durability, Profile

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Setup:
    """Where and how one engine of one run lives. `folder` is ours alone and removed afterwards.

    `connections` is how many clients will be there at once; 0 leaves the server's limit as shipped. `options` are more
    of a server's own, for a case that asks for them. `memory_limit_bytes` is what it may take at most before it spills
    into `spill`, set its own way; 0 leaves that as shipped. What it is depends on the machine: it is no setting of a
    profile's. `brief` tells that a run only looks whether all works: what is up sooner by it may be slower afterwards.
    """

    folder: Path
    profile: Profile = Profile.DEFAULT
    durability: Durability = Durability.FULL
    memory_budget_bytes: int = 2 << 30
    launcher: str | None = None
    connections: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    memory_limit_bytes: int = 0
    brief: bool = False

    @property
    def spill(self) -> Path:
        """The folder a system in a process of ours spills into."""
        return self.folder / "spill"

    def wanted(
        self,
        durable: Mapping[Durability, Mapping[str, Value]],
        tuned: Callable[[int], Mapping[str, Value]],
        source: Mapping[str, Value] | None = None,
    ) -> dict[str, Value]:
        """Return the settings of the durability class and of the profile: `tuned` makes its own of the budget."""
        wanted = dict(durable[self.durability])
        if self.profile is Profile.TUNED:
            wanted |= tuned(self.memory_budget_bytes)
        elif self.profile is Profile.SOURCE:
            wanted |= source or {}
        return wanted
