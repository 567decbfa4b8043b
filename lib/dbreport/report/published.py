"""The sources' printed figures and claims, with their schema. Kept exactly as printed, slips included."""

import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import polars as pl

from ..errors import PublishedInvalid
from ..languages import LANGUAGES
from ..project import published_folder

FIGURES = {
    "source": pl.String,
    "experiment": pl.String,
    "table": pl.String,
    "case": pl.String,
    "system": pl.String,
    "configuration": pl.String,
    "metric": pl.String,
    "unit": pl.String,
    "value": pl.Float64,
    "status": pl.String,
    "note": pl.String,
}
NAMED = ("table", "case", "system", "configuration", "metric")
"""The columns whose texts are called something in either language."""
NAMES = dict.fromkeys(("text", *LANGUAGES), pl.String)
CLAIMS = dict.fromkeys(("id", "source", "experiment", "kind", "claim", "check"), pl.String)

_STATUSES = {"measured", "timeout", "claimed", "not applicable"}
_KINDS = {"ratio", "limit", "explain", "pareto", "audit"}


def sheet(path: Path, schema: Mapping[str, type[pl.DataType]]) -> pl.DataFrame:
    """Return a CSV file of just these columns. Raises PublishedInvalid for one that is missing or has others."""
    try:
        with path.open(encoding="utf-8") as file:
            header = file.readline().strip().split(",")
        if header != list(schema):
            raise PublishedInvalid(f"{path} has columns {', '.join(header)}; it should have {', '.join(schema)}")
        return pl.read_csv(path, schema=schema)
    except FileNotFoundError as error:
        raise PublishedInvalid(f"{path} is missing; restore it from the repository") from error
    except (UnicodeDecodeError, pl.exceptions.PolarsError) as error:
        raise PublishedInvalid(f"{path} does not fit its schema: {str(error).splitlines()[0]}") from error


def _require_known(frame: pl.DataFrame, column: str, allowed: set[str]) -> None:
    strange = set(frame[column].unique()) - allowed
    if strange:
        raise PublishedInvalid(f"{column} {', '.join(map(repr, strange))} does not exist; see data/published/README.md")


@cache
def figures(experiment: str | None = None) -> pl.DataFrame:
    """Return the printed figures, of one experiment or all. Raises PublishedInvalid."""
    frame = sheet(published_folder() / "figures.csv", FIGURES)
    _require_known(frame, "status", _STATUSES)
    if frame.filter((pl.col("status") == "measured") & pl.col("value").is_null()).height:
        raise PublishedInvalid("a measured figure has no value; see data/published/README.md")
    return frame.filter(pl.col("experiment") == experiment) if experiment else frame


def by_system(experiment: str, **where: str) -> dict[str, float]:
    """Return the printed values of those rows that have the text asked for in each column, by system.

    A statement that ran into the source's time limit took nobody knows how long: infinity.
    """
    rows = figures(experiment).filter(**where).to_dicts()
    return {row["system"]: math.inf if row["status"] == "timeout" else row["value"] for row in rows}


def named(text: str, lang: str) -> str:
    """Return what a name of figures.csv is called in a language, the name itself where names.csv has none."""
    return _names(lang).get(text, text)


@cache
def _names(lang: str) -> dict[str, str]:
    frame = sheet(published_folder() / "names.csv", NAMES)
    return dict(frame.select("text", lang).rows())


@cache
def claims(experiment: str | None = None) -> pl.DataFrame:
    """Return the sources' claims, of one experiment or all. Raises PublishedInvalid."""
    frame = sheet(published_folder() / "claims.csv", CLAIMS)
    _require_known(frame, "kind", _KINDS)
    if frame["id"].n_unique() != frame.height:
        raise PublishedInvalid("two claims have one id; see data/published/README.md")
    return frame.filter(pl.col("experiment") == experiment) if experiment else frame
