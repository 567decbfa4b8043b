"""Where a server's programs are and how they are run: the contract of `native` and `container`."""

from __future__ import annotations

import re
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ...errors import EngineMissing, EngineStartFailed, UsageError
from .external import external_url

LAUNCHERS = ("external", "native", "container")


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits a container is given. None is no limit; native servers have none."""

    memory_bytes: int | None = None
    cpus: float | None = None
    shm_bytes: int = 2 << 30


LIMITS = Limits()


class Server(ABC):
    """A server process that was started and is to be stopped by us."""

    log: Path

    @abstractmethod
    def pid(self) -> int:
        """Return the host's process id of the server."""

    @abstractmethod
    def alive(self) -> bool: ...

    @abstractmethod
    def stop(self, timeout_s: float) -> None:
        """Ask it to stop, then make it; return when it is gone."""

    def log_tail(self, lines: int = 8) -> str:
        """Return the last lines of its log, the place where a reason stands."""
        if not self.log.exists():
            return ""
        return "\n".join(self.log.read_text(errors="replace").strip().splitlines()[-lines:])


class Programs(ABC):
    """One launcher's view of one system's programs."""

    kind: str

    @abstractmethod
    def which(self, program: str) -> str | None:
        """Return the program's full path, or None."""

    @abstractmethod
    def where(self) -> str:
        """Say in a few words where the programs were found, for `doctor`."""

    @abstractmethod
    def run(self, argv: Sequence[str], folder: Path) -> str:
        """Run a program to its end with `folder` writable; return what it printed.

        Raises EngineStartFailed with the last of its output when it exits with anything but 0.
        """

    @abstractmethod
    def serve(self, argv: Sequence[str], folder: Path, stop_signal: str) -> Server:
        """Start a server with `folder` writable. `stop_signal` is the signal that shuts it down cleanly."""

    def require(self, program: str) -> str:
        path = self.which(program)
        if path is None:
            raise EngineMissing(f"{program} was not found ({self.kind}); run: make engines")
        return path


def choose(
    engine: str,
    program: str,
    places: Sequence[str],
    launcher: str | None,
    brand: re.Pattern[str] | None = None,
) -> Programs | str | None:
    """Return an external URL, the programs of the first launcher that has `program`, or None.

    Args:
        engine: the engine's name, for its URL and image.
        program: the server program to look for.
        places: folders (globs) where distributions put it, beside PATH.
        launcher: one of LAUNCHERS to use that one alone; None for the first that works, in that order.
        brand: what a program's `--version` must match to be taken, where others use its name.
    """
    from .container import Container
    from .native import Native

    if launcher is not None and launcher not in LAUNCHERS:
        raise UsageError(f"no launcher {launcher!r}; choose one of: {', '.join(LAUNCHERS)}")
    wanted = (launcher,) if launcher else LAUNCHERS
    if "external" in wanted and (url := external_url(engine)):
        return url
    if "native" in wanted and (native := Native(places, brand)).which(program):
        return native
    if "container" in wanted and (container := Container.of(engine, places)) and container.which(program):
        return container
    return None


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
