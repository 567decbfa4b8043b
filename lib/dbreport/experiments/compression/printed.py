"""The source's tables of compressed sizes, and every derived cell recomputed from them."""

from __future__ import annotations

from collections.abc import Callable

from ... import stats
from ...report import published
from ...report.verdicts.decide import Audited

TABLES = ("compressed sizes of 10 thousand rows", "merged compression")
DERIVED = ("saving", "size_of_10_million_rows", "rows_in_25_GiB", "rows_in_25_GiB_optimised")
_DECIMALS = {"saving": 2, "size_of_10_million_rows": 2, "rows_in_25_GiB": 2, "rows_in_25_GiB_optimised": 0}


def printed_rows() -> dict[str, dict[str, float]]:
    """Return the rows of the source's compression tables: the metrics of each by name, as printed."""
    rows: dict[str, dict[str, float]] = {}
    for row in published.figures("compression").to_dicts():
        if row["table"] in TABLES and row["metric"] in ("size", *DERIVED):
            rows.setdefault(row["case"], {})[row["metric"]] = row["value"]
    return rows


def cleaning() -> float:
    """Return how many times more rows the source has room for when pages are cleaned, off its own columns."""
    rows = printed_rows().values()
    return stats.median([row["rows_in_25_GiB_optimised"] / row["rows_in_25_GiB"] for row in rows]).value


def compression_audit() -> list[Audited]:
    """Recompute every derived cell of the source's tables from its sizes, as far as these are rounded."""
    rows = printed_rows()
    text, factor = rows["text"]["size"], cleaning()
    derive: dict[str, Callable[[float, float], float]] = {
        "saving": lambda size, raw: 100 * (1 - size / raw),
        "size_of_10_million_rows": lambda size, raw: size * 1000 / 1024,
        "rows_in_25_GiB": lambda size, raw: 25 * 1024 / size,
        "rows_in_25_GiB_optimised": lambda size, raw: 25 * 1024 / size * factor,
    }
    found = []
    for case, row in rows.items():
        half = 0.5 if row["size"].is_integer() else 0.05
        for metric in DERIVED:
            digits = _DECIMALS[metric]
            rounded = [
                derive[metric](size, raw)
                for size in (row["size"] - half, row["size"] + half)
                for raw in (text - 0.5, text + 0.5)
            ]
            if case == "text":
                rounded = [derive[metric](text - half, text - half), derive[metric](text + half, text + half)]
            slack = 0.5 * 10**-digits * 1.001
            holds = min(rounded) - slack <= row[metric] <= max(rounded) + slack
            recomputed = f"{derive[metric](row['size'], text):,.{digits}f}"
            printed = f"{row[metric]:,.{digits}f}"
            found.append(Audited(f"{case}.{metric}", printed, recomputed, "holds" if holds else "slip"))
    return found


def compression_text_audit() -> list[Audited]:
    """Recompute what the source prints beside its tables: the first test's saving, the text that 25 GB can hold.

    A third figure, partly lossy, rests on a factor that is not printed and cannot be recomputed.
    """
    rows = published.figures("compression").to_dicts()
    first = {(row["case"], row["metric"]): row["value"] for row in rows if row["table"] == "first zlib test"}
    saved, printed = 100 * (1 - first["zlib default", "size"] / first["raw", "size"]), first["zlib default", "saving"]
    saving = Audited(
        "first zlib test.saving", f"{printed:.1f}", f"{saved:.1f}", "holds" if abs(saved - printed) <= 0.051 else "slip"
    )
    raw, stored = printed_rows()["text"]["size"], printed_rows()["xz(9) of merged text"]["size"]
    # in GB or in GiB, as far as the sizes are rounded
    low, high = 25e9 * (raw - 0.5) / (stored + 0.05) / 1e12, (25 << 30) * (raw + 0.5) / (stored - 0.05) / 1e12
    (held,) = (
        row["value"] for row in rows if row["metric"] == "text_stored" and row["configuration"] == "25 GB of storage"
    )
    outcome = "holds" if low - 0.005 <= held <= high + 0.005 else "slip"
    return [saving, Audited("25 GB.text_stored", f"{held:.2f}", f"{low:.2f} – {high:.2f}", outcome)]
