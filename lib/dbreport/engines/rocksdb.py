"""RocksDB: a log-structured merge tree in C++, the distribution's library by a Go binding of the same version."""

import os
import re
from pathlib import Path
from typing import Any

from .kv_store import KvStore
from .launch import golang

NEEDED = "7.8"
"""The binding is compiled against the header and fits this version alone; Debian 12 has it."""
_FOLDERS = ("/usr/include", "/usr/local/include")


def _header_version() -> str | None:
    """Return the version of the library's header; None where there is none."""
    for folder in (*_FOLDERS, f"{os.environ.get('CONDA_PREFIX', '')}/include"):
        header = Path(folder) / "rocksdb" / "version.h"
        if header.exists():
            text = header.read_text(encoding="utf-8", errors="replace")
            numbers = re.findall(r"#define ROCKSDB_(?:MAJOR|MINOR|PATCH) (\d+)", text)
            return ".".join(numbers)
    return None


class RocksDB(KvStore):
    name = "rocksdb"
    module = "github.com/linxGnu/grocksdb"
    language = "C++"
    # the other libraries RocksDB needs are its own affair: they are not linked a second time
    tags = ("rocksdb", "grocksdb_clean_link")
    features = frozenset({"lsm", "transactions", "compression", "expiry"})
    ordered_index = "LSM tree"

    @classmethod
    def lacking(cls) -> str:
        version = _header_version()
        if version is None:
            return "RocksDB's library and header: apt-get install librocksdb-dev, or make engines"
        if not version.startswith(f"{NEEDED}."):
            return f"RocksDB {NEEDED} with its header, as Debian 12 has it; version {version} does not fit the binding"
        return super().lacking()

    @classmethod
    def known_version(cls) -> str | None:
        return _header_version()

    def facts(self) -> dict[str, Any]:
        """Return the binding's facts, and the size of RocksDB's own code where its sources are at hand."""
        facts = super().facts()
        sources = os.environ.get("DBREPORT_ROCKSDB_SOURCES")
        if sources and Path(sources).is_dir():
            facts["library_lines"] = golang.lines_of_code(Path(sources))
        return facts
