"""What an application asks of accounts and records, its indexes, and what makes every system answer alike.

A statement under the source's own name is the source's to the letter but for the names of tables and columns. Ours ask
for more of a row, for fewer groups or for a half-open year, and their names say so.
"""

from dataclasses import dataclass

from ...engines.dialect import Dialect
from ...model import Index, Table
from .data import ACCOUNT, LONG, RECORD, SHORT, YEAR


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of the application: `kinds` has a letter for each parameter, as `lookup.lua` takes it.

    `requests` is the statement of the source whose parameters it takes.
    """

    name: str
    sql: str
    kinds: str
    requests: str

    def filled(self, values: tuple[str, ...]) -> str:
        """Return the statement with literals for its parameters; no text here holds a quote or a backslash."""
        parts = self.sql.split("?")
        literals = [value if kind == "i" else f"'{value}'" for kind, value in zip(self.kinds, values, strict=True)]
        return "".join(text for pair in zip(parts, [*literals, ""], strict=True) for text in pair)


_NAME = "SELECT nickname FROM account WHERE"
SOURCE = (
    Statement("point_account", f"{_NAME} nickname = ?", "s", "point_account"),
    Statement(
        "match_account",
        f"{_NAME} nickname LIKE ? UNION {_NAME} former_name IS NOT NULL AND former_name LIKE ?",
        "ss",
        "match_account",
    ),
    Statement("point_record", "SELECT id FROM record WHERE id = ?", "i", "point_record"),
    Statement(
        "latest_record",
        "SELECT nickname FROM record WHERE nickname = ? ORDER BY updated_at DESC LIMIT 1",
        "s",
        "latest_record",
    ),
)
"""The source's statements of the application."""

_ACCOUNT = "SELECT id, nickname, former_name FROM account WHERE"
ROW = (
    Statement("point_account_row", f"{_ACCOUNT} nickname = ?", "s", "point_account"),
    Statement(
        "match_account_row", f"{_ACCOUNT} nickname LIKE ? UNION {_ACCOUNT} former_name LIKE ?", "ss", "match_account"
    ),
    Statement(
        "point_record_row", "SELECT id, account_id, nickname, status FROM record WHERE id = ?", "i", "point_record"
    ),
    Statement(
        "latest_record_row",
        "SELECT id, status FROM record WHERE nickname = ? ORDER BY updated_at DESC LIMIT 1",
        "s",
        "latest_record",
    ),
)
"""Ours, which ask for columns that stand in no index: an application wants more of a row than what it looked by."""
ONE_SCAN = Statement("match_account_row", f"{_ACCOUNT} nickname LIKE ? OR former_name LIKE ?", "ss", "match_account")
"""The same answer as by the union, asked for in one scan of the table."""

_BETWEEN = f"updated_at BETWEEN '{YEAR}-01-01 00:00:00' AND '{YEAR}-12-31 23:59:59.999999'"
SOURCE_AGGREGATES = {
    "count_records": f"SELECT count(*) FROM record WHERE {_BETWEEN}",
    "group_accounts": (
        f"SELECT nickname, count(DISTINCT account_id) AS c FROM record WHERE {_BETWEEN}"
        " GROUP BY nickname ORDER BY c DESC"
    ),
    "sum_raw_size": f"SELECT sum(bit_length(raw))/8/1024/1024/1024 FROM record WHERE {_BETWEEN}",
    "status_counts": f"SELECT status, count(*) AS c FROM record WHERE {_BETWEEN} GROUP BY status ORDER BY c DESC",
}
"""The source's aggregates. PostgreSQL divides whole numbers as such, so that its gigabytes are cut to whole ones."""

OF_LENGTHS = {
    f"lengths.{length}.{name}": SOURCE_AGGREGATES[name].replace(f"FROM {RECORD.name} ", f"FROM {table.name} ")
    for name in ("sum_raw_size", "status_counts")
    for length, table in (("short", SHORT), ("long", LONG))
}
"""Two of the source's aggregates, one that asks for the values' length and one that has no use for the values, over
as many records with ordinary values and with long ones, by case."""

_IN_YEAR = f"updated_at >= '{YEAR}-01-01 00:00:00' AND updated_at < '{YEAR + 1}-01-01 00:00:00'"
AGGREGATES = {
    "count_records_half_open": f"SELECT count(*) FROM record WHERE {_IN_YEAR}",
    "group_accounts_top": (
        f"SELECT nickname, count(DISTINCT account_id) AS accounts FROM record WHERE {_IN_YEAR}"
        " GROUP BY nickname ORDER BY accounts DESC, nickname LIMIT 100"
    ),
    "sum_raw_octets": f"SELECT sum(octet_length(raw)) FROM record WHERE {_IN_YEAR}",
    "status_counts_half_open": f"SELECT status, count(*) FROM record WHERE {_IN_YEAR} GROUP BY status",
}
"""Ours: every system has words for them, and their answers are the same to the byte."""

_NICKNAME = Index("account_nickname", ACCOUNT.name, ("nickname",))
_FORMER = Index("account_former", ACCOUNT.name, ("former_name",))
_OWNER = Index("record_nickname", RECORD.name, ("nickname",))
_UPDATED = Index("record_updated", RECORD.name, ("updated_at",))
_OWNER_UPDATED = Index("record_nickname_updated", RECORD.name, ("nickname", "updated_at"))
PLANS: dict[str, tuple[Index, ...]] = {
    "none": (),
    "single": (_NICKNAME, _FORMER, _OWNER, _UPDATED),
    "composite": (_NICKNAME, _FORMER, _OWNER_UPDATED, _UPDATED),
    "trigram": (_NICKNAME, _FORMER, _OWNER_UPDATED, _UPDATED),
}
"""The indexes of each plan; `trigram` has two more, for text inside a name, where the system has such."""

PLANS_OF = {
    "point_account": ("none", "single"),
    "match_account": ("none", "single", "trigram"),
    "point_record": ("none",),
    "latest_record": ("none", "single", "composite"),
}
"""The plans that make a difference to what a statement asks: a primary key is there in all of them."""

SEARCHED = {"account_nickname_trigram": "nickname", "account_former_trigram": "former_name"}
"""The columns of accounts that the trigram indexes are on, by the index's name."""


def trigram(dialect: Dialect) -> list[str]:
    """Return what builds the indexes for text inside a name; nothing where the system has no such kind."""
    return [sql for name, column in SEARCHED.items() for sql in dialect.trigram_index(name, ACCOUNT.name, column)]


_COMPARED = (
    Table(ACCOUNT.name, tuple(c for c in ACCOUNT.columns if c.name in ("nickname", "former_name"))),
    Table(RECORD.name, tuple(c for c in RECORD.columns if c.name in ("nickname", "updated_at"))),
)


def alike(dialect: Dialect) -> list[str]:
    """Return what makes equality, order, LIKE and moments mean the same on every system, done to the empty tables."""
    return [sql for table in _COMPARED for sql in dialect.alike(table)]


# questions about one system's reason each, in its own words

VALUE_READ = f"SELECT sum(octet_length(raw || ''::bytea)) FROM record WHERE {_IN_YEAR}"
"""The sum of lengths on PostgreSQL, made to fetch every value instead of the length that stands in its row."""

LONG_VALUE_READ = OF_LENGTHS["lengths.long.sum_raw_size"].replace("(raw)", "(raw || ''::bytea)")
"""The same of long values, in the source's words."""

LENGTH_KEPT = f"SELECT sum(raw_bytes) FROM record WHERE {_IN_YEAR}"
KEEP_LENGTH = (
    "ALTER TABLE record ADD COLUMN raw_bytes INT AS (octet_length(raw)) VIRTUAL",
    "CREATE INDEX record_updated_bytes ON record (updated_at, raw_bytes)",
)
FORGET_LENGTH = ("DROP INDEX record_updated_bytes ON record", "ALTER TABLE record DROP COLUMN raw_bytes")
"""The sum of lengths on MySQL and MariaDB out of an index that holds them, and no row is read."""

RANDOM_PAGES_DEAR = ("SET random_page_cost = 4",)
RANDOM_PAGES_AGAIN = ("RESET random_page_cost",)
"""What a page read at random costs by PostgreSQL's reckoning, as shipped, and as configured again."""
