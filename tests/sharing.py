"""What is made once in a run of the tests and found by all of its processes: built sites, data folders of servers."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from dbreport.engines import engine_class
from dbreport.engines.launch.folders import server_user, write_secret
from dbreport.engines.launch.programs import Programs
from dbreport.engines.launch.server import ServerEngine
from samples import PACKAGE

FOLDER = "DBREPORT_TESTS_SHARED"
"""The variable that names the run's folder, made by `conftest` and removed by it."""


def shared(name: str, make: Callable[[Path], object]) -> Path:
    """Return a folder that whoever asks for it first has made by `make`; others wait until it is whole."""
    folder = Path(os.environ[FOLDER]) / name
    with folder.with_name(f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            half = folder.with_name(f"{name}.half")
            shutil.rmtree(half, ignore_errors=True)
            half.mkdir()
            make(half)
            half.rename(folder)
    return folder


def copy_tree(source: Path, target: Path) -> None:
    """Copy a folder with owners, modes and times, sharing blocks where the file system can.

    What a server has filled with zeros in advance becomes holes.
    """
    subprocess.run(
        ["cp", "--archive", "--reflink=auto", "--sparse=always", "--no-target-directory", source, target], check=True
    )


def copy_library(target: Path) -> None:
    """Copy the library into a folder with what is compiled of it; of a module that is changed that does not count."""
    # a module that another process is just compiling has a name of its own, which may be gone a moment later
    shutil.copytree(PACKAGE.parent, target, ignore=shutil.ignore_patterns("*.pyc.*"))


def init_once(name: str) -> tuple[type[ServerEngine], Callable[[ServerEngine, Programs], None]]:
    """Return a server's class and an `init` for it that makes a data folder once a run and copies it from then on."""
    made = engine_class(name)
    assert issubclass(made, ServerEngine)
    original: Any = made.init

    def init(engine: ServerEngine, programs: Programs) -> None:
        def keep(folder: Path) -> None:
            original(engine, programs)
            copy_tree(engine.data, folder / "data")
            (folder / "password").write_text(engine.password(), encoding="utf-8")

        found = shared(f"{engine.name} {programs.kind} {server_user()}", keep)
        if not engine.data.exists():
            copy_tree(found / "data", engine.data)
            write_secret(engine.setup.folder / "password", (found / "password").read_text(encoding="utf-8"))

    return made, init
