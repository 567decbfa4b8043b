"""The claims about compression, decided on one corpus, and the published figures recomputed one by one."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from ... import stats
from ...languages import listed
from ...report import published
from ...report.formats import case_label
from ...report.verdicts.decide import Audited, Evidence, Outcome, Verdict, about, both, missing, over, sizes
from ...results import ratios
from ...stats import Estimate
from . import cost, printed
from .facts import FILES, Key, Ways, ratio, size_ratio, ways

HARDLY_FASTER, HALF_THE_SPEED, ALMOST_NOTHING = 1.25, 0.5, 1.05
"""What the claim about lzma 3 calls so: the source printed 105 / 90, and 255 / 244 MiB for three levels more."""
ORDER_OF_MAGNITUDE = 5.0
"""The source's own figures make it 8.3."""
READ_COST = (100.0, 10_000.0)


def decide(runs: pl.DataFrame, scale: str | None = None, text_bytes: int = 0) -> list[Verdict]:
    """Decide every claim about compression and about cost, which rests on it."""
    return [*pages(runs, scale), *cost.decide(runs, scale)]


def pages(runs: pl.DataFrame, scale: str | None = None, corpus: str = "profiles") -> list[Verdict]:
    """Decide every claim about compression on one corpus; each system counts at its largest scale."""
    stored = ways(runs, corpus, scale=scale)
    decided = [verdict(stored) for verdict in _ALL]
    assert [v.claim for v in decided] == published.claims("compression")["id"].to_list()
    return decided


def _file(method: str) -> Key:
    return (FILES, method)


def _cp_1(stored: Ways) -> Verdict:
    six, nine = (stored[_file(m)].saving if _file(m) in stored else None for m in ("zlib_6", "zlib_9"))
    smaller = size_ratio(stored, _file("zlib_6"), _file("zlib_9"))
    if six is None or nine is None or smaller is None:
        return missing("cp-1")
    outcome = Outcome.REPRODUCED if nine < six * 1.01 else Outcome.NOT_REPRODUCED
    fields = {"six": 100 * six, "nine": 100 * nine, "smaller": 100 * (smaller.value - 1)}
    return Verdict("cp-1", outcome, [Evidence("zlib_levels", fields)])


def _cp_2(stored: Ways) -> Verdict:
    outcomes, shown = [], []
    for level in (3, 6):
        e = size_ratio(stored, _file("zlib_6_base64"), _file(f"lzma_{level}"))
        theirs = printed.size("zlib(6)-base64") / printed.size(f"lzma({level})")
        outcomes.append(about(e, theirs))
        shown += sizes(f"base64_lzma_{level}", e, theirs)
    return Verdict("cp-2", both(*outcomes), shown)


def _cp_3(stored: Ways) -> Verdict:
    """Three parts: beside levels 1 and 2, beside levels 4 to 9, and beside every other method of the experiment.

    Whether any other is both smaller and faster is asked of each that is smaller, of all at once: sizes are exact, and
    to be faster one must be decidedly so in an interval that holds together with those of the others.
    """
    three = _file("lzma_3")
    quick, slow = (
        [e for n in levels if (e := ratio(stored, _file(f"lzma_{n}"), three, "compress_throughput"))]
        for levels in ((1, 2), range(4, 10))
    )
    denser = size_ratio(stored, three, _file("lzma_9"))
    if len(quick) < 2 or len(slow) < 6 or denser is None:
        return missing("cp-3")
    smaller = [
        key for key, way in stored.items()
        if way.untrained and key != three and (e := size_ratio(stored, key, three)) and e.value <= 1
    ]  # fmt: skip
    speeds = {
        key: e for key in smaller if (e := ratio(stored, key, three, "compress_throughput", comparisons=len(smaller)))
    }
    winners = [key for key, e in speeds.items() if e.decided == "more"]
    parts = [
        all(e.value <= HARDLY_FASTER for e in quick),
        all(e.value <= HALF_THE_SPEED for e in slow) and denser.value <= ALMOST_NOTHING,
    ]
    outcome = Outcome.REPRODUCED if all(parts) else Outcome.DIRECTION
    fastest = {"quick": max(e.value for e in quick), "slow": max(e.value for e in slow)}
    shown = Evidence("lzma_levels", {**fastest, "denser": 100 * (denser.value - 1)})
    if not winners and any(e.decided == "too few" for e in (*quick, *slow, *speeds.values())):
        return Verdict("cp-3", Outcome.UNTESTABLE, [Evidence("lzma_few", {}), shown])
    if winners:
        return Verdict("cp-3", Outcome.NOT_REPRODUCED, [Evidence("beaten", {"who": _labels(winners)}), shown])
    return Verdict("cp-3", outcome, [Evidence("on_the_front", {}), shown])


def _cp_4(stored: Ways) -> Verdict:
    e = size_ratio(stored, _file("zlib_6_lzma_6"), _file("zlib_6"))
    if e is None:
        return missing("cp-4")
    outcome = Outcome.REPRODUCED if e.value > 0.99 else Outcome.NOT_REPRODUCED
    return Verdict("cp-4", outcome, sizes("zlib_lzma", e, printed.size("zlib(6)-lzma(6)") / printed.size("zlib(6)")))


def _cp_5(stored: Ways) -> Verdict:
    e = _inverse(stored, ("duckdb", "text"))
    return Verdict(
        "cp-5", over(e, 4), sizes("duckdb_text", e, printed.size("duckdb text") / printed.size("text"), "> ")
    )


def _cp_6(stored: Ways) -> Verdict:
    column = ("clickhouse", "text_zstd_16")
    best = _densest(stored, [key for key, way in stored.items() if way.untrained])
    saving = stored[column].saving if column in stored else None
    if best is None or saving is None:
        return missing("cp-6")
    e = size_ratio(stored, best, column)
    theirs = printed.size("lzma(6)") / printed.size("clickhouse text-ZSTD(16)")
    shown = Evidence("clickhouse_saving", {"saving": 100 * saving, "best": _labels([best])})
    return Verdict("cp-6", over(e, 1), [shown, *sizes("clickhouse_best", e, theirs)])


def _cp_7(stored: Ways) -> Verdict:
    merged = _file("merged_xz_9")
    e = size_ratio(stored, _file("lzma_6"), merged)
    touched = ratio(stored, merged, _file("lzma_6"), "bytes_touched")
    if e is None or touched is None:
        return missing("cp-7")
    within = READ_COST[0] <= touched.value <= READ_COST[1]
    outcome = both(over(e, ORDER_OF_MAGNITUDE), Outcome.REPRODUCED if within else Outcome.DIRECTION)
    shown = sizes("merged_size", e, printed.size("lzma(6)") / printed.size("xz(9) of merged text"))
    shown.append(Evidence("merged_cost", {"cost": touched.value}))
    best = _densest(stored, [key for key, way in stored.items() if way.family == "dictionary" and way.get("ratio")])
    if best:
        gain = size_ratio(stored, _file("lzma_6"), best)
        assert gain is not None
        shown.append(Evidence("dictionary_gain", {"best": _labels([best]), "gain": gain.value}))
    return Verdict("cp-7", outcome, shown)


def _cp_8(stored: Ways) -> Verdict:
    slips = {cell.what: cell for cell in printed.table_checks() if cell.outcome == "slip"}
    claimed = {"lzma(3).rows_in_25_GiB_optimised", "postgresql zlib-lz4.rows_in_25_GiB"}
    outcome = Outcome.REPRODUCED if claimed <= set(slips) else Outcome.NOT_REPRODUCED
    shown = [f"{cell.what.partition('.')[0]} {cell.printed} → {cell.recomputed}" for cell in slips.values()]
    return Verdict("cp-8", outcome, [Evidence("slips", {"n": len(slips), "listed": lambda lang: listed(shown, lang)})])


_ALL: tuple[Callable[[Ways], Verdict], ...] = (_cp_1, _cp_2, _cp_3, _cp_4, _cp_5, _cp_6, _cp_7, _cp_8)


def _inverse(stored: Ways, key: Key) -> Estimate | None:
    """Return stored over raw."""
    values = stored[key].values.get("ratio") if key in stored else None
    return stats.inverse(ratios.estimate("ratio", values)) if values else None


def _densest(stored: Ways, keys: list[Key]) -> Key | None:
    return max(keys, key=lambda key: stored[key].get("ratio") or 0, default=None)


def _labels(keys: list[Key]) -> Callable[[str], str]:
    return lambda lang: listed((case_label(f"profiles.{method}", lang) for _, method in keys), lang)


def audit() -> list[Audited]:
    """Check the source's figures on compression and on cost against each other."""
    return [*printed.table_checks(), *printed.text_checks(), *cost.checks()]
