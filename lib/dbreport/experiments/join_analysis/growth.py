"""Tables of the chapter on joins: how times grow with the calls, and where one machine ends."""

import math
from collections.abc import Callable, Sequence

import polars as pl

from ...languages import LANGUAGES, clauses
from ...report.drawn import Drawn, drawn
from ...report.formats import case_label, count, digits, seconds, size, so_many
from ...report.tables.sentences import MISSING
from ...report.tables.shared import cell, html, over, times
from ...report.words import word
from ...results import select
from ...results.ratios import compare
from ...stats import Estimate
from . import facts
from .charts import labelled
from .jobs import SIZE_LOADED, WHY
from .queries import LONGEST
from .tables import missing, shown, titles

MUCH_ROWS = 100_000_000
"""Times are told of so many calls, at which nothing was measured."""


def questions(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return how long each answer from files takes at the most calls, and how many times as long as at the fewest."""
    sizes = select.shipped_by_rows(select.measured_in(runs, facts.cases("files")))
    if len(sizes) < 2:
        return Drawn(word("missing.two_sizes", lang))
    few, many = sizes[0], sizes[-1]
    names, rows, points = select.engines(many), [], []
    for case in facts.cases("files"):
        cells = []
        for name in names:
            point, ratio = select.point(many, name, case), select.across((many, name, case), (few, name, case))
            points += [point] if point else []
            value = shown(point, "seconds", lang)
            cells.append(over(value, word("join.times", lang, n=times(ratio))) if ratio else value)
        rows.append([case_label(case, lang), *cells])
    heads = [*titles(lang, "question"), *(word(f"engine.{name}", lang) for name in names)]
    fewest, body = so_many(select.rows_of(few), lang), html(heads, rows, "numbers")
    return drawn(body, many, points, lang, "caption.join_grown", settings=False, fewest=fewest)


def fits(runs: pl.DataFrame, lang: str, question: str) -> Drawn:
    """Return the fitted line of each system, how many calls it answers in an hour, and what Spark needs to be level."""
    found = facts.lines(runs, question)
    if not found:
        return Drawn(word("missing.two_sizes", lang))
    spark = next((one for one in found if one.spread and one.stage == "files"), None)
    columns: dict[str, Callable[[facts.Line], str]] = {
        "engine": lambda one: labelled(one, lang),
        "fixed": lambda one: _range(one.fixed, seconds),
        "slope": lambda one: _range(one.at(MUCH_ROWS), seconds),
        "exponent": lambda one: _range(one.exponent, digits),
        "off": lambda one: f"{one.off:.0%}" if len(one.measured) > 2 else "–",
        "in_an_hour": lambda one: _range(one.rows_in(facts.HOUR_S), lambda n: _rounded(n, lang)),
        "level": lambda one: _range(level, lambda n: _rounded(n, lang)) if (level := _level(one, spark)) else "–",
        "machines": lambda one: _range(_machines(one, spark), _whole) if spark and not one.spread else "–",
    }
    # what is the same in every line is said once, in words
    if not any(one.fixed.value for one in found):
        del columns["fixed"]
    if not any(_level(one, spark) for one in found):
        del columns["level"]
    rows = [[told(one) for told in columns.values()] for one in found]
    told = {"draws": count(facts.DRAWS, lang), "case": case_label(f"files.{question}", lang)}
    return Drawn(html(titles(lang, *columns), rows, "numbers"), word("caption.join_fit", lang, **told))


def reasons(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return the longest question with one thing changed, at every size it was measured at, beside the unchanged."""
    shipped = runs.filter(pl.col("profile") == "default")
    rows, points = [], []
    for scale in select.scales(shipped):
        part = shipped.filter(pl.col("scale") == scale)
        for case, system in WHY.items():
            # an unchanged answer that took long is the first and the only one: then first is set against first
            unchanged = (part, system, f"files.{LONGEST}")
            long = not select.taken(*unchanged, "latency", "first")
            at = "first" if long and select.taken(part, system, case, "latency", "first") else "warm"
            point = select.point(part, system, case, "latency", at)
            if point is None:
                continue
            points.append(point)
            sides = select.taken(part, system, case, "latency", at), select.taken(*unchanged, "latency", "warm")
            ratio = compare(*sides, "latency", in_rounds=False)
            labels = case_label(case, lang), count(select.rows_of(part), lang)
            rows.append([*labels, cell(point, None, lang), times(ratio)])
    if not rows:
        return missing(lang)
    heads = titles(lang, "changed", "calls", "time", "times_as_long")
    shown = shipped.filter(pl.col("case").is_in([*WHY]))
    told = case_label(f"files.{LONGEST}", lang)
    return drawn(html(heads, rows, "numbers"), shown, points, lang, "caption.join_why", settings=False, case=told)


def outlook(runs: pl.DataFrame, question: str) -> dict[str, dict[str, str]] | None:
    """Return for a sentence, by its fields: who is fastest on one machine, its calls in an hour, where Spark is level,
    and the machines Spark needs. None without two sizes of both.
    """
    found = facts.lines(runs, question)
    one, spark = facts.fastest(found), next((line for line in found if line.spread and line.stage == "files"), None)
    if one is None or spark is None:
        return None
    hour, machines, level = one.rows_in(facts.HOUR_S), _machines(one, spark), _level(one, spark)

    def told(lang: str) -> dict[str, str]:
        return {
            "who": word(f"engine.{one.engine}", lang),
            "hour": f"{_rounded(hour.value, lang)} [{_rounded(hour.low, lang)}, {_rounded(hour.high, lang)}]",
            "level": word("join.level_from", lang, rows=_rounded(level.value, lang))
            if level
            else word("join.level_never", lang),
            "times": digits(hour.value / max(one.measured)),
            "both": count(facts.most_of_both(one, spark), lang),
            "machines": f"{_whole(machines.value)} [{_whole(machines.low)}, {_whole(machines.high)}]",
        }

    by_language = {lang: told(lang) for lang in LANGUAGES}
    return {field: {lang: fields[field] for lang, fields in by_language.items()} for field in by_language["en"]}


def named(asked: Sequence[str]) -> dict[str, str]:
    """Return questions for a sentence, as each language lists them."""
    return {lang: clauses((word(f"case.{question}", lang) for question in asked), lang) for lang in LANGUAGES}


def room(few: pl.DataFrame, many: pl.DataFrame, engine: str) -> str:
    """Return what a system's own tables would take at as many calls as the second frame has, by proportion."""
    points = [select.point(few, engine, SIZE_LOADED, metric) for metric in ("size_table", "size_index")]
    known = [point.estimate.value for point in points if point and point.estimate]
    return size(sum(known) * select.rows_of(many) / select.rows_of(few)) if known else MISSING


def _rounded(n: float, lang: str) -> str:
    """Write an extrapolated number of rows with the two digits it may have."""
    return count(int(float(f"{n:.2g}")), lang) if math.isfinite(n) else "∞"


def _level(one: facts.Line, spark: facts.Line | None) -> Estimate | None:
    """Return from how many calls on Spark is as fast, among those at which both were measured."""
    if spark is None or one.spread:
        return None
    meeting, _ = facts.meets(one, spark)
    return meeting if meeting and meeting.value <= facts.most_of_both(one, spark) else None


def _machines(one: facts.Line, spark: facts.Line) -> Estimate:
    return facts.machines(one, spark, facts.most_of_both(one, spark))


def _whole(machines: float) -> str:
    """Write a number of machines: part of one is one more."""
    return str(math.ceil(machines))


def _range(e: Estimate, write: Callable[[float], str]) -> str:
    return over(write(e.value), f"{write(e.low)} – {write(e.high)}") if e.low < e.high else write(e.value)
