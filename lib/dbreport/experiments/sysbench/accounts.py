"""Where the source's figures stand: every one beside the same test on the same table."""

from ...report.accounts import beside

ACCOUNTS = (beside("tbl-printed-rates", metric=("throughput", "latency_p95")),)
