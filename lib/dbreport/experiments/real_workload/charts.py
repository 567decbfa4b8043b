"""Charts of the real workload: aggregates that change one thing, and a disk made slow."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from ...report.charts.lines import Line, lines
from ...report.drawn import Drawn
from ...report.formats import case_label
from ...report.words import word
from ...results import select


def case_times(runs: pl.DataFrame, lang: str, cases: Sequence[str]) -> Drawn:
    """Draw the median time of each case, a line a case, a dot a system."""
    return lines(
        select.unmixed(runs), lang, [Line(case_label(case, lang), case) for case in cases], "caption.case_times"
    )


def slow_disk(runs: pl.DataFrame, lang: str) -> Drawn:
    """Draw each slowed aggregate warm, after a cold start, and after a cold start on the slow disk."""
    wanted = []
    for slowed in runs.filter(pl.col("case").str.starts_with("slow_disk."))["case"].unique().sort():
        name = slowed.removeprefix("slow_disk.")
        for state, case, temperature in (
            ("warm", f"none.{name}", "warm"),
            ("cold", f"none.{name}", "cold"),
            ("slow_disk", slowed, "cold"),
        ):
            label = f"{word(f'case.{name}', lang)} · {word(f'state.{state}', lang)}"
            wanted.append(Line(label, case, temperature=temperature))
    return lines(select.unmixed(runs), lang, wanted, "caption.slow_disk")
