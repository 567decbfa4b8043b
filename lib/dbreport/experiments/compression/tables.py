"""Tables of the compression chapter and numbers for its sentences: every method, the source's rows beside ours."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import polars as pl

from ...engines.systems import SYSTEMS
from ...languages import LANGUAGES, clauses, listed, paragraph
from ...report import beside
from ...report.drawn import Drawn, warnings
from ...report.formats import case_label, digits, seconds, size
from ...report.tables.shared import fold, html, muted, over, refused, strong, times
from ...report.words import word
from ...results.store import Footer
from . import facts
from . import printed as source
from .answers import Best, ways
from .cost import pages_in
from .facts import CORPORA, FILES, Key, Way, label, median

OURS = ("zstd_19", "brotli_11", "zstd_19_dict", "merged_16_xz_9", "merged_zstd_19_long27")
"""Methods the source did not try."""


def corpora(details: Mapping[Any, Footer], lang: str) -> Drawn:
    """Return what documents every corpus had: package, number by kind of system, sizes and digest of those in files."""
    rows = []
    for corpus in CORPORA:
        largest: dict[str, dict[str, Any]] = {}
        for cell, footer in details.items():
            about = footer.dataset.get(corpus)
            if about and about["documents"] > largest.get(cell.engine, {}).get("documents", 0):
                largest[cell.engine] = about
        name = word(f"corpus.{corpus}", lang)
        if not largest:
            missing = muted(word("table.made" if corpus == facts.TUNED else "status.missing", lang))
            rows.append([name, missing, *[""] * 3])
            continue
        by_number = sorted(largest.values(), key=lambda about: -about["documents"])
        shown, numbers = largest.get(FILES) or by_number[0], dict.fromkeys(("files", "database", "extension"), 0)
        for engine, about in largest.items():
            kind = "files" if engine == FILES else "extension" if SYSTEMS[engine].extends else "database"
            numbers[kind] = max(numbers[kind], about["documents"])
        # a file written before medians were kept has none: that of the most documents whose file has one
        kept = next((about for about in (shown, *by_number) if about.get("median_bytes")), None)
        median = size(kept["median_bytes"]) if kept else "–"
        if kept and kept["documents"] != shown["documents"]:
            median = over(median, word("table.of_documents", lang, n=f"{kept['documents']:,}"))
        rows.append([
            name, over(shown["name"], f"{shown.get('kind') or 'HTML'} · {shown['digest'][:12]}"),
            " / ".join(f"{n:,}" if n else "–" for n in numbers.values()), median,
            size(shown["size_bytes"] / shown["documents"]),
        ])  # fmt: skip
    names = ("corpus", "package", "number", "median_size", "mean_size")
    return Drawn(html([word(f"table.{name}", lang) for name in names], rows, "numbers"), word("caption.corpora", lang))


def methods(runs: pl.DataFrame, lang: str, corpus: str = facts.MAIN) -> Drawn:
    """Return every method of one corpus, to be opened: ratio, speed each way, what one document costs to fetch."""
    stored = facts.ways(runs, corpus)
    rows = [[label(key, corpus, lang), *_cells(way, lang)] for key, way in stored.items()]
    names = ("method", "ratio", "saving", "compress", "decompress", "touched", "read", "fetch", "documents")
    metrics = ("compress_throughput", "decompress_throughput", "latency")
    points = [p for way in stored.values() for metric in metrics if (p := way.point(corpus, metric)) and p.warnings]
    head = [word(f"table.{name}", lang) for name in names]
    caption = word("caption.methods", lang, corpus=word(f"corpus.{corpus}", lang))
    if corpus == facts.MAIN:
        caption = paragraph([caption, word("caption.methods_speeds", lang)], lang)
    return Drawn(fold(html(head, rows, "numbers"), "fold.methods", lang), caption, warnings(points, lang))


def _cells(way: Way, lang: str) -> list[str]:
    if way.status != "ok":
        return [refused(way.status, way.reason, lang), *[""] * 7]
    of_files = way.engine == FILES
    return [
        digits(way.get("ratio") or 0),
        _or_dash(way.saving, "{:.2%}".format),
        _speed(way, "compress_throughput" if of_files else "load_throughput", "compress_rate", lang),
        _speed(way, "decompress_throughput" if of_files else "read_throughput", "decompress_rate", lang),
        _or_dash(way.get("bytes_touched"), size),
        _or_dash(way.get("bytes_read"), size),
        _or_dash(way.fetch_s, seconds),
        _or_dash(way.get("documents"), "{:,.0f}".format),
    ]


def _speed(way: Way, throughput: str, rate: str, lang: str) -> str:
    speed, documents = way.get(throughput), way.get(rate)
    if speed is None:
        return "–"
    below = "" if documents is None else f"{digits(documents)} {word('table.documents_per_s', lang)}"
    return over(f"{digits(speed / 1e6)} MB/s", below)


def _or_dash(value: float | None, write: Callable[[float], str]) -> str:
    return "–" if value is None else write(value)


def printed(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return every row of the source's compression tables beside what was measured on each corpus, or why not."""
    lines: list[tuple[str, str, Key | None]] = [
        (word(f"row.{case}", lang), f"{row['saving']:.2f} %", source.ROW_OF.get(case))
        for case, row in source.rows().items()
    ]
    lines += [
        (word("table.first_test", lang), f"{saving:.2f} %", (FILES, "zlib_6"))
        for (_, metric), saving in source.first_test().items()
        if metric == "saving"
    ]
    table = _beside_printed(runs, lang, lines, "table.printed_saving", lambda way: f"{100 * (way.saving or 0):.2f} %")
    return Drawn(table, word("caption.saving_printed", lang))


def capacity(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return how many pages of the source's size 25 GiB hold: as printed, and by the ratios measured on each corpus."""
    lines: list[tuple[str, str, Key | None]] = [
        (word(f"row.{case}", lang), f"{row['rows_in_25_GiB'] * 1e4:,.0f}", source.ROW_OF.get(case))
        for case, row in source.rows().items()
    ]
    lines += [(case_label(f"{facts.MAIN}.{method}", lang), "–", (FILES, method)) for method in OURS]
    table = _beside_printed(runs, lang, lines, "table.printed_rows", lambda way: f"{pages_in(way):,.0f}")
    return Drawn(table, word("caption.capacity", lang))


def _beside_printed(
    runs: pl.DataFrame,
    lang: str,
    lines: Sequence[tuple[str, str, Key | None]],
    printed_head: str,
    write: Callable[[Way], str],
) -> str:
    """Return lines of (name, what was printed, our way) with what is measured on each corpus, or why it is not."""
    stored = facts.by_corpus(runs)

    def cell(corpus: str, key: Key | None) -> str:
        if key is None:
            return muted(word("printed.target", lang))
        way = stored[corpus].get(key)
        if way is None:
            return muted(word("status.missing", lang))
        return write(way) if way.get("ratio") else refused(way.status, way.reason, lang)

    rows = [[name, theirs, *(cell(corpus, key) for corpus in CORPORA)] for name, theirs, key in lines]
    head = [word("table.method", lang), word(printed_head, lang)]
    head += [word(f"corpus_short.{corpus}", lang) for corpus in CORPORA]
    return html(head, rows, "numbers")


def tools(measured: pl.DataFrame, lang: str) -> Drawn:
    """Return our throughput beside the compiled tools', of the levels that `benchmarks/compression_itself.py` kept."""
    versions = {(case, side): version for case, side, version in measured.select("case", "system", "version").rows()}
    rows = []
    for method in measured["case"].unique(maintain_order=True):
        cells = []
        for way in ("compress", "decompress"):
            ours, tool, runner = ((side, method, way) for side in ("ours", "tool", "runner"))
            speeds = (digits(beside.median(measured, side).value / 1e6) for side in (ours, tool, runner))
            cells.append(over(times(beside.ratio(measured, ours, tool)), f"{' / '.join(speeds)} MB/s"))
        programs = versions[method, "tool"], versions[method, "ours"]
        rows.append([case_label(f"{facts.MAIN}.{method}", lang), *programs, *cells])
    head = [word(f"table.{name}", lang) for name in ("method", "tool", "library", "compress", "decompress")]
    (host,), (day,) = measured["host"].unique(), measured["measured_on"].unique()
    table = fold(html(head, rows, "numbers"), "fold.tools", lang)
    return Drawn(table, word("caption.tools", lang, host=host, day=day))


def fetches(runs: pl.DataFrame, lang: str, corpus: str = facts.MAIN) -> Drawn:
    """Return what one document costs to fetch from each database, warm and after a cold start."""
    stored = {key: way for key, way in facts.ways(runs, corpus).items() if key[0] != FILES}
    rows = [[label(key, corpus, lang), *_fetches(way, lang)] for key, way in stored.items()]
    cold = "cold" if (runs["temperature"] == "cold").any() else "lukewarm"
    fetch = word("table.fetch", lang)
    head = [word("table.method", lang), word("table.stored_one", lang)]
    head += [f"{fetch} · {word(f'temperature.{state}', lang)}" for state in ("warm", cold)]
    head.append(word("table.read_cold", lang))
    points = [p for way in stored.values() if (p := way.point(corpus, "latency")) and p.warnings]
    held = word("caption.documents", lang, corpus=word(f"corpus.{corpus}", lang), held=facts.documents_of(stored, lang))
    caption = paragraph([held, word("caption.fetches", lang)], lang)
    return Drawn(fold(html(head, rows, "numbers"), "fold.fetches", lang), caption, warnings(points, lang))


def _fetches(way: Way, lang: str) -> list[str]:
    if way.status != "ok":
        return [refused(way.status, way.reason, lang), *[""] * 3]
    n_bytes, documents = way.get("size"), way.get("documents")
    return [
        _or_dash(n_bytes / documents if n_bytes and documents else None, size),
        _or_dash(median(way.values, "latency"), seconds),
        _or_dash(median(way.cold, "latency"), seconds),
        _or_dash(median(way.cold, "bytes_read"), size),
    ]


# the front page --------------------------------------------------------------------------------


def answers(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return the front page's answers for who stores documents: a line a need, the best way and the next one."""
    head = [word(f"table.{name}", lang) for name in ("need", "best", "value", "next")]
    return Drawn(html(head, [_answer(best, lang) for best in ways(runs)], "numbers"), word("caption.ways", lang))


def _answer(best: Best, lang: str) -> list[str]:
    _, too_few, following, lead = best.standing
    name = strong(way_names(best)[lang])
    value = _written(best.metric, best.value)
    return [
        word(f"need.{best.need}", lang),
        over(name, word("table.ways_too_few", lang, n=len(too_few))) if too_few else name,
        f"{value}×" if best.metric == "ratio" else value,
        f"{label(following, facts.MAIN, lang)} × {times(lead)}" if following else "–",
    ]


def way_names(best: Best) -> dict[str, str]:
    """Return the best way, and those that cannot be told from it, as each language names them, for a sentence."""
    told = [key for key in best.standing.equals if key not in best.standing.too_few]
    return {lang: listed((label(key, facts.MAIN, lang) for key in told), lang) for lang in LANGUAGES}


# for sentences ---------------------------------------------------------------------------------


_WORKED_OUT = {"fetch": "fetch_s", "ratio_apart": "ratio_apart", "dictionary": "dictionary_bytes"}
"""What is worked out of metrics: the seconds one document costs, the ratio without the dictionary, all of this."""


def stored(
    runs: pl.DataFrame, method: str, metric: str = "ratio", engine: str = FILES, corpus: str = facts.MAIN
) -> str:
    """Return for a sentence one metric of one way to store, or what else is known of it by a name in `_WORKED_OUT`."""
    way = facts.ways(runs, corpus).get((engine, method))
    value = None if way is None else getattr(way, _WORKED_OUT[metric]) if metric in _WORKED_OUT else way.get(metric)
    return "–" if value is None else _written(metric, value)


def each(runs: pl.DataFrame, method: str, metric: str = "ratio", engine: str = FILES) -> dict[str, str]:
    """Return for a sentence one metric of one way to store on every corpus nobody tuned, or that it is not measured."""
    values = {corpus: stored(runs, method, metric, engine, corpus) for corpus in facts.UNTUNED}
    known = {corpus: value for corpus, value in values.items() if value != "–"}
    left = [corpus for corpus in values if corpus not in known]
    said = {}
    for lang in LANGUAGES:
        lines = [f"{word(f'corpus.{corpus}', lang)} {value}" for corpus, value in known.items()]
        if left:
            names = listed((word(f"corpus.{corpus}", lang) for corpus in left), lang)
            lines.append(f"{names} {word('verdict.missing', lang)}")
        said[lang] = clauses(lines, lang)
    return said


def measured(runs: pl.DataFrame, corpus: str) -> bool:
    """Tell whether anything was measured on a corpus."""
    return bool(facts.ways(runs, corpus))


def _written(metric: str, value: float) -> str:
    match metric.rpartition("_")[2]:
        case "throughput":
            return f"{digits(value / 1e6)} MB/s"
        case "touched" | "raw" | "dictionary":
            return size(value)
        case "fetch" | "latency":
            return seconds(value)
    return digits(value)


def ratio(
    runs: pl.DataFrame, over: str | Key, under: str | Key, metric: str = "ratio", corpus: str = facts.MAIN
) -> str:
    """Return for a sentence how many times as much one way has of a metric as another; a name is a method of files."""
    top, bottom = ((FILES, way) if isinstance(way, str) else way for way in (over, under))
    return times(facts.ratio(facts.ways(runs, corpus), top, bottom, metric))


def left(runs: pl.DataFrame) -> dict[str, str] | None:
    """Return for a sentence the methods of files that are still to be measured, by corpus; None where none is."""
    methods = {corpus: names for corpus in CORPORA if (names := facts.unmeasured(runs, corpus))}
    if not methods:
        return None
    sentence = {}
    for lang, colon, end in (("zh", "：", "。"), ("en", ": ", ". ")):
        labels = {
            corpus: clauses((case_label(f"{corpus}.{name}", lang) for name in names), lang)
            for corpus, names in methods.items()
        }
        sentence[lang] = end.join(f"{word(f'corpus.{corpus}', lang)}{colon}{names}" for corpus, names in labels.items())
    return sentence
