"""What makes a stored case stale and what does not: identities compared, and edits tried on a copy of the package."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl
import pytest
from dbreport.measuring.method import Raise, method
from dbreport.model import Scale
from dbreport.results.identity import differences
from dbreport.results.store import EVERY_HOST, Cell, Footer, files, read
from samples import PACKAGE, ROOT
from sharing import copy_library

PATIENT = "/indexed.group_all"
ASKED = {"durability": "full", "timeout_s": 300.0, "repeats": "5 under 10 s"}
STORED: dict[str, Any] = {
    "method": 1,
    "asked": ASKED,
    "statements": {"canonical": "SELECT 1", "before": [], "timed": "SELECT 1", "after": []},
    "dataset": "00ff",
    "settings": {"shared_buffers": "1GB"},
    "found": {"version": "18.6"},
    "met_limit": False,
}


def with_asked(**asked: Any) -> dict[str, Any]:
    return STORED | {"asked": ASKED | asked}


# identities compared ---------------------------------------------------------------------------


def test_the_same_is_fresh() -> None:
    assert differences(STORED, STORED) == []


def test_what_is_not_known_before_a_system_runs_makes_nothing_stale() -> None:
    assert differences(STORED, {name: part for name, part in STORED.items() if name != "found"}) == []


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"method": 2}, "method: 1, now 2"),
        ({"dataset": "11ff"}, "dataset: 00ff, now 11ff"),
        ({"settings": {}}, "settings shared_buffers: 1GB, now none"),
        ({"settings": {"shared_buffers": "2GB"}}, "settings shared_buffers: 1GB, now 2GB"),
        ({"asked": ASKED | {"durability": "none"}}, "asked durability: full, now none"),
        ({"asked": ASKED | {"threads": 16}}, "asked threads: none, now 16"),
        ({"statements": STORED["statements"] | {"before": ["SET x"]}}, 'statements before: none, now ["SET x"]'),
        ({"found": {"version": "18.7"}}, "found version: 18.6, now 18.7"),
    ],
)
def test_what_differs_is_named_with_both_values(wanted: dict[str, Any], said: str) -> None:
    assert differences(STORED, STORED | wanted) == [said]


def test_what_cannot_be_told_makes_nothing_stale() -> None:
    assert differences(with_asked(corpus="docs_17"), with_asked(corpus=None)) == []


@pytest.mark.parametrize("limit_s", [60.0, 300.0, 6000.0])
def test_a_value_below_its_limit_is_fresh_under_any_limit_above_it(limit_s: float) -> None:
    assert differences(STORED, with_asked(timeout_s=limit_s), longest_s=59.0) == []


def test_a_value_that_a_new_limit_would_have_ended_is_stale() -> None:
    said = ["time limit: 300.0 s, now 60.0 s"]
    assert differences(STORED, with_asked(timeout_s=60.0), longest_s=61.0) == said


@pytest.mark.parametrize(("limit_s", "said"), [(60.0, []), (300.0, []), (400.0, ["time limit: 300.0 s, now 400.0 s"])])
def test_a_timeout_counts_up_to_the_limit_it_was_asked_under(limit_s: float, said: list[str]) -> None:
    assert differences(STORED | {"met_limit": True}, with_asked(timeout_s=limit_s)) == said


def test_a_raise_concerns_the_cases_it_names() -> None:
    raises = (Raise("a"), Raise("b", "sysbench"), Raise("c", engine="mysql", case="full.*"))
    cases = [("sysbench", "mysql", "full.x"), ("sysbench", "mysql", "noop.x"), ("storage", "mysql", "full.x")]
    assert [method(*case, "small", raises) for case in cases] == [4, 3, 3]


def test_a_raise_may_concern_one_scale() -> None:
    raises = (Raise("a", "sysbench", scale="medium"),)
    assert [method("sysbench", "mysql", "full.x", scale, raises) for scale in ("small", "medium")] == [1, 2]


# edits to the code -----------------------------------------------------------------------------

_ASK = """
import json, pickle, sys
from dbreport.measuring.freshness import stale
from dbreport.results.store import Cell
found = {}
for path, frame, footer in pickle.load(sys.stdin.buffer):
    for case, differences in stale(Cell.of(path), frame, footer).items():
        found[f"{path.parent.parent.name}/{path.stem}/{case}"] = differences
print(json.dumps(found))
"""
EXPERIMENTS = ("half_billion", "sysbench", "insert_rate", "real_workload", "compression", "kv_engines", "storage")


@cache
def stored_files() -> list[tuple[Path, pl.DataFrame, Footer]]:
    """Return the project's stored results, of their samples the times. Read once: no edit here is to the reading.

    Of each system and profile the smallest scale: what a larger one is asked differs in its numbers alone.
    """
    paths = [path for name in EXPERIMENTS for path in files(name, ROOT / "data" / "results", EVERY_HOST)]
    paths.sort(key=lambda path: list(Scale).index(Scale(Cell.of(path).scale)), reverse=True)
    found = []
    for path in {replace(Cell.of(path), scale=""): path for path in paths}.values():
        frame, footer = read(path)
        times = frame.filter(frame["metric"].is_in(["latency", "duration"])).select("case", "metric", "value")
        found.append((path, times, footer))
    return found


def asked(library: Path) -> dict[str, list[str]]:
    """Return the stale cases of the project's stored results, and why, by the code in `library`."""
    environment = os.environ | {"PYTHONPATH": str(library), "DBREPORT_HOME": str(ROOT)}
    environment.pop("DBREPORT_RESULTS", None)
    said = subprocess.check_output([sys.executable, "-c", _ASK], env=environment, input=pickle.dumps(stored_files()))
    found: dict[str, list[str]] = json.loads(said)
    return found


@cache
def as_it_is() -> dict[str, list[str]]:
    return asked(PACKAGE.parent)


def touched(folder: Path, edit: Callable[[Path], None]) -> set[str]:
    """Return the stored cases that an edit to a copy of the package makes other than they were."""
    library = folder / "lib"
    copy_library(library)
    edit(library / "dbreport")
    before, after = as_it_is(), asked(library)
    return {case for case in before | after if before.get(case) != after.get(case)}


def replaced(module: str, old: str, new: str) -> Callable[[Path], None]:
    def edit(package: Path) -> None:
        path = package / module
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{module} has no {old!r} any more"
        path.write_text(text.replace(old, new), encoding="utf-8")

    return edit


@cache
def results() -> dict[str, float]:
    """Return every stored case, as experiment/engine-profile-scale/case, with the longest time among its values."""
    found = {}
    for path, times, footer in stored_files():
        longest = dict(times.group_by("case").agg(pl.col("value").max()).rows())
        name = path.parent.parent.name
        found |= {f"{name}/{path.stem}/{case}": longest.get(case) or 0.0 for case in footer.cases}
    return found


def stored(*patterns: str) -> set[str]:
    return {case for case in results() if any(fnmatchcase(case, pattern) for pattern in patterns)}


LOADED = [
    "sysbench/*",
    *(f"insert_rate/*/{durability}.{shape}" for durability in ("full", "relaxed")
      for shape in ("columns.*", "json.*", "jsonb.*", "nulls.*", "pgbench.*", "multi.*")),
    *(f"real_workload/*/{name}" for name in ("*.plain", "*.prepared", "rate.*", "why.match_account_row.one_scan")),
]  # fmt: skip
"""Cases under a load generator."""


class Edit(NamedTuple):
    """What is changed in a copy of the package, and patterns of the stored cases that are then stale."""

    change: Callable[[Path], None]
    cases: list[str]


EDITS = {
    "a statement": Edit(
        replaced("experiments/half_billion/queries.py", "phone DESC LIMIT 1000", "phone DESC LIMIT 999"),
        ["half_billion/*/*.top_sort"],
    ),
    "an index": Edit(
        replaced(
            "experiments/half_billion/cases.py",
            'INDEX = Index("numbers_phone", TABLE.name, ("phone",))',
            'INDEX = Index("numbers_phone", TABLE.name, ("phone", "uid"))',
        ),
        [
            f"half_billion/*/{name}"
            for name in (
                *("indexed.*", "limited.*", "why.*", "index.build", "size.indexed"),
                *("keyed.count", "keyed.range", "keyed.group_*"),
            )
        ],
    ),
    "half the memory budget": Edit(
        replaced("measuring/definition.py", "options.memory_budget_bytes,", "options.memory_budget_bytes // 2,"), ["*"]
    ),
    "a profile forced": Edit(
        replaced("measuring/definition.py", "options.profile,\n", "type(options.profile).DEFAULT,\n"),
        ["*-tuned-*", "*-source-*"],
    ),
    "a default of the options": Edit(
        replaced("model.py", "memory_budget_bytes: int = 2 << 30", "memory_budget_bytes: int = 1 << 30"), ["*"]
    ),
    "the dataset": Edit(
        replaced("experiments/half_billion/data.py", "seed: int = 1", "seed: int = 2"), ["half_billion/*"]
    ),
    "a class of durability": Edit(
        replaced("experiments/kv_engines/jobs.py", '"sync_off": Durability.NONE', '"sync_off": Durability.FULL'),
        ["kv_engines/*/sync_off.*", "kv_engines/*/proof.sync_off.*"],
    ),
    "a setting": Edit(
        replaced("engines/postgresql_settings.py", '"max_wal_size": "8GB"', '"max_wal_size": "4GB"'),
        ["*/postgresql-tuned-*"],
    ),
    "readers beside a writer": Edit(
        replaced("experiments/kv_engines/runner.py", "READERS = 8", "READERS = 4"), ["kv_engines/*/sync_o*"]
    ),
    "METHOD": Edit(
        replaced("measuring/method.py", "RAISES = (", 'RAISES = (\n    Raise("", "storage", "mysql", "wait.*"),'),
        ["storage/mysql-*/wait.*"],
    ),
    "turns under load": Edit(replaced("repeats.py", "LOAD_TURNS = 5", "LOAD_TURNS = 7"), LOADED),
}
TOGETHER = [
    ("a statement", "a class of durability", "METHOD", "a setting"),
    ("an index", "readers beside a writer", "turns under load"),
    *((name,) for name in ("half the memory budget", "a profile forced", "a default of the options", "the dataset")),
]
"""Edits that touch cases of their own are made at once, since each look at all results takes seconds."""


@pytest.mark.parametrize("names", TOGETHER, ids=", ".join)
def test_an_edit_that_changes_a_measurement_makes_the_cases_it_touches_stale(
    names: tuple[str, ...], tmp_path: Path
) -> None:
    def edit(package: Path) -> None:
        for name in names:
            EDITS[name].change(package)

    assert touched(tmp_path, edit) == stored(*(pattern for name in names for pattern in EDITS[name].cases))


def test_every_edit_is_tried() -> None:
    assert sorted(name for names in TOGETHER for name in names) == sorted(EDITS)


def test_a_shorter_time_limit_touches_what_it_would_have_ended(tmp_path: Path) -> None:
    edit = replaced("model.py", "timeout_s: float = 300.0", "timeout_s: float = 20.0")
    # the one that is waited for has a limit of its own
    slow = {case for case, longest_s in results().items() if longest_s >= 20.0 and not case.endswith(PATIENT)}
    assert touched(tmp_path, edit) == slow
    assert len(slow) > 10


def test_edits_that_change_no_measurement_leave_every_result_fresh(tmp_path: Path) -> None:
    def edit(package: Path) -> None:
        replaced("engines/base.py", '"""Connections a bulk load uses:', '"""How many connections a bulk load uses:')(
            package
        )
        replaced("measuring/run.py", "everything asked for is measured", "all of it is measured")(package)
        replaced("commands/progress.py", "def end(self", "# a comment\n    def end(self")(package)
        replaced("measuring/bench.py", "def sizes(self, case: str,", 'def sizes(self, case: "str",')(package)
        (package / "engines" / "unheard_of.py").write_text('"""A module more."""\n')
        _rename_private_functions(package)

    assert touched(tmp_path, edit) == set()


def _rename_private_functions(package: Path) -> None:
    """Give every private function of the runners and engines another name, wherever it is mentioned."""
    modules = list(package.rglob("*.py"))
    names = {
        name
        for module in modules
        if module.relative_to(package).parts[0] in ("measuring", "experiments", "engines")
        for name in re.findall(r"^ *def (_[a-z]\w*)\(", module.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert len(names) > 100
    pattern = re.compile(rf"\b({'|'.join(sorted(names))})\b")
    for module in modules:
        text = module.read_text(encoding="utf-8")
        module.write_text(pattern.sub(r"\1_by_another_name", text), encoding="utf-8")
