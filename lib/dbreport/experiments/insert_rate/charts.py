"""Charts of the chapter on inserts alone."""

from __future__ import annotations

import polars as pl

from ...report.drawn import Drawn
from ...report.figures import Row, dots, drawn
from ...report.formats import seconds
from ...report.words import word
from ...results import select


def commit_delays(
    runs: pl.DataFrame, lang: str, shape: str = "columns", durability: str = "full", scale: str | None = None
) -> Drawn:
    """Draw what commit_delay does on PostgreSQL in one class of durability, apart for each number of clients."""
    runs = select.only(runs.filter(pl.col("engine") == "postgresql"), "default", scale, durability)
    pattern = rf"^\w+\.{shape}\.(?<clients>\d+)\.delay_(?<us>\d+)us$"
    found = runs["case"].str.extract_groups(pattern).struct.unnest()
    clients, delays_us = (sorted(int(n) for n in found[name].drop_nulls().unique()) for name in ("clients", "us"))
    rows, points = [], []
    for us in (0, *delays_us):
        suffix = f".delay_{us}us" if us else ""
        row = [
            (str(n), p)
            for n in clients
            if (p := select.point(runs, "postgresql", f"{durability}.{shape}.{n}{suffix}", "throughput"))
        ]
        rows.append(Row(seconds(us / 1e6) if us else word("delay.none", lang), row))
        points += [p for _, p in row]
    names = {str(n): word("legend.clients", lang, n=n) for n in clients}
    colours = dict(zip(names, ("#7ba7dd", "#2f6fb7", "#12365f"), strict=False))
    figure = dots(rows, names, colours, word("axis.throughput", lang), fmt="rate")
    return drawn(figure, runs, points, lang, "caption.delays")
