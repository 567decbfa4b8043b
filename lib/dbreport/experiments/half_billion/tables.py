"""Tables of the half_billion chapter and, from it, the page about the machine."""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

import polars as pl

from ... import stats
from ...languages import LANGUAGES, paragraph
from ...model import Profile
from ...report.drawn import Drawn, drawn
from ...report.formats import case_label, count, seconds
from ...report.markup import Html
from ...report.tables import shared
from ...report.tables.by_system import case_times
from ...report.tables.machines import per_second
from ...report.tables.sentences import MISSING, disk_limit, marked
from ...report.tables.shared import cell, code, fold, html, muted, ratio_cell, row_count, times
from ...report.words import word
from ...results import select
from ...results.store import Cell, Footer
from .facts import (
    GROWING,
    LIMIT_S,
    MY,
    PG,
    PRINTED_STATEMENTS,
    busy,
    exponent,
    printed_times,
    staged,
)
from .queries import OURS, QUERIES


def results(runs: pl.DataFrame, lang: str, stage: str = "indexed") -> Drawn:
    """Return median times with intervals, a line a query, a column a system; the fastest is bold.

    The source's statements come first, then ours, and last what a statement costs that asks for nothing.
    """
    table = case_times(runs, lang, [*(f"{stage}.{query}" for query in (*QUERIES, *OURS)), "empty_statement"], "query")
    shown = word("caption.times", lang, stage=word(f"stage.{stage}", lang))
    return replace(table, caption=paragraph([shown, table.caption], lang))


def folded_results(runs: pl.DataFrame, lang: str, stage: str) -> Drawn:
    """Return the table of `results` behind a line to open: a figure of the chapter shows the same."""
    return fold(results(runs, lang, stage), f"fold.{stage}", lang, rows=row_count(runs)[lang])


def own_cost(runs: pl.DataFrame, lang: str, case: str = "indexed.point") -> Drawn:
    """Return what a statement that asks for nothing takes beside one that fetches a row, and what is left of that."""
    runs = select.unmixed(runs)
    rows, measured = [], []
    for name in select.engines(runs):
        points = [select.point(runs, name, asked) for asked in ("empty_statement", case)]
        cells = [cell(point, None, lang) for point in points]
        known = [point.estimate.value for point in points if point and point.estimate]
        if len(known) == len(points):
            empty_s, took_s = known
            cells += [seconds(max(took_s - empty_s, 0.0)), f"{empty_s / took_s:.0%}"]
        rows.append([word(f"engine.{name}", lang), *cells, *["–"] * (4 - len(cells))])
        measured += [point for point in points if point]
    labels = [case_label(asked, lang) for asked in ("empty_statement", case)]
    head = [word("table.engine", lang), *labels, word("table.left", lang), word("table.of_it", lang)]
    return drawn(html(head, rows, "numbers"), runs, measured, lang, "caption.own_cost")


def against_limits(
    runs: pl.DataFrame, details: dict[Cell, Footer], lang: str, scale: str | None = None, case: str = "import.bulk"
) -> Drawn:
    """Return what each import wrote per second beside the disk's measured limit, and how many processors it kept busy.

    A rate over the limit is marked suspect; where no limit was measured none is shown.
    """
    runs = select.only(runs, "default", scale)
    rows, paused = [], False
    for name in select.engines(runs):
        stored = Cell(runs["experiment"][0], runs["host"][0], name, "default", runs["scale"][0])
        imports = select.together(runs, name, case, "server_written", "duration")
        if not imports:
            continue
        # of the session that imported: what is measured later, perhaps on another disk, changes nothing
        when = {each.session for each in select.taken(runs, name, case, "duration")}
        sessions = [facts for session, facts in details[stored].sessions.items() if session in when]
        limits = disk_limit(sessions, "sequential_write")
        written = stats.median([written for written, _ in imports]).value
        rate = stats.median([written / took for written, took in imports]).value
        of_limit: list[str | Html] = [MISSING, MISSING]
        if limits:
            limit = max(limits)
            mark = Html.of(' <span class="bad">{said}</span>', said=word("table.suspect", lang)) if rate > limit else ""
            of_limit = [per_second(limit, "bytes/s"), Html.of("{share:.0%}{mark}", share=rate / limit, mark=mark)]
        processors = busy(runs, name, case)
        paused = paused or processors is None
        rows.append([
            word(f"engine.{name}", lang), f"{written / 1e6:,.0f} MB", per_second(rate, "bytes/s"), *of_limit,
            times(processors),
        ])  # fmt: skip
    head = [word(f"table.{n}", lang) for n in ("engine", "written", "write_rate", "limit", "share", "processors")]
    table = drawn(html(head, rows, "numbers"), runs, [], lang, "caption.against", way=case_label(case, lang))
    said = [table.caption, word("caption.against_paused", lang)] if paused else [table.caption]
    return replace(table, caption=paragraph(said, lang))


def printed_times_beside(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return every printed time beside ours, a line a statement; of a system that was not measured, those printed."""
    runs = select.unmixed(runs)
    ours = [name for name in (PG, MY) if name in select.engines(runs)]
    rows, measured = [], []
    for timed in printed_times():
        row = [staged(timed.case, lang)]
        for system in (PG, MY):
            row.append(_printed_time(timed.printed.get(system)))
            if system in ours:
                point = select.point(runs, system, timed.case)
                row.append(cell(point, None, lang))
                measured += [point] if point else []
        rows.append(row)
    head = [word("table.query", lang)]
    for system in (PG, MY):
        kinds = ("printed", "value") if system in ours else ("printed",)
        head += [f"{word(f'engine.{system}', lang)} · {word(f'table.{kind}', lang)}" for kind in kinds]
    return drawn(html(head, rows, "numbers"), runs, measured, lang, "caption.times_beside")


def folded_times_beside(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return the table of `printed_times_beside` behind a line to open: the figure above it has the ratios."""
    return fold(printed_times_beside(runs, lang), "fold.printed", lang)


def printed_time(case: str, system: str) -> str:
    """Return the time that the source printed of a case on a system, for a sentence."""
    return _printed_time(_printed_of(case, system))


def printed_over(case: str, other: str, system: str) -> str:
    """Return how many times as long one case took as another on a system, as printed."""
    return f"{_printed_of(case, system) / _printed_of(other, system):.3f}"


def read_rate(runs: pl.DataFrame, engine: str, case: str) -> str:
    """Return how many bytes a second a system reads from the disk for a statement."""
    rates = [read / took_s for read, took_s in select.together(runs, engine, case, "server_read", "latency")]
    return per_second(stats.median(rates).value, "bytes/s") if rates else MISSING


def _printed_of(case: str, system: str) -> float:
    return next(timed.printed[system] for timed in printed_times() if timed.case == case)


def _printed_time(value: float | None) -> str:
    if value is None:
        return "–"
    return seconds(value) if math.isfinite(value) else f"> {seconds(LIMIT_S)}"


def statements(details: dict[Cell, Footer], lang: str, scale: str) -> Html:
    """Return what the source printed of each statement beside what MySQL was sent here; ours follow without the one."""
    sent = next((footer.statements for cell, footer in details.items() if (cell.engine, cell.scale) == (MY, scale)), {})
    rows = []
    for query in (*QUERIES, *OURS):
        source = PRINTED_STATEMENTS.get(query)
        unprinted = word("statement.unprinted" if query in QUERIES else "statement.ours", lang)
        here = sent.get(f"indexed.{query}")
        rows.append([
            case_label(query, lang), code(source) if source else muted(unprinted),
            code(here) if here else muted(word("verdict.missing", lang)),
        ])  # fmt: skip
    return html([word(f"table.{name}", lang) for name in ("query", "printed", "sent")], rows)


def all_groups(runs: pl.DataFrame, lang: str, scale: str) -> Html:
    """Return how long all groups take by the index, a line a system, a column a profile that was measured."""
    at_scale = runs.filter(pl.col("scale") == scale)
    profiles = [str(profile) for profile in Profile if str(profile) in set(at_scale["profile"])]
    rows = []
    for name in select.engines(at_scale):
        of_profile = (at_scale.filter(pl.col("profile") == profile) for profile in profiles)
        times_taken = [cell(select.point(taken, name, "indexed.group_all"), None, lang) for taken in of_profile]
        rows.append([word(f"engine.{name}", lang), *times_taken])
    heads = [word("table.engine", lang), *(word(f"profile.{profile}", lang) for profile in profiles)]
    return html(heads, rows, "numbers")


def exponents(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return to which power of the rows each stage's time grows from one size to the next, and over all, as shipped."""
    frames = select.shipped_by_rows(runs)
    steps = list(pairwise(frames)) + ([(frames[0], frames[-1])] if len(frames) > 2 else [])
    names = [name for name in select.engines(runs) if any(name in select.engines(frame) for frame in frames[1:])]
    rows = []
    for case, metric in GROWING.items():
        for few, many in steps:
            grown = [exponent(few, many, name, case, metric) for name in names]
            if any(grown):
                step = f"{count(select.rows_of(few), lang)} → {count(select.rows_of(many), lang)}"
                rows.append([case_label(case, lang), step, *map(ratio_cell, grown)])
    if not rows:
        return Drawn(word("missing.scales", lang))
    head = [word("table.stage", lang), word("table.rows", lang), *(word(f"engine.{name}", lang) for name in names)]
    return drawn(html(head, rows, "numbers"), pl.concat(frames), [], lang, "caption.exponents")


def plans(
    details: dict[Cell, Footer], lang: str, cases: Sequence[tuple[str, str]], scale: str, profile: str = "default"
) -> Html:
    """Return plans, each under the words for its statement and stage."""
    return shared.plans(details, lang, cases, scale, profile, titled=partial(staged, lang=lang))


def ratio(runs: pl.DataFrame, over: tuple[str, str], under: tuple[str, str], metric: str = "latency") -> dict[str, str]:
    """Return the ratio of two (engine, case) for a sentence, or that it is not measured yet."""
    e = select.ratio(runs, over, under, metric)
    told = marked(times(e), (runs, *over), (runs, *under)) if e else ""
    return {lang: told or word("verdict.missing", lang) for lang in LANGUAGES}
