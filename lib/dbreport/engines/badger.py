"""Badger: a log-structured merge tree in Go that can keep large values apart from it."""

from __future__ import annotations

from .base import Flags
from .kv_store import DURABLE, PACKAGE, KvStore


class Badger(KvStore):
    name = "badger"
    module = "github.com/dgraph-io/badger/v4"
    features = frozenset({"lsm", "transactions", "compression", "expiry"})
    flags = Flags(
        kind="process",
        licence="Apache-2.0",
        transactional=True,
        durable=DURABLE,
        ordered_index="LSM tree",
        package=PACKAGE,
    )
