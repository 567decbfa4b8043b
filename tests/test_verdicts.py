"""Claims decided from measurements: the thresholds, each claim of half_billion, and who wins what."""

from __future__ import annotations

import dataclasses
import math
import random
import re
from typing import Any

import polars as pl
import pytest
from dbreport import discovery, stats
from dbreport.experiments.half_billion import verdicts as half_billion_verdicts
from dbreport.experiments.insert_rate import verdicts as insert_rate_verdicts
from dbreport.experiments.real_workload import verdicts as real_workload_verdicts
from dbreport.experiments.sysbench import verdicts as sysbench_verdicts
from dbreport.languages import LANGUAGES
from dbreport.model import Durability, Profile, Sample, Scale, Status
from dbreport.report import answers, published
from dbreport.report.verdicts.decide import Outcome, Verdict, noted, times
from dbreport.results.store import Cell, Footer
from dbreport.stats import Estimate
from samples import (
    HOST,
    around,
    engine_samples,
    frame,
    insert_report,
    load_samples,
    repeats,
    report,
    sample,
    sysbench_report,
    without,
    workload_report,
)

pytestmark = pytest.mark.usefixtures("home")

CHINESE = re.compile(r"[\u4e00-\u9fff]")


def e(low: float, value: float, high: float) -> Estimate:
    return Estimate(value, low, high, 5)


# words ----------------------------------------------------------------------------------------


def test_a_ratio_is_written_with_its_interval() -> None:
    assert times(e(1190, 1234.4, 1300)) == "1,234 [1,190, 1,300]"


@pytest.mark.parametrize(
    "measured", [stats.exact(2.5), Estimate(2.5, 0.0, math.inf, 2)], ids=["exact", "of two values"]
)
def test_what_has_no_interval_is_written_without_one(measured: Estimate) -> None:
    assert times(measured) == "2.5"


def test_a_bound_is_written_as_one() -> None:
    assert times(Estimate(30.0, 30.0, math.inf, 5)) == "> 30"


@pytest.mark.parametrize(
    ("measured", "lang", "said"),
    [
        (e(1, 2, 3), "en", ""),
        (Estimate(2.5, 0.0, math.inf, 2), "en", " (too few values to decide)"),
        (Estimate(2.5, 0.0, math.inf, 2), "zh", "（不足三次，不作判定）"),
        (Estimate(2.5, 2.0, 3.0, 5, "runs"), "en", " (two runs)"),
        (
            Estimate(2.5, 0.0, math.inf, 5, "sessions"),
            "en",
            " (two sessions: undecided, as their spread or the machine's speed in each is not known)",
        ),
        (Estimate(2.5, 2.0, 3.0, 5, "sessions"), "zh", "（两次会话）"),
    ],
)
def test_evidence_says_what_separates_its_sides_and_what_keeps_it_from_deciding(
    measured: Estimate, lang: str, said: str
) -> None:
    assert noted(measured, lang) == said


# the claims ------------------------------------------------------------------------------------


def two(replaced: dict[tuple[str, str], float], **facts: Any) -> list[Sample]:
    """Return PostgreSQL and MySQL with one second a statement, but for those given by (engine, case)."""
    made = engine_samples("postgresql", **facts) + engine_samples("mysql", **facts)
    for (engine, case), middle in replaced.items():
        gone = [s for s in made if (s.engine, s.case) == (engine, case)]
        metric, unit = ("throughput", "rows/s") if case.startswith("import") else ("latency", "s")
        if case.startswith("size"):
            metric, unit = "size_table", "bytes"
        made = without(made, engine, case)
        made += repeats(case, around(middle), engine=engine, metric=metric, unit=unit, rows=gone[0].rows, **facts)
    return made


def decide(claim: str, samples: list[Sample]) -> Verdict:
    found = {v.claim: v for v in half_billion_verdicts.decide(frame(samples))}
    return found[claim]


PG, MY = "postgresql", "mysql"

CASES = [
    ("hb-1", {(PG, "import.plain"): 150e3, (MY, "import.plain"): 100e3}, Outcome.REPRODUCED),
    ("hb-1", {(PG, "import.plain"): 300e3, (MY, "import.plain"): 100e3}, Outcome.DIRECTION),
    ("hb-1", {(PG, "import.plain"): 80e3, (MY, "import.plain"): 100e3}, Outcome.OPPOSITE),
    ("hb-1", {}, Outcome.NO_DIFFERENCE),
    ("hb-2", {(PG, "size.unindexed"): 7.8e6, (MY, "size.unindexed"): 7.6e6}, Outcome.REPRODUCED),
    ("hb-2", {(PG, "size.unindexed"): 7.8e6, (MY, "size.unindexed"): 4e6}, Outcome.PARTLY),
    ("hb-2", {(PG, "size.unindexed"): 5e6, (MY, "size.unindexed"): 5.1e6}, Outcome.PARTLY),
    ("hb-2", {(PG, "size.unindexed"): 1.1e6, (MY, "size.unindexed"): 2.1e6}, Outcome.OPPOSITE),
    ("hb-3", {(MY, "unindexed.point"): 13.0, (MY, "unindexed.prefix"): 14.0}, Outcome.REPRODUCED),
    ("hb-3", {(MY, "unindexed.point"): 13.0, (MY, "unindexed.prefix"): 2.0}, Outcome.PARTLY),
    ("hb-3", {(MY, "unindexed.point"): 13.0}, Outcome.PARTLY),
    ("hb-3", {}, Outcome.NO_DIFFERENCE),
    ("hb-4", {(PG, "indexed.prefix"): 300.0, (PG, "why.prefix_varchar"): 300.0}, Outcome.REPRODUCED),
    ("hb-4", {(PG, "indexed.prefix"): 300.0, (PG, "why.prefix_varchar"): 1.0}, Outcome.PARTLY),
    ("hb-4", {(PG, "indexed.prefix"): 50.0, (PG, "why.prefix_varchar"): 50.0}, Outcome.PARTLY),
    ("hb-5", {(PG, "indexed.group_range"): 25.0, (MY, "limited.group_range"): 20.0}, Outcome.REPRODUCED),
    ("hb-5", {(PG, "indexed.group_range"): 25.0, (PG, "limited.group_range"): 2.0}, Outcome.PARTLY),
    ("hb-6", {(MY, f"indexed.group_segment_top_{how}"): 5.0 for how in ("range", "prefix")}, Outcome.REPRODUCED),
    ("hb-6", {(MY, "indexed.group_segment_top_range"): 5.0}, Outcome.PARTLY),
    ("hb-6", {(PG, f"indexed.group_segment_top_{how}"): 5.0 for how in ("range", "prefix")}, Outcome.OPPOSITE),
    ("hb-7", {}, Outcome.NOT_COMPARABLE),
    ("hb-8", {(MY, "unindexed.count"): 2.0, (PG, "indexed.count"): 0.5}, Outcome.REPRODUCED),
    ("hb-8", {(MY, "unindexed.count"): 2.0, (PG, "indexed.count"): 1.5}, Outcome.PARTLY),
    ("hb-8", {(MY, "unindexed.count"): 2.0}, Outcome.PARTLY),
]


def test_a_claim_is_decided_by_what_was_measured() -> None:
    decided = [(claim, replaced, decide(claim, two(replaced)).outcome) for claim, replaced, _ in CASES]
    assert decided == CASES


def test_an_index_that_the_plan_does_not_name_makes_nothing_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    samples = two({(MY, "unindexed.count"): 2.0, (PG, "indexed.count"): 0.5})
    cell = Cell("half_billion", HOST, PG, "default", str(Scale.SMOKE))
    outcomes = {}
    for plan in ("Parallel Seq Scan on numbers", "Parallel Index Only Scan using numbers_phone on numbers"):
        known = {cell: Footer(plans={"indexed.count": plan})}
        monkeypatch.setattr(half_billion_verdicts.store, "details", lambda name, host, known=known: known)
        verdict = decide("hb-8", samples)
        outcomes[plan] = (verdict.outcome, "the plan uses no index" in verdict.sentences("en"))
    assert [*outcomes.values()] == [(Outcome.PARTLY, True), (Outcome.REPRODUCED, False)]


NEEDED = [
    ("hb-1", MY, "import.plain"),
    ("hb-2", PG, "size.unindexed"),
    ("hb-3", MY, "unindexed.prefix"),
    ("hb-4", PG, "indexed.prefix"),
    ("hb-4", PG, "why.prefix_varchar"),
    ("hb-5", PG, "limited.group_range"),
    ("hb-6", MY, "indexed.group_segment_top_prefix"),
    ("hb-7", MY, "indexed.group_all"),
    ("hb-8", PG, "indexed.count"),
]


def has_missing_part(claim: str, samples: list[Sample]) -> bool:
    return Outcome.MISSING in [part.outcome for part in decide(claim, samples).parts]


def test_a_part_whose_measurement_is_missing_is_not_decided() -> None:
    undecided = [asked for asked in NEEDED if has_missing_part(asked[0], without(two({}), *asked[1:]))]
    assert undecided == NEEDED


def test_a_part_whose_measurement_failed_is_not_decided() -> None:
    def failed(engine: str, case: str) -> list[Sample]:
        return [*two({}), sample(engine=engine, case=case, status=Status.FAILED, reason="no space left")]

    assert NEEDED == [asked for asked in NEEDED if has_missing_part(asked[0], failed(*asked[1:]))]


def group_all(*statuses: Status) -> list[Sample]:
    """Return both systems at the source's size, grouping the whole table with these outcomes."""
    made = two({}, scale=Scale.FULL)
    for engine, status in zip((PG, MY), statuses, strict=True):
        if status is not Status.OK:
            made = without(made, engine, "indexed.group_all")
            made.append(
                sample(engine=engine, case="indexed.group_all", status=status, scale=Scale.FULL, rows=500_000_000)
            )
    return made


def test_grouping_half_a_billion_rows_is_decided_by_timeouts() -> None:
    outcomes = {
        (Status.TIMEOUT, Status.TIMEOUT): Outcome.REPRODUCED,
        (Status.OK, Status.TIMEOUT): Outcome.PARTLY,
        (Status.OK, Status.OK): Outcome.OPPOSITE,
        (Status.FAILED, Status.TIMEOUT): Outcome.PARTLY,
    }
    assert {statuses: decide("hb-7", group_all(*statuses)).outcome for statuses in outcomes} == outcomes


def test_grouping_fewer_rows_says_that_a_projection_is_no_measurement() -> None:
    verdict = decide("hb-7", two({}))
    assert "in proportion 500 million would take 5,000 s, but that is no measurement" in verdict.sentences("en")


def test_verdicts_come_in_the_order_of_the_claims() -> None:
    found = half_billion_verdicts.decide(frame(two({})))
    assert [v.claim for v in found] == published.claims("half_billion")["id"].to_list()


@pytest.mark.parametrize(("limit_s", "decided"), [(300.0, Outcome.REPRODUCED), (0.001, Outcome.NO_DIFFERENCE)])
def test_a_timeout_says_as_much_as_the_limit_it_was_asked_under(limit_s: float, decided: Outcome) -> None:
    cases = ("unindexed.point", "unindexed.prefix")
    late = [sample(engine=MY, case=case, status=Status.TIMEOUT) for case in cases]
    made = [one for one in two({}) if (one.engine, one.case) not in {(MY, case) for case in cases}]
    runs = frame([*made, *late]).with_columns(pl.lit(limit_s).alias("limit_s"))
    (verdict,) = (v for v in half_billion_verdicts.decide(runs) if v.claim == "hb-3")
    assert verdict.outcome == decided


def test_the_largest_scale_both_systems_have_is_decided() -> None:
    small = two({(MY, "unindexed.point"): 13.0, (MY, "unindexed.prefix"): 14.0}, scale=Scale.SMALL)
    alone = engine_samples(PG, scale=Scale.MEDIUM)
    assert decide("hb-3", small + alone).outcome == Outcome.REPRODUCED


def at_source_size(statuses: dict[str, Status]) -> pl.DataFrame:
    """Return both systems on another machine at the source's size: PostgreSQL answers there, MySQL as it is said."""
    size = {"scale": Scale.FULL, "rows": 500_000_000}
    made = [sample(engine=PG, case=case, value=20.0, repeat=n, **size) for case in statuses for n in range(3)]
    made += [sample(engine=MY, case=case, status=status, **size) for case, status in statuses.items()]
    return frame(made, "larger").with_columns(pl.lit(300.0).alias("limit_s"))


def test_each_part_of_a_claim_is_decided_at_the_source_s_size_where_that_was_measured() -> None:
    runs = frame(two({})).with_columns(pl.lit(None, pl.Float64).alias("limit_s"))
    other = at_source_size({"unindexed.point": Status.TIMEOUT, "unindexed.prefix": Status.FAILED})
    before, after = (
        next(v for v in found if v.claim == "hb-3")
        for found in (
            half_billion_verdicts.decide(runs),
            half_billion_verdicts.decide_nearest(runs, pl.concat([runs, other])),
        )
    )
    assert [part.outcome for part in before.parts] == [Outcome.NO_DIFFERENCE, Outcome.NO_DIFFERENCE]
    assert [part.outcome for part in after.parts] == [Outcome.REPRODUCED, Outcome.NO_DIFFERENCE]
    point, prefix = (part.sentence("en") for part in after.parts)
    assert "500 million rows, on larger" in point
    assert prefix == before.parts[1].sentence("en")


def test_a_machine_with_neither_system_takes_what_another_tells_at_the_source_s_size() -> None:
    runs = frame(engine_samples("duckdb")).with_columns(pl.lit(None, pl.Float64).alias("limit_s"))
    other = at_source_size({"unindexed.point": Status.TIMEOUT, "unindexed.prefix": Status.TIMEOUT})
    found = {v.claim: v.outcome for v in half_billion_verdicts.decide_nearest(runs, pl.concat([runs, other]))}
    assert (found["hb-3"], found["hb-1"]) == (Outcome.REPRODUCED, Outcome.MISSING)


def test_where_no_machine_was_measured_at_the_source_s_size_nothing_changes() -> None:
    runs = frame(two({}))
    before, after = half_billion_verdicts.decide(runs), half_billion_verdicts.decide_nearest(runs, runs)
    assert [v.sentences("en") for v in after] == [v.sentences("en") for v in before]


def test_with_one_system_alone_nothing_is_said_of_both() -> None:
    found = half_billion_verdicts.decide(frame(engine_samples(PG)))
    about_both = ("hb-1", "hb-3", "hb-5", "hb-6")
    assert {v.outcome for v in found if v.claim in about_both} == {Outcome.MISSING}


def test_with_neither_system_every_claim_is_missing() -> None:
    found = half_billion_verdicts.decide(frame(engine_samples("duckdb")))
    assert [v.outcome for v in found] == [Outcome.MISSING] * 8


def test_a_primary_key_stands_beside_what_decides() -> None:
    keyed = [
        *repeats("keyed.group_range", around(30.0), engine=PG),
        *repeats("keyed.group_range", around(1.0), engine=MY),
    ]
    with_key, without_key = (decide("hb-5", [*two({}), *more]) for more in (keyed, []))
    assert with_key.outcome == without_key.outcome
    assert "with uid as primary key, grouping a range, PostgreSQL / MySQL: 30" in with_key.sentences("en")


@pytest.mark.parametrize("samples", [two({}), engine_samples(PG)], ids=["measured", "missing"])
def test_evidence_is_written_in_either_language(samples: list[Sample]) -> None:
    found = half_billion_verdicts.decide(frame(samples))
    assert [bool(CHINESE.search(v.sentences("zh"))) for v in found] == [True] * 8
    assert [bool(CHINESE.search(v.sentences("en"))) for v in found] == [False] * 8


def test_evidence_sets_the_measured_ratio_beside_the_printed_one() -> None:
    claim = decide("hb-1", two({(PG, "import.plain"): 150e3, (MY, "import.plain"): 100e3}))
    assert claim.sentences("en") == (
        "import rate, PostgreSQL / MySQL: 1.5 [1.5, 1.5] (claimed: about 1.5; printed: 1.54)"
    )


# winners and audit -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def won() -> dict[str, answers.Winner]:
    return {w.need: w for w in answers.winners(frame(report()), "small")}


def test_every_need_has_a_winner(won: dict[str, answers.Winner]) -> None:
    assert set(won) == set(discovery.part("half_billion", "facts").NEEDS)


def test_the_fastest_system_wins_and_the_next_is_set_against_it(won: dict[str, answers.Winner]) -> None:
    point = won["point"]
    assert (point.best, point.next, point.ratio and point.ratio.value) == (("duckdb",), PG, pytest.approx(10))


def test_systems_that_cannot_be_told_apart_win_together(won: dict[str, answers.Winner]) -> None:
    assert (won["disk"].best, won["disk"].next) == ((PG, MY, "duckdb"), None)


def test_a_system_that_timed_out_wins_nothing() -> None:
    made = without(report(), "duckdb", "unindexed.group_all_totals")
    made.append(
        sample(
            engine="duckdb", case="unindexed.group_all_totals", status=Status.TIMEOUT, scale=Scale.SMALL, rows=5_000_000
        )
    )
    won = {w.need: w for w in answers.winners(frame(made), "small")}
    assert won["group"].best == (PG,)


def test_where_more_is_better_the_highest_rate_wins() -> None:
    facts: dict[str, Any] = {"experiment": "insert_rate", "scale": Scale.MEDIUM, "rows": 1_000}
    made = [*load_samples(PG, "full.columns.1", 500.0, **facts), *load_samples(MY, "full.columns.1", 1000.0, **facts)]
    (one,) = answers.winners(frame(made), "medium")
    assert (one.need, one.best, one.next, one.unit) == ("insert_one_client", (MY,), PG, "rate")
    assert one.ratio
    assert one.ratio.value == pytest.approx(2)


def test_a_need_nobody_measured_has_no_winner() -> None:
    made = [s for s in engine_samples(PG) if s.case != "indexed.point"]
    assert "point" not in {w.need for w in answers.winners(frame(made), "smoke")}


def test_printed_figures_are_checked_against_each_other() -> None:
    found = {entry.what: entry.outcome for entry in half_billion_verdicts.audit()}
    assert set(found.values()) <= {"holds", "slip", "impossible"}
    assert found["range_limit"] == "impossible"


# sysbench and insert_rate ----------------------------------------------------------------------


def outcomes(found: list[Verdict]) -> dict[str, Outcome]:
    return {verdict.claim: verdict.outcome for verdict in found}


def of_parts(verdict: Verdict) -> dict[str, Outcome]:
    """Return what came of each part, by the key of the words for what it is about."""
    return {part.what.key: part.outcome for part in verdict.parts}


def test_a_lead_on_every_test_is_more_than_the_source_s_own_table_says_whatever_is_measured() -> None:
    first, second = sysbench_verdicts.decide(frame(sysbench_report()))
    assert (first.outcome, second.outcome) == (Outcome.OVERCLAIM, Outcome.REPRODUCED)
    assert set(of_parts(first).values()) == {Outcome.OVERCLAIM, Outcome.REPRODUCED}
    assert "1.17, 1.29 (claimed: at least 1.3)" in first.sentences("en")
    assert sysbench_verdicts.audit()[0].recomputed == "1.17, 1.29"


def test_one_test_behind_stands_as_the_opposite_beside_the_others() -> None:
    facts: dict[str, Any] = {"experiment": "sysbench", "scale": Scale.MEDIUM, "profile": Profile.SOURCE}
    made = without(sysbench_report(), "postgresql", "full.bulk_insert")
    made += load_samples("postgresql", "full.bulk_insert", 500.0, **facts)
    parts = of_parts(sysbench_verdicts.decide(frame(made))[0])
    assert [test for test, outcome in parts.items() if outcome is Outcome.OPPOSITE] == ["bulk_insert"]


def test_the_source_s_own_table_decides_and_no_larger_one() -> None:
    larger = [s for s in sysbench_report() if ".source." not in s.case]
    assert sysbench_verdicts.decide(frame(larger))[1].outcome is Outcome.MISSING


def test_evidence_shows_each_class_of_durability_apart() -> None:
    second = sysbench_verdicts.decide(frame(sysbench_report()))[1].sentences("en")
    assert "update indexed (MySQL with its binary log): 3 [" in second
    assert "update indexed (MySQL with its binary log), synced within a second: 3 [" in second


def test_without_the_source_s_profile_sysbench_is_not_measured_yet() -> None:
    made = [s for s in sysbench_report() if s.profile is not Profile.SOURCE]
    assert outcomes(sysbench_verdicts.decide(frame(made))) == {"sb-1": Outcome.OVERCLAIM, "sb-2": Outcome.MISSING}


def test_the_claims_about_inserts_are_decided() -> None:
    assert outcomes(insert_rate_verdicts.decide(frame(insert_report()))) == {
        "in-1": Outcome.REPRODUCED,
        "in-2": Outcome.REPRODUCED,
        "in-3": Outcome.REPRODUCED,
        "in-4": Outcome.REPRODUCED,
        "in-5": Outcome.REPRODUCED,
    }


def test_every_pair_of_printed_rows_of_both_layouts_is_a_part_of_the_claim_on_json() -> None:
    third = insert_rate_verdicts.decide(frame(insert_report()))[2]
    printed = {part.what.key: round(float(part.printed), 2) for part in third.parts}  # type: ignore[arg-type]
    assert printed == {"json_full_8": 0.94, "json_full_128": 2.56, "json_relaxed_8": 2.86, "json_relaxed_128": 2.64}


@pytest.mark.parametrize("clients", [8, 128])
@pytest.mark.parametrize("durability", ["full", "relaxed"])
def test_nulls_that_slow_down_in_one_setting_alone_reproduce_that_part(durability: str, clients: int) -> None:
    case = f"{durability}.nulls.{clients}"
    facts: dict[str, Any] = {"experiment": "insert_rate", "rows": 100_000, "scale": Scale.FULL}
    made = [s for s in insert_report() if ".nulls." not in s.case or s.case == case]
    for other in {s.case for s in insert_report() if ".nulls." in s.case} - {case}:
        made += load_samples("postgresql", other, 9000.0, **facts)  # faster than any filled row
    fourth = insert_rate_verdicts.decide(frame(made))[3]
    reproduced = [what for what, outcome in of_parts(fourth).items() if outcome is Outcome.REPRODUCED]
    assert (fourth.outcome, reproduced) == (Outcome.PARTLY, [f"nulls_{durability}_{clients}"])


@pytest.mark.parametrize(("rate", "outcome"), [(2000.0, Outcome.REPRODUCED), (8000.0, Outcome.OPPOSITE)])
def test_more_clients_that_harm_do_not_help_either(rate: float, outcome: Outcome) -> None:
    case = "relaxed.columns.128.delay_1000us"
    facts: dict[str, Any] = {"experiment": "insert_rate", "rows": 100_000, "scale": Scale.FULL}
    made = without(insert_report(), "postgresql", case) + load_samples("postgresql", case, rate, **facts)
    second = insert_rate_verdicts.decide(frame(made))[1]
    assert of_parts(second) == {"clients_relaxed_columns": outcome, "clients_relaxed_json": Outcome.REPRODUCED}


def test_claims_about_inserts_whose_cases_are_missing_are_not_measured_yet() -> None:
    nothing = frame(load_samples("postgresql", "full.multi.columns", 10.0, experiment="insert_rate"))
    decided = outcomes(insert_rate_verdicts.decide(nothing))
    assert decided == {f"in-{n}": Outcome.MISSING for n in range(1, 6)}


def delays(rates: list[list[float]]) -> Verdict:
    """Return what becomes of inserts at 8 and 128 clients, three delays each, in columns, with the turns of each."""
    made = []
    cases = [f"relaxed.columns.{n}.delay_{us}us" for n in (8, 128) for us in (100, 1000, 100_000)]
    for case, turns in zip(cases, rates, strict=True):
        facts: dict[str, Any] = {"durability": Durability.RELAXED, "metric": "throughput", "unit": "transactions/s"}
        made += repeats(case, turns, experiment="insert_rate", **facts)
    return insert_rate_verdicts.decide(frame(made))[4]


def test_delays_without_effect_are_the_same_though_some_pair_differs_most() -> None:
    rng, differing = random.Random(5), 0
    for _ in range(60):
        found = delays([[1000 * rng.lognormvariate(0, 0.2) for _ in range(5)] for _ in range(6)])
        differing += Outcome.OPPOSITE in of_parts(found).values()
    assert differing <= 3


def test_one_delay_that_slows_inserts_down_undoes_the_claim_with_those_clients() -> None:
    parts = of_parts(delays([around(1000.0)] * 5 + [around(300.0)]))
    assert (parts["delay_columns_8"], parts["delay_columns_128"]) == (Outcome.REPRODUCED, Outcome.OPPOSITE)


def test_the_pair_of_delays_that_stands_in_evidence_is_above_one() -> None:
    found = delays([around(300.0)] + [around(900.0)] * 5).sentences("en")
    assert found.startswith("23 columns, 8 clients, of all pairs of delays the one furthest apart: 3 [")


def test_evidence_under_load_is_in_one_language() -> None:
    verdicts = [
        *sysbench_verdicts.decide(frame(sysbench_report())),
        *insert_rate_verdicts.decide(frame(insert_report())),
        *real_workload_verdicts.decide(frame(workload_report(profile=Profile.SOURCE))),
    ]
    for lang in LANGUAGES:
        strange = [v.claim for v in verdicts if bool(CHINESE.search(v.sentences(lang))) != (lang == "zh")]
        assert strange == [], lang


# real_workload ---------------------------------------------------------------------------------


def work(**changed: Any) -> list[Sample]:
    return workload_report(profile=Profile.SOURCE, **changed)


def test_the_claims_about_the_real_workload_are_decided() -> None:
    assert outcomes(real_workload_verdicts.decide(frame(work()))) == {
        "rw-1": Outcome.REPRODUCED,
        "rw-2": Outcome.REPRODUCED,
        "rw-3": Outcome.REPRODUCED,
        "rw-4": Outcome.PARTLY,  # what it says of two systems at once compares nothing
    }


def test_another_configuration_than_the_source_s_decides_nothing() -> None:
    made = outcomes(real_workload_verdicts.decide(frame(workload_report())))
    assert made == {f"rw-{n}": Outcome.MISSING for n in range(1, 5)}


def test_a_cloud_disk_that_was_not_imitated_decides_nothing() -> None:
    fast = [s for s in work() if not s.case.startswith("slow_disk.")]
    assert outcomes(real_workload_verdicts.decide(frame(fast)))["rw-4"] == Outcome.MISSING


def test_a_warm_run_that_reads_the_disk_is_not_compared_with_a_slow_disk() -> None:
    reading = [
        dataclasses.replace(s, value=9e8) if s.metric == "server_read" and s.temperature == "warm" else s
        for s in work()
    ]
    assert outcomes(real_workload_verdicts.decide(frame(reading)))["rw-4"] == Outcome.NOT_COMPARABLE


def test_memory_is_compared_with_the_slow_disk_at_the_size_that_fits_and_the_larger_one_stands_beside() -> None:
    larger = [
        dataclasses.replace(s, scale=Scale.FULL, rows=5_000_000)
        if s.metric != "server_read" or s.temperature == "cold"
        else dataclasses.replace(s, scale=Scale.FULL, rows=5_000_000, value=9e8)
        for s in work()
    ]
    verdict = real_workload_verdicts.decide(frame([*work(), *larger]))[3]
    assert verdict.outcome == Outcome.PARTLY
    (beside,) = verdict.evidence
    assert "that of 5 million rows does not fit MySQL's buffer pool" in beside.sentence("en")


def test_one_statement_that_is_slower_leaves_the_claim_of_all_a_part() -> None:
    verdict = real_workload_verdicts.decide(frame(work(behind="match_account")))[0]
    assert verdict.outcome == Outcome.PARTLY
    opposed = [part.what.sentence("en") for part in verdict.parts if part.outcome == Outcome.OPPOSITE]
    assert [sentence.startswith("text inside a name") for sentence in opposed] == [True, True]


def test_a_part_names_the_indexes_it_was_measured_under() -> None:
    said = real_workload_verdicts.decide(frame(work()))[2].sentences("en")
    assert ("no index:" in said, "single-column indexes:" in said) == (True, True)


def test_a_gap_that_an_index_does_not_make_is_not_reproduced() -> None:
    gap, index = real_workload_verdicts.decide(frame(work(gap=2.0)))[1].parts
    assert (gap.outcome, index.outcome) == (Outcome.DIRECTION, Outcome.NO_DIFFERENCE)


# too few repeats -------------------------------------------------------------------------------


def test_two_repeats_decide_no_claim_about_times() -> None:
    verdicts = [
        *half_billion_verdicts.decide(twice(two({}))),
        *sysbench_verdicts.decide(twice(sysbench_report())),
        *insert_rate_verdicts.decide(twice(insert_report())),
        *real_workload_verdicts.decide(twice(workload_report(profile=Profile.SOURCE))),
    ]
    decided = [v.claim for v in verdicts if v.outcome.judged]
    assert decided == ["hb-2", "sb-1"]  # about sizes, and about printed figures alone


def twice(samples: list[Sample]) -> pl.DataFrame:
    return frame(samples).filter(pl.col("repeat") < 2)


def test_a_timeout_beside_two_repeats_decides_nothing() -> None:
    made = [s for s in two({}) if s.engine == PG or s.case != "unindexed.point"]
    made.append(sample(engine=MY, case="unindexed.point", status=Status.TIMEOUT))
    (third,) = [v for v in half_billion_verdicts.decide(frame([s for s in made if s.repeat < 2])) if v.claim == "hb-3"]
    assert third.outcome == Outcome.TOO_FEW
    assert third.sentences("en").startswith(
        "point without an index, MySQL / PostgreSQL: 302 (too few values to decide)"
    )
