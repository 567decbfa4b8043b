"""One state of what is stored, on the way from one to the next: how it is reached, and whether all is still there."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stage:
    """`reach` comes from the state before; `lost` says what is wrong with what is left, None where nothing is."""

    name: str
    reach: Callable[[], None]
    lost: Callable[[], str | None]
