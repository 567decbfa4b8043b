"""Charts of the real workload: aggregates that change one thing, and a disk made slow."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import polars as pl

from ...languages import clauses
from ...report.charts.lines import Line, lines
from ...report.drawn import Drawn
from ...report.formats import case_label
from ...report.words import word
from ...results import select
from .facts import told_apart


def measured(
    draw: Callable[..., Drawn], runs: pl.DataFrame, lang: str, cases: Sequence[str], prefix: str = ""
) -> Drawn | str:
    """Draw those of the cases that were measured, name the others in a note, and say no more where there are none.

    Args:
        prefix: what stands before the names of the cases in the samples.
    """
    known = set(runs["case"])
    there = [case for case in cases if prefix + case in known]
    missing = clauses((case_label(case, lang) for case in cases if case not in there), lang)
    said = word("missing.cases", lang, cases=missing)
    if not there:
        return said
    drawn = draw(runs, lang, cases=there)
    return replace(drawn, notes=(*drawn.notes, said)) if missing else drawn


def case_times(runs: pl.DataFrame, lang: str, cases: Sequence[str], caption: str = "caption.case_times") -> Drawn:
    """Draw the median time of each case, a line a case, a dot a system."""
    return lines(select.unmixed(runs), lang, [Line(case_label(case, lang), case) for case in cases], caption)


def slow_disk(runs: pl.DataFrame, lang: str) -> Drawn:
    """Draw each slowed aggregate warm, after a cold start, and after a cold start on the slow disk.

    What is called warm and yet reads from the disk stands in a line of its own.
    """
    runs = told_apart(select.unmixed(runs))
    wanted = []
    for slowed in runs.filter(pl.col("case").str.starts_with("slow_disk."))["case"].unique().sort():
        name = slowed.removeprefix("slow_disk.")
        for state, case, temperature in (
            ("warm", f"none.{name}", "warm"),
            ("disk", f"none.{name}", "disk"),
            ("cold", f"none.{name}", "cold"),
            ("slow_disk", slowed, "cold"),
        ):
            label = f"{word(f'case.{name}', lang)} · {word(f'state.{state}', lang)}"
            wanted.append(Line(label, case, temperature=temperature))
    return lines(runs, lang, wanted, "caption.slow_disk")
