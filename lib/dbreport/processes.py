"""The processes of a tree: a server, whatever it has started, and what that has."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import psutil

_LISTED = Path("/proc/thread-self/children")
"""Where a kernel that lists the children of a process does so."""


def tree(roots: Sequence[int]) -> list[psutil.Process]:
    """Return the processes of the trees, a parent before its children."""
    children_of = _listed if _LISTED.exists() else _scanned()
    found, left = [], list(reversed(roots))
    while left:
        pid = left.pop()
        try:
            found.append(psutil.Process(pid))
        except psutil.Error:
            continue
        left += children_of(pid)
    return found


def kill(root: int) -> None:
    """Kill a process and all below it; no error for those that have ended meanwhile."""
    for process in tree([root]):
        with suppress(psutil.NoSuchProcess):
            process.kill()


def _listed(pid: int) -> list[int]:
    """Return the children of a process as the kernel lists them, by thread: nobody else's process is looked at.

    One that ends meanwhile may hide another; whoever needs all of them looks twice.
    """
    children: list[int] = []
    with suppress(OSError):  # it has ended meanwhile
        for thread in os.listdir(f"/proc/{pid}/task"):
            with suppress(OSError), open(f"/proc/{pid}/task/{thread}/children", "rb", buffering=0) as file:
                children += map(int, file.read().split())
    return sorted(children)


def _scanned() -> Callable[[int], Sequence[int]]:
    """Return what tells the children of a process, from all processes there are."""
    children: dict[int, list[int]] = {}
    for pid, parent in _parents():
        children.setdefault(parent, []).append(pid)
    return lambda pid: children.get(pid, ())


def _parents() -> Iterator[tuple[int, int]]:
    """Yield every process with its parent: for a third of the CPU that psutil takes to find the children of one."""
    if not psutil.LINUX:
        yield from ((process.pid, process.ppid()) for process in psutil.process_iter())
        return
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", "rb", buffering=0) as file:
                said = file.read(4096)
        except OSError:  # it has ended meanwhile
            continue
        yield int(name), int(said[said.rindex(b")") + 4 :].split(b" ", 1)[0])  # its name may hold any character
