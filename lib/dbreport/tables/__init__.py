"""Tables of the chapters as HTML, from samples or footers and a language. Never imports engines or runners."""

from .half_billion import against_limits, printed, results, winners
from .real_workload import case_times, reads
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
from .under_load import busy, per_sync, rates, read_per_transaction, sync_limit, sysbench_printed, typical

__all__ = [
    "against_limits",
    "audit",
    "busy",
    "case_times",
    "fold",
    "hosts",
    "html",
    "limits",
    "measured",
    "names",
    "per_sync",
    "plans",
    "printed",
    "rates",
    "read_per_transaction",
    "reads",
    "results",
    "row_count",
    "settings",
    "sync_limit",
    "sysbench_printed",
    "times",
    "typical",
    "verdicts",
    "winners",
]
