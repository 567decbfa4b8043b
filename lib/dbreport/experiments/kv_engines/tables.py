"""Tables of the embedded stores, and numbers for sentences: costs, the source's beside ours, syncs, what a store is."""

from collections.abc import Callable, Sequence
from typing import Any

import polars as pl

from ... import stats
from ...report import beside
from ...report.drawn import Drawn, drawn
from ...report.formats import case_label, seconds
from ...report.markup import Html
from ...report.tables.sentences import across, typical
from ...report.tables.shared import cell, code, fold, html, over, row_count, strong, times
from ...report.words import word
from ...results import select
from ...results.select import Point
from ...results.store import Cell, Footer
from . import facts
from .facts import CLASSES, COST, PRINTED_NAMES, PRINTED_PHASES, RECORD_BYTES
from .jobs import PHASES, WRITING

KEYS_OF = {"small": 10_000, "medium": 100_000}
"""The scales the source has figures of."""
PARTS = ("table", "values", "log")
FEATURES = ("transactions", "compression", "expiry", "several_processes")


def results(
    runs: pl.DataFrame, lang: str, setting: str = "sync_on", profile: str = "default", scale: str | None = None
) -> Drawn:
    """Return what an operation costs, a line a phase, a column a store."""
    runs = facts.of_setting(runs, setting, profile, scale)
    if runs.is_empty():
        return Drawn(word("verdict.missing", lang))
    rows, points = [], []
    for phase in PHASES:
        costs = [facts.cost(runs, name, f"{setting}.{phase}") for name in select.engines(runs)]
        rows.append([case_label(phase, lang), *(cell(p, None, lang) for p in costs)])
        points += [p for p in costs if p]
    head = [word("table.phase", lang), *(word(f"engine.{name}", lang) for name in select.engines(runs))]
    return drawn(html(head, rows, "numbers"), runs, points, lang, "caption.kv_results")


def folded(
    runs: pl.DataFrame, lang: str, table: Callable[..., Drawn], setting: str = "sync_on", scale: str | None = None
) -> Drawn:
    """Return one of these tables behind a line to open, which says how many keys and which setting it is of."""
    keys = row_count(facts.of_setting(runs, setting, scale=scale))[lang]
    told = {"keys": keys, "setting": word(f"class.{CLASSES[setting]}", lang)}
    return fold(table(runs, lang, setting=setting, scale=scale), "fold.kv", lang, **told)


def printed(
    runs: pl.DataFrame, lang: str, scale: str = "medium", setting: str = "sync_on", profile: str = "default"
) -> Drawn:
    """Return one table of the source, each figure below ours."""
    runs = facts.of_setting(runs, setting, profile, scale)
    figures, table = facts.printed(), facts.printed_table(KEYS_OF[scale], setting)
    rows = []
    for phase in (*PRINTED_PHASES, "total"):
        line = [case_label(phase, lang)]
        for name in PRINTED_NAMES:
            ours = _total(runs, name, setting) if phase == "total" else _duration(runs, name, setting, phase)
            mine = seconds(ours) if ours else _status(runs, name, f"{setting}.{phase}", lang)
            line.append(over(mine, seconds(figures[table, phase, name])))
        rows.append(line)
    shown = runs.filter(pl.col("engine").is_in(list(PRINTED_NAMES)))
    head = [word("table.phase", lang), *(word(f"engine.{name}", lang) for name in PRINTED_NAMES)]
    return drawn(html(head, rows, "numbers"), shown, [], lang, "caption.kv_printed")


def _duration(runs: pl.DataFrame, engine: str, setting: str, phase: str) -> float | None:
    point = select.point(runs, engine, f"{setting}.{phase}", "duration")
    return point.estimate.value if point and point.estimate else None


def _total(runs: pl.DataFrame, engine: str, setting: str) -> float | None:
    """Return the sum of the phases the source sums; None unless all of them were whole."""
    durations = [_duration(runs, engine, setting, phase) for phase in PRINTED_PHASES]
    return sum(took for took in durations if took) if all(durations) else None


def _status(runs: pl.DataFrame, engine: str, case: str, lang: str) -> str:
    if facts.cut_short(runs, engine, case):
        return word("status.timeout", lang)
    point = select.point(runs, engine, case, COST)
    return word(f"status.{point.status if point and point.status != 'ok' else 'missing'}", lang)


def syncs(runs: pl.DataFrame, lang: str, profile: str = "default", scale: str | None = None) -> Drawn:
    """Return the syncs of each operation as the kernel saw them, and the flushes of the disk while it was timed.

    A line a store: each phase of writing with sync, and the most that any of them takes without.
    """
    frames = facts.of_settings(runs, profile, scale)
    both = pl.concat(frames.values())
    if both.is_empty():
        return Drawn(word("verdict.missing", lang))
    rows = []
    for name in select.engines(both):
        on, off = ([_both(frame, name, setting, phase) for phase in WRITING] for setting, frame in frames.items())
        most = [max(counts, key=_count) for counts in zip(*off, strict=True)]
        cells = [over(*(_counted(point, lang) for point in counts)) for counts in (*on, most)]
        rows.append([word(f"engine.{name}", lang), *cells])
    phases = [case_label(phase, lang) for phase in WRITING]
    head = [word("table.engine", lang), *phases, word("table.unsynced_most", lang)]
    return drawn(html(head, rows, "numbers"), both, [], lang, "caption.kv_syncs")


def _both(runs: pl.DataFrame, engine: str, setting: str, phase: str) -> tuple[Point | None, Point | None]:
    """Return the calls the kernel saw and the flushes of the disk, an operation."""
    proved = select.point(runs, engine, f"proof.{setting}.{phase}", "syncs_per_operation")
    return proved, select.point(runs, engine, f"{setting}.{phase}", "disk_flushes_per_operation")


def _count(point: Point | None) -> float:
    """Return what is compared; of what was not counted nothing is known to be less."""
    return point.estimate.value if point and point.estimate else float("inf")


def _counted(point: Point | None, lang: str) -> str:
    if point is None or point.estimate is None:
        return word(f"status.{point.status if point else 'missing'}", lang)
    return f"{point.estimate.value:.2f}"


def sizes(
    runs: pl.DataFrame, lang: str, setting: str = "sync_on", profile: str = "default", scale: str | None = None
) -> Drawn:
    """Return what each store leaves on the disk after a clean end, by part, beside the source's figure."""
    runs = facts.of_setting(runs, setting, profile, scale)
    if runs.is_empty():
        return Drawn(word("verdict.missing", lang))
    keys, figures = select.rows_of(runs), facts.printed()
    rows = []
    for name in select.engines(runs):
        whole = facts.sizes_at_rest(runs, name, setting)
        if not whole:
            continue
        total = stats.median(whole).value
        parts = [select.values(runs, name, f"{setting}.close", f"size_{part}") for part in PARTS]
        theirs = figures.get((facts.printed_table(keys, setting), "disk_usage", name))
        rows.append([
            word(f"engine.{name}", lang), *(_megabytes(stats.median(part).value) if part else "–" for part in parts),
            strong(_megabytes(total)), f"{total / keys / RECORD_BYTES:.2f}×", f"{theirs:,.0f}" if theirs else "–",
        ])  # fmt: skip
    in_parts = [f"{word(f'part.kv_{part}', lang)} (MB)" for part in (*PARTS, "all")]
    head = [word("table.engine", lang), *in_parts, word("table.kv_times", lang), f"{word('table.printed', lang)} (MB)"]
    return drawn(html(head, rows, "numbers"), runs, [], lang, "caption.kv_sizes")


def _megabytes(n_bytes: float) -> str:
    return f"{n_bytes / 1e6:,.0f}"


# what each store is ----------------------------------------------------------------------------


def stores(details: dict[Cell, Footer], lang: str) -> str:
    """Return what each store is, a column each: licence, version and its age, what it can do, the lines of its code."""
    # one footer a store: they all tell of the same modules
    newest = {cell.engine: footer for cell, footer in details.items() if "module" in footer.engine_facts}
    names = sorted(newest, key=select.place)
    lines = {name: n * 10_000 for (_, case, name), n in facts.printed().items() if case == "lines_of_code"}
    columns = [
        _store(newest[name].engine_facts, f"{lines[name]:,.0f}" if name in lines else "–", lang) for name in names
    ]
    told = ("licence", "language", "built", *FEATURES, "module", "released", "lines", "test_lines", "printed_lines")
    rows = [[word(f"table.{fact}", lang), *line] for fact, *line in zip(told, *columns, strict=True)] if columns else []
    return html(["", *(word(f"engine.{name}", lang) for name in names)], rows)


def _store(told: dict[str, Any], printed_lines: str, lang: str) -> tuple[str, ...]:
    features = set(told.get("features", ()))
    path = Html("/<wbr>").join(told.get("module", "–").split("/"))
    return (
        told.get("licence", "–"),
        told.get("language", "–"),
        word(f"built.{'lsm' if 'lsm' in features else 'btree'}", lang),
        *(word("table.yes" if feature in features else "table.no", lang) for feature in FEATURES),
        Html.of("{path} {version}", path=code(path), version=told.get("version", "")),
        told.get("released_on") or "–",
        *_lines(told),
        printed_lines,
    )


def _lines(told: dict[str, Any]) -> Sequence[str]:
    """Return the lines of code and of tests; of a library in another language, its own where its sources were there."""
    if told.get("language") == "C++" and "library_lines" not in told:
        return "–", "–"
    counted = told.get("library_lines") or told.get("lines") or {}
    known = {name: counts for name, counts in counted.items() if name == told.get("language")} or counted
    counted_lines = (sum(counts[part] for counts in known.values()) for part in ("code", "tests"))
    return [f"{n:,}" if n else "–" for n in counted_lines]  # a module that has no tests was handed on without them


# for sentences ---------------------------------------------------------------------------------


def cost(runs: pl.DataFrame, engine: str, phase: str, metric: str = COST, fmt: str = "seconds") -> str:
    """Return for a sentence the median of one metric of a phase, of samples of one setting."""
    return typical(runs, engine, facts.case_of(runs, phase), metric, fmt)


def ratio(runs: pl.DataFrame, over: str, under: str, phase: str, stage: str = "") -> str:
    """Return for a sentence how many times as much an operation of a phase costs one store as another.

    `stage` is what comes before the setting in a case's name, such as jobs.SHORT.
    """
    return times(facts.slower(runs, over, under, f"{stage}{facts.case_of(runs, phase)}"))


def change(engine: str, phase: str, over: pl.DataFrame, under: pl.DataFrame) -> str:
    """Return for a sentence how many times as much an operation costs among some samples of a setting as others."""
    top, bottom = ((runs, engine, facts.case_of(runs, phase)) for runs in (over, under))
    return across(top, bottom, COST)


def tail(runs: pl.DataFrame, engine: str, phase: str = "random_write") -> str:
    """Return for a sentence how many times as long the slowest of a hundred operations takes as the median one."""
    turns = select.together(runs, engine, facts.case_of(runs, phase), "latency_p99", "latency_p50")
    return times(stats.ratio(*zip(*turns, strict=True), paired=True) if turns else None)


def done(runs: pl.DataFrame, engine: str, phase: str) -> str:
    """Return for a sentence the share of its operations that a phase got through before its time limit, or a dash."""
    operations = select.values(runs, engine, facts.case_of(runs, phase), "operations")
    return f"{operations[0] / select.rows_of(runs):.0%}" if operations else "–"


def busy(runs: pl.DataFrame, engine: str, phase: str) -> str:
    """Return for a sentence how long one operation keeps the processor busy, or a dash where it was not measured."""
    case = facts.case_of(runs, phase)
    used, operations = (select.values(runs, engine, case, metric) for metric in ("server_cpu", "operations"))
    return seconds(stats.median(used).value / stats.median(operations).value) if used and operations else "–"


def synced(runs: pl.DataFrame, engine: str, phase: str = "sequential_write") -> str:
    """Return for a sentence how many syncs of an operation the kernel saw."""
    return typical(runs, engine, f"proof.{facts.case_of(runs, phase)}", "syncs_per_operation")


def printed_ratio(phase: str, over: str, under: str, table: str = facts.ON) -> str:
    """Return for a sentence how many times as long as another one store took in the source."""
    return f"{facts.printed_ratio(phase, over, under, table):.3g}"


def setting(details: dict[Cell, Footer], engine: str, setting: str) -> str:
    """Return for a sentence a size that a store has as shipped; in its own words where that is no number of bytes."""
    stores = (footer for cell, footer in details.items() if (cell.engine, cell.profile) == (engine, "default"))
    said = next((footer.settings_of.get("full", {}).get(setting) for footer in stores), None) or "–"
    return f"{int(said) / (1 << 20):g} MiB" if said.isdecimal() and len(said) < 20 else said


# what benchmarks kept beside -------------------------------------------------------------------


def on_disk(engine: str) -> dict[str, str]:
    """Return how many times as much the disk is given as a store writes itself, in writes in order."""
    given, written = ((engine, "sequential_write", by) for by in ("by_disk", "by_process"))
    return beside.told_ratio("kv_written", given, written)


def appended(way: str) -> dict[str, str]:
    """Return what the disk is given for one record appended in one way, on the file system that was measured."""
    return beside.kept(
        "mapped_writes", lambda measured: beside.typical(measured, (measured["system"][0], way, "by_disk"), "size")
    )
