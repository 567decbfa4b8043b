"""Find the experiments: each folder of `experiments/` is one. Imports none of them until a part of it is asked for."""

from __future__ import annotations

import importlib
from functools import cache
from pathlib import Path
from types import ModuleType

from .errors import unknown
from .model import Experiment

_ROOMS = Path(__file__).with_name("experiments")


@cache
def experiments() -> tuple[str, ...]:
    """Return the names of all experiments in the report's order: by the place each gives itself, then by name."""
    names = sorted(path.parent.name for path in _ROOMS.glob("*/runner.py"))
    return tuple(sorted(names, key=_place))


def experiment(name: str) -> Experiment:
    """Return what an experiment measures. Raises UsageError for an unknown one."""
    if not (_ROOMS / name / "runner.py").is_file():
        raise unknown("experiment", name, experiments())
    described: Experiment = part(name, "runner").EXPERIMENT
    return described


def _place(name: str) -> int:
    place: int = importlib.import_module(f"{__package__}.experiments.{name}").PLACE
    return place


def part(name: str, module: str) -> ModuleType:
    """Return a module of an experiment's room, such as its `words`. Raises ImportError where it has none."""
    return importlib.import_module(f"{__package__}.experiments.{name}.{module}")
