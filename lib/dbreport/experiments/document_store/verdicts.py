"""The claims about MySQL and MongoDB, as shipped, one client, by one generator with the same keys for both.

The source says of neither how durable a write was; every commit synced decides, and the other class stands beside it.
Without MongoDB nothing about it is decided: what others gave stands beside, under their own names.
"""

from collections.abc import Callable
from functools import partial

import polars as pl

from ...report import published
from ...report.verdicts.decide import Evidence, Part, Verdict, beside
from ...report.verdicts.parts import about, decided, not_comparable, over, same
from ...results import select
from ...stats import Estimate
from .facts import COMMAND, FERRET, MONGO, MY, PG, SOURCE_ROWS, rate

FAR, TWICE, FOUR_TIMES = 2.0, 2.0, 4.0
"""What is far ahead is at least twice as fast."""
ALIKE = 1.1
"""Rates within a tenth of each other are called the same."""
SHOWN = {"md-1": "fig-one", "md-2": "fig-one", "md-3": "fig-one", "md-4": "fig-one"}
"""The figure of the chapter that shows what decides a claim."""


def decide(runs: pl.DataFrame, scale: str | None = None) -> list[Verdict]:
    """Decide every claim of the document_store experiment, at every size measured or at one scale."""
    shipped = runs.filter(pl.col("profile") == "default")
    if scale is not None:
        shipped = shipped.filter(pl.col("scale") == scale)
    verdicts = [_md_1(shipped), _md_2(shipped), _md_3(shipped), _md_4(shipped)]
    assert [v.claim for v in verdicts] == published.claims("document_store")["id"].to_list()
    return verdicts


def _md_1(runs: pl.DataFrame) -> Verdict:
    case = "full.read.zipfian.1"
    sizes = _sizes(runs, case)
    parts = [_mongodb(runs, scale, "md_read", (MONGO, MY), case, partial(over, claimed=FAR)) for scale in sizes]
    return decided("md-1", *parts, beside=_others(runs, "md_read", case))


def _md_2(runs: pl.DataFrame) -> Verdict:
    """About equally fast at the fewest records, MySQL twice as fast at the most."""
    case = "full.update.zipfian.1"
    sizes = _sizes(runs, case)
    few = _mongodb(runs, sizes[0], "md_update", (MONGO, MY), case, partial(same, within=ALIKE))
    many = [
        _mongodb(runs, scale, "md_update_grown", (MY, MONGO), case, partial(about, claimed=TWICE))
        for scale in sizes[1:][-1:]
    ]
    return decided("md-2", few, *many, beside=_others(runs, "md_update", case))


def _md_3(runs: pl.DataFrame) -> Verdict:
    """What it says of MySQL alone is decided without MongoDB."""
    case = "full.insert.given.1"
    scale = _largest(runs, case)
    faster = _mongodb(runs, scale, "md_insert", (MY, MONGO), case, partial(over, claimed=1.0))
    made = rate(_at(runs, scale), (MY, "full.insert.made.1"), (MY, case))
    keys = _enough(runs, scale, "md_keys", made, partial(same, within=ALIKE))
    return decided("md-3", faster, keys, beside=_others(runs, "md_insert", case))


def _md_4(runs: pl.DataFrame) -> Verdict:
    """The mix as it is called, and as its command has it."""
    scale, judge = _largest(runs, "full.mix.1"), partial(over, claimed=FOUR_TIMES)
    parts = [_mongodb(runs, scale, f"md_{mix}", (MY, MONGO), f"full.{mix}.1", judge) for mix in ("mix", "thirds")]
    return decided("md-4", *parts, beside=_others(runs, "md_mix", "full.mix.1"))


def _sizes(runs: pl.DataFrame, case: str) -> list[str]:
    """Return the scales of as many records as the source had that a case was measured at; the largest if none is."""
    enough = select.scales(runs.filter(pl.col("case") == case, pl.col("rows") >= SOURCE_ROWS))
    return enough or [_largest(runs, case)]


def _largest(runs: pl.DataFrame, case: str) -> str:
    return select.largest_scale(runs.filter(pl.col("case") == case))


def _at(runs: pl.DataFrame, scale: str, durability: str = "full") -> pl.DataFrame:
    return runs.filter(pl.col("scale") == scale, pl.col("durability") == durability)


def _mongodb(
    runs: pl.DataFrame, scale: str, what: str, sides: tuple[str, str], case: str, judge: Callable[..., Part]
) -> Part:
    """Judge the ratio of MongoDB and MySQL; without MongoDB nothing is judged."""
    e = rate(_at(runs, scale), (sides[0], case), (sides[1], case))
    return not_comparable(what, "md_no_mongodb") if e is None else _enough(runs, scale, what, e, judge)


def _enough(runs: pl.DataFrame, scale: str, what: str, e: Estimate | None, judge: Callable[..., Part]) -> Part:
    """Judge a ratio; with fewer records than the source had nothing is judged."""
    if e is not None and select.rows_of(_at(runs, scale)) < SOURCE_ROWS:
        return not_comparable(what, "md_few_records", e)
    return judge(what, e)


def _others(runs: pl.DataFrame, what: str, case: str) -> list[Evidence]:
    """Return what other systems of documents gave over MySQL, and MongoDB where commits do not wait: none decides."""
    scale = _largest(runs, case)
    shown = [
        entry
        for engine in (FERRET, PG)
        for entry in beside(f"{what}_{engine}", rate(_at(runs, scale), (engine, case), (MY, case)))
    ]
    if rate(_at(runs, scale), (MONGO, case), (MY, case)) is None:
        shown.insert(0, Evidence("md_command", {"command": COMMAND}))
    relaxed = case.replace("full.", "relaxed.", 1)
    return shown + beside(f"{what}_relaxed", rate(_at(runs, scale, "relaxed"), (MONGO, relaxed), (MY, relaxed)))
