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
    fewest = so_many(select.rows_of(few), lang)
    return drawn(html(heads, rows, "numbers"), many, points, lang, "caption.join_grown", fewest=fewest)


def fits(runs: pl.DataFrame, lang: str, question: str) -> Drawn:
    """Return the fitted line of each system, how many calls it answers in an hour, and what Spark needs to be level."""
    found = facts.lines(runs, question)
    if not found:
        return Drawn(word("missing.two_sizes", lang))
    spark = next((one for one in found if one.spread and one.stage == "files"), None)
    rows = []
    for one in found:
        again = ["–", "–"]
        if spark and not one.spread:
            both = facts.most_of_both(one, spark)
            again = [_level(one, spark, both, lang), _range(facts.machines(one, spark, both), digits)]
        rows.append([
            labelled(one, lang), _range(one.fixed, seconds),
            _range(one.at(MUCH_ROWS), seconds), _range(one.exponent, digits), f"{one.off:.0%}",
            _range(one.rows_in(facts.HOUR_S), lambda n: _rounded(n, lang)),
            *again,
        ])  # fmt: skip
    heads = titles(lang, "engine", "fixed", "slope", "exponent", "off", "in_an_hour", "level", "machines")
    return Drawn(html(heads, rows, "numbers"), word("caption.join_fit", lang, draws=count(facts.DRAWS, lang)))


def reasons(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return the longest question with one thing changed, at every size it was measured at, beside the unchanged."""
    shipped = runs.filter(pl.col("profile") == "default")
    rows, points = [], []
    for scale in select.scales(shipped):
        part = shipped.filter(pl.col("scale") == scale)
        for case, system in WHY.items():
            point = select.point(part, system, case)
            if point is None:
                continue
            points.append(point)
            ratio = select.ratio(part, (system, case), (system, f"files.{LONGEST}"))
            labels = word(f"engine.{system}", lang), count(select.rows_of(part), lang), case_label(case, lang)
            rows.append([*labels, cell(point, None, lang), times(ratio)])
    if not rows:
        return missing(lang)
    heads = titles(lang, "engine", "calls", "changed", "time", "times_as_long")
    return drawn(html(heads, rows, "numbers"), shipped, points, lang)


def outlook(runs: pl.DataFrame, question: str) -> dict[str, dict[str, str]] | None:
    """Return for a sentence, by its fields: who is fastest on one machine, its calls in an hour, where Spark is level,
    and the machines Spark needs. None without two sizes of both.
    """
    found = facts.lines(runs, question)
    one, spark = facts.fastest(found), next((line for line in found if line.spread and line.stage == "files"), None)
    if one is None or spark is None:
        return None
    both = facts.most_of_both(one, spark)
    meeting, share = facts.meets(one, spark)
    level = meeting if meeting and meeting.value <= both else None
    hour, machines = one.rows_in(facts.HOUR_S), facts.machines(one, spark, both)

    def told(lang: str) -> dict[str, str]:
        return {
            "who": word(f"engine.{one.engine}", lang),
            "hour": f"{_rounded(hour.value, lang)} [{_rounded(hour.low, lang)}, {_rounded(hour.high, lang)}]",
            "level": _rounded(level.value, lang) if level else word("join.none_measured", lang),
            "share": f"{share:.0%}",
            "times": digits(hour.value / max(one.measured)),
            "both": count(both, lang),
            "machines": f"{digits(machines.value)} [{digits(machines.low)}, {digits(machines.high)}]",
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


def _level(one: facts.Line, spark: facts.Line, both: int, lang: str) -> str:
    meeting, share = facts.meets(one, spark)
    if meeting is None or meeting.value > both:
        said = word("join.none_measured", lang)
        return said if meeting is None else over(said, word("join.in_draws", lang, share=f"{share:.0%}"))
    return _range(meeting, lambda n: _rounded(n, lang))


def _range(e: Estimate, write: Callable[[float], str]) -> str:
    return over(write(e.value), f"{write(e.low)} – {write(e.high)}") if e.low < e.high else write(e.value)
