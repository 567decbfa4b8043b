"""The claims about compression, decided on one corpus, and the published figures recomputed one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import polars as pl

from ... import stats
from ...languages import listed
from ...report import published
from ...report.formats import case_label
from ...report.verdicts.decide import Audited, Evidence, Outcome, Verdict, about, both, missing, over, sizes
from ...results import select
from ...stats import Estimate
from .cost import cost, cost_audit
from .facts import FILES, Kept, Key, kept, ratio, size_ratio
from .printed import compression_audit, compression_text_audit, printed_rows

Found = Mapping[Key, Kept]

HARDLY_FASTER, HALF_THE_SPEED, ALMOST_NOTHING = 1.25, 0.5, 1.05
"""What the claim about lzma 3 calls so: the source printed 105 / 90, and 255 / 244 MiB for three levels more."""
ORDER_OF_MAGNITUDE = 5.0
"""The source's own figures make it 8.3."""
READ_COST = (100.0, 10_000.0)


def decide(runs: pl.DataFrame, scale: str | None = None, text_bytes: int = 0) -> list[Verdict]:
    """Decide every claim about compression and about cost, which rests on it."""
    return [*pages(runs, scale), *cost(runs, scale)]


def pages(runs: pl.DataFrame, scale: str | None = None, corpus: str = "profiles") -> list[Verdict]:
    """Decide every claim about compression on one corpus; each system counts at its largest scale."""
    found = kept(runs, corpus, scale=scale)
    decided = [verdict(found) for verdict in _ALL]
    assert [v.claim for v in decided] == published.claims("compression")["id"].to_list()
    return decided


def _file(method: str) -> Key:
    return (FILES, method)


def _cp_1(found: Found) -> Verdict:
    six, nine = (found[_file(m)].saving if _file(m) in found else None for m in ("zlib_6", "zlib_9"))
    smaller = size_ratio(found, _file("zlib_6"), _file("zlib_9"))
    if six is None or nine is None or smaller is None:
        return missing("cp-1")
    outcome = Outcome.REPRODUCED if nine < six * 1.01 else Outcome.NOT_REPRODUCED
    fields = {"six": 100 * six, "nine": 100 * nine, "smaller": 100 * (smaller.value - 1)}
    return Verdict("cp-1", outcome, [Evidence("zlib_levels", fields)])


def _cp_2(found: Found) -> Verdict:
    outcomes, shown = [], []
    for level in (3, 6):
        e = size_ratio(found, _file("zlib_6_base64"), _file(f"lzma_{level}"))
        printed = _printed("zlib(6)-base64") / _printed(f"lzma({level})")
        outcomes.append(about(e, printed))
        shown += sizes(f"base64_lzma_{level}", e, printed)
    return Verdict("cp-2", both(*outcomes), shown)


def _cp_3(found: Found) -> Verdict:
    """Three parts: beside levels 1 and 2, beside levels 4 to 9, and beside every other method of the experiment.

    Whether any other is both smaller and faster is asked of each that is smaller, of all at once: sizes are exact, and
    to be faster one must be decidedly so in an interval that holds together with those of the others.
    """
    three = _file("lzma_3")
    quick, slow = (
        [e for n in levels if (e := ratio(found, _file(f"lzma_{n}"), three, "compress_throughput"))]
        for levels in ((1, 2), range(4, 10))
    )
    denser = size_ratio(found, three, _file("lzma_9"))
    if len(quick) < 2 or len(slow) < 6 or denser is None:
        return missing("cp-3")
    smaller = [
        key for key, one in found.items()
        if one.facts and one.facts.fetched_alone and not one.facts.dictionary
        and (e := size_ratio(found, key, three)) and e.value <= 1 and key != three
    ]  # fmt: skip
    speeds = {
        key: e for key in smaller if (e := ratio(found, key, three, "compress_throughput", comparisons=len(smaller)))
    }
    winners = [key for key, e in speeds.items() if e.decided == "more"]
    parts = [
        all(e.value <= HARDLY_FASTER for e in quick),
        all(e.value <= HALF_THE_SPEED for e in slow) and denser.value <= ALMOST_NOTHING,
    ]
    outcome = Outcome.REPRODUCED if all(parts) else Outcome.DIRECTION
    shown: list[Evidence] = [
        Evidence("lzma_levels", {
            "quick": max(e.value for e in quick), "slow": max(e.value for e in slow),
            "denser": 100 * (denser.value - 1),
        }),
    ]  # fmt: skip
    if not winners and any(e.decided == "too few" for e in (*quick, *slow, *speeds.values())):
        return Verdict("cp-3", Outcome.UNTESTABLE, [Evidence("lzma_few", {}), *shown])
    if winners:
        return Verdict("cp-3", Outcome.NOT_REPRODUCED, [Evidence("beaten", {"who": _labels(winners)}), *shown])
    return Verdict("cp-3", outcome, [Evidence("on_the_front", {}), *shown])


def _cp_4(found: Found) -> Verdict:
    e = size_ratio(found, _file("zlib_6_lzma_6"), _file("zlib_6"))
    if e is None:
        return missing("cp-4")
    outcome = Outcome.REPRODUCED if e.value > 0.99 else Outcome.NOT_REPRODUCED
    return Verdict("cp-4", outcome, sizes("zlib_lzma", e, _printed("zlib(6)-lzma(6)") / _printed("zlib(6)")))


def _cp_5(found: Found) -> Verdict:
    e = _inverse(found, ("duckdb", "text"))
    return Verdict("cp-5", over(e, 4), sizes("duckdb_text", e, _printed("duckdb text") / _printed("text"), "> "))


def _cp_6(found: Found) -> Verdict:
    column = ("clickhouse", "text_zstd_16")
    single = [key for key, one in found.items() if one.facts and one.facts.fetched_alone and not one.facts.dictionary]
    best = max(single, key=lambda key: found[key].get("ratio") or 0, default=None)
    saving = found[column].saving if column in found else None
    if best is None or saving is None:
        return missing("cp-6")
    e = size_ratio(found, best, column)
    shown: list[Evidence] = [Evidence("clickhouse_saving", {"saving": 100 * saving, "best": _labels([best])})]
    printed = _printed("lzma(6)") / _printed("clickhouse text-ZSTD(16)")
    return Verdict("cp-6", over(e, 1), shown + sizes("clickhouse_best", e, printed))


def _cp_7(found: Found) -> Verdict:
    merged = _file("merged_xz_9")
    e = size_ratio(found, _file("lzma_6"), merged)
    cost = ratio(found, merged, _file("lzma_6"), "bytes_touched")
    if e is None or cost is None:
        return missing("cp-7")
    printed = _printed("lzma(6)") / _printed("xz(9) of merged text")
    within = READ_COST[0] <= cost.value <= READ_COST[1]
    outcome = both(over(e, ORDER_OF_MAGNITUDE), Outcome.REPRODUCED if within else Outcome.DIRECTION)
    shown = sizes("merged_size", e, printed)
    shown.append(Evidence("merged_cost", {"cost": cost.value}))
    trained = [key for key, one in found.items() if one.family == "dictionary" and one.get("ratio")]
    if trained:
        best = max(trained, key=lambda key: found[key].get("ratio") or 0)
        gain = size_ratio(found, _file("lzma_6"), best)
        assert gain is not None
        shown.append(Evidence("dictionary_gain", {"best": _labels([best]), "gain": gain.value}))
    return Verdict("cp-7", outcome, shown)


def _cp_8(found: Found) -> Verdict:
    slips = {entry.what: entry for entry in compression_audit() if entry.outcome == "slip"}
    claimed = {"lzma(3).rows_in_25_GiB_optimised", "postgresql zlib-lz4.rows_in_25_GiB"}
    outcome = Outcome.REPRODUCED if claimed <= set(slips) else Outcome.NOT_REPRODUCED
    shown = [f"{one.what.partition('.')[0]} {one.printed} → {one.recomputed}" for one in slips.values()]
    return Verdict("cp-8", outcome, [Evidence("slips", {"n": len(slips), "listed": lambda lang: listed(shown, lang)})])


_ALL: tuple[Callable[[Found], Verdict], ...] = (_cp_1, _cp_2, _cp_3, _cp_4, _cp_5, _cp_6, _cp_7, _cp_8)


def _inverse(found: Found, key: Key) -> Estimate | None:
    """Return stored over raw."""
    values = found[key].values.get("ratio") if key in found else None
    return stats.inverse(select.estimate("ratio", values)) if values else None


def _labels(keys: list[Key]) -> Callable[[str], str]:
    return lambda lang: listed((case_label(f"profiles.{method}", lang) for _, method in keys), lang)


def _printed(case: str) -> float:
    """Return a printed size in MiB."""
    return printed_rows()[case]["size"]


def audit() -> list[Audited]:
    """Check the source's figures on compression and cost against each other."""
    return [*compression_audit(), *compression_text_audit(), *cost_audit()]
