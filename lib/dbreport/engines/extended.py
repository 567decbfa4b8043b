"""PostgreSQL with an extension that is measured as a system of its own: the same server, the extension loaded.

Not here: what an extension stores its own way, which is its dialect.
"""

from functools import cache, partial
from pathlib import Path
from typing import Any, ClassVar

from ..errors import EngineMissing, EngineStartFailed
from . import postgresql_schema as schema
from .base import Engine
from .launch.external import variable
from .launch.folders import brief_folder
from .launch.programs import Programs
from .postgresql import PostgreSQL
from .postgresql_extensions import made

_CONTROL = 'cat "$("$0" --sharedir)/extension/$1.control"'


class Extended(PostgreSQL):
    """PostgreSQL as shipped with one extension preloaded. A subclass names it, and says how it stores."""

    extension: ClassVar[str]
    reported: ClassVar[tuple[str, ...]]
    """Settings of its own to be told, all of one prefix."""
    image: ClassVar[str]
    """The image its makers publish."""

    lacks = Engine.lacks
    """What a source set for PostgreSQL itself it set for none of these."""

    @classmethod
    def complete(cls, programs: Programs) -> bool:
        try:
            return bool(cls.tells(programs))
        except EngineStartFailed:
            return False

    @classmethod
    @cache  # an image is asked but once
    def tells(cls, programs: Programs) -> str:
        asked = str(Path(programs.require(cls.program)).with_name("pg_config"))
        with brief_folder() as folder:
            return programs.run(["/bin/sh", "-c", _CONTROL, asked, cls.extension], folder)

    @classmethod
    def hint(cls) -> str:
        return (
            f"the extension {cls.extension} beside a PostgreSQL here, an image that carries it ({cls.image}) named in"
            f" DBREPORT_IMAGE_{cls.name.upper()}, or a server that preloads it in {variable(cls.name)}"
        )

    def requested(self) -> dict[str, Any]:
        return {"shared_preload_libraries": self.extension, **super().requested()}

    def open(self) -> Any:
        connection = super().open()
        # what it loads first has some of its settings, the rest comes with the extension
        loaded = f"SELECT FROM pg_settings WHERE name LIKE '{self.reported[0].partition('.')[0]}.%'"
        usable = f"SELECT 1 FROM pg_available_extensions WHERE name = '{self.extension}' AND EXISTS ({loaded})"
        if self._ask(connection, usable):
            return connection
        self.close(connection)
        raise EngineMissing(f"the server set up as {self.name} does not preload it; needed is {self.hint()}")

    def prepare(self, connection: Any) -> None:
        super().prepare(connection)
        self._ask(connection, made(self.extension))
        schema.enter(partial(self._ask, connection))  # an extension's script may have left again

    def version(self) -> str:
        mine = self._query(f"SELECT extversion FROM pg_extension WHERE extname = '{self.extension}'")
        return f"{mine[0][0]} on PostgreSQL {super().version()}"

    def settings(self) -> dict[str, str]:
        names = ", ".join(f"'{name}'" for name in self.reported)
        own = f"SELECT name, current_setting(name) FROM pg_settings WHERE name IN ({names}) ORDER BY 1"
        return super().settings() | dict(self._query(own))
