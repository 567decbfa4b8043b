"""What the kernel saw of the whole machine while a block ran: steal, pressure, load, page cache it had to read again.

Read from /proc; where a kernel has no such file, its witness is absent.
"""

import os
import re
import resource
from collections.abc import Mapping
from pathlib import Path

from ..model import Metrics, Reading

_PROC = Path("/proc")
_PRESSURES = ("cpu", "io", "memory")
_TICKS_PER_S = os.sysconf("SC_CLK_TCK")
_STEAL = 7
"""Place of the hypervisor's share in /proc/stat, in ticks: user, nice, system, idle, iowait, irq, softirq, steal."""

Totals = Mapping[str, float]
"""Counters since boot by name: seconds, bytes; `load` alone is of the moment."""


def totals() -> Totals:
    """Return the counters of this moment, those that the kernel has."""
    counters: dict[str, float] = {}
    if ticks := re.match(r"cpu +([\d ]+)", _read("stat")):
        shares = [int(text) / _TICKS_PER_S for text in ticks[1].split()[: _STEAL + 1]]
        if len(shares) > _STEAL:
            counters |= {"steal": shares[_STEAL], "machine": sum(shares)}
    for name in _PRESSURES:
        if waited := re.search(r"^some .*total=(\d+)", _read(f"pressure/{name}"), re.MULTILINE):
            counters[f"pressure_{name}"] = int(waited[1]) / 1e6
    if again := re.search(r"^workingset_refault(?:_file)? (\d+)", _read("vmstat"), re.MULTILINE):
        counters["refaulted"] = float(int(again[1]) * resource.getpagesize())
    if load := _read("loadavg"):
        counters["load"] = float(load.split()[0])
    return counters


def between(first: Totals, last: Totals) -> Metrics:
    """Return what was seen between two readings of the counters.

    `steal` is the share of the machine's time that the hypervisor gave to others, `pressure_…` the seconds in which
    some process had to wait, `load` the load average of the last minute when it began. `refaulted` are bytes of page
    cache that had been taken back and were read from the disk again: what DAMON's pageout takes from an idle
    server is counted nowhere else (its own counters stand still until somebody asks the kernel to refresh them).
    """
    both = {name: value - first[name] for name, value in last.items() if name in first}
    seen = {name: Reading(value, "s") for name, value in both.items() if name.startswith("pressure_")}
    if both.get("machine", 0) > 0:
        seen["steal"] = Reading(both["steal"] / both["machine"], "share")
    if "refaulted" in both:
        seen["refaulted"] = Reading(both["refaulted"], "bytes")
    if "load" in first:
        seen["load"] = Reading(first["load"], "processes")
    return seen


def _read(name: str) -> str:
    try:
        return (_PROC / name).read_text()
    except OSError:
        return ""
