"""The one claim, which nobody made."""

from __future__ import annotations

import polars as pl

from ...report.verdicts.decide import Verdict, evidence, over
from .facts import cost


def decide(runs: pl.DataFrame, scale: str | None = None, text_bytes: int = 0) -> list[Verdict]:
    return [Verdict("fc-1", over(cost(runs), 2), evidence("filtered_count", cost(runs), 2, "> "))]
