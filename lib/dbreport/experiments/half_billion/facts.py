"""What charts, tables and verdicts of this experiment share, computed once."""

import math
from dataclasses import dataclass, replace

import polars as pl

from ... import stats
from ...engines.systems import SYSTEMS
from ...report import published
from ...report.advice import Ask
from ...report.answers import Need
from ...report.formats import case_label
from ...report.front import Front
from ...report.words import word
from ...results import select
from ...stats import Estimate
from .queries import QUERIES

NEEDS = {
    "import": Need("import.bulk", "duration"),
    "point": Need("indexed.point"),
    "range": Need("indexed.range"),
    "prefix": Need("indexed.prefix"),
    "count": Need("unindexed.count"),
    "group": Need("unindexed.group_all_totals"),
    "top": Need("indexed.top_sort"),
    "disk": Need("size.indexed", "size_table", "bytes", plus=("size_index",)),
}
"""What a reader may need of it, and the case and metric that answer. One class of durability: every commit synced."""
JOBS = {
    "analytics": (Ask("group", disk="disk"),),
    "bulk": (Ask("import", {"plain_import": "import.plain"}, disk="disk"),),
    "search": (Ask("prefix", {"no_index": "unindexed.prefix"}),),
}
"""The jobs it speaks of, and the needs that decide them."""

GROWING = {
    "import.bulk": "duration",
    "index.build": "duration",
    "unindexed.count": "latency",
    "unindexed.prefix": "latency",
    "unindexed.group_all_totals": "latency",
    "indexed.range": "latency",
    "indexed.group_range_star": "latency",
}
"""Stages of which the cost is set against the rows, and what tells it."""

FRONT = Front("tbl-answer", "tbl-measured")

PRINTED_STATEMENTS = {
    "count": "SELECT count(*) FROM tmp",
    "point": "SELECT * FROM tmp WHERE phone = ?",
    "range": "SELECT * FROM tmp WHERE phone BETWEEN ? AND ?",
    "prefix": "SELECT * FROM tmp WHERE phone LIKE 'x%'",
    "group_all": "SELECT phone, count(uid) FROM tmp GROUP BY phone",
    "group_range": "SELECT phone, count(uid) FROM tmp WHERE phone BETWEEN ? AND ? GROUP BY phone",
    "top_sort": "SELECT phone FROM tmp ORDER BY phone DESC LIMIT 1000",
}
"""As the source prints them; the grouping of a segment it does not print."""
PG, MY = "postgresql", "mysql"
"""The source's systems."""
SOURCE_ROWS, RANGE_ROWS, LIMIT_S = 500_000_000, 1_000_000, 300.0
"""The source's table, the rows a range selects, and its time limit: all that is known of what ran into it."""
CONFIGURATIONS = {
    "unindexed": "default, no index",
    "indexed": "default, btree(phone)",
    "limited": "default, btree(phone), limit 1000",
    "segment": "btree(phone), 100-million-number segment",
    "patient": "tuned, whole table after indexing",
}
"""Stages, as the source names them."""
_PRINTED_AS = {("indexed", f"group_segment_top_{how}"): ("segment", "group_segment_top") for how in ("range", "prefix")}
"""Whose printed figure stands under another stage or name: one printed segment, asked for in two ways."""


def staged(case: str, lang: str) -> str:
    """Return the label of a statement with the stage it is asked at; of other cases the label alone."""
    stage, label = case.partition(".")[0], case_label(case, lang)
    return f"{label} · {word(f'stage.{stage}', lang)}" if stage in ("unindexed", "indexed") else label


def printed(stage: str, case: str) -> dict[str, float]:
    """Return what the source printed of a case by system, in its own unit."""
    stage, case = _PRINTED_AS.get((stage, case), (stage, case))
    return published.by_system("half_billion", case=case, configuration=CONFIGURATIONS[stage])


def text_bytes_a_row() -> float:
    """Return the bytes of text a row of the source's has, by its own figures."""
    return published.by_system("half_billion", case="source_file")["text file"] * 1e9 / SOURCE_ROWS


def printed_ratio(stage: str, case: str, over: str = MY) -> Estimate:
    """Return one system over the other as printed; an upper bound of infinity marks a timeout."""
    values = printed(stage, case)
    above, below = values[over], values[MY if over == PG else PG]
    if math.isfinite(above):
        return stats.exact(above / below)
    return Estimate(LIMIT_S / below, LIMIT_S / below, math.inf, 1)


def printed_ratios() -> dict[tuple[str, str], Estimate]:
    """Return MySQL over PostgreSQL by (stage, query), wherever the source printed PostgreSQL's time."""
    return {
        (stage, query): printed_ratio(stage, query)
        for stage in ("unindexed", "indexed", "limited")
        for query in QUERIES
        if math.isfinite(printed(stage, query).get(PG, math.inf))
    }


@dataclass(frozen=True, slots=True)
class Compared:
    """MySQL over PostgreSQL at one query, as printed and as measured; `measured` is None where it was not."""

    stage: str
    query: str
    printed: Estimate
    measured: Estimate | None

    @property
    def bound(self) -> bool:
        """Tell whether the printed ratio is only the least that it can be."""
        return math.isinf(self.printed.high)


def compared(runs: pl.DataFrame) -> list[Compared]:
    """Set our ratios beside all printed ones; of samples of one class."""
    return [
        Compared(stage, query, ratio, select.ratio(runs, (MY, f"{stage}.{query}"), (PG, f"{stage}.{query}")))
        for (stage, query), ratio in printed_ratios().items()
    ]


@dataclass(frozen=True, slots=True)
class Timed:
    """One printed time by system, seconds; infinity for one over the limit. `case` is the same work here.

    A system of which nothing is printed is not in it.
    """

    case: str
    printed: dict[str, float]


def printed_times() -> list[Timed]:
    """Return every printed time of a statement, in the order of the source's stages."""
    timed = [
        Timed(f"{stage}.{query}", values)
        for stage in ("unindexed", "indexed", "limited")
        for query in QUERIES
        if (values := printed(stage, query))
    ]
    hundred = published.by_system("half_billion", configuration="default, btree(phone), limit 100")
    return [*timed, Timed("limited.prefix_100", hundred)]


def deciding_scale(runs: pl.DataFrame) -> str:
    """Return the scale at which the source's systems, as shipped, both ran most of what it printed a time of.

    The larger of equals, so that no part of a claim is left out for a scale at which fewer statements were run.
    """
    asked = [timed.case for timed in printed_times()]
    shipped = runs.filter((pl.col("profile") == "default") & pl.col("case").is_in(asked))
    ran = {key: part["case"].n_unique() for key, part in shipped.partition_by("scale", "engine", as_dict=True).items()}
    scales = select.scales(runs)
    return max(scales, key=lambda scale: (min(ran.get((scale, name), 0) for name in (PG, MY)), scales.index(scale)))


def at_source_size(everywhere: pl.DataFrame) -> pl.DataFrame:
    """Return what was measured as shipped at the source's own size, on the one machine that tells most of its systems.

    Few machines have the time and the room for half a billion rows of every system: samples of any machine are taken,
    and of one alone. None where no machine was measured at that size.
    """
    asked = [timed.case for timed in printed_times()]
    shipped = everywhere.filter((pl.col("profile") == "default") & (pl.col("rows") >= SOURCE_ROWS))
    printed_here = shipped.filter(pl.col("engine").is_in([PG, MY]) & pl.col("case").is_in(asked))
    told = printed_here.group_by("host").agg(pl.struct("engine", "case").n_unique().alias("told"))
    return shipped.filter(pl.col("host").is_in(told.sort("told", "host")["host"].tail(1).implode()))


def slowed(own: pl.DataFrame, everywhere: pl.DataFrame) -> list[float]:
    """Return how many times longer the fixed work took the processor during samples than in its best session.

    Of one machine's samples, a number for each session that they are of, the least first, against all sessions of that
    machine; 1 for the best.
    """
    timed = everywhere.filter((pl.col("metric") == "calibration_processor") & (pl.col("host") == own["host"][0]))
    during = timed.filter(pl.col("run_id").is_in(own["run_id"].implode()))
    best, *_ = _by_session(timed)
    return [took_s / best for took_s in _by_session(during)]


def _by_session(timed: pl.DataFrame) -> list[float]:
    return timed.group_by("session").agg(pl.col("value").median())["value"].sort().to_list()


def larger_scale(runs: pl.DataFrame) -> str:
    """Return the largest scale at which both of the source's systems were measured as shipped, the largest if none."""
    shipped = runs.filter(pl.col("profile") == "default")
    own, other = (select.scales(shipped.filter(pl.col("engine") == name)) for name in (PG, MY))
    return next((scale for scale in reversed(own) if scale in other), select.shipped_scale(runs))


def tuned_scale(runs: pl.DataFrame) -> str:
    """Return the largest scale that was measured in both profiles, the one with most answers where there is none."""
    shipped, tuned = (select.scales(runs.filter(pl.col("profile") == profile)) for profile in ("default", "tuned"))
    return next((scale for scale in reversed(shipped) if scale in tuned), select.fullest_scale(runs))


def exponent(few: pl.DataFrame, many: pl.DataFrame, engine: str, case: str, metric: str) -> Estimate | None:
    """Return to which power of the rows a case's time grows between two numbers of rows: 1 is in proportion.

    None where it was not timed at both, or the interval of the ratio says nothing.
    """
    e = select.across((many, engine, case), (few, engine, case), metric)
    if e is None or not e.has_interval:
        return None
    grown = math.log(select.rows_of(many) / select.rows_of(few))
    return replace(e, value=math.log(e.value) / grown, low=math.log(e.low) / grown, high=math.log(e.high) / grown)


def printed_all_groups_s() -> float:
    """Return the seconds that all groups took after tuning; the source does not say on which system."""
    (seconds,) = published.by_system("half_billion", configuration=CONFIGURATIONS["patient"]).values()
    return seconds


def busy(runs: pl.DataFrame, engine: str, case: str, took: str = "duration") -> Estimate | None:
    """Return how many processors a system kept busy on average; None where that is not known.

    A bulk load stops its clock while it makes rows. The processor time of a server is its own; that of a system inside
    the process that makes them has theirs in it, and says nothing over a time that leaves it out.

    `took` is the metric of how long it lasted: an import has a duration, a statement a latency.
    """
    if case == "import.bulk" and SYSTEMS[engine].kind == "process":
        return None
    together = select.together(runs, engine, case, "server_cpu", took)
    return stats.median([cpu_s / took_s for cpu_s, took_s in together]) if together else None
