"""Charts of the real workload: aggregates that change one thing, and a disk made slow."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from .. import select
from ..drawn import Drawn
from ..figures import COLOURS, Row, case_label, dots, drawn
from ..text import word

SLOWED = ("status_counts", "sum_raw_size")


def case_times(runs: pl.DataFrame, lang: str, cases: Sequence[str], scale: str | None = None) -> Drawn:
    """Draw the median time of each case, a line a case, a dot a system."""
    runs = select.only(runs, "default", scale)
    return _times(runs, lang, [(case_label(case, lang), case, "warm") for case in cases], "caption.case_times")


def slow_disk(runs: pl.DataFrame, lang: str, scale: str | None = None) -> Drawn:
    """Draw each slowed aggregate warm, after a cold start, and after a cold start on the slow disk."""
    runs = select.only(runs, "default", scale)
    lines = []
    for name in SLOWED:
        label = word(f"case.{name}", lang)
        for state, case, temperature in (
            ("warm", f"none.{name}", "warm"),
            ("cold", f"none.{name}", "cold"),
            ("slow_disk", f"slow_disk.{name}", "cold"),
        ):
            lines.append((f"{label} · {word(f'state.{state}', lang)}", case, temperature))
    return _times(runs, lang, lines, "caption.slow_disk")


def _times(runs: pl.DataFrame, lang: str, lines: Sequence[tuple[str, str, str]], caption: str) -> Drawn:
    """Draw lines of (label, case, temperature)."""
    runs = select.measured_in(runs, [case for _, case, _ in lines])
    names = {name: word(f"engine.{name}", lang) for name in select.engines(runs)}
    rows, points = [], []
    for label, case, temperature in lines:
        found = [p for name in names if (p := select.point(runs, name, case, temperature=temperature))]
        if found:
            rows.append(Row(label, [(p.engine, p) for p in found]))
            points += found
    return drawn(dots(rows, names, COLOURS, word("axis.latency", lang)), runs, points, lang, caption)
