"""The sources' claims, decided by code from measurements. Never imports engines or runners.

A claim of "about x times" is reproduced within a quarter of x; one of "over x times" when the whole interval
lies above x.
"""

from .again import Again, again
from .compression import cleaning, compression, compression_audit, compression_text_audit, printed_rows
from .cost import cost, cost_audit, offers, rows_in
from .decide import Audited, Outcome, Verdict, about, both, over, times
from .half_billion import audit, half_billion
from .insert_rate import insert_rate
from .kv_engines import kv_audit, kv_engines
from .real_workload import real_workload
from .storage import storage
from .sysbench import sysbench

__all__ = [
    "Again",
    "Audited",
    "Outcome",
    "Verdict",
    "about",
    "again",
    "audit",
    "both",
    "cleaning",
    "compression",
    "compression_audit",
    "compression_text_audit",
    "cost",
    "cost_audit",
    "half_billion",
    "insert_rate",
    "kv_audit",
    "kv_engines",
    "offers",
    "over",
    "printed_rows",
    "real_workload",
    "rows_in",
    "storage",
    "sysbench",
    "times",
]
