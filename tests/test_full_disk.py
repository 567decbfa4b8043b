"""A disk that really fills, small and in memory: each system says so in a sentence, and goes away cleanly."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from conftest import found_class
from dbreport import host
from dbreport.engines.base import Engine
from dbreport.engines.launch.folders import new_folder
from dbreport.engines.setup import Setup
from dbreport.errors import DbreportError, DiskFull

pytestmark = [
    pytest.mark.usefixtures("limit"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a disk of its own"),
]

SIZES_MB = {"postgresql": 160, "mariadb": 300, "sqlite": 64}
"""What the system itself takes, and some more. MySQL waits minutes for room for its binary log, and is not here."""


@pytest.fixture
def disk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data root on a disk of so many megabytes."""
    place = Path("/var/tmp") / f"dbreport-disk-{os.getpid()}"
    place.mkdir(mode=0o700)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={request.param}m,mode=0711", "tmpfs", str(place)]
    try:
        if subprocess.run(mount, capture_output=True).returncode:
            pytest.skip("no disk may be mounted here")
        monkeypatch.setenv("DBREPORT_DATA", str(place))
        yield place
        subprocess.run(["umount", "--lazy", str(place)], check=True)  # the folder held until our end lay on it
    finally:
        place.rmdir()


def fill(engine: Engine) -> None:
    """Double a table until there is no room for it."""
    engine.run("CREATE TABLE filler (t TEXT)", 60)
    engine.run(f"INSERT INTO filler VALUES ('{'x' * 1000}')", 60)
    for _ in range(22):
        engine.run("INSERT INTO filler SELECT t FROM filler", 100)


@pytest.mark.parametrize(("disk", "name"), [(mb, name) for name, mb in SIZES_MB.items()], indirect=["disk"])
def test_a_system_says_that_its_disk_is_full(disk: Path, name: str) -> None:
    engine = found_class(name)(Setup(new_folder(name)))
    try:
        engine.start()
        with pytest.raises(DbreportError) as told:
            fill(engine)
        # only the first line is kept with a result
        said = str(told.value).splitlines()[0]
        assert re.search("(?i)its disk is full, free some room|no space left", said)
        assert str(disk) not in said
        roots = [psutil.Process(pid) for pid in engine.pids()]
    finally:
        engine.remove()
    assert ([p for p in roots if p.is_running()], [p for p in disk.iterdir() if p.name != ".lock"]) == ([], [])


@pytest.mark.parametrize("disk", [64], indirect=True)
def test_no_room_for_the_probe_of_the_disk_is_one_sentence(disk: Path) -> None:
    folder = new_folder("work")
    with pytest.raises(DiskFull, match=r"the disk is full: 0\.0 GB are free under .*; free some room"):
        host.limits(folder)
    assert list(folder.iterdir()) == []
    folder.rmdir()
