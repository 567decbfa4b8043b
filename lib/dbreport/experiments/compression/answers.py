"""Which way to store documents is best for which need, and how far the next one is. Decided by code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import polars as pl

from ...stats import Estimate
from . import facts as compressed
from .facts import FILES, Kept, Key


@dataclass(frozen=True, slots=True)
class Way:
    """The best way to store documents for one need, by one metric of which more is better, and the next one.

    `equals` are the ways that cannot be told from the best, `too_few` those measured too few times to tell.
    """

    need: str
    metric: str
    best: Key
    value: float
    next: Key | None
    ratio: Estimate | None
    equals: tuple[Key, ...] = ()
    too_few: tuple[Key, ...] = ()


REPLACED = (FILES, "zlib_6")
"""What the source used to store pages by: who replaces it must be as small."""


def _alone(one: Kept) -> bool:
    return one.facts is not None and one.facts.fetched_alone


_WAYS: dict[str, tuple[str, Callable[[Kept, float], bool]]] = {
    "pages_alone": ("ratio", lambda one, _: _alone(one)),
    "pages_quick": ("compress_throughput", lambda one, least: _alone(one) and (one.get("ratio") or 0) >= least),
    "pages_database": ("ratio", lambda one, _: one.engine != FILES),
}
"""The needs of who stores documents: the metric, and who is asked, given how small zlib makes them."""


def ways(runs: pl.DataFrame, corpus: str = "profiles") -> list[Way]:
    """Return the best way for each need, those not decidedly worse, and the next; of databases another system's.

    All ways asked are compared with the best at once, as in `winners`.
    """
    measured = compressed.kept(runs, corpus)
    least = measured[REPLACED].get("ratio") if REPLACED in measured else None
    found = []
    for need, (metric, asked) in _WAYS.items():
        values = {key: v for key, one in measured.items() if asked(one, least or 0) and (v := one.get(metric))}
        order = sorted(values, key=lambda key: -values[key])
        if not order:
            continue
        best = order[0]
        others = [key for key in order[1:] if best[0] == FILES or key[0] != best[0]]
        ratios = {
            key: e for key in others if (e := compressed.ratio(measured, best, key, metric, comparisons=len(others)))
        }
        said = {key: e.decided for key, e in ratios.items()}
        equals, too_few = (
            tuple(key for key in said if said[key] in what) for what in (("no difference", "less"), ("too few",))
        )
        following = next((key for key in said if said[key] == "more"), None)
        distance = ratios[following] if following else None
        found.append(Way(need, metric, best, values[best], following, distance, equals, too_few))
    return found
