"""Whether what a statement touched can still be in memory when its turn comes again.

Some kernels take back memory that nobody touches for half a minute, page cache first. Where a round of all systems
lasts longer, the next run of a statement would read the disk again, and be called warm.
"""

from collections.abc import Callable
from time import monotonic

from .. import host

SHORT_S = 0.1
"""A statement under this is run once more, untimed, between calibration and clock: what calibrates empties the
processor's caches, which cost it some 80 µs, and warm means that they are filled."""


class Warmth:
    """Knows when each system last began to run a statement, and after how long the kernel takes memory back."""

    def __init__(self) -> None:
        self._idle_s = host.idle_memory_s()
        self._begun_s: dict[str, float] = {}

    def begins(self, engine: str) -> None:
        """Note that a system begins to run a statement now."""
        self._begun_s[engine] = monotonic()

    def settle(self, engine: str, first_s: float, statement: Callable[[], object]) -> None:
        """Run a system's statement, which took so long at first, once more where the next run would not be warm."""
        taken_back = self._idle_s is not None and monotonic() - self._begun_s[engine] > self._idle_s
        if first_s < SHORT_S or taken_back:
            statement()
        self.begins(engine)
