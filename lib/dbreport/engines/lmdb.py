"""LMDB: a B+ tree in one mapped file, in C, by a Go binding that brings its sources along."""

from __future__ import annotations

from .base import Flags
from .kv_store import DURABLE, PACKAGE, KvStore


class LMDB(KvStore):
    name = "lmdb"
    module = "github.com/PowerDNS/lmdb-go"
    language = "C"
    features = frozenset({"btree", "transactions", "several_processes"})
    flags = Flags(
        kind="process",
        licence="OLDAP-2.8",
        transactional=True,
        durable=DURABLE,
        ordered_index="B+ tree",
        package=PACKAGE,
    )
