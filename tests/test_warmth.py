"""A statement is run once more before it is timed where the next run would not be a warm one."""

from __future__ import annotations

import pytest
from dbreport import host
from dbreport.measuring import warmth
from dbreport.measuring.warmth import SHORT_S, Warmth

LONG_S = 5.0


class Clock:
    """A clock that is set by hand."""

    now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(warmth, "monotonic", clock)
    return clock


def again(clock: Clock, idle_s: float | None, later_s: float, first_s: float, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how often a statement runs untimed, so many seconds after it last began."""
    monkeypatch.setattr(host, "idle_memory_s", lambda: idle_s)
    of_run, runs = Warmth(), list[float]()
    of_run.begins("sqlite")
    clock.now_s += later_s
    of_run.settle("sqlite", first_s, lambda: runs.append(clock.now_s))
    return len(runs)


@pytest.mark.parametrize(
    ("idle_s", "later_s", "first_s", "runs"),
    [
        (None, 900.0, LONG_S, 0),
        (30.0, 29.0, LONG_S, 0),
        (30.0, 31.0, LONG_S, 1),
        (None, 0.0, SHORT_S / 2, 1),
        (30.0, 31.0, SHORT_S / 2, 1),
    ],
    ids=["memory is left alone", "touched of late", "taken back", "a short one", "a short one taken back"],
)
def test_a_statement_runs_once_more_where_its_caches_are_cold(
    idle_s: float | None, later_s: float, first_s: float, runs: int, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert again(clock, idle_s, later_s, first_s, monkeypatch) == runs


def test_a_run_that_was_timed_counts_as_touching(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "idle_memory_s", lambda: 30.0)
    of_run, runs = Warmth(), list[float]()
    of_run.begins("sqlite")
    for _ in range(3):
        clock.now_s += 20.0
        of_run.settle("sqlite", LONG_S, lambda: runs.append(clock.now_s))
    assert runs == []


def test_systems_cool_each_by_itself(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "idle_memory_s", lambda: 30.0)
    of_run, runs = Warmth(), list[str]()
    of_run.begins("sqlite")
    clock.now_s += 31.0
    of_run.begins("duckdb")
    for name in ("sqlite", "duckdb"):
        of_run.settle(name, LONG_S, lambda name=name: runs.append(name))
    assert runs == ["sqlite"]
