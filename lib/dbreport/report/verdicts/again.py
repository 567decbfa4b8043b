"""Which claims a second measurement decides as the first did."""

from dataclasses import dataclass

import polars as pl

from ... import discovery
from ...errors import MixedClasses, ResultsMissing
from ...results.pairs import Pair
from .decide import Outcome


@dataclass(frozen=True, slots=True)
class Again:
    """Claims that the first measurement decides: those kept, those changed (with both outcomes), those not measured."""

    kept: tuple[str, ...]
    changed: tuple[tuple[str, Outcome, Outcome], ...]
    not_measured: tuple[str, ...]


def again(pair: Pair) -> Again:
    """Decide an experiment's claims on either measurement, and compare.

    A claim counts where all it needs was measured again: the first's samples of those cases alone decide it as all
    of the first do. One that no measurement decides (a slip in a printed table) does not count.
    """
    whole, first, second, nothing = (
        _outcomes(pair, runs) for runs in (pair.whole, pair.first, pair.second, pair.whole.clear())
    )
    kept, changed, not_measured = [], [], []
    for claim, outcome in whole.items():
        if not outcome.judged or nothing.get(claim) == outcome:
            continue
        now = second.get(claim, Outcome.MISSING)
        if first.get(claim) != outcome or not now.judged:
            not_measured.append(claim)
        elif now is outcome:
            kept.append(claim)
        else:
            changed.append((claim, outcome, now))
    return Again(tuple(kept), tuple(changed), tuple(not_measured))


def _outcomes(pair: Pair, runs: pl.DataFrame) -> dict[str, Outcome]:
    if not discovery.has(pair.experiment, "verdicts"):
        return {}
    decide = discovery.part(pair.experiment, "verdicts").decide
    try:
        return {v.claim: v.outcome for v in decide(runs)}
    except (ResultsMissing, MixedClasses):
        return {}
