"""What surrounds a timing: digests that tell answers apart, and resources of real processes."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from dbreport import meters as measure
from dbreport import processes
from dbreport.host import filesystem
from dbreport.meters import Meter, Sampler, digest, digest_of_many, drop_page_cache, impossible
from dbreport.model import Resources


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


def test_many_rows_have_one_digest_in_any_order_and_another_for_any_other_rows() -> None:
    told = digest_of_many(iter([(1, "a"), (2, None), (2, None)]))
    assert told == digest_of_many([(2, None), (1, "a"), (2, None)])
    others = [[(1, "a"), (2, None)], [(1, "a"), (1, "a"), (2, None)], [(1, "a"), (2, ""), (2, "")]]
    assert told not in [digest_of_many(other) for other in others]
    assert (told.partition(":")[0], digest_of_many([])) == ("3", f"0:{0:032x}")


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


class Watched(Sampler):
    """Lets a test wait until it has looked."""

    def __init__(self, roots: Sequence[int]) -> None:
        super().__init__(roots)
        self._begun = threading.Semaphore(0)

    def _totals(self) -> tuple[Resources | None, bool]:
        self._begun.release()
        return super()._totals()

    def wait(self) -> None:
        """Return when a look that begins from now on has ended, as the next one's begin tells."""
        while self._begun.acquire(blocking=False):
            pass
        for _ in range(2):
            self._begun.acquire()


def peak_while(code: str) -> int:
    """Return the peak of memory seen of a process that holds some after the code, and gives it back."""
    process = child(f"{code}; print(2, flush=True); input(); x = None")
    try:
        with Watched([process.pid]) as sampler:
            go(process)
            sampler.wait()
            go(process)
        assert sampler.used is not None
        return sampler.used.peak_memory_bytes
    finally:
        process.kill()
        process.communicate()


def test_peak_memory_is_seen_also_when_given_back() -> None:
    assert 200 << 20 <= peak_while("x = b'1' * (200 << 20)") <= 300 << 20


def test_bytes_written_are_counted(tmp_path: Path) -> None:
    if filesystem(tmp_path) == "tmpfs":
        pytest.skip("the folder for tests is in memory: nothing is written to a disk")
    file = str(tmp_path / "file")
    used = used_by(f"import os; f = open({file!r}, 'wb'); f.write(bytes(8 << 20)); f.flush(); os.fsync(f)")
    assert 8 << 20 <= used.written_bytes <= 9 << 20


def test_children_of_the_server_are_counted() -> None:
    grandchild = "x = b'1' * (150 << 20); print(2, flush=True); input()"
    start = f"subprocess.Popen([sys.executable, '-c', {grandchild!r}], stdin=subprocess.PIPE, stdout=subprocess.PIPE)"
    assert peak_while(f"import subprocess, sys; x = {start}; x.stdout.readline()") >= 150 << 20


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
    burn = "[0 for _ in iter(lambda: time.process_time() < 0.25, False)]; os.write(1, b'.'); os._exit(0)"
    code = f"import os, time\nfor _ in range(6):\n    if not os.fork(): {burn}\nfor _ in range(6): os.wait()"
    script = f"print(1, flush=True); input(); exec({code!r}); input()"
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()
        with Meter([process.pid]) as meter:
            process.stdin.write(b"\n")
            process.stdin.flush()
            process.stdout.read(6)  # a dot of each as it ends: not one need have been waited for yet
        process.kill()
    assert meter.used is not None
    # the kernel counts a process's own time and its work for it in whole hundredths: up to two of them are lost of each
    assert 6 * (0.25 - 0.02) <= meter.used.cpu_s <= 6 * 0.5


def burning(seconds: float) -> str:
    return f"import time\nend = time.process_time() + {seconds}\nwhile time.process_time() < end: pass"


def test_processes_that_came_and_went_between_two_looks_are_counted() -> None:
    code = f"import os\nfor _ in range(10):\n    if not os.fork(): exec({burning(0.05)!r}); os._exit(0)\n    os.wait()"
    used = used_by(f"exec({code!r})")
    assert 0.45 <= used.cpu_s <= 1.5


def test_a_process_that_ends_takes_nothing_off_what_the_server_used() -> None:
    """It has used half a second before, ends meanwhile, and nobody has waited for it yet."""
    child_code = f"exec({burning(0.5)!r}); os.write(w, b'.'); os.read(r, 1)"
    code = (
        f"import os, sys\nread, w = os.pipe(); r, write = os.pipe()\nif not os.fork(): {child_code}; os._exit(0)\n"
        "os.read(read, 1); print(1, flush=True); input(); os.write(write, b'.')\n"
        "while open(f'/proc/{os.getpid()}/stat') and os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT) is None: pass\n"
        "print(2, flush=True); input()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    try:
        assert process.stdout is not None
        process.stdout.readline()
        with Sampler([process.pid]) as sampler:
            go(process)
        assert sampler.used is not None
        assert 0 <= sampler.used.cpu_s <= 0.3
    finally:
        process.kill()
        process.communicate()


def test_the_client_s_cpu_time_is_counted() -> None:
    with Sampler([]) as sampler:
        exec(burning(0.1))
    assert sampler.client_cpu_s >= 0.1


def test_cpu_time_of_a_client_s_threads_is_counted() -> None:
    def work() -> None:
        end = time.thread_time() + 0.1
        while time.thread_time() < end:
            pass

    with Sampler([]) as sampler:
        threads = [threading.Thread(target=work) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sampler.client_cpu_s >= 0.2


def test_looking_at_the_server_is_not_the_client_s_cpu_time(monkeypatch: pytest.MonkeyPatch) -> None:
    # by a clock of the test's own: what else runs in this process would count, too
    look_s, looked, seen = 2**-8, 0, threading.Semaphore(0)

    class Costly(Sampler):
        def _totals(self) -> tuple[Resources | None, bool]:
            nonlocal looked
            looked += 1
            seen.release()
            return super()._totals()

    def process_time() -> float:
        return looked * look_s

    def thread_time() -> float:  # of the thread that looks: the first look is not its own
        return (looked - 1) * look_s

    monkeypatch.setattr(
        measure, "time", SimpleNamespace(process_time=process_time, thread_time=thread_time, sleep=time.sleep)
    )
    process = child("x = 0")
    try:
        with Costly([process.pid]) as sampler:
            for _ in range(1 + 3):
                seen.acquire()
        assert sampler.client_cpu_s in {0, look_s}  # the look that is not over when the block ends is not known yet
    finally:
        process.kill()
        process.communicate()


# readings that cannot be -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("metric", "value", "unit", "reason"),
    [
        ("server_cpu", -2.01, "s", "read as -2.01 s, and nothing uses less than nothing"),
        ("client_cpu", -0.1, "s", "read as -0.1 s, and nothing uses less than nothing"),
        ("server_read", -196608.0, "bytes", "read as -196608 bytes, and nothing uses less than nothing"),
        ("log_bytes_per_transaction", -1.5, "bytes/transaction",
         "read as -1.5 bytes/transaction, and nothing uses less than nothing"),
        ("server_peak_memory", 0.0, "bytes", "read as 0 bytes, and no process runs in none"),
        ("server_cpu", 0.0, "s", "read as 0 s at 5,000 transactions, which nothing can do in so little"),
        ("server_cpu_per_transaction", 0.0, "s/transaction",
         "read as 0 s/transaction at 5,000 transactions, which nothing can do in so little"),
    ],
)  # fmt: skip
def test_a_reading_that_cannot_be_has_a_reason(metric: str, value: float, unit: str, reason: str) -> None:
    assert impossible({"transactions": (5000.0, "transactions"), metric: (value, unit)}) == {metric: reason}


@pytest.mark.parametrize(
    ("metric", "value", "unit"),
    [
        ("server_cpu", 0.01, "s"),
        ("server_cpu_per_transaction", 2e-6, "s/transaction"),
        ("server_read", 0.0, "bytes"),
        ("server_peak_memory", 4096.0, "bytes"),
        ("throughput", 9000.0, "transactions/s"),
    ],
)
def test_a_reading_that_can_be_is_left_alone(metric: str, value: float, unit: str) -> None:
    assert impossible({"transactions": (5000.0, "transactions"), metric: (value, unit)}) == {}


def test_a_short_statement_may_use_less_than_the_kernel_counts() -> None:
    assert impossible({"latency": (0.001, "s"), "server_cpu": (0.0, "s")}) == {}


def test_a_cache_that_may_not_be_dropped_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(measure.os, "sync", lambda: None)
    monkeypatch.setattr(measure, "open", refused, raising=False)
    assert drop_page_cache() is False


# process trees ---------------------------------------------------------------------------------


def test_a_tree_is_the_same_whether_the_kernel_lists_children_or_all_processes_are_looked_at(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    deep = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'input()'])"
    with subprocess.Popen([sys.executable, "-c", deep], stdin=subprocess.PIPE) as parent:
        try:
            for _ in range(3000):
                if len(processes.tree([parent.pid])) == 2:
                    break
                time.sleep(0.01)
            listed = processes.tree([parent.pid])
            monkeypatch.setattr(processes, "_LISTED", tmp_path / "none")
            assert (listed, listed[0].pid, len(listed)) == (processes.tree([parent.pid]), parent.pid, 2)
        finally:
            parent.communicate(b"\n")


def test_a_child_of_any_thread_is_in_the_tree() -> None:
    started: list[subprocess.Popen[bytes]] = []

    def start() -> None:
        started.append(subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE))
        begun.set()
        over.wait()

    begun, over = threading.Event(), threading.Event()
    thread = threading.Thread(target=start)
    thread.start()
    try:
        assert begun.wait(30)
        assert started[0].pid in {process.pid for process in processes.tree([os.getpid()])}
    finally:
        over.set()
        thread.join()
        started[0].communicate(b"\n")


def test_a_process_that_has_ended_has_no_tree() -> None:
    with subprocess.Popen(["true"]) as ended:
        pass
    assert processes.tree([ended.pid]) == []
