"""What a process may use of its machine, read from control groups of either version, and the host it is filed under."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from dbreport import allotted

ALL = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
NONE = 9223372036854771712
"""What a group of the first version says that limits nothing."""


def groups(folder: Path, own: str, files: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Lay out control groups: the lines of /proc/self/cgroup, and what stands in the files of the groups."""
    for name, content in files.items():
        path = folder / "groups" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{content}\n")
    (folder / "own").write_text(own)
    monkeypatch.setattr(allotted, "_ROOT", folder / "groups")
    monkeypatch.setattr(allotted, "_OWN", folder / "own")


def found() -> tuple[int, int]:
    return allotted.cores.__wrapped__(), allotted.memory_bytes.__wrapped__()


@pytest.mark.parametrize(
    ("own", "files", "cores", "memory_bytes"),
    [
        ("0::/a/b\n", {"a/b/cpu.max": "max 100000", "a/b/memory.max": "max"}, None, None),
        ("0::/a/b\n", {"a/b/cpu.max": "50000 100000", "a/b/memory.max": str(1 << 30)}, 1, 1 << 30),
        ("0::/a/b\n", {"a/memory.max": str(2 << 30), "a/b/memory.max": "max"}, None, 2 << 30),
        ("0::/\n", {"memory.max": str(3 << 30)}, None, 3 << 30),
        ("0::/gone/from/here\n", {"memory.max": str(3 << 30)}, None, 3 << 30),
        (
            "4:memory:/a\n1:cpu:/b\n0::/\n",
            {
                "memory/a/memory.limit_in_bytes": str(1 << 30),
                "memory/memory.limit_in_bytes": str(NONE),
                "cpu/b/cpu.cfs_quota_us": "100000",
                "cpu/b/cpu.cfs_period_us": "100000",
            },
            1,
            1 << 30,
        ),
        (
            "4:memory:/a\n1:cpu,cpuacct:/b\n",
            {
                "memory/a/memory.limit_in_bytes": str(NONE),
                "cpu,cpuacct/b/cpu.cfs_quota_us": "-1",
                "cpu,cpuacct/b/cpu.cfs_period_us": "100000",
            },
            None,
            None,
        ),
        ("", {}, None, None),
    ],
    ids=[
        "no limit", "half a processor", "the group above", "inside a container", "a path of the machine outside",
        "first version", "first version without limits", "no groups",
    ],
)  # fmt: skip
def test_the_least_of_all_groups_counts(
    own: str,
    files: dict[str, str],
    cores: int | None,
    memory_bytes: int | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    groups(tmp_path, own, files, monkeypatch)
    assert found() == (cores or ALL, memory_bytes or psutil.virtual_memory().total)


@pytest.mark.parametrize(
    ("own", "files"),
    [
        (
            "0::/a/b\n",
            {
                "a/b/io.max": "8:0 rbps=150 wbps=max riops=60 wiops=max",
                "a/io.max": "8:0 rbps=max wbps=max riops=80 wiops=9",
            },
        ),
        (
            "3:blkio:/a/b\n0::/\n",
            {
                "blkio/a/b/blkio.throttle.read_bps_device": "8:0 150",
                "blkio/a/b/blkio.throttle.read_iops_device": "8:0 60",
                "blkio/a/blkio.throttle.read_iops_device": "8:0 80",
                "blkio/a/blkio.throttle.write_iops_device": "8:0 9",
            },
        ),
    ],
    ids=["second version", "first version"],
)
def test_the_least_of_what_any_group_lets_a_disk_do_counts(
    own: str, files: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups(tmp_path, own, files, monkeypatch)
    assert allotted.disk_rates() == {"read_bps": {"8:0": 150}, "read_iops": {"8:0": 60}, "write_iops": {"8:0": 9}}


def test_a_disk_is_not_limited_unless_a_group_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    groups(tmp_path, "3:blkio:/a\n0::/a\n", {"blkio/a/blkio.throttle.read_bps_device": ""}, monkeypatch)
    assert allotted.disk_rates() == {}


def test_a_kernel_without_groups_limits_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allotted, "_OWN", tmp_path / "none")
    assert found() == (ALL, psutil.virtual_memory().total)


def test_no_more_is_free_than_is_allotted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 0 < allotted.free_memory_bytes() < psutil.virtual_memory().total
    monkeypatch.setattr(allotted, "memory_bytes", lambda: 1 << 20)
    assert allotted.free_memory_bytes() == 1 << 20


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system knows no affinity")
def test_a_process_held_to_one_processor_is_another_host() -> None:
    script = "import os; os.sched_setaffinity(0, list(os.sched_getaffinity(0))[:1])\n"
    script += "from dbreport import host; print(host.describe()['cores'], host.slug())"
    environment = {name: value for name, value in os.environ.items() if name != "DBREPORT_HOST"}
    said = subprocess.check_output([sys.executable, "-c", script], env=environment, text=True).split()
    assert (said[0], said[1].rsplit("-", 2)[1]) == ("1", "1c")
