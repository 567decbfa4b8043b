"""Begin a new experiment or system from one that works, under its own name, to be changed piece by piece."""

import argparse
import re
import shutil
from pathlib import Path

from .. import project
from ..discovery import experiments, notebook
from ..engines.systems import SYSTEMS, System
from ..errors import UsageError, unknown
from . import Commands

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_PLAIN = re.compile(r"[^\"'\\\n]+")
_SKELETON = "filtered_count"
"""What the experiment that is copied calls itself."""
_COLOURS = ("#0f766e", "#9333ea", "#be185d", "#4d7c0f", "#1e40af", "#b45309", "#334155", "#a21caf")
_MODULE = '''"""{label}: what it does otherwise than {like}, whose language it speaks."""

from .{module} import {base}


class {made}({base}):
    name = "{name}"
'''
_LINE = (
    '    _one("{name}", "{made}", "{label}", "{colour}", "{mark}", "{kind}", "{speaks}", "{licence}", "{package}"),\n'
)
_PACKAGE = Path(__file__).parents[1]


def add(commands: Commands) -> None:
    parser = commands.add_parser("new", help="begin a new experiment or engine")
    kinds = parser.add_subparsers(required=True, metavar="experiment|engine")
    made = kinds.add_parser("experiment", help="a folder that is measured and a chapter that shows it")
    made.add_argument("name", metavar="NAME")
    made.set_defaults(command=_experiment)
    made = kinds.add_parser("engine", help="a module and a line of the table of systems")
    made.add_argument("name", metavar="NAME")
    made.add_argument("--like", required=True, metavar="ENGINE", help="the system whose language it speaks")
    made.add_argument("--label", help="what readers call it (default: the name)")
    made.add_argument("--licence", required=True, help="its licence, by its SPDX name where it has one")
    made.set_defaults(command=_engine)


def _experiment(arguments: argparse.Namespace) -> int:
    name, home = _free(arguments.name, experiments(), "experiment"), project.root()
    source, room = home / "skeletons", _PACKAGE / "experiments" / name
    page = home / "chapters" / f"{notebook(name)}.ipynb"
    if not (source / "experiment").is_dir():
        raise UsageError(f"{home} has no skeletons to copy; run this in a clone of the repository")
    if page.exists():
        raise UsageError(f"{page.name} is there already; choose another name")
    shutil.copytree(source / "experiment", room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(source / "experiment.ipynb", page)
    for path in (*room.glob("*.py"), page):
        text = path.read_text(encoding="utf-8")
        text = text.replace(notebook(_SKELETON), notebook(name)).replace(_SKELETON, name)
        path.write_text(text, encoding="utf-8")
    print(f"{_shown(room)}: what is measured, as small as it can be, to be changed piece by piece")
    print(f"{_shown(page)}: its chapter")
    print(f"next: dbreport run {name}; dbreport execute {notebook(name)} findings machine; dbreport site")
    return 0


def _engine(arguments: argparse.Namespace) -> int:
    name = _free(arguments.name, tuple(SYSTEMS), "engine")
    if arguments.like not in SYSTEMS:
        raise unknown("engine", arguments.like, tuple(SYSTEMS))
    module, table = _PACKAGE / "engines" / f"{name}.py", _PACKAGE / "engines" / "systems.py"
    if module.exists():
        raise UsageError(f"{module.name} is there already; choose another name")
    like, label, licence = SYSTEMS[arguments.like], arguments.label or name, arguments.licence
    if not _PLAIN.fullmatch(label + licence):
        raise UsageError("a label and a licence are written into code; leave quotes and backslashes out")
    facts = {"name": name, "made": "".join(part.capitalize() for part in name.split("_")), "label": label}
    module.write_text(_MODULE.format(**facts, like=like.label.en, module=like.name, base=like.engine), encoding="utf-8")
    facts |= {"colour": _unused_colour(), "mark": "circle-cross", "kind": like.kind, "speaks": like.speaks}
    line = _LINE.format(**facts, licence=licence, package=like.package)
    table.write_text(_with_line(table.read_text(encoding="utf-8"), line, like), encoding="utf-8")
    print(f"{_shown(module)}: what it does otherwise than {like.label.en} stands here")
    print(f"{_shown(table)}: its line; look at label, colour, mark and package")
    print("next: its driver in pyproject.toml, where it has one of its own; then")
    print(f"dbreport doctor; dbreport run half_billion --engine {name}")
    return 0


def _free(name: str, taken: tuple[str, ...], what: str) -> str:
    """Return a name as it is. Raises UsageError for one that is taken, or that no module can have."""
    if not _NAME.fullmatch(name):
        raise UsageError(f'"{name}" cannot be the name of a module; use small letters, digits and _')
    if name in taken:
        raise UsageError(f"there is an {what} {name} already; choose another name")
    return name


def _unused_colour() -> str:
    used = {system.colour for system in SYSTEMS.values()}
    return next((colour for colour in _COLOURS if colour not in used), _COLOURS[0])


def _with_line(table: str, line: str, like: System) -> str:
    """Return the table of systems with a line after that of the system it is like."""
    (own,) = re.findall(rf'^    \w+\("{like.name}", .*\n', table, re.MULTILINE)
    return table.replace(own, own + line)


def _shown(path: Path) -> str:
    home = project.root()
    return str(path.relative_to(home)) if path.is_relative_to(home) else str(path)
