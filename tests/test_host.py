"""The machine's facts and limits, and the digest that tells when a result was measured by other code."""

from __future__ import annotations

import ast
import getpass
import json
import platform
import shutil
from pathlib import Path
from typing import Any

import pytest
from dbreport import host
from samples import PACKAGE


def test_facts_name_neither_machine_nor_user() -> None:
    facts = host.describe()
    assert {platform.node(), getpass.getuser(), str(Path.home())} & {str(value) for value in facts.values()} == set()


def test_facts_are_those_the_machine_page_shows() -> None:
    assert {"cpu", "cores", "memory_bytes", "kernel", "system", "virtual", "python", "architecture"} == set(
        host.describe()
    )


def test_facts_are_plain_json() -> None:
    assert json.loads(json.dumps(host.describe())) == host.describe()


@pytest.mark.parametrize(
    ("cpu", "cores", "memory_bytes", "slug"),
    [
        ("Intel(R) Core(TM) i7-8700 CPU @ 3.20GHz", 12, 33_400_000_000, "intel-i7-8700-12c-31g"),
        ("AMD EPYC", 2, 24 << 30, "amd-epyc-2c-24g"),
        ("Cortex-A76", 8, 32 << 30, "cortex-a76-8c-32g"),
    ],
)
def test_the_slug_is_short_and_fit_for_a_folder(
    cpu: str, cores: int, memory_bytes: int, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DBREPORT_HOST", raising=False)
    monkeypatch.setattr(host, "describe", lambda: {"cpu": cpu, "cores": cores, "memory_bytes": memory_bytes})
    assert host.slug() == slug


def test_the_slug_can_be_given_and_is_made_fit_for_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBREPORT_HOST", "../My Board/2")
    assert host.slug() == "my-board-2"


def test_the_file_system_of_a_folder_has_a_name(tmp_path: Path) -> None:
    assert host.filesystem(tmp_path) in {line.split()[1] for line in _mounts()}


def _mounts() -> list[str]:
    return [" ".join(line.split()[1:3]) for line in Path("/proc/mounts").read_text().splitlines()]


def test_limits_are_measured_and_leave_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "_REPEATS", 1)
    monkeypatch.setattr(host, "_WRITE_BYTES", 16 << 20)
    found = host.limits(tmp_path)
    units = {name: limit["unit"] for name, limit in found.items()}
    assert units == {
        "sequential_write": "bytes/s",
        "random_read_4k": "reads/s",
        "fsync": "fsyncs/s",
        "memory_copy": "bytes/s",
    }
    assert all(len(limit["values"]) == 1 and limit["values"][0] > 0 for limit in found.values())
    assert list(tmp_path.iterdir()) == []


# the digest of the code that measured ----------------------------------------------------------


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package whose files a test may change."""
    copy = tmp_path / "dbreport"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(host, "__file__", str(copy / "host.py"))
    return copy


def digest_after(package: Path, module: str, change: Any, engine: str = "postgresql") -> tuple[str, str]:
    before = host.code_digest("half_billion", engine)
    path = package / module
    path.write_text(change(path.read_text()))
    host._without_docstrings.cache_clear()
    return before, host.code_digest("half_billion", engine)


@pytest.mark.parametrize(
    "module",
    [
        "model.py",
        "measure.py",
        "datasets/numbers.py",
        "runners/half_billion.py",
        "runners/bench.py",
        "engines/base.py",
        "engines/launch/native.py",
        "engines/postgresql.py",
    ],
)
def test_code_that_measures_changes_the_digest(package: Path, module: str) -> None:
    before, after = digest_after(package, module, lambda text: f"{text}\nEXTRA = 1\n")
    assert before != after


@pytest.mark.parametrize("module", ["charts.py", "engines/sqlite.py", "cli.py", "verdicts.py", "text/labels.py"])
def test_code_that_does_not_measure_an_engine_leaves_its_digest(package: Path, module: str) -> None:
    before, after = digest_after(package, module, lambda text: f"{text}\nEXTRA = 1\n")
    assert before == after


def test_a_module_an_engine_builds_on_changes_its_digest(package: Path) -> None:
    before, after = digest_after(package, "engines/mysql_family.py", lambda text: f"{text}\nEXTRA = 1\n", "mariadb")
    assert before != after


def test_comments_and_docstrings_leave_the_digest(package: Path) -> None:
    def reword(text: str) -> str:
        head, quote, rest = text.partition('"""')
        return f"# a remark\n{head}{quote}Other words. {rest}\n# another\n"

    before, after = digest_after(package, "measure.py", reword)
    assert before == after


def test_two_engines_have_two_digests() -> None:
    assert host.code_digest("half_billion", "duckdb") != host.code_digest("half_billion", "sqlite")


def test_a_project_without_git_has_no_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBREPORT_HOME", str(tmp_path))
    assert host.git_state() == ("", False)


def test_code_is_written_the_same_under_every_python() -> None:
    tree = ast.parse("def f(a=None): return f'{a}'")
    assert host._shape(tree) == (
        "Module(body=[FunctionDef(name='f', args=arguments(args=[arg(arg='a')], defaults=[Constant()]),"
        " body=[Return(value=JoinedStr(values=[FormattedValue(value=Name(id='a', ctx=Load()), conversion=-1)]))])])"
    )
