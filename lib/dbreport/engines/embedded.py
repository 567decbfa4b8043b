"""A store inside a program: no server to start, nothing to connect to, no SQL. One contract for all of that kind.

Not here: what program it is and how that is built or called; a store's own base says that.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NoReturn

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
