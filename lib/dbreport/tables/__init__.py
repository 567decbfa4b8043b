"""Tables of the chapters as HTML, from samples or footers and a language. Never imports engines or runners."""

from .compression import compression_methods, compression_printed
from .half_billion import against_limits, printed, results, winners
from .kv_engines import kv_busy, kv_facts, kv_number, kv_printed, kv_results, kv_scales, kv_sizes, kv_syncs
from .planner import planner
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
from .storage import base64_times, dead_rows, peak_times, storage_printed, stored_ratio, stored_size
from .under_load import busy, per_sync, rates, read_per_transaction, sync_limit, sysbench_printed, typical

__all__ = [
    "against_limits",
    "audit",
    "base64_times",
    "busy",
    "case_times",
    "compression_methods",
    "compression_printed",
    "dead_rows",
    "fold",
    "hosts",
    "html",
    "kv_busy",
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
    "peak_times",
    "per_sync",
    "planner",
    "plans",
    "printed",
    "rates",
    "read_per_transaction",
    "reads",
    "results",
    "row_count",
    "settings",
    "storage_printed",
    "stored_ratio",
    "stored_size",
    "sync_limit",
    "sysbench_printed",
    "times",
    "typical",
    "verdicts",
    "winners",
]
