"""Data folders of our own: where they live, who may go there, who may measure, and what a killed run left behind."""

import fcntl
import json
import os
import pwd
import re
import secrets
import shutil
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from ...errors import DiskFull, UsageError
from ...project import cache_folder
from . import golang, leftovers, owned

_FOLDERS = "[0-9]*-*-??????"
_LOCK = ".lock"
_WAIT_S = 1.0
FULL = "its disk is full, free some room or set DBREPORT_DATA to a larger one"
_NO_ROOM = re.compile(r"No space left on device|disk is full|Disk got full|OS errno 28\b", re.IGNORECASE)
_holding: set[Path] = set()
"""Locks that this process has."""


def data_root() -> Path:
    """Return the folder that holds every data folder: `DBREPORT_DATA`, else one under /var/tmp.

    Short, because a Unix socket's path may have 107 bytes, and not under a home folder, because an unprivileged server
    must be able to reach it. Others may pass through at most, and that only where servers run as another user.
    Raises UsageError where the folder is another's, a link, no folder, or others can write into it.
    """
    named = os.environ.get("DBREPORT_DATA")
    root = Path(named or f"/var/tmp/dbreport-{os.getuid()}").absolute()  # noqa: S108 - it is looked at before it is used
    passing = 0o011 if server_user() is not None else 0
    try:
        root.parent.mkdir(parents=True, exist_ok=True)
        root.mkdir(mode=0o700)
        ours_alone = True
    except FileExistsError:
        ours_alone = not named  # one named by the user may hold more, and what others may read in it stays as it is
    except OSError as error:
        raise UsageError(f"{root} cannot be made ({error.strerror}); set DBREPORT_DATA to another folder") from None
    with owned.opened(root) as handle:
        owned.require_closed(root, handle)
        mode = stat.S_IMODE(os.fstat(handle).st_mode)
        wanted = (0o700 if ours_alone else mode) | passing
        if mode != wanted:
            os.fchmod(handle, wanted)
    return root


def new_folder(engine: str) -> Path:
    """Make an empty folder that nobody but us can enter; it counts as abandoned as soon as this process ends."""
    return owned.hold(data_root(), f"{os.getpid()}-{engine}-{secrets.token_hex(3)}")


def make_folder(folder: Path) -> Path:
    """Give a folder, made where it is not there yet, to the user servers run under, and to nobody else.

    Raises UsageError where a link, a file or another user's folder has its name.
    """
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700, parents=True)
    user = server_user()
    with owned.opened(folder, os.geteuid(), *(() if user is None else (user,))) as handle:
        os.fchmod(handle, 0o700)
        if user is not None:
            os.fchown(handle, user, server_group() or 0)
    return folder


def write_secret(path: Path, text: str) -> None:
    """Write a file that the servers' user may read, and root, and nobody else."""
    with os.fdopen(owned.new_file(path), "w", encoding="utf-8") as file:
        file.write(text)
        user = server_user()
        if user is not None:
            os.fchown(file.fileno(), user, -1)


@contextmanager
def brief_folder() -> Iterator[Path]:
    """Give a folder in which a server's program can be run for a moment."""
    folder = new_folder("look")
    try:
        yield make_folder(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def server_user() -> int | None:
    """Return the user id servers run under, or None for our own: several of them refuse to run as root.

    Raises UsageError for a user that does not exist.
    """
    account = _account()
    return None if account is None else account.pw_uid


def server_group() -> int | None:
    """Return the group id servers run under, or None for our own: root's would open to them what is root's."""
    account = _account()
    return None if account is None else account.pw_gid


def _account() -> pwd.struct_passwd | None:
    if os.geteuid() != 0:
        return None
    name = os.environ.get("DBREPORT_USER") or "nobody"
    try:
        return pwd.getpwnam(name)
    except KeyError:
        raise UsageError(f"there is no user {name!r} to run servers as; set DBREPORT_USER to one that exists") from None


def sweep() -> list[str]:
    """Remove what killed runs left on this machine and return what it was, a few words each.

    These are data folders that nobody holds, the servers that still use them and their shared memory, and half-built
    programs.
    """
    removed = []
    for parent, like in ((data_root(), _FOLDERS), (cache_folder(), golang.HALF_BUILT)):
        if parent.is_dir() and parent.stat().st_uid == os.geteuid():
            with owned.abandoned(parent, like) as folders:
                for folder in folders:
                    removed += leftovers.clear(folder)
    return removed


@contextmanager
def exclusive(wait: bool = False) -> Iterator[None]:
    """Be the only one who measures on this data root while the block runs: two at once would disturb each other.

    A block within a block of the same process is that one's.

    Args:
        wait: until the other one has ended, instead of giving up.

    Raises UsageError that tells who holds it, and since when.
    """
    path = data_root() / _LOCK
    if path in _holding:
        yield
        return
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise UsageError(f"{path} cannot be opened ({error.strerror}); remove it") from None
    with open(handle, "r+", encoding="utf-8") as file:
        while not _locked(handle):
            if not wait:
                raise UsageError(f"{_holder(file.read())}; wait for its end, or set DBREPORT_DATA to another folder")
            time.sleep(_WAIT_S)
        command = " ".join([Path(sys.argv[0]).name, *sys.argv[1:]])
        file.truncate(0)
        json.dump({"pid": os.getpid(), "command": command, "since": f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC"}, file)
        file.flush()
        _holding.add(path)
        try:
            yield
        finally:
            _holding.discard(path)


def _locked(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _holder(note: str) -> str:
    try:
        who = json.loads(note)
        return f"another run measures here since {who['since']} (process {who['pid']}: {who['command']})"
    except (ValueError, TypeError, KeyError):  # it has just come, or is just going
        return "another run measures here"


def ran_full(said: str) -> bool:
    """Tell whether a system's own words, in which files of it may be named, say that its disk is full."""
    return _NO_ROOM.search(said) is not None


def require_space(folder: Path, needed_bytes: int, what: str) -> None:
    """Raise DiskFull unless the disk under `folder` has `needed_bytes` free and a tenth to spare."""
    free = shutil.disk_usage(folder).free
    if free < needed_bytes * 1.1:
        raise DiskFull(
            f"{what} needs about {needed_bytes / 1e9:.1f} GB under {folder.parent} and {free / 1e9:.1f} GB are"
            " free; free some room, choose a smaller --scale, or set DBREPORT_DATA to a larger disk"
        )
