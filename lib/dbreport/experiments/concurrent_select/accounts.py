"""Where the source's figures of its twenty readers stand: each beside the same work here."""

from ...report.accounts import beside, left_out
from .facts import FIREBIRD, FIRST, TOGETHER

ACCOUNTS = (
    left_out("no_firebird", system=FIREBIRD),
    beside("tbl-printed", table=TOGETHER),
    beside("tbl-printed-first", table=tuple(FIRST)),
)
