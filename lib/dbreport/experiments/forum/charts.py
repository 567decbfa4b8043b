"""Charts of the forum's chapter: how long statements take, a line a statement, a dot a system."""

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from ...report.charts.lines import Line, lines
from ...report.drawn import Drawn
from ...report.formats import case_label, digits
from ...report.words import word
from ...results import select
from .facts import COLUMN_STORES, FORUM
from .queries import DEEPEST


def times(runs: pl.DataFrame, lang: str, cases: Sequence[str], caption: str) -> Drawn:
    """Draw the median time of statements; of samples of one class."""
    return lines(select.unmixed(runs), lang, [Line(case_label(case, lang), case) for case in cases], caption)


def forum_pages(runs: pl.DataFrame, lang: str) -> Drawn:
    """Draw the pages of the whole forum; the title says what OFFSET takes of the deepest one over keyset paging."""
    offset, keyset = (f"forum.{way}.{DEEPEST}" for way in ("offset", "keyset"))
    row_stores = [name for name in select.engines(runs) if name not in COLUMN_STORES]
    ratios = [select.ratio(runs, (name, offset), (name, keyset)) for name in row_stores]
    known = sorted(e.value for e in ratios if e and e.decided == "more")
    picture = times(runs, lang, FORUM, "caption.forum_pages")
    if not known or len(known) < len(ratios):
        return picture
    least, most = (f"{value:.0f}" if value >= 10 else digits(value) for value in (known[0], known[-1]))
    return replace(picture, title=word("title.forum_offset", lang, page=f"{DEEPEST:,}", least=least, most=most))
