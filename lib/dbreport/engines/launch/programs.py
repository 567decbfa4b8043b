"""Where a server's programs are and how they are run: the contract of `native` and `container`."""

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path

from ...errors import EngineMissing, EngineStartFailed


class Server(ABC):
    """A server process that was started and is to be stopped by us."""

    log: Path

    @abstractmethod
    def pid(self) -> int:
        """Return the host's process id of the server."""

    @abstractmethod
    def alive(self) -> bool: ...

    @abstractmethod
    def stop(self, timeout_s: float) -> bool:
        """Ask it to stop, then make it; return when it is gone, and whether it went by itself."""

    def log_tail(self, lines: int = 8) -> str:
        """Return the last lines of its log, the place where a reason stands."""
        if not self.log.exists() or self.log.is_symlink():
            return ""
        return "\n".join(self.log.read_text(errors="replace").strip().splitlines()[-lines:])


class Programs(ABC):
    """One launcher's view of one system's programs."""

    kind: str

    @abstractmethod
    def which(self, program: str) -> str | None:
        """Return the program's full path, or None. Raises EngineStartFailed where it cannot be looked for."""

    @abstractmethod
    def where(self) -> str:
        """Say in a few words where the programs were found, for `doctor`."""

    @abstractmethod
    def run(self, argv: Sequence[str], folder: Path) -> str:
        """Run a program to its end with `folder` writable; return what it printed.

        Raises EngineStartFailed with the last of its output when it exits with anything but 0.
        """

    @abstractmethod
    def serve(self, argv: Sequence[str], folder: Path, stop_signal: str, reach: Path | None = None) -> Server:
        """Start a server with `folder` writable, or `reach`, a folder around it, where it has to get to others in that.

        `stop_signal` is the signal that shuts it down cleanly.
        """

    def require(self, program: str) -> str:
        path = self.which(program)
        if path is None:
            raise EngineMissing(f"{program} was not found ({self.kind}); run: make engines")
        return path


def wait_until(ready: object, server: Server, name: str, timeout_s: float) -> None:
    """Call `ready` until it returns true; raise EngineStartFailed when the server ends or time is up."""
    assert callable(ready)
    deadline = time.monotonic() + timeout_s
    while True:
        if not server.alive():
            raise EngineStartFailed(f"{name} ended while starting; its log says:\n{server.log_tail()}")
        if ready():
            return
        if time.monotonic() > deadline:
            raise EngineStartFailed(
                f"{name} did not answer within {timeout_s:.0f} s; its log says:\n{server.log_tail()}"
            )
        time.sleep(0.05)
