"""The claims about MySQL and MongoDB, as shipped, one client, by one generator with the same keys for both.

The source says of neither how durable a write was; every commit synced decides, and the other class stands beside it.
Without MongoDB nothing about it is measured: what others gave stands beside, under their own names.
"""

from collections.abc import Callable
from functools import partial

import polars as pl

from ...report import published
from ...report.formats import so_many
from ...report.verdicts.decide import Evidence, Part, Verdict, beside
from ...report.verdicts.parts import about, decided, not_comparable, over, same
from ...results import select
from ...stats import Estimate
from .facts import FERRET, MONGO, MY, PG, SOURCE_ROWS, rate, sizes, source_sizes

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
    judge = partial(over, claimed=FAR)
    measured = source_sizes(runs, case)
    if not any(MONGO in select.engines(at) for at in measured):
        measured = measured[-1:]  # one line says that there is none at any size
    parts = [_mongodb(at, "md_read", (MONGO, MY), case, judge) for at in measured]
    return decided("md-1", *parts, beside=_others(runs, "md_read", case))


def _md_2(runs: pl.DataFrame) -> Verdict:
    """About equally fast at the fewest records, MySQL twice as fast at the most."""
    case = "full.update.zipfian.1"
    fewest, *more = source_sizes(runs, case)
    few = _mongodb(fewest, "md_update", (MONGO, MY), case, partial(same, within=ALIKE))
    judge = partial(about, claimed=TWICE)
    many = [_mongodb(at, "md_update_grown", (MY, MONGO), case, judge) for at in more[-1:]]
    return decided("md-2", few, *many, beside=_others(runs, "md_update", case))


def _md_3(runs: pl.DataFrame) -> Verdict:
    """What it says of MySQL alone is decided without MongoDB."""
    case = "full.insert.given.1"
    most = source_sizes(runs, case)[-1]
    faster = _mongodb(most, "md_insert", (MY, MONGO), case, partial(over, claimed=1.0))
    made = rate(most, (MY, "full.insert.made.1"), (MY, case))
    keys = _enough(most, "md_keys", made, partial(same, within=ALIKE))
    return decided("md-3", faster, keys, beside=_others(runs, "md_insert", case))


def _md_4(runs: pl.DataFrame) -> Verdict:
    """The mix as it is called, and as its command has it."""
    judge = partial(over, claimed=FOUR_TIMES)
    cases = {mix: f"full.{mix}.1" for mix in ("mix", "thirds")}
    parts = [
        _mongodb(source_sizes(runs, case)[-1], f"md_{mix}", (MY, MONGO), case, judge) for mix, case in cases.items()
    ]
    return decided("md-4", *parts, beside=_others(runs, "md_mix", cases["mix"]))


def _mongodb(at: pl.DataFrame, what: str, sides: tuple[str, str], case: str, judge: Callable[..., Part]) -> Part:
    """Judge the ratio of MongoDB and MySQL."""
    return _enough(at, what, rate(at, (sides[0], case), (sides[1], case)), judge)


def _enough(at: pl.DataFrame, what: str, e: Estimate | None, judge: Callable[..., Part]) -> Part:
    """Judge a ratio; with fewer records than the source had nothing is judged."""
    if e is not None and select.rows_of(at) < SOURCE_ROWS:
        return not_comparable(_of(what, at), "md_few_records", e)
    return judge(_of(what, at), e)


def _of(what: str, at: pl.DataFrame) -> Evidence:
    """Return what a ratio is of, with the number of records it was measured on."""
    return Evidence(what, {"records": partial(so_many, select.rows_of(at)) if at.height else "0"})


def _others(runs: pl.DataFrame, what: str, case: str) -> list[Evidence]:
    """Return what other systems of documents gave over MySQL, and MongoDB where commits do not wait: none decides."""
    most = source_sizes(runs, case)[-1]
    shown: list[Evidence] = []
    for engine in (FERRET, PG):
        ratios = ((at, rate(at, (engine, case), (MY, case))) for at in reversed(sizes(runs, case)))
        shown += [_beside(f"{what}_{engine}", at, e) for at, e in ratios if e][:1]
    later = runs.filter(pl.col("scale") == select.largest_scale(most), pl.col("durability") == "relaxed")
    relaxed = case.replace("full.", "relaxed.", 1)
    return shown + beside(f"{what}_relaxed", rate(later, (MONGO, relaxed), (MY, relaxed)))


def _beside(what: str, at: pl.DataFrame, e: Estimate) -> Evidence:
    return Evidence("md_beside", {"what": what, "ratio": e, "records": partial(so_many, select.rows_of(at))})
