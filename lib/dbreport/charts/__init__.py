"""The charts of the chapters: each takes samples and a language and returns a figure with its caption.

Never imports engines or runners: a chart knows what was stored and nothing else.
"""

from .compression import compression_sizes, merging, pareto
from .half_billion import (
    cold_and_warm,
    growth,
    import_rate,
    prefix_causes,
    printed_and_measured,
    printed_ratios,
    profiles,
    query_times,
    row_limit,
    sizes,
    visibility_map,
)
from .kv_engines import kv_disk, kv_growth, kv_phases, kv_readers, kv_sync_cost, kv_written
from .real_workload import case_times, slow_disk
from .under_load import (
    by_durability,
    cases_under_load,
    commit_delays,
    latencies,
    over_time,
    scaling,
    sysbench_printed,
)

__all__ = [
    "by_durability",
    "case_times",
    "cases_under_load",
    "cold_and_warm",
    "commit_delays",
    "compression_sizes",
    "growth",
    "import_rate",
    "kv_disk",
    "kv_growth",
    "kv_phases",
    "kv_readers",
    "kv_sync_cost",
    "kv_written",
    "latencies",
    "merging",
    "over_time",
    "pareto",
    "prefix_causes",
    "printed_and_measured",
    "printed_ratios",
    "profiles",
    "query_times",
    "row_limit",
    "scaling",
    "sizes",
    "slow_disk",
    "sysbench_printed",
    "visibility_map",
]
