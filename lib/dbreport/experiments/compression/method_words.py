"""Names of the methods that compress and of their families."""

from ...languages import Words
from .codecs.methods import BLOCKS, BROTLI_LEVELS, ZSTD_LEVELS


def _as_it_is(text: str) -> Words:
    return Words(zh=text, en=text)


METHODS = {
    "text": Words(zh="原样文本", en="plain text"),
    **{f"zlib_{n}": _as_it_is(f"zlib {n}") for n in (6, 9)},
    "zlib_6_base64": _as_it_is("zlib 6 + base64"),
    "zlib_6_lzma_6": Words(zh="zlib 6，再 lzma 6", en="zlib 6, then lzma 6"),
    **{f"lzma_{n}": _as_it_is(f"lzma {n}") for n in range(10)},
    **{f"zstd_{n}": _as_it_is(f"zstd {n}") for n in ZSTD_LEVELS},
    **{f"zstd_{n}_dict": Words(zh=f"zstd {n} + 字典", en=f"zstd {n} + dictionary") for n in ZSTD_LEVELS},
    **{f"brotli_{n}": _as_it_is(f"brotli {n}") for n in BROTLI_LEVELS},
    "lz4_fast": _as_it_is("lz4"),
    "lz4_hc_9": _as_it_is("lz4 HC 9"),
    **{f"merged_{n}_xz_9": Words(zh=f"每 {n} 个合并，xz 9", en=f"{n} together, xz 9") for n in BLOCKS},
    **{f"merged_{n}_zstd_19": Words(zh=f"每 {n} 个合并，zstd 19", en=f"{n} together, zstd 19") for n in BLOCKS},
    "merged_xz_9": Words(zh="全部合并，xz 9", en="all together, xz 9"),
    "merged_zstd_19_long27": Words(zh="全部合并，zstd 19 --long=27", en="all together, zstd 19 --long=27"),
    "merged_zstd_19_long31": Words(zh="全部合并，zstd 19 --long=31", en="all together, zstd 19 --long=31"),
    "merged_zlib_6_lzma_6": Words(zh="zlib 6 之后全部合并，lzma 6", en="zlib 6, then all together, lzma 6"),
    "text_pglz": Words(zh="文本列，pglz", en="text column, pglz"),
    "text_lz4": Words(zh="文本列，lz4", en="text column, lz4"),
    "zlib_6_lz4": Words(zh="zlib 6，再存入 lz4 列", en="zlib 6, in an lz4 column"),
    "text_row_compressed": Words(zh="文本列，行压缩", en="text column, compressed rows"),
    "text_page_compressed": Words(zh="文本列，页压缩", en="text column, compressed pages"),
    "text_zstd": Words(zh="文本列，zstd", en="text column, zstd"),
    "text_zstd_1": Words(zh="文本列，ZSTD(1)", en="text column, ZSTD(1)"),
    "text_zstd_16": Words(zh="文本列，ZSTD(16)", en="text column, ZSTD(16)"),
    "text_columnstore": Words(zh="文本列，列存", en="text column, columnstore"),
    "zlib_6_columnstore": Words(zh="zlib 6，再存入列存", en="zlib 6, in a columnstore"),
    "text_columnar_none": Words(zh="文本列，列存不压缩", en="text column, columnar, uncompressed"),
    **{
        f"text_columnar_{name}": Words(zh=f"文本列，列存 {name}", en=f"text column, columnar {name}")
        for name in ("pglz", "lz4", "zstd")
    },
    "zlib_6_columnar_zstd": Words(zh="zlib 6，再存入列存 zstd", en="zlib 6, in a columnar zstd column"),
    "xz_9_zstd_16": Words(zh="xz 9，再存入 ZSTD(16) 列", en="xz 9, in a ZSTD(16) column"),
}

FAMILIES = {
    **{name: _as_it_is(name) for name in ("zlib", "zstd", "brotli", "lz4")},
    "lzma": _as_it_is("lzma / xz"),
    "dictionary": Words(zh="zstd + 字典", en="zstd + dictionary"),
    "merged": Words(zh="多个文档合并", en="documents together"),
    "database": Words(zh="数据库", en="databases"),
}
