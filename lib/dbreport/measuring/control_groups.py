"""Processes held to a limit by the kernel's control groups while a block runs, and let go again whatever happens.

Not here: which limits there are (`slow_disk`, `little_memory`).
"""

import fcntl
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from ..errors import Unsupported

_PREFIX = "dbreport-"
"""Groups of ours: the number of the process that made one follows. It holds a lock on the group while it lives. Last
stands the name of a controller that its maker switched on, that it be switched off again with the group."""


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """Where groups live that a controller limits: `controller` as /proc/PID/cgroup has it, `sign` a file of its groups.

    `switch` is the controller that has to be switched on for groups below the root; empty where there is no switch.
    """

    root: Path
    controller: str
    sign: str = ""
    switch: str = ""

    @property
    def switches(self) -> Path:
        return self.root / "cgroup.subtree_control"

    def there(self) -> bool:
        """Tell whether the kernel has it."""
        if not self.switch:
            return (self.root / self.sign).exists()
        controllers = self.root / "cgroup.controllers"
        return controllers.exists() and self.switch in controllers.read_text().split()

    def is_off(self) -> bool:
        return bool(self.switch) and self.switch not in self.switches.read_text().split()

    def noted(self, group: Path) -> bool:
        """Tell whether a group says that the controller was switched on for it."""
        return bool(self.switch) and group.name.endswith(f"-{self.switch}")

    def groups(self) -> list[Path]:
        """Return the groups of ours, without those that note another controller."""
        found = sorted(self.root.glob(f"{_PREFIX}*"))
        return [group for group in found if self.noted(group) or group.name.count("-") == 1]


def require_ours(pids: Sequence[int]) -> None:
    """Raise Unsupported where there are no processes to be seen: a server of somebody else's is not held back."""
    if not pids:
        raise Unsupported("this server is not ours to limit; start it here to see it on a smaller machine")


@contextmanager
def held(hierarchy: Hierarchy, limits: Iterable[tuple[str, str]], pids: Sequence[int], what: str) -> Iterator[None]:
    """Hold process trees to limits while the block runs.

    Args:
        hierarchy: where the group is made.
        limits: files of a group and what is written into them.
        pids: processes whose trees are held.
        what: what is limited, for the sentence that says it cannot be.

    Raises: Unsupported where the kernel does not let us.
    """
    home = _group_of(pids[0], hierarchy)
    sweep(hierarchy)
    with _group(hierarchy) as group:
        try:
            if hierarchy.noted(group):
                hierarchy.switches.write_text(f"+{hierarchy.switch}")
            for file, limit in limits:
                (group / file).write_text(limit)
            for pid in pids:
                for process in (psutil.Process(pid), *psutil.Process(pid).children(recursive=True)):
                    _move(process.pid, group)
        except OSError as error:
            _empty(group, home)
            raise Unsupported(f"the kernel refuses to limit {what} ({error.strerror})") from error
        try:
            yield
        finally:
            _empty(group, home)


def _group_of(pid: int, hierarchy: Hierarchy) -> Path:
    for line in Path(f"/proc/{pid}/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        if hierarchy.controller in controllers.split(","):
            return hierarchy.root / path.lstrip("/")
    return hierarchy.root


@contextmanager
def _group(hierarchy: Hierarchy) -> Iterator[Path]:
    """Make a group, hold it, and remove it. Raises Unsupported where none may be made."""
    try:
        group = hierarchy.root / f"{_PREFIX}{os.getpid()}{f'-{hierarchy.switch}' if hierarchy.is_off() else ''}"
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


def _remove(group: Path, hierarchy: Hierarchy) -> bool:
    """Remove a group and put the controller back as it was before; return whether it is gone.

    While others still need the controller the group stays, as a note for whoever sweeps next.
    """
    if hierarchy.noted(group) and hierarchy.groups() != [group]:
        return False
    try:
        group.rmdir()
        if hierarchy.noted(group):
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


def sweep(*hierarchies: Hierarchy) -> list[str]:
    """Remove the groups of runs that were killed, and return which: their servers are gone, and so can they."""
    swept = []
    for hierarchy in filter(Hierarchy.there, hierarchies):
        # those with a note last: they go when no other is left
        left = sorted(filter(_abandoned, hierarchy.groups()), key=hierarchy.noted)
        swept += [f"control group {group.name}" for group in left if _remove(group, hierarchy)]
    return swept


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
