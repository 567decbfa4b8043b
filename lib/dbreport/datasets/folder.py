"""Documents of a folder, one in a file: in which order they come, and which can be had.

Where a folder comes from is its owner's affair (`packages`); how documents are kept for measuring is `corpus`.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from .. import allotted
from ..errors import UsageError
from .fingerprint import fingerprint

MEMORY_SHARE = 8
"""A document is held as it is, compressed and decompressed, with tables of the method: so many times its size."""


@dataclass(frozen=True, slots=True)
class Folder:
    """Documents of a folder: `files` in the order of their paths, `empty` of them left out.

    `together` as many that follow each other belong together: they are taken, or left, as one.
    """

    name: str
    files: tuple[Path, ...] = field(repr=False)
    empty: int = 0
    together: int = 1

    def fingerprint(self) -> str:
        """Return what tells these documents from others: the bytes of all of them, in the order of their paths."""
        return fingerprint(len(self.files), *self.documents())

    def documents(self, count: int | None = None) -> Iterator[bytes]:
        """Yield the documents, or `count` of them evenly spread, so that few are of all kinds.

        Raises UsageError for a file that cannot be read.
        """
        wanted = groups = len(self.files) // self.together
        if count is not None and count < len(self.files):
            wanted = max(count // self.together, 1)
        starts = (n * groups // wanted * self.together for n in range(wanted))
        for path in (path for start in starts for path in self.files[start : start + self.together]):
            try:
                yield path.read_bytes()
            except OSError as error:
                raise _unreadable(path, error) from None


def folder(path: Path) -> Folder:
    """Return the documents of a folder, those in folders below it too; hidden files are none.

    Raises UsageError where there is no document, or one that cannot be read or does not fit into memory.
    """
    if path == Path():
        raise UsageError('--corpus names no folder; for the current one write its whole path: --corpus "$PWD"')
    try:
        there = path.is_dir()
    except OSError as error:
        raise _unreadable(path, error) from None
    if not there:
        raise UsageError(f"{path} is no folder; give --corpus a folder that holds your documents, one in a file")
    memory = allotted.free_memory_bytes()
    files, empty = [], 0
    for file in sorted(_visible(path)):
        if not file.is_file():
            continue
        try:
            size = file.stat().st_size
            with file.open("rb"):
                pass
        except OSError as error:
            raise _unreadable(file, error) from None
        if size * MEMORY_SHARE > memory:
            raise UsageError(
                f"{file} has {size / 1e9:.1f} GB, and a document is compressed whole: that needs"
                f" {size * MEMORY_SHARE / 1e9:.0f} GB of memory and {memory / 1e9:.0f} GB are free;"
                " move the file out of the folder"
            )
        empty += size == 0
        if size:
            files.append(file)
    if not files:
        raise UsageError(f"{path} holds no document, only {empty} empty files; give --corpus another folder")
    return Folder(path.name, tuple(files), empty)


def _visible(path: Path) -> Iterator[Path]:
    """Yield whatever lies in a folder and those below it, hidden ones aside. Raises UsageError for an unreadable."""

    def refuse(error: OSError) -> NoReturn:
        raise _unreadable(Path(error.filename), error)

    for folder, folders, files in os.walk(path, onerror=refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (Path(folder, name) for name in files if not name.startswith("."))


def _unreadable(file: Path, error: OSError) -> UsageError:
    return UsageError(f"{file} cannot be read ({error.strerror}); make it readable or move it out of the folder")
