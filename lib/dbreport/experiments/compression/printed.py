"""The source's tables of compressed sizes, and every derived cell recomputed from them."""

from collections.abc import Callable

from ... import stats
from ...report import published
from ...report.verdicts.decide import Audited
from .facts import FILES, Key

TABLES = ("compressed sizes of 10 thousand rows", "merged compression")
PAGES = 10_000
_DECIMALS = {"saving": 2, "size_of_10_million_rows": 2, "rows_in_25_GiB": 2, "rows_in_25_GiB_optimised": 0}
"""The derived cells of a row, and with how many decimals they are printed."""
ROW_OF: dict[str, Key] = {
    "text": (FILES, "text"),
    "zlib(6)-base64": (FILES, "zlib_6_base64"),
    "zlib(6)": (FILES, "zlib_6"),
    "zlib(6)-lzma(6)": (FILES, "zlib_6_lzma_6"),
    "lzma(3)": (FILES, "lzma_3"),
    "lzma(6)": (FILES, "lzma_6"),
    "duckdb text": ("duckdb", "text"),
    "postgresql zlib-lz4": ("postgresql", "zlib_6_lz4"),
    "clickhouse text-ZSTD(1)": ("clickhouse", "text_zstd_1"),
    "clickhouse text-ZSTD(16)": ("clickhouse", "text_zstd_16"),
    "clickhouse xz(9)-ZSTD(16)": ("clickhouse", "xz_9_zstd_16"),
    "zlib(6)-lzma merged": (FILES, "merged_zlib_6_lzma_6"),
    "xz(9) of merged text": (FILES, "merged_xz_9"),
}
"""Which of our methods stands for a row of the source's tables. Its `ideal` is a target and no method."""


def rows() -> dict[str, dict[str, float]]:
    """Return the rows of the source's compression tables: the metrics of each by name, as printed; sizes in MiB."""
    printed: dict[str, dict[str, float]] = {}
    for row in published.figures("compression").to_dicts():
        if row["table"] in TABLES and row["metric"] in ("size", *_DECIMALS):
            printed.setdefault(row["case"], {})[row["metric"]] = row["value"]
    return printed


def size(case: str) -> float:
    """Return the size of a row, MiB."""
    return rows()[case]["size"]


def speed(level: int) -> float:
    """Return the documents a second that the source notes beside a level of lzma."""
    (note,) = set(published.figures("compression").filter(case=f"lzma({level})")["note"])
    return float(note.removesuffix(" documents/s"))


def quickest() -> float:
    """Return the documents a second of the levels of lzma below 3, which the source names in its text alone."""
    (claim,) = published.claims("compression").filter(id="cp-3")["claim"]
    return float(claim.partition(" against ")[0].rpartition("(")[2])


def page_bytes() -> float:
    """Return the mean size of the source's pages."""
    return size("text") * (1 << 20) / PAGES


def first_test() -> dict[tuple[str, str], float]:
    """Return the figures of the source's first test of zlib by case and metric."""
    figures = published.figures("compression").filter(table="first zlib test")
    return {(row["case"], row["metric"]): row["value"] for row in figures.to_dicts()}


def cleaning() -> float:
    """Return how many times more rows the source has room for when pages are cleaned, off its own columns."""
    return stats.median([row["rows_in_25_GiB_optimised"] / row["rows_in_25_GiB"] for row in rows().values()]).value


def table_checks() -> list[Audited]:
    """Recompute every derived cell of the source's tables from its sizes, as far as these are rounded."""
    text, factor = size("text"), cleaning()
    derive: dict[str, Callable[[float, float], float]] = {
        "saving": lambda size, raw: 100 * (1 - size / raw),
        "size_of_10_million_rows": lambda size, raw: size * 1000 / 1024,
        "rows_in_25_GiB": lambda size, raw: 25 * 1024 / size,
        "rows_in_25_GiB_optimised": lambda size, raw: 25 * 1024 / size * factor,
    }
    checks = []
    for case, row in rows().items():
        half = 0.5 if row["size"].is_integer() else 0.05
        for metric, digits in _DECIMALS.items():
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
            checks.append(_audited(f"{case}.{metric}", f"{row[metric]:,.{digits}f}", recomputed, holds))
    return checks


def text_checks() -> list[Audited]:
    """Recompute what the source prints beside its tables: the first test's saving, the text that 25 GB can hold.

    A third figure, partly lossy, rests on a factor that is not printed and cannot be recomputed.
    """
    first = first_test()
    saved, said = 100 * (1 - first["zlib default", "size"] / first["raw", "size"]), first["zlib default", "saving"]
    raw, stored = size("text"), size("xz(9) of merged text")
    # in GB or in GiB, as far as the sizes are rounded
    low, high = 25e9 * (raw - 0.5) / (stored + 0.05) / 1e12, (25 << 30) * (raw + 0.5) / (stored - 0.05) / 1e12
    (held,) = published.figures("compression").filter(metric="text_stored", configuration="25 GB of storage")["value"]
    return [
        _audited("first zlib test.saving", f"{said:.1f}", f"{saved:.1f}", abs(saved - said) <= 0.051),
        _audited("25 GB.text_stored", f"{held:.2f}", f"{low:.2f} – {high:.2f}", low - 0.005 <= held <= high + 0.005),
    ]


def _audited(what: str, printed: str, recomputed: str, holds: bool) -> Audited:
    return Audited(what, printed, recomputed, "holds" if holds else "slip")
