"""Plain files in a folder: documents one a file, or compressed by libraries in a process of Python's (see `codecs`)."""

import errno
import platform
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ..errors import DiskFull, StatementFailed
from ..model import Durability
from .base import Found
from .embedded import Objects, allocated_bytes
from .launch.inner import sync_files


class Files(Objects):
    name = "files"
    durable = frozenset(Durability)  # nothing is timed that waits for the disk: the same in every class
    ordered_index = "none"

    @classmethod
    def find(cls, launcher: str | None = None) -> Found:
        return Found("in process", platform.python_version(), "Python's libraries and those of its packages")

    def version(self) -> str:
        """Return the version of the Python whose processes compress; those of the libraries stand with a result."""
        return platform.python_version()

    @property
    def _documents(self) -> Path:
        return self.setup.folder / "documents"

    def empty(self, way: str) -> None:
        self.require_way(way)
        with _refusals():
            if self._documents.exists():
                shutil.rmtree(self._documents)
            self._documents.mkdir(parents=True)

    def put(self, documents: Sequence[tuple[str, bytes]]) -> None:
        for name, body in documents:
            path = self._documents / name
            with _refusals():
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(body)

    def get(self, name: str) -> bytes:
        with _refusals():
            return (self._documents / name).read_bytes()

    def discard(self, names: Sequence[str]) -> None:
        for name in names:
            with _refusals():
                (self._documents / name).unlink()

    def occupied(self) -> dict[str, int]:
        sync_files(self._documents)  # before that, a file's blocks are what the kernel means to give it
        files, folders = allocated_bytes(self._documents)
        return {"table": files, "index": folders, "log": 0}


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn the operating system's errors into ours."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DiskFull("the disk is full; free some room, or set DBREPORT_DATA to a larger one") from error
        raise StatementFailed(f"files: {error.strerror}: {error.filename}") from error
