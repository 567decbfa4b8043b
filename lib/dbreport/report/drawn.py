"""What a chart or table function hands to the page: the picture, its caption, its warnings.

Not for drawing (charts, tables) and not for showing (show).
"""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Drawn:
    """One figure or table in one language.

    figure: a Plotly figure whose texts are plain, a newline where a line ends; Html (a table); or plain text.
    caption: one paragraph of plain text; empty for none. Numbering ("Figure 1") is added by the page.
    notes: warnings in plain text, one sentence each, shown as a list under the caption.
    """

    figure: Any
    caption: str = ""
    notes: tuple[str, ...] = ()
