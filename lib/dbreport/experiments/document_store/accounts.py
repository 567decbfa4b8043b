"""Where the source's figures stand: it printed none, its results are pictures."""

from ...report.accounts import Account

ACCOUNTS: tuple[Account, ...] = ()
