"""What surrounds a timing: resources of a process tree, the page cache, answers. Knows no engine."""

from __future__ import annotations

import hashlib
import os
import resource
import threading
import time
from collections.abc import Iterable, Sequence
from typing import Any

import psutil

from .model import Resources

_POLL_S = 0.02
_SETTLE_TRIES = 100


def drop_page_cache() -> bool:
    """Drop the kernel's clean caches after a sync; return False where this is not allowed here."""
    os.sync()
    try:
        with open("/proc/sys/vm/drop_caches", "w") as file:
            file.write("3")
    except OSError:
        return False
    return True


def digest(rows: Iterable[Sequence[Any]]) -> str:
    """Return the digest of a result as a multiset: its row count and BLAKE2b of the sorted normalised rows.

    A value is normalised to its text, None to a mark of its own, so that an integer column and a
    decimal one agree and order does not matter where none was asked for.
    """
    lines = sorted("\x1f".join("\x00" if v is None else str(v) for v in row) for row in rows)
    return f"{len(lines)}:{hashlib.blake2b(chr(30).join(lines).encode(), digest_size=12).hexdigest()}"


class Sampler:
    """Sample what a process tree uses while a block runs; `used` is there when the block has ended.

    CPU and bytes are differences of the kernel's counters over the tree as it stands at the end and
    as it stood at the start; processes that came and went between two polls are counted up to their last poll.
    Peak memory is the largest sum of private resident bytes plus the largest shared part.
    """

    def __init__(self, roots: Sequence[int]) -> None:
        self._roots = roots
        self.used: Resources | None = None

    def __enter__(self) -> Sampler:
        if self._roots:
            self._peak = 0
            self._last: dict[int, tuple[float, int, int]] = {}
            self._poll()
            self._first = dict(self._last)
            self._stop = threading.Event()
            self._thread = threading.Thread(target=self._watch, daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        if not self._roots:
            return
        self._stop.set()
        self._thread.join()
        self._poll()
        used = [0.0, 0, 0]
        for pid, now in self._last.items():
            before = self._first.get(pid, (0.0, 0, 0))
            for n in range(3):
                used[n] += now[n] - before[n]
        self.used = Resources(used[0], self._peak, int(used[1]), int(used[2]))

    def _watch(self) -> None:
        pause = _POLL_S
        while not self._stop.wait(pause):
            self._poll()
            pause = min(pause * 1.5, 0.1)  # a long case needs no fine grid, and polling costs CPU

    def _poll(self) -> None:
        private = shared = 0
        for process in _tree(self._roots):
            try:
                with process.oneshot():
                    cpu, memory, io = process.cpu_times(), process.memory_info(), process.io_counters()
            except psutil.Error:
                continue
            private += memory.rss - memory.shared
            shared = max(shared, memory.shared)
            self._last[process.pid] = (cpu.user + cpu.system, io.read_bytes, io.write_bytes)
        self._peak = max(self._peak, private + shared)


class Meter:
    """Read what a process tree uses while a block runs, for a server of many processes under load.

    CPU and bytes are exact also for processes that came and went: the kernel adds them to the parent that
    waited for them. Memory is looked at once a second, so that watching disturbs nobody.
    """

    def __init__(self, roots: Sequence[int]) -> None:
        self._roots = tuple(roots)
        self.used: Resources | None = None

    def __enter__(self) -> Meter:
        self._first = self._settled()
        self._peak = self._first.peak_memory_bytes
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        last, first = self._settled(), self._first
        if self._roots:
            self.used = Resources(
                last.cpu_s - first.cpu_s,
                max(self._peak, last.peak_memory_bytes),
                last.read_bytes - first.read_bytes,
                last.written_bytes - first.written_bytes,
            )

    def _watch(self) -> None:
        while not self._stop.wait(1.0):
            self._peak = max(self._peak, self._totals()[0].peak_memory_bytes)

    def _settled(self) -> Resources:
        """Read until nobody ends meanwhile: a process that does is counted neither by itself nor by its parent.

        The backends of a server that has just lost its clients end within milliseconds.
        """
        for _ in range(_SETTLE_TRIES):
            totals, whole = self._totals()
            if whole:
                break
            time.sleep(_POLL_S)
        return totals

    def _totals(self) -> tuple[Resources, bool]:
        """Return what the tree has used, and whether the same processes were there before and after the reading."""
        cpu_s, private, shared, read, written = 0.0, 0, 0, 0, 0
        tree = _tree(self._roots)
        for process in tree:
            try:
                with process.oneshot():
                    cpu, memory, io = process.cpu_times(), process.memory_info(), process.io_counters()
            except psutil.Error:
                continue
            cpu_s += cpu.user + cpu.system + cpu.children_user + cpu.children_system
            private, shared = private + memory.rss - memory.shared, max(shared, memory.shared)
            read, written = read + io.read_bytes, written + io.write_bytes
        return Resources(cpu_s, private + shared, read, written), tree == _tree(self._roots)


def children_cpu_s() -> float:
    """Return the CPU seconds of every process this one has started and waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _tree(roots: Sequence[int]) -> list[psutil.Process]:
    found = []
    for pid in roots:
        try:
            root = psutil.Process(pid)
            found += [root, *root.children(recursive=True)]
        except psutil.Error:
            continue
    return found


def own_cpu_s() -> float:
    """Return the CPU seconds this process has used: the client's share of a case."""
    return time.process_time()
