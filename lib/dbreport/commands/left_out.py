"""Which cells the report's campaign leaves out, and why: the lines of data/left-out.csv.

A machine of somebody else's measures whatever it likes; what is stored is never left out.
"""

from dataclasses import astuple, dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import polars as pl

from .. import project
from ..errors import PublishedInvalid
from ..report.published import sheet
from ..results.store import Cell

COLUMNS = ("experiment", "system", "profile", "scale", "reason")


@dataclass(frozen=True, slots=True)
class Cells:
    """Patterns such as `*`, which a cell's own names fit."""

    experiment: str
    system: str
    profile: str
    scale: str

    def have(self, cell: Cell) -> bool:
        names = (cell.experiment, cell.engine, cell.profile, cell.scale)
        return all(map(fnmatchcase, names, astuple(self)))


def why(cell: Cell) -> str | None:
    """Return the reason of the first line that a cell fits; None for one that is to be measured.

    Raises PublishedInvalid for a file of another form.
    """
    lines = left_out(project.root() / "data" / "left-out.csv")
    return next((reason for cells, reason in lines if cells.have(cell)), None)


@cache
def left_out(path: Path) -> tuple[tuple[Cells, str], ...]:
    """Return the lines of a file in their order; none where there is no file. Raises PublishedInvalid."""
    if not path.exists():
        return ()
    rows = sheet(path, dict.fromkeys(COLUMNS, pl.String)).rows()
    if short := next((row for row in rows if None in row), None):
        raise PublishedInvalid(f"{path} has a line without all of {', '.join(COLUMNS)}: {short[0]}")
    return tuple((Cells(*names), reason) for *names, reason in rows)
