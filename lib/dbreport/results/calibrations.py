"""How fast a machine was in each session, as its calibration says: what times of two sessions are held against."""

from collections.abc import Iterable, Mapping, Set
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from ..project import results_folder
from ..stats import usual
from . import sound

COMPARED = ("processor", "memory")
"""What two sessions are compared by: the usual of many readings, which no single moment moves. A sync's time does move:
on a shared disk it is four times as long in one minute as in the next."""

Facts = dict[str, Any]


def known(paths: Iterable[Path]) -> dict[str, Facts]:
    """Return the sessions that result files name, by id; files that cannot be read name none.

    Their samples are not looked at: all files of a machine are asked, each time something is measured on it.
    """
    sessions: dict[str, Facts] = {}
    for path in paths:
        with suppress(OSError, ValueError, KeyError, RecursionError, pa.ArrowException):
            raw = sound.parsed((pq.read_metadata(path).metadata or {})[sound.FOOTER])
            if not sound.footer_fault(raw):
                sessions |= raw["sessions"]
    return sessions


def times_longer(mine: Facts, other: Facts, part: str) -> float | None:
    """Return how many times longer one part of the calibration took in a session than in another.

    None where either has none, or they are of another amount of work.
    """
    readings = [facts.get("calibration", {}).get(part, {}) for facts in (mine, other)]
    if not all(each.get("values") for each in readings) or readings[0].get("work") != readings[1].get("work"):
        return None
    return usual(readings[0]["values"]) / usual(readings[1]["values"])


def times_slower(some: Set[str], others: Set[str], sessions: Mapping[str, Facts] | None = None) -> float | None:
    """Return how many times slower the machine was in some sessions than in others, or these than those.

    It is the part of the calibration, and the two sessions, that lie farthest apart: what a case asks of the machine is
    not known. None where any of them has no calibration to compare.

    Args:
        sessions: what is known of each; default: what the results name.
    """
    if sessions is None:
        sessions = _of_results(results_folder())
    times = [
        times_longer(sessions.get(one, {}), sessions.get(other, {}), part)
        for one in some
        for other in others - {one}
        for part in COMPARED
    ]
    return _farthest(times)


def _farthest(times: Iterable[float | None]) -> float | None:
    farthest = 1.0
    for longer in times:
        if longer is None:
            return None
        farthest = max(farthest, longer, 1 / longer)
    return farthest


@cache
def _of_results(results: Path) -> Mapping[str, Facts]:
    return known(results.rglob("*.parquet"))
