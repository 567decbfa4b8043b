"""Which way to store documents is best for which need, and how far the next one is. Decided by code."""

from collections.abc import Callable
from dataclasses import dataclass

import polars as pl

from ...report.answers import Standing, standing
from . import facts
from .facts import FILES, Key, Way


@dataclass(frozen=True, slots=True)
class Best:
    """The best way to store documents for one need: its value in `metric`, of which more is better."""

    need: str
    metric: str
    value: float
    standing: Standing[Key]


REPLACED = (FILES, "zlib_6")
"""What the source used to store pages by: who replaces it must be as small."""
_NEEDS: dict[str, tuple[str, Callable[[Way, float], bool]]] = {
    "pages_alone": ("ratio", lambda way, _: way.single),
    "pages_quick": ("compress_throughput", lambda way, least: way.single and (way.get("ratio") or 0) >= least),
    "pages_database": ("ratio", lambda way, _: way.engine != FILES),
}
"""The needs of who stores documents: the metric, and who is asked, given how small zlib makes them."""


def ways(runs: pl.DataFrame, corpus: str = facts.MAIN) -> list[Best]:
    """Return the best way for each need, those not decidedly worse, and the next; of databases another system's.

    All ways asked are compared with the best at once, as in `winners`.
    """
    stored = facts.ways(runs, corpus)
    least = (stored[REPLACED].get("ratio") if REPLACED in stored else None) or 0
    answers = []
    for need, (metric, asked) in _NEEDS.items():
        values = {key: value for key, way in stored.items() if asked(way, least) and (value := way.get(metric))}
        order = sorted(values, key=lambda key: -values[key])
        if not order:
            continue
        best = order[0]
        others = [key for key in order[1:] if best[0] == FILES or key[0] != best[0]]
        compared = {key: facts.ratio(stored, best, key, metric, comparisons=len(others)) for key in others}
        ratios = {key: e for key, e in compared.items() if e}
        answers.append(Best(need, metric, values[best], standing(best, ratios)))
    return answers
