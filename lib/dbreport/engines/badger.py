"""Badger: a log-structured merge tree in Go that can keep large values apart from it."""

from .kv_store import KvStore


class Badger(KvStore):
    name = "badger"
    module = "github.com/dgraph-io/badger/v4"
    features = frozenset({"lsm", "transactions", "compression", "expiry"})
    ordered_index = "LSM tree"
