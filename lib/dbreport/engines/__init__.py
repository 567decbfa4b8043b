"""The systems, their contract, and how each is started."""

import importlib

from ..errors import unknown
from .base import Engine
from .systems import SYSTEMS

NAMES = tuple(SYSTEMS)


def engine_class(name: str) -> type[Engine]:
    """Return the class of an engine by its name. Raises UsageError for an unknown one."""
    if name not in SYSTEMS:
        raise unknown("engine", name, SYSTEMS)
    # a driver of the same name (duckdb) is imported absolutely inside the module
    return getattr(importlib.import_module(f"{__name__}.{name}"), SYSTEMS[name].engine)
