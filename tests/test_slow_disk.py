"""A disk made slow: the kernel really holds a process back, lets it go again, and says where it cannot."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from dbreport.errors import Unsupported
from dbreport.measuring import slow_disk
from dbreport.measuring.slow_disk import BYTES_PER_S, READS_PER_S, slowed
from dbreport.meters import drop_page_cache

MIB = 1 << 20
FILE_MIB = 8
READER = "import sys; sys.stdin.readline(); open(sys.argv[1], 'rb').read(); print('read', flush=True)"


@pytest.fixture
def big_file(tmp_path: Path) -> Path:
    file = tmp_path / "big"
    with file.open("wb") as out:
        for _ in range(FILE_MIB):
            out.write(os.urandom(MIB))
    return file


@pytest.fixture
def reader(big_file: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that reads the file when it is sent a line."""
    process = subprocess.Popen(
        [sys.executable, "-c", READER, str(big_file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    yield process
    process.kill()
    process.communicate()


def read_all(reader: subprocess.Popen[str]) -> None:
    """Have the process read the file from the disk."""
    assert reader.stdin
    assert reader.stdout
    if not drop_page_cache():
        pytest.skip("the page cache cannot be dropped here")
    reader.stdin.write("\n")
    reader.stdin.flush()
    assert reader.stdout.readline() == "read\n"


def bytes_counted(group: Path) -> int:
    """Return the bytes that the kernel has counted against the limits of a control group."""
    first, second = group / "blkio.throttle.io_service_bytes", group / "io.stat"
    text = first.read_text() if first.exists() else second.read_text()
    return sum(map(int, re.findall(r"(?:Read |rbytes=)(\d+)", text)))


def test_what_a_process_reads_is_held_to_the_rate_of_the_slow_disk(
    reader: subprocess.Popen[str], tmp_path: Path
) -> None:
    """The kernel has the rate and counts the reads against it; how long it then takes is the kernel's own matter."""
    try:
        with slowed((reader.pid,), tmp_path):
            hierarchy = slow_disk._hierarchy()
            (group,) = hierarchy.groups()
            limits = " ".join((group / file).read_text() for file, _ in hierarchy.limits)
            read_all(reader)
            counted = bytes_counted(group)
    except Unsupported as reason:
        pytest.skip(str(reason))
    assert {str(BYTES_PER_S), str(READS_PER_S)} <= set(re.findall(r"\d+", limits))
    assert counted >= FILE_MIB * MIB


def test_writes_can_be_held_instead(reader: subprocess.Popen[str], tmp_path: Path) -> None:
    try:
        with slowed((reader.pid,), tmp_path, writes_per_s=777):
            hierarchy = slow_disk._hierarchy()
            (group,) = hierarchy.groups()
            reads, writes = (
                {number for file, _ in limits for number in re.findall(r"\d+", (group / file).read_text())}
                for limits in (hierarchy.limits, hierarchy.writes)
            )
    except Unsupported as reason:
        pytest.skip(str(reason))
    assert ("777" in writes, str(READS_PER_S) in reads) == (True, False)


def test_no_control_group_is_left_behind(reader: subprocess.Popen[str], tmp_path: Path) -> None:
    try:
        with slowed((reader.pid,), tmp_path):
            held = Path(f"/proc/{reader.pid}/cgroup").read_text()
    except Unsupported as reason:
        pytest.skip(str(reason))
    assert "dbreport-" in held
    assert "dbreport-" not in Path(f"/proc/{reader.pid}/cgroup").read_text()
    assert list(slow_disk._hierarchy().root.glob("dbreport-*")) == []


def test_the_group_of_a_killed_run_is_removed(reader: subprocess.Popen[str], tmp_path: Path) -> None:
    try:
        left = slow_disk._hierarchy().root / "dbreport-999999999"
        left.mkdir()
    except (Unsupported, OSError) as reason:
        pytest.skip(str(reason))
    with slowed((reader.pid,), tmp_path):
        assert not left.exists()


SWITCHED = """
import os, sys
from pathlib import Path
from dbreport.measuring import slow_disk
root, controller = Path(sys.argv[1]), sys.argv[2]
slow_disk._FIRST = slow_disk._Hierarchy(Path("/nowhere"), "", (("none", ""),))
slow_disk._SECOND = slow_disk._Hierarchy(root, "", (("cgroup.max.depth", "max"),), controller)
with slow_disk.slowed((os.getpid(),), Path(sys.argv[3])):
    print("slowed", flush=True)
    sys.stdin.readline()
print("as before", flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def second(monkeypatch: pytest.MonkeyPatch) -> tuple[Path, str]:
    """The kernel's second hierarchy and a controller that is off there. What it limits does not matter."""
    for root in (Path("/sys/fs/cgroup"), Path("/sys/fs/cgroup/unified")):
        if (root / "cgroup.controllers").exists() and os.access(root, os.W_OK):
            on = (root / "cgroup.subtree_control").read_text().split()
            if off := [name for name in (root / "cgroup.controllers").read_text().split() if name not in on]:
                monkeypatch.setattr(slow_disk, "_FIRST", slow_disk._Hierarchy(Path("/nowhere"), "", (("none", ""),)))
                monkeypatch.setattr(slow_disk, "_SECOND", slow_disk._Hierarchy(root, "", (), off[-1]))
                return root, off[-1]
    pytest.skip("there is no second hierarchy with a controller that is off, or not for us to change")


@pytest.mark.parametrize("end", ["by itself", "killed"])
def test_a_controller_that_was_off_is_off_again(end: str, second: tuple[Path, str], tmp_path: Path) -> None:
    root, controller = second
    with subprocess.Popen(
        [sys.executable, "-c", SWITCHED, str(root), controller, str(tmp_path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as run:  # fmt: skip
        assert run.stdin
        assert run.stdout
        assert run.stdout.readline() == "slowed\n"
        assert controller in (root / "cgroup.subtree_control").read_text().split()
        assert slow_disk.sweep() == []  # somebody is at it
        if end == "killed":
            run.kill()
            run.wait()
            assert slow_disk.sweep() == [f"control group dbreport-{run.pid}-on"]
        else:
            run.stdin.write("\n")
            run.stdin.flush()
            assert run.stdout.readline() == "as before\n"
        assert controller not in (root / "cgroup.subtree_control").read_text().split()
        assert list(root.glob("dbreport-*")) == []


def test_a_server_that_is_not_ours_cannot_be_slowed(tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match="not ours to limit"), slowed((), tmp_path):
        pass


def test_a_folder_without_a_disk_cannot_be_slowed() -> None:
    with pytest.raises(Unsupported, match="lies on no block device"), slowed((os.getpid(),), Path("/proc")):
        pass


def test_a_kernel_without_the_controller_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    nowhere = slow_disk._Hierarchy(tmp_path / "none", "blkio", (("limit", ""),))
    monkeypatch.setattr(slow_disk, "_FIRST", nowhere)
    monkeypatch.setattr(slow_disk, "_SECOND", nowhere)
    with pytest.raises(Unsupported, match="no control group that limits a disk"), slowed((1,), tmp_path):
        pass
