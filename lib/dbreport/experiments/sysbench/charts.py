"""Charts of the sysbench chapter alone; those of any server under load stand in the report's own."""

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from ...languages import listed
from ...report.drawn import Drawn, drawn
from ...report.figures import NEUTRAL, Row, dots
from ...report.formats import case_label
from ...report.titles import directions
from ...report.words import word
from ...results.select import Point
from ...stats import exact
from .facts import CLASSES, DECISIVE, MY, PG, Compared, as_the_source, compared


def sysbench_printed(runs: pl.DataFrame, lang: str, profile: str = DECISIVE, scale: str | None = None) -> Drawn:
    """Draw PostgreSQL over MySQL as printed, and ours of the same work in each class of durability, test by test."""
    classes = as_the_source(runs, profile, scale)
    tests, rows = compared(classes), []
    for row in tests:
        ratios = {"printed": exact(row.printed), **row.measured}
        points = [(kind, Point("", row.test, e, "ok", None)) for kind, e in ratios.items() if e]
        rows.append(Row(case_label(row.test, lang), points))
    both = pl.concat(classes.values()).filter(pl.col("engine").is_in([PG, MY]))
    names = {"printed": word("legend.sysbench_printed", lang)}
    for name in CLASSES:
        names[name] = word("legend.in_class", lang, name=word(f"class.{name}", lang))
    colours = {"printed": NEUTRAL, "full": "#7b3fa0", "relaxed": "#c49bdb"}
    figure = dots(
        rows, names, colours, word("axis.sysbench_published", lang), lang, {"printed": "diamond"}, fmt="ratio"
    )
    figure.add_vline(x=1, line={"color": NEUTRAL, "width": 1.2})
    if both.is_empty():
        return Drawn(figure, word("caption.sysbench_unmeasured", lang))
    picture = drawn(figure, both, [], lang, "caption.sysbench_published")
    return replace(picture, title=_turned(tests, lang))


def _turned(tests: Sequence[Compared], lang: str) -> str:
    """Return the tests printed with PostgreSQL ahead that MySQL decidedly leads here, every commit synced."""
    ours = {row.test: e for row in tests if row.printed > 1 and (e := row.measured["full"])}
    turned = [case_label(test, lang) for test, e in ours.items() if e.decided == "less"]
    if turned:
        return word("title.sysbench_turned", lang, tests=listed(turned, lang))
    return directions(((exact(row.printed), row.measured["full"]) for row in tests), lang)
