"""What the chart and the verdict share."""

from __future__ import annotations

import polars as pl

from ...report.answers import Need
from ...results import select
from ...stats import Estimate

NEEDS = {"filtered": Need("count.even")}


def cost(runs: pl.DataFrame) -> Estimate | None:
    """Return how many times as long counting takes with the condition as without."""
    return select.ratio(select.only(runs), ("sqlite", "count.even"), ("sqlite", "count.all"))
