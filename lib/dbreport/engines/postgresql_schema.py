"""The one schema of PostgreSQL in which we make things: whose it is, making it, dropping it.

Our sessions see that schema alone, so a name that is not in it is an error and never somebody else's table.
`query` runs a statement and returns its rows.
"""

from collections.abc import Callable
from typing import Any

from .base import MARK
from .launch.external import NAMESPACE

Query = Callable[[str], list[tuple[Any, ...]]]

_LEFT_RUNNING = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    f" AND application_name = '{NAMESPACE}' AND usename = current_user AND datname = current_database()"
)
_TABLES = (
    f"SELECT format('%I.%I', '{NAMESPACE}', relname) FROM pg_class AS c"
    f" WHERE relnamespace = '{NAMESPACE}'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition"
    " AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid"
    " AND d.deptype = 'e')"  # an extension's own go with it
)
_EXTENSIONS = f"SELECT quote_ident(extname) FROM pg_extension WHERE obj_description(oid, 'pg_extension') = '{MARK}'"


def owned(query: Query) -> bool | None:
    """Return whether we made the schema that is there, None where there is none."""
    comments = query(f"SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = '{NAMESPACE}'")
    return comments[0][0] == MARK if comments else None


def make(query: Query) -> None:
    """Make it ours in one transaction: a kill leaves either none or one with our mark."""
    query(f"CREATE SCHEMA {NAMESPACE}; COMMENT ON SCHEMA {NAMESPACE} IS '{MARK}'")


def enter(query: Query) -> None:
    """Have the session see the schema and nothing else but the system's own."""
    query(f"SET client_min_messages = warning; SET search_path = {NAMESPACE}")


def drop(query: Query) -> None:
    """Drop what we made, extensions too, and nothing that anybody else has made depend on it."""
    query(_LEFT_RUNNING)
    for kind, names in (("TABLE", _TABLES), ("EXTENSION", _EXTENSIONS)):
        for (name,) in query(names):
            query(f"DROP {kind} {name}")
    query(f"DROP SCHEMA {NAMESPACE}")
