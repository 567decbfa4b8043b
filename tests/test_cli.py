"""The command line: what it prints and returns, above all for input nobody should give."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dbreport import host
from dbreport.cli import main
from dbreport.clients import PROGRAMS
from dbreport.commands import left_out, status
from dbreport.discovery import experiment as registered
from dbreport.discovery import experiments
from dbreport.engines import NAMES as ENGINES
from dbreport.engines.duckdb import DuckDB
from dbreport.engines.launch import folders
from dbreport.errors import EngineStartFailed
from dbreport.measuring import bench
from dbreport.measuring import run as session
from dbreport.model import Scale, Status
from dbreport.report.rewritten import nearest
from dbreport.results.store import Cell, read, save
from samples import HOST, PUBLISHED_HOST, QUICK_COMMAND, ROOT, engine_samples, footer, fresh, sample

Capture = pytest.CaptureFixture[str]
RUN = ("run", "half_billion")
TINY = (*RUN, "--rows", "2000", "--case", "empty_statement")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The real project, with data and results in a folder of the test's own."""
    monkeypatch.setenv("DBREPORT_HOME", str(ROOT))
    monkeypatch.setenv("DBREPORT_HOST", HOST)
    monkeypatch.setenv("DBREPORT_RESULTS", str(tmp_path / "results"))
    monkeypatch.setenv("DBREPORT_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(host, "limits", lambda folder: {})
    monkeypatch.setattr(bench, "wanted_repeats", lambda seconds: 1)
    monkeypatch.setattr(bench, "required_repeats", lambda seconds: 1)
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


def outcome(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    """Return exit code, output and errors of a command, but for the line that tells of a trial."""
    try:
        code = main(arguments)
    except SystemExit as end:  # argparse ends the program itself
        code = int(end.code or 0)
    said = capsys.readouterr()
    return code, said.out, "".join(line for line in said.err.splitlines(keepends=True) if " is a trial; " not in line)


def stored(engine: str = "sqlite", scale: str = "smoke", profile: str = "default", root: str = "") -> Path:
    return Cell("half_billion", HOST, engine, profile, scale).path(Path(os.environ["DBREPORT_RESULTS"]) / root)


# wrong usage: code 2, one sentence -------------------------------------------------------------

WRONG = {
    "": "the following arguments are required: COMMAND; see: dbreport --help",
    "measur": "argument COMMAND: invalid choice: 'measur'",
    "--fast": "the following arguments are required: COMMAND",
    "run": "the following arguments are required: EXPERIMENT; see: dbreport run --help",
    "run half_bilion": "no experiment 'half_bilion', did you mean half_billion? choose from: half_billion, sysbench",
    "run oracle": "no experiment 'oracle'; choose from: half_billion, sysbench",
    "run half_billion sysbench": "unrecognized arguments: sysbench",
    "run half_billion --engine oracle": f"no engine 'oracle'; choose from: {', '.join(ENGINES)}",
    "run half_billion --engine sqlit": "no engine 'sqlit', did you mean sqlite? choose from: postgresql",
    "run half_billion --engine": "argument --engine: expected one argument; see: dbreport run --help",
    "run half_billion --engine bbolt": "half_billion does not measure bbolt; it has: postgresql",
    "run half_billion --scale huge": "no scale 'huge'; choose from: smoke, small, medium, full",
    "run half_billion --scale smal": "no scale 'smal', did you mean small? choose from: smoke, small, medium, full",
    "run half_billion --case what": "no half_billion case 'what'; choose from: import.plain",
    "run half_billion --case indexed.pont": "no half_billion case 'indexed.pont', did you mean indexed.point? choose",
    "run half_billion --rows 0": "0 rows cannot be measured; give --rows at least 1",
    "run half_billion --rows -5": "-5 rows cannot be measured; give --rows at least 1",
    "run half_billion --rows many": "argument --rows: invalid int value: 'many'; see: dbreport run --help",
    "run half_billion --rows 1e6": "argument --rows: invalid int value: '1e6'",
    "run half_billion --timeout 0": "a timeout of 0 s cannot be kept; give --timeout 0.001 to 1,000,000 s",
    "run half_billion --timeout 1e-9": "a timeout of 1e-09 s cannot be kept",
    "run half_billion --timeout 1e10": "a timeout of 1e+10 s cannot be kept",
    "run half_billion --timeout 1e308": "a timeout of 1e+308 s cannot be kept",
    "run half_billion --timeout nan": "a timeout of nan s cannot be kept",
    "run half_billion --timeout inf": "a timeout of inf s cannot be kept",
    "run half_billion --timeout soon": "argument --timeout: invalid float value: 'soon'",
    "run half_billion --launcher rocket": "no launcher 'rocket'; choose from: external, native, container",
    "run half_billion --profile fast": "argument --profile: invalid choice: 'fast'",
    "run half_billion --durability some": "argument --durability: invalid choice: 'some'",
    "run half_billion --corpus .": "half_billion measures no files; leave out --corpus",
    "run compression --corpus ''": "--corpus names no folder; give the folder of your files, '.' for this one",
    "run compression --corpus /nowhere/at/all": "/nowhere/at/all is no folder; give --corpus a folder of files",
    "run storage --corpus . --rows 5": "the files of a folder are as many as they are; leave out --rows or",
    "status --yaml": "unrecognized arguments: --yaml; see: dbreport --help",
    "execute": "the following arguments are required: CHAPTER; see: dbreport execute --help",
    "execute half-bilion": "no chapter 'half-bilion', did you mean half-billion? choose from: ",
    "site --renderer word": "argument --renderer: invalid choice: 'word'",
    "serve --port 70000": "port 70000 is not between 0 and 65535; choose another with --port",
    "serve --port http": "argument --port: invalid int value: 'http'",
}


def test_wrong_usage_is_told_in_one_sentence_with_code_2(capsys: Capture) -> None:
    expected, found = {}, {}
    for line, said in WRONG.items():
        code, out, err = outcome(capsys, *shlex.split(line))
        expected[line] = (2, "", f"dbreport: {said}", 1)
        found[line] = (code, out, err[: len(f"dbreport: {said}")], err.count("\n"))
    assert expected == found


@pytest.mark.parametrize("name", ["服务器", "server-甲", "---", " "])
def test_a_machine_whose_name_would_be_lost_is_refused_before_anything_is_measured(
    name: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DBREPORT_HOST", name)
    code, _, err = outcome(capsys, *RUN, "--engine", "sqlite")
    said = f"dbreport: DBREPORT_HOST={name!r} cannot name a folder of results; use Latin letters and digits"
    assert (code, err.startswith(said), err.count("\n"), list(tmp_path.iterdir())) == (2, True, 1, [])


def test_a_run_that_is_ended_before_it_begins_says_so() -> None:
    program = "import os, signal\nfrom dbreport import cli\nfrom dbreport.commands import status\n"
    program += "status.run = lambda arguments: os.kill(os.getpid(), signal.SIGTERM)\ncli.main(['status'])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    said = "dbreport: stopped; what was finished is saved, the same command takes up where it stopped\n"
    assert (done.returncode, done.stderr) == (143, said)


def test_a_reader_that_has_read_enough_is_no_error_to_be_told() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "dbreport.cli", "status", "--json"]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")


def test_a_pipe_of_ours_that_breaks_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(arguments: object) -> int:
        raise BrokenPipeError

    monkeypatch.setattr(status, "run", breaks)
    with pytest.raises(BrokenPipeError):
        main(["status"])


def test_a_trial_never_stands_where_a_result_of_a_scale_belongs(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Path] = []
    monkeypatch.setattr(session, "measure", lambda name, options, reporter: asked.append(options.results) or True)
    results = Path(os.environ["DBREPORT_RESULTS"])
    codes = [main([*RUN, *more]) for more in ((), ("--rows", "2000"))]
    said = f"dbreport: --rows is a trial; its results go to {results / 'trial'}\n"
    assert ([results, results / "trial"], [0, 0], said) == (asked, codes, capsys.readouterr().err)


def test_wrong_usage_leaves_no_folder(tmp_path: Path, capsys: Capture) -> None:
    outcome(capsys, *RUN, "--engine", "oracle")
    assert list(tmp_path.iterdir()) == []


# something is wrong with the machine: code 1, one sentence -------------------------------------


def test_an_engine_that_is_not_installed_names_what_to_install(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DuckDB, "driver", "no_such_driver")
    code, _, err = outcome(capsys, *TINY, "--engine", "duckdb")
    assert (code, err) == (1, "dbreport: duckdb was not found; install it: pip install duckdb, or: make engines\n")


def test_a_durability_class_a_system_does_not_have_is_said(capsys: Capture) -> None:
    code, _, err = outcome(capsys, *TINY, "--engine", "duckdb", "--durability", "relaxed")
    assert (code, err.splitlines()[-1]) == (
        1,
        "dbreport: duckdb has no durability class relaxed; leave it out with --engine",
    )


def test_a_system_that_does_not_start_is_said_and_the_code_is_1(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start(self: DuckDB) -> None:
        raise EngineStartFailed("duckdb: the file is locked")

    monkeypatch.setattr(DuckDB, "start", start)
    code, _, err = outcome(capsys, *TINY, "--engine", "duckdb")
    assert (code, "duckdb: the file is locked" in err, "Traceback" in err) == (1, True, False)


def test_a_full_disk_is_noticed_before_anything_is_written(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(folders.shutil, "disk_usage", lambda folder: usage(10**9, 10**9 - 10**6, 10**6))
    code, _, err = outcome(capsys, *RUN, "--engine", "sqlite", "--rows", "1000000")
    assert (code, err.startswith("dbreport: 1,000,000 rows needs about 0.1 GB"), err.count("\n")) == (1, True, 1)
    assert "choose a smaller --scale, or set DBREPORT_DATA" in err
    assert [path for path in (tmp_path / "data").iterdir() if path.name not in (".lock", "sessions")] == []


def test_more_rows_than_any_disk_holds_are_refused(capsys: Capture) -> None:
    code, _, err = outcome(capsys, *RUN, "--engine", "sqlite", "--rows", str(10**15))
    assert (code, "free some room" in err) == (1, True)


def test_results_that_cannot_be_written_are_noticed_first(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("DBREPORT_RESULTS", str(tmp_path / "file" / "results"))
    code, _, err = outcome(capsys, *TINY, "--engine", "sqlite")
    assert (code, err.startswith("dbreport: results cannot be written to"), err.count("\n")) == (1, True, 1)
    assert "make it writable or set DBREPORT_RESULTS" in err


def test_a_read_only_results_folder_is_noticed_first(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(self: Path, data: bytes) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "write_bytes", refused)  # root may write anywhere, so a mode would not do
    code, _, err = outcome(capsys, *TINY, "--engine", "sqlite")
    assert (code, "(Permission denied); make it writable" in err, err.count("\n")) == (1, True, 1)


def test_a_damaged_result_is_named_with_the_next_step(capsys: Capture) -> None:
    stored(root="trial").parent.mkdir(parents=True)
    stored(root="trial").write_bytes(b"no Parquet")
    code, _, err = outcome(capsys, *TINY, "--engine", "sqlite")
    last = err.splitlines()[-1]
    assert (code, "Traceback" in err) == (1, False)
    assert "is not a readable result file" in last
    assert last.endswith("move it away and measure again: dbreport run half_billion")


def test_results_of_another_program_are_not_overwritten(capsys: Capture) -> None:
    import polars as pl

    stored(root="trial").parent.mkdir(parents=True)
    pl.DataFrame({"a": [1]}).write_parquet(stored(root="trial"))
    before = stored(root="trial").read_bytes()
    code, _, err = outcome(capsys, *TINY, "--engine", "sqlite")
    assert (code, "was not written by dbreport" in err, stored(root="trial").read_bytes()) == (1, True, before)


def test_one_case_is_not_mixed_into_results_on_other_rows(capsys: Capture) -> None:
    cases = fresh("sqlite", ["indexed.point", "indexed.range"])
    path = stored(root="trial")
    save(path, [sample(engine="sqlite", case=case) for case in cases], footer(planned=list(cases), cases=cases))
    before = path.read_bytes()
    code, _, err = outcome(capsys, *TINY, "--engine", "sqlite")
    assert (code, path.read_bytes()) == (2, before)
    assert "--engine sqlite --scale smoke --profile default, without --case" in err


def test_an_external_server_that_is_not_there_is_said(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBREPORT_POSTGRESQL_URL", "postgresql://me:secret@127.0.0.1:9/none")
    code, _, err = outcome(capsys, *TINY, "--engine", "postgresql")
    assert (code, "Traceback" in err, "secret" in err) == (1, False, False)


# a run -----------------------------------------------------------------------------------------


def test_a_run_that_ends_well_is_code_0_and_stored(capsys: Capture) -> None:
    code, out, err = outcome(capsys, *TINY, "--engine", "sqlite")
    assert (code, out, set(read(stored(root="trial"))[0]["status"])) == (0, "", {"ok"})
    assert [line.split()[:2] for line in err.splitlines() if line.startswith("empty")] == [
        ["empty_statement", "sqlite"]
    ]


def test_a_case_that_fails_is_code_1(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def analyze(self: DuckDB, table: Any) -> float:
        raise EngineStartFailed("no statistics")

    monkeypatch.setattr(DuckDB, "analyze", analyze)
    code, _, err = outcome(capsys, *RUN, "--rows", "2000", "--case", "import.bulk", "--engine", "duckdb")
    assert (code, "failed: no statistics" in err) == (1, True)


def test_a_pipe_gets_plain_lines_without_codes_for_a_terminal(tmp_path: Path) -> None:
    done = subprocess.run(
        [*QUICK_COMMAND, *TINY, "--engine", "sqlite"], capture_output=True, text=True, check=False, env=os.environ
    )
    assert (done.returncode, done.stdout, "\x1b" in done.stderr, "\r" in done.stderr) == (0, "", False, False)


def test_the_installed_command_is_this_one() -> None:
    command = shutil.which("dbreport", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    assert command is not None
    done = subprocess.run([command, "run", "nothing"], capture_output=True, text=True, check=False)
    choices = ", ".join(experiments())
    assert (done.returncode, done.stderr) == (2, f"dbreport: no experiment 'nothing'; choose from: {choices}\n")


# help, status, doctor --------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["run", "status", "doctor", "execute", "site", "serve"])
def test_every_command_explains_itself(command: str, capsys: Capture) -> None:
    code, out, err = outcome(capsys, command, "--help")
    assert (code, out.startswith(f"usage: dbreport {command}"), err) == (0, True, "")


def test_the_help_lists_every_command(capsys: Capture) -> None:
    out = outcome(capsys, "--help")[1]
    assert [
        name for name in ("run", "status", "doctor", "execute", "site", "serve") if f"\n    {name}" not in out
    ] == []


def states(capsys: Capture, invalid: int = 0) -> dict[tuple[str, str, str], dict[str, str]]:
    """Return what `status` tells; each invalid file is named on standard error, and makes the code 1."""
    code, out, err = outcome(capsys, "status", "--json")
    assert (code, err.count("\n")) == (min(invalid, 1), invalid)
    mine = [one for one in json.loads(out) if (one["host"], one["experiment"]) == (HOST, "half_billion")]
    return {(one["engine"], one["profile"], one["scale"]): one for one in mine}


def test_status_lists_every_cell(capsys: Capture) -> None:
    assert set(states(capsys)) == {
        (engine, str(profile), str(scale))
        for engine in registered("half_billion").engines
        for profile in registered("half_billion").profiles
        for scale in Scale
    }


def test_what_was_never_measured_is_missing_and_names_its_command(capsys: Capture) -> None:
    found = states(capsys)["duckdb", "tuned", "small"]
    assert (found["state"], found["detail"]) == (
        "missing",
        "dbreport run half_billion --engine duckdb --scale small --profile tuned",
    )


CASES = list(fresh("sqlite"))
FAILED = sample(engine="sqlite", case="indexed.range", status=Status.FAILED, reason="locked")
WRONG_ANSWER = sample(engine="sqlite", case="indexed.range", status=Status.WRONG_ANSWER, reason="answers 1, others 2")
OLDER = fresh("sqlite")
OLDER["indexed.point"] |= {"method": 0}
OLDER["indexed.range"] |= {"method": 0, "dataset": "00ff"}


@pytest.mark.parametrize(
    ("samples", "facts", "state", "detail"),
    [
        (engine_samples("sqlite"), {}, "measured", f"{len(CASES)} cases"),
        (engine_samples("sqlite"), {"cases": fresh("sqlite", CASES[:10])}, "partial", f"10 of {len(CASES)} cases"),
        ([], {"cases": {}}, "partial", f"0 of {len(CASES)} cases"),
        ([sample(engine="sqlite"), FAILED], {}, "failed", "indexed.range"),
        ([sample(engine="sqlite"), WRONG_ANSWER], {}, "failed", "indexed.range"),
        (
            engine_samples("sqlite"),
            {"cases": OLDER},
            "stale",
            f"2 of {len(CASES)} cases: method: 0, now 1 (indexed.point and 1 more);"
            f" dataset: 00ff, now {fresh('sqlite')['indexed.range']['dataset']} (indexed.range)",
        ),
    ],
    ids=["measured", "partial", "empty", "failed", "wrong answer", "stale"],
)
def test_the_state_of_a_cell_is_told(samples: Any, facts: Any, state: str, detail: str, capsys: Capture) -> None:
    save(stored(), samples, footer(**({"planned": CASES, "cases": fresh("sqlite")} | facts)))
    found = states(capsys)["sqlite", "default", "smoke"]
    assert (found["state"], found["detail"]) == (state, detail)


def test_a_case_the_experiment_has_got_since_is_missing(capsys: Capture) -> None:
    before = CASES[:10]
    samples = [sample(engine="sqlite", case=case) for case in before]
    save(stored(), samples, footer(planned=before, cases=fresh("sqlite", before)))
    cell = states(capsys)["sqlite", "default", "smoke"]
    assert (cell["state"], cell["missing"]) == ("partial", CASES[10:])


def test_each_stale_case_says_what_has_changed(capsys: Capture) -> None:
    save(stored(), engine_samples("sqlite"), footer(planned=CASES, cases=OLDER))
    assert states(capsys)["sqlite", "default", "smoke"]["stale"] == {
        "indexed.point": ["method: 0, now 1"],
        "indexed.range": ["method: 0, now 1", f"dataset: 00ff, now {fresh('sqlite')['indexed.range']['dataset']}"],
    }


def test_a_timeout_is_a_measurement(capsys: Capture) -> None:
    facts = {"planned": CASES, "cases": fresh("sqlite")}
    save(stored(), [sample(engine="sqlite", status=Status.TIMEOUT)], footer(**facts))
    assert states(capsys)["sqlite", "default", "smoke"]["state"] == "measured"


def test_cases_of_a_commit_that_is_not_in_the_history_are_counted(capsys: Capture) -> None:
    first, identities = CASES[0], fresh("sqlite")
    identities[first] = identities[first] | {"commit": next(iter(nearest()))}
    save(stored(), engine_samples("sqlite"), footer(planned=CASES, cases=identities))
    cell = states(capsys)["sqlite", "default", "smoke"]
    assert (cell["state"], cell["rewritten"]) == ("measured", [first])
    assert cell["detail"] == f"{len(CASES)} cases, 1 of a commit that is not in the history"


def test_a_damaged_file_is_told_among_the_others(capsys: Capture) -> None:
    stored().parent.mkdir(parents=True)
    stored().write_bytes(b"no Parquet")
    found = states(capsys, invalid=1)
    assert (found["sqlite", "default", "smoke"]["state"], len(found)) == ("invalid", 48)


@pytest.mark.parametrize("name", ["notes", "sqlite-default-huge", "sqlite-default-smoke-2"])
def test_a_file_of_another_name_is_told_among_the_others(name: str, capsys: Capture) -> None:
    stored().parent.mkdir(parents=True)
    (stored().parent / f"{name}.parquet").write_bytes(b"")
    found = [one for one in states(capsys, invalid=1).values() if one["state"] == "invalid"]
    assert [(one["engine"], "move it away" in one["detail"]) for one in found] == [(name, True)]


def test_results_of_other_machines_are_listed_too(capsys: Capture) -> None:
    other = Cell("half_billion", "another", "sqlite", "default", "smoke").path(Path(os.environ["DBREPORT_RESULTS"]))
    save(other, [sample(engine="sqlite")], footer())
    code, out, _ = outcome(capsys, "status", "--json")
    assert [one["engine"] for one in json.loads(out) if one["host"] == "another"] == ["sqlite"]
    assert code == 0


def test_a_line_of_status_has_the_first_change_and_how_many_more(capsys: Capture) -> None:
    save(stored(), engine_samples("sqlite"), footer(planned=CASES, cases=OLDER))
    out = outcome(capsys, "status", "half_billion")[1]
    assert "method: 0, now 1 (indexed.point and 1 more); 1 more, see --json" in out
    assert "00ff" not in out


def test_status_of_some_experiments_lists_no_others(capsys: Capture) -> None:
    out = outcome(capsys, "status", "forum", "--json")[1]
    assert {one["experiment"] for one in json.loads(out)} == {"forum"}
    code, _, err = outcome(capsys, "status", "forun")
    assert (code, "no experiment 'forun', did you mean forum?" in err) == (2, True)


def test_status_for_people_cuts_nothing_off(capsys: Capture) -> None:
    out = outcome(capsys, "status")[1]
    assert "dbreport run half_billion --engine clickhouse --scale small --profile tuned" in out


def test_what_the_campaign_leaves_out_is_counted_and_listed_with_its_reason_where_it_is_asked_for(
    capsys: Capture,
) -> None:
    cell = states(capsys)["clickhouse", "tuned", "medium"]
    assert (cell["state"], cell["detail"]) == ("left out", "what settings change is told at 5 million rows")
    short, whole = (outcome(capsys, "status", "half_billion", *more)[1] for more in ((), ("--all",)))
    assert ("left out of the campaign; --all lists them" in short, cell["detail"] in short) == (True, False)
    assert ("left out of the campaign; --all lists them" in whole, cell["detail"] in whole) == (False, True)


def test_a_cell_that_is_stored_is_never_left_out(capsys: Capture) -> None:
    assert states(capsys)["sqlite", "default", "smoke"]["state"] == "left out"
    save(stored(), engine_samples("sqlite"), footer(cases=fresh("sqlite")))
    assert states(capsys)["sqlite", "default", "smoke"]["state"] != "left out"


@pytest.mark.parametrize("text", ["experiment,reason\n", "experiment,system,profile,scale,reason\na,b\n"])
def test_a_list_of_what_is_left_out_of_another_form_says_so(
    text: str, capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "left-out.csv").write_text(text, encoding="utf-8")
    monkeypatch.setenv("DBREPORT_HOME", str(tmp_path))
    code, _, err = outcome(capsys, "status", "forum")
    assert (code, "left-out.csv" in err) == (1, True)


def test_nothing_of_the_published_host_is_missing_but_what_the_campaign_says_is_to_be_measured() -> None:
    results = ROOT / "data" / "results"
    cells = [cell for name in experiments() for cell in status.asked_of(name, PUBLISHED_HOST)]
    there = [status.state(cell, results) for cell in cells if not cell.path(results).exists()]
    said = (ROOT / "docs" / "campaign.md").read_text(encoding="utf-8")
    assert [cell.detail for cell in there if cell.state == "missing" and f"`{cell.detail}`" not in said] == []
    lines = dict.fromkeys(left_out.left_out(ROOT / "data" / "left-out.csv"), 0)
    for cell in (cell for cell in cells if not cell.path(results).exists()):
        for line in [line for line in lines if line[0].have(cell)][:1]:
            lines[line] += 1
    assert [line for line, n in lines.items() if not n] == [], "a line that leaves out nothing"


def test_doctor_tells_of_every_system(capsys: Capture) -> None:
    code, out, err = outcome(capsys, "doctor", "--json")
    found = json.loads(out)
    assert (code, err, tuple(found)) == (0, "", (*ENGINES, *PROGRAMS, "readers"))
    assert {tuple(what) for what in found.values()} == {("how", "version", "where", "hint")}
    assert all(what["how"] or what["hint"] for what in found.values())


def test_doctor_for_people_says_what_to_install(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DuckDB, "driver", "no_such_driver")
    out = outcome(capsys, "doctor")[1]
    line = next(line for line in out.splitlines() if line.strip().startswith("duckdb"))
    assert ("not found" in line, "pip install duckdb" in line) == (True, True)


@pytest.mark.parametrize("idle_s", [60.0, None])
def test_doctor_tells_of_a_kernel_that_takes_back_memory(
    idle_s: float | None, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "idle_memory_s", lambda: idle_s)
    out = outcome(capsys, "doctor")[1]
    assert ("memory untouched for 60 s" in out) == (idle_s is not None)


def test_doctor_never_prints_a_password(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    for engine in ("POSTGRESQL", "MYSQL", "MARIADB"):
        monkeypatch.setenv(f"DBREPORT_{engine}_URL", f"{engine.lower()}://me:secret@127.0.0.1:9/none")
    code, out, err = outcome(capsys, "doctor", "--json")
    assert (code, "secret" in out + err, json.loads(out)["postgresql"]["how"]) == (0, False, "external")
