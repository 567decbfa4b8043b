"""The claims about storage. Sizes follow from the data: they are taken once, and a ratio of two is exact."""

from dataclasses import replace
from functools import partial

import polars as pl

from ... import stats
from ...languages import clauses
from ...report import published
from ...report.formats import seconds
from ...report.verdicts.decide import Evidence, Outcome, Part, Verdict, beside, times
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
        facts.ratio(runs, *((engine, f"size.{encoding}.{way}") for engine, way in WAY.items()))
        for encoding in ("base64", "bytes")
    )
    pages = facts.raw_column_ratio(runs)
    bounded = any(ratio and not ratio.exact for ratio in (text, binary, pages))
    return decided(
        "st-1",
        about("size_base64", text, total, total, negligible=SAME_SIZE),
        about("column_raw", pages, column, column, negligible=SAME_SIZE),
        beside=[*beside("size_bytes", binary), *([Evidence("bounds", {})] if bounded else [])],
    )


def _printed_ratio(table: str, case: str) -> float:
    printed = facts.printed(table, case)
    return printed[PG] / printed[MY]


def _st_2(runs: pl.DataFrame) -> Verdict:
    """A third wherever it is stored as it comes; nothing where something compresses it away again.

    Where one step of a file is so large that a third and nothing are both within it, neither is shown.
    """
    decoded = facts.printed("in the text", "binary column base64-decoded")[PG]
    theirs = facts.printed("by column", "binary column")[PG] / decoded
    ratios = facts.base64_ratios(runs)
    judge = partial(about, "base64_ways", claimed=BASE64, printed=theirs, negligible=SAME_SIZE)
    ways: dict[Outcome, dict[tuple[str, str], Estimate]] = {}
    for pair, e in ratios.items():
        outcome = Outcome.OPEN if e.low <= 1 and e.high >= BASE64 else judge(e).outcome
        ways.setdefault(outcome, {})[pair] = e
    claimed = judge(None)
    parts = [
        replace(
            judged(claimed.what, outcome, Evidence("by_way", {"said": partial(_ends, of_it)}), theirs, claimed.claimed),
            because=None if all(e.exact for e in of_it.values()) else Evidence("bounds", {}),
        )
        for outcome, of_it in sorted(ways.items(), key=lambda pair: list(Outcome).index(pair[0]))
    ]
    return decided("st-2", *(parts or [claimed]))


def _ends(ratios: dict[tuple[str, str], Estimate], lang: str) -> str:
    """Return how many ways there are, and the least and the largest of their ratios."""
    ordered = sorted(ratios.items(), key=lambda pair: pair[1].value)
    told = [word("evidence.of_way", lang, way=facts.label(*pair, lang), value=times(e)) for pair, e in ordered]
    if len(told) < 3:
        return clauses(told, lang)
    return word("evidence.of_ways", lang, n=len(told), least=told[0], most=told[-1])


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
    asked = Evidence("claimed.blocked", {"share": f"{BLOCKED_SHARE:.0%}"})
    values = {
        f"{name}{what}": select.values(runs, PG, f"wait.{case}", metric)
        for name, case in (("", "compact"), ("vacuum_", "reclaim"))
        for what, metric in (("ran", "duration"), ("wait", "wait_write"))
    }
    if not all(values.values()):
        return judged("writer_blocked", Outcome.MISSING, claimed=asked)
    medians = {name: stats.median(taken).value for name, taken in values.items()}
    share = medians["wait"] / medians["ran"]
    vacuum_share = medians["vacuum_wait"] / medians["vacuum_ran"]
    outcome = Outcome.REPRODUCED if share > BLOCKED_SHARE else Outcome.OPPOSITE
    if share > BLOCKED_SHARE and vacuum_share > BLOCKED_SHARE:  # a writer waits as long, for its part, beside either
        outcome = Outcome.NO_DIFFERENCE
    fields = {
        **{name: seconds(median_s) for name, median_s in medians.items()},
        "share": f"{share:.0%}",
        "vacuum_share": f"{vacuum_share:.0%}",
        "n": len(values["wait"]),
    }
    return judged("writer_blocked", outcome, Evidence("waited", fields), None, asked)


def _st_4(runs: pl.DataFrame) -> Verdict:
    shares = facts.peak_shares(runs, MY)
    return decided("st-4", about("optimize_peak", stats.median(shares) if shares else None, 2))


def _st_5(runs: pl.DataFrame) -> Verdict:
    after, before = (facts.once(runs, PG, f"life.{state}", "size_out_of_line") for state in ("without_copy", "found"))
    printed_after = facts.printed("in the text", "toast after deleting redundant record data")
    share = printed_after[PG] / facts.printed("by plan", "toast")[PG]
    return decided("st-5", about("toast", facts.over(after, before), share, share, negligible=SAME_SIZE))
