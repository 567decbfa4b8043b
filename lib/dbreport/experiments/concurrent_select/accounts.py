"""Where the source's figures of its twenty readers stand: each beside the same work here."""

from ...report.accounts import beside
from .facts import FIRST, TOGETHER

ACCOUNTS = (beside("tbl-printed", table=TOGETHER), beside("tbl-printed-first", table=tuple(FIRST)))
