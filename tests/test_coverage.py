"""Intervals hold what they promise: the simulation of benchmarks/coverage.py, with fewer draws."""

from __future__ import annotations

import importlib.util
from types import ModuleType

import polars as pl
import pytest
from dbreport.project import root

TRIALS = 1_500


@pytest.fixture(scope="module")
def coverage() -> ModuleType:
    spec = importlib.util.spec_from_file_location("coverage_benchmark", root() / "benchmarks" / "coverage.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def drawn(coverage: ModuleType) -> pl.DataFrame:
    found: pl.DataFrame = coverage.table(TRIALS)
    return found


def test_every_interval_covers_what_it_says(coverage: ModuleType, drawn: pl.DataFrame) -> None:
    assert drawn.filter(pl.col("covered") < coverage.LEAST_COVERED).rows() == []


def test_equal_systems_are_seldom_told_apart(drawn: pl.DataFrame) -> None:
    # of 1,500 draws that are decided in 5 % some 75 are, give or take 25; of all lines together 5 % leaves no such play
    ratios = drawn.drop_nulls("decided")
    assert ratios["decided"].mean() <= 0.05
    assert ratios.filter(pl.col("decided") > 0.05 + 0.017).rows() == []


def test_the_table_that_is_kept_is_what_the_code_draws(coverage: ModuleType) -> None:
    kept = pl.read_csv(root() / "data" / "benchmarks" / "coverage.csv")
    first = kept.row(0, named=True)
    again = coverage.simulate(first["form"], first["n"], first["noise"], first["kind"], first["trials"])
    assert first["covered"] == pytest.approx(again["covered"], abs=1e-4)


def test_the_table_that_is_kept_meets_what_is_promised(coverage: ModuleType) -> None:
    covered, decided = coverage.worst(pl.read_csv(root() / "data" / "benchmarks" / "coverage.csv"))
    assert (covered >= coverage.LEAST_COVERED, decided <= coverage.MOST_DECIDED) == (True, True)


def test_a_method_that_covers_too_little_is_told(coverage: ModuleType) -> None:
    found = pl.DataFrame({"covered": [0.96, 0.75], "decided": [0.04, None]})
    assert coverage.worst(found) == (0.75, 0.04)
