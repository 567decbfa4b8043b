"""Whoever reads a result finds the code that measured it: the commits that footers name are in the history."""

from __future__ import annotations

import subprocess
from itertools import chain

import polars as pl
import pytest
from dbreport.project import root
from dbreport.report import rewritten
from dbreport.results.store import read_once


def git(*arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(root()), *arguments], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"no history here: {done.stderr.strip()}")
    return done.stdout.strip()


@pytest.fixture(scope="module")
def history() -> set[str]:
    if git("rev-parse", "--is-shallow-repository") == "true":
        pytest.skip("this copy has a part of the history alone")
    return set(git("rev-list", "HEAD").split())


@pytest.fixture(scope="module")
def named() -> set[str]:
    """The commits that footers name, of whole files and of their cases."""
    data = root() / "data"
    paths = chain.from_iterable(data.glob(f"{of}/**/*.parquet") for of in ("results", "replications"))
    footers = [read_once(path)[1] for path in paths]
    of_cases = {commit for one in footers for commit in one.commits.values()}
    return ({one.git_commit for one in footers} | of_cases) - {""}


def test_a_commit_that_measured_is_in_the_history_or_listed_with_the_nearest(
    history: set[str], named: set[str]
) -> None:
    if not named & history:
        pytest.skip("this copy begins with a history of its own")
    assert named - history == set(rewritten.nearest())
    assert set(rewritten.nearest().values()) <= history


def test_each_that_is_listed_has_a_reason() -> None:
    listed = pl.read_csv(root() / "data" / "rewritten-commits.csv")
    assert (listed["reason"].null_count(), listed["commit"].is_duplicated().any()) == (0, False)
