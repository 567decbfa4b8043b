"""Tables of the chapter on joins: memory, own tables, estimates, the cluster, public results."""

import math

import polars as pl

from ...report.drawn import Drawn, drawn
from ...report.formats import case_label, count, digits, size, written
from ...report.markup import Html
from ...report.tables.shared import cell, html, muted, over, ratio_cell
from ...report.words import word
from ...results import select
from ...results.select import Point
from . import facts
from .jobs import CLUSTERED, EMPTY_JOB, IMPORT, LOADED, SIZE_LOADED, START
from .printed import PUBLISHED
from .queries import ESTIMATED, EXACT, LONGEST

_LINK = '<a href="{address}">{who} ({year})</a>'
_SAID = '<code lang="en">{reason}</code>'


def missing(lang: str) -> Drawn:
    """Return what stands where nothing was measured."""
    return Drawn(word("verdict.missing", lang))


def titles(lang: str, *keys: str) -> list[str]:
    """Return the heads of columns."""
    return [word(f"table.{key}", lang) for key in keys]


def shown(point: Point | None, fmt: str, lang: str) -> str:
    """Return a point's value, or the status that stands in its place."""
    if point is None or point.estimate is None:
        return muted(word(f"status.{point.status if point else 'missing'}", lang))
    return written(point.estimate.value, fmt)


def memory(runs: pl.DataFrame, lang: str, stage: str = "files") -> Drawn:
    """Return the peak memory of each answer, and below it what was spilled, where anything was."""
    runs = select.measured_in(select.unmixed(runs), facts.cases(stage))
    if runs.is_empty():
        return missing(lang)
    names, rows = select.engines(runs), []
    for case in facts.cases(stage):
        cells: list[str] = []
        for name in names:
            peak, spilled = (select.point(runs, name, case, metric) for metric in ("server_peak_memory", "spilled"))
            value = shown(peak, "size", lang)
            much = spilled.estimate.value if spilled and spilled.estimate else 0.0
            cells.append(over(value, word("join.spilled", lang, n=size(much))) if much else value)
        rows.append([case_label(case, lang), *cells])
    heads = [*titles(lang, "question"), *(word(f"engine.{name}", lang) for name in names)]
    return drawn(html(heads, rows, "numbers"), runs, [], lang, "caption.join_memory", settings=False)


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
            _reason(status, reason, lang),
        ]
        for engine, case, n, status, reason in order
    ]
    if not rows:
        return Drawn(word("join.all_answered" if runs.height else "verdict.missing", lang))
    body = html(titles(lang, "engine", "question", "calls", "reason"), rows, "stacked")
    return Drawn(body, word("caption.join_failures", lang))


def _reason(status: str, reason: str | None, lang: str) -> str:
    """Return why there is no answer: in our words what needs none of the system's, else in its own."""
    if facts.FULL_DISK in (reason or ""):
        return word("join.full_disk", lang)
    said = Html.of(_SAID, reason=reason or "")
    return said if status == "failed" else Html.of("{status} {said}", status=word(f"status.{status}", lang), said=said)


def own_tables(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return what filling tables takes, and what answers from them gain on the files."""
    runs = select.unmixed(runs)
    names = [name for name in select.engines(runs) if select.point(runs, name, IMPORT, "duration")]
    if not names:
        return missing(lang)
    rows, points = [], []
    for name in names:
        filled, index = (select.point(runs, name, IMPORT, metric) for metric in ("duration", "index"))
        points += [filled] if filled else []
        table, beside = (select.point(runs, name, SIZE_LOADED, metric) for metric in ("size_table", "size_index"))
        pays = facts.loading_pays(runs, name)
        rounds = "–" if pays is None else word("join.never", lang) if math.isinf(pays) else digits(pays)
        ratios = [select.ratio(runs, (name, f"files.{q}"), (name, f"{LOADED}.{q}")) for q in (LONGEST, EXACT)]
        # what a system does not have was not left out
        parts = ((index, "seconds"), (table, "size"), (beside, "size"))
        rows.append([
            word(f"engine.{name}", lang), cell(filled, None, lang),
            *(shown(point, fmt, lang) if point else "–" for point, fmt in parts), *map(ratio_cell, ratios), rounds,
        ])  # fmt: skip
    over_files = [word("join.files_over_own", lang, question=word(f"case.{q}", lang)) for q in (LONGEST, EXACT)]
    heads = titles(lang, "engine", "filled", "indexes", "own_table", "own_index")
    table_html = html([*heads, *over_files, *titles(lang, "rounds")], rows, "numbers")
    return drawn(table_html, runs, points, lang, "caption.join_own", settings=False)


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
        return missing(lang)
    heads = titles(lang, "engine", "exact", "estimated", "median_error", "largest_error", "found")
    return drawn(html(heads, rows, "numbers"), runs, points, lang, "caption.join_estimates", settings=False)


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
            shown(shuffled, "size", lang) if shuffled else "–",
        ])  # fmt: skip
    if not rows:
        return missing(lang)
    body = html(titles(lang, "engine", "what", "time", "shuffled"), rows, "numbers")
    question = word(f"case.{LONGEST}", lang)
    return drawn(body, runs, points, lang, "caption.join_cluster", settings=False, case=question)


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
    return Drawn(html(titles(lang, "who", "work", "said"), rows, "stacked"), word("caption.join_public", lang))
