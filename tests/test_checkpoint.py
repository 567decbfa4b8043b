"""What InnoDB's checkpoint waits for: told by readings alone, on a clock that only sleeping moves."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import pytest
from dbreport.engines import mysql_innodb
from dbreport.engines.mysql_innodb import until_settled

LONG = 1000
"""Looks that take several times as long as anything may be stuck."""


class Readings:
    """A counter read once a look; the last value stays."""

    def __init__(self, values: Sequence[int]) -> None:
        self.values, self.looks = values, 0

    def __call__(self) -> int:
        value = self.values[min(self.looks, len(self.values) - 1)]
        self.looks += 1
        return value


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[], float]:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(time, "sleep", lambda seconds: now.__setitem__(0, now[0] + seconds))
    return lambda: now[0]


def test_it_waits_until_nothing_is_left(clock: Callable[[], float]) -> None:
    left = Readings(range(LONG, -1, -1))
    assert until_settled(left) == 0
    assert left.looks == LONG + 1
    assert clock() > mysql_innodb.STUCK_S


def test_what_does_not_become_less_is_given_up_and_the_wait_is_told() -> None:
    assert until_settled(Readings([3, 2])) == pytest.approx(mysql_innodb.STUCK_S, abs=0.05)
    assert until_settled(Readings([0])) == 0


def test_one_long_transaction_is_waited_for_while_pages_change() -> None:
    """MariaDB's history has the length 1 from the first row of an import that is purged to the last."""
    left, changed = Readings([1] * LONG + [0]), Readings(range(LONG))
    assert until_settled(left, changed) == 0
    assert left.looks == LONG + 1


def test_a_history_that_nobody_purges_holds_no_one() -> None:
    left = Readings([1])
    assert until_settled(left, Readings(range(10))) == pytest.approx(mysql_innodb.STUCK_S, abs=0.05)
    assert left.looks < LONG


def test_pages_that_change_for_ever_hold_it_for_the_limit_alone(clock: Callable[[], float]) -> None:
    assert until_settled(Readings([1]), Readings(range(10_000)), limit_s=10) == 0
    assert clock() == pytest.approx(10, abs=0.1)
