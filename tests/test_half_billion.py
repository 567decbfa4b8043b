"""What half_billion asks: the source's statements under its names, ours under others, a table with a primary key."""

import re
from dataclasses import replace

import polars as pl
import pytest
from dbreport.engines import engine_class
from dbreport.experiments.half_billion import facts, queries, tables
from dbreport.experiments.half_billion.data import Numbers
from dbreport.measuring.definition import Definition, standard
from dbreport.model import Options, Profile, Sample, Scale
from samples import ROOT, frame, sample

CASES = ("unindexed.count", "unindexed.point", "unindexed.prefix")
SMOKE = standard("half_billion", Scale.SMOKE)


def definition(engine: str, profile: Profile = Profile.DEFAULT) -> Definition:
    return Definition(SMOKE, engine_class(engine), Options(ROOT, Scale.SMOKE, profile))


def with_marks(statement: str) -> str:
    """Return a statement of ours as the source would print it: its table, its marks for parameters."""
    marked = statement.replace("numbers", "tmp")
    return re.sub(r"'\{prefix\}%'", "'x%'", re.sub(r"'\{(?!prefix)\w+\}'", "?", marked))


def test_a_name_of_the_source_s_is_its_statement_to_the_letter() -> None:
    assert facts.PRINTED_STATEMENTS == {
        name: with_marks(sql) for name, sql in queries.QUERIES.items() if name in facts.PRINTED_STATEMENTS
    }


def test_a_printed_figure_stands_beside_no_statement_of_ours() -> None:
    beside = {case.partition(".")[2] for case in (timed.case for timed in facts.printed_times())}
    assert beside.isdisjoint(queries.OURS)


def test_every_printed_time_stands_beside_a_case_that_is_measured() -> None:
    assert {timed.case for timed in facts.printed_times()} <= set(definition("postgresql").cases)


def test_a_range_and_a_prefix_ask_for_one_segment() -> None:
    parameters = Numbers(1_000).parameters()
    as_range, by_prefix = (
        queries.QUERIES[f"group_segment_top_{how}"].format(**parameters) for how in ("range", "prefix")
    )
    segment = parameters["segment"]
    assert f"BETWEEN '{segment}00000000' AND '{segment}99999999'" in as_range
    assert f"LIKE '{segment}%'" in by_prefix


def test_a_primary_key_is_part_of_what_a_case_is() -> None:
    asked = {name: definition("mysql").identity(f"{name}.group_range")["asked"] for name in ("indexed", "keyed")}
    assert asked["keyed"] == asked["indexed"] | {"primary_key": ["uid"]}


@pytest.mark.parametrize(
    ("case", "limit_s"), [("indexed.group_all", 1200.0), ("unindexed.group_all", 300.0), ("import.plain", 86_400.0)]
)
def test_the_limit_of_a_case_is_part_of_what_it_is(case: str, limit_s: float) -> None:
    assert definition("postgresql").identity(case)["asked"]["timeout_s"] == limit_s


def test_the_tuned_profile_has_no_binary_log_to_turn_off() -> None:
    shipped, tuned = (definition("mysql", profile).cases for profile in (Profile.DEFAULT, Profile.TUNED))
    assert set(shipped) - set(tuned) == {"import.no_binary_log"}


def test_what_is_printed_is_told_of_the_case_that_does_the_same() -> None:
    assert tables.printed_time("unindexed.point", "postgresql") == "23.9 s"
    assert tables.printed_time("unindexed.point", "mysql") == "> 300 s"
    assert tables.printed_over("indexed.range", "indexed.group_range", "postgresql") == "0.037"  # 0.128 s, 3.439 s


def test_bytes_read_for_a_statement_are_told_by_the_second() -> None:
    read = [sample(case="unindexed.point", metric=m, value=v) for m, v in (("latency", 2.0), ("server_read", 5e8))]
    assert tables.read_rate(frame(read), "postgresql", "unindexed.point") == "250 MB/s"
    assert tables.read_rate(frame(read[:1]), "postgresql", "unindexed.point") == "–"


def test_the_source_s_own_size_is_taken_of_the_machine_that_tells_most_of_it() -> None:
    size = {"scale": Scale.FULL, "rows": 500_000_000}
    one, three = ([sample(case=case, **size) for case in cases] for cases in (CASES[:1], CASES))
    fewer = frame([sample(rows=50_000_000, scale=Scale.MEDIUM)])
    everywhere = pl.concat([fewer, frame(one, "one"), frame(three, "three")])
    found = facts.at_source_size(everywhere)
    assert (set(found["host"]), set(found["case"])) == ({"three"}, set(CASES))
    assert facts.at_source_size(fewer).is_empty()


def test_a_slow_machine_is_told_by_the_best_of_its_own_sessions() -> None:
    def calibrated(session: str, value: float) -> Sample:
        return sample(metric="calibration_processor", session=session, run_id=session, value=value)

    own, best = frame([calibrated("slow", 0.03)]), frame([calibrated("best", 0.02)])
    faster_machine = frame([calibrated("other", 0.01)], "faster")
    everywhere = pl.concat([own, best, faster_machine])
    assert facts.slowed(own, everywhere) == pytest.approx([1.5])
    assert facts.slowed(pl.concat([own, best]), everywhere) == pytest.approx([1.0, 1.5])


def test_claims_are_decided_where_most_of_what_was_printed_was_run_on_both_systems() -> None:
    asked = [timed.case for timed in facts.printed_times()]
    small = [sample(engine=name, case=case, scale=Scale.SMALL) for name in ("postgresql", "mysql") for case in asked]
    medium = [replace(made, scale=Scale.MEDIUM) for made in small]
    assert facts.deciding_scale(frame([*small, *medium])) == "medium"
    assert facts.deciding_scale(frame([*small, *(made for made in medium if made.case != asked[-1])])) == "small"
    assert facts.deciding_scale(frame([*small, *(made for made in medium if made.engine == "mysql")])) == "small"
