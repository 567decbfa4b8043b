"""Plain files in a folder, compressed by libraries in a process of Python's. How, is the experiment's: see `codecs`."""

from __future__ import annotations

import platform

from ..model import Durability
from .base import Flags, Found
from .embedded import Embedded


class Files(Embedded):
    name = "files"
    flags = Flags(
        kind="process",
        licence="–",
        transactional=False,
        durable=frozenset(Durability),  # what is measured is done in memory, the same in every class
        ordered_index="none",
        package="zstandard",  # one of those whose methods do not come with Python
    )

    @classmethod
    def find(cls, launcher: str | None = None) -> Found:
        return Found("in process", platform.python_version(), "Python's libraries and those of its packages")

    def version(self) -> str:
        """Return the version of the Python whose processes compress; those of the libraries stand with a result."""
        return platform.python_version()
