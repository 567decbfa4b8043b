"""A fixed piece of work, short enough to be done before each repeat: what the machine itself is worth just now.

A hypervisor that gives less than it did shows here alone: a machine of the same name ran five times slower on another
day while its kernel saw 1 % stolen.
"""

import hashlib
import os
import time
from pathlib import Path

import numpy as np

_HASHED = bytes(range(256)) * 256
"""64 KiB, which stay in any processor's own cache: hashing them is integer work and nothing else."""
_HASHES = 128
_COPIED_BYTES = 32 << 20
"""Source and target together are larger than the cache of one core's share of a server's processor."""
_COPIES = 2
_PAGE = b"\1" * 4096


class Calibrator:
    """Does the fixed work over and over; `folder` lies on the disk that is measured, and keeps one file of a page."""

    def __init__(self, folder: Path) -> None:
        self._source = np.ones(_COPIED_BYTES, np.uint8)
        self._target = self._source.copy()  # touched once, so that no copy has to wait for memory
        self._path = folder / "calibration"
        self._path.write_bytes(_PAGE)  # a page that is there is synced without the file system's own journal

    def measure(self) -> dict[str, float]:
        """Return what each part took, seconds: some 12 ms together on a machine of 2024.

        Processor and memory are timed by this thread's own CPU, so that a server of ours which is still busy takes
        nothing from them, yet a slower processor does. A sync waits: it is timed by the wall.
        """
        return {"processor": _processor_s(), "memory": self._memory_s(), "sync": self._sync_s()}

    def _memory_s(self) -> float:
        begin = time.thread_time()
        for _ in range(_COPIES):
            np.copyto(self._target, self._source)
        return time.thread_time() - begin

    def _sync_s(self) -> float:
        handle = os.open(self._path, os.O_WRONLY)
        try:
            begin = time.perf_counter()
            os.pwrite(handle, _PAGE, 0)
            getattr(os, "fdatasync", os.fsync)(handle)
            return time.perf_counter() - begin
        finally:
            os.close(handle)


def work() -> dict[str, int]:
    """Return how many bytes each part works on: calibrations compare where these are equal."""
    return {"processor": _HASHES * len(_HASHED), "memory": _COPIES * _COPIED_BYTES, "sync": len(_PAGE)}


def _processor_s() -> float:
    begin = time.thread_time()
    for _ in range(_HASHES):
        hashlib.blake2b(_HASHED).digest()
    return time.thread_time() - begin
