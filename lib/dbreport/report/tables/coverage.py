"""How much of what is stored was measured a second time, in another session or on another machine."""

from collections.abc import Iterable, Sequence
from typing import Any

import polars as pl

from ...languages import LANGUAGES
from ...model import Scale
from ...results.pairs import Pair
from ...results.spent import by_place
from ..drawn import Drawn
from ..formats import count
from ..front import Stored
from ..words import word
from .shared import code, html, over

_PLACE = ["scale", "profile"]
_CASE = [*_PLACE, "engine", "case"]
_COLUMNS = (
    "agreement.experiment",
    "table.of_rows",
    "table.of_cases",
    "agreement.other_session",
    "agreement.other_machine",
)


def measured_again(experiments: Iterable[Stored], elsewhere: Sequence[Pair], lang: str) -> Drawn:
    """Return for each experiment at each scale in each profile how many of its cases have a second measurement.

    Args:
        experiments: with what was measured again of each.
        elsewhere: what another machine has, too.
    """
    rows = [
        [
            over(word(f"experiment.{name}", lang), word(f"profile.{place['profile']}", lang)),
            over(count(place["rows"], lang), code(place["scale"])),
            count(place["cases"], lang),
            *(count(place[side], lang) if place[side] else "–" for side in ("session", "machine")),
        ]
        for name, place in _places(experiments, elsewhere)
    ]
    head = [word(column, lang) for column in _COLUMNS]
    return Drawn(html(head, rows, "numbers stacked"), word("caption.coverage", lang))


def measured_again_sentence(experiments: Iterable[Stored], elsewhere: Sequence[Pair]) -> dict[str, str]:
    """Return in each language of how many of those lines something was measured again, and of how many nothing."""
    places = [place for _, place in _places(experiments, elsewhere)]
    once = [place for place in places if not place["session"] and not place["machine"]]
    again = sum(place["session"] > 0 for place in places)
    facts = {"every": len(places), "again": again, "machine": len(places) - again - len(once), "none": len(once)}
    at_full = {place["scale"] for place in once} == {Scale.FULL}
    where = {lang: word("agreement.full_alone", lang) if at_full else "" for lang in LANGUAGES}
    return {lang: word("agreement.coverage", lang, **facts, where=where[lang]) for lang in LANGUAGES}


def _places(experiments: Iterable[Stored], elsewhere: Sequence[Pair]) -> list[tuple[str, dict[str, Any]]]:
    found = []
    for stored in experiments:
        there = [pair.second for pair in elsewhere if pair.experiment == stored.name]
        places = by_place(stored.runs)
        for name, seconds in (("session", stored.again), ("machine", there)):
            places = places.join(_again(stored.runs, seconds, name), on=_PLACE, how="left", maintain_order="left")
        found += [(stored.name, place) for place in places.fill_null(0).rows(named=True)]
    return found


def _again(runs: pl.DataFrame, seconds: Sequence[pl.DataFrame], name: str) -> pl.DataFrame:
    cases = runs.select(_CASE).unique()
    again = pl.concat([cases.clear(), *(frame.select(_CASE) for frame in seconds)]).unique()
    return cases.join(again, on=_CASE).group_by(_PLACE).agg(pl.len().alias(name))
