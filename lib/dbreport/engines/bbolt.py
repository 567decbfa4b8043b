"""bbolt (boltdb's maintained successor): a B+ tree in one mapped file, in Go."""

from __future__ import annotations

from .base import Flags
from .kv_store import DURABLE, PACKAGE, KvStore


class Bbolt(KvStore):
    name = "bbolt"
    module = "go.etcd.io/bbolt"
    features = frozenset({"btree", "transactions"})
    flags = Flags(
        kind="process", licence="MIT", transactional=True, durable=DURABLE, ordered_index="B+ tree", package=PACKAGE
    )
