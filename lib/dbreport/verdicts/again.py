"""Which claims a second measurement decides as the first did."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import polars as pl

from ..errors import MixedClasses, ResultsMissing
from ..measuring.pairs import Pair
from .compression import compression
from .cost import cost
from .decide import Outcome, Verdict
from .half_billion import half_billion
from .insert_rate import insert_rate
from .kv_engines import kv_engines
from .real_workload import real_workload
from .storage import storage
from .sysbench import sysbench

_DECIDE: dict[str, Callable[[pl.DataFrame, int], Sequence[Verdict]]] = {
    "half_billion": half_billion,
    "sysbench": lambda runs, _: sysbench(runs),
    "insert_rate": lambda runs, _: insert_rate(runs),
    "real_workload": lambda runs, _: real_workload(runs),
    "storage": lambda runs, _: storage(runs),
    "compression": lambda runs, _: [*compression(runs), *cost(runs)],
    "kv_engines": lambda runs, _: kv_engines(runs),
}


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
        if outcome is Outcome.UNTESTABLE or nothing.get(claim) == outcome:
            continue
        now = second.get(claim, Outcome.UNTESTABLE)
        if first.get(claim) != outcome or now is Outcome.UNTESTABLE:
            not_measured.append(claim)
        elif now is outcome:
            kept.append(claim)
        else:
            changed.append((claim, outcome, now))
    return Again(tuple(kept), tuple(changed), tuple(not_measured))


def _outcomes(pair: Pair, runs: pl.DataFrame) -> dict[str, Outcome]:
    if pair.experiment not in _DECIDE:
        return {}
    try:
        return {v.claim: v.outcome for v in _DECIDE[pair.experiment](runs, pair.text_bytes)}
    except (ResultsMissing, MixedClasses):
        return {}
