"""Where text becomes HTML, Markdown or a label of Plotly's: what is not marked as markup is escaped, whoever wrote it.

Text of a result file (versions, reasons, settings, plans) comes from the systems measured, and whoever gives us a file.
"""

import json
import re
from collections.abc import Iterable
from html import escape
from typing import Any, Self


class Html(str):
    """Text that is HTML already. Text it is filled or joined with is escaped; an f-string makes it plain text again."""

    __slots__ = ()

    @classmethod
    def of(cls, template: str, /, **fields: object) -> Self:
        """Return a template with its {fields} filled in: numbers by their format, Html as it is, any other escaped."""
        return cls(
            template.format(**{n: v if isinstance(v, int | float) else cls.escaped(v) for n, v in fields.items()})
        )

    @classmethod
    def escaped(cls, value: object) -> Self:
        """Return text as HTML that shows it; Html as it is."""
        return cls(value if isinstance(value, Html) else escape(str(value)))

    def join(self, parts: Iterable[str], /) -> Self:
        return type(self)(str.join(self, [self.escaped(part) for part in parts]))

    def __add__(self, other: str, /) -> Self:
        return type(self)(str.__add__(self, self.escaped(other)))


def embedded(data: Any) -> Html:
    """Return plain data as JSON for a script of a page: no sign of HTML in it may end the script early."""
    text = json.dumps(data, ensure_ascii=True)
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Html(text)


def fenced(text: str, kind: str = "") -> str:
    """Return text as a block of Markdown that pandoc takes to the letter; `{=html}` is the kind that is HTML."""
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
    return f"{fence}{kind}\n{text}\n{fence}"


_MARKS = re.compile(r"[\\`*_{}\[\]<>#|~$^&@!]|:(?! )|-(?=-)|\.(?=\.)|(?<=[-.])[-.]")
_BULLET = re.compile(r"^(\(?\w{0,9})([-+:.)=])(?= |$)")


def markdown(text: str) -> str:
    """Return Markdown on one line of which pandoc and Quarto make this very text; quotes are left to typography."""
    line = " ".join(text.split())
    return _BULLET.sub(r"\1\\\2", _MARKS.sub(r"\\\g<0>", line))


_TEMPLATES = ("hovertemplate", "texttemplate")
"""What Plotly fills in by itself: a chart's own words, which hold no text of a result."""


def labels(figure: Any) -> Any:
    """Return a figure's JSON with every text as Plotly shows it: its own few tags are escaped, a newline is one."""
    if isinstance(figure, str):
        return escape(figure, quote=False).replace("\n", "<br>")
    if isinstance(figure, dict):
        return {key: value if key in _TEMPLATES else labels(value) for key, value in figure.items()}
    if isinstance(figure, list | tuple):
        return [labels(value) for value in figure]
    if getattr(figure, "dtype", None) is not None and figure.dtype.kind in "OUS":  # an array of numpy's
        return labels(figure.tolist())
    return figure
