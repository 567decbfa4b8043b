"""Charts of the chapter on inserts alone."""

from dataclasses import replace

import polars as pl

from ...report.charts import Line, lines
from ...report.drawn import Drawn, drawn
from ...report.figures import Row, dots, points_of
from ...report.formats import digits, seconds
from ...report.titles import ranged
from ...report.words import word
from ...results import select
from .facts import PG, SOURCE_CLIENTS, delays


def commit_delays(runs: pl.DataFrame, lang: str, layout: str = "columns") -> Drawn:
    """Draw what commit_delay does on PostgreSQL in the class of durability the samples are of, by clients."""
    runs = select.unmixed(runs).filter(pl.col("engine") == PG)
    durability = runs["durability"][0]
    cases = {n: {0: f"{durability}.{layout}.{n}", **delayed} for n, delayed in delays(runs, durability, layout).items()}
    rows, gained = [], {}
    for us in sorted({us for by_delay in cases.values() for us in by_delay}):
        points = {
            n: select.point(runs, PG, by_delay[us], "throughput") for n, by_delay in cases.items() if us in by_delay
        }
        label = seconds(us / 1e6) if us else word("delay.none", lang)
        rows.append(Row(label, [(str(n), point) for n, point in points.items() if point]))
        for n, point in points.items():
            if us and point:
                whose = f"{label} · {word('legend.clients', lang, n=n)}"
                gained[whose] = select.ratio(runs, (PG, point.case), (PG, cases[n][0]), "throughput")
    names = {str(n): word("legend.clients", lang, n=n) for n in cases}
    colours = dict(zip(names, ("#7ba7dd", "#2f6fb7", "#12365f"), strict=False))
    figure = dots(rows, names, colours, word("axis.throughput", lang), lang, fmt="rate")
    title = ranged(gained, lang, digits, "title.delays")
    return replace(drawn(figure, runs, points_of(rows), lang, "caption.delays"), title=title)


def tools(runs: pl.DataFrame, lang: str) -> Drawn:
    """Draw the same inserts on PostgreSQL by each load generator, and say how many times as fast pgbench is."""
    runs = select.unmixed(runs).filter(pl.col("engine") == PG)
    durability, wanted, faster = runs["durability"][0], [], {}
    for n in SOURCE_CLIENTS:
        clients = word("legend.clients", lang, n=n)
        cases = {tool: f"{durability}.{shape}.{n}" for tool, shape in (("sysbench", "columns"), ("pgbench", "pgbench"))}
        wanted += [Line(f"{tool} · {clients}", case, ("throughput",)) for tool, case in cases.items()]
        faster[clients] = select.ratio(runs, (PG, cases["pgbench"]), (PG, cases["sysbench"]), "throughput")
    picture = lines(runs, lang, wanted, "caption.throughput", "axis.throughput", "rate")
    told_apart = any(ratio and ratio.decided in ("more", "less") for ratio in faster.values())
    title = ranged(faster, lang, digits, "title.tools") if told_apart else word("title.tools_alike", lang)
    return replace(picture, title=title if all(faster.values()) else "")
