"""The claims of the half_billion experiment, each by the source's own statements.

A limit in seconds is decided by the ratio it implies: the limit itself has a meaning at half a billion rows only. What
the source leaves open, the primary key, stands beside what decides, measured the other way.
"""

from dataclasses import replace

import polars as pl

from ... import stats
from ...report import published
from ...report.formats import count, seconds
from ...report.verdicts.decide import Audited, Evidence, Part, Verdict, beside
from ...report.verdicts.parts import about, decided, limit, no_more, not_comparable, over, same
from ...results import select, store
from ...results.store import Cell
from ...stats import Estimate
from .facts import (
    LIMIT_S,
    MY,
    PG,
    RANGE_ROWS,
    SOURCE_ROWS,
    at_source_size,
    deciding_scale,
    printed,
    printed_ratio,
    text_bytes_a_row,
)

SHOWN = {
    "hb-1": "fig-import",
    "hb-2": "fig-size",
    "hb-3": "fig-unindexed",
    "hb-4": "fig-prefix",
    "hb-5": "fig-limit",
    "hb-6": "fig-indexed",
    "hb-7": "tbl-patience",
    "hb-8": "fig-map-count",
}
"""The figure of the chapter that shows what decides a claim."""


def _limit_s(runs: pl.DataFrame, engine: str, case: str) -> float:
    """Return the time limit a case was asked under, seconds; the sources' where the samples do not tell."""
    if "limit_s" not in runs.columns:
        return LIMIT_S
    limits = runs.filter((pl.col("engine") == engine) & (pl.col("case") == case))["limit_s"].drop_nulls()
    return float(limits[0]) if len(limits) else LIMIT_S


def _slower(runs: pl.DataFrame, slow: str, fast: str, case: str) -> Estimate | None:
    """Return how many times longer one system takes; where it timed out, the least that it can be."""
    timed_out = select.point(runs, slow, case)
    took = select.values(runs, fast, case)
    if timed_out and timed_out.status == "timeout" and took:
        e, limit_s = stats.median(took), _limit_s(runs, slow, case)
        least = limit_s / e.high
        return Estimate(least or limit_s / e.value, least, float("inf"), len(took))
    return select.ratio(runs, (slow, case), (fast, case))


def _keyed(what: str, e: Estimate | None) -> list[Evidence]:
    """Return the same ratio of tables that have a primary key, where it was measured."""
    return beside(f"{what}_keyed", e) if e else []


def _hb_1(runs: pl.DataFrame) -> Verdict:
    plain, keyed = (
        select.ratio(runs, (PG, case), (MY, case), "throughput") for case in ("import.plain", "keyed.import")
    )
    part = about("import", plain, 1.5, printed_ratio("unindexed", "import", PG))
    return decided("hb-1", part, beside=_keyed("import", keyed))


def _hb_2(runs: pl.DataFrame) -> Verdict:
    text_bytes = runs.select(pl.col("text_bytes").max()).item()
    gigabytes = published.by_system("half_billion", metric="size")
    grown = {}
    for name in (PG, MY):
        size = select.values(runs, name, "size.unindexed", "size_table")
        grown[name] = stats.exact(size[0] / text_bytes) if size and text_bytes else None
    sizes = [_ratio_of_sizes(runs, case) for case in ("size.unindexed", "keyed.size")]
    parts = [
        about(f"size_{name}", e, gigabytes[name] / gigabytes["text file"], gigabytes[name] / gigabytes["text file"])
        for name, e in grown.items()
    ]
    alike = same("size_alike", sizes[0], 1.1, gigabytes[PG] / gigabytes[MY])
    return decided("hb-2", *parts, alike, beside=_keyed("size", sizes[1]))


def _ratio_of_sizes(runs: pl.DataFrame, case: str) -> Estimate | None:
    """Return the bytes of PostgreSQL over MySQL's, those of a primary key's own index included."""
    sizes = [
        sum(sum(select.values(runs, name, case, f"size_{part}")[:1]) for part in ("table", "index"))
        for name in (PG, MY)
    ]
    return stats.exact(sizes[0] / sizes[1]) if all(sizes) else None


def _hb_3(runs: pl.DataFrame) -> Verdict:
    parts = []
    for query, what in (("point", "point"), ("prefix", "prefix_unindexed")):
        implied = printed_ratio("unindexed", query)
        parts.append(over(what, _slower(runs, MY, PG, f"unindexed.{query}"), implied.value, implied))
    return decided("hb-3", *parts)


def _hb_4(runs: pl.DataFrame) -> Verdict:
    e = select.ratio(runs, (PG, "indexed.prefix"), (MY, "indexed.prefix"))
    varchar = select.ratio(runs, (PG, "indexed.prefix"), (PG, "why.prefix_varchar"))
    cut = select.ratio(runs, (PG, "indexed.prefix"), (MY, "why.prefix_client_limit"))
    return decided(
        "hb-4",
        over("prefix", e, 200, printed_ratio("indexed", "prefix", PG)),
        no_more("varchar", varchar, 1.1),
        beside=beside("prefix_cut", cut) if cut else [],
    )


def _hb_5(runs: pl.DataFrame) -> Verdict:
    whole, keyed = (
        select.ratio(runs, (PG, f"{stage}.group_range"), (MY, f"{stage}.group_range")) for stage in ("indexed", "keyed")
    )
    cut = select.ratio(runs, (MY, "limited.group_range"), (PG, "limited.group_range"))
    return decided(
        "hb-5",
        over("group_range", whole, 20, printed_ratio("indexed", "group_range", PG)),
        over("group_range_limited", cut, 15, printed_ratio("limited", "group_range")),
        beside=_keyed("group_range", keyed),
    )


def _hb_6(runs: pl.DataFrame) -> Verdict:
    """Decide by both statements that the source's words allow."""
    parts, with_key = [], []
    for how in ("range", "prefix"):
        query = f"group_segment_top_{how}"
        implied = printed_ratio("indexed", query)
        parts.append(over(f"segment_{how}", _slower(runs, MY, PG, f"indexed.{query}"), implied.value, implied))
        with_key += _keyed(f"segment_{how}", _slower(runs, MY, PG, f"keyed.{query}"))
    return decided("hb-6", *parts, beside=with_key)


def _hb_7(runs: pl.DataFrame) -> Verdict:
    """Tell what the whole table took here; only a run at the source's size could decide the claim."""
    return decided("hb-7", *(_all_groups(runs, engine) for engine in (PG, MY)))


def _all_groups(runs: pl.DataFrame, engine: str) -> Part:
    case, rows = "indexed.group_all", select.rows_of(runs)
    what, point, asked_s = f"group_all_{engine}", select.point(runs, engine, case), _limit_s(runs, engine, case)
    if rows >= SOURCE_ROWS or point is None or point.status not in ("ok", "timeout"):
        return limit(what, point, LIMIT_S, asked_s)
    bound, took = ("", point.estimate.value) if point.estimate else ("> ", asked_s)
    fields = {
        "scale": lambda lang: count(rows, lang) + ("行" if lang == "zh" else ""),
        "full": bound + seconds(took * SOURCE_ROWS / rows),
    }
    return not_comparable(what, Evidence("fewer_rows", fields), bound + seconds(took), f"> {seconds(LIMIT_S)}")


def _hb_8(runs: pl.DataFrame) -> Verdict:
    """An index makes nothing faster that scans the table: where the stored plan names none, that part is not judged."""
    e = select.ratio(runs, (MY, "unindexed.count"), (PG, "unindexed.count"))
    index = select.ratio(runs, (PG, "unindexed.count"), (PG, "indexed.count"))
    gain = printed("unindexed", "count")[PG] / printed("indexed", "count")[PG]
    scans = index is not None and _scans(runs, PG, "indexed.count")
    return decided(
        "hb-8",
        over("count", e, 1.5, printed_ratio("unindexed", "count")),
        not_comparable("count_index", "count_scans", index, gain) if scans else over("count_index", index, 1, gain),
    )


def _scans(runs: pl.DataFrame, engine: str, case: str) -> bool:
    """Tell whether the plan stored of a case names no index; where no plan is stored that is not known."""
    cell = Cell("half_billion", runs["host"][0], engine, "default", runs["scale"][0])
    found = store.details(cell.experiment, host=cell.host).get(cell)
    return found is not None and "Index" not in found.plans.get(case, "Index")


_CLIENT_BYTES_PER_S = 1e9
"""More than a client takes in over one connection on a board of the source's kind."""


def audit() -> list[Audited]:
    """Check the half_billion figures against each other."""
    audited = []
    for system in (PG, MY):
        rate, minutes = printed("unindexed", "import")[system], printed("unindexed", "import_duration")[system]
        recomputed = SOURCE_ROWS / (minutes * 60)
        outcome = "holds" if abs(recomputed / rate - 1) < 0.02 else "slip"
        audited.append(Audited(f"import_{system}", f"{rate:,.0f}", f"{recomputed:,.0f}", outcome))
    whole, limited = printed("indexed", "range")[MY], printed("limited", "range")[MY]
    needed = RANGE_ROWS * text_bytes_a_row() / whole
    outcome = "impossible" if needed > _CLIENT_BYTES_PER_S else "holds"
    audited.append(Audited("range_rows", seconds(whole), f"{needed / 1e9:.1f} GB/s", outcome))
    outcome = "impossible" if limited > 2 * whole else "holds"
    audited.append(Audited("range_limit", seconds(whole), seconds(limited), outcome))
    return audited


def decide(runs: pl.DataFrame, scale: str | None = None) -> list[Verdict]:
    """Decide every claim of the half_billion experiment at one scale: the one that `facts.deciding_scale` says."""
    runs = runs.filter(pl.col("engine").is_in([PG, MY]))
    if runs.is_empty():  # a machine with neither of the source's systems decides none of its claims
        ids = published.claims("half_billion")["id"]
        return [decided(claim) for claim in ids]
    verdicts = _every_claim(select.only(runs, "default", scale or deciding_scale(runs)))
    assert [v.claim for v in verdicts] == published.claims("half_billion")["id"].to_list()
    return verdicts


def decide_nearest(runs: pl.DataFrame, everywhere: pl.DataFrame) -> list[Verdict]:
    """Decide every claim, each part of it at the source's own size where some machine has measured that there."""
    verdicts, own = decide(runs), at_source_size(everywhere)
    if own.is_empty():
        return verdicts
    where = Evidence("own_size", {"rows": lambda lang: count(select.rows_of(own), lang), "host": own["host"][0]})
    return [_nearer(*both, where) for both in zip(verdicts, _every_claim(own), strict=True)]


def _nearer(verdict: Verdict, own: Verdict, where: Evidence) -> Verdict:
    """Return a verdict with those parts that are judged at the source's own size, and where that was."""
    if not any(part.outcome.judged for part in own.parts):
        return verdict
    parts = (
        replace(nearer, because=where) if nearer.outcome.judged else part
        for part, nearer in zip(verdict.parts or own.parts, own.parts, strict=True)
    )
    return decided(verdict.claim, *parts, beside=verdict.evidence)


def _every_claim(runs: pl.DataFrame) -> list[Verdict]:
    return [
        *(_hb_1(runs), _hb_2(runs), _hb_3(runs), _hb_4(runs)),
        *(_hb_5(runs), _hb_6(runs), _hb_7(runs), _hb_8(runs)),
    ]
