"""Tables of the embedded stores: the source's beside ours, syncs counted, what each store is and how large its code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from ... import stats
from ...errors import ResultsMissing
from ...report import published
from ...report.drawn import Drawn
from ...report.figures import drawn
from ...report.formats import case_label, count, digits, seconds
from ...report.markup import Html
from ...report.tables.shared import cell, code, html, over, strong
from ...report.words import word
from ...results import select
from ...results.select import Point
from ...results.store import Cell, Footer
from .charts import (
    CLASSES,
    KEY_BYTES,
    PHASES,
    SOURCES_OWN,
    VALUE_BYTES,
    WRITING,
    kv_cost,
    kv_cut_short,
    kv_sizes_at_rest,
)

SYSTEM_OF = {"bbolt": "boltdb", "pebble": "pebble", "badger": "badger", "rocksdb": "rocksdb"}
"""What the source calls each store."""
KEYS_OF = {"small": 10_000, "medium": 100_000}
"""The scales the source has figures of."""
FEATURES = ("transactions", "compression", "expiry", "several_processes")


def kv_results(
    runs: pl.DataFrame, lang: str, setting: str = "sync_on", profile: str = "default", scale: str | None = None
) -> Drawn:
    """Return what an operation costs, a line a phase, a column a store; the cheapest is bold."""
    runs = select.only(runs, profile, scale, CLASSES[setting])
    names = select.engines(runs)
    rows, points = [], []
    for phase in PHASES:
        found = {name: kv_cost(runs, name, f"{setting}.{phase}") for name in names}
        best = min((p.estimate.value for p in found.values() if p and p.estimate), default=None)
        rows.append([case_label(phase, lang), *(cell(p, best, lang) for p in found.values())])
        points += [p for p in found.values() if p]
    head = [word("table.phase", lang), *(word(f"engine.{name}", lang) for name in names)]
    return drawn(html(head, rows, "numbers"), runs, points, lang)


def printed_durations(scale: str, setting: str) -> dict[tuple[str, str], float]:
    """Return the source's seconds by (phase, store), and by ("total", store)."""
    table = f"{KEYS_OF[scale]} keys, {setting.replace('_', ' ')}"
    figures = published.figures("kv_engines").filter((pl.col("table") == table) & (pl.col("metric") == "duration"))
    store = {theirs: ours for ours, theirs in SYSTEM_OF.items()}
    return {(row["case"], store[row["system"]]): row["value"] for row in figures.to_dicts()}


def kv_printed(
    runs: pl.DataFrame, lang: str, scale: str = "medium", setting: str = "sync_on", profile: str = "default"
) -> Drawn:
    """Return one table of the source, each figure above ours."""
    runs = select.only(runs, profile, scale, CLASSES[setting])
    printed = printed_durations(scale, setting)
    rows = []
    phases = [phase for phase in PHASES if (phase, "bbolt") in printed]
    for phase in (*phases, "total"):
        line = [case_label(phase, lang)]
        for name in SOURCES_OWN:
            ours = _total(runs, name, setting, phases) if phase == "total" else _duration(runs, name, setting, phase)
            theirs = printed.get((phase, name))
            mine = seconds(ours) if ours else _status(runs, name, f"{setting}.{phase}", lang)
            line.append(over(mine, seconds(theirs) if theirs else "–"))
        rows.append(line)
    head = [word("table.phase", lang), *(word(f"engine.{name}", lang) for name in SOURCES_OWN)]
    shown = runs.filter(pl.col("engine").is_in(SOURCES_OWN))
    return drawn(html(head, rows, "numbers"), shown, [], lang, "caption.kv_printed")


def _duration(runs: pl.DataFrame, engine: str, setting: str, phase: str) -> float | None:
    point = select.point(runs, engine, f"{setting}.{phase}", "duration")
    return point.estimate.value if point and point.estimate else None


def _total(runs: pl.DataFrame, engine: str, setting: str, phases: Sequence[str]) -> float | None:
    """Return the sum of the phases the source sums; None unless all of them were whole."""
    found = [_duration(runs, engine, setting, phase) for phase in phases]
    return sum(took for took in found if took) if all(found) else None


def _status(runs: pl.DataFrame, engine: str, case: str, lang: str) -> str:
    if kv_cut_short(runs, engine, case):
        return word("status.timeout", lang)
    point = select.point(runs, engine, case, "cost_per_operation")
    return word(f"status.{point.status if point and point.status != 'ok' else 'missing'}", lang)


def kv_syncs(runs: pl.DataFrame, lang: str, profile: str = "default", scale: str | None = None) -> Drawn:
    """Return the syncs of each operation as the kernel saw them, and the flushes of the disk while it was timed."""
    frames = {setting: select.only(runs, profile, scale, durability) for setting, durability in CLASSES.items()}
    both = pl.concat(list(frames.values()))
    rows: list[list[str]] = []
    for name in select.engines(both):
        for setting, frame in frames.items():
            line = [word(f"engine.{name}", lang), word(f"class.{CLASSES[setting]}", lang)]
            for phase in WRITING:
                proved = select.point(frame, name, f"proof.{setting}.{phase}", "syncs_per_operation")
                timed = select.point(frame, name, f"{setting}.{phase}", "disk_flushes_per_operation")
                line.append(over(_counted(proved, lang), _counted(timed, lang)))
            rows.append(line)
    head = [word("table.engine", lang), "", *(case_label(phase, lang) for phase in WRITING)]
    return drawn(html(head, rows, "numbers"), both, [], lang, "caption.kv_syncs")


def _counted(point: Point | None, lang: str) -> str:
    if point is None or point.estimate is None:
        return word(f"status.{point.status if point else 'missing'}", lang)
    return f"{point.estimate.value:.2f}"


def kv_sizes(
    runs: pl.DataFrame, lang: str, setting: str = "sync_on", profile: str = "default", scale: str | None = None
) -> Drawn:
    """Return what each store leaves on the disk after a clean end, by part, beside the source's figure."""
    runs = select.only(runs, profile, scale, CLASSES[setting])
    keys = select.rows_of(runs)
    figures = published.figures("kv_engines").filter(pl.col("table") == f"{keys} keys, {setting.replace('_', ' ')}")
    printed = {row["system"]: row["value"] for row in figures.filter(pl.col("case") == "disk_usage").to_dicts()}
    rows = []
    for name in select.engines(runs):
        case = f"{setting}.close"
        parts = {part: select.values(runs, name, case, f"size_{part}") for part in ("table", "values", "log")}
        whole = kv_sizes_at_rest(runs, name, case)
        if not whole:
            continue
        total = stats.median(whole).value
        line = [word(f"engine.{name}", lang)]
        line += [f"{stats.median(values).value / 1e6:,.0f}" if values else "–" for values in parts.values()]
        theirs = printed.get(SYSTEM_OF.get(name, ""))
        line += [strong(f"{total / 1e6:,.0f}"), f"{total / keys / (KEY_BYTES + VALUE_BYTES):.2f}×"]
        rows.append([*line, f"{theirs:,.0f}" if theirs else "–"])
    head = [
        word("table.engine", lang),
        *(f"{word(f'part.kv_{part}', lang)} (MB)" for part in ("table", "values", "log")),
    ]
    head += [f"{word('part.kv_all', lang)} (MB)", word("table.kv_times", lang), f"{word('table.printed', lang)} (MB)"]
    return drawn(html(head, rows, "numbers"), runs, [], lang, "caption.kv_sizes")


def kv_facts(details: dict[Cell, Footer], lang: str) -> str:
    """Return what each store is, a column each: licence, version and its age, what it can do, the lines of its code."""
    figures = published.figures("kv_engines").filter(pl.col("case") == "lines_of_code")
    printed = {row["system"]: f"{row['value'] * 10_000:,.0f}" for row in figures.to_dicts()}  # in tens of thousands
    stores = sorted(_newest(details).items(), key=lambda item: select.place(item[0]))
    columns = [_facts(footer.engine_facts, printed.get(SYSTEM_OF.get(name, ""), "–"), lang) for name, footer in stores]
    facts = ("licence", "language", "built", *FEATURES, "module", "released", "lines", "test_lines", "printed_lines")
    rows = (
        [[word(f"table.{fact}", lang), *line] for fact, line in zip(facts, zip(*columns, strict=True), strict=True)]
        if columns
        else []
    )
    return html(["", *(word(f"engine.{name}", lang) for name, _ in stores)], rows)


def _facts(facts: dict[str, Any], printed_lines: str, lang: str) -> tuple[str, ...]:
    features = set(facts.get("features", ()))
    path = Html("/<wbr>").join(facts.get("module", "–").split("/"))
    module = Html.of("{path} {version}", path=code(path), version=facts.get("version", ""))
    return (
        facts.get("licence", "–"),
        facts.get("language", "–"),
        word(f"built.{'lsm' if 'lsm' in features else 'btree'}", lang),
        *(word("table.yes" if feature in features else "table.no", lang) for feature in FEATURES),
        module,
        facts.get("released_on") or "–",
        *_lines(facts),
        printed_lines,
    )


def _newest(details: dict[Cell, Footer]) -> dict[str, Footer]:
    """Return one footer a store: they all tell of the same modules."""
    return {cell.engine: footer for cell, footer in details.items() if "module" in footer.engine_facts}


def _lines(facts: dict[str, Any]) -> tuple[str, str]:
    """Return the lines of code and of tests; of a library in another language, its own where its sources were there."""
    counted = facts.get("library_lines") or facts.get("lines") or {}
    if facts.get("language") == "C++" and "library_lines" not in facts:
        return "–", "–"
    known = {name: counts for name, counts in counted.items() if name == facts.get("language")} or counted
    return tuple(f"{sum(counts[part] for counts in known.values()):,}" for part in ("code", "tests"))  # type: ignore[return-value]


def kv_scales(runs: pl.DataFrame, lang: str, phase: str, setting: str = "sync_on", profile: str = "default") -> Drawn:
    """Return what an operation of one phase costs at each number of keys, a column a store."""
    frames = {}
    for scale in select.scales(runs):
        try:
            frames[scale] = select.only(runs, profile, scale, CLASSES[setting])
        except ResultsMissing:
            continue
    both = pl.concat(list(frames.values()))
    names = select.engines(both)
    rows, points = [], []
    for frame in frames.values():
        found = [kv_cost(frame, name, f"{setting}.{phase}") for name in names]
        rows.append([count(select.rows_of(frame), lang), *(cell(p, None, lang) for p in found)])
        points += [p for p in found if p]
    head = [word("axis.kv_keys_short", lang), *(word(f"engine.{name}", lang) for name in names)]
    return drawn(html(head, rows, "numbers"), both, points, lang)


def kv_busy(runs: pl.DataFrame, engine: str, case: str) -> str:
    """Return for a sentence how long one operation keeps the processor busy, or a dash where it was not measured."""
    used, done = (select.values(runs, engine, case, name) for name in ("server_cpu", "operations"))
    return seconds(stats.median(used).value / stats.median(done).value) if used and done else "–"


def kv_number(runs: pl.DataFrame, engine: str, case: str, metric: str = "throughput") -> str:
    """Return a median for a sentence, or a dash where it was not measured."""
    point = select.point(runs, engine, case, metric)
    return digits(point.estimate.value) if point and point.estimate else "–"


def kv_setting(details: dict[Cell, Footer], engine: str, setting: str) -> str:
    """Return for a sentence a size that a store has as shipped; in its own words where that is no number of bytes."""
    stores = (footer for cell, footer in details.items() if (cell.engine, cell.profile) == (engine, "default"))
    said = next((footer.settings_of.get("full", {}).get(setting) for footer in stores), None) or "–"
    return f"{int(said) / (1 << 20):g} MiB" if said.isdecimal() and len(said) < 20 else said
