"""Charts of the chapter on many readers: how long each configuration takes at a stage, and what it keeps in memory."""

from collections.abc import Sequence

import polars as pl

from ...model import Scale
from ...report.charts.by_rows import case_by_rows
from ...report.charts.lines import Line, lines
from ...report.drawn import Drawn
from ...report.formats import case_label
from ...report.words import word
from ...results import select
from .facts import SHIPPED
from .jobs import COLD, MEMORY_BYTES

WAYS = (
    "shipped",
    "work_64m",
    "pool_768m",
    "wal",
    "varchar",
    "myisam",
    "aria",
    "sort_512k",
    "sort_4m",
    "cache_1m",
    "cache_4m",
)
"""The configurations in the order they are drawn."""


def at_stage(runs: pl.DataFrame, lang: str, stage: str, ways: Sequence[str] = WAYS) -> Drawn:
    """Draw the mean time of an answer at one stage, a line a configuration, a dot a system."""
    temperature = "warm" if stage != COLD else _coldest(runs)
    wanted = [Line(case_label(f"twenty.{way}", lang), f"{stage}.{way}", temperature=temperature) for way in ways]
    return _drawn(runs, lang, wanted, f"caption.readers_{stage}")


def stages(runs: pl.DataFrame, lang: str, way: str, stages: Sequence[str]) -> Drawn:
    """Draw the mean time of an answer of one configuration, a line a stage."""
    wanted = [Line(case_label(f"{stage}.stage", lang), f"{stage}.{way}") for stage in stages]
    return _drawn(runs, lang, wanted, "caption.readers_stages")


def memory(runs: pl.DataFrame, lang: str, ways: Sequence[str] = WAYS) -> Drawn:
    """Draw what the server of each configuration has in memory under twenty readers."""
    wanted = [Line(case_label(f"twenty.{way}", lang), f"twenty.{way}", ("server_memory",)) for way in ways]
    return _drawn(runs, lang, wanted, "caption.readers_memory", "axis.readers_memory", "size")


def by_size(runs: pl.DataFrame, lang: str, stage: str) -> Drawn:
    """Draw the mean time of an answer at one stage over the rows of the table, as shipped."""
    temperature = "warm" if stage != COLD else _coldest(runs)
    frames, axes = select.shipped_by_rows(runs), ("axis.readers_rows", "axis.latency")
    held = any(Scale(scale) in MEMORY_BYTES for scale in select.scales(runs))
    caption = f"caption.readers_sizes{'_held' if held else ''}"
    told = word(f"case.{stage}.stage", lang)
    begun = told[:1].upper() + told[1:]
    return case_by_rows(
        frames, lang, f"{stage}.{SHIPPED}", "latency", axes, caption, temperature=temperature, stage=begun
    )


def _drawn(
    runs: pl.DataFrame,
    lang: str,
    wanted: Sequence[Line],
    caption: str,
    axis: str = "axis.latency",
    fmt: str = "seconds",
) -> Drawn:
    """Draw lines, or say that none of them is measured yet."""
    runs = select.unmixed(runs)
    if not any(line.points(runs, select.engines(runs)) for line in wanted):
        return Drawn(word("missing.readers", lang))
    return lines(runs, lang, wanted, caption, axis, fmt)


def _coldest(runs: pl.DataFrame) -> str:
    return "cold" if "cold" in runs["temperature"] else "lukewarm"
