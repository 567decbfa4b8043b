"""The front page's answers: which system is best for which need, and how far the next one is. Decided by code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import polars as pl

from . import compressed, select, stats
from .compressed import FILES, Kept, Key
from .stats import Estimate


@dataclass(frozen=True, slots=True)
class Winner:
    """The best system for one need, those that cannot be told from it, and the next one's distance.

    `value` is the best system's, in `unit`; `ratio` says how many times better it is than `next`. `too_few` are those
    of the best that stand there because too few values were measured to tell; `stale` tells that the case is no longer
    what is asked for.
    """

    need: str
    best: tuple[str, ...]
    value: Estimate
    unit: str
    next: str | None
    ratio: Estimate | None
    too_few: tuple[str, ...] = ()
    stale: bool = False


@dataclass(frozen=True, slots=True)
class Need:
    """The case and metric that answer a need; less is better of seconds and bytes, more of a rate.

    `plus` are metrics added to it on every system that has them.
    """

    case: str
    metric: str = "latency"
    unit: str = "seconds"
    plus: tuple[str, ...] = ()


NEEDS = {
    "half_billion": {
        "import": Need("import.bulk", "duration"),
        "point": Need("indexed.point"),
        "range": Need("indexed.range"),
        "prefix": Need("indexed.prefix"),
        "count": Need("unindexed.count"),
        "group": Need("unindexed.group_all"),
        "top": Need("indexed.top_sort"),
        "disk": Need("size.indexed", "size_table", "bytes", plus=("size_index",)),
    },
    "sysbench": {
        "transactions": Need("full.oltp_read_write", "throughput", "rate"),
        "updates": Need("full.oltp_update_index", "throughput", "rate"),
        "reads": Need("full.oltp_point_select", "throughput", "rate"),
    },
    "insert_rate": {
        "insert_one_client": Need("full.columns.1", "throughput", "rate"),
        "insert_many_clients": Need("full.columns.32", "throughput", "rate"),
        "insert_many_rows": Need("full.multi.columns", "row_throughput", "rate"),
    },
    "real_workload": {
        "lookup": Need("none.point_record.plain", "throughput", "rate"),
        "latest": Need("composite.latest_record.plain", "throughput", "rate"),
        "contains": Need("single.match_account.plain", "throughput", "rate"),
        "aggregate": Need("none.status_counts"),
    },
    "storage": {
        "records_disk": Need("size.bytes.shipped", "size_table", "bytes", plus=("size_index", "size_free")),
        "records_deleted": Need("deletes.reclaimed", "size_table", "bytes", plus=("size_index", "size_free")),
    },
    "kv_engines": {
        "kv_write": Need("sync_on.sequential_write", "throughput", "rate"),
        "kv_read": Need("sync_on.random_read", "throughput", "rate"),
        "kv_iterate": Need("sync_on.iterate_values", "throughput", "rate"),
        "kv_disk": Need("sync_on.close", "size_table", "bytes", plus=("size_values", "size_log")),
    },
}
"""What a reader may need of what each experiment measures. One class of durability: every commit synced."""


def winners(runs: pl.DataFrame, scale: str) -> list[Winner]:
    """Return the best system for each need that one experiment answers, with the ratio of the next one to it.

    Which system comes first is itself a draw: of equal ones the luckiest does, and its lead is the largest of several.
    So the first is set against each of the others, and what is claimed holds for all these ratios at once: with k
    systems each interval may miss k - 1 times more seldom (Bonferroni). Every system that the first is not decidedly
    better than is named beside it. The truly best system is then left out in at most 5 % of cases, whichever came
    first: comparisons with the best, as in Hsu, Multiple Comparisons (1996), chapter 4.
    """
    runs = select.only(runs, "default", scale, "full")
    stale = set(runs.filter("stale")["case"]) if "stale" in runs.columns else set()
    found = []
    for name, need in NEEDS[runs["experiment"][0]].items():
        measured = {engine: _taken(runs, engine, need) for engine in select.engines(runs)}
        medians = {engine: stats.median(v["value"].to_list()).value for engine, v in measured.items() if len(v)}
        more = need.unit == "rate"
        order = sorted(medians, key=lambda engine: medians[engine], reverse=more)
        if not order:
            continue
        ratios = {
            other: _times_better(measured[order[0]], measured[other], need, comparisons=len(order) - 1)
            for other in order[1:]
        }
        equals = (order[0], *(other for other, r in ratios.items() if r.decided != "more"))
        following = next((other for other in order if other not in equals), None)
        value = select.estimate(need.metric, measured[order[0]]["value"].to_list())
        too_few = tuple(other for other, r in ratios.items() if r.decided == "too few")
        distance = ratios[following] if following else None
        found.append(Winner(name, equals, value, need.unit, following, distance, too_few, need.case in stale))
    return found


def _taken(runs: pl.DataFrame, engine: str, need: Need) -> pl.DataFrame:
    """Return what a need asks of one system, round by round, with what is added to it."""
    parts = [select.taken(runs, engine, need.case, metric) for metric in (need.metric, *need.plus)]
    if parts[0].is_empty():
        return parts[0]
    every = pl.concat(part for part in parts if len(part))
    return every.group_by(pl.exclude("value"), maintain_order=True).agg(pl.col("value").sum())


def _times_better(best: pl.DataFrame, other: pl.DataFrame, need: Need, comparisons: int) -> Estimate:
    sides = (best, other) if need.unit == "rate" else (other, best)
    ratio = select.compare(*sides, need.metric, in_rounds=True, comparisons=comparisons)
    assert ratio is not None
    return ratio


# ways to store documents ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Way:
    """The best way to store documents for one need, by one metric of which more is better, and the next one.

    `equals` are the ways that cannot be told from the best, `too_few` those measured too few times to tell.
    """

    need: str
    metric: str
    best: Key
    value: float
    next: Key | None
    ratio: Estimate | None
    equals: tuple[Key, ...] = ()
    too_few: tuple[Key, ...] = ()


REPLACED = (FILES, "zlib_6")
"""What the source used to store pages by: who replaces it must be as small."""


def _alone(one: Kept) -> bool:
    return one.facts is not None and one.facts.fetched_alone


_WAYS: dict[str, tuple[str, Callable[[Kept, float], bool]]] = {
    "pages_alone": ("ratio", lambda one, _: _alone(one)),
    "pages_quick": ("compress_throughput", lambda one, least: _alone(one) and (one.get("ratio") or 0) >= least),
    "pages_database": ("ratio", lambda one, _: one.engine != FILES),
}
"""The needs of who stores documents: the metric, and who is asked, given how small zlib makes them."""


def ways(runs: pl.DataFrame, corpus: str = "profiles") -> list[Way]:
    """Return the best way for each need, those not decidedly worse, and the next; of databases another system's.

    All ways asked are compared with the best at once, as in `winners`.
    """
    measured = compressed.kept(runs, corpus)
    least = measured[REPLACED].get("ratio") if REPLACED in measured else None
    found = []
    for need, (metric, asked) in _WAYS.items():
        values = {key: v for key, one in measured.items() if asked(one, least or 0) and (v := one.get(metric))}
        order = sorted(values, key=lambda key: -values[key])
        if not order:
            continue
        best = order[0]
        others = [key for key in order[1:] if best[0] == FILES or key[0] != best[0]]
        ratios = {
            key: e for key in others if (e := compressed.ratio(measured, best, key, metric, comparisons=len(others)))
        }
        said = {key: e.decided for key, e in ratios.items()}
        equals, too_few = (
            tuple(key for key in said if said[key] in what) for what in (("no difference", "less"), ("too few",))
        )
        following = next((key for key in said if said[key] == "more"), None)
        distance = ratios[following] if following else None
        found.append(Way(need, metric, best, values[best], following, distance, equals, too_few))
    return found
