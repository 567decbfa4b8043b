"""Lines in columns, as a terminal or a pipe takes them."""

import sys
from collections.abc import Sequence

from rich.box import MARKDOWN
from rich.console import Console
from rich.table import Table


def show(columns: Sequence[str], lines: Sequence[Sequence[str]], markdown: bool = False) -> None:
    """Print lines below the columns' names."""
    table = Table(*(column.replace("_", " ") for column in columns), box=MARKDOWN if markdown else None)
    for line in lines:
        table.add_row(*line)
    # a pipe has no width: nothing may be cut off there
    Console(width=None if sys.stdout.isatty() else 300).print(table)
