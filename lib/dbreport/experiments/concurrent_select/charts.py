"""Charts of the chapter on many readers: how long each configuration takes at a stage, and what it keeps in memory."""

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from ...languages import listed
from ...model import Scale
from ...report.answers import ranked
from ...report.charts.by_rows import case_by_rows
from ...report.charts.lines import Line, lines
from ...report.charts.under_load import PERCENTILES
from ...report.drawn import Drawn
from ...report.formats import case_label, digits
from ...report.words import word
from ...results import select
from .facts import MARIA, SHIPPED
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
    """Draw the mean time of an answer at one stage, a line a configuration, a dot a system.

    Its title compares the systems as shipped: of other configurations a line has two systems at most.
    """
    temperature = "warm" if stage != COLD else _coldest(runs)
    wanted = [Line(case_label(f"twenty.{way}", lang), f"{stage}.{way}", temperature=temperature) for way in ways]
    picture = _drawn(runs, lang, wanted, f"caption.readers_{stage}")
    return replace(picture, title=_as_shipped(runs, lang, f"{stage}.{SHIPPED}", temperature))


def _as_shipped(runs: pl.DataFrame, lang: str, case: str, temperature: str) -> str:
    """Return who is fastest as shipped and how many times as long each slower one takes; empty for one system."""
    taken = {name: select.taken(runs, name, case, "latency", temperature) for name in select.engines(runs)}
    found = ranked({name: values for name, values in taken.items() if values}, "latency", most=False)
    if not found or not found.ratios:
        return ""
    equals = found.standing.equals
    slower = [
        f"{word(f'engine.{name}', lang)} {digits(ratio.value)}"
        for name, ratio in found.ratios.items()
        if name not in equals
    ]
    told = {"first": word(f"engine.{equals[0]}", lang), "slower": listed(slower, lang)}
    told["equals"] = listed((word(f"engine.{name}", lang) for name in equals), lang)
    if not slower:
        return word("title.readers_equal", lang, **told)
    return word("title.readers_fastest" if len(equals) == 1 else "title.readers_slower", lang, **told)


def percentiles(runs: pl.DataFrame, lang: str, ways: Sequence[str]) -> Drawn:
    """Draw median, 95th and 99th percentile of an answer to twenty clients in some configurations."""
    wanted = [
        Line(f"{case_label(f'twenty.{way}', lang)} · {metric.removeprefix('latency_')}", f"twenty.{way}", (metric,))
        for way in ways
        for metric in PERCENTILES
    ]
    return _drawn(runs, lang, wanted, "caption.readers_percentiles")


def cache(runs: pl.DataFrame, lang: str, stages: Sequence[str]) -> Drawn:
    """Draw the mean time of an answer of MariaDB with a cache that holds it, a line a stage."""
    wanted = [Line(case_label(f"{stage}.stage", lang), f"{stage}.cache_4m") for stage in stages]
    return _drawn(runs.filter(pl.col("engine") == MARIA), lang, wanted, "caption.readers_cache")


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
    """Draw lines, or say that none of them is measured yet; each names its configuration, and all only read."""
    runs = select.unmixed(runs)
    if not any(line.points(runs, select.engines(runs)) for line in wanted):
        return Drawn(word("missing.readers", lang))
    return lines(runs, lang, wanted, caption, axis, fmt, settings=False)


def _coldest(runs: pl.DataFrame) -> str:
    return "cold" if "cold" in runs["temperature"] else "lukewarm"
