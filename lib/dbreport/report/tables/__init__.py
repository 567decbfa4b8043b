"""Tables that several chapters have, as HTML, and numbers for their sentences; from samples or footers."""

from .accounts import meanings, printed_figures, standings
from .agreement import agreement, agreement_sentence, answers_again, turned_again
from .by_system import case_times, rates
from .cards import cards
from .coverage import measured_again, measured_again_sentence
from .elsewhere import kept, turned
from .front import answers, outcomes, versions, winners
from .heat import heat
from .machines import fixed_work, hosts, limits
from .sentences import (
    across,
    asked,
    buffer_pool,
    busy,
    change,
    ends,
    not_waiting,
    on_each,
    per_sync,
    ratio,
    read_per_transaction,
    slowest_second,
    sync_limit,
    systems,
    tuning,
    turns,
    typical,
)
from .shared import audit, captioned, fold, html, measured, names, plans, row_count, settings, times, verdicts
from .spent import spent_times

__all__ = [
    "across",
    "agreement",
    "agreement_sentence",
    "answers",
    "answers_again",
    "asked",
    "audit",
    "buffer_pool",
    "busy",
    "captioned",
    "cards",
    "case_times",
    "change",
    "ends",
    "fixed_work",
    "fold",
    "heat",
    "hosts",
    "html",
    "kept",
    "limits",
    "meanings",
    "measured",
    "measured_again",
    "measured_again_sentence",
    "names",
    "not_waiting",
    "on_each",
    "outcomes",
    "per_sync",
    "plans",
    "printed_figures",
    "rates",
    "ratio",
    "read_per_transaction",
    "row_count",
    "settings",
    "slowest_second",
    "spent_times",
    "standings",
    "sync_limit",
    "systems",
    "times",
    "tuning",
    "turned",
    "turned_again",
    "turns",
    "typical",
    "verdicts",
    "versions",
    "winners",
]
