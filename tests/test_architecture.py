"""Who may import whom, read off the imports themselves; and that registries, words and packages agree."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import dbreport
import pytest
import yaml
from dbreport import figures, project, select
from dbreport.engines import NAMES as ENGINES
from dbreport.engines import engine_class
from dbreport.runners import NAMES as EXPERIMENTS
from dbreport.runners import experiment
from dbreport.text import known
from samples import PACKAGE, ROOT

DRIVERS = ("MySQLdb", "apsw", "boto3", "botocore", "chdb", "duckdb", "psycopg")
CODECS = ("brotli", "lz4", "zstandard")
MAX_LINES = 300
MODULES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))
ENGINE_MODULES = [path for path in MODULES if path.parent == Path("engines") and path.stem not in ("__init__", "base")]
REPORT_MODULES = [path for path in MODULES if path.parts[0] in ("charts", "tables", "verdicts")]
REPORT_MODULES += [Path(f"{name}.py") for name in ("figures", "select", "drawn", "published")]
CLIENTS = [path for path in MODULES if path.parent == Path("clients")]


@dataclass(frozen=True)
class Import:
    """One imported name: `name` is empty for a plain import, `lazy` is one in a function or for types alone."""

    module: str
    name: str
    lazy: bool

    @property
    def targets(self) -> tuple[str, ...]:
        """Both readings of `from a import b`: the module a, or its submodule a.b."""
        return (self.module, f"{self.module}.{self.name}") if self.name else (self.module,)


def imports(source: str, package: str) -> list[Import]:
    """Return every import of a module that lies in `package` (dotted)."""
    return list(_walk(ast.parse(source), package, lazy=False))


def _walk(node: ast.AST, package: str, lazy: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (Import(alias.name, "", lazy) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - child.level + 1] if child.level else []
            module = ".".join([*base, *([child.module] if child.module else [])])
            yield from (Import(module, alias.name, lazy) for alias in child.names)
        else:
            inside = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) or (
                isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test)
            )
            yield from _walk(child, package, lazy or inside)


@cache
def imported_by(path: Path) -> list[Import]:
    package = ".".join(("dbreport", *path.parent.parts))
    return imports((PACKAGE / path).read_text(encoding="utf-8"), package)


def ours(path: Path) -> set[str]:
    """Return the modules of ours that a module imports, at any depth, without names imported from them."""
    found = set()
    for one in imported_by(path):
        for target in reversed(one.targets):
            parts = target.split(".")
            where = PACKAGE.joinpath(*parts[1:])
            if parts[0] == "dbreport" and (where.with_suffix(".py").exists() or where.is_dir()):
                found.add(target)
                break
    return found


def below(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def ids(paths: list[Path]) -> list[str]:
    return [str(path.with_suffix("")) for path in paths]


# the reader of imports itself ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import duckdb", [Import("duckdb", "", False)]),
        ("from ..errors import A", [Import("dbreport.errors", "A", False)]),
        ("from . import base", [Import("dbreport.engines", "base", False)]),
        ("def f():\n    import apsw", [Import("apsw", "", True)]),
        ("class C:\n    import apsw", [Import("apsw", "", False)]),
        ("try:\n    import apsw\nexcept ImportError:\n    pass", [Import("apsw", "", False)]),
        ("if TYPE_CHECKING:\n    import apsw", [Import("apsw", "", True)]),
    ],
)
def test_imports_are_read_at_every_depth(source: str, found: list[Import]) -> None:
    assert imports(source, "dbreport.engines") == found


# who may import whom ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["model", "errors"])
def test_the_nouns_and_the_errors_import_nothing_of_ours(name: str) -> None:
    assert ours(Path(f"{name}.py")) == set()


@pytest.mark.parametrize(
    "name", ["measure", "stats", "store", "select", "host", "published", "project", "sound", "markup"]
)
def test_measuring_and_storing_know_no_engine(name: str) -> None:
    known_there = {
        module for module in ours(Path(f"{name}.py")) if below(module, "dbreport.engines", "dbreport.runners")
    }
    assert known_there == set()


@pytest.mark.parametrize("path", ENGINE_MODULES, ids=ids(ENGINE_MODULES))
def test_an_engine_imports_the_contract_the_launchers_and_siblings_alone(path: Path) -> None:
    siblings = {f"dbreport.engines.{sibling.stem}" for sibling in ENGINE_MODULES}
    allowed = {"dbreport.model", "dbreport.errors", "dbreport.engines.base", *siblings}
    assert {m for m in ours(path) if m not in allowed and not below(m, "dbreport.engines.launch")} == set()


def test_the_contract_knows_no_engine() -> None:
    assert ours(Path("engines/base.py")) <= {"dbreport.model", "dbreport.errors"}


LAUNCHERS = [path for path in MODULES if path.parent == Path("engines/launch")]


@pytest.mark.parametrize("path", LAUNCHERS, ids=ids(LAUNCHERS))
def test_a_launcher_knows_no_particular_system(path: Path) -> None:
    allowed = {"dbreport.model", "dbreport.errors", "dbreport.engines.base"}
    assert {m for m in ours(path) if m not in allowed and not below(m, "dbreport.engines.launch")} == set()


def test_launchers_do_not_import_each_other_in_a_circle() -> None:
    here = "dbreport.engines.launch."
    below_it = {f"{here}{path.stem}": {m for m in ours(path) if m.startswith(here)} for path in LAUNCHERS}
    while first := {name for name, needed in below_it.items() if not needed & below_it.keys()}:
        below_it = {name: needed for name, needed in below_it.items() if name not in first}
    assert below_it == {}


@pytest.mark.parametrize("path", MODULES, ids=ids(MODULES))
def test_no_driver_is_imported_with_a_module(path: Path) -> None:
    at_once = {one.module for one in imported_by(path) if not one.lazy}
    assert {module for module in at_once if below(module, *DRIVERS)} == set()


@pytest.mark.parametrize("path", MODULES, ids=ids(MODULES))
def test_drivers_are_used_by_engines_alone(path: Path) -> None:
    drivers = {one.module for one in imported_by(path) if below(one.module, *DRIVERS)}
    assert drivers == set() or path in ENGINE_MODULES


@pytest.mark.parametrize("path", MODULES, ids=ids(MODULES))
def test_compression_libraries_are_imported_by_name_in_one_place(path: Path) -> None:
    assert {one.module for one in imported_by(path) if below(one.module, *CODECS)} == set()


RUNNERS = [path for path in MODULES if path.parent == Path("runners")]


@pytest.mark.parametrize("path", RUNNERS, ids=ids(RUNNERS))
def test_a_runner_sees_engines_through_their_contract(path: Path) -> None:
    allowed = {"dbreport.engines.base", "dbreport.engines.embedded"}
    if path.stem == "session":
        allowed |= {"dbreport.engines", "dbreport.engines.launch.folders"}
    assert {module for module in ours(path) if below(module, "dbreport.engines")} <= allowed


@pytest.mark.parametrize("path", CLIENTS, ids=ids(CLIENTS))
def test_a_load_generator_knows_no_more_of_a_system_than_its_address(path: Path) -> None:
    allowed = {"dbreport.model", "dbreport.errors", "dbreport.measure", "dbreport.engines.base"}
    assert {m for m in ours(path) if m not in allowed and not below(m, "dbreport.clients")} == set()


@pytest.mark.parametrize("path", REPORT_MODULES, ids=ids(REPORT_MODULES))
def test_the_report_knows_neither_engines_nor_runners(path: Path) -> None:
    assert {module for module in ours(path) if below(module, "dbreport.engines", "dbreport.runners")} == set()


@pytest.mark.parametrize("path", MODULES, ids=ids(MODULES))
def test_only_show_knows_ipython(path: Path) -> None:
    found = {one.module for one in imported_by(path) if below(one.module, "IPython")}
    assert found == set() or path == Path("show.py")


@pytest.mark.parametrize("path", MODULES, ids=ids(MODULES))
def test_a_module_is_short_enough_to_read(path: Path) -> None:
    assert len((PACKAGE / path).read_text(encoding="utf-8").splitlines()) <= MAX_LINES


# chapters --------------------------------------------------------------------------------------


def strange_names(notebook: Path) -> set[str]:
    """Return what a notebook's code takes from the package beyond its public names."""
    cells = [c for c in json.loads(notebook.read_text(encoding="utf-8"))["cells"] if c["cell_type"] == "code"]
    found = set()
    for cell in cells:
        for one in imports("".join(cell["source"]), ""):
            public = one.module == "dbreport" and one.name in dbreport.__all__
            if below(one.module, "dbreport") and not public:
                found.add(one.targets[-1])
    return found


def test_chapters_use_public_names_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBREPORT_HOME", str(ROOT))
    assert {name: strange_names(path) for name, path in project.chapters().items()} == {
        name: set() for name in project.chapters()
    }


@pytest.mark.parametrize(
    ("code", "strange"),
    [
        ("from dbreport import load, show, charts", set()),
        ("import polars as pl", set()),
        ("from dbreport.charts import dots", {"dbreport.charts.dots"}),
        ("from dbreport import cli", {"dbreport.cli"}),
        ("import dbreport.engines", {"dbreport.engines"}),
    ],
)
def test_a_chapter_that_reaches_deeper_is_noticed(code: str, strange: set[str], tmp_path: Path) -> None:
    notebook = tmp_path / "chapter.ipynb"
    notebook.write_text(json.dumps({"cells": [{"cell_type": "code", "source": [code]}]}))
    assert strange_names(notebook) == strange


@pytest.mark.parametrize("name", dbreport.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(dbreport, name) is not None


def test_no_other_name_is_public() -> None:
    with pytest.raises(AttributeError, match="no attribute 'engine_of_doubt'"):
        _ = dbreport.engine_of_doubt


# registries ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_is_known_wherever_it_is_shown(name: str) -> None:
    assert (known(f"engine.{name}"), name in select.ORDER, name in figures.COLOURS) == (True, True, True)


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_is_registered_under_its_own_name(name: str) -> None:
    assert engine_class(name).name == name


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_s_driver_is_an_optional_dependency(name: str) -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    # one package serves several systems: the Go that builds the program which opens them
    extras = {extra: entries for extra, entries in extras.items() if extra in (*ENGINES, "kvbench")}
    packages = {entry.partition("[")[0] for entries in extras.values() for entry in entries}
    assert engine_class(name).flags.package in packages


def test_no_driver_is_a_dependency_of_the_report() -> None:
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    assert {engine_class(name).flags.package for name in ENGINES} & set(needed) == set()


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_an_experiment_is_registered_under_its_own_name(name: str) -> None:
    assert experiment(name).name == name


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_an_experiment_has_a_title_in_either_language(name: str, lang: str) -> None:
    profile = yaml.safe_load((ROOT / f"_quarto-{lang}.yml").read_text(encoding="utf-8"))
    assert profile["titles"].get(name.replace("_", "-"))


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_an_experiment_has_words_of_its_own(name: str) -> None:
    assert Path("text", f"{name}.py") in MODULES


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_an_experiment_measures_registered_engines(name: str) -> None:
    assert set(experiment(name).engines) <= set(ENGINES)


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_an_experiment_names_each_case_once(name: str) -> None:
    cases = experiment(name).names()
    assert sorted(cases) == sorted(set(cases))


# without drivers -------------------------------------------------------------------------------

BLOCKED = f"""
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {(*DRIVERS, *CODECS)!r}:
            raise ModuleNotFoundError("blocked: " + name)
sys.meta_path.insert(0, Block())
"""


@pytest.mark.parametrize(
    "code",
    [
        "import dbreport, dbreport.store, dbreport.charts, dbreport.tables, dbreport.verdicts",
        "from dbreport import " + ", ".join(dbreport.__all__),
        "from dbreport.cli import main; main(['status'])",
        "from dbreport import engines; [engines.engine_class(name) for name in engines.NAMES]",
    ],
    ids=["report", "public names", "status", "engines"],
)
def test_the_package_works_with_no_driver_installed(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", BLOCKED + code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_blocked_driver_is_really_blocked() -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"{BLOCKED}import duckdb"], capture_output=True, text=True, check=False
    )
    assert "blocked: duckdb" in done.stderr


def test_workers_do_not_carry_the_weight_of_charts() -> None:
    code = (
        "import sys, dbreport.engines.duckdb; print([m for m in ('plotly', 'IPython', 'polars') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
