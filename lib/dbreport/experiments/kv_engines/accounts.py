"""Where the source's figures on embedded stores stand: every cell of its tables beside ours, the sizes apart."""

from ...report.accounts import beside
from .facts import OFF, ON, ON_SMALL, PRINTED_PHASES

_TIMED = (*PRINTED_PHASES, "total")

ACCOUNTS = (
    beside("tbl-printed-small", table=ON_SMALL, case=_TIMED),
    beside("tbl-printed-on", table=ON, case=_TIMED),
    beside("tbl-printed-off", table=OFF, case=_TIMED),
    beside("tbl-disk-small", table=ON_SMALL, case="disk_usage"),
    beside("tbl-disk", table=ON, case="disk_usage"),
    beside("tbl-facts", table="summary", case="lines_of_code"),
)
