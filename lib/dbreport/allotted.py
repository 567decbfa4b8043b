"""What this process may use of the machine: a container, or a control group made by hand, is given less than all of it.

Servers started as processes live in the same groups, and containers are given as much: results of a process held back
are those of a smaller machine.
"""

import math
import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import psutil

_ROOT = Path("/sys/fs/cgroup")
_OWN = Path("/proc/self/cgroup")
DISK_RATES = {"read_bps": "rbps", "write_bps": "wbps", "read_iops": "riops", "write_iops": "wiops"}
"""What is limited of a disk, bytes or requests a second: as groups of the first version and of the second say it."""


def processors() -> list[int]:
    """Return the numbers of the processors this process may run on: its affinity's."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else list(range(os.cpu_count() or 1))


@cache
def cores() -> int:
    """Return how many processors this process may keep busy: its affinity's, or fewer where its time is limited."""
    return max(1, min([len(processors()), *(math.ceil(share) for share in _shares())]))


@cache
def memory_bytes() -> int:
    """Return how much memory this process and what it starts may have together, page cache included."""
    return min([psutil.virtual_memory().total, *_limits("memory", "memory.limit_in_bytes", "memory.max")])


def free_memory_bytes() -> int:
    """Return how much of it is free now, as far as the machine as a whole has it."""
    return min(memory_bytes(), psutil.virtual_memory().available)


def disk_rates() -> dict[str, dict[str, int]]:
    """Return what this process may read and write of each disk a second: by DISK_RATES, then by disk (`254:0`)."""
    rates: dict[str, dict[str, int]] = {}
    for disk, kind, rate in _disk_rates():
        of_kind = rates.setdefault(kind, {})
        of_kind[disk] = min(rate, of_kind.get(disk, rate))
    return rates


def _disk_rates() -> Iterator[tuple[str, str, int]]:
    for group in _groups("blkio"):
        for kind in DISK_RATES:
            with suppress(OSError):
                told = (group / f"blkio.throttle.{kind}_device").read_text().split()
                yield from ((disk, kind, int(rate)) for disk, rate in zip(told[::2], told[1::2], strict=True))
        with suppress(OSError):
            for line in (group / "io.max").read_text().splitlines():
                disk, *told = line.split()
                limits = dict(each.split("=") for each in told)
                yield from ((disk, k, int(limits[name])) for k, name in DISK_RATES.items() if limits[name] != "max")


def _shares() -> Iterator[float]:
    """Yield the processor time allowed in each period, in periods: 1.5 is one and a half processors."""
    for group in _groups("cpu"):
        with suppress(OSError, ValueError):
            quota, period = (group / "cpu.max").read_text().split()
            yield int(quota) / int(period)  # not where the quota is "max"
        with suppress(OSError):
            quota_us, period_us = (int((group / f"cpu.cfs_{name}_us").read_text()) for name in ("quota", "period"))
            if quota_us > 0:
                yield quota_us / period_us


def _limits(controller: str, *files: str) -> Iterator[int]:
    for group in _groups(controller):
        for file in files:
            with suppress(OSError, ValueError):  # not where the limit is "max"
                yield int((group / file).read_text())


def _groups(controller: str) -> Iterator[Path]:
    """Yield the group this process is in and those above it, which limit it as well, of either version."""
    try:
        lines = _OWN.read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if controllers and controller not in controllers.split(","):
            continue
        root = _ROOT / controllers if controllers else _ROOT
        own = root / path.lstrip("/")
        yield own if own.is_dir() else root  # in a container the root is what it is given
        yield from (above for above in own.parents if above.is_relative_to(root))
