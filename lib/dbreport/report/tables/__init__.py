"""Tables that several chapters have, as HTML, from samples or footers and a language."""

from .agreement import agreement, agreement_sentence
from .front import answers, versions, winners
from .shared import audit, fold, hosts, html, limits, measured, names, plans, row_count, settings, times, verdicts
from .under_load import busy, per_sync, rates, read_per_transaction, slowest_second, sync_limit, typical

__all__ = [
    "agreement",
    "agreement_sentence",
    "answers",
    "audit",
    "busy",
    "fold",
    "hosts",
    "html",
    "limits",
    "measured",
    "names",
    "per_sync",
    "plans",
    "rates",
    "read_per_transaction",
    "row_count",
    "settings",
    "slowest_second",
    "sync_limit",
    "times",
    "typical",
    "verdicts",
    "versions",
    "winners",
]
