"""Server programs found on this machine, run on a data folder of our own as an unprivileged user."""

import ctypes
import glob
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import psutil

from ...errors import EngineStartFailed
from .folders import server_group, server_user
from .leftovers import Guardian, kill_users
from .owned import new_file
from .programs import Programs, Server

_PR_SET_PDEATHSIG = 1


def die_with_parent() -> None:
    """Have the kernel end this child when its parent ends, whatever ends the parent."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


@cache
def _said_of_itself(path: str) -> str:
    """Return what a program prints as its version; asked once, for one of them takes a third of a second to say it."""
    return subprocess.run([path, "--version"], capture_output=True, text=True).stdout


class Native(Programs):
    kind = "native"

    def __init__(self, places: Sequence[str] = (), brand: re.Pattern[str] | None = None) -> None:
        self._places = tuple(places)
        self._brand = brand

    def which(self, program: str) -> str | None:
        # A distribution's place can hold several major versions: the newest is the one to measure.
        candidates = [p for place in self._places for p in glob.glob(f"{place}/{program}") if os.access(p, os.X_OK)]
        candidates.sort(key=lambda p: [int(n) for n in re.findall(r"\d+", p)])
        if on_path := shutil.which(program):
            candidates.insert(0, on_path)
        return next((path for path in reversed(candidates) if self._genuine(path)), None)

    def _genuine(self, path: str) -> bool:
        """Tell whether a program is of the brand asked for: one brand installs links under another's names."""
        if self._brand is None:
            return True
        return self._brand.search(_said_of_itself(path)) is not None

    def where(self) -> str:
        return "on this machine"

    def run(self, argv: Sequence[str], folder: Path) -> str:
        done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, env=_environment(folder), **_account())
        if done.returncode:
            tail = "\n".join((done.stdout + done.stderr).strip().splitlines()[-6:])
            raise EngineStartFailed(f"{Path(argv[0]).name} exited with {done.returncode}:\n{tail}")
        return done.stdout

    def serve(self, argv: Sequence[str], folder: Path, stop_signal: str, reach: Path | None = None) -> Server:
        return _NativeServer(argv, folder, stop_signal)


def _environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "HOME": str(folder), "LC_ALL": "C.UTF-8"}


def _account() -> dict[str, Any]:
    """Return whom a server runs as: the user, the user's group, and none of the groups we are in ourselves."""
    user = server_user()
    return {} if user is None else {"user": user, "group": server_group(), "extra_groups": ()}


class _NativeServer(Server):
    def __init__(self, argv: Sequence[str], folder: Path, stop_signal: str) -> None:
        self.log = folder / "server.log"
        self._signal = getattr(signal, stop_signal)
        with os.fdopen(new_file(self.log), "wb") as log:
            self._process = subprocess.Popen(
                argv,
                cwd=folder,
                **_account(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=_environment(folder),
                start_new_session=True,
                preexec_fn=die_with_parent,  # noqa: PLW1509 - servers start from the main thread
            )
        self._guardian = Guardian(folder)

    def pid(self) -> int:
        return self._process.pid

    def alive(self) -> bool:
        return self._process.poll() is None

    def stop(self, timeout_s: float) -> bool:
        by_itself = True
        children = psutil.Process(self.pid()).children(recursive=True) if self.alive() else []
        if self.alive():
            self._process.send_signal(self._signal)
            try:
                self._process.wait(timeout_s)
            except subprocess.TimeoutExpired:
                by_itself = False
                self._process.kill()
                self._process.wait()
        _, stubborn = psutil.wait_procs(children, timeout=5)
        for process in stubborn:
            process.kill()
        if self._process.returncode:
            kill_users(self.log.parent)  # what it started may outlive it, and would meet the next server's files
        self._guardian.dismiss()
        return by_itself
