"""Put figures, tables and sentences with numbers into a chapter, in both languages at once.

The only module that knows IPython and Quarto. One call makes one Markdown output; each language stands
in a block that only its own site profile keeps. Nothing here decides what a figure looks like.
"""

import os
import re
import string
from collections.abc import Callable, Mapping
from typing import Any

from ..errors import UsageError
from ..languages import LANGUAGES
from . import markup
from .alternative import alternative
from .drawn import Drawn
from .markup import Html
from .words import word

# No Plotly logo and no zoom by scrolling: a reader's wheel belongs to the page.
FIGURE_CONFIG = {
    "responsive": True,
    "displaylogo": False,
    "scrollZoom": False,
    "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"],
}

AUTHOR = "DBREPORT_LANG"
"""The variable that names the one language an author wants to see at a notebook."""
_CHART = '<div role="group" aria-label="{alt}">\n{chart}\n</div>'
_TITLE = '<p class="figure-title">{title}</p>'
_SHORT_ZH, _SHORT_EN = 90, 190
"""Characters of a warning that takes two lines or so."""
_OPENS = '<details class="warnings"><summary>{said}</summary>'
_FIGURE_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def show(fig_id: str, draw: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
    """Draw a figure or table once per language and display both as one output.

    fig_id: unique within the page, lower-case words joined by hyphens ("fig-import", "tbl-plans").
        A reader's link to it is the same in both languages. Tables are numbered apart: "tbl-…".
    draw: called as draw(*args, lang="zh" | "en", **kwargs); returns a Plotly figure, Html, a str that is shown
        as it is, or a Drawn (or anything with figure, caption, notes and title).

    Raises UsageError where the id or what was drawn cannot be shown.
    """
    if not _FIGURE_ID.fullmatch(fig_id):
        raise UsageError(f'figure id "{fig_id}" is not lower-case words joined by hyphens; use one like "fig-import"')
    if lang := _author_language():
        _show_author(draw(*args, lang=lang, **kwargs))
        return
    blocks = {lang: _figure_markdown(fig_id, draw(*args, lang=lang, **kwargs), lang) for lang in LANGUAGES}
    _emit(both(blocks["zh"], blocks["en"]))


def say(zh: str, en: str, **values: Any) -> None:
    """Display a passage of prose in both languages, its numbers filled in from the data.

    zh, en: Markdown with str.format fields, such as "{ratio:.1f}".
    values: what the fields stand for, text and no Markdown; a mapping with the keys "zh" and "en" gives each
        language its own.

    Raises UsageError where a field has no value, a value no field, or a value does not fit its format.
    """
    used: set[str] = set()
    blocks = {}
    for lang, template in (("zh", zh), ("en", en)):
        blocks[lang], names = _fill(template, values, lang)
        used |= names
    if unused := sorted(set(values) - used):
        raise UsageError(f"no field for {', '.join(unused)} in either language; add {{{unused[0]}}} or drop the value")
    wanted = _author_language()
    _emit(blocks[wanted] if wanted else both(blocks["zh"], blocks["en"]))


def both(zh: str, en: str) -> str:
    """Return one Markdown text of which each site profile keeps its own language only."""
    return f"{_only('zh', zh)}\n\n{_only('en', en)}\n"


def _only(lang: str, markdown: str) -> str:
    # Pandoc closes a fence with the nearest fence of any length, so the text may hold fences of its own.
    return f'::: {{.content-visible when-profile="{lang}"}}\n\n{markdown.strip()}\n\n:::'


def _author_language() -> str | None:
    """Return the one language that an author at a notebook wants to see; None for both, as pages need them.

    Raises UsageError for a language that the report does not have.
    """
    lang = os.environ.get(AUTHOR)
    if lang and lang not in LANGUAGES:
        raise UsageError(f"{AUTHOR}={lang} is no language of the report; choose one of: {', '.join(LANGUAGES)}")
    return lang or None


def _show_author(result: Any) -> None:
    """Display a figure or table as a notebook does, with nothing that only a page can take."""
    from IPython.display import HTML, Markdown, display

    drawn = result if hasattr(result, "figure") else Drawn(result)
    figure = drawn.figure
    display(HTML(figure) if isinstance(figure, Html) else Markdown(figure) if isinstance(figure, str) else figure)
    notes = [f"- {markup.markdown(note)}" for note in getattr(drawn, "notes", ())]
    if title := getattr(drawn, "title", ""):
        display(Markdown(f"**{markup.markdown(title)}**"))
    if below := "\n".join(filter(None, (markup.markdown(getattr(drawn, "caption", "")), *notes))):
        display(Markdown(below))


def _fill(template: str, values: Mapping[str, Any], lang: str) -> tuple[str, set[str]]:
    try:
        names = _fields(template)
    except ValueError as error:
        raise UsageError(f'the {lang} text "{_opening(template)}" cannot be filled: {error}') from error
    own = {
        name: value[lang] if isinstance(value, Mapping) and set(value) == set(LANGUAGES) else value
        for name, value in values.items()
    }
    if missing := sorted(names - set(own)):
        shown = ", ".join("{" + name + "}" for name in missing)
        raise UsageError(f'the {lang} text "{_opening(template)}" needs a value for {shown}; pass it to say()')
    try:
        return _AsText().vformat(template, (), own), names
    except (ValueError, TypeError, AttributeError, LookupError) as error:
        raise UsageError(f'the {lang} text "{_opening(template)}" cannot be filled: {error}') from error


class _AsText(string.Formatter):
    """Fills in values as the text they are: what a result says is never Markdown."""

    def format_field(self, value: Any, format_spec: str) -> str:
        filled = str(super().format_field(value, format_spec))
        return filled if isinstance(value, int | float) else markup.markdown(filled)


def _fields(template: str) -> set[str]:
    names: set[str] = set()
    for _, name, spec, _ in string.Formatter().parse(template):
        if name is not None:
            names |= {re.split(r"[.\[]", name)[0]} | _fields(spec or "")
    return names


def _opening(template: str) -> str:
    line = " ".join(template.split())
    return line if len(line) <= 40 else line[:40] + "…"


def _figure_markdown(fig_id: str, result: Any, lang: str) -> str:
    drawn = result if hasattr(result, "figure") else Drawn(result)
    kind = "report-table" if fig_id.startswith("tbl-") else "report-chart"
    # The id sits in raw HTML: to Quarto one id on two Markdown blocks is a duplicate, though a page keeps one.
    parts = [_raw(f'<figure class="{kind}" id="{fig_id}">')]
    if title := getattr(drawn, "title", ""):
        parts.append(_raw(Html.of(_TITLE, title=title)))
    parts.append(_body(fig_id, drawn.figure, lang))
    if caption := getattr(drawn, "caption", ""):
        parts += [_raw("<figcaption>"), markup.markdown(caption), _raw("</figcaption>")]
    parts += _warnings(tuple(getattr(drawn, "notes", ())), lang)
    parts.append(_raw("</figure>"))
    return "\n\n".join(parts)


def _warnings(notes: tuple[str, ...], lang: str) -> list[str]:
    """Return one short warning as it is, and several or a long one as one line that opens."""
    if not notes:
        return []
    listed = "\n".join(f"- {markup.markdown(note)}" for note in notes)
    if len(notes) == 1 and len(listed) <= (_SHORT_ZH if lang == "zh" else _SHORT_EN):
        return [f"::: {{.warnings}}\n{listed}\n:::"]
    return [
        _raw(Html.of(_OPENS, said=word("warning.count" if len(notes) > 1 else "warning.one", lang, n=len(notes)))),
        listed,
        _raw("</details>"),
    ]


def _body(fig_id: str, figure: Any, lang: str) -> str:
    if isinstance(figure, str):
        inner = _raw(figure.strip()) if isinstance(figure, Html) else markup.markdown(figure)
        return f"::: {{.table-box}}\n\n{inner}\n\n:::"
    if not hasattr(figure, "to_plotly_json"):
        raise UsageError(f'"{fig_id}" drew a {type(figure).__name__}; return a Plotly figure, a str or a Drawn')
    from plotly.io import to_html  # here, so that the package loads without Plotly's memory

    height, plain = figure.layout.height, figure.to_plotly_json()
    chart = to_html(
        markup.labels(_lean(plain)),
        validate=False,
        full_html=False,
        include_plotlyjs=False,
        div_id=f"{fig_id}-{lang}",
        config=FIGURE_CONFIG,
        # The page reserves the room before the script draws, so that nothing jumps.
        default_height=f"{height or 420:g}px",
    )
    return _raw(Html.of(_CHART, alt=alternative(plain, lang), chart=Html(chart)))


def _lean(figure: dict[str, Any]) -> dict[str, Any]:
    """Return a figure's JSON with Plotly's template for its own kinds of traces; it comes with that of all thirty."""
    layout = figure["layout"]
    template = layout.get("template", {})
    kinds = {trace["type"] for trace in figure["data"]}
    styles = {kind: style for kind, style in template.get("data", {}).items() if kind in kinds}
    return figure | {"layout": layout | {"template": template | {"data": styles}}}


def _raw(html: str) -> str:
    return markup.fenced(html, "{=html}")


def _emit(markdown: str) -> None:
    # Imported here, so that the package loads where no notebook is in sight.
    from IPython.display import Markdown, display

    display(Markdown(markdown))
