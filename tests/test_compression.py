"""What the report makes of compression: the front, the claims, the audits, charts and tables, from made-up samples."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import polars as pl
import pytest
from compressionkit import DICTIONARY_SHARE, IN_DATABASES, RATIOS, RAW, compression_report
from dbreport.datasets import packages
from dbreport.experiments.compression import answers, charts, cost, printed, tables, verdicts
from dbreport.experiments.compression.codecs.methods import METHODS
from dbreport.experiments.compression.facts import CORPORA, UNTUNED, Way, better, front, ways
from dbreport.languages import LANGUAGES
from dbreport.model import Scale, Status
from dbreport.report import tables as shared
from dbreport.report.drawn import Drawn
from dbreport.report.verdicts.decide import Outcome, Verdict, slips
from samples import frame, repeats, sample

pytestmark = pytest.mark.usefixtures("home")

CHINESE = re.compile(r"[\u4e00-\u9fff]")


@pytest.fixture(scope="module")
def runs() -> pl.DataFrame:
    return frame(compression_report())


def outcomes(decided: list[Verdict]) -> dict[str, str]:
    return {verdict.claim: str(verdict.outcome) for verdict in decided}


def changed(case: str, ratio: float, corpora: Sequence[str] = UNTUNED) -> pl.DataFrame:
    """Return the report with another ratio of one method on some corpora."""
    cases = [f"{corpus}.{case}" for corpus in corpora]
    return frame(compression_report()).with_columns(
        pl.when((pl.col("metric") == "ratio") & pl.col("case").is_in(cases))
        .then(pl.lit(ratio))
        .otherwise(pl.col("value"))
        .alias("value")
    )


def test_the_corpora_that_decide_are_those_out_of_packages() -> None:
    assert list(UNTUNED) == list(packages.CORPORA)


# the front -------------------------------------------------------------------------------------


def test_the_front_holds_what_nothing_beats_in_both() -> None:
    points = {("a", "x"): (1.0, 9.0), ("a", "y"): (5.0, 5.0), ("a", "z"): (4.0, 4.0), ("a", "w"): (9.0, 1.0)}
    assert front(points) == [("a", "x"), ("a", "y"), ("a", "w")]


def test_equals_do_not_beat_each_other() -> None:
    points = {("a", "x"): (1.0, 1.0), ("a", "y"): (1.0, 1.0)}
    assert front(points) == [("a", "x"), ("a", "y")]


def test_what_is_better_is_named() -> None:
    points = {("a", "x"): (1.0, 1.0), ("a", "y"): (1.0, 2.0), ("a", "z"): (0.5, 3.0)}
    assert better(points, ("a", "x")) == [("a", "y")]


# what is picked --------------------------------------------------------------------------------


def test_each_system_counts_at_its_largest_scale(runs: pl.DataFrame) -> None:
    stored = ways(runs, "profiles").values()
    assert {way.get("documents") for way in stored if way.engine == "files"} == {10_000}
    assert {way.get("documents") for way in stored if way.engine != "files"} == {2_000}


def test_files_come_first_and_in_the_order_of_the_methods(runs: pl.DataFrame) -> None:
    keys = list(ways(runs, "profiles"))
    assert keys[: len(RATIOS)] == [("files", method) for method in RATIOS]
    assert set(keys[len(RATIOS) :]) == set(IN_DATABASES)


def test_a_failed_method_keeps_its_reason() -> None:
    bad = sample(
        experiment="compression", engine="files", case="profiles.zlib_6", metric="size", status=Status.WRONG_ANSWER
    )
    way = ways(frame([bad]), "profiles")["files", "zlib_6"]
    assert (way.status, way.reason, way.saving) == ("wrong_answer", "it took over 300 s", None)


def test_a_method_is_shown_as_one_of_a_family() -> None:
    families = {
        ("files", "zlib_6"): "zlib",
        ("files", "zlib_6_base64"): "zlib",
        ("files", "zstd_19_dict"): "dictionary",
        ("files", "merged_4_xz_9"): "merged",
        ("sqlite", "zlib_6"): "database",
    }
    assert {key: Way(*key, {}, {}).family for key in families} == families


def test_a_dictionary_is_known_whole_and_the_ratio_without_it(runs: pl.DataFrame) -> None:
    stored = ways(runs, "docs")
    trained, plain = stored["files", "zstd_19_dict"], stored["files", "zstd_19"]
    assert trained.dictionary_bytes == 2 * DICTIONARY_SHARE, "half of the documents bear half of it"
    assert trained.ratio_apart == pytest.approx(RAW / (RAW / 60 - DICTIONARY_SHARE))
    assert (plain.dictionary_bytes, plain.ratio_apart) == (0, 23.0)


def test_a_dictionary_is_kept_once_for_all_pages_that_fit(runs: pl.DataFrame) -> None:
    way = ways(runs, "docs")["files", "zstd_19_dict"]
    stored_page = printed.page_bytes() / (way.ratio_apart or 0)
    assert cost.pages_in(way) * stored_page + way.dictionary_bytes == pytest.approx(cost.DISK_BYTES)
    assert cost.pages_in(way, way.dictionary_bytes / 2) == 0


# claims ----------------------------------------------------------------------------------------


def test_the_source_s_own_figures_reproduce_its_claims(runs: pl.DataFrame) -> None:
    assert outcomes(verdicts.pages(runs)) == {
        "cp-1": "reproduced",
        "cp-2": "reproduced",
        "cp-3": "reproduced",
        "cp-4": "reproduced",
        "cp-5": "reproduced",
        "cp-6": "reproduced",
        "cp-7": "reproduced",
        "cp-8": "slip",
    }


OTHERWISE = {
    ("zlib_9", 30.0): ("cp-1", "opposite"),
    ("lzma_3", 16.0): ("cp-2", "partly"),
    ("zstd_1", 30.0): ("cp-3", "partly"),
    ("lzma_9", 30.0): ("cp-3", "partly"),
    ("zlib_6_lzma_6", 18.5): ("cp-4", "opposite"),
    ("text", 2.0): ("cp-5", "opposite"),
    ("text_zstd_16", 20.0): ("cp-6", "partly"),
    ("merged_xz_9", 60.0): ("cp-7", "partly"),
}


def test_another_ratio_decides_a_claim_otherwise() -> None:
    decided = {
        (case, ratio): (claim, outcomes(verdicts.pages(changed(case, ratio)))[claim])
        for (case, ratio), (claim, _) in OTHERWISE.items()
    }
    assert decided == OTHERWISE


def test_a_claim_is_judged_on_every_corpus_and_the_one_that_differs_is_named() -> None:
    third = verdicts.pages(changed("zlib_9", 30.0, ["manuals"]))[0]
    assert third.outcome == Outcome.PARTLY
    assert "Java API documentation 0.14% – reproduced; Chinese manual pages 2.53% – the opposite;" in third.sentences(
        "en"
    )


def test_the_tuned_corpus_decides_nothing(runs: pl.DataFrame) -> None:
    other = changed("zlib_9", 30.0, ["profiles"])
    assert [v.sentences("en") for v in verdicts.decide(other)] == [v.sentences("en") for v in verdicts.decide(runs)]


def test_a_corpus_that_was_not_measured_yet_is_named_as_that() -> None:
    first = verdicts.pages(frame(compression_report(["docs", "reference"])))[0]
    assert first.outcome == Outcome.PARTLY
    unmeasured = "Chinese manual pages, LLVM documentation in several versions not measured yet"
    assert unmeasured in first.sentences("en")


def test_what_beats_lzma_3_is_named() -> None:
    third = next(v for v in verdicts.pages(changed("zstd_1", ratio=30.0)) if v.claim == "cp-3")
    assert "smaller and faster than lzma 3: Java API documentation zstd 1;" in third.sentences("en")


def timed(method: str, speeds: list[float]) -> pl.DataFrame:
    """Return the report with other speeds of one method of files, which is as small as any."""
    other = changed(method, 30.0) if method != "lzma_3" else frame(compression_report())
    cases = [f"{corpus}.{method}" for corpus in UNTUNED]
    left = other.filter(~pl.col("case").is_in(cases) | (pl.col("metric") != "compress_throughput"))
    facts = {"experiment": "compression", "engine": "files", "scale": Scale.FULL, "metric": "compress_throughput"}
    return pl.concat([left, *(frame(repeats(case, speeds, **facts, unit="bytes/s")) for case in cases)])


def test_a_smaller_method_that_may_only_seem_faster_does_not_beat_lzma_3() -> None:
    noisy = verdicts.pages(timed("zstd_1", [40e6, 55e6, 80e6]))
    assert outcomes(noisy)["cp-3"] == Outcome.REPRODUCED


def test_lzma_3_measured_once_is_not_compared() -> None:
    third = next(v for v in verdicts.pages(timed("lzma_3", [50e6])) if v.claim == "cp-3")
    assert {part.what.key: part.outcome for part in third.parts} == {
        "lzma_quick": Outcome.TOO_FEW,
        "lzma_slow": Outcome.TOO_FEW,
        "lzma_denser": Outcome.REPRODUCED,
        "lzma_front": Outcome.TOO_FEW,
    }


def test_without_measurements_no_claim_is_decided_but_the_audit() -> None:
    few = frame(one for one in compression_report() if one.case == "docs.text" and one.engine == "files")
    decided = outcomes(verdicts.pages(few))
    assert decided.pop("cp-8") == "slip"
    assert set(decided.values()) == {"missing"}


def test_cleaning_alone_brings_the_source_s_best_single_method_to_seven_million(runs: pl.DataFrame) -> None:
    third = cost.decide(runs)[2]
    assert third.outcome == Outcome.PARTLY  # its own merged archive holds more without losing anything
    assert "8.68 million (all together, xz 9)" in third.sentences("en")


def test_seven_million_need_cleaning_where_no_lossless_way_holds_them() -> None:
    kept_small = frame(
        one for one in compression_report() if "merged_xz" not in one.case and "merged_zstd" not in one.case
    )
    assert outcomes(cost.decide(kept_small))["co-3"] == "reproduced"


def test_prices_and_disks_are_checked_without_any_measurement() -> None:
    nothing = frame([])
    assert outcomes(cost.decide(nothing)) == {
        "co-1": "slip",
        "co-2": "impossible",
        "co-3": "missing",
    }


def test_evidence_is_a_sentence_in_either_language(runs: pl.DataFrame) -> None:
    said = [(lang, verdict.sentences(lang)) for verdict in verdicts.decide(runs) for lang in LANGUAGES]
    assert all(sentence for _, sentence in said)
    assert [sentence for lang, sentence in said if bool(CHINESE.search(sentence)) != (lang == "zh")] == []


# audits ----------------------------------------------------------------------------------------


def test_every_derived_cell_of_the_printed_tables_is_recomputed() -> None:
    assert len(printed.table_checks()) == 14 * 4


def test_three_cells_do_not_follow_from_their_own_row() -> None:
    cells = printed.table_checks()
    assert {cell.what: (cell.printed, cell.recomputed) for cell in cells if cell.outcome == "slip"} == {
        "lzma(3).rows_in_25_GiB_optimised": ("66", "669"),
        "postgresql zlib-lz4.rows_in_25_GiB": ("76.64", "74.64"),
        "duckdb text.size_of_10_million_rows": ("24,411.06", "24,414.06"),
    }


def test_one_offer_of_four_is_off_and_one_disk_impossible() -> None:
    outcomes = ["holds", "holds", "slip", "holds", "impossible", "holds"]
    assert [figure.outcome for figure in cost.checks()] == outcomes


def test_every_audited_cell_has_words() -> None:
    for lang in LANGUAGES:
        assert shared.audit(verdicts.audit(), lang).count("<tr>") == 1 + 56 + 2 + 6
        assert shared.audit(slips(verdicts.audit()), lang).count("<tr>") == 1 + 3 + 1 + 2


def test_the_text_that_25_gb_can_hold_is_less_than_printed_by_the_archive_s_own_ratio() -> None:
    assert [(figure.printed, figure.recomputed, figure.outcome) for figure in printed.text_checks()] == [
        ("92.2", "92.2", "holds"),
        ("5.54", "4.83 – 5.21", "slip"),
    ]


# charts and tables -----------------------------------------------------------------------------

CHARTS: dict[str, Callable[..., Drawn]] = {
    "pareto": charts.pareto,
    "pareto decompress": lambda runs, lang: charts.pareto(runs, lang, way="decompress"),
    "sizes": charts.sizes,
    "merging": charts.merging,
}


def test_every_chart_has_data_words_and_documents(runs: pl.DataFrame) -> None:
    wrong = []
    for name, draw in CHARTS.items():
        for lang, documents in (("zh", "1 万"), ("en", "10,000")):
            drawn = draw(runs, lang=lang)
            shown = f"{drawn.figure.to_plotly_json()}{drawn.caption}{drawn.notes}"
            right = (
                all(len(trace.x) > 0 for trace in drawn.figure.data),
                bool(CHINESE.search(drawn.figure.layout.xaxis.title.text)) == (lang == "zh"),
                lang == "zh" or not CHINESE.search(shown),
                documents in drawn.caption,
            )
            if not all(right):
                wrong.append((name, lang, right))
    assert wrong == []


def test_a_chart_says_what_it_is_fastest_at_and_of_which_documents(runs: pl.DataFrame) -> None:
    assert "fastest to compress: lz4" in charts.pareto(runs, "en").title
    assert "解压最快：lz4" in charts.pareto(runs, "zh", way="decompress").title
    assert charts.pareto(runs, "en", "manuals").title.startswith("Chinese manual pages, smallest: ")


def test_a_chart_says_how_many_documents_each_system_holds(runs: pl.DataFrame) -> None:
    assert "Java API documentation, 10,000 documents, 5.85 GB in all." in charts.pareto(runs, "en").caption
    assert "dictionary itself has 1 MB" in charts.pareto(runs, "en").caption
    sizes = charts.sizes(runs, "en").caption
    assert "files: 10,000 documents, 5.85 GB in all; PostgreSQL, MySQL, DuckDB, ClickHouse: 2,000" in sizes
    assert "2,000" in tables.fetches(runs, "en").caption


def test_the_front_is_drawn_through_the_methods_nothing_beats(runs: pl.DataFrame) -> None:
    line = charts.pareto(runs, "en").figure.data[0]
    assert (line.mode, line.showlegend) == ("lines", False)
    x, y = list(line.x), list(line.y)
    assert (round(x[0], 1), y[0]) == (5.0, 60.0)  # the dictionary: nothing slower is smaller
    assert (x, y) == (sorted(x), sorted(y, reverse=True))


def test_a_merged_method_stands_on_no_front_of_single_documents(runs: pl.DataFrame) -> None:
    shown = [text for trace in charts.pareto(runs, "en").figure.data for text in trace.hovertext or ()]
    assert [text for text in shown if "together" in text] == []


def test_merging_goes_from_one_document_to_all(runs: pl.DataFrame) -> None:
    line = charts.merging(runs, "en").figure.data[0]
    assert list(line.text) == ["alone", "4", "all"]
    assert list(line.y) == [23.4, 45.0, 193.7]


def test_a_system_that_cannot_is_shown_as_that() -> None:
    refused = sample(
        experiment="compression", engine="mysql", case="docs.text_page_compressed", metric="size",
        scale=Scale.MEDIUM, status=Status.UNSUPPORTED,
    )  # fmt: skip
    drawn = charts.sizes(frame([*compression_report(), refused]), "en")
    assert "not supported" in [note.text for note in drawn.figure.layout.annotations]


def test_repeats_that_differ_are_warned_of() -> None:
    made = [one for one in compression_report() if (one.case, one.metric) != ("docs.zstd_1", "compress_throughput")]
    facts = {"experiment": "compression", "engine": "files", "scale": Scale.FULL, "metric": "compress_throughput"}
    made += repeats("docs.zstd_1", [1e8, 2e8, 4e8], **facts, unit="bytes/s")
    assert charts.pareto(frame(made), "en").notes == (
        "Repeats vary (quartiles over 10 % of the median apart, or a range over 20 %): files (zstd 1)",
    )


def test_the_table_of_methods_has_every_method(runs: pl.DataFrame) -> None:
    for lang in LANGUAGES:
        for corpus in CORPORA:
            table = tables.methods(runs, lang, corpus).figure
            assert table.count("<tr>") == 1 + len(RATIOS) + len(IN_DATABASES)
            assert {row.count("<td>") for row in table.split("<tr>")[2:]} == {9}


def rows_of(table: str) -> dict[str, list[str]]:
    cells = [re.findall(r"<td>(.*?)</td>", row) for row in table.split("<tr>")[2:]]
    return {row[0]: [re.sub(r"<[^>]*>", "", cell) for cell in row[1:]] for row in cells}


def test_every_printed_row_stands_beside_ours(runs: pl.DataFrame) -> None:
    lines = rows_of(tables.printed(runs, "en").figure)
    assert lines["zlib(6)"] == ["94.30 %", *["94.29 %"] * len(CORPORA)]
    assert lines["clickhouse text-ZSTD(16)"] == ["96.29 %", *["96.30 %"] * len(CORPORA)]
    assert lines["ideal"][1:] == ["a target"] * len(CORPORA)
    assert len(lines) == 15


def test_a_printed_row_without_a_measurement_says_so() -> None:
    refused = sample(
        experiment="compression", engine="duckdb", case="docs.text", metric="size", scale=Scale.MEDIUM,
        status=Status.TIMEOUT,
    )  # fmt: skip
    others = [one for one in compression_report() if one.engine != "duckdb"]
    lines = rows_of(tables.printed(frame([*others, refused]), "en").figure)
    others_measured = ["not measured"] * (len(CORPORA) - 1)
    assert lines["duckdb text"] == ["-337.45 %", "timed out it took over 300 s", *others_measured]


def test_methods_still_to_be_measured_are_named_until_none_is_left(runs: pl.DataFrame) -> None:
    left = tables.left(runs)
    assert left
    assert "zstd 22 + dictionary" in left["en"]
    assert "zstd 19 + dictionary" not in left["en"]
    assert left["zh"].count("。") == len(CORPORA) - 1
    whole = [
        sample(experiment="compression", engine="files", case=f"{name}.{method.name}", metric="ratio", value=2.0)
        for name in CORPORA
        for method in METHODS
    ]
    assert tables.left(frame(whole)) is None


def test_what_fits_stands_beside_what_was_printed(runs: pl.DataFrame) -> None:
    lines = rows_of(tables.capacity(runs, "en").figure)
    fits = [int(cell.replace(",", "")) for cell in lines["xz(9) of merged text"]]
    assert fits[0] == 8_678_000
    assert fits[1:] == pytest.approx([8_677_434] * len(CORPORA), rel=1e-3)
    assert lines["zstd 19 + dictionary"][0] == "–"
    assert lines["ideal"][1:] == ["a target"] * len(CORPORA)
    assert len(lines) == 14 + 5


def test_a_document_s_cost_stands_beside_each_database(runs: pl.DataFrame) -> None:
    lines = rows_of(tables.fetches(runs, "en").figure)
    assert len(lines) == len(IN_DATABASES)
    assert "–" not in lines["PostgreSQL · text column, lz4"][:2]


def test_a_sentence_has_each_figure_in_its_unit(runs: pl.DataFrame) -> None:
    said = {
        "ratio": "17.5", "compress_throughput": "90 MB/s", "bytes_touched": "585 KB", "fetch": "1.3 ms",
        "raw": "5.85 GB", "peak_memory": "–",
    }  # fmt: skip
    assert {metric: tables.stored(runs, "zlib_6", metric) for metric in said} == said
    assert tables.stored(runs, "text_lz4", "fetch", "postgresql") == "3 ms"
    assert tables.stored(runs, "no such way", engine="postgresql") == "–"


def test_a_sentence_compares_sizes_without_an_interval_and_speeds_with_one(runs: pl.DataFrame) -> None:
    assert tables.ratio(runs, "zlib_6", "zstd_1") == "1.17"
    assert re.fullmatch(r"4\.\d+ \[.+, .+\]", tables.ratio(runs, "zstd_1", "zlib_6", "compress_throughput", "docs"))
    assert tables.ratio(runs, "zstd_1", "no such way") == "–"


def test_the_front_page_names_the_best_way_for_each_need(runs: pl.DataFrame) -> None:
    best = {way.need: (way.standing.equals, way.standing.next) for way in answers.ways(runs)}
    assert best == {
        "pages_alone": ((("files", "zstd_19_dict"),), ("files", "brotli_11")),
        "pages_quick": ((("files", "zlib_6"),), ("files", "zlib_6_lzma_6")),
        "pages_database": ((("clickhouse", "text_zstd_16"),), ("postgresql", "zlib_6_lz4")),
    }
    rows = rows_of(tables.answers(runs, "en").figure)
    assert rows["least disk for web pages"] == ["zstd 19 + dictionary", "60×", "brotli 11 × 2.5"]
    assert rows["least disk for them in a database"][0] == "ClickHouse · text column, ZSTD(16)"
    assert tables.way_names(answers.ways(runs)[0])["zh"] == "zstd 19 + 字典"


def test_without_measurements_the_front_page_has_no_way() -> None:
    assert answers.ways(frame([])) == []


def test_no_label_lies_on_a_dot_or_on_another(runs: pl.DataFrame) -> None:
    dots = {("a", "x"): (1.0, 9.0), ("a", "y"): (1.05, 9.1), ("a", "z"): (90.0, 1.0), ("a", "w"): (1.02, 8.9)}
    placed = charts._placed(dots, [("a", "x"), ("a", "z")], dict.fromkeys(dots, "a long label"))
    assert {("a", "x"), ("a", "z")} <= set(placed), "both ends are named"
    assert len(placed) < len(dots), "three in one place have no room for three labels"
