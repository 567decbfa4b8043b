"""How fast a machine was in each session, and what that leaves of a ratio whose sides are of two."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from dbreport import stats
from dbreport.results import ratios
from dbreport.results.calibrations import known, times_longer, times_slower
from dbreport.results.ratios import Taken
from dbreport.results.store import Cell, save
from dbreport.stats import Estimate
from samples import HOST, footer, sample

QUICK, SLOW, SLOW_MEMORY, UNKNOWN, OTHER_WORK = (f"20260101-00000{n}" for n in range(5))
SLOWER = 1.8
"""By so much the memory of one session is slower than of another."""
BETWEEN = 0.05


def facts(processor_s: float = 0.01, memory_s: float = 0.01, work: int = 7) -> dict[str, Any]:
    taken = {"processor": processor_s, "memory": memory_s}
    return {
        "calibration": {part: {"unit": "s", "work": work, "values": [took_s] * 5} for part, took_s in taken.items()}
    }


@pytest.fixture(autouse=True)
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have results of five sessions, and of a replication that says how far two sessions lie apart."""
    monkeypatch.setenv("DBREPORT_RESULTS", str(tmp_path))
    monkeypatch.setattr(ratios, "between_sessions", lambda: BETWEEN)
    sessions = {
        QUICK: facts(),
        SLOW: facts(processor_s=0.015),
        SLOW_MEMORY: facts(processor_s=0.009, memory_s=0.01 * SLOWER),
        UNKNOWN: {"limits": {}},
        OTHER_WORK: facts(work=8),
    }
    for name, found in sessions.items():
        path = Cell("half_billion", HOST, f"system{name[-1]}", "default", "smoke").path(tmp_path)
        save(path, [sample(session=name, engine=f"system{name[-1]}")], footer(sessions={name: found}))
    return tmp_path


def side(value: float, *sessions: str) -> list[Taken]:
    return [Taken(name, f"run {name}", repeat, value) for name in sessions for repeat in range(3)]


def ratio(over: list[Taken], under: list[Taken], **asked: bool) -> Estimate:
    e = ratios.compare(over, under, "latency", in_rounds=True, **asked)
    assert e
    return e


def test_sessions_are_known_from_the_files_that_can_be_read(results: Path) -> None:
    (results / "half_billion" / HOST / "broken-default-smoke.parquet").write_bytes(b"PAR1 no more")
    assert sorted(known(results.rglob("*.parquet"))) == sorted((QUICK, SLOW, SLOW_MEMORY, UNKNOWN, OTHER_WORK))


def test_a_parquet_file_of_somebody_else_names_no_session(tmp_path: Path) -> None:
    for name, metadata in (
        ("none", {}),
        ("foreign", {b"dbreport": b'{"sessions": 7}'}),
        ("deep", {b"dbreport": b"[" * 9999}),
    ):
        table = pa.table({"n": [1]}).replace_schema_metadata(metadata)
        pq.write_table(table, tmp_path / f"{name}.parquet")
    assert known(tmp_path.glob("*.parquet")) == {}


@pytest.mark.parametrize("part", ["processor", "memory"])
def test_a_part_took_so_many_times_longer(part: str) -> None:
    assert times_longer(facts(0.03, 0.03), facts(), part) == pytest.approx(3)


@pytest.mark.parametrize("other", [{}, {"calibration": {}}, facts(work=8)], ids=["no facts", "none", "other work"])
def test_what_was_not_calibrated_alike_does_not_compare(other: dict[str, Any]) -> None:
    assert times_longer(facts(), other, "processor") is None


@pytest.mark.parametrize(
    ("some", "others", "expected"),
    [
        ({QUICK}, {QUICK}, 1.0),
        ({QUICK}, {SLOW}, 1.5),
        ({SLOW}, {QUICK}, 1.5),
        ({QUICK}, {SLOW_MEMORY}, SLOWER),
        ({QUICK, SLOW_MEMORY}, {QUICK, SLOW}, SLOWER),
        ({QUICK}, {UNKNOWN}, None),
        ({QUICK}, {OTHER_WORK}, None),
        ({QUICK}, {"20260101-ffffff"}, None),
        ({QUICK, SLOW}, {SLOW, UNKNOWN}, None),
    ],
)
def test_sessions_lie_as_far_apart_as_their_farthest_part(
    some: set[str], others: set[str], expected: float | None
) -> None:
    assert times_slower(some, others) == (pytest.approx(expected) if expected else None)


def test_a_slower_machine_may_explain_as_much_of_a_ratio_in_either_direction() -> None:
    alike = stats.ratio([2.0] * 3, [1.0] * 3, apart="sessions", between=BETWEEN)
    e = ratio(side(2.0, QUICK), side(1.0, SLOW_MEMORY))
    assert (e.value, e.apart) == (2.0, "sessions")
    assert (e.low * SLOWER, e.high / SLOWER) == pytest.approx((alike.low, alike.high))


@pytest.mark.parametrize(("times", "decided"), [(1.7, "no difference"), (9.0, "more"), (1 / 9, "less")])
def test_what_a_slower_machine_alone_could_do_is_not_decided(times: float, decided: str) -> None:
    assert ratio(side(times, SLOW_MEMORY), side(1.0, QUICK)).decided == decided


def test_a_session_without_calibration_decides_nothing() -> None:
    e = ratio(side(9.0, UNKNOWN), side(1.0, QUICK))
    assert (e.low, e.high, e.decided) == (0.0, math.inf, "too few")


def test_one_session_does_not_ask_how_fast_it_was() -> None:
    assert ratio(side(1.7, UNKNOWN), side(1.0, UNKNOWN)).decided == "more"


def test_sizes_do_not_depend_on_how_fast_a_machine_was() -> None:
    e = ratios.compare(side(3.0, UNKNOWN), side(1.0, QUICK), "size", in_rounds=False)
    assert e
    assert (e.value, e.exact) == (3.0, True)


def test_of_two_hosts_the_slower_one_is_what_is_asked() -> None:
    assert ratio(side(1.7, SLOW_MEMORY), side(1.0, QUICK), of_hosts=True).decided == "more"
