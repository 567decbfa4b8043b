"""A disk made slow: the kernel really holds a process back, lets it go again, and says where it cannot."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from dbreport.errors import Unsupported
from dbreport.measuring import control_groups, little_memory, slow_disk
from dbreport.measuring.little_memory import given
from dbreport.measuring.slow_disk import BYTES_PER_S, READS_PER_S, slowed
from dbreport.meters import drop_page_cache

MIB = 1 << 20
FILE_MIB = 32
PEAKS = ("memory.max_usage_in_bytes", "memory.peak", "memory.current")
READER = """
import sys
sys.stdin.readline()
with open(sys.argv[1], "rb", buffering=0) as file:
    while file.read(1 << 20):
        pass
print("read", flush=True)
"""


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


def hierarchy() -> control_groups.Hierarchy:
    """Return the kernel's hierarchy that limits a disk. Raises Unsupported."""
    return slow_disk._limits("8:0", None)[0]


def ours(*hierarchies: control_groups.Hierarchy) -> list[Path]:
    """Return the groups that this process has made: other tests make theirs at the same time."""
    mine = f"dbreport-{os.getpid()}"
    return [group for one in hierarchies if one.there() for group in one.groups() if group.name.startswith(mine)]


def held_now() -> tuple[Path, str]:
    """Return the group of ours that there is and what its limits of a disk say."""
    (group,) = ours(hierarchy())
    files = (*group.glob("blkio.throttle.*_iops_device"), *group.glob("blkio.throttle.*_bps_device"), group / "io.max")
    return group, " ".join(file.read_text() for file in files if file.exists())


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
            group, limits = held_now()
            read_all(reader)
            counted = bytes_counted(group)
    except Unsupported as reason:
        pytest.skip(str(reason))
    assert {str(BYTES_PER_S), str(READS_PER_S)} <= set(re.findall(r"\d+", limits))
    assert counted >= FILE_MIB * MIB


def test_writes_can_be_held_instead(reader: subprocess.Popen[str], tmp_path: Path) -> None:
    try:
        with slowed((reader.pid,), tmp_path, writes_per_s=777):
            _, limits = held_now()
    except Unsupported as reason:
        pytest.skip(str(reason))
    said = re.findall(r"\d+", limits)
    assert ("777" in said, str(READS_PER_S) in said) == (True, False)


def test_no_control_group_is_left_behind(reader: subprocess.Popen[str], tmp_path: Path) -> None:
    try:
        with slowed((reader.pid,), tmp_path):
            held = Path(f"/proc/{reader.pid}/cgroup").read_text()
    except Unsupported as reason:
        pytest.skip(str(reason))
    assert "dbreport-" in held
    assert "dbreport-" not in Path(f"/proc/{reader.pid}/cgroup").read_text()
    assert ours(hierarchy()) == []


def test_the_group_of_a_killed_run_is_removed(reader: subprocess.Popen[str], tmp_path: Path) -> None:
    try:
        left = hierarchy().root / "dbreport-999999999"
        left.mkdir()
    except (Unsupported, OSError) as reason:
        pytest.skip(str(reason))
    with slowed((reader.pid,), tmp_path):
        assert not left.exists()


SWITCHED = """
import os, sys
from pathlib import Path
from dbreport.measuring.control_groups import Hierarchy, held
hierarchy = Hierarchy(Path(sys.argv[1]), "", switch=sys.argv[2])
with held(hierarchy, [("cgroup.max.depth", "max")], (os.getpid(),), "nothing"):
    print("held", flush=True)
    sys.stdin.readline()
print("as before", flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def second() -> control_groups.Hierarchy:
    """The kernel's second hierarchy and a controller that is off there. What it limits does not matter."""
    for root in (Path("/sys/fs/cgroup"), Path("/sys/fs/cgroup/unified")):
        if (root / "cgroup.controllers").exists() and os.access(root, os.W_OK):
            on = (root / "cgroup.subtree_control").read_text().split()
            if off := [name for name in (root / "cgroup.controllers").read_text().split() if name not in on]:
                return control_groups.Hierarchy(root, "", switch=off[-1])
    pytest.skip("there is no second hierarchy with a controller that is off, or not for us to change")


@pytest.mark.parametrize("end", ["by itself", "killed"])
def test_a_controller_that_was_off_is_off_again(end: str, second: control_groups.Hierarchy) -> None:
    root, controller = second.root, second.switch
    with subprocess.Popen(
        [sys.executable, "-c", SWITCHED, str(root), controller],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as run:  # fmt: skip
        assert run.stdin
        assert run.stdout
        assert run.stdout.readline() == "held\n"
        assert controller in (root / "cgroup.subtree_control").read_text().split()
        assert control_groups.sweep(second) == []  # somebody is at it
        if end == "killed":
            run.kill()
            run.wait()
            assert control_groups.sweep(second) == [f"control group dbreport-{run.pid}-{controller}"]
        else:
            run.stdin.write("\n")
            run.stdin.flush()
            assert run.stdout.readline() == "as before\n"
        assert controller not in (root / "cgroup.subtree_control").read_text().split()
        assert list(root.glob("dbreport-*")) == []


def test_a_server_that_is_not_ours_cannot_be_slowed(tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match="not ours to limit"), slowed((), tmp_path):
        pass


def test_a_refusal_names_no_folder_of_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Why a case is not measured is stored with its result."""
    monkeypatch.setattr(slow_disk, "_device", lambda folder: "8:0")

    def refused(*arguments: object) -> NoReturn:
        raise Unsupported(f"the kernel refuses to limit {arguments[-1]} (Permission denied)")

    monkeypatch.setattr(slow_disk, "held", refused)
    with pytest.raises(Unsupported) as told, slowed((os.getpid(),), tmp_path):
        pass
    assert str(tmp_path) not in str(told.value)


def test_a_folder_without_a_disk_cannot_be_slowed() -> None:
    with pytest.raises(Unsupported, match="lies on no block device"), slowed((os.getpid(),), Path("/proc")):
        pass


def test_a_kernel_without_the_controller_says_so(
    monkeypatch: pytest.MonkeyPatch, reader: subprocess.Popen[str], big_file: Path
) -> None:
    monkeypatch.setattr(control_groups.Hierarchy, "there", lambda self: False)
    monkeypatch.setattr(slow_disk, "_device", lambda folder: "8:0")
    with pytest.raises(Unsupported, match="no control group that limits a disk"), slowed((1,), big_file):
        pass
    with pytest.raises(Unsupported, match="no control group that limits memory"), given((reader.pid,), MIB):
        pass


def test_what_a_process_keeps_in_memory_is_held_to_so_much(reader: subprocess.Popen[str], big_file: Path) -> None:
    """A process may read more than it is given: the kernel drops what it has read before."""
    try:
        with given((reader.pid,), FILE_MIB // 2 * MIB):
            (group,) = ours(*little_memory.HIERARCHIES)
            read_all(reader)
            kept = int(next(filter(Path.exists, (group / name for name in PEAKS))).read_text())
    except Unsupported as reason:
        pytest.skip(str(reason))
    assert 0 < kept <= FILE_MIB // 2 * MIB


@pytest.mark.parametrize("pids", [()])
def test_a_server_that_is_not_ours_is_not_given_less(pids: tuple[int, ...]) -> None:
    with pytest.raises(Unsupported, match="not ours to limit"), given(pids, MIB):
        pass
