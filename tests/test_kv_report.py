"""Charts, tables and verdicts on embedded stores from made-up samples, in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import kvsamples
import plotly.graph_objects as go
import polars as pl
import pytest
from dbreport import EVERY_HOST, discovery, load
from dbreport.experiments.kv_engines import charts, facts, tables, verdicts
from dbreport.experiments.kv_engines.jobs import SHORT
from dbreport.languages import LANGUAGES
from dbreport.model import Profile, Sample, Scale, Status
from dbreport.report import answers, published
from dbreport.report import tables as shared
from dbreport.report.drawn import Drawn
from dbreport.report.verdicts.decide import Outcome, Verdict, slips
from dbreport.results.store import Cell
from kvsamples import kv_details, kv_report, store_samples
from samples import HOST, ROOT, footer, frame, sample, without

pytestmark = pytest.mark.usefixtures("home")

CHINESE = re.compile(r"[\u4e00-\u9fff]")

CHARTS = (charts.phases, charts.lengths, charts.growth, charts.disk, charts.written, charts.readers)
TABLES: dict[str, Callable[..., Drawn | str]] = {
    "results": tables.results,
    "printed": tables.printed,
    "syncs": tables.syncs,
    "sizes": lambda runs, lang: tables.sizes(runs, lang, scale="medium"),
    "stores": lambda runs, lang: tables.stores(kv_details(), lang),
    "checks": lambda runs, lang: shared.audit(verdicts.audit(), lang),
    "verdicts": lambda runs, lang: shared.verdicts(verdicts.decide(runs), lang),
}


@pytest.fixture(scope="module")
def runs() -> pl.DataFrame:
    return frame(kv_report(*Profile))


# charts ----------------------------------------------------------------------------------------


def test_every_chart_has_data_and_words_in_its_language(runs: pl.DataFrame) -> None:
    wrong = []
    for draw in CHARTS:
        for lang in LANGUAGES:
            drawn = draw(runs, lang=lang)
            shown = f"{drawn.figure.to_plotly_json()}{drawn.caption}{drawn.notes}"
            whole = isinstance(drawn.figure, go.Figure) and {"bbolt", "SQLite (KV)"} <= {
                t.name for t in drawn.figure.data
            }
            if not whole or (CHINESE.search(shown) is not None) != (lang == "zh"):
                wrong.append((draw.__name__, lang))
    assert wrong == []


def test_what_the_limit_cut_short_is_an_open_mark_and_a_sentence() -> None:
    cut = {"sync_on.random_write": 5_000}
    made = [s for s in kv_report() if (s.engine, s.scale) != ("bbolt", Scale.FULL)]
    drawn = charts.growth(frame([*made, *store_samples("bbolt", Scale.FULL, cut)]), "en")
    bbolt = next(trace for trace in drawn.figure.data if trace.name == "bbolt")
    assert bbolt.marker.symbol == ("circle", "circle", "circle-open")
    assert [note for note in drawn.notes if "Ended by the time limit" in note and "bbolt (random write)" in note]


def test_a_chart_over_sizes_names_them_all(runs: pl.DataFrame) -> None:
    assert "10,000, 100,000, 1 million rows" in charts.growth(runs, "en").caption
    assert "100,000 rows" in charts.phases(runs, "en", scale="medium").caption


def test_a_chart_of_one_size_still_has_a_point_a_store() -> None:
    drawn = charts.growth(frame(store_samples("pebble", Scale.SMOKE)), "en")
    assert ([len(trace.x) for trace in drawn.figure.data], drawn.title) == ([1], "")


def test_a_chart_over_sizes_says_how_the_cost_changes_between_those_of_the_source(runs: pl.DataFrame) -> None:
    title = charts.growth(runs, "en").title
    assert title.startswith("From 10,000 to 100,000 keys: 1 (")
    assert title.endswith("to 3 (bbolt) times as long per operation")


def test_a_store_that_failed_is_a_cross(runs: pl.DataFrame) -> None:
    failed = sample(
        experiment="kv_engines", engine="badger", case="sync_on.random_read", scale=Scale.FULL, status=Status.FAILED,
        rows=1_000_000, reason="badger: random_read failed",
    )  # fmt: skip
    made = without(kv_report(), "badger", "sync_on.random_read")
    drawn = charts.phases(frame([*made, failed]), "en")
    badger = next(trace for trace in drawn.figure.data if trace.name == "Badger")
    assert "x" in badger.marker.symbol


# tables ----------------------------------------------------------------------------------------


def text(table: Drawn | str) -> str:
    return str(table.figure) + table.caption if isinstance(table, Drawn) else table


def test_every_table_has_words_in_its_language(runs: pl.DataFrame) -> None:
    made = {(name, lang): text(table(runs, lang=lang)) for name, table in TABLES.items() for lang in LANGUAGES}
    assert [key for key, table in made.items() if not table.startswith("<table")] == []
    assert [key for key, table in made.items() if (CHINESE.search(table) is not None) != (key[1] == "zh")] == []


def rows(table: Drawn | str) -> list[list[str]]:
    body = re.search(r"<tbody>(.*)</tbody>", text(table), re.DOTALL)
    assert body
    return [re.findall(r"<td>(.*?)</td>", row, re.DOTALL) for row in re.findall(r"<tr>(.*?)</tr>", body[1], re.DOTALL)]


def test_every_cell_of_the_source_stands_beside_ours(runs: pl.DataFrame) -> None:
    for scale, setting in (("small", "sync_on"), ("medium", "sync_on"), ("medium", "sync_off")):
        lines = rows(tables.printed(runs, "en", scale=scale, setting=setting))
        assert len(lines) == 6  # five phases and the total
        assert all("–" not in cell for line in lines for cell in line)


def test_the_source_s_figure_is_the_one_below(runs: pl.DataFrame) -> None:
    first = rows(tables.printed(runs, "en", scale="medium"))[0]
    assert first[:2] == ["sequential write", '25 s<br><small class="muted">26.5 s</small>']


@pytest.mark.parametrize("table", [tables.results, tables.printed, tables.sizes])
def test_a_table_behind_a_line_says_which_it_is(table: Callable[..., Drawn], runs: pl.DataFrame) -> None:
    shown = tables.folded(runs, "en", table, "sync_on", "medium")
    assert str(shown.figure).startswith("<details><summary>Open: 100,000 keys, synced</summary><table")
    assert shown.caption == table(runs, "en", setting="sync_on", scale="medium").caption


def test_a_total_of_a_run_cut_short_is_no_total() -> None:
    cut = store_samples("bbolt", cut={"sync_on.random_write": 5})
    others = [s for s in kv_report() if s.engine != "bbolt"]
    lines = rows(tables.printed(frame([*cut, *others]), "en", scale="medium"))
    assert lines[3][1].startswith("timed out<br>")
    assert lines[-1][1].startswith("not measured<br>")


def test_syncs_have_a_line_a_store_and_the_most_of_what_is_not_synced(runs: pl.DataFrame) -> None:
    synced, unsynced = ('1.00<br><small class="muted">1.50</small>', '0.00<br><small class="muted">1.50</small>')
    lines = rows(tables.syncs(runs, "en"))
    assert lines[0] == ["bbolt", synced, synced, synced, unsynced]
    assert [line[0] for line in lines].count("bbolt") == 1


def test_a_count_that_is_missing_without_sync_is_not_passed_over() -> None:
    some = [s for s in kv_report() if (s.engine, s.case) != ("bbolt", "proof.sync_off.random_delete")]
    lines = rows(tables.syncs(frame(some), "en"))
    assert lines[0][-1] == 'not measured<br><small class="muted">1.50</small>'


def test_sizes_have_their_parts_and_the_source_s_figure(runs: pl.DataFrame) -> None:
    sizes = {row[0]: row[1:] for row in rows(tables.sizes(runs, "en", scale="medium"))}
    assert sizes["bbolt"] == ["500", "–", "1", "<strong>501</strong>", "1.22×", "591"]
    assert sizes["Badger"][1] == "0"
    assert sizes["LMDB"][-1] == "–"


def test_facts_are_escaped_and_lines_are_those_of_the_store_s_language() -> None:
    shown = tables.stores(kv_details(), "en")
    names = [name for name in re.findall("<th>(.*?)</th>", shown) if name]
    columns = dict(zip(names, zip(*(row[1:] for row in rows(shown)), strict=True), strict=True))
    assert "<code>example.org/<wbr>a&lt;b&gt;</code> 1.2.3" in columns["Pebble"]
    assert columns["Pebble"][-3:] == ("1,234", "56", "270,000")
    # its own sources were not at hand: the binding's lines are not it
    assert columns["RocksDB"][-3:] == ("–", "–", "290,000")


# verdicts --------------------------------------------------------------------------------------


def outcomes(samples: list[Sample]) -> dict[str, Outcome]:
    return {verdict.claim: verdict.outcome for verdict in verdicts.decide(frame(samples))}


def decided_of(samples: list[Sample]) -> set[str]:
    return {claim for claim, outcome in outcomes(samples).items() if outcome.judged}


def replaced(engine: str, **facts: Any) -> list[Sample]:
    """Return the report with one store's medium size made anew."""
    made = [s for s in kv_report() if (s.engine, s.scale) != (engine, Scale.MEDIUM)]
    return [*made, *store_samples(engine, Scale.MEDIUM, **facts)]


def test_claims_that_are_true_are_reproduced_and_the_slips_are_not() -> None:
    assert outcomes(kv_report()) == {
        "kv-1": Outcome.REPRODUCED,
        "kv-2": Outcome.REPRODUCED,
        "kv-3": Outcome.REPRODUCED,
        "kv-4": Outcome.IMPOSSIBLE,
        "kv-5": Outcome.REPRODUCED,
        "kv-6": Outcome.SLIP,
    }


NEEDED = {
    "kv-1": ("rocksdb", "sync_on.sequential_write"),
    "kv-2": ("pebble", "sync_on.iterate_keys"),
    "kv-3": ("badger", "sync_on.random_read"),
    "kv-4": ("rocksdb", "sync_off.random_delete"),
    "kv-5": ("bbolt", "sync_on.random_write"),
}


def test_a_claim_whose_measurement_is_missing_is_not_decided() -> None:
    for claim, needed in NEEDED.items():
        verdict = find(claim, without(kv_report(), *needed))
        assert Outcome.MISSING in {part.outcome for part in verdict.parts}
        assert verdict.outcome is not Outcome.REPRODUCED


def test_one_store_as_fast_as_pebble_leaves_the_first_claim_in_part() -> None:
    made = without(kv_report(), "badger", "sync_on.sequential_write")
    made += [s for s in store_samples("badger") if s.case == "sync_on.iterate_keys"]
    again = [
        sample(**{**{f: getattr(s, f) for f in s.__dataclass_fields__}, "engine": "badger"})
        for s in store_samples("pebble")
        if s.case == "sync_on.sequential_write"
    ]
    assert outcomes([*made, *again])["kv-1"] == Outcome.PARTLY
    badger = next(part for part in find("kv-1", [*made, *again]).parts if "badger" in part.what.key)
    assert badger.outcome == Outcome.NO_DIFFERENCE


@pytest.mark.parametrize(("growth", "outcome"), [(2.0, Outcome.DIRECTION), (3.0, Outcome.OPPOSITE)])
def test_a_cost_that_grows_in_a_log_structured_store_leaves_the_fifth_in_part(
    growth: float, outcome: Outcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(kvsamples.GROWTH, "pebble", growth)
    fifth = find("kv-5", kv_report())
    assert (fifth.outcome, fifth.parts[1].outcome) == (Outcome.PARTLY, outcome)  # bbolt's grows by more than 2


def test_a_larger_size_than_the_source_s_stands_beside_and_decides_nothing() -> None:
    cut = store_samples("bbolt", Scale.FULL, {"sync_on.random_delete": 5_000})
    made = [s for s in kv_report() if (s.engine, s.scale) != ("bbolt", Scale.FULL)]
    fifth = find("kv-5", [*made, *cut])
    assert fifth.outcome == Outcome.REPRODUCED
    said = fifth.sentences("en")
    assert "bbolt did not delete and write all of 1 million keys within the time limit" in said
    assert "Pebble, random write with 1 million keys / with 10 thousand:" in said


def test_a_size_of_the_source_that_was_not_written_as_a_whole_is_not_compared() -> None:
    fifth = find("kv-5", replaced("bbolt", cut={"sync_on.random_write": 7}))
    assert (fifth.outcome, fifth.parts[0].outcome) == (Outcome.PARTLY, Outcome.NOT_COMPARABLE)


def test_one_size_alone_decides_nothing_about_growth() -> None:
    made = [one for engine in facts.PRINTED_NAMES for one in store_samples(engine)]
    assert outcomes(made)["kv-5"] == Outcome.MISSING


PRINTED_ALONE = {"kv-4", "kv-6"}


def test_two_repeats_decide_nothing_but_what_the_printed_figures_say() -> None:
    assert decided_of([one for one in kv_report() if one.repeat < 2]) == PRINTED_ALONE


def test_deletes_as_fast_with_sync_as_without_are_told() -> None:
    as_fast = find("kv-4", replaced("rocksdb", unsynced_deletes=True)).parts[2]
    assert as_fast.outcome == Outcome.REPRODUCED
    assert "the source's in milliseconds: 1 [0.988, 1.01] (claimed: the same, within 10%; printed: 0.951)" in (
        as_fast.sentence("en")
    )


def find(claim: str, samples: list[Sample]) -> Verdict:
    return next(verdict for verdict in verdicts.decide(frame(samples)) if verdict.claim == claim)


def test_the_unit_slip_is_shown_by_arithmetic() -> None:
    fourth = find("kv-4", kv_report())
    assert [part.outcome for part in fourth.parts] == [Outcome.SLIP, Outcome.IMPOSSIBLE, Outcome.OPPOSITE]
    said = fourth.sentences("en")
    assert "from the total less the other rows (it or the total is misprinted): 482 ms (printed: 417 s)" in said
    assert "syncs per delete here: 1, written: 4,096 B" in said


def test_short_values_stand_beside_and_decide_nothing() -> None:
    whole = kv_report()
    without = [made for made in whole if not made.case.startswith(SHORT)]
    first = find("kv-1", whole)
    assert first.outcome == find("kv-1", without).outcome
    assert "sequential write, bbolt / Pebble with values of 128 bytes and 100,000 keys: 2.5" in first.sentences("en")
    assert "128 bytes" not in find("kv-1", without).sentences("en")


def test_the_totals_that_are_not_the_sums_of_their_rows_are_named() -> None:
    said = find("kv-6", kv_report()).sentences("en")
    assert "10 of 12 are within 1% of the sum of their rows" in said
    assert "100 thousand keys, sync off, Badger: 5.81 s (printed: 6.52 s)" in said
    assert "100 thousand keys, sync off, RocksDB: 423 s (printed: 6.8 s)" in said


def test_the_printed_figures_are_checked_against_each_other() -> None:
    assert len(verdicts.audit()) == 14
    assert {figure.what for figure in slips(verdicts.audit())} == {
        "kv.100000.sync_off.badger",
        "kv.100000.sync_off.rocksdb",
        "kv.delete_unit",
        "kv.delete_synced",
    }


def test_with_no_store_of_the_source_only_its_figures_are_decided() -> None:
    assert decided_of(store_samples("lmdb")) == PRINTED_ALONE


def test_evidence_is_in_one_language() -> None:
    cut = replaced("bbolt", cut={"sync_on.random_write": 7})
    decided = [*verdicts.decide(frame(kv_report())), *verdicts.decide(frame(cut))]
    mixed = [
        (verdict.claim, lang)
        for verdict in decided
        for lang in LANGUAGES
        if (CHINESE.search(verdict.sentences(lang)) is not None) != (lang == "zh")
    ]
    assert mixed == []


def test_each_need_has_a_store_and_all_parts_of_it_count_on_the_disk() -> None:
    won = {winner.need: winner for winner in answers.winners(frame(kv_report()), "medium")}
    assert set(won) == set(discovery.part("kv_engines", "facts").NEEDS)
    assert won["kv_write"].best[0] == "pebble"
    assert (won["kv_disk"].value.value, won["kv_disk"].next) == (5e8 + 1e6, "badger")  # which has values apart


def test_numbers_for_sentences_are_those_of_one_setting() -> None:
    made = frame([*store_samples("pebble", cut={"sync_on.random_write": 500}), *store_samples("bbolt")])
    full, none = facts.of_settings(made).values()
    assert [tables.busy(full, "pebble", name) for name in ("sequential_write", "random_write", "elsewhere")] == [
        "50 µs", "40 µs", "–",
    ]  # fmt: skip
    assert [tables.done(runs, "pebble", "random_write") for runs in (full, none)] == ["0%", "100%"]
    assert (tables.cost(full, "pebble", "random_read"), tables.cost(full, "lmdb", "random_read")) == ("7 µs", "–")
    assert tables.synced(none, "bbolt") == "0"
    assert tables.ratio(full, "bbolt", "pebble", "sequential_write").startswith("2.5 [")
    assert tables.change("pebble", "sequential_write", full, none).startswith("20 [")
    assert tables.tail(full, "bbolt").startswith("4.44")
    assert tables.printed_ratio("sequential_write", "bbolt", "pebble") == "3.4"


def test_every_claim_of_the_experiment_has_words_in_chinese() -> None:
    for claim in published.claims("kv_engines")["id"]:
        assert CHINESE.search(shared.verdicts([Verdict(claim, Outcome.MISSING)], "zh"))


def test_a_size_that_is_no_number_is_shown_as_the_store_says_it() -> None:
    cell = Cell("kv_engines", HOST, "badger", "default", "small")
    shown = {"1048576": "1 MiB", "1 MiB": "1 MiB", "": "–", "9" * 400: "9" * 400}
    details = {said: {cell: footer(settings_of={"full": {"ValueThreshold": said}})} for said in shown}
    assert {said: tables.setting(files, "badger", "ValueThreshold") for said, files in details.items()} == shown


# stored ------------------------------------------------------------------------------------------


def test_a_stored_phase_that_was_cut_short_lasted_as_long_as_its_limit() -> None:
    runs = load("kv_engines", results=ROOT / "data" / "results", host=EVERY_HOST)
    told = runs.filter(pl.col("metric").is_in(["cost_per_operation", "operations"])).sort("started_at")
    of_run = ["host", "engine", "profile", "case", "repeat", "rows", "limit_s"]
    random = told.filter(pl.col("case").str.contains("random_"))
    # a repeat that was disturbed is done again, and the last attempt counts
    phases = random.pivot("metric", index=of_run, values="value", aggregate_function="last")
    lasted = pl.col("cost_per_operation") * pl.col("operations") / pl.col("limit_s")
    stopped = phases.filter(pl.col("operations") < pl.col("rows"), ~pl.col("case").str.starts_with("proof."))
    assert stopped.height
    assert [] == stopped.filter(~lasted.is_between(1, 1.01)).rows()
