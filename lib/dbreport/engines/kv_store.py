"""What the embedded key-value stores share: one Go program, kvbench, built here, that opens any of them.

The stores' own modules say what each is; how it is opened and driven stands in the Go sources.
"""

import json
import shutil
import subprocess
import tempfile
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from ..errors import EngineStartFailed
from ..model import Durability
from .base import Found
from .embedded import Embedded
from .launch import golang

SOURCES = Path(__file__).resolve().parents[2] / "kvbench"
_OPEN_LIMIT_S = 60.0


class KvStore(Embedded):
    """One store of kvbench. `module` is its Go module, a binding where `language` is not Go."""

    module: ClassVar[str]
    language: ClassVar[str] = "Go"
    tags: ClassVar[tuple[str, ...]] = ()
    durable = frozenset({Durability.FULL, Durability.NONE})  # synced, or left to the kernel: none has a class between
    features: ClassVar[frozenset[str]]
    """Of transactions, compression, expiry, several_processes; `lsm` or `btree` says how it is built."""

    @classmethod
    def find(cls, launcher: str | None = None) -> Found:
        go = golang.toolchain(SOURCES)
        if go is None:
            return Found(None, None, None, golang.HINT.format(oldest=golang.oldest(SOURCES)))
        if lacking := cls.lacking():
            return Found(None, None, None, lacking)
        return Found("in process", cls.known_version(), f"lib/kvbench, built by Go {go.version}")

    @classmethod
    def lacking(cls) -> str:
        """Return what to install beyond Go; empty where nothing is missing."""
        if cls.language != "Go" and shutil.which("gcc") is None and shutil.which("cc") is None:
            return "a C compiler: apt-get install gcc, or make engines"
        return ""

    @classmethod
    def known_version(cls) -> str | None:
        """Return the version that would be built in, as far as it can be told without building."""
        return golang.pinned(SOURCES, cls.module) if cls.language == "Go" else None

    def start(self) -> None:
        super().start()
        _ = self._about

    def program(self) -> Path:
        return golang.build(SOURCES, self.tags)

    @cached_property
    def _about(self) -> dict[str, Any]:
        """What the store said of itself when it was opened once."""
        with tempfile.TemporaryDirectory(dir=self.setup.folder) as folder:
            argv = [
                str(self.program()), "-about", f"-store={self.name}", f"-dir={folder}/about",
                f"-profile={self.setup.profile}", f"-cache={self.setup.memory_budget_bytes // 2}",
                f"-sync={str(self.setup.durability is Durability.FULL).lower()}",
            ]  # fmt: skip
            try:
                done = subprocess.run(argv, capture_output=True, text=True, timeout=_OPEN_LIMIT_S)
            except subprocess.TimeoutExpired as error:
                raise EngineStartFailed(f"{self.name} did not open within {_OPEN_LIMIT_S:.0f} s") from error
            if done.returncode:
                raise EngineStartFailed(f"{self.name}: {done.stderr.strip() or done.returncode}".replace(folder, "…"))
            return json.loads(done.stdout.splitlines()[0])

    def version(self) -> str:
        return self._about["version"]

    def requested(self) -> dict[str, Any]:
        return {"cache_bytes": self.setup.memory_budget_bytes // 2}

    def settings(self) -> dict[str, str]:
        return self._about["settings"]

    def facts(self) -> dict[str, Any]:
        return {
            "language": self.language,
            "features": sorted(self.features),
            **golang.module_facts(SOURCES, self.module),
        }
