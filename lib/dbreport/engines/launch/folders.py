"""Data folders of our own: where they live, who may write there, and what a killed run left behind."""

from __future__ import annotations

import os
import pwd
import re
import secrets
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

import psutil

from ...errors import DiskFull


def data_root() -> Path:
    """Return the folder that holds every data folder: `DBREPORT_DATA`, else one under /var/tmp.

    Short, because a Unix socket's path may have 107 bytes, and not under a home folder, because an
    unprivileged server must be able to reach it.
    """
    root = Path(os.environ.get("DBREPORT_DATA") or f"/var/tmp/dbreport-{os.getuid()}")  # noqa: S108 - servers need a short path
    root.mkdir(parents=True, exist_ok=True)
    root.chmod(0o755)
    return root


def new_folder(engine: str) -> Path:
    """Make an empty data folder for one engine of this process."""
    return make_folder(data_root() / f"{os.getpid()}-{engine}-{secrets.token_hex(3)}")


def make_folder(folder: Path) -> Path:
    """Make a folder the server's user can write, where it is not there yet."""
    folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    user = server_user()
    if user is not None:
        os.chown(folder, user, -1)
    return folder


def server_user() -> int | None:
    """Return the user id servers run under, or None for our own: several of them refuse to run as root."""
    if os.geteuid() != 0:
        return None
    return pwd.getpwnam(os.environ.get("DBREPORT_USER", "nobody")).pw_uid


def sweep() -> list[Path]:
    """Remove what a killed run left: folders whose process is gone, and the servers that still use them."""
    left = []
    for folder in data_root().iterdir():
        owner = folder.name.partition("-")[0]
        if owner.isdigit() and not psutil.pid_exists(int(owner)):
            left.append(folder)
    for folder in left:
        kill_users(folder)
        forget_container(folder)
        shutil.rmtree(folder, ignore_errors=True)
    return left


def container_name(folder: Path) -> str:
    """Return the name of the container that serves a data folder."""
    return f"dbreport-{folder.name}"


def forget_container(folder: Path) -> None:
    """Remove the container of a data folder, also one of which only the name is left."""
    for tool in filter(None, map(shutil.which, ("podman", "docker"))):
        subprocess.run([tool, "rm", "--force", container_name(folder)], capture_output=True)


def kill_users(folder: Path) -> None:
    """Kill every process that names the folder on its command line or works in it; return when they are gone.

    The latter are children that outlive their server, as PostgreSQL's do for a moment.
    """
    inside = f"{folder}{os.sep}"
    users = []
    for process in psutil.process_iter(["cmdline", "cwd", "pid"]):
        line = " ".join(process.info["cmdline"] or ()) + os.sep
        place = (process.info["cwd"] or "") + os.sep
        if process.info["pid"] != os.getpid() and (
            place.startswith(inside) or re.search(rf"{re.escape(str(folder))}(?![\w-])", line)
        ):
            users.append(process)
            with suppress(psutil.Error):
                process.kill()
    psutil.wait_procs(users, timeout=10)


def require_space(folder: Path, needed_bytes: int, what: str) -> None:
    """Raise DiskFull unless the disk under `folder` has `needed_bytes` free and a tenth to spare."""
    free = shutil.disk_usage(folder).free
    if free < needed_bytes * 1.1:
        raise DiskFull(
            f"{what} needs about {needed_bytes / 1e9:.1f} GB under {folder.parent} and {free / 1e9:.1f} GB are"
            " free; free some room, choose a smaller --scale, or set DBREPORT_DATA to a larger disk"
        )


class Guardian:
    """A shell that waits for our end: if we die without stopping a server, it stops it and removes its folder.

    It reads a pipe that only we hold open, so even SIGKILL of this process wakes it.
    """

    def __init__(self, cleanup: str, folder: Path) -> None:
        script = f'cat >/dev/null; {cleanup}; sleep 1; rm -rf -- "$1"'
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", script, "dbreport-guardian", str(folder)],
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
