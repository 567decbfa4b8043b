"""Which code a result depends on: the definitions its measurement can reach, as one digest.

A definition is reached when code already reached mentions its name, be it as a name, an attribute or a
string (a worker process is asked for its verbs by name). That is more than what runs and never less, so a
verb that another experiment adds leaves results fresh, and a change to one they use makes them stale. A program in
another language counts as a whole, its tests aside, where the name of its folder is mentioned.
Not counted: comments, docstrings, and modules that touch no value (nouns, errors, store, facts of the host).
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parent
_MEASURING = ("measure.py", "stats.py", "clients", "datasets", "codecs", "runners", "engines")


def code_digest(experiment: str, engine: str) -> str:
    """Return a digest of the code that measures one engine in one experiment; empty for one that is gone.

    A result is stale when this differs from the digest stored with it.
    """
    roots = [_PACKAGE / "runners" / f"{experiment}.py", _PACKAGE / "engines" / f"{engine}.py"]
    if not all(root.exists() for root in roots):
        return ""
    modules = _modules(roots)
    known = [d for module in modules for d in _definitions(str(module.relative_to(_PACKAGE)), _text(module))]
    known += [_script(path) for folder in {m.parent for m in modules} for path in folder.glob("*.lua")]
    known += [part for manifest in sorted(_PACKAGE.parent.glob("*/go.mod")) for part in _program(manifest.parent)]
    seeds = {"EXPERIMENT"} | {node.name for node in _tree(_text(roots[1])).body if isinstance(node, ast.ClassDef)}
    total = hashlib.blake2b(digest_size=12)
    for text in sorted(f"{d.place} {d.name} {d.shape}" for d in _reached(known, seeds)):
        total.update(text.encode())
    return total.hexdigest()


@dataclass(frozen=True, slots=True)
class _Definition:
    """A function, class, member or constant. `name` is empty for what counts as soon as `owner` does."""

    place: str
    name: str
    owner: str
    shape: str
    mentions: frozenset[str]


def _reached(known: list[_Definition], names: set[str]) -> list[_Definition]:
    names, left = set(names), known
    found: list[_Definition] = []
    while True:
        now: list[_Definition] = []
        later: list[_Definition] = []
        for d in left:
            mentioned = (not d.name or d.name in names) and (not d.owner or d.owner in names)
            (now if mentioned else later).append(d)
        if not now:
            return found
        found += now
        left = later
        for definition in now:
            names |= definition.mentions


def _modules(roots: list[Path]) -> list[Path]:
    """Return the modules that measure, from the roots along their imports."""
    found: list[Path] = []
    left = list(roots)
    while left:
        module = left.pop()
        if module not in found:
            found.append(module)
            left += [path for path in _imported(module) if path.relative_to(_PACKAGE).parts[0] in _MEASURING]
    return found


def _imported(module: Path) -> Iterator[Path]:
    for level, name, aliases in _relative_imports(_text(module)):
        base = module.parents[level - 1].joinpath(*name.split(".") if name else ())
        for target in (base, *(base / alias for alias in aliases)):
            yield from (p for p in (target.with_suffix(".py"), target / "__init__.py") if p.exists())


@cache
def _relative_imports(text: str) -> list[tuple[int, str, list[str]]]:
    """Return of each `from ..a import b, c` its dots, module and names."""
    return [
        (node.level, node.module or "", [alias.name for alias in node.names])
        for node in ast.walk(_tree(text))
        if isinstance(node, ast.ImportFrom) and node.level
    ]


def _script(path: Path) -> _Definition:
    """Return a load generator's script, which is reached by its name; its comments count."""
    return _Definition(str(path.relative_to(_PACKAGE)), path.stem, "", _text(path), frozenset())


def _program(folder: Path) -> Iterator[_Definition]:
    """Yield the files of a Go program, which are reached by its folder's name; their comments count."""
    for path in sorted(folder.iterdir()):
        if path.name in ("go.mod", "go.sum") or (path.suffix == ".go" and not path.stem.endswith("_test")):
            yield _Definition(f"{folder.name}/{path.name}", folder.name, "", _text(path), frozenset())


@cache
def _definitions(place: str, text: str) -> list[_Definition]:
    found = []
    for node in _tree(text).body:
        if isinstance(node, ast.ClassDef):  # its head; what is in it counts by itself
            found += [_definition(place, member, node.name) for member in node.body]
            head = ast.Tuple([*node.bases, *(word.value for word in node.keywords), *node.decorator_list])
            found.append(_Definition(place, node.name, "", _shape(head), frozenset(_mentions(head))))
        elif not isinstance(node, ast.Import | ast.ImportFrom) or any(alias.asname for alias in node.names):
            found.append(_definition(place, node, ""))
    return found


def _definition(place: str, node: ast.stmt, owner: str) -> _Definition:
    name = _name(node)
    if owner and name.startswith("__"):
        name = ""  # called without being mentioned
    return _Definition(f"{place} {owner}", name, owner, _shape(node), frozenset(_mentions(node)))


def _name(node: ast.stmt) -> str:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return node.name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return ""


def _mentions(node: ast.AST) -> Iterator[str]:
    for child in ast.walk(node):
        match child:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)) | ast.alias(name=name):
                yield name
            case ast.Constant(value=str(name)) if name.isidentifier():
                yield name


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache  # by its text: a file that changes is parsed anew, and alone
def _tree(text: str) -> ast.Module:
    """Return a module's syntax tree without its docstrings."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:]
    return tree


def _shape(node: object) -> str:
    """Write a syntax tree the same under every Python: `ast.dump` writes fields of newer versions and empty ones."""
    if isinstance(node, ast.AST):
        fields = (f"{name}={_shape(value)}" for name, value in ast.iter_fields(node) if value not in (None, []))
        return f"{type(node).__name__}({', '.join(fields)})"
    return f"[{', '.join(map(_shape, node))}]" if isinstance(node, list) else repr(node)
