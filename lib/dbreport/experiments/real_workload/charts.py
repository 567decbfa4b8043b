"""Charts of the real workload: aggregates, one with what it adds up kept in an index, and a disk made slow."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import polars as pl

from ...languages import clauses, listed
from ...report.charts.lines import Line, lines
from ...report.drawn import Drawn
from ...report.formats import begun, case_label, seconds
from ...report.words import word
from ...results import select
from .facts import LENGTHS_KEPT, LENGTHS_READ, MY, told_apart


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


def lengths_kept(runs: pl.DataFrame, lang: str, cases: Sequence[str]) -> Drawn:
    """Draw cases as `case_times` does; the title says what an index on lengths does for MySQL, if that is decided."""
    picture = case_times(runs, lang, cases)
    points = (select.point(runs, MY, case) for case in (LENGTHS_READ, LENGTHS_KEPT))
    read, kept = (point.estimate if point else None for point in points)
    if not read or not kept or kept.high >= read.low:
        return picture
    said = {"read": seconds(read.value), "kept": seconds(kept.value)}
    return replace(picture, title=word("title.lengths_kept", lang, **said))


def slow_disk(runs: pl.DataFrame, lang: str) -> Drawn:
    """Draw each slowed aggregate warm, after a cold start, and after a cold start on the slow disk.

    What is called warm and yet reads from the disk stands in a line of its own. Where an aggregate has a form of ours,
    the source's is left out: they read the same. The title has the times of the first on the slow disk.
    """
    runs = told_apart(select.unmixed(runs))
    names = runs.filter(pl.col("case").str.starts_with("slow_disk."))["case"].unique().sort().to_list()
    names = [name for name in names if f"{name}_half_open" not in names]
    wanted = []
    for slowed in names:
        name = slowed.removeprefix("slow_disk.")
        for state, case, temperature in (
            ("warm", f"none.{name}", "warm"),
            ("disk", f"none.{name}", "disk"),
            ("cold", f"none.{name}", "cold"),
            ("slow_disk", slowed, "cold"),
        ):
            label = f"{word(f'case.{name}', lang)} · {word(f'state.{state}', lang)}"
            wanted.append(Line(label, case, temperature=temperature))
    picture = lines(runs, lang, wanted, "caption.slow_disk")
    return replace(picture, title=_slowest_first(runs, names[0], lang)) if names else picture


def _slowest_first(runs: pl.DataFrame, case: str, lang: str) -> str:
    """Return the time of each system at a case after a cold start, those written alike together."""
    taken: dict[str, list[str]] = {}
    points = (select.point(runs, name, case, temperature="cold") for name in select.engines(runs))
    measured = [(point.estimate.value, point.engine) for point in points if point and point.estimate]
    for value, name in sorted(measured, reverse=True):
        taken.setdefault(seconds(value), []).append(word(f"engine.{name}", lang))
    told = clauses((f"{listed(names, lang)} {time}" for time, names in taken.items()), lang)
    said = word("title.slow_disk", lang, case=case_label(case, lang), told=told)
    return begun(said)
