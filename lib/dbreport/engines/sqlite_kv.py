"""SQLite used as a key-value store, by a Go driver that brings its sources along: one table, one statement a call."""

from __future__ import annotations

from .base import Flags
from .kv_store import DURABLE, PACKAGE, KvStore


class SQLiteKv(KvStore):
    name = "sqlite_kv"
    module = "github.com/mattn/go-sqlite3"
    language = "C"
    features = frozenset({"btree", "transactions", "several_processes"})
    flags = Flags(
        kind="process",
        licence="public domain",
        transactional=True,
        durable=DURABLE,
        ordered_index="B-tree",
        package=PACKAGE,
    )
