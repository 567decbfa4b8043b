"""Handing rows over in parts: each is made with the clock stopped and taken in with it running."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from .. import allotted
from ..model import Rows
from .base import stopwatch

Part = TypeVar("Part")

WAVE_PARTITIONS = 10
"""Partitions held in memory at once during a bulk load: 5 million short rows, some 150 MB."""


def load_in_waves(
    rows: Rows, make: Callable[[int], Part], lanes: Sequence[Callable[[Sequence[Part]], object]]
) -> float:
    """Load partitions in waves: each is made with the clock stopped, then handed to the lanes with it running.

    A generator beside the clock would take a core from the system it feeds. A wave is at most
    `WAVE_PARTITIONS`, so memory does not grow with the rows.

    Args:
        rows: what to load.
        make: turns a partition's number into what a lane takes: text, an Arrow batch, tuples.
        lanes: one callable per connection, given its share of a wave; returns when it is taken in.

    Returns: seconds the lanes ran, without those that `make` ran.
    """
    elapsed_s = 0.0
    for first in range(0, rows.partitions, WAVE_PARTITIONS):
        parts = range(first, min(first + WAVE_PARTITIONS, rows.partitions))
        with ThreadPoolExecutor(allotted.cores()) as pool:  # numpy lets go of the interpreter's lock
            wave = list(pool.map(make, parts))
        with stopwatch() as elapsed:
            if len(lanes) == 1:
                lanes[0](wave)
            else:
                shares = [wave[n :: len(lanes)] for n in range(len(lanes))]
                with ThreadPoolExecutor(len(lanes)) as pool:
                    list(pool.map(lambda lane, share: lane(share), lanes, shares))
        elapsed_s += elapsed[0]
    return elapsed_s


def one_by_one(rows: Rows, take: Callable[[Any], object]) -> float:
    """Hand over the rows as Arrow batches, one partition after the other; return the seconds `take` took."""
    elapsed_s = 0.0
    for part in range(rows.partitions):
        batch = rows.arrow(part)
        with stopwatch() as elapsed:
            take(batch)
        elapsed_s += elapsed[0]
    return elapsed_s
