"""A cloud disk imitated: what a system reads is held to a number and a rate by the kernel's control groups.

Not here: which statements are measured on it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from ..errors import Unsupported
from ..measure import digest
from ..model import Case
from .bench import COLD_REPEATS, Bench, cool
from .live import Live

READS_PER_S = 6000
BYTES_PER_S = 150_000_000
"""The disk of the source's cloud server, as its vendor describes it."""

_PREFIX = "dbreport-"
"""Groups of ours: the number of the process that made one follows."""


@dataclass(frozen=True, slots=True)
class _Hierarchy:
    """Where control groups that limit a disk live: `controller` as /proc/PID/cgroup has it, files and what goes in."""

    root: Path
    controller: str
    limits: tuple[tuple[str, str], ...]


_FIRST = _Hierarchy(
    Path("/sys/fs/cgroup/blkio"),
    "blkio",
    (
        ("blkio.throttle.read_iops_device", f"{{device}} {READS_PER_S}"),
        ("blkio.throttle.read_bps_device", f"{{device}} {BYTES_PER_S}"),
    ),
)
_SECOND = _Hierarchy(
    Path("/sys/fs/cgroup"), "", (("io.max", f"{{device}} riops={READS_PER_S} rbps={BYTES_PER_S}"),)
)  # fmt: skip


def _hierarchy() -> _Hierarchy:
    if (_FIRST.root / _FIRST.limits[0][0]).exists():
        return _FIRST
    controllers = _SECOND.root / "cgroup.controllers"
    if controllers.exists() and "io" in controllers.read_text().split():
        return _SECOND
    raise Unsupported("the kernel offers no control group that limits a disk; a slow disk cannot be imitated here")


def _device(folder: Path) -> str:
    """Return the whole disk that a folder lies on as `major:minor`: limits are the disk's, not a partition's."""
    number = folder.stat().st_dev
    block = Path(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}")
    if not block.exists():
        raise Unsupported(f"{folder} lies on no block device of its own; a slow disk cannot be imitated here")
    whole = block.resolve().parent if (block / "partition").exists() else block
    return (whole / "dev").read_text().strip()


def _group_of(pid: int, hierarchy: _Hierarchy) -> Path:
    for line in Path(f"/proc/{pid}/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        if hierarchy.controller in controllers.split(","):
            return hierarchy.root / path.lstrip("/")
    return hierarchy.root


@contextmanager
def slowed(pids: Sequence[int], folder: Path) -> Iterator[None]:
    """Hold what process trees read from the folder's disk to READS_PER_S and BYTES_PER_S while the block runs.

    Raises Unsupported where processes are not ours to see, or the kernel does not let us.
    """
    if not pids:
        raise Unsupported("this server is not ours to limit; start it here to imitate a slow disk")
    hierarchy, device = _hierarchy(), _device(folder)
    home = _group_of(pids[0], hierarchy)
    _sweep(hierarchy)
    group = hierarchy.root / f"{_PREFIX}{os.getpid()}"
    try:
        group.mkdir()
    except OSError as error:
        raise Unsupported(f"no control group may be made here ({error.strerror}); run as root") from error
    try:
        try:
            if hierarchy is _SECOND:
                (hierarchy.root / "cgroup.subtree_control").write_text("+io")
            for file, limit in hierarchy.limits:
                (group / file).write_text(limit.format(device=device))
            for pid in pids:
                for process in (psutil.Process(pid), *psutil.Process(pid).children(recursive=True)):
                    _move(process.pid, group)
        except OSError as error:
            raise Unsupported(f"the kernel refuses to limit the disk {device} ({error.strerror})") from error
        yield
    finally:
        while members := (group / "cgroup.procs").read_text().split():  # a server may start a process meanwhile
            for member in members:
                _move(int(member), home)
        group.rmdir()


def _move(pid: int, group: Path) -> None:
    try:
        (group / "cgroup.procs").write_text(str(pid))
    except ProcessLookupError:  # it has ended meanwhile
        pass


def _sweep(hierarchy: _Hierarchy) -> None:
    """Remove the groups of runs that were killed: their servers are gone, and a group without processes can go."""
    for left in hierarchy.root.glob(f"{_PREFIX}*"):
        if not psutil.pid_exists(int(left.name.removeprefix(_PREFIX))):
            try:
                left.rmdir()
            except OSError:  # somebody is still in it
                pass


def on_slow_disk(bench: Bench, case: Case, same_as: str) -> None:
    """Measure a statement cold on a slow disk; its answer must be the one the case `same_as` had at full speed."""
    lives = bench.needing(case.name)
    failed: set[str] = set()  # it will not be otherwise the next time
    for live, repeat in bench.rounds(lives, lambda live: 0 if live.name in failed else bench.few(COLD_REPEATS)):
        bench.reporter.begin(case.name, live.name)
        with bench.guarded(live, case.name, "latency", "s", repeat, failed):
            if not _once(bench, live, case, repeat, same_as):
                failed.add(live.name)
    for live in lives:
        live.finish(case.name)


def _once(bench: Bench, live: Live, case: Case, repeat: int, same_as: str) -> bool:
    """Measure once; return whether the answer is right."""
    engine, sql = live.engine, live.engine.dialect(case.sql)
    live.footer.statements[case.name] = sql
    for attempt in bench.attempts(live):
        cold = cool(engine)
        with slowed(engine.pids(), engine.setup.folder), attempt:
            ran = engine.run(sql, bench.options.timeout_s, fetch=True)
        answer = digest(ran.rows or [])
        live.add(case.name, repeat, {"latency": (ran.elapsed_s, "s")}, cold, answer, attempt=attempt)
    bench.reporter.end(case.name, live.name, f"{ran.elapsed_s:.2f} s")
    known = {s.answer for s in live.samples if s.case == same_as and s.answer}
    if known and answer not in known:
        live.call_wrong(case.name, f"answers {answer}, at full speed {known.pop()}")
        return False
    return True
