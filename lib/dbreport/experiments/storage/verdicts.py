"""The claims about storage. Sizes follow from the data: they are taken once, and a ratio of two is exact."""

from functools import partial

import polars as pl

from ... import stats
from ...languages import clauses
from ...report import published
from ...report.formats import digits
from ...report.verdicts.decide import Evidence, Outcome, Part, Verdict, beside
from ...report.verdicts.parts import about, decided, judged, over, same
from ...report.words import word
from ...results import select
from ...stats import Estimate
from . import facts
from .facts import MY, PG

WAY = {PG: "lz4", MY: "row_compressed"}
"""How the source stored the table on each; its pages were base64 text."""
BASE64 = 4 / 3
SAME_SIZE, BLOCKED_SHARE = 0.05, 0.5
"""Sizes within a twentieth are the same; a client held up for half of a statement was blocked by it."""
SHOWN = {"st-1": "fig-bytes", "st-2": "fig-base64", "st-3": "tbl-dead", "st-4": "fig-peaks", "st-5": "fig-life"}
"""The figure of the chapter that shows what decides a claim."""


def decide(runs: pl.DataFrame, scale: str | None = None) -> list[Verdict]:
    """Decide every claim of the storage experiment at one scale (the largest there is)."""
    runs = select.only(runs, "default", scale)
    verdicts = [decide(runs) for decide in (_st_1, _st_2, _st_3, _st_4, _st_5)]
    assert [v.claim for v in verdicts] == published.claims("storage")["id"].to_list()
    return verdicts


def _st_1(runs: pl.DataFrame) -> Verdict:
    """A quarter more, and in the column of pages; beside it the same pages as bytes, which the source did not store."""
    total, column = (_printed_ratio("by column", case) for case in ("total", "binary column"))
    text, binary = (
        facts.over(*(facts.whole(runs, engine, f"size.{encoding}.{way}") for engine, way in WAY.items()))
        for encoding in ("base64", "bytes")
    )
    pages = facts.over(facts.raw_column(runs, PG), facts.raw_column(runs, MY))
    return decided(
        "st-1",
        about("size_base64", text, total, total, negligible=SAME_SIZE),
        about("column_raw", pages, column, column, negligible=SAME_SIZE),
        beside=beside("size_bytes", binary) if binary else [],
    )


def _printed_ratio(table: str, case: str) -> float:
    printed = facts.printed(table, case)
    return printed[PG] / printed[MY]


def _st_2(runs: pl.DataFrame) -> Verdict:
    """A third wherever it is stored as it comes; nothing where something compresses it away again."""
    decoded = facts.printed("in the text", "binary column base64-decoded")[PG]
    theirs = facts.printed("by column", "binary column")[PG] / decoded
    ratios = facts.base64_ratios(runs)
    judge = partial(about, "base64_ways", claimed=BASE64, printed=theirs, negligible=SAME_SIZE)
    ways: dict[Outcome, dict[tuple[str, str], Estimate]] = {}
    for pair, e in ratios.items():
        ways.setdefault(judge(e).outcome, {})[pair] = e
    claimed = judge(None)
    parts = [
        judged(claimed.what, outcome, Evidence("by_way", {"said": partial(_listed, alike)}), theirs, claimed.claimed)
        for outcome, alike in sorted(ways.items(), key=lambda pair: list(Outcome).index(pair[0]))
    ]
    return decided("st-2", *(parts or [claimed]))


def _listed(ratios: dict[tuple[str, str], Estimate], lang: str) -> str:
    return clauses(
        (
            word("evidence.of_way", lang, engine=word(f"engine.{engine}", lang), way=word(f"way.{way}", lang),
                 value=digits(e.value))
            for (engine, way), e in ratios.items()
        ), lang,
    )  # fmt: skip


def _st_3(runs: pl.DataFrame) -> Verdict:
    """Dead rows stay until VACUUM, the file stays until VACUUM FULL, and VACUUM FULL holds writers up."""
    sizes = {state: facts.once(runs, PG, f"life.{state}", "size_table") for state in facts.STATES["life"]}
    vacuumed = facts.over(sizes["reclaimed"], sizes["emptied"])
    return decided(
        "st-3",
        _dead_rows(runs),
        same("file_after_vacuum", vacuumed, 1 + SAME_SIZE),
        over("file_after_full", facts.over(sizes["reclaimed"], sizes["compacted"]), 1),
        _blocked(runs),
    )


def _dead_rows(runs: pl.DataFrame) -> Part:
    cases = ("life.emptied", "life.reclaimed", "deletes.deleted", "deletes.reclaimed")
    dead = [n for case in cases if (n := facts.once(runs, PG, case, "dead_rows")) is not None]
    if len(dead) < len(cases):
        return judged("dead_rows", Outcome.MISSING)
    updated, vacuumed, deleted, swept = dead
    outcome = Outcome.REPRODUCED if updated > vacuumed and deleted > swept else Outcome.OPPOSITE
    fields = {"updated": f"{updated:,.0f}", "deleted": f"{deleted:,.0f}", "left": f"{max(vacuumed, swept):,.0f}"}
    return judged("dead_rows", outcome, Evidence("dead_then", fields))


def _blocked(runs: pl.DataFrame) -> Part:
    waited = {what: select.values(runs, PG, f"wait.{what}", "wait_write") for what in ("compact", "reclaim")}
    ran = select.values(runs, PG, "wait.compact", "duration")
    asked = Evidence("claimed.blocked", {"share": f"{BLOCKED_SHARE:.0%}"})
    if not (all(waited.values()) and ran):
        return judged("writer_blocked", Outcome.MISSING, claimed=asked)
    wait_s, ran_s = stats.median(waited["compact"]).value, stats.median(ran).value
    outcome = Outcome.REPRODUCED if wait_s > BLOCKED_SHARE * ran_s else Outcome.OPPOSITE
    fields = {"wait_s": wait_s, "ran_s": ran_s, "vacuum_wait_s": stats.median(waited["reclaim"]).value}
    return judged("writer_blocked", outcome, Evidence("waited", fields), None, asked)


def _st_4(runs: pl.DataFrame) -> Verdict:
    shares = facts.peak_shares(runs, MY)
    return decided("st-4", about("optimize_peak", stats.median(shares) if shares else None, 2))


def _st_5(runs: pl.DataFrame) -> Verdict:
    after, before = (facts.once(runs, PG, f"life.{state}", "size_out_of_line") for state in ("without_copy", "found"))
    printed_after = facts.printed("in the text", "toast after deleting redundant record data")
    share = printed_after[PG] / facts.printed("by plan", "toast")[PG]
    return decided("st-5", about("toast", facts.over(after, before), share, share, negligible=SAME_SIZE))
