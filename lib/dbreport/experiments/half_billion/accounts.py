"""Where the printed figures of half_billion stand in its chapter."""

from ...report.accounts import beside, recomputed

ACCOUNTS = (
    beside("fig-import", case="import"),
    recomputed("tbl-audit", case="import_duration"),
    beside("tbl-verdicts", metric="size"),
    beside("sec-patience", case="group_all_top"),
    beside("tbl-times", metric="latency"),
)
