"""Real HTML: the API pages of a Debian documentation package, unpacked and never installed; or a folder of one's own.

Knows where documents come from and in which order; how they are kept for measuring is `corpus`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

import psutil

from ..errors import DatasetMissing, UsageError
from ..project import root
from .fingerprint import fingerprint

PACKAGES = ("openjdk-17-doc", "openjdk-21-doc", "openjdk-25-doc")
"""The first that this system's package sources carry: over ten thousand pages that one program wrote."""

MEMORY_SHARE = 8
"""A document is held as it is, compressed and decompressed, with tables of the method: so many times its size."""


@dataclass(frozen=True, slots=True)
class Folder:
    """Documents of a folder: `files` in the order of their paths, `empty` of them left out."""

    name: str
    files: tuple[Path, ...] = field(repr=False)
    empty: int = 0

    def fingerprint(self) -> str:
        """Return what tells these documents from others: the bytes of all of them, in the order of their paths."""
        return fingerprint(len(self.files), *self.documents())

    def documents(self, count: int | None = None) -> Iterator[bytes]:
        """Yield the documents, or `count` of them evenly spread, so that few are of all kinds.

        Raises UsageError for a file that cannot be read.
        """
        chosen = self.files
        if count is not None and count < len(self.files):
            chosen = tuple(self.files[n * len(self.files) // count] for n in range(count))
        for path in chosen:
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
    memory = psutil.virtual_memory().available
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


def name_of(own: Path | None) -> str | None:
    """Return what stands for the documents of a folder of one's own, or else of the package: its name and version.

    None where the package has not been fetched yet, so that nothing can be said of it.
    """
    if own is not None:
        return folder(own).fingerprint()
    unpacked = _unpacked()
    return unpacked[0].name if unpacked else None


def _unpacked() -> list[Path]:
    """Return the packages that have been fetched."""
    cache = root() / "data" / "cache"
    return sorted(path for name in PACKAGES for path in cache.glob(f"{name}_*") if path.is_dir())


def _visible(path: Path) -> Iterator[Path]:
    """Yield whatever lies in a folder and those below it, hidden ones aside. Raises UsageError for an unreadable."""

    def refuse(error: OSError) -> NoReturn:
        raise _unreadable(Path(error.filename), error)

    for folder, folders, files in os.walk(path, onerror=refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (Path(folder, name) for name in files if not name.startswith("."))


def _unreadable(file: Path, error: OSError) -> UsageError:
    return UsageError(f"{file} cannot be read ({error.strerror}); make it readable or move it out of the folder")


def package() -> Folder:
    """Return the HTML pages of the documentation package, fetched when first asked for.

    Raises DatasetMissing where the package is not to be had.
    """
    for program in ("apt-get", "dpkg-deb", "tar"):
        if shutil.which(program) is None:
            raise DatasetMissing(
                f"{program} was not found, so no Debian documentation package can be unpacked; give a folder of HTML"
                " files with --corpus FOLDER, or leave these cases out: --case 'profiles.*'"
            )
    unpacked = _unpacked()
    return folder(unpacked[0] if unpacked else _fetch(root() / "data" / "cache"))


def _fetch(cache: Path) -> Path:
    """Download and unpack the first package there is; a folder appears under its name only when it is whole."""
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache, prefix=".fetch-") as work:
        for name in PACKAGES:
            done = subprocess.run(["apt-get", "download", name], cwd=work, capture_output=True, text=True)  # noqa: S607
            if done.returncode == 0:
                break
        else:
            raise DatasetMissing(
                f"none of {', '.join(PACKAGES)} could be downloaded ({_last_line(done.stderr)}); run: apt-get update,"
                " or give a folder of HTML files with --corpus FOLDER"
            )
        archive = next(Path(work).glob("*.deb"))
        pages = Path(work, "pages")
        pages.mkdir()
        _unpack(archive, pages)
        # what is after the version in the name is the architecture, and `%3a` stands for a colon
        version = re.sub(r"_[^_]*$", "", archive.stem).replace("%3a", ":")
        return pages.rename(cache / version)


def _unpack(archive: Path, target: Path) -> None:
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", str(archive)], stdout=subprocess.PIPE) as tar:  # noqa: S607
        only_html = ["--wildcards", "*.html", "--no-same-owner", "--no-same-permissions"]
        done = subprocess.run(
            ["tar", "--extract", "--directory", str(target), *only_html],  # noqa: S607
            stdin=tar.stdout,
            capture_output=True,
            text=True,
        )
    if done.returncode or tar.returncode:
        raise DatasetMissing(
            f"{archive.name} could not be unpacked: {_last_line(done.stderr)}; free some room and retry"
        )


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip() if lines else "no message"
