"""Charts of the sensor's chapter: rows inserted a second, and how long questions take."""

import polars as pl

from ...report.charts.lines import Line, lines
from ...report.drawn import Drawn
from ...report.formats import case_label
from ...results import select
from .facts import ASKED, INSERTS


def inserted(runs: pl.DataFrame, lang: str) -> Drawn:
    """Draw rows inserted a second, in order and late; of samples of one class."""
    wanted = [Line(case_label(case, lang), case, ("throughput",)) for case in INSERTS]
    return lines(select.unmixed(runs), lang, wanted, "caption.sensor_inserted", "axis.row_rate", "rate")


def asked(runs: pl.DataFrame, lang: str) -> Drawn:
    """Draw the median time of every question; of samples of one class."""
    wanted = [Line(case_label(case, lang), case) for case in ASKED]
    return lines(select.unmixed(runs), lang, wanted, "caption.sensor_asked")
