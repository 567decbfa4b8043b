"""The one claim, which nobody made."""

from __future__ import annotations

import polars as pl

from ...report.verdicts.decide import Verdict
from ...report.verdicts.parts import decided, over
from .facts import cost

SHOWN = {"fc-1": "fig-counts"}
"""The figure of the chapter that shows what decides a claim."""


def decide(runs: pl.DataFrame, scale: str | None = None) -> list[Verdict]:
    return [decided("fc-1", over("filtered_count", cost(runs), 2))]
