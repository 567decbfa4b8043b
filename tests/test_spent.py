"""What measuring took: by experiment, scale and profile, and the table of it that the campaign's page has."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from dbreport import discovery
from dbreport.cli import main
from dbreport.model import Profile, Scale
from dbreport.results.spent import by_place
from dbreport.results.store import Cell, save
from samples import HOST, PUBLISHED_HOST, RESULTS, ROOT, footer, frame, sample

CAMPAIGN = ROOT / "docs" / "campaign.md"


def test_places_are_told_in_their_order_with_what_all_systems_took() -> None:
    begin = datetime(2026, 1, 2, tzinfo=UTC)
    places = ((Scale.MEDIUM, Profile.DEFAULT), (Scale.SMALL, Profile.TUNED), (Scale.SMALL, Profile.DEFAULT))
    runs = frame(
        sample(
            case=case, engine=engine, scale=scale, profile=profile, run_id=f"{scale}-{profile}",
            started_at=begin + timedelta(seconds=seconds), rows=1000, value=2.0,
        )
        for scale, profile in places
        for case, engine, seconds in (("a.x", "duckdb", 0), ("a.x", "sqlite", 4), ("b.y", "duckdb", 10))
    )  # fmt: skip
    assert by_place(runs).rows() == [
        ("small", "default", 1000, 2, 3, 12.0), ("small", "tuned", 1000, 2, 3, 12.0),
        ("medium", "default", 1000, 2, 3, 12.0),
    ]  # fmt: skip


def test_a_place_has_the_rows_that_most_of_it_was_measured_on() -> None:
    runs = frame(sample(repeat=repeat, rows=rows) for repeat, rows in enumerate((10_000, 10_000, 10_000, 1_000_000)))
    assert by_place(runs)["rows"].to_list() == [10_000]


def test_room_is_that_of_one_system_where_they_are_measured_one_after_another() -> None:
    forum, storage = discovery.experiment("forum"), discovery.experiment("storage")
    assert forum.room_bytes(Scale.SMALL, 6) == forum.rows[Scale.SMALL] * forum.bytes_per_row
    assert storage.room_bytes(Scale.SMALL, 12) == 12 * storage.rows[Scale.SMALL] * storage.bytes_per_row


def stored(monkeypatch: pytest.MonkeyPatch, results: Path, hosts: tuple[str, ...]) -> None:
    monkeypatch.setenv("DBREPORT_RESULTS", str(results))
    for host in hosts:
        save(Cell("half_billion", host, "postgresql", "default", "smoke").path(results), [sample()], footer())


def test_a_machine_is_named_or_the_one_that_the_report_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stored(monkeypatch, tmp_path, (HOST,))
    for arguments in (["spent"], ["spent", HOST]):
        assert main(arguments) == 0
        printed = capsys.readouterr().out
        assert [line.split("|")[1].strip() for line in printed.split("\n") if "|" in line] == [
            "experiment", "-" * 14, "half_billion", "all",
        ]  # fmt: skip


@pytest.mark.parametrize(
    ("hosts", "arguments", "code", "said"),
    [
        ((), ["spent"], 1, "nothing was measured yet; run: dbreport measure --hours 1"),
        ((HOST,), ["spent", f"{HOST}s"], 2, f"no machine '{HOST}s', did you mean {HOST}?"),
    ],
)
def test_what_there_is_nothing_of_is_said(
    hosts: tuple[str, ...], arguments: list[str], code: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    stored(monkeypatch, tmp_path, hosts)
    assert main(arguments) == code
    assert said in capsys.readouterr().err


def test_the_page_of_the_campaign_has_what_the_published_results_took(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DBREPORT_RESULTS", str(RESULTS))
    main(["spent", PUBLISHED_HOST])
    printed = capsys.readouterr().out.strip()
    (kept,) = re.findall(r"<!-- spent -->(.*?)<!-- /spent -->", CAMPAIGN.read_text(encoding="utf-8"), re.DOTALL)
    assert kept.strip() == printed, f"put what `dbreport spent {PUBLISHED_HOST}` prints into docs/campaign.md"
