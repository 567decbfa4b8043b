"""What a chart or table function hands to the page: the picture, its caption, its warnings.

Not for drawing (charts, tables) and not for showing (show): it knows neither Plotly nor HTML.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from ..languages import clauses, listed, paragraph
from ..results.select import Point
from ..stats import FEWEST
from .formats import before_noun, case_label, count
from .words import word


@dataclass(frozen=True)
class Drawn:
    """One figure or table in one language.

    title: what it shows to be so, plain text of one line above it; empty for none.
    figure: a Plotly figure whose texts are plain, a newline where a line ends; Html (a table); or plain text.
    caption: one paragraph of plain text; empty for none. Numbering ("Figure 1") is added by the page.
    notes: warnings in plain text, one sentence each, shown as a list under the caption.
    """

    figure: Any
    caption: str = ""
    notes: tuple[str, ...] = ()
    title: str = ""


def drawn(
    figure: object,
    runs: pl.DataFrame,
    points: Sequence[Point],
    lang: str,
    caption: str = "",
    bars: bool = True,
    settings: bool = True,
    **said: str,
) -> Drawn:
    """Add the caption every picture has (rows, profile, durability) and the warnings that apply, in words.

    Versions stand once in a chapter, in its table of what was measured.
    `bars` tells that the picture has bars for intervals; a table never has. `settings` says profile and durability:
    not of what names its own configurations, nor of reading alone. `said` fills in the words of `caption`.
    """
    common = word(
        "caption.common" if settings else "caption.rows",
        lang,
        rows=before_noun(listed((count(rows, lang) for rows in sorted(runs["rows"].unique())), lang), lang),
        profile=" / ".join(word(f"profile.{name}", lang) for name in sorted(runs["profile"].unique())),
        durability=" / ".join(word(f"durability.{name}", lang) for name in sorted(runs["durability"].unique())),
    )
    sentences = [word(caption, lang, **said)] if caption else []
    sentences.append(common)
    if bars and not isinstance(figure, str):
        sentences.append(word("caption.bars", lang))
    estimates = [point.estimate for point in points if point.estimate]
    if apart := sorted({e.apart for e in estimates if e.apart}):
        sentences.append(word(f"caption.{'_'.join(apart)}", lang))
    lacking = {e.apart == "sessions" and e.n >= FEWEST for e in estimates if not e.has_interval}
    sentences += [word(f"caption.{'no_bridge' if each else 'too_few'}", lang) for each in sorted(lacking)]
    return Drawn(figure, paragraph(sentences, lang), warnings(points, lang))


def warnings(points: Iterable[Point], lang: str) -> tuple[str, ...]:
    """Return one sentence a kind of warning, naming whom it concerns."""
    concerned: dict[str, dict[str, list[str]]] = {}  # by warning and system: cases
    points = list(points)
    all_stale = bool(points) and all("stale" in point.warnings for point in points)
    for point in points:
        for warning in point.warnings:
            systems = concerned.setdefault(warning, {})
            systems.setdefault(word(f"engine.{point.engine}", lang), []).append(case_label(point.case, lang))
    if all_stale:
        del concerned["stale"]
    opening, closing = ("（", "）") if lang == "zh" else (" (", ")")
    sentences = [word("warning.stale_all", lang)] if all_stale else []
    for warning, systems in sorted(concerned.items()):
        who = [f"{system}{opening}{listed(dict.fromkeys(cases), lang)}{closing}" for system, cases in systems.items()]
        sentences.append(word(f"warning.{warning}", lang, who=clauses(who, lang)))
    return tuple(sentences)
