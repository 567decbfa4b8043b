"""A reproducible report on databases. What chapters and readers may use is exported here, and nothing else.

from dbreport import load, show, charts
runs = load("half_billion")
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

# not lazily: the function bears the name of its module, which an import of that module would put in its place
from .show import say, show

if TYPE_CHECKING:
    from . import answers, beside, charts, errors, published, select, stats, tables, verdicts
    from .freshness import load
    from .measuring.pairs import replicated
    from .store import details

__version__ = "0.1.0"

__all__ = [
    "answers",
    "beside",
    "charts",
    "details",
    "errors",
    "load",
    "published",
    "replicated",
    "say",
    "select",
    "show",
    "stats",
    "tables",
    "verdicts",
]

_MODULE_OF = {"load": "freshness", "details": "store", "replicated": "measuring.pairs"}


def __getattr__(name: str) -> Any:
    # lazy, because workers and servers' clients import this package too and must not carry Plotly's memory
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = importlib.import_module(f"{__name__}.{_MODULE_OF.get(name, name)}")
    value = getattr(module, name) if name in _MODULE_OF else module
    globals()[name] = value
    return value
