"""What all server engines share: find the programs, init, serve, wait, stop; or use an external server."""

import os
import re
import secrets
import shutil
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

from ...errors import AccessRefused, DbreportError, EngineDied, EngineMissing, EngineStartFailed, UsageError
from ..base import Engine, Found
from ..setup import Setup
from .choosing import choose
from .external import NAMESPACE, variable
from .folders import FULL, brief_folder, make_folder, ran_full, write_secret
from .leftovers import clear
from .programs import Programs, Server, wait_until

_LONGEST_SOCKET_BYTES = 107
_REMOVAL_PATIENCE_S = 20.0
"""What a server whose data is thrown away is given to stop by itself."""


class ServerEngine(Engine):
    """A system behind a socket. A subclass says how to init, serve and connect; and its SQL."""

    program: ClassVar[str]
    places: ClassVar[tuple[str, ...]]
    brand: ClassVar[re.Pattern[str] | None] = None
    stop_signal: ClassVar[str] = "SIGTERM"
    start_timeout_s: ClassVar[float] = 60.0
    stop_timeout_s: ClassVar[float] = 120.0

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.url: str | None = None
        self._server: Server | None = None
        self._target: Programs | None = None
        self._launched = ""
        self._connection: Any = None
        self._cleared = False

    # what a subclass fills in ----------------------------------------------------------------

    @abstractmethod
    def init(self, programs: Programs) -> None:
        """Make a fresh data folder under `self.data`."""

    @abstractmethod
    def serve_argv(self, programs: Programs) -> list[str]:
        """Return the server's command line: loopback or socket only, profile and durability applied."""

    @abstractmethod
    def open(self) -> Any:
        """Open a connection to `self.url`, or to the server of our own.

        Raises AccessRefused for a refused user or password, EngineDied where nobody answers.
        """

    @abstractmethod
    def close(self, connection: Any) -> None:
        """Close a connection; no error where it is closed or broken."""

    @abstractmethod
    def answers(self) -> bool:
        """Tell whether the server of our own takes connections yet."""

    @abstractmethod
    def prepare(self, connection: Any) -> None:
        """Make and enter the one namespace we use, on every new connection. Raises AccessRefused by `owns`."""

    @abstractmethod
    def owned(self, connection: Any) -> bool | None:
        """Return whether the namespace that is there was made by us; None where there is none."""

    @abstractmethod
    def drop_namespace(self, connection: Any) -> None:
        """Drop our namespace on an external server, and what a killed run of ours still does in it."""

    # the contract ----------------------------------------------------------------------------

    @property
    def data(self) -> Path:
        return self.setup.folder / "data"

    @property
    def reach(self) -> Path:
        """The folder in which a server of our own finds whatever it needs: its own."""
        return self.setup.folder

    def password_file(self) -> Path:
        """Return the file of this server's own password, made at random where there is none yet."""
        path = self.setup.folder / "password"
        if not path.is_file() or path.is_symlink():
            write_secret(path, secrets.token_urlsafe(24))
        return path

    def password(self) -> str:
        """Return the password of a server of our own; a file holds it, so that it stands on no command line."""
        return self.password_file().read_text(encoding="utf-8")

    @property
    @abstractmethod
    def socket(self) -> Path:
        """Return the socket of the server of our own."""

    @classmethod
    def find(cls, launcher: str | None = None) -> Found:
        try:
            target = cls.choose(launcher)
            if target is None:
                return Found(None, None, None, cls.hint())
            if isinstance(target, str):
                return Found("external", None, "DBREPORT_…_URL or engines.toml")
            text = cls.tells(target)
            if cls.brand is not None and not cls.brand.search(text):
                return Found(None, None, None, f"{target.where()} holds {text.strip()}, no {cls.name}; {cls.hint()}")
            version = re.search(r"\d+(\.\d+)+", text)
            return Found(target.kind, version.group() if version else text.strip(), target.where())
        except DbreportError as error:
            return Found(None, None, None, f"{error}")

    @classmethod
    def choose(cls, launcher: str | None) -> Programs | str | None:
        """Return where the server is: an address, the programs of a launcher, or None."""
        return choose(cls.name, cls.program, cls.places, launcher, cls.brand, cls.complete)

    @classmethod
    def complete(cls, programs: Programs) -> bool:
        """Tell of a server's program that is there whether all else that it needs is."""
        return True

    @classmethod
    def tells(cls, programs: Programs) -> str:
        """Return what tells the version of a server that is not started."""
        with brief_folder() as folder:
            return programs.run([programs.require(cls.program), "--version"], folder)

    @classmethod
    def hint(cls) -> str:
        """Say what makes the server be there."""
        return f"make engines, or set {variable(cls.name)}"

    def check(self) -> None:
        target = self.choose(self.setup.launcher)
        if isinstance(target, str):
            self.url = target
            with self._visit() as connection:
                self.owns(connection)

    def owns(self, connection: Any) -> bool:
        """Return whether our namespace is there. Raises AccessRefused where it is there and somebody else's."""
        owned = self.owned(connection)
        if owned is False:
            raise AccessRefused(
                f"this {self.name} has a {NAMESPACE} that dbreport did not make and will not touch; rename or drop it,"
                f" or name another server in {variable(self.name)}"
            )
        return owned is True

    def start(self) -> None:
        if self._server is not None:
            if self._server.alive() and self.answers():
                return
            # one that died still has a guardian, which would take the folder from under the next one
            self.disconnect()
            self._server.stop(0)
            self._server = None
        # looked for once: a cold start must not pay for the search again
        target = self._target or self.choose(self.setup.launcher)
        if target is None:
            looked = self.setup.launcher or "native or container"
            raise EngineMissing(f"no {self.name} server was found ({looked}); to install: {self.hint()}")
        if isinstance(target, str):
            self.url = target
            if not self._cleared:  # by a run before this one that was killed
                self._clear()
                self._cleared = True
            return
        self._require_socket()
        self._target, self._launched = target, target.kind
        if not self.data.exists():
            make_folder(self.setup.folder)
            try:
                self.init(target)
            except BaseException:
                shutil.rmtree(self.data, ignore_errors=True)  # half a data folder would pass for a whole one
                raise
        self._serve(target)

    def _serve(self, programs: Programs) -> None:
        self._server = programs.serve(self.serve_argv(programs), self.setup.folder, self.stop_signal, self.reach)
        try:
            wait_until(self.answers, self._server, self.name, self.start_timeout_s)
        except EngineStartFailed:
            self._server.stop(5)
            self._server = None
            raise

    def stop(self) -> None:
        """Stop cleanly, keeping the data.

        A server that had to be killed is started once more to recover, and stopped again: the next start, which may be
        that of a cold run, must not meet what the kill has left. Raises EngineDied where that does not help either.
        """
        if self._end(self.stop_timeout_s) or self._target is None:
            return
        self._serve(self._target)
        if not self._end(self.stop_timeout_s):
            raise EngineDied(
                f"{self.name} does not stop within {self.stop_timeout_s:g} s, not even after a fresh start"
            )

    def _end(self, patience_s: float) -> bool:
        """Stop the server, killing it where it takes too long; return whether it stopped by itself."""
        self.disconnect()
        by_itself = self._server is None or self._server.stop(patience_s)
        self._server = None
        return by_itself

    def remove(self) -> None:
        if self.url is not None:
            self.disconnect()
            self._clear()
        # without the care that data to be kept asks for
        if not self._end(min(self.stop_timeout_s, _REMOVAL_PATIENCE_S)):
            clear(self.setup.folder)
        super().remove()

    def _require_socket(self) -> None:
        """Say what is wrong with the socket's path: the server would only not answer."""
        path = os.fsencode(self.socket)
        if not self.socket.is_absolute():
            raise UsageError(
                f"{self.name} runs in a folder of its own; give DBREPORT_DATA as a path that begins with /"
            )
        if len(path) > _LONGEST_SOCKET_BYTES:
            raise UsageError(
                f"the path of {self.name}'s socket would take {len(path)} bytes, and a system takes"
                f" {_LONGEST_SOCKET_BYTES}; set DBREPORT_DATA to a shorter one"
            )

    def _clear(self) -> None:
        with self._visit() as connection:
            if self.owns(connection):
                self.drop_namespace(connection)

    @contextmanager
    def _visit(self) -> Iterator[Any]:
        """Give a connection that has entered no namespace."""
        connection = self.open()
        try:
            yield connection
        finally:
            self.close(connection)

    def pids(self) -> tuple[int, ...]:
        return (self._server.pid(),) if self._server is not None else ()

    def launched(self) -> str:
        return "external" if self.url is not None else self._launched

    def connection(self) -> Any:
        """Return the engine's one connection for statements, opening it if need be."""
        if self._connection is None:
            connection = self.open()
            self.prepare(connection)
            self._connection = connection
        return self._connection

    def disconnect(self) -> None:
        if self._connection is not None:
            self.close(self._connection)
            self._connection = None

    def died(self) -> str:
        """Say in one sentence that the server is gone, with the end of its log where it is ours."""
        tail = self._server.log_tail(3) if self._server is not None else ""
        # the one line that is kept must not end before the reason a user can do something about
        why = f": {FULL}" if self._server is not None and ran_full(self._server.log_tail(40)) else ""
        return f"{self.name} closed the connection{why}" + (f"; its log says:\n{tail}" if tail else "")
