"""Two machines compared, need by need: how many times slower one is, and whether what was found holds on it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

import polars as pl

from .. import discovery
from ..languages import LANGUAGES, paragraph
from ..model import Durability, Profile, Temperature
from ..results import ratios, replication, select
from ..results.pairs import Pair
from ..results.replication import Twice
from ..results.select import Point
from ..results.store import Cell, Footer
from . import rewritten
from .answers import Need
from .drawn import Drawn, drawn
from .figures import COLOURS, Row, dots, legend, points_of
from .titles import beyond
from .words import word


def directions(pairs: Sequence[Pair]) -> dict[str, str]:
    """Return in each language how many ratios of two systems point the same way on each other machine."""
    return {lang: _directions(pairs, lang) for lang in LANGUAGES}


def _directions(pairs: Sequence[Pair], lang: str) -> str:
    if not pairs:
        return word("hosts.one", lang)
    said = []
    for other, of_host in groupby(pairs, key=lambda pair: pair.root):
        mine = list(of_host)
        counted = replication.agreement([twice for pair in mine for twice in replication.ratios(pair)])
        facts = {name: getattr(counted, name) for name in ("decided", "kept", "turned", "reversed")}
        key = "hosts.directions" if counted.reversed else "hosts.directions_none_clearly"
        key = key if counted.turned else "hosts.directions_all_kept"
        key = key if counted.decided else "hosts.nothing"
        said.append(word(key, lang, other=other, first=_first(mine[0]), **facts))
    return paragraph(said, lang)


def _first(pair: Pair) -> str:
    return str(pair.first["host"][0])


def retraced(footers: Mapping[Cell, Footer], pairs: Sequence[Pair]) -> dict[str, str]:
    """Say in each language how what a commit outside the history measured points where one other machine measured it.

    Args:
        footers: of every file of both machines.
        pairs: what the other machine has, too.

    Empty where no such result decides a comparison that both have.
    """
    gone = {(cell, case) for cell, footer in footers.items() for case in rewritten.cases(footer)}
    twices, covered = list[Twice](), set[tuple[Cell, str]]()
    for pair in pairs:
        for twice in replication.ratios(pair):
            mine, there = (gone & _of_host(pair, twice, host) for host in (_first(pair), pair.root))
            if mine and not there:
                twices.append(twice)
                covered |= mine
    counted = replication.agreement(twices)
    if not counted.decided:
        return dict.fromkeys(LANGUAGES, "")
    first, other = _first(pairs[0]), pairs[0].root
    facts = {"n": sum(cell.host == first for cell, _ in gone), "covered": len(covered)}
    facts |= {"decided": counted.decided, "kept": counted.kept}
    all_kept = facts["covered"] == facts["n"] and counted.kept == counted.decided
    key = "hosts.retraced_all" if all_kept else "hosts.retraced"
    return {lang: word(key, lang, first=first, other=other, **facts) for lang in LANGUAGES}


def _of_host(pair: Pair, twice: Twice, host: str) -> set[tuple[Cell, str]]:
    systems = (twice.over, twice.under)
    return {(Cell(pair.experiment, host, name, twice.profile, twice.scale), twice.case) for name in systems}


def slower(pair: Pair, lang: str) -> Drawn:
    """Draw how many times slower the other machine is: a line a need, warm and cold, a dot a system.

    As shipped, every commit synced, at the largest scale both have. Sizes are left out: they are no machine's.
    """
    scale = select.shipped_scale(pair.second)
    first, second = (_as_shipped(side, scale) for side in (pair.first, pair.second))
    names = legend(second, lang)
    rows = [Row(label, points) for label, points in _lines(pair.experiment, first, second, names, lang) if points]
    facts = {"other": pair.root, "first": _first(pair), "experiment": word(f"experiment.{pair.experiment}", lang)}
    if not rows:
        return Drawn(word("hosts.no_need", lang, **facts))
    caption = word("hosts.caption", lang, **facts)
    figure = dots(rows, names, COLOURS, word("hosts.axis", lang), lang, fmt="ratio")
    estimates = [point.estimate for point in points_of(rows) if point.estimate]
    title = beyond(estimates, 1, "hosts.title", lang) or word("hosts.title_none", lang, n=len(estimates))
    # what holds of every one of these charts the page says once: bars, profile, class, that two sessions measured
    told = drawn(figure, second, [_of_one_run(point) for point in points_of(rows)], lang, bars=False, settings=False)
    return replace(told, caption=paragraph([caption, told.caption], lang), title=title)


def _of_one_run(point: Point) -> Point:
    return replace(point, estimate=replace(point.estimate, apart="")) if point.estimate else point


def _as_shipped(side: pl.DataFrame, scale: str) -> pl.DataFrame:
    asked = {"profile": Profile.DEFAULT, "scale": scale, "durability": Durability.FULL}
    return side.filter(*(pl.col(column) == str(value) for column, value in asked.items()))


def _lines(
    experiment: str, first: pl.DataFrame, second: pl.DataFrame, engines: Collection[str], lang: str
) -> Iterator[tuple[str, list[tuple[str, Point]]]]:
    needs: dict[str, Need] = getattr(discovery.part(experiment, "facts"), "NEEDS", {})
    for name, need in needs.items():
        if need.unit == "bytes":
            continue
        for temperature in (Temperature.WARM, Temperature.COLD):
            label = word(f"need.{name}", lang)
            if temperature == Temperature.COLD:
                label = word("hosts.cold", lang, need=label)
            points = (_point(first, second, engine, need, temperature) for engine in engines)
            yield label, [(point.engine, point) for point in points if point]


def _point(
    first: pl.DataFrame, second: pl.DataFrame, engine: str, need: Need, temperature: Temperature
) -> Point | None:
    sides = (first, second) if need.unit == "rate" else (second, first)
    over, under = (select.taken(side, engine, need.case, need.metric, temperature) for side in sides)
    longer = ratios.compare(over, under, need.metric, in_rounds=False, of_hosts=True)
    return Point(engine, need.case, longer, "ok", None) if longer else None
