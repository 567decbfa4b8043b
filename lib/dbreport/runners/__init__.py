"""The experiments. Adding one: a module with an `EXPERIMENT`, a line here, a chapter, its words."""

from __future__ import annotations

import importlib

from ..errors import unknown
from ..model import Experiment

NAMES = ("half_billion", "sysbench", "insert_rate", "real_workload", "compression", "kv_engines", "storage")


def experiment(name: str) -> Experiment:
    """Return a registered experiment. Raises UsageError for an unknown one."""
    if name not in NAMES:
        raise unknown("experiment", name, NAMES)
    return importlib.import_module(f"{__name__}.{name}").EXPERIMENT
