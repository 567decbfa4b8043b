"""The claims about twenty readers, decided on what is the source's own configuration as far as it still exists."""

import polars as pl

from ...report import published
from ...report.formats import digits, seconds
from ...report.verdicts.decide import Audited, Evidence, Outcome, Verdict, beside
from ...report.verdicts.parts import about, arithmetic, decided, judged, not_comparable, over
from ...results import select
from ...stats import Estimate
from .facts import FIREBIRD, LITE, MARIA, MY, PG, SHIPPED, TOGETHER, Printed, printed, together

WITHOUT_CACHE = ("myisam", "sort_512k", "sort_4m")
"""The source's three configurations of MySQL without its query cache."""
THREE_TO_FIVE, FOUR_ORDERS = (3.0, 5.0), 1e4
SHOWN = {"cs-1": "fig-twenty", "cs-2": "fig-cache", "cs-3": "fig-memory", "cs-4": "fig-twenty", "cs-5": "tbl-work"}
"""The figure of the chapter that shows what decides a claim."""


def decide(runs: pl.DataFrame, scale: str | None = None) -> list[Verdict]:
    """Decide every claim of the concurrent_select experiment at one scale: that at which most cases were answered."""
    scale = scale or select.fullest_scale(runs)
    mine = runs.filter((pl.col("profile") == "default") & (pl.col("scale") == scale))
    verdicts = [_cs_1(mine), _cs_2(mine), _cs_3(mine), _cs_4(mine), _cs_5(mine)]
    assert [v.claim for v in verdicts] == published.claims("concurrent_select")["id"].to_list()
    return verdicts


def audit() -> list[Audited]:
    """Check what the source says of SQLite's memory against its own table: three configurations of MySQL have more."""
    memory = {one.engine + one.configuration: one.memory_bytes or 0.0 for one in printed(TOGETHER)}
    mine = memory.pop(LITE)
    more = sorted(value for value in memory.values() if value > mine)
    outcome = Outcome.OVERCLAIM if more else Outcome.HOLDS
    told = f"{more[0] / 1e6:.0f} – {more[-1] / 1e6:.0f} MB" if more else f"{max(memory.values()) / 1e6:.0f} MB"
    return [Audited("sqlite_memory", f"{mine / 1e6:.0f} MB", told, outcome)]


def _ratio(
    runs: pl.DataFrame, top: tuple[str, str], bottom: tuple[str, str], metric: str = "latency"
) -> Estimate | None:
    return select.ratio(runs, top, bottom, metric)


def _case(engine: str, way: str) -> tuple[str, str]:
    return engine, f"twenty.{way}"


def _printed(top: tuple[str, str], bottom: tuple[str, str]) -> float:
    found: dict[tuple[str, str], Printed] = together()
    return found[top].latency_s / found[bottom].latency_s


def _cs_1(runs: pl.DataFrame) -> Verdict:
    bottom = _case(PG, SHIPPED)
    parts = [
        about(f"mysql_over_postgresql_{way}", _ratio(runs, top, bottom), THREE_TO_FIVE, _printed(top, bottom))
        for way in WITHOUT_CACHE
        for top in (_case(MY, way),)
    ]
    today = _ratio(runs, _case(MY, SHIPPED), bottom)
    others = _ratio(runs, (MY, "places.shipped"), (PG, "places.shipped"))
    return decided(
        "cs-1",
        *parts,
        beside=[*beside("mysql_over_postgresql_shipped", today), *beside("mysql_over_postgresql_places", others)],
    )


def _cs_2(runs: pl.DataFrame) -> Verdict:
    """The cache is MariaDB's: it alone has kept it. Both sides have a sort buffer of 4 MB, the cache alone differs."""
    without, cached = _case(MARIA, "sort_4m"), _case(MARIA, "cache_4m")
    claimed = _printed(_case(MY, "sort_4m"), cached)
    shown = {
        "cache_too_small": (without, _case(MARIA, "cache_1m")),
        "cache_filling": (without, (MARIA, "filling.cache_4m")),
        "cache_written": ((MARIA, "written.sort_4m"), (MARIA, "written.cache_4m")),
        "cache_places": ((MARIA, "places.sort_4m"), (MARIA, "places.cache_4m")),
    }
    evidence = [entry for what, sides in shown.items() for entry in beside(what, _ratio(runs, *sides))]
    return decided("cs-2", about("cache_full", _ratio(runs, without, cached), FOUR_ORDERS, claimed), beside=evidence)


def _cs_3(runs: pl.DataFrame) -> Verdict:
    lite = _case(LITE, SHIPPED)
    others = {"postgresql": _case(PG, SHIPPED), **{f"mysql_{way}": _case(MY, way) for way in WITHOUT_CACHE}}
    slower = [
        over(f"sqlite_time_{name}", _ratio(runs, lite, other), 1, _printed(lite, other))
        for name, other in others.items()
    ]
    more = [
        over(f"sqlite_memory_{name}", _ratio(runs, lite, other, "server_memory"), 1) for name, other in others.items()
    ]
    wal = _ratio(runs, _case(LITE, "wal"), _case(PG, SHIPPED))
    return decided("cs-3", *slower, *more, *map(arithmetic, audit()), beside=beside("sqlite_wal", wal))


def _cs_4(runs: pl.DataFrame) -> Verdict:
    myisam, innodb, sorting = (_case(MY, way) for way in WITHOUT_CACHE)
    parts = [
        over("myisam_over_innodb", _ratio(runs, myisam, innodb), 1, _printed(myisam, innodb)),
        over("sort_512k_over_4m", _ratio(runs, innodb, sorting), 1, _printed(innodb, sorting)),
    ]
    maria = {
        "mariadb_myisam": (_case(MARIA, "myisam"), _case(MARIA, "sort_512k")),
        "mariadb_sort": (_case(MARIA, "sort_512k"), _case(MARIA, "sort_4m")),
        "mysql_written": ((MY, "written.myisam"), (MY, "written.sort_512k")),
    }
    evidence = [entry for what, sides in maria.items() for entry in beside(what, _ratio(runs, *sides))]
    return decided("cs-4", *parts, beside=evidence)


def _cs_5(runs: pl.DataFrame) -> Verdict:
    """A cache of answers would read nothing for one that it has; the milliseconds are those of another machine."""
    printed_s = together()[FIREBIRD, "twenty.shipped"].latency_s
    rows, answer, latency = (
        point.estimate.value if point and point.estimate else None
        for metric in ("rows_read_per_answer", "answer_rows", "latency")
        for point in (select.point(runs, FIREBIRD, "twenty.shipped", metric),)
    )
    if rows is None or answer is None or latency is None:
        return decided("cs-5", judged("firebird_again", Outcome.MISSING, printed=seconds(printed_s)))
    computes = Evidence("firebird_read", {"rows": digits(rows), "answer": digits(answer)})
    parts = [
        judged("firebird_caches", Outcome.OPPOSITE if rows >= answer else Outcome.REPRODUCED, computes),
        not_comparable("firebird_again", "firebird_machine", seconds(latency), seconds(printed_s)),
    ]
    written = _ratio(runs, (FIREBIRD, "written.shipped"), _case(FIREBIRD, SHIPPED))
    return decided("cs-5", *parts, beside=beside("firebird_written", written))
