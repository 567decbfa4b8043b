"""Tables any chapter may have: verdicts, plans, settings, machines, what is stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import polars as pl

from ... import stats
from ...engines.systems import SYSTEMS
from ...languages import LANGUAGES, listed
from ...results import select
from ...results.select import Point
from ...results.store import Cell, Footer
from ...stats import Estimate
from .. import published
from ..drawn import Drawn
from ..formats import count, seconds
from ..markup import Html
from ..verdicts.decide import Audited, Verdict
from ..verdicts.decide import times as verdicts_times
from ..words import known, word


def html(head: Sequence[str], rows: Sequence[Sequence[str]], kind: str = "") -> Html:
    """Return a table; a cell is text, or Html."""
    none = Html()
    top = none.join(Html.of("<th>{cell}</th>", cell=cell) for cell in head)
    lines = (none.join(Html.of("<td>{cell}</td>", cell=cell) for cell in row) for row in rows)
    body = none.join(Html.of("<tr>{line}</tr>", line=line) for line in lines)
    table = '<table class="table {kind}"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>'
    return Html.of(table, kind=kind, top=top, body=body)


def cell(point: Point | None, best: float | None, lang: str) -> str:
    if point is None:
        return muted(word("status.missing", lang))
    if point.estimate is None:
        # a timeout says all there is to say; of anything else the system's own words tell more
        said = "" if point.status == "timeout" else Html.of(' title="{reason}"', reason=point.reason or "")
        return Html.of(
            '<span class="bad"{said}>{status}</span>', said=said, status=word(f"status.{point.status}", lang)
        )
    e = point.estimate
    value = strong(seconds(e.value)) if e.value == best else seconds(e.value)
    return value if e.exact or not e.has_interval else over(value, f"{seconds(e.low)} – {seconds(e.high)}")


def strong(text: str) -> Html:
    return Html.of("<strong>{text}</strong>", text=text)


def muted(text: str) -> Html:
    return Html.of('<span class="muted">{text}</span>', text=text)


def over(value: str, below: str) -> Html:
    """Return a value with a smaller line below it."""
    return Html.of('{value}<br><small class="muted">{below}</small>', value=value, below=below)


def refused(status: str, reason: str | None, lang: str) -> Html:
    """Return the status that stands in place of a value, and the reason beside it."""
    said = '<span class="bad">{status}</span> <small>{reason}</small>'
    return Html.of(said, status=word(f"status.{status}", lang), reason=reason or "")


def code(text: str) -> Html:
    return Html.of("<code>{text}</code>", text=text)


def _outcome(outcome: str, words: str) -> Html:
    return Html.of('<span class="verdict {outcome}">{words}</span>', outcome=str(outcome), words=words)


def verdicts(found: Sequence[Verdict], lang: str) -> str:
    """Return the claims with their verdicts and the evidence."""
    claims = {row["id"]: row["claim"] for row in published.claims().to_dicts()}
    rows = []
    for verdict in found:
        claim = word(f"claim.{verdict.claim}", "zh") if lang == "zh" else claims[verdict.claim]
        outcome = _outcome(verdict.outcome, word(f"verdict.{verdict.outcome}", lang))
        rows.append([code(verdict.claim), claim, outcome, verdict.sentences(lang)])
    head = ["", *(word(f"table.{name}", lang) for name in ("claim", "verdict", "evidence"))]
    return html(head, rows, "verdicts")


def names(engines: Sequence[str]) -> dict[str, str]:
    """Return a list of systems as each language writes one, for a sentence."""
    zh, en = ([SYSTEMS[name].label.of(lang) for name in engines] for lang in LANGUAGES)
    return {"zh": listed(zh, "zh"), "en": " and ".join(filter(None, [", ".join(en[:-1]), en[-1]]))}


def times(e: Estimate | None) -> str:
    """Return a ratio with its interval, if it has one, for a sentence, or a dash where it was not measured."""
    return "–" if e is None else verdicts_times(e)


def row_count(runs: pl.DataFrame) -> dict[str, str]:
    """Return the number of rows as each language counts, for a sentence."""
    return {lang: count(select.rows_of(runs), lang) for lang in LANGUAGES}


def audit(found: Sequence[Audited], lang: str) -> str:
    """Return printed figures beside what their own context makes of them."""
    rows = []
    for entry in found:
        outcome = _outcome(entry.outcome, word(f"audit.{entry.outcome}", lang))
        rows.append([word(f"audit.{entry.what}", lang), entry.printed, entry.recomputed, outcome])
    return html([word(f"table.{name}", lang) for name in ("figure", "printed", "recomputed", "verdict")], rows)


def fold(table: str | Drawn, summary: str, lang: str) -> Html | Drawn:
    """Put a long table behind a line to open; what is noted of it stays outside."""
    if isinstance(table, Drawn):
        return replace(table, figure=fold(table.figure, summary, lang))
    line = word(summary, lang)
    return Html.of("<details><summary>{line}</summary>{table}</details>", line=line, table=table)


def plans(
    details: dict[Cell, Footer], lang: str, cases: Sequence[tuple[str, str]], scale: str, profile: str = "default"
) -> Html:
    """Return plans as the systems print them, one after the other: (engine, case) pairs."""
    blocks = []
    for engine, case in cases:
        for cell, footer in details.items():
            if (cell.engine, cell.profile, cell.scale) != (engine, profile, scale) or case not in footer.plans:
                continue
            note = "" if profile == "default" else f" · {word(f'profile.{profile}', lang)}"
            name = strong(word(f"engine.{engine}", lang))
            title = Html.of("{name} · {case}{note}", name=name, case=code(case), note=note)
            text = f"{footer.statements.get(case, '')}\n\n{footer.plans[case]}"
            block = '<details><summary>{title}</summary><pre class="plan">{text}</pre></details>'
            blocks.append(Html.of(block, title=title, text=text))
    return Html("\n").join(blocks)


def settings(details: dict[Cell, Footer], lang: str, scale: str) -> str:
    """Return the settings in which the two profiles of each system differ, as the systems report them."""
    rows = []
    for cell, footer in sorted(details.items(), key=lambda item: select.place(item[0].engine)):
        other = details.get(Cell(cell.experiment, cell.host, cell.engine, "tuned", cell.scale))
        if cell.profile != "default" or cell.scale != scale or other is None:
            continue
        differing = {k: v for k, v in footer.settings.items() if other.settings.get(k) != v}
        differing |= {k: "–" for k in other.settings if k not in footer.settings}
        rows += [
            [word(f"engine.{cell.engine}", lang), code(key), _short(value), _short(other.settings.get(key, "–"))]
            for key, value in sorted(differing.items())
        ]
    if not rows:
        return word("table.same", lang)
    names = ("table.engine", "table.setting", "profile.default", "profile.tuned")
    return html([word(name, lang) for name in names], rows)


def _short(value: str) -> str:
    return value if len(value) <= 60 else f"{value[:57]}…"


def hosts(details: dict[Cell, Footer], lang: str) -> str:
    """Return the machines results come from, one line a session: two of one make and name are told apart."""
    rows = []
    for (name, session), facts in _sessions(details).items():
        machine = facts["host"]
        rows.append([
            code(name), code(session), machine["cpu"], str(machine["cores"]),
            f"{machine['memory_bytes'] / (1 << 30):.0f} GiB", machine["system"], machine["kernel"],
            machine["filesystem"], word("host.yes" if machine["virtual"] else "host.no", lang),
        ])  # fmt: skip
    keys = ("session", "cpu", "cores", "memory", "system", "kernel", "filesystem", "virtual")
    return html(["", *(word(f"host.{key}", lang) for key in keys)], rows)


def limits(details: dict[Cell, Footer], lang: str) -> str:
    """Return what the machine itself could do at most in each session: median and range."""
    found = {key: facts["limits"] for key, facts in _sessions(details).items() if facts.get("limits")}
    known_limits = list(dict.fromkeys(name for limits in found.values() for name in limits))
    rows = [
        [code(session), *(_limit(limits.get(name)) for name in known_limits)] for (_, session), limits in found.items()
    ]
    heads = [word(f"limit.{name}", lang) if known(f"limit.{name}") else name for name in known_limits]
    return html([word("host.session", lang), *heads], rows, "numbers")


def _limit(limit: dict[str, Any] | None) -> str:
    if not limit:
        return "–"
    values, unit = limit["values"], limit["unit"]
    low, high = per_second(min(values), unit), per_second(max(values), unit)
    return over(per_second(stats.median(values).value, unit), f"{low} – {high}")


def _sessions(details: dict[Cell, Footer]) -> dict[tuple[str, str], dict[str, Any]]:
    """Return what is true of each session by host and session, in the order of time as their names have it."""
    found = {
        (cell.host, name): facts
        for cell, footer in details.items()
        for name, facts in footer.sessions.items()
        if facts.get("host")
    }
    return dict(sorted(found.items()))


def per_second(value: float, unit: str) -> str:
    return f"{value / 1e6:,.0f} MB/s" if unit == "bytes/s" else f"{value:,.0f} {unit}"


def measured(runs: pl.DataFrame, details: dict[Cell, Footer], lang: str) -> Drawn:
    """Return every stored cell: system, version, launcher, scale, profile, date, how much of it is stale, commit."""
    rows = []
    stale, cases = 0, 0
    for cell, footer in sorted(details.items(), key=lambda i: (i[0].host, select.place(i[0].engine), i[0].scale)):
        mine = runs.filter(
            (pl.col("engine") == cell.engine) & (pl.col("profile") == cell.profile)
            & (pl.col("scale") == cell.scale) & (pl.col("host") == cell.host)
        )  # fmt: skip
        if mine.is_empty():
            continue
        old = mine.filter("stale")["case"].n_unique() if "stale" in mine.columns else 0
        stale, cases = stale + old, cases + mine["case"].n_unique()
        rows.append([
            word(f"engine.{cell.engine}", lang), str(mine["engine_version"][-1]), footer.launcher,
            count(select.rows_of(mine), lang), word(f"profile.{cell.profile}", lang),
            select.measured_on(mine),
            word("table.stale_of", lang, stale=old, cases=mine["case"].n_unique()) if old else "–",
            code(footer.git_commit[:9] + ("+" if footer.git_dirty else "")),
        ])  # fmt: skip
    names = ("engine", "version", "launcher", "scale")
    head = [word(f"table.{n}", lang) for n in names]
    head += ["", *(word(f"table.{n}", lang) for n in ("measured_at", "stale", "commit"))]
    note = (word("table.stale_cases", lang, stale=stale, cases=cases),) if stale else ()
    return Drawn(html(head, rows), "", note)
