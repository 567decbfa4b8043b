"""Who may import whom, read off the imports themselves; and that registries, words and packages agree."""

from __future__ import annotations

import ast
import json
import os
import shutil
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
from dbreport import discovery, project
from dbreport.engines import engine_class
from dbreport.engines.systems import SYSTEMS
from dbreport.languages import LANGUAGES
from dbreport.model import Scale
from dbreport.report import published
from dbreport.site import profiles
from samples import PACKAGE, PUBLISHED_HOST, RESULTS, ROOT

DRIVERS = ("MySQLdb", "apsw", "boto3", "botocore", "chdb", "datafusion", "duckdb", "firebird", "psycopg", "pymongo")
CODECS = ("brotli", "lz4", "zstandard")
DRAWING = ("plotly", "dbreport.report.figures", "dbreport.report.charts", "dbreport.report.tables")
MAX_LINES = 300
MODULES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))

MAY_IMPORT = {
    "foundations": (),
    "engines": ("foundations", "systems"),
    "clients": ("foundations", "engines"),
    "datasets": ("foundations",),
    "results": ("foundations", "systems"),
    "measuring": ("foundations", "engines", "systems", "clients", "results"),
    "report": ("foundations", "systems", "results"),
    "experiments, defined": ("foundations",),
    "experiments, measured": (
        *("foundations", "engines", "systems", "clients", "datasets", "results", "measuring"),
        "experiments, defined",
    ),
    "experiments, reported": ("foundations", "systems", "results", "report", "experiments, defined"),
    "site": ("foundations", "report"),
    "commands": ("foundations", "engines", "systems", "clients", "results", "measuring", "report", "site"),
    "systems": ("foundations",),
}
"""The rooms of the house, and what each may import besides itself. CONTRIBUTING says what stands in which."""
DEFINED = ("methods", "jobs", "queries")
"""The modules of an experiment's room that only say what there is: both who measures and who reports reads them."""
REPORTED = (
    "facts",
    "words",
    "charts",
    "tables",
    "verdicts",
    "accounts",
    "answers",
    "cost",
    "growth",
    "planner",
    "printed",
    "scenarios",
    "causes",
    "claim_words",
    "method_words",
    "on_each",
)
"""The modules of an experiment's room that know what was stored and nothing else."""


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


def ours(path: Path, lazy: bool = True) -> set[Path]:
    """Return the modules of ours that a module imports, those inside functions and for types only where `lazy`."""
    needed = set()
    for entry in imported_by(path):
        if entry.lazy and not lazy:
            continue
        for target in reversed(entry.targets):
            if not below(target, "dbreport"):
                continue
            where = Path(*target.split(".")[1:])
            if not where.parts:
                continue
            module = next(
                (p for p in (where.with_suffix(".py"), where / "__init__.py") if (PACKAGE / p).is_file()), None
            )
            if module is not None:
                needed.add(module)
                break
    return needed


def needed_by(path: Path) -> set[Path]:
    """Return a module and all of ours that importing it loads, one through another."""
    reached, ahead = {path}, [path]
    while ahead:
        new = ours(ahead.pop(), lazy=False) - reached
        reached |= new
        ahead += new
    return reached


def room(path: Path) -> str:
    """Return the room a module stands in, by its path alone."""
    first = path.parts[0]
    if path == Path("engines/systems.py"):
        return "systems"
    if first == "experiments":
        kind = "defined" if path.stem in DEFINED else "reported" if path.stem in REPORTED else "measured"
        return f"experiments, {kind}"
    if len(path.parts) > 1:
        return first
    return "commands" if path.stem == "cli" else "foundations"


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


WHOLE = {Path("__init__.py")}
"""What hands out all the rooms' public names."""


def test_every_room_imports_only_what_lies_below_it() -> None:
    upward = {
        (str(path), str(other))
        for path in MODULES
        if path not in WHOLE
        for other in ours(path)
        if room(other) not in (room(path), *MAY_IMPORT[room(path)]) and other not in WHOLE
    }
    assert upward == set()


def test_no_experiment_imports_another() -> None:
    others = {
        (str(path), str(other))
        for path in MODULES
        for other in ours(path)
        if path.parts[0] == other.parts[0] == "experiments" and path.parts[1] != other.parts[1] != "__init__.py"
    }
    assert others == set()


def test_nothing_below_the_experiments_imports_one() -> None:
    inside = {path for path in MODULES if path.parts[0] == "experiments"}
    assert {str(path) for path in set(MODULES) - inside if ours(path) & inside} == set()


def test_no_modules_import_each_other_in_a_circle() -> None:
    needs = {path: ours(path, lazy=False) for path in MODULES if path.name != "__init__.py"}
    while first := {path for path, needed in needs.items() if not needed & needs.keys()}:
        needs = {path: needed for path, needed in needs.items() if path not in first}
    assert needs == {}


def test_facts_and_verdicts_know_no_drawing() -> None:
    stems = ("facts", "verdicts", "answers", "cost", "printed", "decide")
    deciding = [path for path in MODULES if path.stem in stems or path == Path("report/front.py")]
    assert len(deciding) > 15
    drawing = {
        (str(path), target)
        for path in deciding
        for reached in needed_by(path)
        for entry in imported_by(reached)
        for target in entry.targets
        if below(target, *DRAWING)
    }
    assert drawing == set()


def test_drivers_are_imported_by_engines_alone_and_inside_functions() -> None:
    drivers = {(path, entry) for path in MODULES for entry in imported_by(path) if below(entry.module, *DRIVERS)}
    assert len(drivers) > 10
    assert {(path, entry) for path, entry in drivers if path.parts[0] != "engines" or not entry.lazy} == set()


def test_compression_libraries_are_imported_by_name_in_one_place() -> None:
    assert {path for path in MODULES for entry in imported_by(path) if below(entry.module, *CODECS)} == set()


def test_a_launcher_knows_no_particular_system() -> None:
    launchers = [path for path in MODULES if path.parent == Path("engines/launch")]
    shared = {Path("engines/base.py"), Path("engines/setup.py")}
    known = {(path, other) for path in launchers for other in ours(path) if other.parts[0] == "engines"}
    assert {pair for pair in known if pair[1] not in shared and pair[1].parent != Path("engines/launch")} == set()


def test_only_show_knows_ipython() -> None:
    assert {str(p) for p in MODULES for e in imported_by(p) if below(e.module, "IPython")} == {"report/show.py"}


def test_a_module_is_short_enough_to_read() -> None:
    lines = {str(path): len((PACKAGE / path).read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {path: n for path, n in lines.items() if n > MAX_LINES} == {}


# chapters --------------------------------------------------------------------------------------


def strange_names(notebook: Path) -> set[str]:
    """Return what a notebook's code takes from the package beyond its public names."""
    cells = [c for c in json.loads(notebook.read_text(encoding="utf-8"))["cells"] if c["cell_type"] == "code"]
    found = set()
    for cell in cells:
        for one in imports("".join(cell["source"]), ""):
            public = one.module == "dbreport" and one.name in dbreport.__all__
            public |= one.module.startswith("dbreport.experiments.") and one.name in {*REPORTED, *DEFINED}
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
        ("from dbreport import load, report, show", set()),
        ("import polars as pl", set()),
        ("from dbreport.report.charts import dots", {"dbreport.report.charts.dots"}),
        ("from dbreport.experiments.storage import tables", set()),
        ("from dbreport.experiments.storage import runner", {"dbreport.experiments.storage.runner"}),
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


# rooms and systems -----------------------------------------------------------------------------


def test_an_engine_is_found_under_its_own_name() -> None:
    assert [engine_class(name).name for name in SYSTEMS] == list(SYSTEMS)


def test_a_system_s_package_is_an_optional_dependency_and_none_of_the_report() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = {entry.partition("[")[0] for entries in project["optional-dependencies"].values() for entry in entries}
    packages = {system.package for system in SYSTEMS.values()}
    # polars makes the report's tables, and is measured besides
    assert (packages - optional, packages & set(project["dependencies"])) == (set(), {"polars"})


def test_every_folder_of_an_experiment_is_one() -> None:
    folders = {path.name for path in (PACKAGE / "experiments").iterdir() if (path / "__init__.py").is_file()}
    assert folders == set(discovery.experiments())
    assert [discovery.experiment(name).name for name in discovery.experiments()] == list(discovery.experiments())


def test_an_experiment_has_a_chapter_and_names_in_both_languages() -> None:
    for name in discovery.experiments():
        chapter = discovery.chapter(name)
        assert (ROOT / "chapters" / f"{discovery.notebook(name)}.ipynb").is_file()
        assert all((*chapter.title, *chapter.menu, *chapter.label))


def test_the_front_page_can_ask_every_experiment() -> None:
    """Its verdicts where there are claims, and its answers: by systems, or in a table of its own."""
    for name in discovery.experiments():
        assert discovery.has(name, "verdicts") or published.claims(name).is_empty()
        assert not discovery.has(name, "verdicts") or callable(discovery.part(name, "verdicts").decide)
        assert hasattr(discovery.part(name, "facts"), "NEEDS") or callable(discovery.part(name, "tables").answers)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_quarto_s_profile_is_what_the_rooms_say(lang: str) -> None:
    kept = yaml.safe_load((ROOT / f"_quarto-{lang}.yml").read_text(encoding="utf-8"))
    assert profiles.profile(ROOT, lang) == kept, "run: dbreport site"


COPIED_LINES = 10


def passages(path: Path) -> Iterator[str]:
    """Yield every run of COPIED_LINES lines of a module, without what is empty, a comment or a difference of space."""
    lines = [" ".join(line.split()) for line in (PACKAGE / path).read_text(encoding="utf-8").splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    yield from ("\n".join(lines[n : n + COPIED_LINES]) for n in range(len(lines) - COPIED_LINES + 1))


def test_no_two_experiments_share_ten_equal_lines() -> None:
    rooms: dict[str, set[str]] = {}
    for path in MODULES:
        if path.parts[0] == "experiments" and len(path.parts) > 2:
            for passage in passages(path):
                rooms.setdefault(passage, set()).add(path.parts[1])
    assert len(rooms) > 1000
    assert {passage: names for passage, names in rooms.items() if len(names) > 1} == {}


def test_an_experiment_measures_known_systems_and_names_each_case_once() -> None:
    for name in discovery.experiments():
        found = discovery.experiment(name)
        assert set(found.engines) <= set(SYSTEMS)
        for scale in Scale:
            cases = found.names(scale)
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
        "from dbreport.report import charts, tables, verdicts; from dbreport import discovery\n"
        "for name in discovery.experiments(): [discovery.part(name, part) for part in ('facts', 'words', 'verdicts')"
        " if discovery.has(name, part)]",
        "from dbreport import " + ", ".join(dbreport.__all__),
        "from dbreport.cli import main; main(['status'])",
        "from dbreport import engines; [engines.engine_class(name) for name in engines.NAMES]",
    ],
    ids=["report", "public names", "status", "engines"],
)
def test_the_package_works_with_no_driver_installed(code: str, tmp_path: Path) -> None:
    path = RESULTS / "forum" / PUBLISHED_HOST / "duckdb-default-small.parquet"  # reading all takes a while
    there = tmp_path / path.relative_to(RESULTS)
    there.parent.mkdir(parents=True)
    shutil.copy(path, there)
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED + code],
        cwd=ROOT,
        env=os.environ | {"DBREPORT_RESULTS": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_blocked_driver_is_really_blocked() -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"{BLOCKED}import duckdb"], capture_output=True, text=True, check=False
    )
    assert "blocked: duckdb" in done.stderr


def test_every_claim_of_a_room_leads_to_a_figure_of_its_chapter() -> None:
    shown = {}
    for name in discovery.experiments():
        if discovery.has(name, "verdicts"):
            text = (ROOT / "chapters" / f"{discovery.notebook(name)}.ipynb").read_text(encoding="utf-8")
            for claim, figure in discovery.part(name, "verdicts").SHOWN.items():
                shown[claim] = f'show(\\"{figure}\\"' in text
    assert {claim for claim, there in shown.items() if not there} == set()
    assert set(published.claims()["id"]) <= set(shown)  # one that is begun anew may have a claim that nobody printed


def test_workers_do_not_carry_the_weight_of_charts() -> None:
    code = (
        "import sys, dbreport.engines.duckdb; print([m for m in ('plotly', 'IPython', 'polars') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("module", ["dbreport.datasets.fingerprint", "dbreport.results.sound"])
def test_an_array_brings_no_pandas_and_a_data_frame_still_does(module: str) -> None:
    pytest.importorskip("pandas")
    code = (
        f"import sys, {module}, numpy, pyarrow\n"
        "rows = pyarrow.table({'n': pyarrow.array(numpy.arange(3))})\n"
        "print('pandas' in sys.modules, type(rows.to_pandas()).__name__, 'pandas' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "DataFrame", "True"]
