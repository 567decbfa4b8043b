"""LMDB: a B+ tree in one mapped file, in C, by a Go binding that brings its sources along."""

from .kv_store import KvStore


class LMDB(KvStore):
    name = "lmdb"
    module = "github.com/PowerDNS/lmdb-go"
    language = "C"
    features = frozenset({"btree", "transactions", "several_processes"})
    ordered_index = "B+ tree"
