"""A statement is run once more before it is timed where the next run would not be a warm one."""

from __future__ import annotations

import pytest
from dbreport.measuring.warmth import SHORT_S, cools


@pytest.mark.parametrize(
    ("first_s", "idle_s", "again"),
    [
        (SHORT_S / 2, None, True),
        (SHORT_S / 2, 30.0, True),
        (5.0, None, False),
        (5.0, 30.0, True),
        (31.0, 30.0, False),
    ],
    ids=["short", "short, memory is taken back", "memory is left alone", "memory is taken back", "cools behind itself"],
)
def test_a_statement_runs_once_more_where_it_has_cooled(first_s: float, idle_s: float | None, again: bool) -> None:
    assert cools(first_s, idle_s) is again
