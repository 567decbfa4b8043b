"""Measuring a second time: which cases are drawn, what counts as the same thing, and how far two measurements agree."""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from dbreport import details, load
from dbreport.cli import main
from dbreport.engines.duckdb import DuckDB
from dbreport.experiments.half_billion import verdicts as half_billion_verdicts
from dbreport.report import tables, verdicts
from dbreport.report.front import Stored
from dbreport.results import replication
from dbreport.results.calibrations import COMPARED
from dbreport.results.pairs import Pair, between_hosts, replicated, replicated_with
from dbreport.results.replication import Became, Twice
from dbreport.results.spent import spent
from dbreport.results.store import Cell, save
from dbreport.stats import Estimate
from samples import HOST, QUICK_COMMAND, ROOT, SESSION, engine_samples, footer, frame, repeats, sample, session

Capture = pytest.CaptureFixture[str]
OTHER = "20260201-07e5e5"
CASES = [f"{stage}.{n}" for stage, many in (("import", 2), ("indexed", 20), ("size", 5)) for n in range(many)]
POINT, RANGE = "indexed.point", "indexed.range"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: None) -> None:
    monkeypatch.setenv("DBREPORT_HOST", HOST)
    monkeypatch.setenv("DBREPORT_RESULTS", str(tmp_path / "results"))
    monkeypatch.setenv("DBREPORT_DATA", str(tmp_path / "data"))


# which cases -------------------------------------------------------------------------------------


def test_a_sample_is_the_same_for_the_same_seed_in_whatever_order_the_cases_come() -> None:
    assert replication.sample(CASES, 0.2, 3) == replication.sample(reversed(CASES), 0.2, 3)


def test_another_seed_draws_another_sample() -> None:
    assert len({tuple(replication.sample(CASES, 0.2, seed)) for seed in range(5)}) > 1


def test_a_sample_is_a_share_of_each_stage() -> None:
    drawn = replication.sample(CASES, 0.4, 1)
    assert {"import": 1, "indexed": 8, "size": 2} == {
        stage: sum(case.startswith(f"{stage}.") for case in drawn) for stage in ("import", "indexed", "size")
    }


def test_a_small_sample_has_a_case_of_each_stage() -> None:
    assert ["import", "indexed", "size"] == [case.partition(".")[0] for case in replication.sample(CASES, 0.001, 1)]


def test_a_sample_of_all_is_all() -> None:
    assert sorted(CASES) == replication.sample(CASES, 1.0, 1)


def test_what_was_asked_for_is_noted_once(tmp_path: Path) -> None:
    for asked in ({"seed": 1}, {"seed": 2}, {"seed": 1}):
        replication.note(tmp_path, asked)
    assert [{"seed": 1}, {"seed": 2}] == json.loads((tmp_path / "replication.json").read_text())


# how long it took --------------------------------------------------------------------------------


def test_the_time_to_the_next_sample_of_the_run_belongs_to_a_case() -> None:
    begin = datetime(2026, 1, 2, tzinfo=UTC)
    order = (
        ("a.x", "duckdb", 0),
        ("a.x", "sqlite", 4),
        ("a.x", "duckdb", 10),
        ("b.y", "duckdb", 11),
        ("b.y", "sqlite", 31),
    )
    runs = frame(
        sample(case=case, engine=engine, started_at=begin + timedelta(seconds=s), repeat=n, value=0.5)
        for n, (case, engine, s) in enumerate(order)
    )
    assert {("a.x", "duckdb"): 5.0, ("a.x", "sqlite"): 6.0, ("b.y", "duckdb"): 20.0, ("b.y", "sqlite"): 0.5} == {
        (row["case"], row["engine"]): row["seconds"] for row in spent(runs).to_dicts()
    }


def test_what_lies_between_two_runs_belongs_to_nobody() -> None:
    begin = datetime(2026, 1, 2, tzinfo=UTC)
    runs = frame(
        sample(run_id=run, started_at=begin + timedelta(hours=hours), repeat=n, value=0.5)
        for n, (run, hours) in enumerate((("one", 0), ("two", 9)))
    )
    assert [2 * 0.5] == spent(runs)["seconds"].to_list()  # each run's only sample takes what it was timed at


# the same thing measured twice -------------------------------------------------------------------


def results() -> Path:
    return Path(os.environ["DBREPORT_RESULTS"])


def again() -> Path:
    return results().parent / "replications" / "second"


def calibrated(times: float = 1.0) -> dict[str, Any]:
    """Return a session on a machine that takes so many times as long as the usual one."""
    values = {
        part: {"unit": "s", "work": "the same", "values": [times * k for k in (1.0, 1.1, 1.2)]} for part in COMPARED
    }
    return session(calibration=values)


def keep(
    root: Path,
    engine: str,
    cases: dict[str, float],
    host: str = HOST,
    known: Any = None,
    machine: dict[str, Any] | None = None,
    **facts: Any,
) -> None:
    """Save one system's file: five repeats of each case around its seconds, and what identifies each case."""
    name = facts.setdefault("session", SESSION if root == results() else OTHER)
    made = [
        one
        for case, middle in cases.items()
        for one in repeats(case, [middle * (1 + k / 200) for k in (0, 2, -1, 1, -2)], engine=engine, **facts)
    ]
    identities = {case: known or {} for case in cases}
    stored = footer(planned=list(cases), cases=identities, sessions={name: machine or session()})
    save(Cell("half_billion", host, engine, "default", facts.get("scale", "smoke")).path(root), made, stored)


def both(first: dict[str, float], second: dict[str, float]) -> None:
    """Measure a case on two systems twice: seconds by system."""
    for root, seconds in ((results(), first), (again(), second)):
        for engine, middle in seconds.items():
            keep(root, engine, {POINT: middle})


def test_nothing_is_replicated_where_there_is_no_replication() -> None:
    keep(results(), "duckdb", {POINT: 1.0})
    assert [] == replicated()


def test_only_cases_of_both_are_compared() -> None:
    keep(results(), "duckdb", {POINT: 1.0, RANGE: 1.0})
    keep(again(), "duckdb", {RANGE: 1.0, "indexed.count": 1.0})
    (pair,) = replicated()
    assert ({RANGE}, {RANGE}, {POINT, RANGE}) == (
        set(pair.first["case"]),
        set(pair.second["case"]),
        set(pair.whole["case"]),
    )


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"method": 1}, {"method": 2}),
        ({"dataset": "00ff"}, {"dataset": "11ff"}),
        *(({part: {"a": "1"}}, {part: {"a": "2"}}) for part in ("asked", "statements", "settings")),
    ],
)
def test_a_case_that_is_another_thing_is_not_compared(first: dict[str, Any], second: dict[str, Any]) -> None:
    keep(results(), "duckdb", {POINT: 1.0}, known=first)
    keep(again(), "duckdb", {POINT: 1.0}, known=second)
    assert [] == replicated()


def test_a_case_found_with_another_version_is_compared() -> None:
    keep(results(), "duckdb", {POINT: 1.0}, known={"found": {"version": "1.0"}})
    keep(again(), "duckdb", {POINT: 1.0}, known={"found": {"version": "1.1"}})
    assert 1 == len(replicated())


def test_another_machine_is_compared_with_the_first() -> None:
    keep(results(), "duckdb", {POINT: 1.0}, host="one")
    keep(again(), "duckdb", {POINT: 1.0}, host="two")
    (pair,) = replicated()
    assert (["one"], ["two"]) == tuple(side["host"].unique().to_list() for side in (pair.first, pair.second))


def test_only_the_experiments_named_are_compared() -> None:
    both({"duckdb": 1.0}, {"duckdb": 1.0})
    assert ([], ["half_billion"]) == (
        replicated(["sysbench"]),
        [pair.experiment for pair in replicated(["half_billion"])],
    )


@pytest.mark.parametrize(("second", "apart"), [(OTHER, True), (SESSION, False)])
def test_the_same_session_replicates_the_run_and_not_the_machine(second: str, apart: bool) -> None:
    keep(results(), "duckdb", {POINT: 1.0})
    keep(again(), "duckdb", {POINT: 1.0}, session=second)
    assert [apart] == [pair.apart for pair in replicated()]


@pytest.mark.parametrize(("engine", "beside"), [("sqlite", {"duckdb"}), ("duckdb", set())])
def test_beside_samples_stands_what_was_measured_again_in_their_own_session(engine: str, beside: set[str]) -> None:
    keep(results(), "duckdb", {POINT: 1.0})
    keep(results(), "sqlite", {POINT: 1.0}, session=OTHER)
    keep(again(), "duckdb", {POINT: 2.0}, session=OTHER)
    found = replicated_with(load("half_billion").filter(pl.col("engine") == engine))
    assert (beside, set(found["session"])) == (set(found["engine"]), {OTHER} if beside else set())


def test_beside_no_samples_stands_nothing() -> None:
    both({"duckdb": 1.0}, {"duckdb": 1.0})
    assert replicated_with(load("half_billion").clear()).is_empty()


# how far they agree ------------------------------------------------------------------------------

FASTER, SLOWER = Estimate(0.5, 0.4, 0.6, 5), Estimate(2.0, 1.8, 2.2, 5)
OPEN, CLOSE = Estimate(1.1, 0.9, 1.3, 5), Estimate(0.55, 0.5, 0.6, 5)
LEANING, EQUAL = Estimate(0.9, 0.7, 1.1, 5), Estimate(1.0, 0.9, 1.1, 5)


def twice(first: Estimate, second: Estimate) -> Twice:
    return Twice(POINT, "latency", "smoke", "default", "duckdb", "sqlite", first, second)


def test_what_became_of_a_direction() -> None:
    expected = {
        (FASTER, CLOSE): Became.DECIDED_AGAIN,
        (FASTER, LEANING): Became.SAME_SIDE,
        (SLOWER, OPEN): Became.SAME_SIDE,
        (FASTER, OPEN): Became.OTHER_SIDE,
        (FASTER, EQUAL): Became.OTHER_SIDE,
        (FASTER, SLOWER): Became.REVERSED,
        (SLOWER, FASTER): Became.REVERSED,
        (OPEN, FASTER): Became.NONE,
        (OPEN, OPEN): Became.NONE,
    }
    assert expected == {sides: twice(*sides).became for sides in expected}


def test_ratios_are_counted_by_what_became_of_them() -> None:
    counted = replication.agreement(
        [twice(FASTER, second) for second in (CLOSE, CLOSE, LEANING, OPEN, OPEN, SLOWER)] + [twice(OPEN, FASTER)]
    )
    assert (7, 6, 3, 2, 3, 1) == (
        counted.ratios, counted.decided, counted.kept, counted.decided_again, counted.turned, counted.reversed,
    )  # fmt: skip


def test_an_interval_holds_the_other_s_value_or_not() -> None:
    found = replication.agreement(
        [twice(FASTER, CLOSE), twice(CLOSE, SLOWER), twice(FASTER, Estimate(0.5, 0.0, math.inf, 2))]
    )
    assert (3, 5) == (found.holds, found.intervals)


def test_enough_is_nineteen_of_twenty_whether_decided_again_or_not() -> None:
    expected = {(19, 1): True, (18, 2): False, (0, 0): True}
    for second in (CLOSE, LEANING):
        assert expected == {
            (kept, turned): replication.agreement(
                [twice(FASTER, second)] * kept + [twice(FASTER, OPEN)] * turned
            ).enough
            for kept, turned in expected
        }


def test_each_pair_of_systems_is_one_ratio() -> None:
    seconds = {"duckdb": 1.0, "sqlite": 2.0, "mysql": 4.0}
    both(seconds, seconds)
    (pair,) = replicated()
    assert dict.fromkeys([("mysql", "duckdb"), ("mysql", "sqlite"), ("duckdb", "sqlite")], Became.DECIDED_AGAIN) == {
        (ratio.over, ratio.under): ratio.became for ratio in replication.ratios(pair)
    }


def test_a_machine_that_is_slower_for_all_changes_no_ratio() -> None:
    both({"duckdb": 1.0, "sqlite": 2.0}, {"duckdb": 5.0, "sqlite": 10.0})
    (pair,) = replicated()
    (ratio,) = replication.ratios(pair)
    assert (Became.DECIDED_AGAIN, 0.0) == (ratio.became, pytest.approx(ratio.log_change, abs=1e-9))


@pytest.mark.parametrize(
    ("metrics", "main"),
    [(("latency", "throughput"), "latency"), (("throughput", "duration"), "throughput"), (("duration",), "duration")],
)
def test_a_case_is_compared_by_its_main_metric(metrics: tuple[str, ...], main: str) -> None:
    # only the main one differs between the two systems
    for root in (results(), again()):
        for engine in ("duckdb", "sqlite"):
            made = [
                one
                for metric in metrics
                for one in repeats(POINT, [2.0 if engine == "duckdb" and metric == main else 1.0] * 3, metric=metric,
                                   engine=engine, session=SESSION if root == results() else OTHER)
            ]  # fmt: skip
            stored = footer(sessions={made[0].session: session()})
            save(Cell("half_billion", HOST, engine, "default", "smoke").path(root), made, stored)
    (pair,) = replicated()
    assert [2.0] == [ratio.first.value for ratio in replication.ratios(pair)]


def test_the_spread_between_sessions_stands_beside_that_within() -> None:
    both({"duckdb": 1.0, "sqlite": 2.0}, {"duckdb": 2.0, "sqlite": 4.0})
    (pair,) = replicated()
    spread = replication.spread(pair)
    assert spread is not None
    assert (math.log(2) / math.sqrt(2), True) == (pytest.approx(spread.between), 0 < spread.within < 0.01)


def test_across_sessions_a_case_varies_as_far_as_it_did() -> None:
    both({"duckdb": 1.0, "sqlite": 2.0}, {"duckdb": 2.0, "sqlite": 4.0})
    assert math.log(2) == pytest.approx(replication.between_sessions())


@pytest.mark.parametrize(("slower", "counted"), [(1.2, True), (2.0, False), (0.5, False)])
def test_a_machine_that_was_faster_or_slower_says_nothing_about_how_a_case_varies(slower: float, counted: bool) -> None:
    for root, seconds, machine in ((results(), 1.0, 1.0), (again(), 3.0, slower)):
        keep(root, "duckdb", {POINT: seconds}, machine=calibrated(machine))
    (pair,) = replicated()
    assert (counted, pytest.approx(max(slower, 1 / slower))) == (pair.alike, pair.slower)
    assert (pytest.approx(math.log(3)) if counted else None) == replication.between_sessions()


def test_where_a_machine_s_speed_is_not_known_what_was_measured_again_counts() -> None:
    keep(results(), "duckdb", {POINT: 1.0})
    keep(again(), "duckdb", {POINT: 3.0}, machine=calibrated(9.0))
    (pair,) = replicated()
    assert (None, True) == (pair.slower, pair.alike)


def test_a_replication_of_the_run_says_nothing_about_sessions() -> None:
    keep(results(), "duckdb", {POINT: 1.0})
    keep(again(), "duckdb", {POINT: 2.0}, session=SESSION)
    assert replication.between_sessions() is None


# claims ------------------------------------------------------------------------------------------


def claims(second: pl.DataFrame, cases: set[str] | None = None) -> verdicts.Again:
    """Compare the claims of a made-up report with those of another measurement of the cases, or of all."""
    whole = report()
    kept = pl.col("case").is_in(list(cases)) if cases else pl.lit(True)
    return verdicts.again(
        Pair(
            root="second",
            experiment="half_billion",
            first=whole.filter(kept),
            second=second.filter(kept),
            whole=whole,
        )
    )


def report(mysql: float = 2.0) -> pl.DataFrame:
    return frame([*engine_samples("postgresql"), *engine_samples("mysql", mysql)])


def decided() -> set[str]:
    return {v.claim for v in half_billion_verdicts.decide(report()) if v.outcome.judged}


def test_claims_that_are_decided_alike_are_kept() -> None:
    found = claims(report())
    assert (decided(), (), ()) == (set(found.kept), found.changed, found.not_measured)


def test_a_claim_that_is_decided_otherwise_is_told_with_both_outcomes() -> None:
    before, now = ({v.claim: v.outcome for v in half_billion_verdicts.decide(report(mysql))} for mysql in (2.0, 0.2))
    expected = {(claim, before[claim], now[claim]) for claim in decided() if before[claim] != now[claim]}
    assert expected == set(claims(report(0.2)).changed)
    assert expected


def test_a_claim_that_needs_more_than_was_measured_again_is_not_measured() -> None:
    found = claims(report(), {"indexed.top_sort"})
    assert ((), decided()) == (found.kept, set(found.not_measured))


def test_a_claim_that_no_measurement_decides_does_not_count() -> None:
    pages = frame([])
    pair = Pair(root="r", experiment="compression", first=pages, second=pages, whole=pages)
    assert verdicts.Again((), (), ()) == verdicts.again(pair)


# what is shown -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "Nothing has been measured a second time"), ("zh", "还没有任何结果")]
)
def test_a_page_says_that_nothing_was_measured_twice(lang: str, words: str) -> None:
    found = tables.agreement([], lang), tables.agreement_sentence([])[lang]
    assert [True, True] == [one.startswith(words) for one in found]


def test_the_front_page_s_sentence_counts_other_sessions() -> None:
    both({"duckdb": 1.0, "sqlite": 2.0}, {"duckdb": 2.0, "sqlite": 1.0})
    assert (
        "Measured again in other sessions (1 in all): Import and query. Each ratio of two systems that the first"
        " session decided is compared with each new one: of 1 comparisons, 0 point the same way (0 of them decided"
        " again) and 1 the other way (1 of them decided)."
    ) == tables.agreement_sentence(replicated())["en"]


def test_the_front_page_counts_intervals_that_hold_the_other_session_s_value() -> None:
    noisy = [1.0, 1.02, 0.98, 1.01, 0.99]
    for root, name, factor in ((results(), SESSION, 1.0), (again(), OTHER, 3.0)):
        made = repeats(POINT, noisy, engine="duckdb", session=name)
        made += repeats(POINT, [2 * factor * value for value in reversed(noisy)], engine="sqlite", session=name)
        for engine in ("duckdb", "sqlite"):
            stored = footer(planned=[POINT], cases={POINT: {}}, sessions={name: session()})
            path = Cell("half_billion", HOST, engine, "default", "smoke").path(root)
            save(path, [one for one in made if one.engine == engine], stored)
    assert "0 of 2 intervals hold the other session's value" in tables.agreement_sentence(replicated())["en"]


def test_the_front_page_counts_no_replication_of_the_run_alone() -> None:
    keep(results(), "duckdb", {POINT: 1.0})
    keep(again(), "duckdb", {POINT: 2.0}, session=SESSION)
    assert tables.agreement_sentence([]) == tables.agreement_sentence(replicated())


SCATTERED = (0.5, 1.6, 0.6, 1.3, 0.7)


@pytest.mark.parametrize(("seconds", "decided"), [((0.5,) * 5, True), (SCATTERED, False)])
def test_what_points_the_other_way_is_listed_with_who_is_ahead_each_time(
    seconds: tuple[float, ...], decided: bool
) -> None:
    both({"duckdb": 1.0, "sqlite": 2.0}, {"duckdb": 1.0})
    made = repeats(POINT, list(seconds), engine="sqlite", session=OTHER)
    stored = footer(planned=[POINT], cases={POINT: {}}, sessions={OTHER: session()})
    save(Cell("half_billion", HOST, "sqlite", "default", "smoke").path(again()), made, stored)
    shown = tables.turned_again(replicated(), "en").figure
    assert ("(not decided)" not in shown) is decided
    cells = [re.sub("<[^>]+>", "", cell) for cell in re.findall("<td>(.*?)</td>", shown)]
    assert ["DuckDB", "SQLite"] == [cell.partition(" × ")[0] for cell in cells[2:]]
    assert f"{POINT} smoke default" in cells[1]


def test_a_case_of_a_set_time_is_about_its_rate_not_the_time() -> None:
    for root, name, rates in ((results(), SESSION, (100.0, 200.0)), (again(), OTHER, (300.0, 200.0))):
        for engine, rate in zip(("duckdb", "sqlite"), rates, strict=True):
            turns = [{"duration": 5.0, "read_throughput": rate * (1 + k / 200)} for k in (0, 2, -1, 1, -2)]
            made = [
                sample(case=POINT, value=value, engine=engine, metric=metric, repeat=turn, session=name)
                for turn, found in enumerate(turns)
                for metric, value in found.items()
            ]
            stored = footer(planned=[POINT], cases={POINT: {}}, sessions={name: session()})
            save(Cell("half_billion", HOST, engine, "default", "smoke").path(root), made, stored)
    (twice,) = replication.ratios(*replicated())
    assert ("read_throughput", Became.REVERSED) == (twice.metric, twice.became)
    shown = re.sub("<[^>]+>", " ", tables.turned_again(replicated(), "en").figure)
    assert re.search(r"SQLite × 2 .* DuckDB × 1\.5 ", shown)


def test_what_keeps_its_direction_is_not_listed() -> None:
    both({"duckdb": 1.0, "sqlite": 2.0}, {"duckdb": 1.0, "sqlite": 1.5})
    assert "No decided ratio" in tables.turned_again(replicated(), "en").figure


def test_a_system_that_another_session_does_not_find_behind_stands_beside_the_best() -> None:
    both({"duckdb": 1.0, "sqlite": 2.0, "mysql": 3.0}, {"duckdb": 3.0, "sqlite": 2.0, "mysql": 4.0})
    (stored,) = front()
    (won,) = stored.winners
    assert (("duckdb", "sqlite"), ("sqlite",), "mysql", 1) == (won.best, won.level, won.next, won.sessions)
    assert [won.best] == [there.best for there in stored.settings[won.need].values()]
    said = tables.answers_again([stored])
    assert said["en"].endswith("beside the best: look up one number by an index (Import and query): SQLite.")
    assert "按索引查一个号码（导入与查询）：SQLite" in said["zh"]
    assert "not behind when measured again: SQLite" in tables.answers(stored, "en").figure


@pytest.mark.parametrize(
    ("lang", "said"), [("zh", "SQLite 第一次测量时落后，再测时不落后"), ("en", "SQLite was behind the first time")]
)
def test_a_card_says_who_was_not_behind_when_measured_again(lang: str, said: str) -> None:
    for root, seconds in ((results(), (1.0, 2.0)), (again(), (2.0, 1.0))):
        for engine, middle in zip(("duckdb", "sqlite"), seconds, strict=True):
            keep(root, engine, {"indexed.prefix": middle})
    assert said in tables.cards(front(), lang)


@pytest.mark.parametrize("session", [OTHER, SESSION])
def test_the_same_session_again_says_nothing_of_an_answer(session: str) -> None:
    for root, seconds, name in ((results(), (1.0, 2.0), SESSION), (again(), (2.0, 1.0), session)):
        for engine, middle in zip(("duckdb", "sqlite"), seconds, strict=True):
            keep(root, engine, {POINT: middle}, session=name)
    ((won,),) = (stored.winners for stored in front())
    assert won.level == (("sqlite",) if session == OTHER else ())


def test_an_answer_stands_where_only_those_behind_the_best_change_places() -> None:
    both({"duckdb": 1.0, "sqlite": 2.0, "mysql": 3.0}, {"duckdb": 1.0, "sqlite": 3.0, "mysql": 2.0})
    (pair,) = replicated()
    assert [True] == [
        twice.became.turned for twice in replication.ratios(pair) if "duckdb" not in (twice.over, twice.under)
    ]
    said = tables.answers_again(front())["en"]
    assert said == (
        "Of the front page's 1 answers about speed, 1 were measured again at the same scale. None of them points the"
        " other way."
    )


def test_an_answer_of_another_scale_is_not_measured_again() -> None:
    both({"duckdb": 1.0, "sqlite": 2.0}, {"duckdb": 2.0, "sqlite": 1.0})
    (stored,) = front()
    larger = replace(stored, runs=stored.runs.with_columns(scale=pl.lit("small")))
    said = tables.answers_again([larger])["en"]
    assert said == "Of the front page's 1 answers about speed, 0 were measured again at the same scale."


def front() -> list[Stored]:
    """Return what the front page takes from the first results and from what was measured again."""
    return [Stored("half_billion", load("half_billion"), details("half_billion"), replicated=replicated())]


def test_the_machine_s_speed_stands_beside_a_replication_where_it_differs() -> None:
    for root, machine in ((results(), 1.0), (again(), 0.5)):
        keep(root, "duckdb", {POINT: 1.0}, machine=calibrated(machine))
    assert "speed × 2" in tables.agreement(replicated(), "en")


def test_a_name_of_a_replication_is_no_markup() -> None:
    both({"duckdb": 1.0}, {"duckdb": 1.0})
    again().rename(again().with_name("<b>"))
    shown = tables.agreement(replicated(), "en")
    assert (False, True) == ("<b>" in shown, "&lt;b&gt;" in shown)


def covered() -> tuple[list[str], str]:
    """Return the cells of what was measured again, and what is said of it."""
    elsewhere = between_hosts()
    shown = tables.measured_again(front(), elsewhere, "en").figure
    cells = [re.sub("<[^>]+>", "", cell) for cell in re.findall("<td[^>]*>(.*?)</td>", shown)]
    return cells, tables.measured_again_sentence(front(), elsewhere)["en"]


def test_how_much_was_measured_again_counts_each_system_s_cases() -> None:
    keep(results(), "duckdb", {POINT: 1.0, RANGE: 1.0})
    keep(results(), "sqlite", {POINT: 1.0})
    keep(again(), "duckdb", {RANGE: 1.0, "indexed.count": 1.0})
    for engine in ("duckdb", "sqlite"):
        keep(results(), engine, {POINT: 1.0}, host="other-arm-8c-16g", session="20260301-0eeee0")
    cells, said = covered()
    assert ["3", "1", "2"] == cells[-3:]
    assert "Of 1 lines, 1 have been measured again in another session" in said


@pytest.mark.parametrize("session", [OTHER, SESSION])
def test_the_same_session_again_is_no_second_measurement(session: str) -> None:
    keep(results(), "duckdb", {POINT: 1.0})
    keep(again(), "duckdb", {POINT: 1.0}, session=session)
    cells, said = covered()
    assert ["1", "1" if session == OTHER else "–", "–"] == cells[-3:]
    assert f"{int(session == SESSION)} have no second measurement" in said


def test_where_only_the_largest_scale_has_one_measurement_that_is_said() -> None:
    alone = ", all at the largest scale, full."
    keep(results(), "duckdb", {POINT: 1.0}, scale="full")
    assert f"1 have no second measurement{alone}" in covered()[1]
    keep(results(), "duckdb", {POINT: 1.0})
    assert "0 on another machine alone" in covered()[1]
    assert "2 have no second measurement." in covered()[1]
    keep(results(), "duckdb", {POINT: 1.0}, host="other-arm-8c-16g", session="20260301-0eeee0")
    assert "1 on another machine alone" in covered()[1]
    assert f"1 have no second measurement{alone}" in covered()[1]


# the commands ------------------------------------------------------------------------------------


def outcome(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    try:
        code = main(arguments)
    except SystemExit as end:  # argparse ends the program itself
        code = int(end.code or 0)
    said = capsys.readouterr()
    return code, said.out, said.err


def test_agree_says_what_to_run_where_nothing_was_measured_twice(capsys: Capture) -> None:
    assert (
        1,
        "",
        "dbreport: nothing was measured a second time yet; run: dbreport replicate sysbench --sample 20%\n",
    ) == (outcome(capsys, "agree", "sysbench"))


def test_agree_ends_with_0_where_directions_are_kept(capsys: Capture) -> None:
    both({"duckdb": 1.0, "sqlite": 2.0}, {"duckdb": 1.0, "sqlite": 2.0})
    code, out, _ = outcome(capsys, "agree")
    assert (0, 1) == (code, out.count("directions: 1 of 1 point the same way again (100%; 95% or more is wanted)"))


def test_agree_ends_with_1_where_too_few_are_and_lists_those_with_both_values(capsys: Capture) -> None:
    both({"duckdb": 1.0, "sqlite": 2.0}, {"duckdb": 1.0, "sqlite": 0.5})
    code, out, _ = outcome(capsys, "agree")
    said = "reversed: indexed.point at smoke, default, duckdb / sqlite: 0.5 (0.5 to 0.5), now 2 (2 to 2)"
    assert (1, True, True) == (code, said in out, "1 point the other way, 1 of them decidedly" in out)


def test_agree_prints_every_ratio_as_json(capsys: Capture) -> None:
    both({"duckdb": 1.0, "sqlite": 2.0}, {"duckdb": 1.0, "sqlite": 2.0})
    (pair,) = json.loads(outcome(capsys, "agree", "--json")[1])["pairs"]
    assert ["duckdb", "sqlite", "decided again"] == [pair["ratios"][0][name] for name in ("over", "under", "became")]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("agree", "half_bilion"), "dbreport: no experiment 'half_bilion', did you mean half_billion? choose"),
        (("replicate", "half_bilion"), "dbreport: no experiment 'half_bilion', did you mean half_billion? choose"),
        (("replicate", "half_billion", "--as", "a/b"), "dbreport: 'a/b' cannot name a folder; give --as"),
        (("replicate", "half_billion", "--case", "x.*"), "dbreport: no stored case x.*; choose from: indexed.point"),
        (("replicate", "half_billion", "--engine", "oracle"), "dbreport: no engine 'oracle'; choose from: "),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_name_that_does_not_exist_is_wrong_usage(arguments: tuple[str, ...], said: str, capsys: Capture) -> None:
    keep(results(), "duckdb", {POINT: 1.0})
    code, _, err = outcome(capsys, *arguments)
    assert (2, True) == (code, err.startswith(said))


def test_a_sample_that_is_no_share_is_wrong_usage(capsys: Capture) -> None:
    for text in ("0", "0%", "101%", "1.1", "-5%", "some", "", "nan", "5%%"):
        code, _, err = outcome(capsys, "replicate", "half_billion", f"--sample={text}")
        assert (text, 2, True) == (text, code, "is no share; give one above 0, up to 1 or 100%" in err)


def test_what_was_never_measured_cannot_be_replicated(capsys: Capture) -> None:
    keep(results(), "duckdb", {POINT: 1.0})
    code, _, err = outcome(capsys, "replicate", "half_billion", "--engine", "sqlite")
    assert (1, True) == (
        code,
        err.endswith("run: dbreport run half_billion --engine sqlite --scale smoke --profile default\n"),
    )


def test_a_machine_without_the_stored_systems_says_so(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(results(), "duckdb", {POINT: 1.0})
    monkeypatch.setattr(DuckDB, "driver", "no_such_driver")
    assert (1, "dbreport: none of duckdb was found; run: make engines, then: dbreport doctor\n") == (
        (said := outcome(capsys, "replicate", "half_billion"))[0],
        said[2],
    )


# for real ----------------------------------------------------------------------------------------

TWO = ("--engine", "duckdb", "--engine", "sqlite")
FEW = ("--case", "i*")


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*QUICK_COMMAND, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=300)


def test_a_sample_is_measured_a_second_time_and_compared() -> None:
    first = command("run", "half_billion", *TWO, *FEW, "--timeout", "400")
    drawn = command("replicate", "half_billion", *TWO, *FEW, "--sample", "50%", "--seed", "7")
    resumed = command("replicate", "half_billion", *TWO, *FEW, "--sample", "50%", "--seed", "7")
    told = command("agree", "half_billion", "--json")
    (pair,) = json.loads(told.stdout)["pairs"]
    measured = {case for case, _ in cases_of(results() / "half_billion")}
    expected = replication.sample(measured, 0.5, 7)
    (root,) = (results().parent / "replications").iterdir()
    assert (0, 0, 0) == (first.returncode, drawn.returncode, resumed.returncode), first.stderr + drawn.stderr
    assert {(case, engine) for case in expected for engine in ("duckdb", "sqlite")} == cases_of(root / "half_billion")
    assert set(expected) == {ratio["case"] for ratio in pair["ratios"]}
    assert limits(root) == {case: limit_s for case, limit_s in limits(results()).items() if case in expected}
    assert (True, False) == ("in this very session" in drawn.stdout, pair["other_session"])
    assert "everything asked for is measured" in resumed.stderr


def limits(root: Path) -> dict[str, float]:
    return dict(load("half_billion", results=root).select("case", "limit_s").unique().iter_rows())


def cases_of(folder: Path) -> set[tuple[str, str]]:
    frames = [pl.read_parquet(path) for path in folder.rglob("*.parquet")]
    return {pair for one in frames for pair in one.select("case", "engine").unique().iter_rows()}
