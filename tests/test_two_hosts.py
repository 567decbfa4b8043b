"""Two machines compared: what both have measured, how many times slower one is, and what is said where there is one."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from dbreport.model import Temperature
from dbreport.report import hosts, tables, verdicts
from dbreport.report.verdicts import Outcome
from dbreport.report.verdicts.again import Again
from dbreport.results.pairs import between_hosts
from dbreport.results.store import Cell, details, save
from pagekit import execute_together
from samples import HOST, ROOT, SESSION, footer, repeats, session
from sitekit import copy_project

OTHER, ELSEWHERE = "other-arm-8c-16g", "20260301-0eeee0"
POINT, COUNT, ALONE = "indexed.point", "unindexed.count", "indexed.range"


@pytest.fixture(autouse=True)
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DBREPORT_HOST", HOST)
    monkeypatch.setenv("DBREPORT_RESULTS", str(tmp_path))
    return tmp_path


def keep(
    results: Path,
    host: str,
    engine: str,
    cases: dict[str, float],
    experiment: str = "half_billion",
    method: int = 1,
    commits: dict[str, str] | None = None,
    **facts: Any,
) -> None:
    """Save a system's five repeats of each case around its seconds, on one of the machines."""
    name = SESSION if host == HOST else ELSEWHERE
    made = [
        each
        for case, middle in cases.items()
        for each in repeats(
            case,
            [middle * (1 + k / 500) for k in (0, 2, -1, 1, -2)],
            **{"experiment": experiment, "engine": engine, "session": name, **facts},
        )
    ]
    of_case: dict[str, dict[str, Any]] = {case: {"method": method} for case in cases}
    for case, commit in (commits or {}).items():
        of_case[case]["commit"] = commit
    stored = footer(planned=list(cases), cases=of_case, sessions={name: session()})
    save(Cell(experiment, host, engine, "default", "smoke").path(results), made, stored)


@pytest.fixture
def two(results: Path) -> None:
    for engine, here, there in (("postgresql", 1.0, 3.0), ("duckdb", 0.5, 6.0)):
        keep(results, HOST, engine, {POINT: here, COUNT: 1.0})
        keep(results, OTHER, engine, {POINT: there})


def values(figure: Any) -> dict[str, list[float]]:
    """Return what is drawn, by system: value, line by line."""
    return {trace.name: [round(x, 6) for x in trace.x] for trace in figure.data}


def test_one_machine_is_compared_with_none(results: Path) -> None:
    keep(results, HOST, "duckdb", {POINT: 1.0})
    assert between_hosts() == []
    assert "dbreport host import" in hosts.directions([])["en"]


def test_what_both_machines_have_measured_is_a_pair(results: Path, two: None) -> None:
    (pair,) = between_hosts()
    assert (pair.root, pair.experiment, pair.apart) == (OTHER, "half_billion", True)
    assert [set(side["case"]) for side in (pair.first, pair.second, pair.whole)] == [{POINT}, {POINT}, {POINT, COUNT}]
    assert [set(side["host"]) for side in (pair.first, pair.second)] == [{HOST}, {OTHER}]


def test_an_experiment_of_one_machine_alone_is_no_pair(results: Path, two: None) -> None:
    keep(results, OTHER, "sqlite", {"size.bytes.shipped": 1.0}, experiment="storage")
    assert [pair.experiment for pair in between_hosts()] == ["half_billion"]


def test_a_case_that_was_asked_otherwise_is_not_compared(results: Path) -> None:
    keep(results, HOST, "duckdb", {POINT: 1.0})
    keep(results, OTHER, "duckdb", {POINT: 1.0}, method=2)
    assert between_hosts() == []


def test_it_is_drawn_how_many_times_slower_the_other_is(two: None) -> None:
    (pair,) = between_hosts()
    for lang in ("zh", "en"):
        shown = hosts.slower(pair, lang)
        assert values(shown.figure) == {"PostgreSQL": [3.0], "DuckDB": [12.0]}
        assert OTHER in shown.caption
        assert HOST in shown.caption


def test_a_rate_is_inverted_and_a_size_left_out(results: Path) -> None:
    for host, rate in ((HOST, 1000.0), (OTHER, 250.0)):
        keep(results, host, "bbolt", {"sync_on.sequential_write": rate}, "kv_engines", metric="throughput", unit="1/s")
        keep(results, host, "lmdb", {"sync_on.close": rate}, "kv_engines", metric="size_table", unit="bytes")
    (pair,) = between_hosts()
    assert values(hosts.slower(pair, "en").figure) == {"bbolt": [4.0]}


def test_a_cold_start_has_a_line_of_its_own(results: Path) -> None:
    for host, warm, cold in ((HOST, 1.0, 2.0), (OTHER, 1.0, 20.0)):
        name = SESSION if host == HOST else ELSEWHERE
        made = [
            *repeats(POINT, [warm] * 5, engine="duckdb", session=name),
            *repeats(POINT, [cold] * 5, engine="duckdb", session=name, temperature=Temperature.COLD),
        ]
        stored = footer(sessions={name: session()})
        save(Cell("half_billion", host, "duckdb", "default", "smoke").path(results), made, stored)
    (pair,) = between_hosts()
    assert values(hosts.slower(pair, "en").figure) == {"DuckDB": [1.0, 10.0]}


def test_where_no_need_was_measured_on_both_it_says_so(results: Path) -> None:
    for host in (HOST, OTHER):
        keep(results, host, "duckdb", {"unindexed.point": 1.0})
    (pair,) = between_hosts()
    assert isinstance(hosts.slower(pair, "en").figure, str)


def test_it_is_said_how_many_directions_hold(two: None) -> None:
    said = hosts.directions(between_hosts())
    assert "Of 1 comparisons of two systems" in said["en"]
    assert f"0 come out the same way on {OTHER} and 1 the other way (1 of them clearly)" in said["en"]
    assert f"换到 {OTHER}" in said["zh"]


def test_one_system_alone_has_no_direction(results: Path) -> None:
    for host in (HOST, OTHER):
        keep(results, host, "duckdb", {POINT: 1.0})
    assert "has measured nothing" in hosts.directions(between_hosts())["en"]


def test_what_a_commit_outside_the_history_measured_is_held_against_the_other_machine(
    results: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path_factory.mktemp("project")
    monkeypatch.setenv("DBREPORT_HOME", str(project))
    (project / "data").mkdir()
    listed = "commit,nearest,reason\nfedcba9876,abcdef0123,-\n"
    (project / "data" / "rewritten-commits.csv").write_text(listed, encoding="utf-8")
    lost = {POINT: "fedcba9876", COUNT: "fedcba9876", ALONE: "fedcba9876"}
    keep(results, HOST, "postgresql", {POINT: 1.0, COUNT: 1.0, ALONE: 1.0}, commits=lost)
    keep(results, HOST, "duckdb", {POINT: 0.5, COUNT: 0.5, ALONE: 0.5})
    keep(results, OTHER, "postgresql", {POINT: 1.0, COUNT: 1.0})
    keep(results, OTHER, "duckdb", {POINT: 0.5, COUNT: 2.0})
    pairs = between_hosts()
    footers = {cell: of for host in (HOST, OTHER) for cell, of in details("half_billion", results, host=host).items()}
    said = hosts.retraced(footers, pairs)
    assert said["en"].startswith(f"3 results on {HOST} were measured")
    assert f"2 of them were measured on {OTHER} too" in said["en"]
    assert "of 2 comparisons that these decide, 1 come out the same way there." in said["en"]
    assert f"1 对换到 {OTHER} 不变" in said["zh"]
    keep(results, OTHER, "postgresql", {POINT: 1.0, COUNT: 1.0, ALONE: 1.0})
    keep(results, OTHER, "duckdb", {POINT: 0.5, COUNT: 0.5, ALONE: 0.5})
    whole = hosts.retraced(footers, between_hosts())
    assert f"All of them were measured on {OTHER} too" in whole["en"]
    assert "all 3 comparisons that these decide come out the same way there." in whole["en"]
    assert f"3 对系统，换到 {OTHER} 都不变" in whole["zh"]
    there = {cell: replace(of, git_commit="fedcba9876") for cell, of in footers.items()}
    assert hosts.retraced(there, pairs) == dict.fromkeys(said, "")  # neither machine's can be looked at
    monkeypatch.delenv("DBREPORT_HOME")
    assert hosts.retraced(footers, pairs) == dict.fromkeys(said, "")


def cells(table: str) -> list[list[str]]:
    """Return the texts of a table, row by row, without marks."""
    rows = re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)
    return [[re.sub(r"<[^>]+>", "", cell) for cell in re.findall(r"<td>(.*?)</td>", row, re.DOTALL)] for row in rows]


def test_who_is_ahead_here_and_behind_there_is_named_with_either_ratio(two: None) -> None:
    shown = tables.turned(between_hosts(), "en")
    (row,) = [row for row in cells(shown.figure) if row]
    here, there = row[2:]
    assert row[1].endswith(f"{POINT} smoke default")  # the same case tuned, or larger, may come out otherwise
    assert here.startswith("DuckDB × 2")
    assert there.startswith("PostgreSQL × 2")
    assert (HOST in shown.figure, OTHER in shown.figure) == (True, True)


def test_of_a_rate_who_has_more_is_ahead(results: Path) -> None:
    rates = {HOST: {"bbolt": 1000.0, "lmdb": 250.0}, OTHER: {"bbolt": 100.0, "lmdb": 250.0}}
    for host, of_host in rates.items():
        for engine, rate in of_host.items():
            keep(results, host, engine, {"sync_on.random_read": rate}, "kv_engines", metric="throughput", unit="1/s")
    (row,) = [row for row in cells(tables.turned(between_hosts(), "en").figure) if row]
    assert [said.partition(" × ")[0] for said in row[2:]] == ["bbolt", "LMDB"]


def test_where_nothing_turns_it_says_so(results: Path) -> None:
    for host, factor in ((HOST, 1.0), (OTHER, 3.0)):
        keep(results, host, "duckdb", {POINT: factor})
        keep(results, host, "sqlite", {POINT: 2 * factor})
    pairs = between_hosts()
    assert f"On {OTHER}, no two systems" in tables.turned(pairs, "en").figure
    assert "all come out the same way" in hosts.directions(pairs)["en"]
    (row,) = [row for row in cells(tables.kept(pairs, "en").figure) if row]
    assert row[1:] == ["1", "1", "0", "0", "–"]


def test_of_the_sources_claims_those_are_named_that_come_out_otherwise(
    two: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        verdicts, "again", lambda pair: Again(("hb-1", "hb-2"), (("hb-3", Outcome.HOLDS, Outcome.OPPOSITE),), ())
    )
    (row,) = [row for row in cells(tables.kept(between_hosts(), "en").figure) if row]
    assert row[-1] == "2 of 3, hb-3 (holds here, the opposite there)"


def test_the_chapter_executes_on_another_machine_s_results_alone(tmp_path: Path) -> None:
    """Whoever executes it there has these: another choice of systems, scales and profiles than the published one's."""
    page, there = Path("chapters", "half-billion.ipynb"), Path("data", "results", "half_billion", "intel-xeon-2c-24g")
    folder = copy_project(tmp_path / "project")
    for data in (Path("data", "published"), Path("data", "benchmarks"), there):
        shutil.copytree(ROOT / data, folder / data)
    execute_together(folder, folder / "data" / "results", [page])
    cells = json.loads((folder / page).read_text(encoding="utf-8"))["cells"]
    outputs = [one for cell in cells for one in cell.get("outputs", ())]
    assert [one["evalue"] for one in outputs if one["output_type"] == "error"] == []
    assert outputs[-1]["output_type"] == "display_data"
