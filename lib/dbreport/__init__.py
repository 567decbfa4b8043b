"""A reproducible report on databases. What chapters and readers may use is exported here, and nothing else.

from dbreport import load, report, show
from dbreport.experiments.half_billion import charts
show("fig-import", charts.import_rate, load("half_billion"))
"""

import importlib
from typing import Any

__version__ = "0.1.0"

_HOME = {
    "EVERY_HOST": "results.store",
    "between_hosts": "results.pairs",
    "details": "results.store",
    "discovery": "",
    "errors": "",
    "load": "measuring.freshness",
    "replicated": "results.pairs",
    "replicated_with": "results.pairs",
    "report": "",
    "say": "report.show",
    "select": "results",
    "show": "report.show",
    "stats": "",
}
"""The public names, and the module or package each stands in."""

__all__ = list(_HOME)


def __getattr__(name: str) -> Any:
    # lazy, because workers and servers' clients import this package too and must not carry Plotly's memory
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = importlib.import_module(f"{__name__}.{_HOME[name]}" if _HOME[name] else __name__)
    found = vars(home).get(name)
    return importlib.import_module(f"{home.__name__}.{name}") if found is None else found
