"""What surrounds a timing: digests that tell answers apart, and resources of real processes."""

from __future__ import annotations

import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from dbreport import measure
from dbreport.host import filesystem
from dbreport.measure import Meter, Sampler, digest, drop_page_cache, own_cpu_s


def test_the_order_of_rows_does_not_matter() -> None:
    assert digest([(1, "a"), (2, "b")]) == digest([(2, "b"), (1, "a")])


def test_a_decimal_and_an_integer_of_one_value_agree() -> None:
    assert digest([(Decimal(12), "a")]) == digest([(12, "a")])


@pytest.mark.parametrize(
    "other",
    [
        [(1, "a")],
        [(1, "a"), (1, "a"), (1, "a")],
        [(1, "a"), (1, "b")],
        [("1a", ""), ("1a", "")],
        [(1, None), (1, None)],
    ],
    ids=["a row less", "a row more", "another value", "columns run together", "null"],
)
def test_another_answer_has_another_digest(other: list[tuple[Any, ...]]) -> None:
    assert digest(other) != digest([(1, "a"), (1, "a")])


@pytest.mark.parametrize("text", ["", "None", "NULL"])
def test_null_is_no_text(text: str) -> None:
    assert digest([(None,)]) != digest([(text,)])


def test_a_digest_begins_with_the_number_of_rows() -> None:
    assert digest([(n,) for n in range(42)]).partition(":")[0] == "42"


def test_an_empty_answer_has_a_digest() -> None:
    assert digest([]).startswith("0:")


def child(code: str) -> subprocess.Popen[str]:
    """Start a process that says it is there, then waits for a line, then runs the code and says so."""
    script = f"print(1, flush=True); input(); {code}; print(2, flush=True); input()"
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert process.stdout is not None
    process.stdout.readline()
    return process


def go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n")
    process.stdout.readline()


def used_by(code: str) -> Any:
    process = child(code)
    try:
        with Sampler([process.pid]) as sampler:
            go(process)
        return sampler.used
    finally:
        process.kill()
        process.communicate()


def test_cpu_time_of_the_server_is_counted() -> None:
    used = used_by("import time; end = time.process_time() + 0.3\nwhile time.process_time() < end: pass\nx = 0")
    assert 0.25 <= used.cpu_s <= 0.6


def test_cpu_time_before_the_case_is_not_counted() -> None:
    process = child("x = 0")
    try:
        go(process)
        with Sampler([process.pid]) as sampler:
            pass
        assert sampler.used is not None
        assert sampler.used.cpu_s < 0.05
    finally:
        process.kill()
        process.communicate()


def test_peak_memory_is_seen_also_when_given_back() -> None:
    used = used_by("import time; x = b'1' * (200 << 20); time.sleep(0.4); del x; time.sleep(0.05)")
    assert 200 << 20 <= used.peak_memory_bytes <= 300 << 20


def test_bytes_written_are_counted(tmp_path: Path) -> None:
    if filesystem(tmp_path) == "tmpfs":
        pytest.skip("the folder for tests is in memory: nothing is written to a disk")
    file = str(tmp_path / "file")
    used = used_by(f"import os; f = open({file!r}, 'wb'); f.write(bytes(8 << 20)); f.flush(); os.fsync(f)")
    assert 8 << 20 <= used.written_bytes <= 9 << 20


def test_children_of_the_server_are_counted() -> None:
    grandchild = "import time; x = b'1' * (150 << 20); time.sleep(0.3)"
    code = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {grandchild!r}])"
    assert used_by(code).peak_memory_bytes >= 150 << 20


def test_where_no_process_is_ours_nothing_is_said_to_be_used() -> None:
    with Sampler([]) as sampler:
        pass
    assert sampler.used is None


def test_a_server_that_dies_during_a_case_breaks_nothing() -> None:
    process = child("x = 0")
    with Sampler([process.pid]) as sampler:
        process.kill()
        process.communicate()
    assert sampler.used is not None


def test_processes_that_end_while_they_are_read_are_counted() -> None:
    burn = "[0 for _ in iter(lambda: time.process_time() < 0.1, False)]; os.write(1, b'.'); os._exit(0)"
    code = f"import os, time\nfor _ in range(16):\n    if not os.fork(): {burn}\nfor _ in range(16): os.wait()"
    script = f"print(1, flush=True); input(); exec({code!r}); input()"
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()
        with Meter([process.pid]) as meter:
            process.stdin.write(b"\n")
            process.stdin.flush()
            process.stdout.read(16)  # a dot of each as it ends: not one need have been waited for yet
        process.kill()
    assert meter.used is not None
    assert 15.5 * 0.1 <= meter.used.cpu_s <= 16 * 0.2  # the kernel counts in hundredths


def test_own_cpu_time_is_this_process_s() -> None:
    before = own_cpu_s()
    while own_cpu_s() < before + 0.05:
        pass
    assert own_cpu_s() - before >= 0.05


def test_a_cache_that_may_not_be_dropped_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(measure.os, "sync", lambda: None)
    monkeypatch.setattr(measure, "open", refused, raising=False)
    assert drop_page_cache() is False
