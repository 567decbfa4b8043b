"""bbolt (boltdb's maintained successor): a B+ tree in one mapped file, in Go."""

from .kv_store import KvStore


class Bbolt(KvStore):
    name = "bbolt"
    module = "go.etcd.io/bbolt"
    features = frozenset({"btree", "transactions"})
    ordered_index = "B+ tree"
