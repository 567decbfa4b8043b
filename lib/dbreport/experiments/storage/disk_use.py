"""The bytes a folder takes on disk while something runs: where it began, and its peak."""

from __future__ import annotations

import threading
from pathlib import Path

from ...engines.embedded import allocated_bytes

_POLL_S = 0.02


class DiskUse:
    """Watch a folder while a block runs: `before_bytes` at its start, `peak_bytes` the most seen meanwhile."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ended = threading.Event()
        self.before_bytes = 0
        self.peak_bytes = 0

    def __enter__(self) -> DiskUse:
        self.before_bytes = self.peak_bytes = sum(allocated_bytes(self._folder))
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()
        return self

    def _watch(self) -> None:
        while not self._ended.wait(_POLL_S):
            self.peak_bytes = max(self.peak_bytes, sum(allocated_bytes(self._folder)))

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        self.peak_bytes = max(self.peak_bytes, sum(allocated_bytes(self._folder)))
