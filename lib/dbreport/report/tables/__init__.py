"""Tables that several chapters have, as HTML, and numbers for their sentences; from samples or footers."""

from .agreement import agreement, agreement_sentence
from .by_system import case_times, rates
from .front import answers, outcomes, versions, winners
from .sentences import (
    busy,
    change,
    per_sync,
    ratio,
    read_per_transaction,
    slowest_second,
    sync_limit,
    systems,
    tuning,
    typical,
)
from .shared import audit, fold, hosts, html, limits, measured, names, plans, row_count, settings, times, verdicts

__all__ = [
    "agreement",
    "agreement_sentence",
    "answers",
    "audit",
    "busy",
    "case_times",
    "change",
    "fold",
    "hosts",
    "html",
    "limits",
    "measured",
    "names",
    "outcomes",
    "per_sync",
    "plans",
    "rates",
    "ratio",
    "read_per_transaction",
    "row_count",
    "settings",
    "slowest_second",
    "sync_limit",
    "systems",
    "times",
    "tuning",
    "typical",
    "verdicts",
    "versions",
    "winners",
]
