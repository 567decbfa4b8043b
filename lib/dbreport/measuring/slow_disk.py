"""A cloud disk imitated: what a system reads is held to a number and a rate by the kernel's control groups.

Not here: which statements are measured on it.
"""

import fcntl
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from ..errors import Unsupported
from ..meters import digest
from ..model import Case, Reading
from ..repeats import COLD_REPEATS
from .bench import Bench, cool
from .engine_run import EngineRun, Repeat

READS_PER_S = 6000
BYTES_PER_S = 150_000_000
"""The disk of the source's cloud server, as its vendor describes it."""

_PREFIX = "dbreport-"
"""Groups of ours: the number of the process that made one follows. It holds a lock on the group while it lives."""
_NOTE = "-on"
"""So ends the name of a group whose maker switched the controller on, that it be switched off again with the group."""


@dataclass(frozen=True, slots=True)
class _Hierarchy:
    """Where control groups that limit a disk live: `controller` as /proc/PID/cgroup has it, files and what goes in.

    `limits` are those of the cloud disk, `writes` the one of writes alone. `switch` is the controller that has to be
    switched on for groups below the root; empty where there is no switch.
    """

    root: Path
    controller: str
    limits: tuple[tuple[str, str], ...]
    switch: str = ""
    writes: tuple[tuple[str, str], ...] = ()

    @property
    def switches(self) -> Path:
        return self.root / "cgroup.subtree_control"

    def is_off(self) -> bool:
        return bool(self.switch) and self.switch not in self.switches.read_text().split()

    def groups(self) -> list[Path]:
        return sorted(self.root.glob(f"{_PREFIX}*"))


_FIRST = _Hierarchy(
    Path("/sys/fs/cgroup/blkio"),
    "blkio",
    (
        ("blkio.throttle.read_iops_device", f"{{device}} {READS_PER_S}"),
        ("blkio.throttle.read_bps_device", f"{{device}} {BYTES_PER_S}"),
    ),
    writes=(("blkio.throttle.write_iops_device", "{device} {writes}"),),
)
_SECOND = _Hierarchy(
    Path("/sys/fs/cgroup"), "", (("io.max", f"{{device}} riops={READS_PER_S} rbps={BYTES_PER_S}"),), "io",
    (("io.max", "{device} wiops={writes}"),),
)  # fmt: skip


def _hierarchy() -> _Hierarchy:
    if (_FIRST.root / _FIRST.limits[0][0]).exists():
        return _FIRST
    controllers = _SECOND.root / "cgroup.controllers"
    if controllers.exists() and _SECOND.switch in controllers.read_text().split():
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
def slowed(pids: Sequence[int], folder: Path, writes_per_s: int | None = None) -> Iterator[None]:
    """Hold what process trees read from the folder's disk to READS_PER_S and BYTES_PER_S while the block runs.

    With `writes_per_s` it is their writes instead that are held, to so many: a sync is one or two of them.
    Raises Unsupported where processes are not ours to see, or the kernel does not let us.
    """
    if not pids:
        raise Unsupported("this server is not ours to limit; start it here to imitate a slow disk")
    hierarchy, device = _hierarchy(), _device(folder)
    home = _group_of(pids[0], hierarchy)
    sweep()
    with _group(hierarchy) as group:
        try:
            if group.name.endswith(_NOTE):
                hierarchy.switches.write_text(f"+{hierarchy.switch}")
            for file, limit in hierarchy.limits if writes_per_s is None else hierarchy.writes:
                (group / file).write_text(limit.format(device=device, writes=writes_per_s))
            for pid in pids:
                for process in (psutil.Process(pid), *psutil.Process(pid).children(recursive=True)):
                    _move(process.pid, group)
        except OSError as error:
            _empty(group, home)
            raise Unsupported(f"the kernel refuses to limit the disk {device} ({error.strerror})") from error
        try:
            yield
        finally:
            _empty(group, home)


@contextmanager
def _group(hierarchy: _Hierarchy) -> Iterator[Path]:
    """Make a group, hold it, and remove it. Raises Unsupported where none may be made."""
    try:
        group = hierarchy.root / f"{_PREFIX}{os.getpid()}{_NOTE if hierarchy.is_off() else ''}"
        group.mkdir()
        handle = os.open(group, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise Unsupported(f"no control group may be made here ({error.strerror}); run as root") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield group
    finally:
        os.close(handle)
        _remove(group, hierarchy)


def _remove(group: Path, hierarchy: _Hierarchy) -> bool:
    """Remove a group and put the controller back as it was before; return whether it is gone.

    While others still need the controller the group stays, as a note for whoever sweeps next.
    """
    noted = group.name.endswith(_NOTE)
    if noted and hierarchy.groups() != [group]:
        return False
    try:
        group.rmdir()
        if noted:
            hierarchy.switches.write_text(f"-{hierarchy.switch}")
    except OSError:  # somebody is still in it, or needs the controller below a group of theirs
        pass
    return not group.exists()


def _empty(group: Path, home: Path) -> None:
    while members := (group / "cgroup.procs").read_text().split():  # a server may start a process meanwhile
        for member in members:
            _move(int(member), home)


def _move(pid: int, group: Path) -> None:
    try:
        (group / "cgroup.procs").write_text(str(pid))
    except ProcessLookupError:  # it has ended meanwhile
        pass


def sweep() -> list[str]:
    """Remove the groups of runs that were killed, and return which: their servers are gone, and so can they."""
    try:
        hierarchy = _hierarchy()
    except Unsupported:
        return []
    # those with a note last: they go when no other is left
    left = sorted(filter(_abandoned, hierarchy.groups()), key=lambda group: group.name.endswith(_NOTE))
    return [f"control group {group.name}" for group in left if _remove(group, hierarchy)]


def _abandoned(group: Path) -> bool:
    """Tell whether nobody holds a group; one just made is held before anything is in it."""
    try:
        handle = os.open(group, os.O_RDONLY | os.O_DIRECTORY)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(handle)
    return True


def on_slow_disk(bench: Bench, case: Case, same_as: str) -> None:
    """Measure a statement cold on a slow disk; its answer must be the one the case `same_as` had at full speed."""
    runs = bench.needing(case.name)
    failed: set[str] = set()  # it will not be otherwise the next time
    for run, repeat in bench.rounds(runs, lambda run: bench.few(COLD_REPEATS), failed):
        bench.reporter.begin(case.name, run.name)
        with bench.guarded(run, case.name, "latency", "s", repeat, failed):
            if not _once(bench, run, case, repeat, same_as):
                failed.add(run.name)
    for run in runs:
        run.finish(case.name)


def _once(bench: Bench, run: EngineRun, case: Case, repeat: int, same_as: str) -> bool:
    """Measure once; return whether the answer is right."""
    engine = run.engine
    run.footer.statements[case.name] = case.sql
    for attempt in bench.attempts(run):
        cold = cool(engine)
        with slowed(engine.pids(), engine.setup.folder), attempt:
            ran = run.ask(case.sql, bench.options.timeout_s, fetch=True)
        answer = digest(ran.rows or [])
        run.add(Repeat(case.name, repeat, attempt, cold, answer), {"latency": Reading(ran.elapsed_s, "s")})
    bench.reporter.end(case.name, run.name, f"{ran.elapsed_s:.2f} s")
    known = {s.answer for s in run.samples if s.case == same_as and s.answer}
    if known and answer not in known:
        run.call_wrong(case.name, f"answers {answer}, at full speed {known.pop()}")
        return False
    return True
