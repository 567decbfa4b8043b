"""The claims of the half_billion experiment. A limit in seconds is decided by the ratio it implies: the limit
itself has a meaning at half a billion rows only."""

from __future__ import annotations

from typing import Any

import polars as pl

from ... import stats
from ...report import published
from ...report.formats import count, seconds
from ...report.verdicts.decide import Audited, Evidence, Outcome, Verdict, about, both, evidence, missing, over
from ...results import select
from ...stats import Estimate
from .facts import LIMIT_S, MY, PG, SOURCE_ROWS, printed, printed_ratio


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


def _hb_1(runs: pl.DataFrame) -> Verdict:
    e = select.ratio(runs, (PG, "import.plain"), (MY, "import.plain"), "throughput")
    return Verdict("hb-1", about(e, 1.5), evidence("import", e, printed_ratio("unindexed", "import", PG).value))


def _hb_2(runs: pl.DataFrame, text_bytes: int) -> Verdict:
    size = {n: select.values(runs, n, "size.unindexed", "size_table") for n in (PG, MY)}
    if not all(size.values()) or not text_bytes:
        return missing("hb-2")
    pg, my = size[PG][0] / text_bytes, size[MY][0] / text_bytes
    gigabytes = published.by_system("half_billion", metric="size")
    claimed = gigabytes[PG] / gigabytes["text file"]
    same = max(pg, my) / min(pg, my) <= 1.1 and all(0.75 <= x / claimed <= 1.25 for x in (pg, my))
    grows = pg > 1.5 and my > 1.5
    outcome = Outcome.REPRODUCED if same else Outcome.DIRECTION if grows else Outcome.NOT_REPRODUCED
    return Verdict("hb-2", outcome, [Evidence("size", {"pg": pg, "my": my, "printed": claimed})])


def _hb_3(runs: pl.DataFrame) -> Verdict:
    implied = printed_ratio("unindexed", "point").value
    point, prefix = (_slower(runs, MY, PG, f"unindexed.{query}") for query in ("point", "prefix"))
    shown = evidence("point", point, implied, "> ") + evidence("prefix_unindexed", prefix, implied, "> ")
    return Verdict("hb-3", both(over(point, implied), over(prefix, implied)), shown)


def _hb_4(runs: pl.DataFrame) -> Verdict:
    e = select.ratio(runs, (PG, "indexed.prefix"), (MY, "indexed.prefix"))
    varchar = select.ratio(runs, (PG, "why.prefix_varchar"), (PG, "indexed.prefix"))
    no_help = Outcome.UNTESTABLE
    if varchar is not None and varchar.decided != "too few":
        no_help = Outcome.NOT_REPRODUCED if varchar.high < 0.8 else Outcome.REPRODUCED
    shown = evidence("prefix", e, printed_ratio("indexed", "prefix", PG).value) + evidence("varchar", varchar, 1, "≈ ")
    return Verdict("hb-4", both(over(e, 200), no_help), shown)


def _hb_5(runs: pl.DataFrame) -> Verdict:
    whole = select.ratio(runs, (PG, "indexed.group_range"), (MY, "indexed.group_range"))
    cut = select.ratio(runs, (MY, "limited.group_range"), (PG, "limited.group_range"))
    shown = evidence("group_range", whole, printed_ratio("indexed", "group_range", PG).value)
    shown += evidence("group_range_limited", cut, printed_ratio("limited", "group_range").value)
    return Verdict("hb-5", both(over(whole, 20), over(cut, 15)), shown)


def _hb_6(runs: pl.DataFrame) -> Verdict:
    e = _slower(runs, MY, PG, "indexed.group_segment_top")
    implied = printed_ratio("segment", "group_segment_top").value
    return Verdict("hb-6", over(e, implied), evidence("segment", e, implied, "> "))


def _hb_7(runs: pl.DataFrame) -> Verdict:
    """Tell what the whole table took here; only a run at the source's size could decide the claim."""
    case, rows = "indexed.group_all", select.rows_of(runs)
    measured = (select.point(runs, engine, case) for engine in (PG, MY))
    points = [point for point in measured if point and point.status in ("ok", "timeout")]
    if len(points) < 2:
        return missing("hb-7")
    if rows >= SOURCE_ROWS:
        timed_out = all(point.status == "timeout" for point in points)
        return Verdict("hb-7", Outcome.REPRODUCED if timed_out else Outcome.NOT_REPRODUCED, [])
    fields: dict[str, Any] = {"scale": lambda lang: count(rows, lang) + ("行" if lang == "zh" else "")}
    for key, point in zip(("pg", "my"), points, strict=True):
        took = point.estimate.value if point.estimate else _limit_s(runs, point.engine, case)
        bound = "" if point.estimate else "> "
        fields |= {key: bound + seconds(took), f"{key}_full": bound + seconds(took * SOURCE_ROWS / rows)}
    return Verdict("hb-7", Outcome.UNTESTABLE, [Evidence("group_all", fields)])


def _hb_8(runs: pl.DataFrame) -> Verdict:
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
    shown = evidence("count", e, printed_ratio("unindexed", "count").value)
    shown += evidence("count_index", index, printed("indexed", "count")[PG] / printed("unindexed", "count")[PG])
    return Verdict("hb-8", both(over(e, 1.5), faster), shown)


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
    needed = 1e6 * 22 / whole  # a million rows of 22 bytes of text
    outcome = "impossible" if needed > _CLIENT_BYTES_PER_S else "holds"
    audited.append(Audited("range_rows", seconds(whole), f"{needed / 1e9:.1f} GB/s", outcome))
    outcome = "impossible" if limited > 2 * whole else "holds"
    audited.append(Audited("range_limit", seconds(whole), seconds(limited), outcome))
    return audited


def decide(runs: pl.DataFrame, scale: str | None = None, text_bytes: int = 0) -> list[Verdict]:
    """Decide every claim of the half_billion experiment at one scale (the largest with both systems)."""
    runs = runs.filter(pl.col("engine").is_in([PG, MY]))
    in_both = pl.col("engine").n_unique().over("profile", "scale") == 2
    shared = runs.filter(in_both & (pl.col("profile") == "default"))
    if runs.is_empty():  # a machine with neither of the source's systems decides none of its claims
        ids = published.claims("half_billion")["id"]
        return [missing(claim) for claim in ids]
    runs = select.only(runs, "default", scale or (select.largest_scale(shared) if shared.height else None))
    verdicts = [
        *(_hb_1(runs), _hb_2(runs, text_bytes), _hb_3(runs), _hb_4(runs)),
        *(_hb_5(runs), _hb_6(runs), _hb_7(runs), _hb_8(runs)),
    ]
    assert [v.claim for v in verdicts] == published.claims("half_billion")["id"].to_list()
    return verdicts
