"""Sessions: measured once from boot to boot, compared with the host's others."""

from __future__ import annotations

import json
import re
import stat
from pathlib import Path
from typing import Any

import pytest
from dbreport import host
from dbreport.measuring import sessions
from dbreport.measuring.calibration import work
from dbreport.measuring.sessions import Session, current, slower

LIMITS = {"fsync": {"unit": "fsyncs/s", "values": [1.0]}}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Have limits cost nothing, and count how often they are measured."""
    found: list[Path] = []

    def limits(folder: Path) -> dict[str, Any]:
        found.append(folder)
        return LIMITS

    monkeypatch.setattr(host, "limits", limits)
    return found


def of(folder: Path) -> Session:
    return current(folder, lambda text: None)


def test_a_session_is_named_by_the_day_of_its_boot(asked: list[Path], tmp_path: Path) -> None:
    assert re.fullmatch(r"20\d{6}-[0-9a-f]{6}", of(tmp_path).id)


def test_a_session_is_measured_once(asked: list[Path], tmp_path: Path) -> None:
    first = of(tmp_path)
    assert (of(tmp_path), len(asked)) == (first, 1)


def test_without_limits_a_session_is_the_same_and_the_next_measures_them(asked: list[Path], tmp_path: Path) -> None:
    without = current(tmp_path, lambda text: None, limits=False)
    assert (without.facts["limits"], asked) == ({}, [])
    assert (of(tmp_path).id, of(tmp_path).facts["limits"], len(asked)) == (without.id, LIMITS, 1)
    assert current(tmp_path, lambda text: None, limits=False).facts["limits"] == LIMITS


def test_only_what_takes_long_is_told(asked: list[Path], tmp_path: Path) -> None:
    told: list[str] = []
    for _ in range(2):
        current(tmp_path, told.append)
    assert told == ["measuring the limits of this machine"]


def test_another_boot_is_another_session(asked: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = of(tmp_path)
    (tmp_path / "boot_id").write_text("another")
    monkeypatch.setattr(sessions, "_BOOT_ID", tmp_path / "boot_id")
    assert (of(tmp_path).id != first.id, len(asked)) == (True, 2)


def test_a_system_without_a_boot_id_has_its_boot_time(
    asked: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "_BOOT_ID", tmp_path / "none")
    assert of(tmp_path).id == of(tmp_path).id


def test_nobody_else_reads_what_a_session_keeps(asked: list[Path], tmp_path: Path) -> None:
    assert stat.S_IMODE(of(tmp_path).folder.stat().st_mode) == 0o700


def test_facts_of_a_session_are_plain_json(asked: list[Path], tmp_path: Path) -> None:
    facts = of(tmp_path).facts
    assert json.loads(json.dumps(facts)) == facts


def test_a_session_has_host_kernel_limits_and_calibration(asked: list[Path], tmp_path: Path) -> None:
    facts = of(tmp_path).facts
    assert set(facts) == {"host", "boot", "kernel", "limits", "calibration", "first"}
    assert {part: len(found["values"]) for part, found in facts["calibration"].items()} == dict.fromkeys(
        work(), sessions.ROUNDS
    )


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: "{",
        lambda text: "[]",
        lambda text: text.replace('"limits"', '"other"'),
        lambda text: re.sub(r'"work": \d+', '"work": 1', text),
    ],
    ids=["cut off", "no object", "without limits", "calibrated by other work"],
)
def test_what_is_kept_and_cannot_be_used_is_measured_again(spoil: Any, asked: list[Path], tmp_path: Path) -> None:
    first = of(tmp_path)
    path = first.folder / f"{first.id}.json"
    path.write_text(spoil(path.read_text()))
    assert (of(tmp_path).facts["limits"], len(asked)) == (LIMITS, 2)


# beside the host's other sessions --------------------------------------------------------------


def facts(
    processor_s: float = 0.01, memory_s: float = 0.01, signature: str | None = "25-17-1", **work_of: int
) -> dict[str, Any]:
    values = {"processor": processor_s, "memory": memory_s}
    return {
        "host": {"cpu_signature": signature},
        "calibration": {
            part: {"unit": "s", "work": work_of.get(part, work()[part]), "values": [took_s] * 5}
            for part, took_s in values.items()
        },
    }


def mine(**found: Any) -> Session:
    return Session("20260101-000001", facts(**found), Path())


def test_a_session_as_quick_as_the_others_says_nothing() -> None:
    assert slower(mine(processor_s=0.015), {"20260101-000002": facts()}) is None


def test_a_slow_session_says_by_how_much_and_what_stays_usable() -> None:
    others = {"20260101-000002": facts(processor_s=0.011), "20260101-000003": facts()}
    assert slower(mine(processor_s=0.05, memory_s=0.03), others) == (
        "processor is 5.0 times slower and memory is 3.0 times slower now than in the best of this host's other"
        " sessions: ratios of systems measured now stay usable, their times do not compare with earlier ones"
    )


@pytest.mark.parametrize(
    "others",
    [
        {},
        {"20260101-000001": facts()},
        {"20260101-000002": {"limits": {}}},
        {"20260101-000002": facts(processor=1)},
        {"20260101-000002": facts(signature="26-2-1")},
    ],
    ids=[
        "the first of its host",
        "itself",
        "one without calibration",
        "one of another amount of work",
        "one of another processor that bears the same name",
    ],
)
def test_a_session_is_held_against_comparable_ones_alone(others: dict[str, Any]) -> None:
    assert slower(mine(processor_s=0.05), others) is None


def test_a_session_that_does_not_tell_its_processor_is_held_against_by_its_name() -> None:
    older = facts(signature=None)
    del older["host"]
    for other in (facts(signature=None), older):
        assert str(slower(mine(processor_s=0.05), {"20260101-000002": other})).startswith("processor is 5.0 times")
