"""Tables of the compression chapter: every method, the source's rows beside ours, what one document costs to fetch.

The planner stands in `planner`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import polars as pl

from ... import stats
from ...languages import LANGUAGES, clauses, listed
from ...report import beside, published
from ...report.drawn import Drawn
from ...report.figures import warnings
from ...report.formats import case_label, digits, seconds, size
from ...report.tables.shared import fold, html, muted, over, refused, strong, times
from ...report.words import word
from .answers import Way, ways
from .charts import FAMILIES
from .cost import rows_in
from .facts import CORPORA, FILES, Kept, Key, front, kept, ratio, unmeasured
from .printed import printed_rows

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
OURS = ("zstd_19", "brotli_11", "zstd_19_dict", "merged_16_xz_9", "merged_zstd_19_long27")
"""Methods the source did not try."""


def compression_methods(runs: pl.DataFrame, lang: str, corpus: str = "profiles") -> Drawn:
    """Return every method of one corpus, to be opened: ratio, speed each way, what one document costs to fetch."""
    found = kept(runs, corpus)
    rows = [[_label(key, corpus, lang), *_cells(one, lang)] for key, one in found.items()]
    names = ("method", "ratio", "saving", "compress", "decompress", "touched", "read", "fetch", "documents")
    metrics = ("compress_throughput", "decompress_throughput", "latency")
    points = [p for one in found.values() for metric in metrics if (p := one.point(corpus, metric)) and p.warnings]
    head = [word(f"table.{name}", lang) for name in names]
    caption = word("caption.methods", lang, corpus=word(f"corpus.{corpus}", lang))
    return Drawn(fold(html(head, rows, "numbers"), "fold.methods", lang), caption, warnings(points, lang))


def _label(key: Key, corpus: str, lang: str) -> str:
    engine, method = key
    label = case_label(f"{corpus}.{method}", lang)
    return label if engine == FILES else f"{word(f'engine.{engine}', lang)} · {label}"


def _cells(one: Kept, lang: str) -> list[str]:
    if one.status != "ok":
        return [_status(one, lang), *[""] * 7]
    saving = one.saving
    return [
        digits(one.get("ratio") or 0),
        "–" if saving is None else f"{saving:.2%}",
        _speed(one, "compress_throughput" if one.engine == FILES else "load_throughput", "compress_rate", lang),
        _speed(one, "decompress_throughput" if one.engine == FILES else "read_throughput", "decompress_rate", lang),
        _or_dash(one.get("bytes_touched"), size),
        _or_dash(one.get("bytes_read"), size),
        _or_dash(_fetch_s(one), seconds),
        _or_dash(one.get("documents"), lambda n: f"{n:,.0f}"),
    ]


def _speed(one: Kept, throughput: str, rate: str, lang: str) -> str:
    speed, documents = one.get(throughput), one.get(rate)
    if speed is None:
        return "–"
    beside = "" if documents is None else f"{digits(documents)} {word('table.documents_per_s', lang)}"
    return over(f"{digits(speed / 1e6)} MB/s", beside)


def _fetch_s(one: Kept) -> float | None:
    """Return the seconds one document costs: as timed in a database, in a file what must be decompressed for it."""
    touched, speed = one.get("bytes_touched"), one.get("decompress_throughput")
    return touched / speed if touched and speed else one.get("latency")


def _or_dash(value: float | None, write: Callable[[float], str]) -> str:
    return "–" if value is None else write(value)


def _status(one: Kept | None, lang: str) -> str:
    if one is None:
        return muted(word("status.missing", lang))
    return refused(one.status, one.reason, lang)


def compression_printed(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return every row of the source's compression tables beside what was measured on either corpus, or why not."""
    found = {corpus: kept(runs, corpus) for corpus in CORPORA}
    rows = []
    for case, printed in printed_rows().items():
        key = ROW_OF.get(case)
        line = [case, f"{printed['saving']:.2f} %"]
        for corpus in CORPORA:
            one = found[corpus].get(key) if key else None
            if key is None:
                line.append(muted(word("printed.target", lang)))
            elif one is None or one.saving is None:
                line.append(_status(one, lang))
            else:
                line.append(f"{100 * one.saving:.2f} %")
        rows.append(line)
    first = {row["case"]: row["value"] for row in _first_test() if row["metric"] == "saving"}
    for saving in first.values():
        ours = [found[corpus].get((FILES, "zlib_6")) for corpus in CORPORA]
        cells = [f"{100 * one.saving:.2f} %" if one and one.saving is not None else _status(one, lang) for one in ours]
        rows.append([word("table.first_test", lang), f"{saving:.2f} %", *cells])
    head = [word("table.method", lang), word("table.printed_saving", lang)]
    head += [word("table.measured_saving", lang, corpus=word(f"corpus.{corpus}", lang)) for corpus in CORPORA]
    return Drawn(html(head, rows, "numbers"))


def compression_tools(found: pl.DataFrame, lang: str) -> Drawn:
    """Return our throughput beside the compiled tools', of the levels that `benchmarks/compression_itself.py` kept."""
    rows = []
    for method in found["method"].unique(maintain_order=True):
        (tool,) = found.filter((pl.col("method") == method) & (pl.col("side") == "tool"))[:1].rows(named=True)
        (ours,) = found.filter((pl.col("method") == method) & (pl.col("side") == "ours"))[:1].rows(named=True)
        cells = []
        for way in ("compress", "decompress"):
            sides = (beside.throughputs(found, method, way, side) for side in ("ours", "tool", "runner"))
            said = " / ".join(digits(stats.median(speeds).value / 1e6) for speeds in sides)
            cells.append(over(times(beside.over_tool(found, method, way)), f"{said} MB/s"))
        rows.append(
            [case_label(f"profiles.{method}", lang), f"{tool['program']} {tool['version']}", ours["version"], *cells]
        )
    head = [word(f"table.{name}", lang) for name in ("method", "tool", "library", "compress", "decompress")]
    (host,), (day,) = found["host"].unique(), found["measured_on"].unique()
    return Drawn(html(head, rows, "numbers"), word("caption.tools", lang, host=host, day=day))


def front_ways(found: Sequence[Way], lang: str) -> Drawn:
    """Return the front page's answers for who stores documents: a line a need, the best way and the next one."""
    rows = []
    for way in found:
        value = _written(way.metric, way.value)
        following = f"{_label(way.next, 'profiles', lang)} × {times(way.ratio)}" if way.next else "–"
        best = strong(way_names(way)[lang])
        if way.too_few:
            best = over(best, word("table.ways_too_few", lang, n=len(way.too_few)))
        rows.append([word(f"need.{way.need}", lang), best, f"{value}×" if way.metric == "ratio" else value, following])
    head = [word(f"table.{name}", lang) for name in ("need", "best", "value", "next")]
    return Drawn(html(head, rows, "numbers"), word("caption.ways", lang))


def way_names(way: Way) -> dict[str, str]:
    """Return the best way, and those that cannot be told from it, as each language names them, for a sentence."""
    return {
        lang: listed((_label(key, "profiles", lang) for key in (way.best, *way.equals)), lang) for lang in LANGUAGES
    }


def compressed(runs: pl.DataFrame, corpus: str, key: Key, metric: str = "ratio") -> str:
    """Return for a sentence one metric of one way to store, `fetch` being the seconds one document costs."""
    one = kept(runs, corpus).get(key)
    value = None if one is None else _fetch_s(one) if metric == "fetch" else one.get(metric)
    return "–" if value is None else _written(metric, value)


def _written(metric: str, value: float) -> str:
    match metric.rpartition("_")[2]:
        case "throughput":
            return f"{digits(value / 1e6)} MB/s"
        case "touched" | "raw":
            return size(value)
        case "fetch" | "latency":
            return seconds(value)
    return digits(value)


def compressed_times(runs: pl.DataFrame, corpus: str, over: Key, under: Key, metric: str = "ratio") -> str:
    """Return for a sentence how many times as much one way has of a metric as another."""
    return times(ratio(kept(runs, corpus), over, under, metric))


def front_names(runs: pl.DataFrame, corpus: str = "profiles", way: str = "compress") -> dict[str, str]:
    """Return for a sentence the methods on the front that `charts.pareto` draws, the fastest first."""
    metric = f"{way}_throughput"
    found = {key: one for key, one in kept(runs, corpus).items() if one.family in FAMILIES and one.get(metric)}
    edge = front({key: (one.get(metric) or 0, one.get("ratio") or 0) for key, one in found.items()})
    methods = [f"{corpus}.{method}" for _, method in reversed(edge)]
    return {lang: listed((case_label(method, lang) for method in methods), lang) for lang in LANGUAGES}


def compression_left(runs: pl.DataFrame) -> dict[str, str] | None:
    """Return for a sentence the methods of files that are still to be measured, by corpus; None where none is."""
    left = {corpus: names for corpus in CORPORA if (names := unmeasured(runs, corpus))}
    if not left:
        return None
    said = {}
    for lang, colon, end in (("zh", "：", "。"), ("en", ": ", ". ")):
        labels = {
            corpus: clauses((case_label(f"{corpus}.{name}", lang) for name in names), lang)
            for corpus, names in left.items()
        }
        said[lang] = end.join(f"{word(f'corpus.{corpus}', lang)}{colon}{names}" for corpus, names in labels.items())
    return said


def compression_capacity(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return how many pages of the source's size 25 GiB hold: as printed, and by the ratios measured on each corpus."""
    page_bytes = printed_rows()["text"]["size"] * (1 << 20) / 10_000
    found = {corpus: kept(runs, corpus) for corpus in CORPORA}
    lines: list[tuple[str, str, Key | None]] = [
        (case, f"{row['rows_in_25_GiB'] * 1e4:,.0f}", ROW_OF.get(case)) for case, row in printed_rows().items()
    ]
    lines += [(case_label(f"profiles.{method}", lang), "–", (FILES, method)) for method in OURS]
    rows = []
    for label, printed, key in lines:
        fits = [_fits(found[corpus].get(key) if key else None, key, page_bytes, lang) for corpus in CORPORA]
        rows.append([label, printed, *fits])
    head = [word("table.method", lang), word("table.printed_rows", lang)]
    head += [word("table.measured_rows", lang, corpus=word(f"corpus.{corpus}", lang)) for corpus in CORPORA]
    return Drawn(html(head, rows, "numbers"), word("caption.capacity", lang))


def _fits(one: Kept | None, key: Key | None, page_bytes: float, lang: str) -> str:
    if key is None:
        return muted(word("printed.target", lang))
    if one is None or one.get("ratio") is None:
        return _status(one, lang)
    return f"{rows_in(one, page_bytes):,.0f}"


def compression_fetches(runs: pl.DataFrame, lang: str, corpus: str = "profiles") -> Drawn:
    """Return what one document costs to fetch from each database, warm and after a cold start."""
    found = {key: one for key, one in kept(runs, corpus).items() if key[0] != FILES}
    rows = [[_label(key, corpus, lang), *_fetches(one, lang)] for key, one in found.items()]
    cold = "cold" if (runs["temperature"] == "cold").any() else "lukewarm"
    fetch = word("table.fetch", lang)
    head = [word("table.method", lang), word("table.stored_one", lang)]
    head += [f"{fetch} · {word(f'temperature.{state}', lang)}" for state in ("warm", cold)]
    head.append(word("table.read_cold", lang))
    points = [p for one in found.values() if (p := one.point(corpus, "latency")) and p.warnings]
    caption = word("caption.fetches", lang, corpus=word(f"corpus.{corpus}", lang))
    return Drawn(html(head, rows, "numbers"), caption, warnings(points, lang))


def _fetches(one: Kept, lang: str) -> list[str]:
    if one.status != "ok":
        return [_status(one, lang), *[""] * 3]
    stored, documents = one.get("size"), one.get("documents")
    return [
        _or_dash(stored / documents if stored and documents else None, size),
        _or_dash(_median_of(one.values, "latency"), seconds),
        _or_dash(_median_of(one.cold, "latency"), seconds),
        _or_dash(_median_of(one.cold, "bytes_read"), size),
    ]


def _median_of(values: Mapping[str, list[float]], metric: str) -> float | None:
    return stats.median(values[metric]).value if metric in values else None


def _first_test() -> list[dict[str, object]]:
    return published.figures("compression").filter(pl.col("table") == "first zlib test").to_dicts()


def answers(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return the front page's answers, which are ways to store and not systems."""
    return front_ways(ways(runs), lang)
