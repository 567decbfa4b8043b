"""What every chapter draws, says and decides with. Nothing here measures, and nothing belongs to one experiment."""

import importlib
from types import ModuleType

PARTS = ("accounts", "answers", "beside", "charts", "explorer", "front", "hosts", "published", "tables", "verdicts")


def __getattr__(name: str) -> ModuleType:
    # lazy, because deciding a claim must not wait for Plotly
    if name not in PARTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return importlib.import_module(f"{__name__}.{name}")
