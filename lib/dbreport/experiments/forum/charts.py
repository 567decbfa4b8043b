"""Charts of the forum's chapter: how long statements take, a line a statement, a dot a system."""

from collections.abc import Sequence

import polars as pl

from ...report.charts.lines import Line, lines
from ...report.drawn import Drawn
from ...report.formats import case_label
from ...results import select


def times(runs: pl.DataFrame, lang: str, cases: Sequence[str], caption: str) -> Drawn:
    """Draw the median time of statements; of samples of one class."""
    return lines(select.unmixed(runs), lang, [Line(case_label(case, lang), case) for case in cases], caption)
