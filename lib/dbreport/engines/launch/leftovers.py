"""What a killed run leaves on this machine, and how it is cleared away: processes, a container, shared memory, files.

Run as a program by a shell that waits for our end, so nothing of ours is imported here.
"""

import ctypes
import os
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import psutil

_IPC_RMID = 0
_LOOKS = 5
_SEGMENTS = Path("/proc/sysvipc/shm")
_FILES = Path("/dev/shm")  # noqa: S108 - only looked through


def clear(folder: Path) -> list[str]:
    """End whatever uses a data folder and remove it with the shared memory of its server; return what was removed."""
    kill_users(folder)
    forget_container(folder)
    memory = forget_memory(folder / "data" / "postmaster.pid")
    shutil.rmtree(folder, ignore_errors=True)
    return [folder.name, *memory]


def container_name(folder: Path) -> str:
    """Return the name of the container that serves a data folder."""
    return f"dbreport-{folder.name}"


def forget_container(folder: Path) -> None:
    """Remove the container of a data folder, also one of which only the name is left."""
    for tool in filter(None, map(shutil.which, ("podman", "docker"))):
        subprocess.run([tool, "rm", "--force", container_name(folder)], capture_output=True)


def kill_users(folder: Path) -> None:
    """Kill every process that names the folder on its command line or works in it; return when they are gone.

    The latter are children that outlive their server, as PostgreSQL's do for a moment. Looks again until there is
    nobody: a server may have started one more between the look and its own end.
    """
    for _ in range(_LOOKS):
        users = _users(folder)
        for process in users:
            with suppress(psutil.Error):
                process.kill()
        psutil.wait_procs(users, timeout=10)
        if not users:
            break


def _users(folder: Path) -> list[psutil.Process]:
    inside = f"{folder}{os.sep}"
    users = []
    for process in psutil.process_iter(["cmdline", "cwd", "pid"]):
        line = " ".join(process.info["cmdline"] or ()) + os.sep
        place = (process.info["cwd"] or "") + os.sep
        if process.info["pid"] != os.getpid() and (
            place.startswith(inside) or re.search(rf"{re.escape(str(folder))}(?![\w-])", line)
        ):
            users.append(process)
    return users


def forget_memory(note: Path) -> list[str]:
    """Remove the shared memory of a PostgreSQL that was killed; return what was removed.

    Its note tells the process (line 1), when it started (3) and its System V segment (7). Files are named at random:
    they are those made since by the same user that no process has mapped.
    """
    try:
        with open(os.open(note, os.O_RDONLY | os.O_NOFOLLOW), encoding="utf-8") as file:
            lines, owner = file.read().splitlines(), os.fstat(file.fileno()).st_uid
        pid, began, segment = int(lines[0]), int(lines[2]), int(lines[6].split()[1])
    except (OSError, ValueError, IndexError):
        return []
    removed = []
    if (segment, pid, 0, owner) in _segments():
        ctypes.CDLL(None).shmctl(segment, _IPC_RMID, None)
        removed.append(f"shared memory segment {segment}")
    there = sorted(_FILES.glob("PostgreSQL.*"))  # before looking who has them: one made meanwhile is a living server's
    in_use = _mapped()
    for path in there:
        with suppress(OSError):
            made = path.lstat()
            if made.st_uid == owner and made.st_ctime >= began and str(path) not in in_use:
                path.unlink()
                removed.append(f"shared memory {path.name}")
    return removed


def _segments() -> set[tuple[int, int, int, int]]:
    """Return number, maker, attached processes and owner of every System V segment."""
    if not _SEGMENTS.exists():
        return set()
    rows = [line.split() for line in _SEGMENTS.read_text().splitlines()[1:]]
    return {(int(row[1]), int(row[4]), int(row[6]), int(row[7])) for row in rows}


def _mapped() -> set[str]:
    """Return the files of shared memory that a process we may look at has mapped."""
    mapped: set[str] = set()
    for maps in Path("/proc").glob("[0-9]*/maps"):
        with suppress(OSError):
            mapped |= set(re.findall(rf"{_FILES}/\S+", maps.read_text(errors="replace")))
    return mapped


class Guardian:
    """A shell that waits for our end: if we die without stopping a server, it clears away what that leaves.

    It reads a pipe that only we hold open, so even SIGKILL of this process wakes it.
    """

    def __init__(self, folder: Path) -> None:
        script = 'cat >/dev/null; "$1" -P "$2" "$3" || rm -rf -- "$3"'
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", script, "dbreport-guardian", sys.executable, __file__, str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd=tempfile.gettempdir(),
        )

    def dismiss(self) -> None:
        """End the watch, leaving everything as it is."""
        self._process.kill()
        self._process.wait()
        if self._process.stdin:
            self._process.stdin.close()


if __name__ == "__main__":
    clear(Path(sys.argv[1]))
