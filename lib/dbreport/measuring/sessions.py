"""One machine from one boot to the next: its host, limits and calibration, measured once and named by each sample.

Two virtual machines of one make are two sessions: their disks and kernels may differ, and what a hypervisor gives them
does. Within one, ratios are formed; across two, times do not compare.
"""

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psutil

from .. import host
from ..results.calibrations import COMPARED, Facts, times_longer
from .attempts import AGAIN, SLOWER, Watch
from .calibration import Calibrator, work

ROUNDS = 20
"""Calibrations a session begins with: what later ones are held against."""
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


@dataclass(frozen=True, slots=True)
class Session:
    """A session: its name, what `Footer.sessions` holds of it, and a private folder on the disk that is measured."""

    id: str
    facts: Facts
    folder: Path

    def watch(self, again: int = AGAIN) -> Watch:
        """Return what watches over one run's repeats; a disturbed one is done again `again` times at most."""
        baseline = {part: readings["values"] for part, readings in self.facts["calibration"].items()}
        return Watch(Calibrator(self.folder), baseline, again)


def current(data_root: Path, say: Callable[[str], object], limits: bool = True) -> Session:
    """Return the session of this boot, with what it began with: kept under the data root, measured where it is not.

    Args:
        data_root: lies on the disk that is measured.
        say: is told before something takes seconds.
        limits: whether those of the machine are needed; without them a session is not kept.

    Raises DiskFull where the limits of the disk cannot be measured.
    """
    folder = data_root / "sessions"
    folder.mkdir(mode=0o700, exist_ok=True)
    name = _id(data_root)
    path = folder / f"{name}.json"
    facts = _kept(path)
    if facts is None and not limits:
        facts = _measured(data_root, folder, {})
    elif facts is None:
        say("measuring the limits of this machine")
        facts = _measured(data_root, folder, host.limits(folder))
        left = path.with_suffix(".tmp")
        left.write_text(json.dumps(facts), encoding="utf-8")
        left.replace(path)
    return Session(name, facts, folder)


def slower(session: Session, others: Mapping[str, Facts]) -> str | None:
    """Return a sentence that says how much slower this session is than the host's best one; None where it is not.

    A host of the same name may be another machine, or have other neighbours, than it had. Sessions that are known to be
    of another processor are none of its own: what it is at its best, they do not tell.
    """
    compared = [
        facts for name, facts in others.items() if name != session.id and _may_be_one_processor(session.facts, facts)
    ]
    parts = []
    for part in COMPARED:
        times = [longer for facts in compared if (longer := times_longer(session.facts, facts, part)) is not None]
        if times and max(times) > SLOWER:
            parts.append(f"{part} is {max(times):.1f} times slower")
    if not parts:
        return None
    return (
        f"{' and '.join(parts)} now than in the best of this host's other sessions:"
        " ratios of systems measured now stay usable, their times do not compare with earlier ones"
    )


def _may_be_one_processor(some: Facts, other: Facts) -> bool:
    told = {facts.get("host", {}).get("cpu_signature") for facts in (some, other)}
    return None in told or len(told) == 1


def _id(data_root: Path) -> str:
    """Return `<date of the boot>-<6 digits>`: of boot, kernel, machine's name and the disk under the data root."""
    booted = psutil.boot_time()
    boot_id = _BOOT_ID.read_text().strip() if _BOOT_ID.exists() else str(booted)
    told = "\0".join((boot_id, os.uname().release, host.slug(), str(data_root.stat().st_dev)))
    return f"{datetime.fromtimestamp(booted, UTC):%Y%m%d}-{hashlib.blake2b(told.encode(), digest_size=3).hexdigest()}"


def _kept(path: Path) -> Facts | None:
    """Return what an earlier run of this session has measured, None where that is not there or of other work."""
    try:
        facts: Facts = json.loads(path.read_text(encoding="utf-8"))
        same = {part: readings["work"] for part, readings in facts["calibration"].items()} == work()
        return facts if same and facts["limits"] else None
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def _measured(data_root: Path, folder: Path, limits: Mapping[str, Any]) -> Facts:
    calibrator = Calibrator(folder)
    rounds = [calibrator.measure() for _ in range(ROUNDS)]
    return {
        "host": {**host.describe(), "filesystem": host.filesystem(data_root)},
        "boot": datetime.fromtimestamp(psutil.boot_time(), UTC).isoformat(timespec="seconds"),
        "kernel": os.uname().release,
        "limits": limits,
        "calibration": {
            part: {"unit": "s", "work": amount, "values": [seconds[part] for seconds in rounds]}
            for part, amount in work().items()
        },
        "first": datetime.now(UTC).isoformat(timespec="seconds"),
    }
