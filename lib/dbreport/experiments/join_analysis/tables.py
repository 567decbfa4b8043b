"""Tables of the chapter on joins: memory, own tables, estimates, the cluster, growth, public results."""

import math
from collections.abc import Callable

import polars as pl

from ...languages import LANGUAGES
from ...report.drawn import Drawn, drawn
from ...report.formats import case_label, count, digits, seconds, size, written
from ...report.markup import Html
from ...report.tables.shared import cell, html, muted, over, ratio_cell, times
from ...report.words import word
from ...results import select
from ...results.select import Point
from ...stats import Estimate
from . import facts
from .charts import labelled
from .jobs import CLUSTERED, EMPTY_JOB, IMPORT, LOADED, SIZE_FILES, SIZE_LOADED, START, WHY
from .printed import PUBLISHED
from .queries import ESTIMATED, EXACT, LONGEST

_LINK = '<a href="{address}">{who} ({year})</a>'
_SAID = '<code lang="en">{reason}</code>'
MUCH_ROWS = 100_000_000
"""Times are told of so many calls, at which nothing was measured."""


def _missing(lang: str) -> Drawn:
    return Drawn(word("verdict.missing", lang))


def _heads(lang: str, *keys: str) -> list[str]:
    return [word(f"table.{key}", lang) for key in keys]


def _shown(point: Point | None, fmt: str, lang: str) -> str:
    """Return a point's value, or the status that stands in its place."""
    if point is None or point.estimate is None:
        return muted(word(f"status.{point.status if point else 'missing'}", lang))
    return written(point.estimate.value, fmt)


def memory(runs: pl.DataFrame, lang: str, stage: str = "files") -> Drawn:
    """Return the peak memory of each answer, and below it what was spilled, where anything was."""
    runs = select.measured_in(select.unmixed(runs), facts.cases(stage))
    if runs.is_empty():
        return _missing(lang)
    names, rows = select.engines(runs), []
    for case in facts.cases(stage):
        cells: list[str] = []
        for name in names:
            peak, spilled = (select.point(runs, name, case, metric) for metric in ("server_peak_memory", "spilled"))
            value = _shown(peak, "size", lang)
            much = spilled.estimate.value if spilled and spilled.estimate else 0.0
            cells.append(over(value, word("join.spilled", lang, n=size(much))) if much else value)
        rows.append([case_label(case, lang), *cells])
    heads = [*_heads(lang, "question"), *(word(f"engine.{name}", lang) for name in names)]
    return drawn(html(heads, rows, "numbers"), runs, [], lang, "caption.join_memory")


def failures(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return every question that a system did not answer, at any size, with the reason."""
    bad = runs.filter(pl.col("status").is_in(["failed", "timeout", "unsupported", "wrong_answer"]))
    seen = bad.select("engine", "case", "rows", "status", "reason").unique(["engine", "case", "rows"])
    order = sorted(seen.rows(), key=lambda row: (select.place(row[0]), row[2], row[1]))
    rows = [
        [
            word(f"engine.{engine}", lang),
            case_label(case, lang),
            count(n, lang),
            word(f"status.{status}", lang),
            Html.of(_SAID, reason=reason),
        ]
        for engine, case, n, status, reason in order
    ]
    if not rows:
        return Drawn(word("join.all_answered" if runs.height else "verdict.missing", lang))
    return Drawn(html(_heads(lang, "engine", "question", "calls", "status", "reason"), rows))


def own_tables(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return what filling tables takes, and what answers from them gain on the files."""
    runs = select.unmixed(runs)
    names = [name for name in select.engines(runs) if select.point(runs, name, IMPORT, "duration")]
    if not names:
        return _missing(lang)
    rows, points = [], []
    for name in names:
        filled, index = (select.point(runs, name, IMPORT, metric) for metric in ("duration", "index"))
        points += [filled] if filled else []
        files, table, beside = (
            select.point(runs, name, *of)
            for of in ((SIZE_FILES, "size_table"), (SIZE_LOADED, "size_table"), (SIZE_LOADED, "size_index"))
        )
        pays = facts.loading_pays(runs, name)
        rounds = "–" if pays is None else word("join.never", lang) if math.isinf(pays) else digits(pays)
        ratios = [select.ratio(runs, (name, f"files.{q}"), (name, f"{LOADED}.{q}")) for q in (LONGEST, EXACT, "month")]
        rows.append([
            word(f"engine.{name}", lang), cell(filled, None, lang), _shown(index, "seconds", lang),
            _shown(files, "size", lang), _shown(table, "size", lang), _shown(beside, "size", lang),
            *map(ratio_cell, ratios), rounds,
        ])  # fmt: skip
    over_files = [
        word("join.files_over_own", lang, question=word(f"case.{q}", lang)) for q in (LONGEST, EXACT, "month")
    ]
    heads = _heads(lang, "engine", "filled", "indexes", "files", "own_table", "own_index")
    table_html = html([*heads, *over_files, *_heads(lang, "rounds")], rows, "numbers")
    return drawn(table_html, runs, points, lang, "caption.join_own")


def estimates(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return exact and estimated counts of contacts: their times, and how far an estimate is off."""
    runs = select.unmixed(runs)
    rows, points = [], []
    for name in select.engines(runs):
        for stage in ("files", LOADED):
            exact, estimated = (select.point(runs, name, f"{stage}.{q}") for q in (EXACT, ESTIMATED))
            if exact is None or estimated is None:
                continue
            points += [exact, estimated]
            off = [
                select.point(runs, name, f"{stage}.{ESTIMATED}", metric, at)
                for metric in ("relative_error", "largest_error", "found")
                for at in (_when(runs, name, f"{stage}.{ESTIMATED}", metric),)
            ]
            shares = [f"{p.estimate.value:.1%}" if p and p.estimate else "–" for p in off]
            label = f"{word(f'engine.{name}', lang)} · {word(f'stage.{stage}', lang)}"
            rows.append([label, cell(exact, None, lang), cell(estimated, None, lang), *shares])
    if not rows:
        return _missing(lang)
    heads = _heads(lang, "engine", "exact", "estimated", "median_error", "largest_error", "found")
    return drawn(html(heads, rows, "numbers"), runs, points, lang, "caption.join_estimates")


def _when(runs: pl.DataFrame, engine: str, case: str, metric: str) -> str:
    """Return at which temperature an answer was looked at: the first, or the only one where that took long."""
    return "first" if select.values(runs, engine, case, metric, "first") else "warm"


def error(runs: pl.DataFrame, engine: str) -> str:
    """Return the median error of a system's estimates from files, for a sentence."""
    case = f"files.{ESTIMATED}"
    values = select.values(runs, engine, case, "relative_error", _when(runs, engine, case, "relative_error"))
    return f"{values[0]:.1%}" if values else "–"


def cluster(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return what starting, an empty job and the longest question take without workers, with one, with two."""
    runs = select.unmixed(runs)
    names = select.engines(runs)
    starts = [(name, case) for name in names for case in (START, EMPTY_JOB)]
    asked = [(name, case) for name in names if name in CLUSTERED for case in facts.spread_out(name)]
    rows, points = [], []
    for name, case in [*starts, *asked]:
        metric = "duration" if case in (START, EMPTY_JOB) else "latency"
        point = select.point(runs, name, case, metric)
        if point is None:
            continue
        points.append(point)
        shuffled = select.point(runs, name, case, "shuffled")
        rows.append([
            word(f"engine.{name}", lang), case_label(case, lang), cell(point, None, lang),
            _shown(shuffled, "size", lang) if shuffled else "–",
        ])  # fmt: skip
    if not rows:
        return _missing(lang)
    return drawn(html(_heads(lang, "engine", "what", "time", "shuffled"), rows, "numbers"), runs, points, lang)


def growth(runs: pl.DataFrame, lang: str, question: str) -> Drawn:
    """Return the fitted line of each system, how many calls it answers in an hour, and what Spark needs to be level."""
    found = facts.lines(runs, question)
    if not found:
        return Drawn(word("missing.two_sizes", lang))
    spark = next((one for one in found if one.spread and one.stage == "files"), None)
    largest = max(rows for one in found for rows in one.measured)
    rows = []
    for one in found:
        again = (
            [_level(one, spark, largest, lang), _range(facts.machines(one, spark, largest), digits)]
            if spark
            else ["–", "–"]
        )
        rows.append([
            labelled(one, lang), _range(one.fixed, seconds),
            _range(one.at(MUCH_ROWS), seconds), _range(one.exponent, digits), f"{one.off:.0%}",
            _range(one.rows_in(facts.HOUR_S), lambda n: _rounded(n, lang)),
            *(["–", "–"] if one.spread else again),
        ])  # fmt: skip
    heads = _heads(lang, "engine", "fixed", "slope", "exponent", "off", "in_an_hour", "level", "machines")
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
        return _missing(lang)
    heads = _heads(lang, "engine", "calls", "changed", "time", "times_as_long")
    return drawn(html(heads, rows, "numbers"), shipped, points, lang)


def outlook(runs: pl.DataFrame, question: str) -> dict[str, dict[str, str]] | None:
    """Return for a sentence, by its fields: who is fastest on one machine, its calls in an hour, where Spark is level,
    and the machines Spark needs. None without two sizes of both.
    """
    found = facts.lines(runs, question)
    one, spark = facts.fastest(found), next((line for line in found if line.spread and line.stage == "files"), None)
    if one is None or spark is None:
        return None
    largest = max(rows for line in found for rows in line.measured)
    meeting, share = facts.meets(one, spark)
    level = meeting if meeting and meeting.value <= largest else None
    hour, machines = one.rows_in(facts.HOUR_S), facts.machines(one, spark, largest)

    def told(lang: str) -> dict[str, str]:
        return {
            "who": word(f"engine.{one.engine}", lang),
            "hour": f"{_rounded(hour.value, lang)} [{_rounded(hour.low, lang)}, {_rounded(hour.high, lang)}]",
            "level": _rounded(level.value, lang) if level else word("join.none_measured", lang),
            "share": f"{share:.0%}",
            "times": digits(hour.value / largest),
            "machines": f"{digits(machines.value)} [{digits(machines.low)}, {digits(machines.high)}]",
        }

    by_language = {lang: told(lang) for lang in LANGUAGES}
    return {field: {lang: fields[field] for lang, fields in by_language.items()} for field in by_language["en"]}


def _rounded(n: float, lang: str) -> str:
    """Write an extrapolated number of rows with the two digits it may have."""
    return count(int(float(f"{n:.2g}")), lang) if math.isfinite(n) else "∞"


def _level(one: facts.Line, spark: facts.Line, largest: int, lang: str) -> str:
    meeting, share = facts.meets(one, spark)
    if meeting is None or meeting.value > largest:
        said = word("join.none_measured", lang)
        return said if meeting is None else over(said, word("join.in_draws", lang, share=f"{share:.0%}"))
    return _range(meeting, lambda n: _rounded(n, lang))


def _range(e: Estimate, write: Callable[[float], str]) -> str:
    return over(write(e.value), f"{write(e.low)} – {write(e.high)}") if e.low < e.high else write(e.value)


def public(lang: str) -> Drawn:
    """Return what others have published on the question, with where it stands."""
    rows = [
        [
            Html.of(_LINK, address=one.address, who=one.who, year=one.year),
            word(f"public.{one.key}.work", lang),
            word(f"public.{one.key}.found", lang),
        ]
        for one in PUBLISHED
    ]
    return Drawn(html(_heads(lang, "who", "work", "said"), rows), word("caption.join_public", lang))
