"""Small corpora, and made-up samples of the compression experiment as the source's own figures would make them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dbreport.datasets import corpus
from dbreport.experiments.compression.codecs.methods import METHODS
from dbreport.experiments.compression.facts import CORPORA
from dbreport.model import Sample, Scale
from samples import around, repeats

PAGES, RAW = 10_000, 10_000 * 585_216.0
DICTIONARY_SHARE = 5e5
RATIOS = {
    "text": 1.0, "zlib_6": 17.5, "zlib_9": 17.9, "zlib_6_base64": 13.2, "zlib_6_lzma_6": 17.5,
    **{f"lzma_{n}": r for n, r in enumerate((20.0, 21.0, 21.8, 22.4, 22.9, 23.2, 23.4, 23.4, 23.4, 23.4))},
    "zstd_1": 15.0, "zstd_19": 23.0, "zstd_19_dict": 60.0, "brotli_11": 24.0, "lz4_fast": 9.0,
    "merged_4_xz_9": 45.0, "merged_4_zstd_19": 43.0, "merged_xz_9": 193.7, "merged_zstd_19_long27": 180.0,
    "merged_zlib_6_lzma_6": 31.6,
}  # fmt: skip
SPEEDS = {
    "zlib_6": 90e6, "zlib_9": 40e6, "zlib_6_base64": 80e6, "zlib_6_lzma_6": 60e6,
    **{f"lzma_{n}": s for n, s in enumerate((60e6, 55e6, 53e6, 50e6, 9e6, 9e6, 8.5e6, 8e6, 8e6, 8e6))},
    "zstd_1": 400e6, "zstd_19": 4e6, "zstd_19_dict": 5e6, "brotli_11": 0.6e6, "lz4_fast": 600e6,
    "merged_4_xz_9": 8e6, "merged_4_zstd_19": 4e6, "merged_xz_9": 8e6, "merged_zstd_19_long27": 4e6,
    "merged_zlib_6_lzma_6": 60e6,
}  # fmt: skip
IN_DATABASES = {
    ("postgresql", "text_lz4"): 9.0, ("postgresql", "zlib_6_lz4"): 16.6, ("duckdb", "text"): 0.23,
    ("clickhouse", "text_zstd_1"): 16.0, ("clickhouse", "text_zstd_16"): 27.0, ("clickhouse", "xz_9_zstd_16"): 23.9,
    ("mysql", "text_row_compressed"): 8.0,
}  # fmt: skip


def compression_report(names: Sequence[str] = CORPORA) -> list[Sample]:
    """Return samples of files at full scale and of databases at medium, as the source printed them."""
    made: list[Sample] = []
    for name in names:
        for method, ratio in RATIOS.items():
            facts: dict[str, Any] = {
                "experiment": "compression", "engine": "files", "engine_version": "3.11.7", "scale": Scale.FULL,
                "rows": PAGES, "answer": None,
            }  # fmt: skip
            made += file_samples(f"{name}.{method}", ratio, SPEEDS.get(method), **facts)
        for (engine, method), ratio in IN_DATABASES.items():
            facts = {
                "experiment": "compression", "engine": engine, "scale": Scale.MEDIUM, "rows": 2_000, "answer": None,
            }  # fmt: skip
            made += database_samples(f"{name}.{method}", ratio, **facts)
    return made


def file_samples(case: str, ratio: float, speed: float | None, **facts: Any) -> list[Sample]:
    method = next(one for one in METHODS if case.endswith(f".{one.name}"))
    share = DICTIONARY_SHARE if method.dictionary else 0.0
    together = PAGES if method.block == 0 else method.block
    made = []
    once = {
        "ratio": (ratio, "raw/stored"), "size": (RAW / ratio, "bytes"), "size_data": (RAW / ratio - share, "bytes"),
        "raw": (RAW, "bytes"), "documents": (float(PAGES), "documents"),
        "bytes_touched": (RAW / PAGES * (together + 1) / 2, "bytes"), "bytes_read": (1e4, "bytes"),
    }  # fmt: skip
    if method.dictionary:
        once["size_dictionary"] = (share, "bytes")
    for metric, (value, unit) in once.items():
        made += repeats(case, [value] * 3, metric=metric, unit=unit, **facts)
    if speed:
        for way, factor in (("compress", 1.0), ("decompress", 5.0)):
            speeds = around(speed * factor, 3)
            made += repeats(case, speeds, metric=f"{way}_throughput", unit="bytes/s", **facts)
            rates = [s / (RAW / PAGES) for s in speeds]
            made += repeats(case, rates, metric=f"{way}_rate", unit="documents/s", **facts)
    return made


def database_samples(case: str, ratio: float, **facts: Any) -> list[Sample]:
    raw = 2_000 * RAW / PAGES
    made = []
    for metric, value, unit in (
        ("ratio", ratio, "raw/stored"), ("size", raw / ratio, "bytes"), ("size_table", raw / ratio, "bytes"),
        ("size_index", 65536.0, "bytes"), ("raw", raw, "bytes"), ("documents", 2000.0, "documents"),
        ("read_throughput", 2e8, "bytes/s"), ("load_throughput", 5e7, "bytes/s"),
    ):  # fmt: skip
        made += repeats(case, [value], metric=metric, unit=unit, **facts)
    return made + repeats(case, around(0.003), metric="latency", unit="s", **facts)


def corpus_file(path: Path, documents: Sequence[bytes]) -> Path:
    corpus.write(path, documents)
    return path


def pages_of(count: int, kilobytes: int = 4) -> list[bytes]:
    """Return small pages that have most of their text in common, as pages of one site do."""
    words = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu".split()
    row = "<tr class='row'><td class='name'>{}</td><td class='value'>{}</td></tr>\n"
    tables = ("".join(row.format(words[n * k % 12], n * k) for k in range(kilobytes * 18)) for n in range(count))
    return [f"<html><body><table>\n{table}</table></body></html>".encode() for table in tables]
