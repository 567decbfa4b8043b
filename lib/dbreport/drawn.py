"""What a chart or table function hands to the page: the picture, its caption, its warnings.

Not for drawing (charts, tables) and not for showing (show).
"""

from dataclasses import dataclass
from typing import Any

LANGUAGES = ("zh", "en")


@dataclass(frozen=True)
class Drawn:
    """One figure or table in one language.

    figure: a Plotly figure, or a str of Markdown or HTML (a table).
    caption: one Markdown paragraph; empty for none. Numbering ("Figure 1") is added by the page.
    notes: warnings in Markdown, one sentence each, shown as a list under the caption.
    """

    figure: Any
    caption: str = ""
    notes: tuple[str, ...] = ()
