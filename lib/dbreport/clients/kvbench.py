"""kvbench: our own program on one embedded store. Its lines of JSON read, and the syncs the kernel saw of it."""

import json
import re
import subprocess
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import ClientFailed, StatementTimeout, Unsupported, WrongAnswer
from ..model import Resources
from . import PROGRAMS
from .load import Histogram, find

SYNCS = ("fsync", "fdatasync", "msync", "syncfs", "sync")
"""Calls that return when the data is on the disk. sync_file_range starts writing and promises nothing."""
_CALL = re.compile(r"^\d+\s+(\d+\.\d+) (\w+)\(")
_GRACE_S = 600.0


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase. `wanted` operations were to be done; fewer where the time was up.

    `in_store_s` is the operations' own time without making keys and values; `flushes` are those of the whole
    disk, None where it has no counter. `anonymous_bytes` is memory that is no file's, `size_bytes` what lay on
    the disk by part, both at the end.
    """

    operations: int
    wanted: int
    duration_s: float
    in_store_s: float
    histogram: Histogram
    used: Resources
    flushes: float | None
    anonymous_bytes: int
    size_bytes: dict[str, int]
    began_at: float
    ended_at: float

    @property
    def whole(self) -> bool:
        return self.operations == self.wanted


@dataclass(frozen=True, slots=True)
class Together:
    """Several readers beside one writer: how much each side got through, and what it all used."""

    readers: int
    reads: int
    writes: int
    read_histogram: Histogram
    write_histogram: Histogram
    phase: Phase


@dataclass(frozen=True, slots=True)
class Run:
    """One run from an empty folder to a clean end. `digest` is of everything read back after the phases."""

    version: str
    settings: dict[str, str]
    phases: dict[str, Phase]
    together: Together | None
    keys: int
    digest: str
    close_s: float
    size_bytes: dict[str, int]

    @property
    def whole(self) -> bool:
        return all(phase.whole for phase in self.phases.values())


@dataclass(frozen=True, slots=True)
class Kvbench:
    """The program on one store in a folder that is not there yet.

    `value_bytes` is a multiple of 32 from 64; `cache_bytes` is the block cache of the tuned profile; `limit_s` what one
    phase may take.
    """

    program: Path
    store: str
    folder: Path
    count: int
    sync: bool
    profile: str
    cache_bytes: int
    seed: int
    limit_s: float
    value_bytes: int

    def run(self, phases: Sequence[str], readers: int = 0, lasting_s: float = 1.0) -> Run:
        """Run phases, then readers beside a writer for so many seconds.

        Raises ClientFailed, WrongAnswer, StatementTimeout.
        """
        limit_s = self.limit_s * len(phases) + lasting_s + _GRACE_S
        return parse(_execute(self._argv(phases, readers, lasting_s), limit_s).stdout)

    def traced(self, phases: Sequence[str], trace: Path) -> tuple[Run, dict[str, Counter[str]]]:
        """Run phases with every call that syncs written to `trace`; return the calls by phase as well.

        Raises Unsupported where the kernel's calls cannot be looked at.
        """
        strace = find("strace", PROGRAMS["strace"])
        if strace.where is None:
            raise Unsupported(f"no proof of syncs: {strace.hint}")
        watched = ",".join((*SYNCS, "sync_file_range"))
        argv = [strace.where, "-f", "--seccomp-bpf", "-ttt", "-qq", f"--trace={watched}", "--signal=none",
                f"--output={trace}", *self._argv(phases, 0, 1.0)]  # fmt: skip
        try:
            run = parse(_execute(argv, self.limit_s * len(phases) + _GRACE_S).stdout)
        except ClientFailed as error:
            if "strace:" in str(error) or "ptrace" in str(error):
                raise Unsupported(f"no proof of syncs: {error}") from error
            raise
        return run, calls_by_phase(trace.read_text(encoding="utf-8", errors="replace"), run)

    def _argv(self, phases: Sequence[str], readers: int, lasting_s: float) -> list[str]:
        return [
            str(self.program), f"-store={self.store}", f"-dir={self.folder}", f"-n={self.count}",
            f"-sync={str(self.sync).lower()}", f"-profile={self.profile}", f"-cache={self.cache_bytes}",
            f"-seed={self.seed}", f"-value={self.value_bytes}", f"-limit={self.limit_s}s", f"-phase={','.join(phases)}",
            f"-readers={readers}", f"-for={lasting_s}s",
        ]  # fmt: skip


def _execute(argv: Sequence[str], limit_s: float) -> subprocess.CompletedProcess[str]:
    try:
        done = subprocess.run(
            argv, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=limit_s
        )
    except subprocess.TimeoutExpired as error:
        raise StatementTimeout(f"kvbench did not end within {limit_s:.0f} s") from error
    if done.returncode:
        said = (done.stderr.strip().splitlines() or [f"kvbench ended with code {done.returncode} and said nothing"])[-1]
        raise (WrongAnswer if "wrong answer: " in said else ClientFailed)(said)
    return done


def parse(said: str) -> Run:
    """Read what one run printed. Raises ClientFailed for a run that is not whole."""
    events: dict[str, Any] = {}
    phases = {}
    try:
        for line in said.splitlines():
            event = json.loads(line)
            if event["event"] == "phase":
                phases[event["phase"]] = _phase(event)
            else:
                events[event["event"]] = event
        return Run(
            events["opened"]["version"], events["opened"]["settings"], phases,
            _together(events["readers"]) if "readers" in events else None,
            events["verified"]["keys"], events["verified"]["digest"],
            events["closed"]["duration_s"], events["closed"]["size_bytes"],
        )  # fmt: skip
    except (KeyError, TypeError, ValueError) as error:
        raise ClientFailed(f"kvbench printed what cannot be read ({error!r}): {said.strip()[-200:]!r}") from error


def _phase(event: dict[str, Any]) -> Phase:
    used = Resources(event["cpu_s"], event["peak_memory_bytes"], int(event["read_bytes"]), int(event["written_bytes"]))
    return Phase(
        event["operations"], event["wanted"], event["duration_s"], event["in_store_s"],
        _histogram(event["latency_ns"]), used, event["disk_flushes"], event["anonymous_bytes"], event["size_bytes"],
        event["began_at"], event["ended_at"],
    )  # fmt: skip


def _together(event: dict[str, Any]) -> Together:
    reads, writes = (_histogram(event[f"{side}_latency_ns"]) for side in ("read", "write"))
    return Together(event["readers"], event["reads"], event["writes"], reads, writes, _phase(event))


def _histogram(buckets: Sequence[tuple[int, int]]) -> Histogram:
    return tuple((bound / 1e9, count) for bound, count in buckets)


def calls_by_phase(trace: str, run: Run) -> dict[str, Counter[str]]:
    """Count the calls that began within each phase; one that was interrupted is written twice and counted once."""
    counted: dict[str, Counter[str]] = {name: Counter() for name in run.phases}
    for line in trace.splitlines():
        if call := _CALL.match(line):
            at = float(call[1])
            for name, phase in run.phases.items():
                if phase.began_at <= at <= phase.ended_at:
                    counted[name][call[2]] += 1
    return counted
