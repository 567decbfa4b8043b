"""Which changes to the code make a result stale, tried on a copy of the package."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from dbreport import staleness
from dbreport.engines import NAMES as ENGINES
from dbreport.runners import NAMES as EXPERIMENTS
from dbreport.staleness import code_digest
from samples import PACKAGE

EXPERIMENT = "half_billion"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package whose files a test may change."""
    copy = tmp_path / "dbreport"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(staleness, "_PACKAGE", copy)
    return copy


def changed(
    package: Path,
    module: str,
    change: Callable[[str], str],
    engine: str = "postgresql",
    experiment: str = EXPERIMENT,
) -> bool:
    """Tell whether a change of a module's text changes the digest of an engine."""
    before = code_digest(experiment, engine)
    path = package / module
    text = path.read_text()
    assert change(text) != text
    path.write_text(change(text))
    return code_digest(experiment, engine) != before


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        ("measure.py", "digest_size=12", "digest_size=16"),
        ("stats.py", "seconds < 10 else", "seconds < 20 else"),
        ("datasets/numbers.py", "class Numbers:", "class Numbers(Exception):"),
        ("runners/half_billion.py", "LIMIT 1000", "LIMIT 999"),
        ("runners/bench.py", "COLD_REPEATS = 3", "COLD_REPEATS = 4"),
        ("engines/waves.py", "WAVE_PARTITIONS = 10", "WAVE_PARTITIONS = 11"),
        ("engines/launch/container.py", '"--rm"', '"--init"'),
        (
            "engines/launch/server.py",
            "stop_timeout_s: ClassVar[float] = 120.0",
            "stop_timeout_s: ClassVar[float] = 9.0",
        ),
        ("engines/postgresql.py", '"text": "text"', '"text": "varchar"'),
    ],
)
def test_code_that_measures_makes_a_result_stale(package: Path, module: str, old: str, new: str) -> None:
    assert changed(package, module, lambda text: text.replace(old, new))


@pytest.mark.parametrize("module", ["figures.py", "engines/sqlite.py", "cli.py", "select.py", "model.py", "store.py"])
def test_a_module_that_takes_no_part_in_measuring_does_not(package: Path, module: str) -> None:
    assert not changed(package, module, lambda text: text + "\nEXTRA = 1\n")


@pytest.mark.parametrize("module", ["engines/base.py", "engines/postgresql.py", "measure.py", "runners/bench.py"])
def test_a_definition_that_nothing_measured_mentions_does_not(package: Path, module: str) -> None:
    assert not changed(package, module, lambda text: text + "\n\ndef unheard_of() -> None: ...\n")


def test_a_verb_of_another_experiment_does_not(package: Path) -> None:
    verb = "\n    def unheard_of(self) -> None: ...\n\n    def build_index("
    assert not changed(package, "engines/postgresql.py", lambda text: text.replace("\n    def build_index(", verb, 1))


def test_a_special_method_counts_with_its_class(package: Path) -> None:
    special = "\n    def __len__(self) -> int: ...\n\n    def build_index("
    assert changed(package, "engines/postgresql.py", lambda text: text.replace("\n    def build_index(", special, 1))


def test_a_base_class_counts(package: Path) -> None:
    head = "class PostgreSQL(ServerEngine):"
    assert changed(
        package, "engines/postgresql.py", lambda text: text.replace(head, "class PostgreSQL(ServerEngine, A):")
    )


def test_a_module_an_engine_builds_on_counts(package: Path) -> None:
    old, new = "BEGIN", "START TRANSACTION"
    assert changed(package, "engines/mysql_family.py", lambda text: text.replace(f'"{old}"', f'"{new}"'), "mariadb")


def test_what_a_worker_is_asked_for_by_name_counts(package: Path) -> None:
    old, new = "CREATE OR REPLACE TABLE", "CREATE TABLE"
    assert changed(package, "engines/duckdb.py", lambda text: text.replace(old, new), "duckdb")


@pytest.mark.parametrize(("experiment", "stale"), [("insert_rate", True), (EXPERIMENT, False)])
def test_a_script_counts_for_the_experiment_that_runs_it(package: Path, experiment: str, stale: bool) -> None:
    def reword(text: str) -> str:
        return text.replace('"INSERT INTO "', '"INSERT IGNORE INTO "')

    assert changed(package, "clients/insert.lua", reword, experiment=experiment) is stale


@pytest.fixture
def program(package: Path) -> Path:
    """A copy of the Go program's sources beside the package."""
    return shutil.copytree(PACKAGE.parent / "kvbench", package.parent / "kvbench")


KV = ("kv_engines", "bbolt")


@pytest.mark.parametrize("name", ["bench.go", "badger.go", "go.mod", "go.sum"])
def test_the_sources_of_a_go_program_count_for_who_runs_it(package: Path, program: Path, name: str) -> None:
    before, others = code_digest(*KV), code_digest(EXPERIMENT, "sqlite")
    (program / name).write_text((program / name).read_text() + "\n// another line\n")
    assert (code_digest(*KV) != before, code_digest(EXPERIMENT, "sqlite") == others) == (True, True)


def test_a_new_file_of_a_go_program_counts(package: Path, program: Path) -> None:
    before = code_digest(*KV)
    (program / "another.go").write_text("package main\n")
    assert code_digest(*KV) != before


def test_the_tests_of_a_go_program_do_not(package: Path, program: Path) -> None:
    before = code_digest(*KV)
    (program / "another_test.go").write_text("package main\n")
    assert code_digest(*KV) == before


def test_comments_and_docstrings_do_not(package: Path) -> None:
    def reword(text: str) -> str:
        head, quote, rest = text.partition('"""')
        return f"# a remark\n{head}{quote}Other words. {rest}\n# another\n"

    assert not changed(package, "measure.py", reword)


def test_every_engine_has_a_digest_of_its_own() -> None:
    digests = {code_digest(name, engine) for name in EXPERIMENTS for engine in ENGINES}
    assert len(digests) == len(EXPERIMENTS) * len(ENGINES)


def test_the_digest_is_the_same_whatever_was_asked_before() -> None:
    first = code_digest(EXPERIMENT, "mysql")
    code_digest(EXPERIMENT, "mariadb")
    assert code_digest(EXPERIMENT, "mysql") == first


@pytest.mark.parametrize(("experiment", "engine"), [("unheard_of", "mysql"), (EXPERIMENT, "unheard_of")])
def test_what_is_gone_has_no_digest(experiment: str, engine: str) -> None:
    assert code_digest(experiment, engine) == ""


def test_code_is_written_the_same_under_every_python() -> None:
    tree = ast.parse("def f(a=None): return f'{a}'")
    assert staleness._shape(tree) == (
        "Module(body=[FunctionDef(name='f', args=arguments(args=[arg(arg='a')], defaults=[Constant()]),"
        " body=[Return(value=JoinedStr(values=[FormattedValue(value=Name(id='a', ctx=Load()), conversion=-1)]))])])"
    )
