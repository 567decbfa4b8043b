"""The claims about storage. Sizes follow from the data: they are taken once, and a ratio of two is exact."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import polars as pl

from ... import stats
from ...report import published
from ...report.formats import digits
from ...report.verdicts.decide import MISSING, Evidence, Outcome, Verdict, about, both, evidence, missing, sizes
from ...report.words import word
from ...results import select
from ...stats import Estimate
from .charts import base64_ratio, peak_shares, storage_ways, stored_whole

PG, MY = "postgresql", "mysql"
WAY = {PG: "lz4", MY: "row_compressed"}
"""How the source stored the table on each; its pages were base64 text."""
BASE64 = 4 / 3
SAME_SIZE, BLOCKED_SHARE = 0.05, 0.5
"""Sizes within a twentieth are the same; a client held up for half of a statement was blocked by it."""


def decide(runs: pl.DataFrame, scale: str | None = None, text_bytes: int = 0) -> list[Verdict]:
    """Decide every claim of the storage experiment at one scale (the largest there is)."""
    runs = select.only(runs, "default", scale)
    found = [decide(runs) for decide in (_st_1, _st_2, _st_3, _st_4, _st_5)]
    assert [v.claim for v in found] == published.claims("storage")["id"].to_list()
    return found


def raw_column(runs: pl.DataFrame, engine: str) -> float | None:
    """Return bytes on disk of the raw pages: what the table gave back when they were dropped."""
    before, after = (stored_whole(runs, engine, f"life.{state}") for state in ("without_copy", "without_raw"))
    return before - after if before is not None and after is not None else None


def printed(case: str, system: str, table: str) -> float:
    """Return one figure of the source's storage tables, in its own unit."""
    figures = published.figures("storage").filter(
        (pl.col("case") == case) & (pl.col("system") == system) & (pl.col("table") == table)
    )
    return float(figures["value"][0])


def _over(over: float | None, under: float | None) -> Estimate | None:
    return stats.exact(over / under) if over and under else None


def more_by(e: Estimate | None, claimed: float) -> Outcome:
    """Decide a claim of so much more or less than as much: what is beyond 1, within a quarter of what is claimed."""
    if e is None:
        return Outcome.UNTESTABLE
    if abs(e.value - 1) < SAME_SIZE:
        return Outcome.NO_DIFFERENCE
    share = (e.value - 1) / (claimed - 1)
    if 0.75 <= share <= 1.25:
        return Outcome.REPRODUCED
    return Outcome.DIRECTION if share > 0 else Outcome.NOT_REPRODUCED


def _st_1(runs: pl.DataFrame) -> Verdict:
    total = printed("total", PG, "by column") / printed("total", MY, "by column")
    column = printed("binary column", PG, "by column") / printed("binary column", MY, "by column")
    text, binary = (
        _over(*(stored_whole(runs, engine, f"size.{kind}.{WAY[engine]}") for engine in (PG, MY)))
        for kind in ("base64", "bytes")
    )
    pages = _over(raw_column(runs, PG), raw_column(runs, MY))
    shown = [*sizes("size_base64", text, total), *sizes("column_raw", pages, column)]
    if binary:
        shown.append(_alone("size_bytes", binary))
    return Verdict("st-1", both(more_by(text, total), more_by(pages, column)), shown)


def _alone(what: str, e: Estimate) -> Evidence:
    return Evidence("size_alone", {"what": partial(word, f"evidence.{what}"), "value": digits(e.value)})


def _st_2(runs: pl.DataFrame) -> Verdict:
    """A third wherever it is stored as it comes; nothing where something compresses it away again."""
    found = {pair: e for pair in storage_ways(runs) if (e := base64_ratio(runs, *pair))}
    shown: list[Evidence] = [
        Evidence("of_way", {
            "engine": partial(word, f"engine.{engine}"), "way": partial(word, f"way.{way}"), "value": digits(e.value),
        })
        for (engine, way), e in found.items()
    ]  # fmt: skip
    return Verdict("st-2", _of_all([more_by(e, BASE64) for e in found.values()]), shown or [MISSING])


def _of_all(outcomes: Sequence[Outcome]) -> Outcome:
    """Return what all cases say together: a claim that holds in some of them is right in its direction."""
    if not outcomes:
        return Outcome.UNTESTABLE
    held = outcomes.count(Outcome.REPRODUCED)
    return Outcome.DIRECTION if 0 < held < len(outcomes) else both(*outcomes)


def _st_3(runs: pl.DataFrame) -> Verdict:
    """Dead rows stay until VACUUM, the file stays until VACUUM FULL, and VACUUM FULL holds writers up."""
    cases = ("life.emptied", "life.reclaimed", "deletes.deleted", "deletes.reclaimed")
    dead = [select.values(runs, PG, case, "dead_rows") for case in cases]
    size = [select.values(runs, PG, f"life.{state}", "size_table") for state in ("emptied", "reclaimed", "compacted")]
    waited = {what: select.values(runs, PG, f"wait.{what}", "wait_write") for what in ("compact", "reclaim")}
    ran = select.values(runs, PG, "wait.compact", "duration")
    if not (all(dead) and all(size) and all(waited.values()) and ran):
        return missing("st-3")
    updated, vacuumed, deleted, swept = (values[0] for values in dead)
    emptied, reclaimed, compacted = (values[0] for values in size)
    wait_s = stats.median(waited["compact"]).value
    holds = (
        updated > vacuumed
        and deleted > swept
        and reclaimed > emptied * (1 - SAME_SIZE)
        and compacted < reclaimed
        and wait_s > BLOCKED_SHARE * stats.median(ran).value
    )
    facts = {
        "updated": f"{updated:,.0f}", "deleted": f"{deleted:,.0f}", "vacuumed": f"{max(vacuumed, swept):,.0f}",
        "reclaimed": reclaimed / emptied, "compacted": compacted / emptied,
        "wait_s": wait_s, "vacuum_wait_s": stats.median(waited["reclaim"]).value,
    }  # fmt: skip
    return Verdict("st-3", Outcome.REPRODUCED if holds else Outcome.NOT_REPRODUCED, [Evidence("vacuum", facts)])


def _st_4(runs: pl.DataFrame) -> Verdict:
    shares = peak_shares(runs, MY)
    if not shares:
        return missing("st-4")
    e = stats.median(shares)
    return Verdict("st-4", about(e, 2), evidence("optimize_peak", e, 2))


def _st_5(runs: pl.DataFrame) -> Verdict:
    after, before = (
        values[0] if (values := select.values(runs, PG, f"life.{state}", "size_out_of_line")) else None
        for state in ("without_copy", "found")
    )
    e = _over(after, before)
    share = printed("toast after deleting redundant record data", PG, "in the text") / printed("toast", PG, "by plan")
    return Verdict("st-5", more_by(e, share), sizes("toast", e, share))
