"""Adding a system: a module and a line of the table are all that a made-up one takes, and `dbreport new` writes both.

The third is the dependency, and SQLite's module has that already: the made-up system is SQLite by another name.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from conftest import found_class
from samples import HOST, ROOT
from sharing import copy_library

NEW = ("new", "engine", "madeup", "--like", "sqlite", "--label", "Made up", "--licence", "MIT")
REFUSED = {
    ("new", "engine", "madeup", *NEW[3:]): "there is an engine madeup already; choose another name",
    ("new", "engine", "Made-up", *NEW[3:]): '"Made-up" cannot be the name of a module',
    ("new", "engine", "other", "--like", "sqlight", "--licence", "MIT"): "did you mean sqlite",
    (*NEW[:2], "other", *NEW[3:6], 'say "hi"', *NEW[7:]): "leave quotes and backslashes out",
    ("new", "experiment", "sysbench"): "there is an experiment sysbench already",
}
CASE = "unindexed.count"
TRIAL = f"""
import os
from pathlib import Path
from dbreport import load
runs = load("half_billion", "smoke", Path(os.environ["DBREPORT_RESULTS"]) / "trial", {HOST!r})
"""
"""Loads what was measured: a run with a number of rows of its own is a trial, kept apart."""

Run = Callable[..., str]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run Python over a copy of the package that has one system more; return what it prints."""
    home = tmp_path_factory.mktemp("home")
    library = home / "lib"
    copy_library(library)
    for file in ("pyproject.toml", "_quarto.yml"):
        shutil.copy(ROOT / file, home / file)
    environment = os.environ | {
        "PYTHONPATH": str(library),
        "DBREPORT_HOST": HOST,
        "DBREPORT_RESULTS": str(home / "results"),
    }

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments], cwd=home, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    run("-m", "dbreport.cli", *NEW)
    return run


def test_a_name_that_is_taken_or_that_no_module_can_have_is_refused(python: Run) -> None:
    for arguments, complaint in REFUSED.items():
        with pytest.raises(AssertionError, match=complaint):
            python("-m", "dbreport.cli", *arguments)


def told(python: Run, code: str) -> Any:
    """Return what an expression is in the copy, as JSON has it."""
    return json.loads(python("-c", f"import json\n{code}"))


@pytest.fixture(scope="module")
def measured(python: Run) -> Run:
    found_class("sqlite")
    engines = ("--engine", "madeup", "--engine", "sqlite")
    python("-m", "dbreport.cli", "run", "half_billion", *engines, "--rows", "1000", "--case", CASE, "--scale", "smoke")
    return python


def test_doctor_knows_it_by_the_package_of_its_line(python: Run) -> None:
    found_class("sqlite")
    of = json.loads(python("-m", "dbreport.cli", "doctor", "--json"))
    assert (of["madeup"]["how"], of["madeup"]["where"]) == ("in process", "package apsw")
    assert of["madeup"]["version"] == of["sqlite"]["version"]


def test_every_experiment_on_systems_that_speak_its_language_measures_it(python: Run) -> None:
    code = (
        "from dbreport import discovery\n"
        "names = discovery.experiments()\n"
        "print(json.dumps([name for name in names if 'madeup' in discovery.experiment(name).engines]))"
    )
    assert set(told(python, code)) == {"half_billion", "real_workload", "compression", "storage", "forum"}


def test_it_has_the_ways_to_store_and_to_compress_of_its_own_dialect(python: Run) -> None:
    code = (
        "from dbreport import discovery\n"
        "from dbreport.model import Profile, Scale\n"
        "cases = {name: discovery.experiment(name) for name in ('compression', 'storage')}\n"
        "print(json.dumps({name: [case.name for case in e.cases(e.dataset(5), Scale.SMOKE)\n"
        "      if case.concerns('madeup', Profile.DEFAULT) and case.name.startswith(('docs.', 'size.'))]\n"
        "      for name, e in cases.items()}))"
    )
    assert told(python, code) == {
        "compression": ["docs.text", "docs.zlib_6"],
        "storage": ["size.bytes.shipped", "size.base64.shipped"],
    }


def test_it_is_measured_and_answers_like_the_others(measured: Run) -> None:
    code = TRIAL + (
        "counted = runs.filter((runs['metric'] == 'latency') & (runs['status'] == 'ok'))\n"
        "print(json.dumps([sorted(counted['engine'].unique()), counted['answer'].n_unique()]))"
    )
    assert told(measured, code) == [["madeup", "sqlite"], 1]


def test_a_chart_has_its_label_and_colour_in_the_place_of_its_line(measured: Run) -> None:
    code = TRIAL + (
        "from dbreport.experiments.half_billion import charts\n"
        "figure = json.loads(charts.query_times(runs, 'en', 'unindexed').figure.to_json())\n"
        "print(json.dumps([[trace['name'], trace['marker']['color']] for trace in figure['data']"
        " if trace.get('showlegend', True)]))"
    )
    assert told(measured, code) == [["SQLite", "#2a9d8f"], ["Made up", "#0f766e"]]
