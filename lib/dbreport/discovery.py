"""Find the experiments: each folder of `experiments/` is one. Imports none of them until a part of it is asked for."""

import importlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

from .errors import unknown
from .languages import Words
from .model import Experiment

_ROOMS = Path(__file__).with_name("experiments")


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """What an experiment is called: its chapter's title, its entry in the site's menu, its label beside a table.

    `place` is where it stands among the others. Every room's own file has one as `CHAPTER`.
    """

    place: int
    title: Words
    menu: Words
    label: Words


@cache
def experiments() -> tuple[str, ...]:
    """Return the names of all experiments in the report's order: by the place each gives itself, then by name."""
    names = sorted(path.parent.name for path in _ROOMS.glob("*/runner.py"))
    return tuple(sorted(names, key=lambda name: chapter(name).place))


def experiment(name: str) -> Experiment:
    """Return what an experiment measures. Raises UsageError for an unknown one."""
    if not (_ROOMS / name / "runner.py").is_file():
        raise unknown("experiment", name, experiments())
    measured: Experiment = part(name, "runner").EXPERIMENT
    return measured


def chapter(name: str) -> Chapter:
    """Return what an experiment is called."""
    named: Chapter = importlib.import_module(f"{__package__}.experiments.{name}").CHAPTER
    return named


def notebook(name: str) -> str:
    """Return the name of the notebook, without its suffix, that shows an experiment."""
    return name.replace("_", "-")


def has(name: str, module: str) -> bool:
    """Tell whether an experiment's room has a module."""
    return (_ROOMS / name / f"{module}.py").is_file()


def part(name: str, module: str) -> ModuleType:
    """Return a module of an experiment's room, such as its `words`. Raises ImportError where it has none."""
    return importlib.import_module(f"{__package__}.experiments.{name}.{module}")
