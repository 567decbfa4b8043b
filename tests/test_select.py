"""Picking samples for a comparison: the right ones, never a mix of classes, failures as what they are."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta
from typing import Any

import polars as pl
import pytest
from dbreport import stats
from dbreport.errors import MixedClasses, ResultsMissing
from dbreport.model import Durability, Profile, Sample, Scale, Status, Temperature
from dbreport.results import ratios, select
from dbreport.stats import Estimate
from samples import QUERIES, around, engine_samples, frame, repeats, report, sample


def test_classes_of_durability_are_not_mixed() -> None:
    runs = frame([sample(), sample(engine="mysql", durability=Durability.NONE)])
    with pytest.raises(MixedClasses, match="would mix durability full and none"):
        select.only(runs)


def test_hosts_are_not_mixed() -> None:
    runs = pl.concat([frame([sample()], "one"), frame([sample(engine="mysql")], "two")])
    with pytest.raises(MixedClasses, match="would mix host one and two"):
        select.only(runs)


def test_a_mix_that_the_choice_leaves_out_is_no_mix() -> None:
    runs = frame([sample(), sample(scale=Scale.SMALL, durability=Durability.NONE)])
    assert select.only(runs, scale="smoke").height == 1


def test_the_largest_scale_is_taken_unless_one_is_named() -> None:
    runs = frame([sample(scale=scale) for scale in (Scale.MEDIUM, Scale.SMOKE, Scale.SMALL)])
    assert [set(select.only(runs)["scale"]), set(select.only(runs, scale="smoke")["scale"])] == [{"medium"}, {"smoke"}]


def test_one_profile_is_taken() -> None:
    runs = frame([sample(), sample(profile=Profile.TUNED)])
    assert select.only(runs, "tuned")["profile"].to_list() == ["tuned"]


def test_a_choice_nothing_was_measured_for_names_the_command() -> None:
    with pytest.raises(ResultsMissing, match="dbreport run half_billion --profile tuned --scale full"):
        select.only(frame([sample()]), "tuned", "full")


def test_systems_stand_in_one_order_and_new_ones_last() -> None:
    runs = frame([sample(engine=name) for name in ("zebra", "sqlite", "apple", "postgresql")])
    assert select.engines(runs) == ["postgresql", "sqlite", "apple", "zebra"]


def test_values_are_those_of_one_case_in_the_order_measured() -> None:
    runs = frame(list(reversed(repeats("indexed.point", [3.0, 1.0, 2.0]))) + repeats("indexed.range", [9.0]))
    assert select.values(runs, "postgresql", "indexed.point") == [3.0, 1.0, 2.0]


def test_values_are_those_of_one_case_wherever_its_samples_lie() -> None:
    point, others = repeats("indexed.point", [3.0, 1.0, 2.0]), repeats("indexed.range", [9.0, 8.0, 7.0])
    runs = frame([each for pair in zip(point, others, strict=True) for each in pair])
    found = [select.values(runs, "postgresql", case) for case in ("indexed.point", "indexed.range", "indexed.count")]
    assert found == [[3.0, 1.0, 2.0], [9.0, 8.0, 7.0], []]


def test_cold_and_warm_values_are_apart() -> None:
    cold = repeats("indexed.point", [8.0], temperature=Temperature.COLD)
    runs = frame(repeats("indexed.point", [1.0]) + cold)
    assert select.values(runs, "postgresql", "indexed.point", temperature="cold") == [8.0]


def test_what_was_read_once_counts_where_something_else_of_its_repeat_was_done_again() -> None:
    made = [
        sample(metric="ratio", unit="raw/stored", value=16.5),
        sample(value=9.0, disturbed="processor 1.6 times slower than usual"),
        sample(value=3.0, attempt=1),
    ]
    runs = frame(made)
    assert [select.values(runs, "postgresql", "indexed.point", m) for m in ("ratio", "latency")] == [[16.5], [3.0]]


def test_a_case_with_a_failed_repeat_has_no_values() -> None:
    failed = sample(repeat=2, status=Status.TIMEOUT)
    assert select.values(frame([*repeats("indexed.point", [1.0, 1.0]), failed]), "postgresql", "indexed.point") == []


def test_a_timeout_is_a_point_without_an_estimate() -> None:
    failed = sample(repeat=2, status=Status.TIMEOUT)
    point = select.point(frame([*repeats("indexed.point", [1.0, 1.0]), failed]), "postgresql", "indexed.point")
    assert point == select.Point("postgresql", "indexed.point", None, "timeout", "it took over 300 s")


def test_what_was_not_measured_is_no_point() -> None:
    assert select.point(frame([sample()]), "mysql", "indexed.point") is None


def test_a_point_carries_the_warnings_of_its_repeats() -> None:
    point = select.point(frame(repeats("indexed.point", [1.0, 2.0])), "postgresql", "indexed.point")
    assert point is not None
    assert point.warnings == ("few_repeats", "spread")


def test_a_client_busier_than_its_server_is_warned_of() -> None:
    made = repeats("indexed.point", around(1.0))
    made += repeats("indexed.point", [0.9] * 5, metric="client_cpu") + repeats(
        "indexed.point", [0.1] * 5, metric="server_cpu"
    )
    point = select.point(frame(made), "postgresql", "indexed.point")
    assert point is not None
    assert point.warnings == ("client_bound",)


def test_a_ratio_needs_both_sides() -> None:
    runs = frame(engine_samples("postgresql"))
    assert select.ratio(runs, ("mysql", "indexed.point"), ("postgresql", "indexed.point")) is None


def test_a_ratio_is_one_of_medians() -> None:
    runs = select.only(frame(report()), scale="small")
    cases = [f"indexed.{query}" for query in QUERIES if query != "group_all"]
    ratios = {case: select.ratio(runs, ("mysql", case), ("postgresql", case)) for case in cases}
    assert dict.fromkeys(cases, pytest.approx(2)) == {case: ratio and ratio.value for case, ratio in ratios.items()}


def test_a_ratio_with_a_timeout_is_none() -> None:
    runs = select.only(frame(report()), scale="small")
    assert select.ratio(runs, ("mysql", "indexed.group_all"), ("postgresql", "indexed.group_all")) is None


def test_a_ratio_across_classes_of_durability_is_refused() -> None:
    runs = frame([*repeats("a.x", around(1.0)), *repeats("b.x", around(2.0), durability=Durability.RELAXED)])
    with pytest.raises(MixedClasses, match="a ratio would mix durability full and relaxed"):
        select.ratio(runs, ("postgresql", "a.x"), ("postgresql", "b.x"))


def test_a_series_is_returned_repeat_by_repeat_in_its_order() -> None:
    made = [
        sample(case="a.x", metric="rate", repeat=turn, at=float(second), value=10.0 * turn + second)
        for turn in (1, 0)
        for second in (2, 1)
    ]
    found = select.series(frame(made), "postgresql", "a.x", "rate")
    assert found == [[(1.0, 1.0), (2.0, 2.0)], [(1.0, 11.0), (2.0, 12.0)]]


def test_cases_with_a_metric_stand_in_the_order_they_were_measured() -> None:
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    made = [
        sample(case=case, metric=metric, started_at=moment + timedelta(minutes=minute))
        for minute, (case, metric) in enumerate(
            [("b", "latency"), ("a", "latency"), ("c", "throughput"), ("b", "latency")]
        )
    ]
    assert select.cases(frame(made), "latency") == ["b", "a"]


# which values count --------------------------------------------------------------------------


def again(samples: list[Sample], attempts: list[int], sessions: str = "") -> pl.DataFrame:
    """Return samples each with the number of its attempt and one session for all."""
    made = frame(samples)
    session = pl.Series("session", [sessions] * len(samples), pl.String)
    return made.with_columns(pl.Series("attempt", attempts, pl.Int32), session)


def test_of_a_repeat_done_again_the_last_attempt_counts() -> None:
    made = [sample(repeat=0, value=9.0), sample(repeat=1, value=2.0), sample(repeat=0, value=1.0)]
    assert select.values(again(made, [0, 0, 1]), "postgresql", "indexed.point") == [1.0, 2.0]


def test_an_attempt_that_was_done_again_fails_no_case() -> None:
    made = [sample(repeat=0, status=Status.FAILED), sample(repeat=0, value=1.0)]
    assert select.values(again(made, [0, 1]), "postgresql", "indexed.point") == [1.0]


def test_a_reading_that_could_not_be_had_fails_no_case() -> None:
    missing = frame([sample(metric="server_cpu", status=Status.FAILED)]).with_columns(status=pl.lit("missing"))
    runs = pl.concat([frame(repeats("indexed.point", [1.0, 2.0])), missing])
    point = select.point(runs, "postgresql", "indexed.point")
    assert (point and point.status, select.values(runs, "postgresql", "indexed.point")) == ("ok", [1.0, 2.0])


def test_the_first_run_is_apart_from_the_warm_ones() -> None:
    first = frame([sample(value=50.0)]).with_columns(temperature=pl.lit("first"))
    runs = pl.concat([frame(repeats("indexed.point", [1.0, 2.0])), first])
    found = [select.values(runs, "postgresql", "indexed.point", temperature=t) for t in ("warm", "first")]
    assert found == [[1.0, 2.0], [50.0]]


def test_metrics_stand_side_by_side_by_repeat() -> None:
    made = [*repeats("a.x", [1.0, 2.0, 3.0]), sample(case="a.x", metric="server_read", repeat=2, value=30.0)]
    assert select.together(frame(made), "postgresql", "a.x", "server_read", "latency") == [(30.0, 3.0)]


# what a ratio is formed of -------------------------------------------------------------------


def two(mysql: list[float], postgresql: list[float], **facts: Any) -> pl.DataFrame:
    made = repeats("a.x", postgresql) + repeats("a.x", mysql, engine="mysql", **facts)
    return frame(made)


def over(runs: pl.DataFrame) -> Estimate:
    found = select.ratio(runs, ("mysql", "a.x"), ("postgresql", "a.x"))
    assert found
    return found


def test_one_case_of_two_systems_is_compared_round_by_round() -> None:
    assert over(two([2.0, 4.0, 8.0], [1.0, 2.0, 4.0])) == Estimate(2.0, 2.0, 2.0, 3)


def test_a_round_that_one_system_did_not_do_does_not_count() -> None:
    assert over(two([2.0, 4.0, 8.0], [1.0, 2.0, 4.0, 100.0])) == Estimate(2.0, 2.0, 2.0, 3)


@pytest.mark.parametrize(
    ("temperature", "read_bytes", "told"),
    [
        (Temperature.WARM, 64 << 20, ("from_disk",)),
        (Temperature.WARM, 1 << 20, ()),
        (Temperature.COLD, 64 << 20, ()),
    ],
    ids=["warm from the disk", "warm", "cold"],
)
def test_a_warm_repeat_that_read_from_the_disk_is_told(
    temperature: Temperature, read_bytes: int, told: tuple[str, ...]
) -> None:
    made = repeats("a.x", [1.0] * 5, temperature=temperature)
    made += repeats("a.x", [float(read_bytes)] * 5, metric="server_read", unit="bytes", temperature=temperature)
    point = select.point(frame(made), "postgresql", "a.x", temperature=temperature)
    assert point
    assert point.warnings == told


def test_two_runs_are_not_in_pairs_and_say_so() -> None:
    e = over(two([2.0, 4.0, 8.0], [1.0, 2.0, 4.0], run_id="another"))
    assert (e.apart, e.n, e.low < 2.0 < e.high) == ("runs", 3, True)


def test_two_sessions_say_so_and_decide_nothing_before_a_replication(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratios, "between_sessions", lambda: None)
    runs = two([9.0] * 3, [1.0] * 3, run_id="another").drop("session", strict=False)
    here = pl.when(pl.col("engine") == "mysql").then(pl.lit("monday")).otherwise(pl.lit("tuesday"))
    e = over(runs.with_columns(session=here))
    assert (e.value, e.apart, e.decided) == (9.0, "sessions", "too few")


def test_two_cases_of_one_system_are_not_in_pairs() -> None:
    runs = frame(repeats("a.x", [2.0, 4.0, 8.0]) + repeats("a.y", [1.0, 2.0, 4.0]))
    e = select.ratio(runs, ("postgresql", "a.x"), ("postgresql", "a.y"))
    assert e
    assert (e.value, e.apart, e.low < 2.0 < e.high) == (2.0, "", True)


def test_what_tuning_changes_is_a_ratio_of_two_runs() -> None:
    shipped = frame(repeats("a.x", [2.0, 2.2, 2.4]))
    tuned = frame(repeats("a.x", [1.0, 1.1, 1.2], profile=Profile.TUNED, run_id="tuned"))
    e = select.across((shipped, "postgresql", "a.x"), (tuned, "postgresql", "a.x"))
    assert e
    assert (e.value, e.apart) == (pytest.approx(2.0), "runs")


def test_sizes_are_compared_by_one_value_and_marked() -> None:
    runs = frame(
        [sample(engine=name, metric="size_table", value=v) for name, v in (("mysql", 3.0), ("postgresql", 2.0))]
    )
    found = select.ratio(runs, ("mysql", "indexed.point"), ("postgresql", "indexed.point"), "size_table")
    assert found == Estimate(1.5, 1.5, 1.5, 1, exact=True)


def test_a_size_that_differs_from_repeat_to_repeat_is_not_exact() -> None:
    assert ratios.estimate("size_table", [10.0, 11.0, 12.0]) == stats.median([10.0, 11.0, 12.0])


def test_a_time_measured_once_is_not_exact() -> None:
    assert ratios.estimate("latency", [10.0]) == Estimate(10.0, 0.0, math.inf, 1)
