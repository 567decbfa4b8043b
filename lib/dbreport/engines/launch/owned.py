"""Folders that are ours: checked before anything is written into them, and held for as long as we live.

Others can write where the folders lie. So one is opened once, without following a link, and what was opened is looked
at. A folder is held by a lock on itself, which the kernel lets go of when its holder ends, whatever ended it.
"""

import errno
import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ...errors import UsageError

_ADVICE = "remove it, or use a folder of your own (DBREPORT_DATA for data, XDG_CACHE_HOME for programs)"
_held: dict[Path, int] = {}


@contextmanager
def opened(folder: Path, *owners: int) -> Iterator[int]:
    """Open a folder that is no link and has one of these owners (ourselves where none is given); give its descriptor.

    Raises UsageError for anything else under that name.
    """
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError as error:
        what = "is a link or no folder" if error.errno in (errno.ELOOP, errno.ENOTDIR) else f"({error.strerror})"
        raise UsageError(f"{folder} {what} and cannot hold data; {_ADVICE}") from None
    try:
        owner = os.fstat(handle).st_uid
        if owner not in (owners or (os.geteuid(),)):
            raise UsageError(f"{folder} belongs to another user ({owner}), who could change what is in it; {_ADVICE}")
        yield handle
    finally:
        os.close(handle)


def require_closed(folder: Path, handle: int) -> None:
    """Raise UsageError where others can put something into a folder, or another folder into its place."""
    if os.fstat(handle).st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise UsageError(f"{folder} can be written by other users; run: chmod go-w {folder}, or set DBREPORT_DATA")
    above = folder.parent.stat().st_mode
    if above & stat.S_IWOTH and not above & stat.S_ISVTX:
        raise UsageError(f"{folder} can be replaced by any user; run: chmod +t {folder.parent}, or set DBREPORT_DATA")


def hold(parent: Path, name: str) -> Path:
    """Make a private folder that is not there yet and hold it until this process ends or the folder is gone."""
    for path in [path for path in _held if not path.exists()]:
        os.close(_held.pop(path))
    with opened(parent) as above:
        fcntl.flock(above, fcntl.LOCK_SH)  # nobody looks for abandoned ones while this one is not held yet
        os.mkdir(name, 0o700, dir_fd=above)
        handle = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=above)
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    _held[parent / name] = handle
    return parent / name


@contextmanager
def abandoned(parent: Path, like: str) -> Iterator[list[Path]]:
    """Give the folders of `parent` whose names fit the glob `like` and that nobody holds; hold them meanwhile."""
    held: dict[Path, int] = {}
    try:
        with opened(parent) as above:
            fcntl.flock(above, fcntl.LOCK_EX)
            for path in sorted(parent.glob(like)):
                with suppress(OSError):  # a link, a file, or held
                    handle = os.open(path.name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=above)
                    held[path] = handle
                    try:
                        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    except OSError:
                        os.close(held.pop(path))
        yield list(held)
    finally:
        for handle in held.values():
            os.close(handle)


def new_file(path: Path) -> int:
    """Open a new file that is private and return its descriptor; what had its name, a link too, is replaced."""
    path.unlink(missing_ok=True)
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
