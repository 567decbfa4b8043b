"""Names of the methods that compress, of their families, of the source's rows and of the corpora."""

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

PRINTED = {
    "text": Words(zh="原样文本", en="text"),
    "zlib(6)-base64": _as_it_is("zlib(6)-base64"),
    "zlib(6)": _as_it_is("zlib(6)"),
    "zlib(6)-lzma(6)": _as_it_is("zlib(6)-lzma(6)"),
    "lzma(3)": _as_it_is("lzma(3)"),
    "lzma(6)": _as_it_is("lzma(6)"),
    "duckdb text": Words(zh="DuckDB 文本", en="duckdb text"),
    "postgresql zlib-lz4": Words(zh="PostgreSQL zlib-lz4", en="postgresql zlib-lz4"),
    "clickhouse text-ZSTD(1)": Words(zh="ClickHouse 文本，ZSTD(1)", en="clickhouse text-ZSTD(1)"),
    "clickhouse text-ZSTD(16)": Words(zh="ClickHouse 文本，ZSTD(16)", en="clickhouse text-ZSTD(16)"),
    "clickhouse xz(9)-ZSTD(16)": Words(zh="ClickHouse xz(9)，ZSTD(16)", en="clickhouse xz(9)-ZSTD(16)"),
    "zlib(6)-lzma merged": Words(zh="zlib(6) 压过再合并，lzma", en="zlib(6)-lzma merged"),
    "xz(9) of merged text": Words(zh="文本合并，xz(9)", en="xz(9) of merged text"),
    "ideal": Words(zh="理想值", en="ideal"),
}
"""The rows of the source's tables, in English as it prints them."""
COLUMNS = {
    "saving": Words(zh="节省（%）", en="saving (%)"),
    "size_of_10_million_rows": Words(zh="一千万行的大小（GiB）", en="size of 10 million rows (GiB)"),
    "rows_in_25_GiB": Words(zh="25 GiB 能放的行数（万）", en="rows in 25 GiB (10⁴)"),
    "rows_in_25_GiB_optimised": Words(zh="清理后 25 GiB 能放的行数（万）", en="rows in 25 GiB after cleaning (10⁴)"),
}

OFFERS = {
    "new, first order": Words(zh="新购首单，180 GiB", en="new, first order, 180 GiB"),
    "renewal offer": Words(zh="续费优惠，180 GiB", en="renewal offer, 180 GiB"),
    "new, any customer": Words(zh="新购，不限用户，90 GiB", en="new, any customer, 90 GiB"),
    "storage type": Words(zh="存储型，350 GiB", en="storage type, 350 GiB"),
}

CORPORA = {
    "corpus.docs": Words(zh="Java API 文档", en="Java API documentation"),
    "corpus.manuals": Words(zh="中文手册页", en="Chinese manual pages"),
    "corpus.reference": Words(zh="Python 参考文档", en="Python reference"),
    "corpus.versions": Words(zh="多个版本的 LLVM 文档", en="LLVM documentation in several versions"),
    "corpus.profiles": Words(zh="调出来的资料页（示例）", en="Tuned profile pages (illustration)"),
    "corpus_short.docs": _as_it_is("Java API"),
    "corpus_short.manuals": Words(zh="中文手册", en="Chinese manuals"),
    "corpus_short.reference": Words(zh="Python 参考", en="Python reference"),
    "corpus_short.versions": _as_it_is("LLVM"),
    "corpus_short.profiles": Words(zh="示例", en="illustration"),
}
