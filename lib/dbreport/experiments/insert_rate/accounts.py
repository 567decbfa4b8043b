"""Where the source's figures stand: each rate beside the same work, the loss by NULLs in the verdict on it."""

from ...report.accounts import beside
from .facts import LAYOUTS

ACCOUNTS = (
    beside("tbl-printed", table=tuple(LAYOUTS.values())),
    beside("tbl-verdicts", metric="throughput_change"),
)
