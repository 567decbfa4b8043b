"""The claims about compression, decided on each corpus nobody tuned, and the published figures checked one by one."""

from collections.abc import Callable, Sequence
from functools import partial

import polars as pl

from ... import stats
from ...languages import clauses, listed
from ...report import published
from ...report.formats import case_label
from ...report.verdicts.decide import Audited, Evidence, Outcome, Part, Verdict
from ...report.verdicts.parts import about, arithmetic, decided, judged, no_more, over
from ...report.words import word
from ...results import ratios
from ...stats import Estimate
from . import cost, printed
from .facts import FILES, UNTUNED, Key, Ways, ratio, size_ratio, ways
from .on_each import Corpora, on_each

HARDLY_FASTER, HALF_THE_SPEED, ALMOST_NOTHING = 1.25, 0.5, 1.05
"""What the claim about lzma 3 calls so: the source printed 105 / 90, and 255 / 244 MiB for three levels more."""
NOTHING, UNDER_ONE_PERCENT = 1.01, 0.01
ORDER_OF_MAGNITUDE = (5.0, 20.0)
"""The source's own figures make it 8.3."""
READ_COST = (100.0, 10_000.0)
SHOWN = {
    "cp-1": "tbl-methods",
    "cp-2": "tbl-methods",
    "cp-3": "fig-pareto",
    "cp-4": "tbl-methods",
    "cp-5": "fig-sizes",
    "cp-6": "fig-sizes",
    "cp-7": "fig-merging",
    "cp-8": "tbl-slips",
    "co-1": "tbl-audit",
    "co-2": "tbl-audit",
    "co-3": "tbl-capacity",
}
"""The figure of the chapter that shows what decides a claim."""


def decide(runs: pl.DataFrame, scale: str | None = None) -> list[Verdict]:
    """Decide every claim about compression and about cost, which rests on it."""
    return [*pages(runs, scale), *cost.decide(runs, scale)]


def pages(runs: pl.DataFrame, scale: str | None = None, corpora: Sequence[str] = UNTUNED) -> list[Verdict]:
    """Decide every claim about compression on some corpora; each system counts at its largest scale."""
    stored = {corpus: ways(runs, corpus, scale=scale) for corpus in corpora}
    verdicts = [verdict(stored) for verdict in _ALL]
    assert [v.claim for v in verdicts] == published.claims("compression")["id"].to_list()
    return verdicts


def _file(method: str) -> Key:
    return (FILES, method)


def _cp_1(stored: Corpora) -> Verdict:
    def judge(of_corpus: Ways) -> Part:
        six, nine = (of_corpus[_file(m)].saving if _file(m) in of_corpus else None for m in ("zlib_6", "zlib_9"))
        if six is None or nine is None:
            return judged("zlib_levels", Outcome.MISSING, claimed=_claimed("under", UNDER_ONE_PERCENT))
        outcome = Outcome.REPRODUCED if nine / six - 1 < UNDER_ONE_PERCENT else Outcome.OPPOSITE
        return judged("zlib_levels", outcome, f"{nine / six - 1:.2%}", None, _claimed("under", UNDER_ONE_PERCENT))

    return decided("cp-1", on_each(stored, judge))


def _claimed(key: str, share: float) -> Evidence:
    return Evidence(f"claimed.{key}", {"share": f"{share:.0%}"})


def _cp_2(stored: Corpora) -> Verdict:
    def judge(level: int, of_corpus: Ways) -> Part:
        theirs = printed.size("zlib(6)-base64") / printed.size(f"lzma({level})")
        e = size_ratio(of_corpus, _file("zlib_6_base64"), _file(f"lzma_{level}"))
        return about(f"base64_lzma_{level}", e, theirs, theirs)

    return decided("cp-2", *(on_each(stored, partial(judge, level)) for level in (3, 6)))


def _cp_3(stored: Corpora) -> Verdict:
    """Four parts: the speed of levels 1 and 2, that of 4 to 9, their sizes, and every other method measured."""
    three = _file("lzma_3")

    def fastest(levels: Sequence[int], of_corpus: Ways) -> Estimate | None:
        compared = [ratio(of_corpus, _file(f"lzma_{n}"), three, "compress_throughput") for n in levels]
        known = [e for e in compared if e]
        return max(known, key=lambda e: e.value) if len(known) == len(levels) else None

    def quick(of_corpus: Ways) -> Part:
        return no_more("lzma_quick", fastest((1, 2), of_corpus), HARDLY_FASTER, printed.quickest() / printed.speed(3))

    def slow(of_corpus: Ways) -> Part:
        e = fastest(range(4, 10), of_corpus)
        theirs = printed.speed(6) / printed.speed(3)
        return judged("lzma_slow", _at_most(e, HALF_THE_SPEED), e, theirs, _claimed("at_most", HALF_THE_SPEED))

    def denser(of_corpus: Ways) -> Part:
        theirs = printed.size("lzma(3)") / printed.size("lzma(6)")
        return no_more("lzma_denser", size_ratio(of_corpus, three, _file("lzma_9")), ALMOST_NOTHING, theirs)

    return decided("cp-3", *(on_each(stored, judge) for judge in (quick, slow, denser, _beaten)))


def _at_most(e: Estimate | None, most: float) -> Outcome:
    if e is None or e.decided == "too few":
        return Outcome.MISSING if e is None else Outcome.TOO_FEW
    return Outcome.REPRODUCED if e.value <= most else Outcome.DIRECTION if e.high < 1 else Outcome.OPPOSITE


def _beaten(stored: Ways) -> Part:
    """Judge that nothing is both smaller and faster than lzma 3.

    It is asked of each method that is smaller, of all at once: sizes are exact, and to be faster one must be decidedly
    so in an interval that holds together with those of the others.
    """
    three = _file("lzma_3")
    smaller = [
        key for key, way in stored.items()
        if way.untrained and key != three and (e := size_ratio(stored, key, three)) and e.value <= 1
    ]  # fmt: skip
    speeds = {
        key: e for key in smaller if (e := ratio(stored, key, three, "compress_throughput", comparisons=len(smaller)))
    }
    if not speeds:
        return judged("lzma_front", Outcome.MISSING)
    if winners := [key for key, e in speeds.items() if e.decided == "more"]:
        return judged("lzma_front", Outcome.OPPOSITE, Evidence("beaten", {"who": _labels(winners)}))
    if any(e.decided == "too few" for e in speeds.values()):
        return judged("lzma_front", Outcome.TOO_FEW)
    return judged("lzma_front", Outcome.REPRODUCED, Evidence("nobody", {}))


def _cp_4(stored: Corpora) -> Verdict:
    theirs = printed.size("zlib(6)") / printed.size("zlib(6)-lzma(6)")

    def judge(of_corpus: Ways) -> Part:
        gained = size_ratio(of_corpus, _file("zlib_6"), _file("zlib_6_lzma_6"))
        return no_more("zlib_lzma", gained, NOTHING, theirs)

    return decided("cp-4", on_each(stored, judge))


def _cp_5(stored: Corpora) -> Verdict:
    theirs = printed.size("duckdb text") / printed.size("text")
    key = ("duckdb", "text")
    return decided("cp-5", on_each(stored, lambda of_corpus: over("duckdb_text", _inverse(of_corpus, key), 4, theirs)))


def _cp_6(stored: Corpora) -> Verdict:
    column = ("clickhouse", "text_zstd_16")

    def better(of_corpus: Ways) -> Part:
        best = _densest(of_corpus, [key for key, way in of_corpus.items() if way.untrained])
        e = size_ratio(of_corpus, best, column) if best else None
        return over("clickhouse_best", e, 1, printed.size("lzma(6)") / printed.size("clickhouse text-ZSTD(16)"))

    return decided("cp-6", _saved(stored, column, "clickhouse text-ZSTD(16)"), on_each(stored, better))


def _saved(stored: Corpora, key: Key, case: str) -> Part:
    """Judge the share saved by how many times smaller documents become: 96 and 98 % are twice apart."""
    theirs = printed.size("text") / printed.size(case)
    return on_each(stored, lambda of_corpus: about(f"saved_{key[1]}", _ratio(of_corpus, key), theirs, theirs))


def _cp_7(stored: Corpora) -> Verdict:
    merged = _file("merged_xz_9")
    theirs = printed.size("lzma(6)") / printed.size("xz(9) of merged text")

    def gain(of_corpus: Ways) -> Part:
        return about("merged_size", size_ratio(of_corpus, _file("lzma_6"), merged), ORDER_OF_MAGNITUDE, theirs)

    def price(of_corpus: Ways) -> Part:
        return about("merged_cost", ratio(of_corpus, merged, _file("lzma_6"), "bytes_touched"), READ_COST)

    gains = {corpus: gained for corpus, of_corpus in stored.items() if (gained := _dictionary(of_corpus))}

    def said(lang: str) -> str:
        lines = (
            word("evidence.of_dictionary", lang, corpus=word(f"corpus.{corpus}", lang), best=best(lang), gain=gain)
            for corpus, (best, gain) in gains.items()
        )
        return clauses(lines, lang)

    beside = [Evidence("dictionary_gain", {"said": said})] if gains else []
    saved = _saved(stored, merged, "xz(9) of merged text")
    return decided("cp-7", saved, on_each(stored, gain), on_each(stored, price), beside=beside)


def _dictionary(stored: Ways) -> tuple[Callable[[str], str], float] | None:
    """Return the densest method with a trained dictionary, in words, and how many times as much lzma 6 stores."""
    trained = [key for key, way in stored.items() if way.family == "dictionary" and way.get("ratio")]
    best = _densest(stored, trained)
    gain = size_ratio(stored, _file("lzma_6"), best) if best else None
    if best is None or gain is None:
        return None
    return _labels([best]), gain.value


def _cp_8(stored: Corpora) -> Verdict:
    claimed = ("lzma(3).rows_in_25_GiB_optimised", "postgresql zlib-lz4.rows_in_25_GiB")
    cells = {cell.what: cell for cell in printed.table_checks()}
    others = [cell for what, cell in cells.items() if cell.outcome == "slip" and what not in claimed]

    def said(lang: str) -> str:
        asked = ((word(f"audit.{cell.what}", lang), cell) for cell in others)
        slips = (
            word("evidence.slip", lang, cell=name, printed=c.printed, recomputed=c.recomputed) for name, c in asked
        )
        return clauses(slips, lang)

    beside = [Evidence("slips", {"listed": said})] if others else []
    return decided("cp-8", *(arithmetic(cells[what]) for what in claimed), beside=beside)


_ALL: tuple[Callable[[Corpora], Verdict], ...] = (_cp_1, _cp_2, _cp_3, _cp_4, _cp_5, _cp_6, _cp_7, _cp_8)


def _ratio(stored: Ways, key: Key) -> Estimate | None:
    """Return raw over stored."""
    values = stored[key].values.get("ratio") if key in stored else None
    return ratios.estimate("ratio", values) if values else None


def _inverse(stored: Ways, key: Key) -> Estimate | None:
    """Return stored over raw."""
    e = _ratio(stored, key)
    return stats.inverse(e) if e else None


def _densest(stored: Ways, keys: list[Key]) -> Key | None:
    return max(keys, key=lambda key: stored[key].get("ratio") or 0, default=None)


def _labels(keys: list[Key]) -> Callable[[str], str]:
    return lambda lang: listed((case_label(f"docs.{method}", lang) for _, method in keys), lang)


def audit() -> list[Audited]:
    """Check the source's figures on compression and on cost against each other."""
    return [*printed.table_checks(), *printed.text_checks(), *cost.checks()]
