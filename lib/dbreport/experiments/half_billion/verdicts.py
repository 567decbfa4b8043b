"""The claims of the half_billion experiment. A limit in seconds is decided by the ratio it implies: the limit
itself has a meaning at half a billion rows only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import polars as pl

from ... import stats
from ...report import published
from ...report.formats import count, seconds
from ...report.verdicts.decide import Audited, Evidence, Outcome, Verdict, about, both, evidence, missing, over
from ...results import select
from ...stats import Estimate

LIMIT_S = 300.0
PG, MY = "postgresql", "mysql"
NO_INDEX, INDEX, LIMITED = "unindexed", "btree index on phone", "btree index on phone, limit 1000"
"""Tables of the source."""


def _printed(query: str, table: str, over_system: str = PG) -> float:
    """Return a printed ratio, so that it is the sources' own and not typed again."""
    latency = published.figures("half_billion").filter(
        (pl.col("table") == table) & (pl.col("case") == query) & ~pl.col("configuration").str.contains("limit 100$")
    )
    value = {row["system"]: row["value"] for row in latency.to_dicts()}
    under_system = MY if over_system == PG else PG
    return (value[over_system] or LIMIT_S) / value[under_system]


def _limit_s(runs: pl.DataFrame, engine: str, case: str) -> float:
    """Return the time limit a case was asked under, seconds; the sources' where the samples do not tell."""
    if "limit_s" not in runs.columns:
        return LIMIT_S
    found = runs.filter((pl.col("engine") == engine) & (pl.col("case") == case))["limit_s"].drop_nulls()
    return float(found[0]) if len(found) else LIMIT_S


def _slower(runs: pl.DataFrame, slow: str, fast: str, case: str) -> Estimate | None:
    """Return how many times longer one system takes; where it timed out, the least that it can be."""
    timed_out = select.point(runs, slow, case)
    took = select.values(runs, fast, case)
    if timed_out and timed_out.status == "timeout" and took:
        e, limit_s = stats.median(took), _limit_s(runs, slow, case)
        least = limit_s / e.high
        return Estimate(least or limit_s / e.value, least, float("inf"), len(took))
    return select.ratio(runs, (slow, case), (fast, case))


def _hb_1(runs: pl.DataFrame, text_bytes: int) -> Verdict:
    e = select.ratio(runs, (PG, "import.plain"), (MY, "import.plain"), "throughput")
    return Verdict("hb-1", about(e, 1.5), evidence("import", e, _printed("import", NO_INDEX)))


def _hb_2(runs: pl.DataFrame, text_bytes: int) -> Verdict:
    size = {n: select.values(runs, n, "size.unindexed", "size_table") for n in (PG, MY)}
    figures = published.figures("half_billion").filter(pl.col("metric") == "size")
    if not all(size.values()) or not text_bytes:
        return missing("hb-2")
    pg, my = size[PG][0] / text_bytes, size[MY][0] / text_bytes
    gigabytes = {row["system"]: row["value"] for row in figures.to_dicts()}
    printed = gigabytes[PG] / gigabytes["text file"]
    same = max(pg, my) / min(pg, my) <= 1.1 and all(0.75 <= x / printed <= 1.25 for x in (pg, my))
    grows = pg > 1.5 and my > 1.5
    outcome = Outcome.REPRODUCED if same else Outcome.DIRECTION if grows else Outcome.NOT_REPRODUCED
    return Verdict("hb-2", outcome, [Evidence("size", {"pg": pg, "my": my, "printed": printed})])


def _hb_3(runs: pl.DataFrame, text_bytes: int) -> Verdict:
    implied = _printed("point", NO_INDEX, MY)
    found = {q: _slower(runs, MY, PG, f"unindexed.{q}") for q in ("point", "prefix")}
    shown = evidence("point", found["point"], implied, "> ")
    shown += evidence("prefix_unindexed", found["prefix"], implied, "> ")
    return Verdict("hb-3", both(*(over(e, implied) for e in found.values())), shown)


def _hb_4(runs: pl.DataFrame, text_bytes: int) -> Verdict:
    e = select.ratio(runs, (PG, "indexed.prefix"), (MY, "indexed.prefix"))
    varchar = select.ratio(runs, (PG, "why.prefix_varchar"), (PG, "indexed.prefix"))
    no_help = Outcome.UNTESTABLE
    if varchar is not None and varchar.decided != "too few":
        no_help = Outcome.NOT_REPRODUCED if varchar.high < 0.8 else Outcome.REPRODUCED
    outcome = both(over(e, 200), no_help)
    return Verdict(
        "hb-4", outcome, evidence("prefix", e, _printed("prefix", INDEX)) + evidence("varchar", varchar, 1, "≈ ")
    )


def _hb_5(runs: pl.DataFrame, text_bytes: int) -> Verdict:
    whole = select.ratio(runs, (PG, "indexed.group_range"), (MY, "indexed.group_range"))
    cut = select.ratio(runs, (MY, "limited.group_range"), (PG, "limited.group_range"))
    shown = evidence("group_range", whole, _printed("group_range", INDEX))
    shown += evidence("group_range_limited", cut, _printed("group_range", LIMITED, MY))
    return Verdict("hb-5", both(over(whole, 20), over(cut, 15)), shown)


def _hb_6(runs: pl.DataFrame, text_bytes: int) -> Verdict:
    e = _slower(runs, MY, PG, "indexed.group_segment_top")
    implied = _printed("group_segment_top", "number segment top 1000", MY)
    return Verdict("hb-6", over(e, implied), evidence("segment", e, implied, "> "))


def _hb_7(runs: pl.DataFrame, text_bytes: int) -> Verdict:
    """Tell what the whole table took here; only a run at the source's size could decide the claim."""
    case, rows = "indexed.group_all", select.rows_of(runs)
    points = {n: select.point(runs, n, case) for n in (PG, MY)}
    if rows >= 500_000_000 and all(p is not None and p.status in ("ok", "timeout") for p in points.values()):
        timed_out = [p is not None and p.status == "timeout" for p in points.values()]
        outcome = Outcome.REPRODUCED if all(timed_out) else Outcome.NOT_REPRODUCED
        return Verdict("hb-7", outcome, [])
    if not all(p is not None and p.status in ("ok", "timeout") for p in points.values()):
        return missing("hb-7")
    fields: dict[str, Any] = {"scale": lambda lang: count(rows, lang) + ("行" if lang == "zh" else "")}
    for key, name in (("pg", PG), ("my", MY)):
        point = points[name]
        bound, took = ("> ", _limit_s(runs, name, case))
        if point and point.estimate:
            bound, took = "", point.estimate.value
        fields |= {key: bound + seconds(took), f"{key}_full": bound + seconds(took * 500_000_000 / rows)}
    return Verdict("hb-7", Outcome.UNTESTABLE, [Evidence("group_all", fields)])


def _hb_8(runs: pl.DataFrame, text_bytes: int) -> Verdict:
    e = select.ratio(runs, (MY, "unindexed.count"), (PG, "unindexed.count"))
    index = select.ratio(runs, (PG, "indexed.count"), (PG, "unindexed.count"))
    faster = Outcome.UNTESTABLE
    if index is not None:
        faster = {
            "less": Outcome.REPRODUCED,
            "no difference": Outcome.NO_DIFFERENCE,
            "more": Outcome.NOT_REPRODUCED,
            "too few": Outcome.UNTESTABLE,
        }[index.decided]
    figures = published.figures("half_billion").filter((pl.col("case") == "count") & (pl.col("system") == PG))
    printed = {row["table"]: row["value"] for row in figures.to_dicts()}
    shown = evidence("count", e, _printed("count", NO_INDEX, MY))
    shown += evidence("count_index", index, printed[INDEX] / printed[NO_INDEX])
    return Verdict("hb-8", both(over(e, 1.5), faster), shown)


_CLIENT_BYTES_PER_S = 1e9
"""More than a client takes in over one connection on a board of the source's kind."""


def audit() -> list[Audited]:
    """Check the half_billion figures against each other."""
    rows = published.figures("half_billion").to_dicts()

    def value(case: str, system: str, table: str = NO_INDEX) -> float:
        return next(r["value"] for r in rows if (r["case"], r["system"], r["table"]) == (case, system, table))

    found = []
    for system in (PG, MY):
        rate, minutes = value("import", system), value("import_duration", system)
        recomputed = 500e6 / (minutes * 60)
        outcome = "holds" if abs(recomputed / rate - 1) < 0.02 else "slip"
        found.append(Audited(f"import_{system}", f"{rate:,.0f}", f"{recomputed:,.0f}", outcome))
    took = value("range", MY, INDEX)
    needed = 1e6 * 22 / took  # a million rows of 22 bytes of text
    outcome = "impossible" if needed > _CLIENT_BYTES_PER_S else "holds"
    found.append(Audited("range_rows", seconds(took), f"{needed / 1e9:.1f} GB/s", outcome))
    limited, whole = value("range", MY, LIMITED), value("range", MY, INDEX)
    outcome = "impossible" if limited > 2 * whole else "holds"
    found.append(Audited("range_limit", seconds(whole), seconds(limited), outcome))
    return found


_CLAIMS: tuple[Callable[[pl.DataFrame, int], Verdict], ...] = (
    _hb_1, _hb_2, _hb_3, _hb_4, _hb_5, _hb_6, _hb_7, _hb_8,
)  # fmt: skip


def decide(runs: pl.DataFrame, scale: str | None = None, text_bytes: int = 0) -> list[Verdict]:
    """Decide every claim of the half_billion experiment at one scale (the largest with both systems)."""
    runs = runs.filter(pl.col("engine").is_in([PG, MY]))
    in_both = pl.col("engine").n_unique().over("profile", "scale") == 2
    shared = runs.filter(in_both & (pl.col("profile") == "default"))
    if runs.is_empty():  # a machine with neither of the source's systems decides none of its claims
        ids = published.claims("half_billion")["id"]
        return [missing(claim) for claim in ids]
    runs = select.only(runs, "default", scale or (select.largest_scale(shared) if shared.height else None))
    found = [verdict(runs, text_bytes) for verdict in _CLAIMS]
    assert [v.claim for v in found] == published.claims("half_billion")["id"].to_list()
    return found
