"""Every method that compresses documents outside a database, as data. Knows no library."""

from collections.abc import Iterator
from dataclasses import dataclass

ALL = 0
"""As `block`: all documents in one archive."""


@dataclass(frozen=True, slots=True)
class Method:
    """One way to store documents. `family` is what its levels are levels of.

    `block` is how many documents are compressed together; `window_log` widens zstd's window to so many bits;
    with `dictionary` a dictionary is trained on half of the documents and the other half is compressed with it;
    `memory_bytes` is what must be free for it, 0 for little.
    """

    name: str
    family: str
    level: int = 0
    block: int = 1
    dictionary: bool = False
    window_log: int = 0
    memory_bytes: int = 0

    @property
    def library(self) -> str:
        """Return the name of the library it is a method of."""
        return self.family.partition("_")[0]

    @property
    def fetched_alone(self) -> bool:
        """Tell whether a document can be had without decompressing another."""
        return self.block == 1


ZSTD_LEVELS = (1, 3, 6, 9, 12, 15, 19, 22)
BROTLI_LEVELS = (1, 4, 6, 9, 11)
BLOCKS = (4, 16, 64, 256)


def _methods() -> Iterator[Method]:
    yield Method("text", "text")
    for level in (6, 9):
        yield Method(f"zlib_{level}", "zlib", level)
    yield Method("zlib_6_base64", "zlib_base64", 6)
    yield Method("zlib_6_lzma_6", "zlib_lzma", 6)
    for level in range(10):
        yield Method(f"lzma_{level}", "lzma", level)
    for level in ZSTD_LEVELS:
        yield Method(f"zstd_{level}", "zstd", level)
    for level in ZSTD_LEVELS:
        yield Method(f"zstd_{level}_dict", "zstd", level, dictionary=True)
    for level in BROTLI_LEVELS:
        yield Method(f"brotli_{level}", "brotli", level)
    yield Method("lz4_fast", "lz4", 0)
    yield Method("lz4_hc_9", "lz4", 9)
    # from a document by itself to all in one archive, with two methods whose window spans many documents
    for block in BLOCKS:
        yield Method(f"merged_{block}_xz_9", "lzma", 9, block)
        yield Method(f"merged_{block}_zstd_19", "zstd", 19, block, window_log=27)
    yield Method("merged_xz_9", "lzma", 9, ALL)
    yield Method("merged_zstd_19_long27", "zstd", 19, ALL, window_log=27)
    yield Method("merged_zstd_19_long31", "zstd", 19, ALL, window_log=31, memory_bytes=4 << 30)
    yield Method("merged_zlib_6_lzma_6", "zlib_lzma", 6, ALL)


METHODS = tuple(_methods())
