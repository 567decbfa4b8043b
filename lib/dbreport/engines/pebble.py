"""Pebble: CockroachDB's log-structured merge tree, in Go. It has atomic batches and no transactions."""

from .kv_store import KvStore


class Pebble(KvStore):
    name = "pebble"
    module = "github.com/cockroachdb/pebble/v2"
    features = frozenset({"lsm", "compression"})
    ordered_index = "LSM tree"
