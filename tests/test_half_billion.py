"""What half_billion asks: the source's statements under its names, ours under others, a table with a primary key."""

import re
from dataclasses import replace

import pytest
from dbreport.engines import engine_class
from dbreport.experiments.half_billion import facts, queries
from dbreport.experiments.half_billion.data import Numbers
from dbreport.measuring.definition import Definition, standard
from dbreport.model import Options, Profile, Scale
from samples import ROOT, frame, sample

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


@pytest.mark.parametrize(("case", "limit_s"), [("indexed.group_all", 1200.0), ("unindexed.group_all", 300.0)])
def test_the_limit_of_a_case_is_part_of_what_it_is(case: str, limit_s: float) -> None:
    assert definition("postgresql").identity(case)["asked"]["timeout_s"] == limit_s


def test_the_tuned_profile_has_no_binary_log_to_turn_off() -> None:
    shipped, tuned = (definition("mysql", profile).cases for profile in (Profile.DEFAULT, Profile.TUNED))
    assert set(shipped) - set(tuned) == {"import.no_binary_log"}


def test_claims_are_decided_where_most_of_what_was_printed_was_run_on_both_systems() -> None:
    asked = [timed.case for timed in facts.printed_times()]
    small = [sample(engine=name, case=case, scale=Scale.SMALL) for name in ("postgresql", "mysql") for case in asked]
    medium = [replace(made, scale=Scale.MEDIUM) for made in small]
    assert facts.deciding_scale(frame([*small, *medium])) == "medium"
    assert facts.deciding_scale(frame([*small, *(made for made in medium if made.case != asked[-1])])) == "small"
    assert facts.deciding_scale(frame([*small, *(made for made in medium if made.engine == "mysql")])) == "small"
