"""Pebble: CockroachDB's log-structured merge tree, in Go. It has atomic batches and no transactions."""

from __future__ import annotations

from .base import Flags
from .kv_store import DURABLE, PACKAGE, KvStore


class Pebble(KvStore):
    name = "pebble"
    module = "github.com/cockroachdb/pebble/v2"
    features = frozenset({"lsm", "compression"})
    flags = Flags(
        kind="process",
        licence="BSD-3-Clause",
        transactional=False,
        durable=DURABLE,
        ordered_index="LSM tree",
        package=PACKAGE,
    )
