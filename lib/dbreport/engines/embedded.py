"""Systems without SQL that live inside their client: what of the contract they share, and what they cannot do."""

from __future__ import annotations

from typing import Any, NoReturn

from ..errors import Unsupported
from .base import Engine


class Embedded(Engine):
    """A system that is no server and speaks no SQL: its runner knows how to use it."""

    def start(self) -> None:
        self.setup.folder.mkdir(parents=True, exist_ok=True)

    def stop(self) -> None:
        """Do nothing: nothing runs between two measurements."""

    def pids(self) -> tuple[int, ...]:
        return ()

    def settings(self) -> dict[str, str]:
        return {}

    def _no_sql(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise Unsupported(f"{self.name} speaks no SQL; an experiment of statements cannot measure it")

    create = load = fill = build_index = drop_index = run = explain = analyze = checkpoint = size = _no_sql
