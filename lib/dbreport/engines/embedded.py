"""Systems without SQL: stores inside a program, and those that keep documents under names. A contract for each kind.

Not here: what program it is and how that is built or called; a store's own base says that.
"""

import os
from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, NoReturn

from ..errors import Unsupported
from .base import Engine


class Embedded(Engine):
    """A system without SQL, driven by a program of its own that opens and closes it once a measurement."""

    def start(self) -> None:
        self.setup.folder.mkdir(parents=True, exist_ok=True)

    def stop(self) -> None:
        """Do nothing: between two measurements nothing runs."""

    def pids(self) -> tuple[int, ...]:
        return ()

    def settings(self) -> dict[str, str]:
        return {}

    def program(self) -> Path:
        """Return the program that drives it, made where it has to be. Raises EngineMissing, EngineStartFailed."""
        raise Unsupported(f"{self.name} is driven by no program of its own")

    def facts(self) -> dict[str, Any]:
        """Return what a reader wants to know of this very version, as plain JSON: its code, its age, what it can do."""
        return {}

    def _no_sql(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise Unsupported(f"{self.name} has no tables and no SQL; only experiments on its own kind can measure it")

    create = load = fill = build_index = drop_index = run = explain = analyze = checkpoint = size = _no_sql


class Objects(Embedded):
    """A system that keeps whole documents under names, such as `raw/17.bin`: no tables, no columns."""

    ways: ClassVar[tuple[str, ...]] = ("shipped",)
    """How it may store them, as shipped first."""

    @abstractmethod
    def empty(self, way: str) -> None:
        """Begin with no document, storing in one of `ways` from now on. What stands in the place already is deleted.

        Raises Unsupported for another way.
        """

    @abstractmethod
    def put(self, documents: Sequence[tuple[str, bytes]]) -> None:
        """Keep documents by name. Raises DiskFull, StatementFailed for one it refuses, EngineDied."""

    @abstractmethod
    def get(self, name: str) -> bytes:
        """Return a document as it comes back. Raises StatementFailed where there is none."""

    @abstractmethod
    def discard(self, names: Sequence[str]) -> None:
        """Delete documents."""

    def reclaim(self) -> None:
        """Have the housekeeping done that sooner or later gives back the space of what was deleted; most need none."""

    @abstractmethod
    def occupied(self) -> dict[str, int]:
        """Have everything on the disk and return what it takes there: `table` are the documents' own files, `index`
        the folders they lie in and all else that is kept, `log` what is written ahead.
        """

    def require_way(self, way: str) -> None:
        if way not in self.ways:
            raise Unsupported(f"{self.name} does not store documents this way: {way}")


def allocated_bytes(folder: Path) -> tuple[int, int]:
    """Return what files below a folder, and folders among them, take on the disk: blocks, so a hole takes nothing."""
    files = folders = 0
    try:
        entries = list(os.scandir(folder))
    except FileNotFoundError:  # a folder of the system's that has just gone
        return 0, 0
    for entry in entries:
        try:
            size = entry.stat(follow_symlinks=False).st_blocks * 512
        except FileNotFoundError:
            continue
        if entry.is_dir(follow_symlinks=False):
            below = allocated_bytes(Path(entry.path))
            files, folders = files + below[0], folders + below[1] + size
        else:
            files += size
    return files, folders
