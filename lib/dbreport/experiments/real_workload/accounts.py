"""Where the source's figures of its real workload stand."""

from ...report.accounts import beside

ACCOUNTS = (beside("tbl-printed"),)
"""Every statement of the source is measured as it stands, and so each of its figures has ours beside it."""
