"""The same server programs out of an image, under podman or docker, on the host's network.

The data folder is mounted under its own path, so that a command line, a socket and a log file have the
same names inside and outside.
"""

from __future__ import annotations

import functools
import os
import re
import resource
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from ... import allotted
from ...errors import EngineDied, EngineStartFailed
from .folders import server_group, server_user
from .leftovers import Guardian, container_name
from .owned import new_file
from .programs import Programs, Server

TOOLS = ("podman", "docker")
IMAGES = {
    "postgresql": ("localhost/dbreport/postgresql:18", "docker.io/library/postgres:18"),
    "mysql": ("localhost/dbreport/mysql:9.7", "docker.io/library/mysql:9.7"),
    "ferretdb": ("localhost/dbreport/ferretdb:2", "ghcr.io/ferretdb/postgres-documentdb:17"),  # what is behind it
    "mongodb": ("docker.io/library/mongo:8",),
    "mariadb": ("localhost/dbreport/mariadb:11.8", "docker.io/library/mariadb:11.8"),
}
"""Images looked for, the one `make engines` builds first; `DBREPORT_IMAGE_<ENGINE>` names another."""

_SHM_BYTES = 2 << 30
"""Shared memory a container is given: the 64 MB it has unasked are too few for PostgreSQL's parallel plans."""
_BASES: dict[str, tuple[str, ...]] = {}
"""The start of a `run` command by tool, once one has worked."""
_TRIES = 3
"""How often a container is started: beside others that come and go one fails now and then, whatever it runs."""


def _output(argv: Sequence[str]) -> str | None:
    done = subprocess.run(argv, capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


def _started(argv: Sequence[str]) -> str:
    """Return what a container prints. Raises EngineStartFailed with the tool's words when it fails every time."""
    for _ in range(_TRIES):
        done = subprocess.run(argv, capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout
    said = "\n".join(done.stderr.strip().splitlines()[-3:]) or f"exit code {done.returncode}"
    raise EngineStartFailed(f"{Path(argv[0]).name} started no container in {_TRIES} attempts; it says:\n{said}")


def _ulimits() -> list[str]:
    # podman asks for more than a process without CAP_SYS_RESOURCE may have; our own hard limits are enough
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    processes = min(resource.getrlimit(resource.RLIMIT_NPROC)[1] % (1 << 31), 32768)
    return ["--ulimit", f"nofile={files}:{files}", "--ulimit", f"nproc={processes}:{processes}"]


def _allotted() -> list[str]:
    """Return what holds a container to the machine this process has: its groups are not below our own."""
    options = []
    if allotted.memory_bytes() < psutil.virtual_memory().total:
        options += ["--memory", str(allotted.memory_bytes())]
    processors = allotted.processors()
    if len(processors) < (os.cpu_count() or 1):
        options += ["--cpuset-cpus", ",".join(map(str, processors))]
    if allotted.cores() < len(processors):
        options += ["--cpus", str(allotted.cores())]
    for kind, rates in allotted.disk_rates().items():
        for disk, rate in rates.items():
            device = Path("/dev", Path("/sys/dev/block", disk).resolve().name)
            options += [f"--device-{kind.replace('_', '-')}", f"{device}:{rate}"]
    return options


def _base(tool: str, image: str) -> tuple[str, ...] | None:
    """Return the start of a `run` command that works here: the default runtime may not, where runc does."""
    if tool in _BASES:
        return _BASES[tool]
    for runtime in 2 * ((), ("--runtime", "runc"), ("--runtime", "crun")):  # one that works may fail beside others
        head = [tool, *runtime] if tool == "podman" else [tool]
        base = [*head, "run", "--rm", "--network", "host", *_ulimits()]
        if _output([*base, "--entrypoint", "/bin/true", image]) is not None:
            return _BASES.setdefault(tool, tuple(base))
    return None


@dataclass(frozen=True)
class Container(Programs):
    """The programs in `places` of an image, which a command line that begins with `base` runs.

    One is as good as another of the same three: what was found in one is known of all.
    """

    kind = "container"

    image: str
    base: tuple[str, ...]
    places: tuple[str, ...]

    @classmethod
    def of(cls, engine: str, places: Sequence[str]) -> Container | None:
        """Return the container of the first image that is present and runs, or None. Nothing is pulled."""
        named = os.environ.get(f"DBREPORT_IMAGE_{engine.upper()}")
        for tool in filter(shutil.which, TOOLS):
            for image in (named,) if named else IMAGES.get(engine, ()):
                if _output([tool, "image", "inspect", image]) is not None and (base := _base(tool, image)):
                    return cls(image, base, tuple(places))
        return None

    @functools.cache  # noqa: B019 - a handful of images, for as long as the command lives
    def which(self, program: str) -> str | None:
        looks = " ".join(f"{place}/{program}" for place in self.places)
        script = f"ls -d {looks} 2>/dev/null; command -v {shlex.quote(program)}"
        printed = _started([*self.base, "--entrypoint", "/bin/sh", self.image, "-c", f"{script}; true"])
        paths = printed.splitlines()
        paths.sort(key=lambda p: [int(n) for n in re.findall(r"\d+", p)])
        return paths[-1] if paths else None

    def where(self) -> str:
        return f"image {self.image}"

    def _argv(self, argv: Sequence[str], folder: Path, name: str | None = None, reach: Path | None = None) -> list[str]:
        user, mounted = server_user(), reach or folder
        # seccomp: the default filter forbids io_uring and asynchronous I/O setup, which native servers have
        options = ["--security-opt", "seccomp=unconfined", "--volume", f"{mounted}:{mounted}", "--workdir", str(folder)]
        account = f"{os.getuid()}:{os.getgid()}" if user is None else f"{user}:{server_group()}"
        options += ["--user", account, "--env", f"HOME={folder}"]
        options += ["--shm-size", str(_SHM_BYTES), *_allotted()]
        if user is None and Path(self.base[0]).name == "podman":
            options += ["--userns", "keep-id"]  # a rootless container's users are not those of the folder otherwise
        if name:
            options += ["--name", name]
        return [*self.base, *options, "--entrypoint", argv[0], self.image, *argv[1:]]

    def run(self, argv: Sequence[str], folder: Path) -> str:
        done = subprocess.run(self._argv(argv, folder), capture_output=True, text=True)
        if done.returncode:
            tail = "\n".join((done.stdout + done.stderr).strip().splitlines()[-6:])
            raise EngineStartFailed(f"{Path(argv[0]).name} in {self.image} exited with {done.returncode}:\n{tail}")
        return done.stdout

    def serve(self, argv: Sequence[str], folder: Path, stop_signal: str, reach: Path | None = None) -> Server:
        name = container_name(folder)
        return _ContainerServer(self.base[0], name, self._argv(argv, folder, name, reach), folder, stop_signal)


def _running(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


class _ContainerServer(Server):
    def __init__(self, tool: str, name: str, argv: Sequence[str], folder: Path, stop_signal: str) -> None:
        self.log = folder / "server.log"
        self._tool = tool
        self._name = name
        self._signal = stop_signal
        self._pid: int | None = None
        with os.fdopen(new_file(self.log), "wb") as log:
            self._client = subprocess.Popen(
                argv, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        self._guardian = Guardian(folder)

    def pid(self) -> int:
        if self._pid is None:
            shown = _output([self._tool, "inspect", "--format", "{{.State.Pid}}", self._name])
            if not shown or shown == "0":
                raise EngineDied(f"container {self._name} is not running; its log says:\n{self.log_tail()}")
            self._pid = int(shown)
        return self._pid

    def alive(self) -> bool:
        # the client notices a little later than the kernel that the server is gone
        return self._client.poll() is None and (self._pid is None or _running(self._pid))

    def stop(self, timeout_s: float) -> bool:
        asked, ended = self.alive(), False
        if asked:
            _output([self._tool, "kill", "--signal", self._signal, self._name])
            with suppress(subprocess.TimeoutExpired):
                self._client.wait(timeout_s)
                ended = True
        if not ended:  # one that died by itself can leave its name behind
            _output([self._tool, "rm", "--force", self._name])
            self._client.wait()
        self._guardian.dismiss()
        return ended or not asked
