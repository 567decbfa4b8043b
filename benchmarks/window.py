"""Is it how far back a method looks that makes it small? lzma, zstd and brotli with windows of growing size, and zlib.

    .venv/bin/python benchmarks/window.py
    .venv/bin/python benchmarks/window.py --corpus docs/decisions

A window is how far back a repeated piece may lie to be found; zlib's is 32 KiB and cannot be widened. Everything else
stays as it is. Prints how many times smaller each method makes the documents, each by itself.
"""

from __future__ import annotations

import argparse
import lzma
import zlib
from collections.abc import Callable
from pathlib import Path

import brotli
import zstandard
from dbreport.datasets import documentation
from dbreport.datasets.pages import Pages

WINDOWS = (15, 16, 17, 18, 19, 20, 23)
"""Powers of two: 32 KiB to 8 MiB, the last being lzma 6's own."""
LZMA_LEVEL, ZSTD_LEVEL, BROTLI_LEVEL, ZLIB_LEVEL = 6, 19, 9, 9


def _lzma(window_log: int) -> Callable[[bytes], bytes]:
    chain = [{"id": lzma.FILTER_LZMA2, "preset": LZMA_LEVEL, "dict_size": 1 << window_log}]
    return lambda document: lzma.compress(document, filters=chain)


def _zstd(window_log: int) -> Callable[[bytes], bytes]:
    how = zstandard.ZstdCompressionParameters.from_level(ZSTD_LEVEL, window_log=window_log)
    return zstandard.ZstdCompressor(compression_params=how).compress


def _brotli(window_log: int) -> Callable[[bytes], bytes]:
    return lambda document: brotli.compress(document, quality=BROTLI_LEVEL, lgwin=window_log)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, metavar="FOLDER", help="your own files in place of the profile pages")
    parser.add_argument("--documents", type=int, default=60)
    asked = parser.parse_args()
    if asked.corpus:
        documents = list(documentation.folder(asked.corpus).documents(asked.documents))
    else:
        pages = Pages(asked.documents)
        documents = [pages.document(number) for number in range(asked.documents)]
    raw = sum(map(len, documents))
    print(f"{len(documents)} documents of {raw / len(documents) / 1e3:.0f} KB on average")

    def smaller(compress: Callable[[bytes], bytes]) -> float:
        return raw / sum(len(compress(document)) for document in documents)

    print(f"zlib {ZLIB_LEVEL}: {smaller(lambda document: zlib.compress(document, ZLIB_LEVEL)):.2f} times smaller")
    for window in WINDOWS:
        by_lzma, by_zstd, by_brotli = (smaller(made(window)) for made in (_lzma, _zstd, _brotli))
        print(
            f"window {(1 << window) >> 10:5} KiB: lzma {LZMA_LEVEL} {by_lzma:.2f}, zstd {ZSTD_LEVEL} {by_zstd:.2f},"
            f" brotli {BROTLI_LEVEL} {by_brotli:.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
