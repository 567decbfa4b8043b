"""What surrounds a timing: resources of a process tree, the page cache, answers. Knows no engine."""

import hashlib
import os
import re
import resource
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self

import psutil

from .model import Metrics, Reading, Resources
from .processes import tree

_POLL_S = 0.02
_SETTLE_TRIES = 100
_LOOKING_SHARE = 0.02
"""What looking at a process tree may take of one processor."""
_MANY = 1000
_LEAST_CPU_S = 1e-8
"""Less CPU a transaction is impossible: some thirty instructions. A loop that does nothing takes ten times that."""


def drop_page_cache() -> bool:
    """Drop the kernel's clean caches after a sync; return False where this is not allowed here."""
    os.sync()
    try:
        with open("/proc/sys/vm/drop_caches", "w") as file:
            file.write("3")
    except OSError:
        return False
    return True


def digest(rows: Iterable[Sequence[Any]], whole: bool = False) -> str:
    """Return the digest of a result as a multiset: its row count and BLAKE2b of the sorted normalised rows.

    A value is normalised to its text, None to a mark of its own, so that an integer column and a
    decimal one agree and order does not matter where none was asked for. With `whole`, numbers are cut to their whole
    part: 9, 9.31 and 9.3132 agree.
    """
    lines = sorted(_line(row, _whole if whole else str) for row in rows)
    return f"{len(lines)}:{hashlib.blake2b(chr(30).join(lines).encode(), digest_size=12).hexdigest()}"


def digest_of_many(rows: Iterable[Sequence[Any]]) -> str:
    """Return the digest of a result as a multiset, none of whose rows is kept: its row count and a sum.

    What is added up are the rows' own digests (BLAKE2b, 128 bits), so that order does not matter and a row that comes
    twice counts twice. Rows are normalised as by `digest`; the two digests of one result differ.
    """
    count = total = 0
    for row in rows:
        count += 1
        total += int.from_bytes(hashlib.blake2b(_line(row, str).encode(), digest_size=16).digest(), "big")
    return f"{count}:{total % (1 << 128):032x}"


def _line(row: Sequence[Any], text: Callable[[object], str]) -> str:
    return "\x1f".join("\x00" if v is None else text(v) for v in row)


def _whole(value: object) -> str:
    """Return a value as text, without what stands behind the point where it is a number."""
    return re.sub(r"\A(-?\d+)\.\d+\Z", r"\1", str(value))


class Sampler:
    """Read what a process tree uses while a block runs, and what this process uses for it.

    `used` and `client_cpu_s` are there when the block has ended; `used` is None where no process was named, or where
    we may not read them.

    CPU and bytes are differences of sums over the tree before and after, exact also for processes that came and
    went: the kernel adds them to the parent that waited for them, and until then their own counters stand. Peak memory
    is the largest sum of private resident bytes plus the largest shared part, looked at as often as two per cent of a
    processor allow. `client_cpu_s` is the CPU of all threads of ours, whatever a driver starts, but the one that looks.
    """

    pauses_s = (0.02, 0.1)
    """Between two looks: at first, and in the long run."""

    def __init__(self, roots: Sequence[int]) -> None:
        self._roots = tuple(roots)
        self._looking_s = 0.0
        self._thread: threading.Thread | None = None
        self.used: Resources | None = None
        self.client_cpu_s = 0.0

    def __enter__(self) -> Self:
        if self._roots:
            self._first = self._settled()
            self._peak = self._first.peak_memory_bytes if self._first else 0
            self._stop = threading.Event()
            self._thread = threading.Thread(target=self._watch, daemon=True)
            self._thread.start()
        self._began_s = time.process_time() - self._looking_s
        return self

    def __exit__(self, *_: object) -> None:
        self.client_cpu_s = time.process_time() - self._looking_s - self._began_s
        if self._thread is None:
            return
        self._stop.set()
        self._thread.join()
        first, last = self._first, self._settled()
        if first and last:
            self.used = Resources(
                last.cpu_s - first.cpu_s,
                max(self._peak, last.peak_memory_bytes),
                last.read_bytes - first.read_bytes,
                last.written_bytes - first.written_bytes,
            )

    def _watch(self) -> None:
        pause_s, longest_s = self.pauses_s
        while not self._stop.wait(pause_s):
            if totals := self._totals()[0]:
                self._peak = max(self._peak, totals.peak_memory_bytes)
            took_s = time.thread_time() - self._looking_s
            self._looking_s += took_s
            pause_s = max(min(pause_s * 1.5, longest_s), took_s / _LOOKING_SHARE)

    def _settled(self) -> Resources | None:
        """Read until nobody ends meanwhile: a process that does is counted neither by itself nor by its parent.

        The backends of a server that has just lost its clients end within milliseconds.
        """
        for _ in range(_SETTLE_TRIES):
            totals, whole = self._totals()
            if whole:
                break
            time.sleep(_POLL_S)
        return totals

    def _totals(self) -> tuple[Resources | None, bool]:
        """Return what the tree has used, and whether the same processes were there before and after the reading."""
        cpu_s, private, shared, read, written = 0.0, 0, 0, 0, 0
        processes = tree(self._roots)
        for process in processes:  # a parent before its children, so that none of them is counted by both
            try:
                cpu = process.cpu_times()
                memory = process.memory_info()
                io = process.io_counters() if hasattr(process, "io_counters") else None
            except psutil.AccessDenied:
                return None, True
            except psutil.Error:
                continue
            cpu_s += cpu.user + cpu.system + cpu.children_user + cpu.children_system
            own = getattr(memory, "shared", 0)
            private, shared = private + memory.rss - own, max(shared, own)
            if io:
                read, written = read + io.read_bytes, written + io.write_bytes
        return Resources(cpu_s, private + shared, read, written), processes == tree(self._roots)


class Meter(Sampler):
    """A sampler for a server of many processes under load: it looks once a second, so that watching disturbs nobody."""

    pauses_s = (1.0, 1.0)


class Peak:
    """Look at a number of bytes again and again while a block runs; `bytes` is the largest that was seen."""

    pause_s = 0.25

    def __init__(self, look: Callable[[], int]) -> None:
        self._see = look
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self.bytes = 0

    def __enter__(self) -> Self:
        self._look()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(self.pause_s):
            self._look()

    def _look(self) -> None:
        self.bytes = max(self.bytes, self._see())


class Proportional(Peak):
    """Look at a process tree's memory while a block runs: of pages that several processes share, each counts its part.

    `peak_bytes` is the largest sum of proportional set sizes that was seen; None where the kernel does not tell.
    """

    def __init__(self, roots: Sequence[int]) -> None:
        super().__init__(lambda: sum(_proportional_bytes(process.pid) for process in tree(roots)))

    @property
    def peak_bytes(self) -> int | None:
        return self.bytes or None


def hold_more(roots: Sequence[int], limit_bytes: int) -> bool:
    """Tell whether process trees hold more memory than a limit; pages that several processes share count once.

    Proportional sizes have the kernel walk all of that memory, a gibibyte of a JVM each time: they are looked at only
    where resident ones, which it keeps count of and which are never smaller, are beyond the limit.
    """
    processes = tree(roots)
    if sum(map(_resident_bytes, processes)) <= limit_bytes:
        return False
    return sum(_proportional_bytes(process.pid) for process in processes) > limit_bytes


def _resident_bytes(process: psutil.Process) -> int:
    try:
        return int(process.memory_info().rss)
    except psutil.Error:  # it has ended meanwhile, or may not be looked at
        return 0


def _proportional_bytes(pid: int) -> int:
    """Return a process's share of the memory it has; 0 for one that has ended or may not be looked at."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", encoding="ascii", errors="replace") as file:
            told = re.search(r"^Pss:\s+(\d+) kB", file.read(), re.MULTILINE)
    except OSError:
        return 0
    return int(told[1]) << 10 if told else 0


def readings(used: Resources | None, client_cpu_s: float | None) -> Metrics:
    """Return what server and client used as metrics; nothing of those that are None."""
    metrics: Metrics = {}
    if used is not None:
        metrics = {
            "server_cpu": Reading(used.cpu_s, "s"),
            "server_peak_memory": Reading(used.peak_memory_bytes, "bytes"),
            "server_read": Reading(used.read_bytes, "bytes"),
            "server_written": Reading(used.written_bytes, "bytes"),
        }
    if client_cpu_s is not None:
        metrics["client_cpu"] = Reading(client_cpu_s, "s")
    return metrics


def impossible(metrics: Mapping[str, tuple[float, str]]) -> dict[str, str]:
    """Return, of the metrics of one repeat, those that cannot be, each with the reason: they are missing, no numbers.

    A kernel counts processes, not work: where it forgets one that ended, or was read too late, a difference is below
    zero, or nothing at all was used by a server that did thousands of transactions.
    """
    done = metrics.get("transactions", (0.0, ""))[0]
    reasons = {}
    for name, (value, unit) in metrics.items():
        is_cpu = "_cpu" in name
        if value < 0 and (is_cpu or unit.startswith("bytes")):
            reasons[name] = f"read as {value:g} {unit}, and nothing uses less than nothing"
        elif name == "server_peak_memory" and value == 0:
            reasons[name] = "read as 0 bytes, and no process runs in none"
        elif is_cpu and done >= _MANY and value / (1 if unit == "s/transaction" else done) < _LEAST_CPU_S:
            reasons[name] = f"read as {value:g} {unit} at {done:,.0f} transactions, which nothing can do in so little"
    return reasons


def children_cpu_s() -> float:
    """Return the CPU seconds of every process this one has started and waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
