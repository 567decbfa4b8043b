"""SQLite used as a key-value store, by a Go driver that brings its sources along: one table, one statement a call."""

from .kv_store import KvStore


class SQLiteKv(KvStore):
    name = "sqlite_kv"
    module = "github.com/mattn/go-sqlite3"
    language = "C"
    features = frozenset({"btree", "transactions", "several_processes"})
    ordered_index = "B-tree"
