"""The claims about storage. Sizes are taken once, so a ratio of two of them has no interval."""

from __future__ import annotations

from functools import partial
from typing import Any

import polars as pl

from .. import published, select, stats
from ..charts.storage import base64_ratio
from ..stats import Estimate
from ..text import word
from .decide import Outcome, Verdict, about, both, evidence

PG, MY = "postgresql", "mysql"
WAY = {PG: "lz4", MY: "row_compressed"}
"""How the source stored the table on each."""
BASE64 = 4 / 3
SAME_SIZE, BLOCKED_SHARE = 0.05, 0.5
"""Sizes within a twentieth are the same; a client held up for half of a statement was blocked by it."""


def storage(runs: pl.DataFrame, scale: str | None = None) -> list[Verdict]:
    """Decide every claim of the storage experiment at one scale (the largest there is)."""
    runs = select.only(runs, "default", scale)
    found = [decide(runs) for decide in (_st_1, _st_2, _st_3, _st_4, _st_5)]
    assert [v.claim for v in found] == published.claims("storage")["id"].to_list()
    return found


def taken(runs: pl.DataFrame, engine: str, case: str, *parts: str) -> float | None:
    """Return bytes on disk of some parts of one case, or None where one was not measured."""
    found = [select.values(runs, engine, case, f"size_{part}") for part in parts]
    return sum(values[0] for values in found) if all(found) else None


def times_as_large(over: float | None, under: float | None) -> Estimate | None:
    return Estimate(over / under, over / under, over / under, 1) if over and under else None


def _printed(case: str, system: str, table: str) -> float:
    figures = published.figures("storage").filter(
        (pl.col("case") == case) & (pl.col("system") == system) & (pl.col("table") == table)
    )
    return float(figures["value"][0])


def _st_1(runs: pl.DataFrame) -> Verdict:
    e = times_as_large(*(taken(runs, name, f"size.bytes.{WAY[name]}", "table", "index") for name in (PG, MY)))
    printed = _printed("total", PG, "by column") / _printed("total", MY, "by column")
    shown = evidence("size_bytes", e, printed)
    text = times_as_large(
        taken(runs, PG, f"size.base64.{WAY[PG]}", "table", "index"),
        taken(runs, MY, f"size.bytes.{WAY[MY]}", "table", "index"),
    )
    if e and text:
        shown += evidence("size_base64", text, printed)
    return Verdict("st-1", about(e, printed), shown)


def _st_2(runs: pl.DataFrame) -> Verdict:
    shown: list[tuple[str, dict[str, Any]]] = []
    outcomes = []
    for engine in select.engines(runs):
        for way in _ways(runs, engine):
            e = base64_ratio(runs, engine, way)
            if e is None:
                continue
            outcomes.append(about(e, BASE64))
            facts: dict[str, Any] = {"ratio": e, "printed": f"{BASE64:.3g}", "what": "base64"}
            facts |= {"engine": partial(word, f"engine.{engine}"), "way": partial(word, f"way.{way}")}
            shown.append(("of_way", facts))
    return Verdict("st-2", both(*outcomes) if outcomes else Outcome.UNTESTABLE, shown or [("missing", {})])


def _ways(runs: pl.DataFrame, engine: str) -> list[str]:
    cases = runs.filter((pl.col("engine") == engine) & pl.col("case").str.starts_with("size.bytes."))["case"]
    return [case.removeprefix("size.bytes.") for case in cases.unique().sort().to_list()]


def _st_3(runs: pl.DataFrame) -> Verdict:
    """Dead rows stay until VACUUM, the file stays until VACUUM FULL, and VACUUM FULL holds writers up."""
    dead = [select.values(runs, PG, f"life.{state}", "dead_rows") for state in ("emptied", "reclaimed")]
    size = [taken(runs, PG, f"life.{state}", "table") for state in ("emptied", "reclaimed", "compacted")]
    waited = {what: select.values(runs, PG, f"wait.{what}", "wait_write") for what in ("compact", "reclaim")}
    ran = select.values(runs, PG, "wait.compact", "duration")
    if not (all(dead) and all(size) and all(waited.values()) and ran):
        return Verdict("st-3", Outcome.UNTESTABLE, [("missing", {})])
    emptied, reclaimed, compacted = (float(one or 0) for one in size)
    wait_s = stats.median(waited["compact"]).value
    holds = (
        dead[0][0] > dead[1][0]
        and reclaimed > emptied * (1 - SAME_SIZE)
        and compacted < reclaimed
        and wait_s > BLOCKED_SHARE * stats.median(ran).value
    )
    facts = {"reclaimed": reclaimed / emptied, "compacted": compacted / emptied, "wait_s": wait_s}
    facts["vacuum_wait_s"] = stats.median(waited["reclaim"]).value
    outcome = Outcome.REPRODUCED if holds else Outcome.NOT_REPRODUCED
    return Verdict("st-3", outcome, [("vacuum", facts)])


def _st_4(runs: pl.DataFrame) -> Verdict:
    peak, before = (select.values(runs, MY, "peak.compact", f"disk_{what}") for what in ("peak", "before"))
    size = taken(runs, MY, "life.emptied", "table")
    if not (peak and before and size):
        return Verdict("st-4", Outcome.UNTESTABLE, [("missing", {})])
    # the log and the system's own files are in the folder too: what is added counts against the table
    shares = [1 + (high - low) / size for high, low in zip(peak, before, strict=True)]
    e = stats.median(shares)
    return Verdict("st-4", about(e, 2), evidence("optimize_peak", e, 2))


def _st_5(runs: pl.DataFrame) -> Verdict:
    e = times_as_large(*(taken(runs, PG, f"life.{state}", "out_of_line") for state in ("without_copy", "found")))
    after = _printed("toast after deleting redundant record data", PG, "in the text")
    printed = after / _printed("toast", PG, "by plan")
    return Verdict("st-5", about(e, printed), evidence("toast", e, printed))
