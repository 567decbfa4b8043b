"""The one database of MySQL and MariaDB in which we make things: whose it is, making it, dropping it.

A session sees the tables of one database alone unless it names another, which no statement of ours does.
A table in it says that it is ours. `query` runs a statement and returns its rows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .base import MARK
from .launch.external import NAMESPACE

Query = Callable[[str], list[tuple[Any, ...]]]

_MARK_TABLE = f"{NAMESPACE}.made_by_dbreport"


def owned(query: Query) -> bool | None:
    """Return whether we made the database that is there, None where there is none."""
    databases = query(
        "SELECT (SELECT COUNT(*) FROM information_schema.tables"
        f" WHERE table_schema = schema_name AND table_comment = '{MARK}')"
        f" FROM information_schema.schemata WHERE schema_name = '{NAMESPACE}'"
    )
    return int(databases[0][0]) > 0 if databases else None


def make(query: Query) -> None:
    """Make it ours."""
    query(f"CREATE DATABASE {NAMESPACE} CHARACTER SET utf8mb4")
    query(f"CREATE TABLE {_MARK_TABLE} (nothing INT) COMMENT = '{MARK}'")


def drop(query: Query) -> None:
    """Drop it, and end what still works in it: a killed client's statements go on."""
    running = f"SELECT id FROM information_schema.processlist WHERE db = '{NAMESPACE}' AND id <> CONNECTION_ID()"
    for (number,) in query(running):
        query(f"KILL {number}")
    query(f"DROP DATABASE {NAMESPACE}")
