"""The machine: hardware, kernel, its measured limits, and the state of the code that measured."""

import errno
import mmap
import os
import platform
import random
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import psutil

from . import allotted, project
from .errors import DiskFull, Unsupported, UsageError

_REPEATS = 3
_WRITE_BYTES = 512 << 20
_BLOCK = 4096
_SECONDS = 0.5
_SIGNATURE = ("cpu family", "model", "stepping")
_DAMON = Path("/sys/kernel/mm/damon/admin/kdamonds")


@cache
def describe() -> dict[str, Any]:
    """Return facts of this machine that results are read against. No host name, no user, no path."""
    release = _read("/etc/os-release")
    name = re.search(r'PRETTY_NAME="([^"]*)"', release)
    cpu = re.search(r"model name\s*:\s*(.*)", _read("/proc/cpuinfo"))
    return {
        "cpu": re.sub(r"\s+", " ", cpu.group(1)).strip() if cpu else platform.processor() or platform.machine(),
        "cpu_signature": cpu_signature(),
        "architecture": platform.machine(),
        "cores": allotted.cores(),
        "memory_bytes": allotted.memory_bytes(),
        "kernel": platform.release(),
        "system": name.group(1) if name else platform.system(),
        "python": platform.python_version(),
        "virtual": "hypervisor" in _read("/proc/cpuinfo"),
        "idle_memory_s": idle_memory_s(),
    }


def cpu_signature() -> str | None:
    """Return `family-model-stepping` as the processor tells them itself (CPUID, x86); None where the kernel shows none.

    A hypervisor may hide the name: "AMD EPYC" has been processors of two generations.
    """
    told = [re.search(rf"^{key}\s*:\s*(\d+)$", _read("/proc/cpuinfo"), re.M) for key in _SIGNATURE]
    return "-".join(number.group(1) for number in told if number) if all(told) else None


def idle_memory_s() -> float | None:
    """Return after how many seconds the kernel takes back memory that nobody touches; None where it leaves it alone.

    DAMON's pageout does it, as on some cloud hosts: page cache goes first, and a system that relies on it cools down.
    """
    ages = []
    for scheme in _DAMON.glob("*/contexts/*/schemes/*"):
        context, worker = scheme.parents[1], scheme.parents[3]
        if (_read(worker / "state"), _read(scheme / "action")) == ("on\n", "pageout\n"):
            rounds, round_us = (
                _read(scheme / "access_pattern/age/min"),
                _read(context / "monitoring_attrs/intervals/aggr_us"),
            )
            ages.append(int(rounds) * int(round_us) / 1e6)
    return min(ages, default=None)


def slug() -> str:
    """Return the short name results of this machine are filed under, such as `amd-epyc-2c-24g`.

    Raises UsageError where DBREPORT_HOST holds what would be left out of it: two machines would share a name.
    """
    facts = describe()
    cpu = re.sub(r"\(.*?\)|\b(processor|cpu|core)\b|@.*", "", facts["cpu"].lower())
    asked = os.environ.get("DBREPORT_HOST", "")
    if any(sign.isalnum() and not sign.isascii() for sign in asked) or (asked and not re.search("[A-Za-z0-9]", asked)):
        raise UsageError(
            f"DBREPORT_HOST={asked!r} cannot name a folder of results; use Latin letters and digits, such as my-server"
        )
    name = asked or f"{cpu} {facts['cores']}c {round(facts['memory_bytes'] / (1 << 30))}g"
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _read(path: str | Path) -> str:
    try:
        return Path(path).read_text()
    except OSError:
        return ""


def filesystem(folder: Path) -> str:
    """Return the type of the file system under a folder, such as ext4."""
    best = max(
        (p for p in psutil.disk_partitions(all=True) if folder.is_relative_to(p.mountpoint)),
        key=lambda p: len(p.mountpoint),
        default=None,
    )
    return best.fstype if best else "unknown"


def limits(folder: Path) -> dict[str, Any]:
    """Measure what this machine can do at most, each limit three times, on the disk under `folder`.

    Returns by limit: `unit` and `values`. Rates of a database are set against these. Raises DiskFull.
    """
    path = folder / "limits.tmp"
    tests: dict[str, tuple[str, Callable[[Path], float]]] = {
        "sequential_write": ("bytes/s", _sequential_write),
        "random_read_4k": ("reads/s", _random_read),
        "fsync": ("fsyncs/s", _fsync),
        "memory_copy": ("bytes/s", _memory_copy),
    }
    try:
        with room_told(folder):
            return {
                name: {"unit": unit, "values": [test(path) for _ in range(_REPEATS)]}
                for name, (unit, test) in tests.items()
            }
    finally:
        for left in (path, folder / "fsync.tmp"):
            left.unlink(missing_ok=True)


def require_memory(cache_bytes: int) -> None:
    """Raise Unsupported where caches of a fixed size would not fit into the memory that is free now."""
    free = allotted.free_memory_bytes()
    if cache_bytes > free:
        raise Unsupported(
            f"this profile gives caches {cache_bytes / (1 << 30):.1f} GiB, and {free / (1 << 30):.1f} GiB of memory are"
            " free; name fewer systems with --engine, or measure on a machine with more"
        )


@contextmanager
def room_told(folder: Path) -> Iterator[None]:
    """Turn the operating system's word for a full disk, wherever in the block it comes up, into DiskFull."""
    try:
        yield
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        free = shutil.disk_usage(folder).free
        raise DiskFull(
            f"the disk is full: {free / 1e9:.1f} GB are free under {folder.parent}; free some room, choose a smaller"
            " --scale, or set DBREPORT_DATA to a larger disk"
        ) from error


def _sequential_write(path: Path) -> float:
    block = random.Random(1).randbytes(8 << 20)
    begin = time.perf_counter()
    with path.open("wb", buffering=0) as file:
        for _ in range(_WRITE_BYTES // len(block)):
            file.write(block)
        os.fsync(file.fileno())
    return _WRITE_BYTES / (time.perf_counter() - begin)


def _random_read(path: Path) -> float:
    """One reader, past the page cache where the file system allows it."""
    blocks = path.stat().st_size // _BLOCK
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_DIRECT", 0))
    except OSError:
        handle = os.open(path, os.O_RDONLY)
    page = mmap.mmap(-1, _BLOCK)  # direct reads want an aligned buffer
    order = random.Random(2)
    reads, begin = 0, time.perf_counter()
    try:
        while (elapsed := time.perf_counter() - begin) < _SECONDS:
            os.preadv(handle, [page], order.randrange(blocks) * _BLOCK)
            reads += 1
    finally:
        os.close(handle)
    return reads / elapsed


def _fsync(path: Path) -> float:
    """One writer that appends 4 KiB and syncs, as a log does."""
    page, syncs, begin = b"\0" * _BLOCK, 0, time.perf_counter()
    with (path.parent / "fsync.tmp").open("wb", buffering=0) as file:
        while (elapsed := time.perf_counter() - begin) < _SECONDS:
            file.write(page)
            os.fdatasync(file.fileno())
            syncs += 1
    return syncs / elapsed


def _memory_copy(path: Path) -> float:
    source = np.ones(128 << 20, np.uint8)
    target = np.empty_like(source)
    np.copyto(target, source)
    begin = time.perf_counter()
    for _ in range(4):
        np.copyto(target, source)
    return 4 * source.nbytes / (time.perf_counter() - begin)


def git_state() -> tuple[str, bool]:
    """Return the commit of the project folder and whether its tree was dirty, results aside."""

    def git(*args: str) -> str:
        return subprocess.run(
            ["git", "-C", str(project.root()), *args],  # noqa: S607
            capture_output=True,
            text=True,
        ).stdout.strip()

    outputs = (":!data/results", ":!data/replications", ":!chapters")
    return git("rev-parse", "HEAD"), bool(git("status", "--porcelain", "--", ".", *outputs))
