"""Tables of the chapters as HTML, from samples or footers and a language. Never imports engines or runners."""

from .compression import compression_methods, compression_printed
from .half_billion import against_limits, printed, results, winners
from .planner import planner
from .shared import (
    audit,
    fold,
    hosts,
    html,
    limits,
    measured,
    names,
    plans,
    row_count,
    settings,
    times,
    verdicts,
)
from .under_load import rates, sysbench_printed, typical

__all__ = [
    "against_limits",
    "audit",
    "compression_methods",
    "compression_printed",
    "fold",
    "hosts",
    "html",
    "limits",
    "measured",
    "names",
    "planner",
    "plans",
    "printed",
    "rates",
    "results",
    "row_count",
    "settings",
    "sysbench_printed",
    "times",
    "typical",
    "verdicts",
    "winners",
]
