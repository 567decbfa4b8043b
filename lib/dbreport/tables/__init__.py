"""Tables of the chapters as HTML, from samples or footers and a language. Never imports engines or runners."""

from .half_billion import against_limits, printed, results, winners
from .kv_engines import kv_facts, kv_number, kv_printed, kv_results, kv_scales, kv_sizes, kv_syncs
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
    "fold",
    "hosts",
    "html",
    "kv_facts",
    "kv_number",
    "kv_printed",
    "kv_results",
    "kv_scales",
    "kv_sizes",
    "kv_syncs",
    "limits",
    "measured",
    "names",
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
