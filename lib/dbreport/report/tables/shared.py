"""Tables any chapter may have: verdicts, plans, settings, what is stored."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, overload

import polars as pl

from ... import discovery
from ...engines.systems import SYSTEMS
from ...languages import LANGUAGES, listed
from ...results import select
from ...results.select import Point
from ...results.store import Cell, Footer
from ...stats import Estimate
from .. import published
from ..drawn import Drawn
from ..formats import case_label, count, digits, launched, seconds, so_many
from ..markup import Html
from ..rewritten import nearest
from ..verdicts.decide import Audited, Outcome, Verdict
from ..verdicts.decide import times as ratio_with_interval
from ..words import word

_TABLE = '<table class="table {kind}"><thead>{head}</thead><tbody>{body}</tbody></table>'
_ROW = "<tr>{cells}</tr>"
_FOLDED = "<details><summary>{summary}</summary>{content}</details>"
_PLAN = '<pre class="plan">{text}</pre>'
_LINE = '<div class="part">{line}</div>'
_STATUS = '<span class="bad"{reason}>{status}</span>'
_CLAIM = '<code id="claim-{claim}">{claim}</code>'
_DECIDED = '<a href="{page}#claim-{claim}"><code>{claim}</code></a>'
_SHOWN = '{name}<br><a class="shown" href="{page}#{figure}">{kind}</a>'
_SMALL_BELOW = '{value}<br><small class="muted">{below}</small>'


class EngineCase(NamedTuple):
    """One case on one system; a chapter may write it as a plain pair."""

    engine: str
    case: str


def html(head: Sequence[str], rows: Sequence[Sequence[str]], kind: str = "") -> Html:
    """Return a table; a cell is text, or Html.

    Three or four columns of numbers stand below the first one on a phone: beside it they would have to be scrolled to.
    """
    kind = f"{kind} stacked" if kind == "numbers" and len(head) in (4, 5) else kind
    body = Html().join(_row("<td>{cell}</td>", row) for row in rows)
    return Html.of(_TABLE, kind=kind, head=_row("<th>{cell}</th>", head), body=body)


def _row(template: str, row: Iterable[str]) -> Html:
    return Html.of(_ROW, cells=Html().join(Html.of(template, cell=cell) for cell in row))


def cell(point: Point | None, best: float | None, lang: str) -> str:
    """Return a point's time with its interval, bold where it is the best, or the status that stands in its place."""
    if point is None:
        return muted(word("status.missing", lang))
    if point.estimate is None:
        # a timeout says all there is to say; of anything else the system's own words tell more
        reason = "" if point.status == "timeout" else Html.of(' title="{reason}"', reason=point.reason or "")
        return Html.of(_STATUS, reason=reason, status=word(f"status.{point.status}", lang))
    time = point.estimate
    value = strong(seconds(time.value)) if time.value == best else seconds(time.value)
    return value if time.exact or not time.has_interval else over(value, f"{seconds(time.low)} – {seconds(time.high)}")


def strong(text: str) -> Html:
    return Html.of("<strong>{text}</strong>", text=text)


def muted(text: str) -> Html:
    return Html.of('<span class="muted">{text}</span>', text=text)


def over(value: str, below: str) -> Html:
    """Return a value with a smaller line below it."""
    return Html.of(_SMALL_BELOW, value=value, below=below)


def refused(status: str, reason: str | None, lang: str) -> Html:
    """Return the status that stands in place of a value, and the reason beside it."""
    bad = Html.of(_STATUS, reason="", status=word(f"status.{status}", lang))
    return Html.of("{bad} <small>{reason}</small>", bad=bad, reason=reason or "")


def code(text: str) -> Html:
    return Html.of("<code>{text}</code>", text=text)


def outcome(of: Outcome, lang: str) -> Html:
    """Return an outcome as a mark of its own shape and colour, with its words."""
    return Html.of('<span class="verdict {outcome}">{words}</span>', outcome=str(of), words=word(f"verdict.{of}", lang))


def _lines(verdict: Verdict, lang: str) -> Html:
    """Return the evidence a line each; a part's own outcome stands behind it where the parts differ."""
    marked = (
        Html.of("{said} {mark}", said=said, mark="" if of is None else outcome(of, lang))
        for said, of in verdict.lines(lang)
    )
    return Html().join(Html.of(_LINE, line=line) for line in marked)


def verdicts(decided: Sequence[Verdict], lang: str, evidence: bool = True, chapters: str = "") -> Html:
    """Return the claims with their verdicts and, if asked for, the evidence.

    A claim's English words are those of claims.csv. `chapters` is the folder of the chapters as seen from the page:
    each claim leads then to where its chapter decides it. Below stands the way to the figure that shows it.
    """
    quoted = {row["id"]: row["claim"] for row in published.claims().to_dicts()}
    shown = _shown()
    rows = []
    for verdict in decided:
        claim = word(f"claim.{verdict.claim}", lang) or quoted[verdict.claim]
        room, figure = shown.get(verdict.claim, ("", ""))
        page = f"{chapters}/{discovery.notebook(room)}.html" if chapters and room else ""
        name = Html.of(_DECIDED if page else _CLAIM, page=page, claim=verdict.claim)
        if figure:
            kind = word(f"shown.{figure.partition('-')[0]}", lang)
            name = Html.of(_SHOWN, name=name, page=page, figure=figure, kind=kind)
        row = [name, claim, outcome(verdict.outcome, lang)]
        rows.append([*row, _lines(verdict, lang)] if evidence else row)
    names = ("claim", "verdict", "evidence") if evidence else ("claim", "verdict")
    return html(["", *(word(f"table.{name}", lang) for name in names)], rows, "verdicts")


def _shown() -> dict[str, tuple[str, str]]:
    """Return by claim the room whose chapter shows it, and in which figure."""
    rooms = [name for name in discovery.experiments() if discovery.has(name, "verdicts")]
    return {
        claim: (room, figure)
        for room in rooms
        for claim, figure in getattr(discovery.part(room, "verdicts"), "SHOWN", {}).items()
    }


def names(engines: Sequence[str]) -> dict[str, str]:
    """Return a list of systems as each language writes one, for a sentence."""
    zh, en = ([SYSTEMS[name].label.of(lang) for name in engines] for lang in LANGUAGES)
    return {"zh": listed(zh, "zh"), "en": " and ".join(filter(None, [", ".join(en[:-1]), en[-1]]))}


def times(ratio: Estimate | None) -> str:
    """Return a ratio with its interval, if it has one, for a sentence, or a dash where it was not measured."""
    return "–" if ratio is None else ratio_with_interval(ratio)


def ratio_cell(ratio: Estimate | None, missing: str = "–") -> str:
    """Return a ratio for a cell, its interval below it, or what stands where it was not measured."""
    if ratio is None:
        return missing
    if ratio.exact or not math.isfinite(ratio.high):
        return times(ratio)
    return over(digits(ratio.value), f"{digits(ratio.low)} – {digits(ratio.high)}")


def row_count(runs: pl.DataFrame) -> dict[str, str]:
    """Return the number of rows as each language counts, for a sentence, or a dash where there are no samples."""
    return {lang: "–" if runs.is_empty() else so_many(select.rows_of(runs), lang) for lang in LANGUAGES}


def audit(audited: Sequence[Audited], lang: str) -> Html:
    """Return printed figures beside what their own context makes of them."""
    rows = []
    for entry in audited:
        found = outcome(Outcome(entry.outcome), lang)
        rows.append([word(f"audit.{entry.what}", lang), entry.printed, entry.recomputed, found])
    return html(
        [word(f"table.{name}", lang) for name in ("figure", "printed", "recomputed", "verdict")], rows, "fits stacked"
    )


def captioned(table: str | Drawn, key: str, lang: str, **fields: object) -> Drawn:
    """Return a table with a caption of these words, in place of one it has."""
    drawn = table if isinstance(table, Drawn) else Drawn(table)
    return replace(drawn, caption=word(key, lang, **fields))


@overload
def fold(table: Drawn, summary: str, lang: str, **fields: object) -> Drawn: ...
@overload
def fold(table: str, summary: str, lang: str, **fields: object) -> Html: ...
def fold(table: str | Drawn, summary: str, lang: str, **fields: object) -> Html | Drawn:
    """Put a long table behind a line to open, whose words have the key `summary`; what is noted of it stays outside."""
    if isinstance(table, Drawn):
        return replace(table, figure=fold(table.figure, summary, lang, **fields))
    return Html.of(_FOLDED, summary=word(summary, lang, **fields), content=table)


def plans(
    details: Mapping[Cell, Footer],
    lang: str,
    cases: Sequence[EngineCase | tuple[str, str]],
    scale: str,
    profile: str = "default",
    titled: Callable[[str], str] | None = None,
) -> Html:
    """Return plans as the systems print them, one after the other; `titled` names a case otherwise than its words."""
    blocks = []
    for engine, case in cases:
        for cell, footer in details.items():
            if (cell.engine, cell.profile, cell.scale) != (engine, profile, scale) or case not in footer.plans:
                continue
            note = "" if profile == "default" else f" · {word(f'profile.{profile}', lang)}"
            name = strong(word(f"engine.{engine}", lang))
            named = titled(case) if titled else case_label(case, lang)
            title = Html.of("{name} · {case}{note}", name=name, case=named, note=note)
            text = f"{footer.statements.get(case, '')}\n\n{footer.plans[case]}"
            blocks.append(Html.of(_FOLDED, summary=title, content=Html.of(_PLAN, text=text)))
    return Html("\n").join(blocks)


def settings(details: Mapping[Cell, Footer], lang: str, scale: str, profile: str = "tuned") -> str:
    """Return the settings in which a profile differs from each system as shipped, as the systems report them."""
    rows = []
    for cell, footer in sorted(details.items(), key=lambda item: select.place(item[0].engine)):
        same = {
            c.scale: f for c, f in details.items() if (c.host, c.engine, c.profile) == (cell.host, cell.engine, profile)
        }
        if cell.profile != "default" or cell.scale != scale or not same:
            continue
        other = same.get(scale) or next(iter(same.values()))  # settings are the profile's, whatever the scale
        differing = {k: v for k, v in footer.settings.items() if other.settings.get(k) != v}
        differing |= {k: "–" for k in other.settings if k not in footer.settings}
        rows += [
            [word(f"engine.{cell.engine}", lang), code(key), _short(value), _short(other.settings.get(key, "–"))]
            for key, value in sorted(differing.items())
        ]
    if not rows:
        return word("table.same", lang)
    names = ("table.engine", "table.setting", "profile.default", f"profile.{profile}")
    return html([word(name, lang) for name in names], rows)


def _short(value: str) -> str:
    return value if len(value) <= 60 else f"{value[:57]}…"


def measured(runs: pl.DataFrame, details: Mapping[Cell, Footer], lang: str) -> Drawn:
    """Return every stored cell: system, version, launcher, scale, profile, date, how much of it is stale, commit."""
    rows, stale_in_all, cases_in_all = [], 0, 0
    rewritten, gone = nearest(), set[str]()
    for cell, footer in sorted(details.items(), key=lambda i: (i[0].host, select.place(i[0].engine), i[0].scale)):
        samples = runs.filter(
            (pl.col("engine") == cell.engine) & (pl.col("profile") == cell.profile)
            & (pl.col("scale") == cell.scale) & (pl.col("host") == cell.host)
        )  # fmt: skip
        if samples.is_empty():
            continue
        cases = samples["case"].n_unique()
        stale = samples.filter("stale")["case"].n_unique() if "stale" in samples.columns else 0
        stale_in_all, cases_in_all = stale_in_all + stale, cases_in_all + cases
        commits = dict.fromkeys(footer.commits.values())
        gone |= rewritten.keys() & commits.keys()
        rows.append([
            word(f"engine.{cell.engine}", lang),
            SYSTEMS[cell.engine].told(str(samples.sort("started_at")["engine_version"][-1])),
            launched(footer.launcher, lang), count(select.usual_rows(samples), lang),
            word(f"profile.{cell.profile}", lang), select.measured_on(samples),
            word("table.stale_of", lang, stale=stale, cases=cases) if stale else "–",
            code(" ".join(commit[:7] for commit in commits) + ("+" if footer.git_dirty else "")),
        ])  # fmt: skip
    keys = ("engine", "version", "launcher", "scale", "of_profile", "measured_at", "stale", "commit")
    notes = [word("table.stale_cases", lang, stale=stale_in_all, cases=cases_in_all)] if stale_in_all else []
    for kept in sorted({rewritten[commit] for commit in gone}):
        named = listed(sorted(commit[:7] for commit in gone if rewritten[commit] == kept), lang)
        notes.append(word("table.rewritten", lang, commits=named, nearest=kept[:7]))
    return Drawn(html([word(f"table.{key}", lang) for key in keys], rows), "", tuple(notes))
