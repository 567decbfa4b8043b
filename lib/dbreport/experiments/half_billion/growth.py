"""Charts of what more rows cost: stage by stage, as shipped, across the sizes that were measured."""

from dataclasses import replace

import polars as pl

from ...report.charts.by_rows import at_two_sizes, case_by_rows
from ...report.drawn import Drawn, drawn
from ...report.figures import NEUTRAL
from ...report.formats import digits
from ...report.titles import beyond, ranged
from ...report.words import word
from ...results import select
from .charts import ratios
from .facts import GROWING, exponent
from .queries import OURS, QUERIES


def growth(runs: pl.DataFrame, lang: str, stage: str = "unindexed", scale: str | None = None) -> Drawn:
    """Draw how many times longer each query takes at a scale, the largest if none is named, than at the one before."""
    scales = select.scales(runs.filter(pl.col("profile") == "default"))
    scales = scales[: scales.index(scale) + 1 if scale else None][-2:]
    if len(scales) < 2:
        return Drawn(word("missing.scales", lang))
    few, many = (select.only(runs, "default", scale) for scale in scales)
    figure, points = ratios(
        many, few, [(f"{stage}.{query}", "latency") for query in (*QUERIES, *OURS)], "axis.growth", lang
    )
    grown = select.rows_of(many) / select.rows_of(few)
    figure.add_vline(x=grown, line={"color": NEUTRAL, "width": 1.2, "dash": "dot"})
    both = many.filter(pl.col("engine").is_in(select.engines(few)))
    title = beyond([point.estimate for point in points if point.estimate], grown, "title.growth", lang)
    return replace(drawn(figure, both, points, lang, "caption.growth"), title=title)


def cost_by_rows(runs: pl.DataFrame, lang: str, case: str) -> Drawn:
    """Draw what a case takes over the number of rows, as shipped, on each system that was timed at two sizes."""
    frames, metric = select.shipped_by_rows(runs.filter(pl.col("case") == case)), GROWING[case]
    axes = ("axis.rows", "axis.latency")
    picture = case_by_rows(frames, lang, case, metric, axes, "caption.cost_by_rows")
    powers = {
        word(f"engine.{name}", lang): power
        for name, at in at_two_sizes(frames, case, metric).items()
        if (power := exponent(at[0], at[-1], name, case, metric))
    }
    return replace(picture, title=ranged(powers, lang, digits, "title.exponents"))
