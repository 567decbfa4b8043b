"""The scenarios the first source planned: which chapter measures each, at what size, and one value of it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import polars as pl

from ...languages import listed
from ...report.drawn import Drawn
from ...report.formats import count, seconds, size
from ...report.markup import Html
from ...report.tables.shared import html, muted, over
from ...report.words import word
from ...results import select
from ...stats import Estimate
from . import facts

RECORDS, PAGES_A_RECORD = 10_000_000, 5
"""A crawler's results as the source plans them."""
_LINK = '<a href="{page}.html">{name}</a>'


class Timed(NamedTuple):
    """A scenario of which a time is told: its experiment, the case, and how many rows the source plans."""

    experiment: str
    case: str
    planned: int


TIMED = (
    Timed("join_analysis", "files.pairs", 1_600_000_000),
    Timed("forum", "newest.popular", 100_000_000),
    Timed("sensor", "windows.day", 1_000_000),
    Timed("half_billion", "indexed.point", 100_000_000),
)


class Stored(NamedTuple):
    """A scenario of which a size is told, carried to the planned number of documents by a fitted exponent."""

    experiment: str
    case: str
    metrics: tuple[str, ...]
    documents: int


STORED = (
    Stored("storage", "size.bytes.shipped", ("size_table", "size_index"), RECORDS),
    Stored("compression", "profiles.zlib_6", ("size",), RECORDS * PAGES_A_RECORD),
)


def planned(samples: Mapping[str, pl.DataFrame], lang: str) -> Drawn:
    """Return a line a scenario and system told of: planned size, chapter, size measured, value.

    `samples` are the experiments' own, by name, those of what is stored from every machine; one that has none says
    that it was not measured.
    """
    rows = [_timed(one, samples.get(one.experiment), lang) for one in TIMED]
    for one in STORED:
        rows += _stored(one, samples.get(one.experiment), lang)
    heads = [word(f"table.{key}", lang) for key in ("scenario", "planned", "chapter", "measured_size", "value")]
    return Drawn(html(heads, rows, "stacked"), word("caption.join_planned", lang))


def _chapter(experiment: str, lang: str) -> Html:
    return Html.of(_LINK, page=experiment.replace("_", "-"), name=word(f"experiment.{experiment}", lang))


def _timed(one: Timed, runs: pl.DataFrame | None, lang: str) -> list[str]:
    head = [word(f"scenario.{one.experiment}", lang), count(one.planned, lang), _chapter(one.experiment, lang)]
    # of each experiment the largest size at which this was asked, which need not be the largest of all
    asked = runs.filter((pl.col("case") == one.case) & (pl.col("profile") == "default")) if runs is not None else None
    mine = select.shipped(asked) if asked is not None else None
    if mine is None or mine.is_empty() or not (order := facts.best(mine, one.case)):
        return [*head, "–", muted(word("verdict.missing", lang))]
    (engine, e), what = order[0], word(f"scenario.{one.experiment}.value", lang)
    value = word("scenario.time", lang, what=what, engine=word(f"engine.{engine}", lang), time=seconds(e.value))
    return [*head, count(select.rows_of(mine), lang), value]


def _stored(one: Stored, runs: pl.DataFrame | None, lang: str) -> list[list[str]]:
    head = [word(f"scenario.{one.experiment}", lang), count(one.documents, lang), _chapter(one.experiment, lang)]
    host, shipped = _of_most_sizes(runs, one)
    lines = []
    for engine in select.engines(shipped):
        points = _sizes(shipped, engine, one)
        if fitted := facts.power(points, one.documents):
            sizes = over(listed((count(int(n), lang) for n, _ in points), lang), host)
            label, e = word(f"engine.{engine}", lang), fitted.exponent
            said = word("scenario.size", lang, engine=label, size=size(fitted.at.value), exponent=f"{e.value:.3f}")
            lines.append([*head, sizes, over(said, _bounds(fitted.at)) if fitted.at.has_interval else said])
    return lines or [[*head, "–", muted(word("missing.two_sizes", lang))]]


def _of_most_sizes(runs: pl.DataFrame | None, one: Stored) -> tuple[str, pl.DataFrame]:
    """Return the machine on which most systems were measured at two sizes, at most sizes, with its samples as shipped.

    What is stored takes the same room on any machine.
    """
    if runs is None or runs.is_empty():
        return "", pl.DataFrame(schema={"engine": pl.String})
    asked = runs.filter((pl.col("profile") == "default") & (pl.col("case") == one.case))

    def much(host: str) -> tuple[int, int]:
        mine = asked.filter(pl.col("host") == host)
        sizes = [mine.filter(pl.col("engine") == engine)["rows"].n_unique() for engine in mine["engine"].unique()]
        return sum(n > 1 for n in sizes), sum(sizes)

    hosts = sorted(asked["host"].unique())
    host = max(hosts, key=much, default="")
    return host, asked.filter(pl.col("host") == host)


def _sizes(runs: pl.DataFrame, engine: str, one: Stored) -> list[tuple[float, float]]:
    """Return (documents, bytes) of each size that was measured."""
    points: dict[float, float] = {}
    for rows in sorted(runs["rows"].unique()):
        at = runs.filter(pl.col("rows") == rows)
        parts: Sequence[list[float]] = [select.values(at, engine, one.case, metric) for metric in one.metrics]
        if parts[0]:
            documents = select.values(at, engine, one.case, "documents")
            points[documents[0] if documents else float(rows)] = sum(values[0] for values in parts if values)
    return sorted(points.items())


def _bounds(e: Estimate) -> str:
    return f"{size(e.low)} – {size(e.high)}"
