"""Calibration, witnesses, and what becomes of a repeat that the machine disturbed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from dbreport.measuring import attempts, witnesses
from dbreport.measuring.attempts import AGAIN, Watch
from dbreport.measuring.calibration import Calibrator, work
from dbreport.model import Reading

QUIET = {"processor": 0.01, "memory": 0.01, "sync": 0.001}
SLOW = QUIET | {"processor": 0.02}
BASELINE = {part: [took_s] * 20 for part, took_s in QUIET.items()}


class Script:
    """Gives calibrations as written, the last one for ever; a slow one is given twice, as it is asked for again."""

    def __init__(self, readings: Iterable[dict[str, float]]) -> None:
        self._readings: Iterator[dict[str, float]] = iter(readings)
        self._last = QUIET

    def measure(self) -> dict[str, float]:
        self._last = next(self._readings, self._last)
        return self._last


def watching(*readings: dict[str, float], again: int = AGAIN) -> Watch:
    doubled = [reading for one in readings for reading in ((one, one) if one == SLOW else (one,))]
    return Watch(Script(doubled), BASELINE, again)


def marks(watch: Watch) -> list[str | None]:
    """Make one repeat and return what disturbed each of its attempts."""
    found = []
    for attempt in watch.attempts():
        with attempt:
            pass
        found.append(attempt.disturbed)
    return found


SAID = "processor 2.0 times slower than usual in this session"

# calibration -----------------------------------------------------------------------------------


def test_a_calibration_times_processor_memory_and_a_sync(tmp_path: Path) -> None:
    found = Calibrator(tmp_path).measure()
    assert ({name: took_s > 0 for name, took_s in found.items()}) == dict.fromkeys(work(), True)


def test_calibrations_leave_one_file_of_a_page(tmp_path: Path) -> None:
    calibrator = Calibrator(tmp_path)
    for _ in range(3):
        calibrator.measure()
    assert [path.stat().st_size for path in tmp_path.iterdir()] == [4096]


# witnesses -------------------------------------------------------------------------------------

STAT = "cpu  100 0 100 700 0 0 0 100 0 0\ncpu0 1 2 3\n"
PRESSURE = "some avg10=0.00 avg60=0.00 avg300=0.00 total=1500000\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=7\n"


@pytest.fixture
def proc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(witnesses, "_PROC", tmp_path)
    return tmp_path


def test_steal_is_a_share_of_the_machine_s_time(proc: Path) -> None:
    (proc / "stat").write_text(STAT)
    first = witnesses.totals()
    (proc / "stat").write_text("cpu  110 0 110 765 0 0 0 115 0 0\n")
    assert witnesses.between(first, witnesses.totals()) == {"steal": (pytest.approx(0.15), "share")}


def test_pressure_is_the_time_in_which_some_process_waited(proc: Path) -> None:
    (proc / "pressure").mkdir()
    (proc / "pressure" / "io").write_text(PRESSURE)
    first = witnesses.totals()
    (proc / "pressure" / "io").write_text(PRESSURE.replace("1500000", "1750000"))
    assert witnesses.between(first, witnesses.totals()) == {"pressure_io": (0.25, "s")}


@pytest.mark.parametrize("name", ["workingset_refault_file", "workingset_refault"], ids=["now", "before Linux 5.9"])
def test_page_cache_that_was_taken_back_and_read_again_is_seen(name: str, proc: Path) -> None:
    (proc / "vmstat").write_text(f"nr_free_pages 9\n{name} 100\nworkingset_refault_anon 5\n")
    first = witnesses.totals()
    (proc / "vmstat").write_text(f"nr_free_pages 9\n{name} 356\nworkingset_refault_anon 5\n")
    expected = 256 * os.sysconf("SC_PAGE_SIZE")
    assert witnesses.between(first, witnesses.totals()) == {"refaulted": (expected, "bytes")}


def test_the_load_is_that_before_the_repeat(proc: Path) -> None:
    (proc / "loadavg").write_text("1.50 0.9 0.5 1/92 25496\n")
    first = witnesses.totals()
    (proc / "loadavg").write_text("2.50 0.9 0.5 1/92 25496\n")
    assert witnesses.between(first, witnesses.totals()) == {"load": (1.5, "processes")}


def test_a_kernel_without_these_files_has_no_witnesses(proc: Path) -> None:
    assert witnesses.between(witnesses.totals(), witnesses.totals()) == {}


# attempts --------------------------------------------------------------------------------------


def test_a_quiet_repeat_is_made_once() -> None:
    assert marks(watching(QUIET)) == [None]


def test_a_disturbed_repeat_is_made_again_and_keeps_its_mark() -> None:
    assert marks(watching(SLOW, QUIET)) == [SAID, None]


def test_a_repeat_is_not_made_again_for_ever() -> None:
    assert marks(watching(SLOW)) == [SAID] * (1 + AGAIN)


def test_what_lasts_is_not_waited_out() -> None:
    watch = watching(SLOW)
    marks(watch)
    assert marks(watch) == [SAID]


def test_after_a_quiet_repeat_a_disturbed_one_is_made_again() -> None:
    watch = watching(*[SLOW] * (1 + AGAIN), QUIET, SLOW, QUIET)
    for _ in range(2):
        marks(watch)
    assert marks(watch) == [SAID, None]


def test_a_moment_s_disturbance_of_the_calibration_alone_is_none() -> None:
    assert marks(Watch(Script([SLOW, QUIET]), BASELINE)) == [None]


def test_slow_memory_and_a_slow_sync_are_noted_alone() -> None:
    watch = watching(QUIET | {"memory": 0.1, "sync": 1.0})
    for attempt in watch.attempts():
        with attempt:
            pass
    noted = {part: attempt.metrics[f"calibration_{part}"] for part in ("memory", "sync")}
    assert (attempt.number, attempt.disturbed, noted) == (0, None, {"memory": (0.1, "s"), "sync": (1.0, "s")})


def test_a_run_that_only_looks_whether_all_works_marks_and_makes_nothing_again() -> None:
    assert marks(watching(SLOW, again=0)) == [SAID]


def test_attempts_are_numbered() -> None:
    numbers = []
    for attempt in watching(SLOW, QUIET).attempts():
        with attempt:
            numbers.append(attempt.number)
    assert numbers == [0, 1]


@pytest.mark.parametrize(("seconds", "again"), [(1.0, 2), (19.9, 2), (20.0, 1), (119.9, 1), (120.0, 0), (3600.0, 0)])
def test_the_longer_a_repeat_the_less_often_it_is_made_again(seconds: float, again: int) -> None:
    assert attempts._again_at(seconds) == again


@pytest.mark.parametrize(
    ("share", "seconds", "said"),
    [
        (0.12, 10.0, "12% of the machine's time given to others"),
        (0.05, 10.0, None),
        (0.5, 0.05, None),
    ],
    ids=["over the bound", "at the bound", "a tick or two of a short repeat"],
)
def test_time_given_to_others_disturbs_over_a_bound(share: float, seconds: float, said: str | None) -> None:
    assert watching(QUIET).judge(QUIET, {"steal": Reading(share, "share")}, seconds) == said


def test_pressure_and_load_disturb_nothing() -> None:
    seen = {"pressure_cpu": Reading(9.0, "s"), "pressure_io": Reading(9.0, "s"), "load": Reading(50.0, "processes")}
    assert watching(QUIET).judge(QUIET, seen, 10.0) is None


def test_calibration_and_witnesses_become_metrics() -> None:
    for attempt in watching(QUIET).attempts():
        with attempt:
            pass
    found = {name: value for name, value in attempt.metrics.items() if name.startswith("calibration")}
    assert found == {f"calibration_{part}": (took_s, "s") for part, took_s in QUIET.items()}


def test_settling_comes_after_the_calibration_and_before_what_is_measured() -> None:
    order: list[str] = []

    class Noted(Script):
        def measure(self) -> dict[str, float]:
            order.append("calibrated")
            return QUIET

    for attempt in Watch(Noted([]), BASELINE).attempts(settle=lambda: order.append("settled")):
        with attempt:
            order.append("measured")
    assert order == ["calibrated", "settled", "measured"]


def test_what_fails_is_not_made_again() -> None:
    begun = []

    def repeat() -> None:
        for attempt in watching(SLOW).attempts():
            with attempt:
                begun.append(attempt.number)
                raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        repeat()
    assert begun == [0]
