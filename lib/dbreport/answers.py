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

    `value` is the best system's, in `unit`; `ratio` says how many times better it is than `next`.
    """

    need: str
    best: tuple[str, ...]
    value: Estimate
    unit: str
    next: str | None
    ratio: Estimate | None


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
    """Return the best system for each need that one experiment answers, with the ratio of the next one to it."""
    runs = select.only(runs, "default", scale, "full")
    found = []
    for name, need in NEEDS[runs["experiment"][0]].items():
        measured = {engine: _values(runs, engine, need) for engine in select.engines(runs)}
        medians = {engine: stats.median(v).value for engine, v in measured.items() if v}
        more = need.unit == "rate"
        order = sorted(medians, key=lambda engine: medians[engine], reverse=more)
        if not order:
            continue
        best = measured[order[0]]
        ratios = {
            other: stats.ratio(best, measured[other]) if more else stats.ratio(measured[other], best)
            for other in order[1:]
        }
        equals = (order[0], *(other for other, r in ratios.items() if r.decided == "no difference"))
        following = next((other for other in order if other not in equals), None)
        distance = ratios[following] if following else None
        found.append(Winner(name, equals, stats.median(best), need.unit, following, distance))
    return found


def _values(runs: pl.DataFrame, engine: str, need: Need) -> list[float]:
    parts = [select.values(runs, engine, need.case, metric) for metric in (need.metric, *need.plus)]
    return [sum(of_repeat) for of_repeat in zip(*filter(None, parts), strict=True)] if parts[0] else []


# ways to store documents ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Way:
    """The best way to store documents for one need, by one metric of which more is better, and the next one."""

    need: str
    metric: str
    best: Key
    value: float
    next: Key | None
    ratio: Estimate | None


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
    """Return the best way for each need; of databases the next one is another system's."""
    measured = compressed.kept(runs, corpus)
    least = measured[REPLACED].get("ratio") if REPLACED in measured else None
    found = []
    for need, (metric, asked) in _WAYS.items():
        values = {key: v for key, one in measured.items() if asked(one, least or 0) and (v := one.get(metric))}
        order = sorted(values, key=lambda key: -values[key])
        if not order:
            continue
        best = order[0]
        following = next((key for key in order[1:] if best[0] == FILES or key[0] != best[0]), None)
        distance = compressed.ratio(measured, best, following, metric) if following else None
        found.append(Way(need, metric, best, values[best], following, distance))
    return found
