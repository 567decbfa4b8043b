"""The storage chapter from made-up samples: claims decided, the source's rows beside ours, charts in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Any

import polars as pl
import pytest
from dbreport.experiments.storage import charts, facts, tables, verdicts
from dbreport.languages import LANGUAGES
from dbreport.model import Sample, Status
from dbreport.report import published
from dbreport.report.drawn import Drawn
from dbreport.report.figures import COLOURS, NEUTRAL, faded
from dbreport.report.verdicts.decide import Outcome
from dbreport.report.words import known
from samples import frame, repeats, sample, without
from storagekit import BINARY, FACTS, GB, RECORDS, WAYS, sized, storage_report

pytestmark = pytest.mark.usefixtures("home")

CHINESE = re.compile(r"[\u4e00-\u9fff]")


@pytest.fixture(scope="module")
def runs() -> pl.DataFrame:
    return frame(storage_report())


def instead(engine: str, case: str, *made: Sample) -> pl.DataFrame:
    """Return the report with one case of one engine replaced."""
    return frame([*without(storage_report(), engine, case), *made])


def decided(runs: pl.DataFrame, claim: str) -> Outcome:
    return next(v.outcome for v in verdicts.decide(runs) if v.claim == claim)


# claims ----------------------------------------------------------------------------------------


def test_every_claim_about_storage_is_decided(runs: pl.DataFrame) -> None:
    outcomes = {v.claim: v.outcome for v in verdicts.decide(runs)}
    assert list(outcomes) == published.claims("storage")["id"].to_list()
    assert outcomes == {
        "st-1": Outcome.REPRODUCED,
        "st-2": Outcome.PARTLY,
        "st-3": Outcome.REPRODUCED,
        "st-4": Outcome.REPRODUCED,
        "st-5": Outcome.REPRODUCED,
    }


def test_the_evidence_is_in_either_language(runs: pl.DataFrame) -> None:
    zh, en = ({v.claim: v.sentences(lang) for v in verdicts.decide(runs)} for lang in LANGUAGES)
    assert all([*zh.values(), *en.values()])
    # English names of ways stand in Chinese sentences too, never the other way round
    assert CHINESE.findall(" ".join(en.values())) == []
    assert ("1.27" in zh["st-1"], "1.27" in en["st-1"]) == (True, True)


def test_nothing_measured_decides_nothing() -> None:
    undecided = verdicts.decide(frame(one for one in storage_report() if one.case == "deletes.deleted"))
    assert {v.outcome for v in undecided} == {Outcome.MISSING}
    assert all(v.sentences(lang) for v in undecided for lang in LANGUAGES)


OTHERWISE: list[tuple[str, tuple[str, str, float], dict[str, Any], Outcome]] = [
    ("st-1", ("postgresql", "size.base64.lz4", 97.0), {}, Outcome.PARTLY),
    ("st-1", ("postgresql", "size.base64.lz4", 95.0), {}, Outcome.PARTLY),
    ("st-1", ("postgresql", "size.base64.lz4", 110.0), {}, Outcome.PARTLY),
    ("st-1", ("postgresql", "size.base64.lz4", 300.0), {}, Outcome.PARTLY),
    ("st-1", ("postgresql", "size.base64.lz4", 80.0), {}, Outcome.PARTLY),
    ("st-1", ("mysql", "life.without_copy", 120.0), {}, Outcome.PARTLY),  # the difference is elsewhere
    # VACUUM gave it back
    ("st-3", ("postgresql", "life.reclaimed", 60.0), {"dead_rows": 0.0}, Outcome.PARTLY),
    ("st-3", ("postgresql", "life.compacted", 131.0), {}, Outcome.PARTLY),
    ("st-3", ("postgresql", "life.reclaimed", 130.0), {"dead_rows": 2000.0}, Outcome.PARTLY),
    ("st-3", ("postgresql", "deletes.reclaimed", 123.0), {"dead_rows": 1000.0}, Outcome.PARTLY),
    ("st-5", ("postgresql", "life.without_copy", 104.0), {"toast": 20.0}, Outcome.DIRECTION),
    ("st-5", ("postgresql", "life.without_copy", 104.0), {"toast": 114.0}, Outcome.NO_DIFFERENCE),
]


def test_another_size_decides_otherwise() -> None:
    wrong = []
    for claim, (engine, case, gigabytes), more, outcome in OTHERWISE:
        now = decided(instead(engine, case, *sized(case, engine, gigabytes, **more)), claim)
        if now != outcome:
            wrong.append((claim, engine, case, gigabytes, now))
    assert wrong == []


def test_a_writer_that_does_not_wait_is_not_blocked() -> None:
    made = [
        one
        for metric, value in (("duration", 4.0), ("wait_write", 0.1), ("wait_read", 0.1))
        for one in repeats("wait.compact", [value] * 3, metric=metric, **FACTS)
    ]
    assert decided(instead("postgresql", "wait.compact", *made), "st-3") == Outcome.PARTLY


def test_a_second_copy_is_what_the_disk_holds_at_its_peak() -> None:
    outcomes = {}
    for grown in (97.0, 10.0):
        made = [
            one
            for metric, value in (("disk_before", 200 * GB), ("disk_peak", (200 + grown) * GB))
            for one in repeats("peak.compact", [value] * 3, engine="mysql", metric=metric, unit="bytes", **FACTS)
        ]
        outcomes[grown] = decided(instead("mysql", "peak.compact", *made), "st-4")
    assert outcomes == {97.0: Outcome.REPRODUCED, 10.0: Outcome.DIRECTION}


def stored_in(ways: Collection[tuple[str, str]]) -> pl.DataFrame:
    """Return the report with these (engine, way) alone of all ways to store."""
    return frame(
        one
        for one in storage_report()
        if not one.case.startswith("size.") or (one.engine, one.case.split(".")[2]) in ways
    )


def test_base64_costs_a_third_of_the_page_where_nothing_compresses_it_away() -> None:
    third = {pair for pair, (binary, text) in WAYS.items() if text - binary > 20}
    assert decided(stored_in(third), "st-2") == Outcome.REPRODUCED


def test_base64_that_costs_next_to_nothing_is_not_a_third() -> None:
    assert decided(stored_in({("mysql", "row_compressed")}), "st-2") == Outcome.NO_DIFFERENCE


def stepped(engine: str, bytes_mib: float, base64_mib: float) -> pl.DataFrame:
    """Return two tables alone, as shipped, whose pages have 7 MB as bytes."""
    return frame(
        one
        for encoding, mib in (("bytes", bytes_mib), ("base64", base64_mib))
        for one in sized(f"size.{encoding}.shipped", engine, mib * (1 << 20) / GB, values_raw=7e6)
    )


@pytest.mark.parametrize(
    ("engine", "bytes_mib", "base64_mib", "outcome"),
    [
        ("mysql", 44, 48, Outcome.OPEN),  # one step of a large file: a third, or nothing
        ("mariadb", 48, 48, Outcome.OPEN),
        ("mysql", 20, 20, Outcome.NO_DIFFERENCE),  # less than one step of a small file, which is less than a third
        ("mysql", 20, 23, Outcome.DIRECTION),
        ("sqlite", 44, 48, Outcome.DIRECTION),  # it takes what it needs
    ],
)
def test_what_lies_within_one_step_of_innodb_s_file_is_not_told(
    engine: str, bytes_mib: float, base64_mib: float, outcome: Outcome
) -> None:
    made = stepped(engine, bytes_mib, base64_mib)
    assert decided(made, "st-2") == outcome
    drawn = charts.base64(made, "en")
    (text,) = (note.text for note in drawn.figure.layout.annotations)
    within = outcome in (Outcome.OPEN, Outcome.NO_DIFFERENCE)
    assert (text.startswith("< "), len(drawn.figure.data[0].x)) == (within, 0 if within else 1)


def test_a_ratio_of_sizes_is_bounded_by_one_step_of_innodb_s_file() -> None:
    made = frame([
        *sized("size.base64.lz4", "postgresql", 15 * (1 << 20) / GB),
        *sized("size.base64.row_compressed", "mysql", 20 * (1 << 20) / GB),
    ])  # fmt: skip
    sides = ("postgresql", "size.base64.lz4"), ("mysql", "size.base64.row_compressed")
    ratio = facts.ratio(made, *sides)
    assert ratio is not None
    assert (ratio.value, ratio.low, ratio.high) == pytest.approx((0.75, 0.75, 15 / 19))
    assert (tables.ratio(made, *sides), tables.bounds(made, *sides)) == ("0.75", "0.75–0.789")


def test_a_wrong_answer_has_no_share_in_a_verdict() -> None:
    lost = sample(
        engine="mysql", case="size.base64.row_compressed", metric="latency", status=Status.WRONG_ANSWER,
        reason="record 4 came back as another", **FACTS,
    )  # fmt: skip
    assert decided(instead("mysql", "size.base64.row_compressed", lost), "st-1") == Outcome.PARTLY


# the source's tables ---------------------------------------------------------------------------


def cells(table: Drawn) -> list[list[str]]:
    rows = re.findall(r"<tr>(.*?)</tr>", table.figure.partition("<tbody>")[2], re.DOTALL)
    return [
        [re.sub(r"<[^>]*>", " ", one).strip() for one in re.findall(r"<td>(.*?)</td>", row, re.DOTALL)] for row in rows
    ]


def test_every_row_of_the_source_s_two_tables_stands_in_ours(runs: pl.DataFrame) -> None:
    source = published.figures("storage").filter(pl.col("table").is_in(["by plan", "by column"]))
    for lang in LANGUAGES:
        rows = cells(tables.printed(runs, lang))
        assert len(rows) == source.select("table", "case").unique().height == 12
        assert {len(row) for row in rows} == {6}
        assert [row for row in rows if not all(row)] == []


def test_ours_come_out_as_printed_where_the_samples_are_the_printed_sizes(runs: pl.DataFrame) -> None:
    rows = {(row[0], row[1]): row[2:] for row in cells(tables.printed(runs, "en"))}
    assert rows["source, second table", "binary column"] == [
        "74 GB  76.3 %",
        "37 KB  76.3 %",
        "97 GB  78.9 %",
        "48.5 KB  78.9 %",
    ]
    assert rows["source, second table", "redundant result column"][1::2] == ["7.5 KB  15.5 %", "9.5 KB  15.4 %"]
    assert rows["source, first table", "out of line (TOAST)"][0] == "not applicable"
    assert rows["source, first table", "out of line (TOAST)"][1] == "not applicable"
    assert rows["source, first table", "out of line (TOAST)"][3] == "56.5 KB  91.9 %"
    assert rows["source, first table", "binary column"][3] == "45.3 KB  73.7 %"


def test_a_row_that_was_not_measured_has_the_status_and_the_reason() -> None:
    failed = sample(
        engine="mysql", case="life.without_raw", metric="size_table", status=Status.FAILED, reason="no <room>", **FACTS
    )
    rows = {
        (row[0], row[1]): row[2:] for row in cells(tables.printed(instead("mysql", "life.without_raw", failed), "en"))
    }
    assert rows["source, second table", "binary column"][1] == "failed   no &lt;room&gt;"
    assert rows["source, second table", "total"][1].startswith("48.5 KB")


def test_a_system_that_was_not_measured_is_said_to_be_that() -> None:
    made = frame(one for one in storage_report() if one.engine != "mysql")
    assert {row[3] for row in cells(tables.printed(made, "en")) if "TOAST" not in row[1]} == {"not measured"}


def test_postgresql_s_dead_rows_stand_state_by_state(runs: pl.DataFrame) -> None:
    for lang in LANGUAGES:
        rows = cells(tables.dead_rows(runs, lang))
        assert [row[3] for row in rows] == ["0", "2,000", "0", "0", "0", "0", "0", "1,000", "0", "0"]
        assert rows[0][4] == "12"


# charts ----------------------------------------------------------------------------------------

CHARTS: dict[str, Callable[..., Drawn]] = {
    "sizes": charts.sizes,
    "sizes base64": lambda runs, lang: charts.sizes(runs, lang, "base64"),
    "base64": charts.base64,
    "states": charts.states,
    "states deletes": lambda runs, lang: charts.states(runs, lang, "deletes"),
    "peaks": charts.peaks,
    "waits": charts.waits,
}


def test_every_chart_has_data_a_caption_and_one_language(runs: pl.DataFrame) -> None:
    wrong = []
    for name, draw in CHARTS.items():
        for lang in LANGUAGES:
            drawn = draw(runs, lang=lang)
            whole = drawn.figure.data and all(len(trace.x) for trace in drawn.figure.data)
            shown = f"{drawn.figure.to_plotly_json()}{drawn.title}{drawn.caption}{drawn.notes}"
            one_language = (CHINESE.search(shown) is not None) == (lang == "zh")
            if not (whole and one_language and drawn.caption):
                wrong.append((name, lang))
    assert wrong == []


def test_a_bar_is_bytes_a_record_by_part(runs: pl.DataFrame) -> None:
    parts = sized("size.bytes.lz4", "postgresql", 100.0, toast=90.0, size_free=2 * GB)
    made = instead("postgresql", "size.bytes.lz4", *parts)
    bars = {trace.name: dict(zip(trace.y, trace.x, strict=True)) for trace in charts.sizes(made, "en").figure.data}
    of_lz4 = {part: values["PostgreSQL · lz4 columns"] for part, values in bars.items()}
    assert of_lz4 == pytest.approx({
        "in line": 9 * GB / RECORDS, "out of line (TOAST)": 90 * GB / RECORDS, "index": GB / RECORDS,
        "free inside the file": 2 * GB / RECORDS,
    })  # fmt: skip


def test_the_legend_of_parts_is_in_no_system_s_colour(runs: pl.DataFrame) -> None:
    legend = [trace.marker.color for trace in charts.sizes(runs, "en").figure.data if trace.showlegend is not False]
    assert legend == [faded(NEUTRAL, opacity) for opacity in charts.PARTS.values()]


def test_each_system_s_peak_is_in_its_own_colour(runs: pl.DataFrame) -> None:
    (dots,) = charts.peaks(runs, "en").figure.data
    assert list(dots.marker.color) == [COLOURS[name] for name in ("postgresql", "mysql", "duckdb")]


def test_a_system_s_name_and_its_way_do_not_say_the_same_twice() -> None:
    said = [facts.label(engine, "columnar_lz4", "en") for engine in ("hydra", "citus_columnar")]
    assert said == ["Hydra · columnar, lz4", "Citus columnar · lz4"]


def test_a_way_that_is_not_there_is_named_with_its_status(runs: pl.DataFrame) -> None:
    figure = charts.sizes(runs, "en").figure
    said = {note.y: note.text for note in figure.layout.annotations}
    assert said["TimescaleDB · hypertable, columnstore"] == "not supported"
    assert next(iter(figure.layout.yaxis.categoryarray)) == "PostgreSQL · as shipped"


def lines_of(drawn: Drawn) -> dict[str, list[float | None]]:
    """Return the shares of each system as the picture has them."""
    (picture,) = drawn.figure.data
    return {system: list(line) for system, line in zip(picture.y, picture.z, strict=True)}


def test_states_are_shares_of_the_size_as_found(runs: pl.DataFrame) -> None:
    lines = lines_of(charts.states(runs, "en"))
    assert lines["MySQL"] == pytest.approx(
        [100, 100, 100, 100 * 82 / 97, 100 * 82 / 97, 100 * 8 / 97, 100 * 0.381 / 97]
    )


def test_deletions_are_shares_of_what_was_there_before(runs: pl.DataFrame) -> None:
    lines = lines_of(charts.states(runs, "en", "deletes"))
    assert lines["PostgreSQL"] == pytest.approx([100, 100, 50])
    text = WAYS["minio", "shipped"][1]
    assert [y and round(y, 6) for y in lines["MinIO"]] == [round(100 * 130 / text, 6), round(100 * 65 / text, 6), None]


def test_a_state_that_was_not_reached_is_a_dash() -> None:
    failed = sample(engine="mysql", case="life.compacted", metric="size_table", status=Status.FAILED, **FACTS)
    drawn = charts.states(instead("mysql", "life.compacted", failed), "en")
    assert lines_of(drawn)["MySQL"][3] is None
    said = {(note.y, note.x): note.text for note in drawn.figure.layout.annotations}
    assert (said["MySQL", "compacted"], said["MySQL", "as found"]) == ("–", "100")


def test_a_failed_compaction_is_a_cross() -> None:
    failed = sample(engine="mysql", case="wait.compact", metric="wait_write", status=Status.FAILED, **FACTS)
    drawn = charts.waits(instead("mysql", "wait.compact", failed), "en")
    assert {symbol for trace in drawn.figure.data for symbol in trace.marker.symbol} >= {"x", "circle"}


def test_a_chart_of_what_was_not_measured_yet_is_empty() -> None:
    few = frame(one for one in storage_report() if one.case == "life.found")
    assert [
        trace for draw in (charts.peaks, charts.waits) for trace in draw(few, "en").figure.data if len(trace.x)
    ] == []


def test_every_system_s_way_to_compact_has_a_name() -> None:
    tabular = ("postgresql", "mysql", "mariadb", "duckdb", "sqlite", "clickhouse")
    assert [engine for engine in tabular if not known(f"case.wait.compact.{engine}")] == []


# for sentences ---------------------------------------------------------------------------------


def test_numbers_for_sentences_are_per_record_and_rounded(runs: pl.DataFrame) -> None:
    assert tables.record(runs, "postgresql", "size.base64.lz4") == "61.5 KB"
    assert tables.record(runs, "postgresql", "life.found", "out_of_line") == "56.5 KB"
    assert tables.ratio(runs, ("postgresql", "size.base64.lz4"), ("mysql", "size.base64.row_compressed")) == "1.27"
    assert (tables.base64(runs, "files"), tables.peak(runs, "mysql")) == (
        "1.33",
        "2 [2, 2]",
    )


def test_what_a_record_takes_beyond_its_values_is_the_files_own(runs: pl.DataFrame) -> None:
    values = {"values_result": 20 * GB, "values_copy": 50 * GB, "values_raw": BINARY * GB}
    made = instead("files", "size.bytes.shipped", *sized("size.bytes.shipped", "files", 150.0, **values))
    assert tables.beyond_values(made, "files", "size.bytes.shipped") == "6 KB"  # 12 MB over 2,000 records


def test_what_was_not_measured_is_a_dash_in_a_sentence(runs: pl.DataFrame) -> None:
    missing = ("sqlite", "size.bytes.shipped")
    said = [
        tables.record(runs, *missing), tables.ratio(runs, missing, missing),
        tables.base64(runs, "sqlite"), tables.peak(runs, "sqlite"),
        tables.beyond_values(runs, *missing), tables.bounds(runs, missing, missing),
        tables.step_of_page(runs, "sqlite", "shipped"),
    ]  # fmt: skip
    assert said == ["–"] * 7
