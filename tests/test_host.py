"""The machine's facts and limits, and the digest that tells when a result was measured by other code."""

from __future__ import annotations

import getpass
import json
import platform
from pathlib import Path

import pytest
from dbreport import host


def test_facts_name_neither_machine_nor_user() -> None:
    facts = host.describe()
    assert {platform.node(), getpass.getuser(), str(Path.home())} & {str(value) for value in facts.values()} == set()


def test_facts_are_those_the_machine_page_shows() -> None:
    assert {
        "cpu",
        "cpu_signature",
        "cores",
        "memory_bytes",
        "kernel",
        "system",
        "virtual",
        "python",
        "architecture",
        "idle_memory_s",
    } == set(host.describe())


CPUINFO = """\
processor\t: 0
vendor_id\t: AuthenticAMD
cpu family\t: 25
model\t\t: 17
model name\t: AMD EPYC
stepping\t: 1

processor\t: 1
cpu family\t: 25
model\t\t: 17
model name\t: AMD EPYC
stepping\t: 1
"""


def test_processors_of_one_name_are_told_apart_by_their_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    for model in (17, 2):
        shown = CPUINFO.replace("model\t\t: 17", f"model\t\t: {model}")
        monkeypatch.setattr(host, "_read", lambda _path, shown=shown: shown)
        assert host.cpu_signature() == f"25-{model}-1"


def test_a_processor_without_a_signature_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "_read", lambda _path: "processor\t: 0\nBogoMIPS\t: 243.75\nCPU part\t: 0xd40\n")
    assert host.cpu_signature() is None


def test_facts_are_plain_json() -> None:
    assert json.loads(json.dumps(host.describe())) == host.describe()


def kernel_worker(folder: Path, state: str, action: str, rounds: int) -> None:
    context = folder / "0" / "contexts" / "0"
    facts = {
        folder / "0" / "state": state,
        context / "monitoring_attrs" / "intervals" / "aggr_us": "5000000",
        context / "schemes" / "0" / "action": action,
        context / "schemes" / "0" / "access_pattern" / "age" / "min": str(rounds),
    }
    for path, fact in facts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{fact}\n")


@pytest.mark.parametrize(
    ("state", "action", "found"), [("on", "pageout", 60.0), ("off", "pageout", None), ("on", "stat", None)]
)
def test_a_kernel_that_takes_back_idle_memory_is_found_out(
    state: str, action: str, found: float | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "_DAMON", tmp_path)
    assert host.idle_memory_s() is None
    kernel_worker(tmp_path, state, action, 12)
    assert host.idle_memory_s() == found


@pytest.mark.parametrize(
    ("cpu", "cores", "memory_bytes", "slug"),
    [
        ("Intel(R) Core(TM) i7-8700 CPU @ 3.20GHz", 12, 33_400_000_000, "intel-i7-8700-12c-31g"),
        ("AMD EPYC", 2, 24 << 30, "amd-epyc-2c-24g"),
        ("Cortex-A76", 8, 32 << 30, "cortex-a76-8c-32g"),
    ],
)
def test_the_slug_is_short_and_fit_for_a_folder(
    cpu: str, cores: int, memory_bytes: int, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DBREPORT_HOST", raising=False)
    monkeypatch.setattr(host, "describe", lambda: {"cpu": cpu, "cores": cores, "memory_bytes": memory_bytes})
    assert host.slug() == slug


def test_the_slug_can_be_given_and_is_made_fit_for_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBREPORT_HOST", "../My Board/2")
    assert host.slug() == "my-board-2"


def test_the_file_system_of_a_folder_has_a_name(tmp_path: Path) -> None:
    assert host.filesystem(tmp_path) in {line.split()[1] for line in _mounts()}


def _mounts() -> list[str]:
    return [" ".join(line.split()[1:3]) for line in Path("/proc/mounts").read_text().splitlines()]


def test_limits_are_measured_and_leave_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "_REPEATS", 1)
    monkeypatch.setattr(host, "_WRITE_BYTES", 16 << 20)
    found = host.limits(tmp_path)
    units = {name: limit["unit"] for name, limit in found.items()}
    assert units == {
        "sequential_write": "bytes/s",
        "random_read_4k": "reads/s",
        "fsync": "fsyncs/s",
        "memory_copy": "bytes/s",
    }
    assert all(len(limit["values"]) == 1 and limit["values"][0] > 0 for limit in found.values())
    assert list(tmp_path.iterdir()) == []


def test_a_project_without_git_has_no_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBREPORT_HOME", str(tmp_path))
    assert host.git_state() == ("", False)
