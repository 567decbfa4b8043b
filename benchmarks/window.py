"""Is it how far back a method looks that makes it small? lzma, zstd and brotli with windows of growing size, and zlib.

    .venv/bin/python benchmarks/window.py
    .venv/bin/python benchmarks/window.py --corpus docs/decisions

A window is how far back a repeated piece may lie to be found; zlib's is 32 KiB and cannot be widened. Everything else
stays as it is. Measures how many times smaller each method makes the documents, each by itself.
"""

from __future__ import annotations

import lzma
import zlib
from collections.abc import Callable
from pathlib import Path

import brotli
import zstandard
from dbreport.datasets.folder import folder
from dbreport.datasets.packages import CORPORA
from dbreport.experiments.compression.codecs import libraries
from shared import measurements, parser

Compress = Callable[[bytes], bytes]

CORPUS = "reference"
"""Its pages are long, so that a window may be too short for them."""
WINDOWS = (15, 16, 17, 18, 19, 20, 23)
"""Powers of two: 32 KiB to 8 MiB, the last being lzma 6's own."""
LZMA_LEVEL, ZSTD_LEVEL, BROTLI_LEVEL, ZLIB_LEVEL = 6, 19, 9, 9


def _lzma(window_log: int) -> Compress:
    chain = [{"id": lzma.FILTER_LZMA2, "preset": LZMA_LEVEL, "dict_size": 1 << window_log}]
    return lambda document: lzma.compress(document, filters=chain)


def _zstd(window_log: int) -> Compress:
    parameters = zstandard.ZstdCompressionParameters.from_level(ZSTD_LEVEL, window_log=window_log)
    return zstandard.ZstdCompressor(compression_params=parameters).compress


def _brotli(window_log: int) -> Compress:
    return lambda document: brotli.compress(document, quality=BROTLI_LEVEL, lgwin=window_log)


def methods() -> dict[tuple[str, int], Compress]:
    """Return every library with every window it has."""
    widened = {"lzma": _lzma, "zstd": _zstd, "brotli": _brotli}
    return {("zlib", WINDOWS[0]): lambda document: zlib.compress(document, ZLIB_LEVEL)} | {
        (library, window): method(window) for window in WINDOWS for library, method in widened.items()
    }


def main() -> None:
    options = parser(__doc__, documents=60)
    options.add_argument(
        "--corpus", type=Path, metavar="FOLDER", help="your own files in place of the Python reference"
    )
    asked = options.parse_args()
    source = folder(asked.corpus) if asked.corpus else CORPORA[CORPUS].documents()
    documents = list(source.documents(asked.documents))
    raw = sum(map(len, documents))
    print(f"{len(documents)} documents of {raw / len(documents) / 1e3:.0f} KB on average")
    versions = libraries.versions()
    with measurements(asked) as measured:
        for (library, window), compress in methods().items():
            ratio = raw / sum(len(compress(document)) for document in documents)
            case = f"{asked.corpus.name if asked.corpus else CORPUS}.window_{(1 << window) >> 10}_kib"
            measured.add((library, case, "ratio"), versions[library], "ratio", [ratio])


if __name__ == "__main__":
    main()
