"""Commits that measured something and are not in the history, probably rewritten: data/rewritten-commits.csv."""

import polars as pl

from .. import project
from ..results.store import Footer
from .published import sheet

_COLUMNS = ("commit", "nearest", "reason")


def nearest() -> dict[str, str]:
    """Return for each such commit the one of the history that is nearest to it; empty where there is no such file.

    Raises PublishedInvalid for a file of another form.
    """
    path = project.root() / "data" / "rewritten-commits.csv"
    if not path.exists():
        return {}
    return dict(sheet(path, dict.fromkeys(_COLUMNS, pl.String)).select("commit", "nearest").iter_rows())


def cases(footer: Footer) -> list[str]:
    """Return which cases of a file such a commit measured. Raises PublishedInvalid as `nearest` does."""
    known = nearest()
    return [case for case, commit in footer.commits.items() if commit in known]
