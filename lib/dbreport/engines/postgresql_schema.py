"""The one schema of PostgreSQL in which we make things: whose it is, making it, dropping it.

Our sessions see that schema alone, so a name that is not in it is an error and never somebody else's table.
`one` runs a statement and returns its rows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .base import MARK
from .launch.external import NAMESPACE

One = Callable[[str], list[tuple[Any, ...]]]

_LEFT_RUNNING = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    f" AND application_name = '{NAMESPACE}' AND usename = current_user AND datname = current_database()"
)
_TABLES = (
    f"SELECT format('%I.%I', '{NAMESPACE}', relname) FROM pg_class AS c"
    f" WHERE relnamespace = '{NAMESPACE}'::regnamespace AND relkind IN ('r', 'p')"
    " AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid"
    " AND d.deptype = 'e')"  # an extension's own go with it
)
_EXTENSIONS = f"SELECT quote_ident(extname) FROM pg_extension WHERE obj_description(oid, 'pg_extension') = '{MARK}'"


def owned(one: One) -> bool | None:
    """Return whether we made the schema that is there, None where there is none."""
    found = one(f"SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = '{NAMESPACE}'")
    return found[0][0] == MARK if found else None


def make(one: One) -> None:
    """Make it ours in one transaction: a kill leaves either none or one with our mark."""
    one(f"CREATE SCHEMA {NAMESPACE}; COMMENT ON SCHEMA {NAMESPACE} IS '{MARK}'")


def enter(one: One) -> None:
    """Have the session see the schema and nothing else but the system's own."""
    one(f"SET client_min_messages = warning; SET search_path = {NAMESPACE}")


def drop(one: One) -> None:
    """Drop what we made, extensions too, and nothing that anybody else has made depend on it."""
    one(_LEFT_RUNNING)
    for kind, names in (("TABLE", _TABLES), ("EXTENSION", _EXTENSIONS)):
        for (name,) in one(names):
            one(f"DROP {kind} {name}")
    one(f"DROP SCHEMA {NAMESPACE}")
