"""What is measured in a given time: estimates, order and fit on made-up costs; stopping and taking up for real."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import nbformat
import polars as pl
import pytest
from dbreport.cli import main
from dbreport.commands import campaign
from dbreport.commands import measure as command
from dbreport.commands.campaign import Costs, Step
from dbreport.discovery import experiment, experiments
from dbreport.errors import EngineMissing
from dbreport.model import Profile, Scale
from dbreport.results.store import Cell, save
from dbreport.site import profiles
from nbformat.v4 import new_code_cell, new_notebook
from samples import HOST, QUICK_COMMAND, ROOT, footer, sample

Capture = pytest.CaptureFixture[str]
ROWS = {Scale.SMOKE: 100, Scale.SMALL: 1_000, Scale.MEDIUM: 10_000, Scale.FULL: 100_000}
SMOKE, SMALL = ("smoke", "default"), ("small", "default")


def step(experiment: str = "half_billion", scale: Scale = Scale.SMOKE, **facts: object) -> Step:
    known = {"profile": Profile.DEFAULT, "left": {"duckdb": 1.0}, "estimate_s": 100.0}
    return Step(experiment=experiment, scale=scale, **(known | facts))


# what a step will take ---------------------------------------------------------------------------


def estimate(one: Step, own: dict | None = None, others: dict | None = None) -> float:
    """Return the seconds of a step's cases, its start aside."""
    costs = Costs({"half_billion": own or {}}, {"half_billion": others or {}})
    return costs.estimated(one, ROWS).estimate_s - campaign.START_S


def test_a_step_takes_what_its_systems_took() -> None:
    both = step(left={"duckdb": 1.0, "sqlite": 1.0})
    assert 70 == estimate(both, others={SMOKE: {"duckdb": 50, "sqlite": 20, "mysql": 900}})


def test_this_machine_s_own_runs_count_before_those_of_others() -> None:
    assert 10 == estimate(step(), own={SMOKE: {"duckdb": 10}}, others={SMOKE: {"duckdb": 90}})


def test_a_run_of_another_machine_counts_before_one_of_another_scale() -> None:
    assert 90 == estimate(step(scale=Scale.SMALL), own={SMOKE: {"duckdb": 10}}, others={SMALL: {"duckdb": 90}})


def test_a_larger_scale_takes_as_much_longer_as_it_has_rows() -> None:
    assert 1000 == estimate(step(scale=Scale.MEDIUM), others={SMOKE: {"duckdb": 1}, SMALL: {"duckdb": 100}})


def test_a_smaller_scale_takes_no_less_than_a_tenth() -> None:
    assert 10 == estimate(step(), others={("medium", "default"): {"duckdb": 100}})


def test_another_profile_takes_as_long() -> None:
    assert 100 == estimate(step(profile=Profile.TUNED), others={SMOKE: {"duckdb": 100}})


def test_a_system_nobody_measured_takes_as_long_as_the_others() -> None:
    assert 20 == estimate(step(left={"new": 1.0}), others={SMOKE: {"duckdb": 10, "sqlite": 30}})


def test_what_is_measured_already_takes_no_time() -> None:
    half = step(left={"duckdb": 0.5, "sqlite": 0.0})
    assert 50 == estimate(half, others={SMOKE: {"duckdb": 100, "sqlite": 100}})


@pytest.mark.parametrize(
    ("stale", "missing", "share"),
    [(["b.long"], [], 0.9), (["a.short"], [], 0.1), ([], ["c.new"], 1 / 3), ([], [], 0.0)],
)
def test_what_is_left_is_a_share_of_the_time_and_not_of_the_cases(
    stale: list[str], missing: list[str], share: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = datetime(2026, 1, 2, tzinfo=UTC)
    cell = Cell("half_billion", HOST, "duckdb", "default", "smoke")
    begun = (("a.short", 0), ("b.long", 10), ("b.long", 100))
    made = [
        sample(case=case, engine="duckdb", repeat=n, started_at=begin + timedelta(seconds=s))
        for n, (case, s) in enumerate(begun)
    ]
    save(cell.path(tmp_path), made, footer(cases={"a.short": {}, "b.long": {}}, planned=["a.short", "b.long"]))
    told = SimpleNamespace(state="stale", stale=stale, missing=missing)
    monkeypatch.setattr(command, "state", lambda cell, results: told)
    assert command._left(cell, tmp_path) == pytest.approx(share, abs=0.001)


def test_an_experiment_nobody_measured_is_guessed_by_its_scale() -> None:
    assert [campaign.UNKNOWN_S, 10 * campaign.UNKNOWN_S] == [
        Costs({}, {}).estimated(step(scale=scale), ROWS).estimate_s for scale in (Scale.SMOKE, Scale.SMALL)
    ]


@pytest.mark.parametrize(("own", "expected"), [({SMOKE: {"duckdb": 1}}, True), ({SMALL: {"duckdb": 1}}, False)])
def test_an_estimate_by_this_machine_s_runs_of_the_same_scale_is_its_own(own: dict, expected: bool) -> None:
    assert expected is Costs({"half_billion": own}, {}).estimated(step(), ROWS).own


# in which order ----------------------------------------------------------------------------------


def test_the_profile_of_the_claims_comes_first_then_the_smaller_scale_then_the_other_profile() -> None:
    decided_in = {name: experiment(name).decided_in for name in experiments()}
    every = [
        step(name, scale, profile=profile)
        for name, profiles in (
            ("sysbench", (Profile.DEFAULT, Profile.SOURCE)), ("half_billion", (Profile.TUNED, Profile.DEFAULT))
        )
        for profile in profiles
        for scale in (Scale.SMALL, Scale.SMOKE)
    ]  # fmt: skip
    assert [
        "half_billion smoke default", "sysbench smoke source", "half_billion small default", "sysbench small source",
        "half_billion smoke tuned", "sysbench smoke default", "half_billion small tuned", "sysbench small default",
    ] == [one.name for one in campaign.ordered(every, decided_in)]  # fmt: skip


# what fits ---------------------------------------------------------------------------------------


def states(steps: list[Step], left_s: float, room_bytes: int = 10**9, factor: float = 1.0) -> list[str]:
    return [one.state for one in campaign.planned(steps, left_s, room_bytes, factor)]


def test_what_fits_is_planned_in_order_and_a_long_step_makes_way() -> None:
    steps = [step(estimate_s=seconds) for seconds in (60, 500, 40, 10)]
    assert ["planned", "too long", "planned", "too long"] == states(steps, 100)


def test_what_is_measured_already_is_fresh() -> None:
    assert ["fresh", "planned"] == states([step(left={"duckdb": 0.0}), step()], 100)


def test_a_step_without_room_on_the_disk_is_left_out() -> None:
    steps = [step(room_bytes=1000), step(room_bytes=900)]
    assert ["no room", "planned"] == states(steps, 1000, room_bytes=1000)


def test_a_slower_machine_fits_less_but_for_what_it_ran_itself() -> None:
    assert ["too long", "planned"] == states([step(), step(own=True)], 100, factor=2.0)


def test_what_was_begun_keeps_its_state() -> None:
    assert ["done", "failed", "stopped"] == states([step(state=s) for s in ("done", "failed", "stopped")], 0)


def test_what_did_not_fit_may_fit_later() -> None:
    assert ["planned", "planned"] == states([step(state="too long"), step(state="no room")], 1000)


@pytest.mark.parametrize(
    ("took_s", "own", "state", "expected"),
    [
        (150, False, "done", 1.5),
        (1000, False, "done", campaign.SLOWEST),
        (1, False, "done", campaign.FASTEST),
        (150, True, "done", 1.0),
        (150, False, "failed", 1.0),
    ],
)
def test_first_steps_correct_the_estimates_of_the_others(took_s: float, own: bool, state: str, expected: float) -> None:
    assert expected == campaign.correction([(step(own=own, state=state), took_s)])


def test_nothing_done_corrects_nothing() -> None:
    assert 1.0 == campaign.correction([])


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(-3, "0 s"), (40, "40 s"), (720, "12 min"), (3600, "1 h 00 min"), (3900, "1 h 05 min"), (7199, "2 h 00 min")],
)
def test_a_time_is_written_as_one_reads_it(seconds: float, said: str) -> None:
    assert said == campaign.spell(seconds)


# carrying it out, by a clock of the test's own ---------------------------------------------------


class Day:
    """So many seconds, of which each step takes what it is told to; it may end otherwise than well."""

    def __init__(self, seconds: float, **ends: tuple[float, str]) -> None:
        self.left, self.ends = seconds, ends
        self.ran: list[str] = []
        self.said: list[str] = []

    def run(self, one: Step) -> tuple[str, str]:
        took, state = self.ends.get(one.experiment, (one.estimate_s, "done"))
        self.left -= took
        self.ran.append(one.experiment)
        return state, "" if state == "done" else "no room"

    def carry_out(self, *steps: Step) -> dict[str, str]:
        ended = campaign.carry_out(steps, lambda: self.left, lambda: 10**9, self.run, self.said.append)
        return {one.experiment: one.state for one in ended}


def test_steps_are_run_in_order_until_nothing_fits() -> None:
    day = Day(250)
    ended = day.carry_out(step("a"), step("b"), step("c"))
    assert (["a", "b"], {"a": "done", "b": "done", "c": "too long"}) == (day.ran, ended)


def test_a_step_that_fails_is_told_and_the_others_go_on() -> None:
    day = Day(250, a=(10, "failed"))
    ended = day.carry_out(step("a"), step("b"))
    assert {"a": "failed", "b": "done"} == ended
    assert "a smoke default failed: no room" in day.said


def test_after_a_slow_first_step_what_no_longer_fits_is_not_begun() -> None:
    day = Day(500, a=(300, "done"))
    ended = day.carry_out(step("a"), step("b"), step("c", estimate_s=30))
    assert {"a": "done", "b": "too long", "c": "done"} == ended


def test_after_a_fast_first_step_more_fits() -> None:
    day = Day(150, a=(30, "done"), b=(30, "done"))
    assert {"a": "done", "b": "done"} == day.carry_out(step("a"), step("b"))


def test_one_line_a_step_tells_the_time_left() -> None:
    day = Day(7200)
    day.carry_out(step("a", estimate_s=600), step("b", estimate_s=60))
    assert [
        "2 h 00 min left: a smoke default, about 10 min, 1 more after it",
        "1 h 50 min left: b smoke default, about 60 s",
    ] == day.said


# the time there is -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hours", "until", "seconds"),
    [(0.5, None, 1800), (None, "02:00", 5 * 3600), (None, "21:00", 24 * 3600), (None, "21:01", 60)],
)
def test_time_is_given_by_hours_or_by_when_it_ends(hours: float | None, until: str | None, seconds: float) -> None:
    assert seconds == command._seconds(hours, until, datetime(2026, 3, 1, 21, 0))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--hours", "0"), "0.0 hours are no time to measure in; give --hours above 0"),
        (("--hours", "nan"), "nan hours are no time to measure in"),
        (("--hours", "inf"), "inf hours are no time to measure in"),
        (("--until", "26:00"), "'26:00' is no time of day; give --until as 02:00"),
        (
            ("--hours", "1", "--experiment", "half_bilion"),
            "no experiment 'half_bilion', did you mean half_billion? choose from: half_billion",
        ),
        (("--hours", "1", "--engine", "oracle"), "no engine 'oracle'; choose from: "),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_time_or_name_that_does_not_exist_is_wrong_usage(
    arguments: tuple[str, ...], said: str, capsys: Capture
) -> None:
    assert (2, True) == (main(("measure", *arguments)), capsys.readouterr().err.startswith(f"dbreport: {said}"))


@pytest.mark.parametrize("arguments", [(), ("--hours", "1", "--until", "02:00"), ("--hours", "many")], ids=" ".join)
def test_one_time_is_given(arguments: tuple[str, ...]) -> None:
    assert 2 == main(("measure", *arguments))


# a step that does not end well -------------------------------------------------------------------


def ended(monkeypatch: pytest.MonkeyPatch, does: object) -> tuple[str, str]:
    """Run a step whose measuring is replaced, with no time left."""
    monkeypatch.setattr("dbreport.measuring.run.measure", does)
    monkeypatch.setattr(command, "GRACE_S", 0.01)
    arguments = command.argparse.Namespace(launcher=None)
    return command._runner(arguments, Path("results"), lambda: 0.0)(step())


def test_a_step_that_overruns_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    state, reason = ended(monkeypatch, lambda *_: signal.pause())
    assert ("stopped", True) == (state, reason.endswith("finished cases are kept"))


def test_what_rang_for_a_step_does_not_ring_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.getsignal(signal.SIGALRM)
    ended(monkeypatch, lambda *_: True)
    assert (0.0, before) == (signal.getitimer(signal.ITIMER_REAL)[0], signal.getsignal(signal.SIGALRM))


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (EngineMissing("duckdb was not found"), "duckdb was not found"),
        (
            ZeroDivisionError("by zero"),
            "ZeroDivisionError: by zero; to see more: dbreport run half_billion --scale smoke --profile default",
        ),
    ],
)
def test_an_error_ends_the_step_alone(error: Exception, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> bool:
        raise error

    assert ("failed", reason) == ended(monkeypatch, fails)


def test_a_case_that_failed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ("failed", "not every case ended well; see: dbreport status") == ended(monkeypatch, lambda *_: False)


@pytest.mark.parametrize("stops", [KeyboardInterrupt, SystemExit])
def test_who_stops_a_step_stops_all(stops: type[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> bool:
        raise stops

    with pytest.raises(stops):
        ended(monkeypatch, stopped)


# for real ----------------------------------------------------------------------------------------

TINY = ("--experiment", "half_billion", "--engine", "duckdb", "--engine", "sqlite", "--scale-max", "smoke")
ONE = (*TINY, "--profile", "default")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A project of one chapter that shows what was measured, and of one that cannot be executed."""
    home = tmp_path / "home"
    (home / "chapters").mkdir(parents=True)
    for path in (*ROOT.glob("_quarto*.yml"), ROOT / "methods.qmd"):
        shutil.copy(path, home)
    shutil.copytree(ROOT / "assets", home / "assets")
    shows = "from dbreport import load\nprint('systems:', load('half_billion')['engine'].n_unique())"
    sources = {Path(page.source).stem: shows for page in profiles.PAGES if page.source.endswith(".ipynb")}
    (home / "index.qmd").write_text("{{< embed findings.ipynb#cell-1 >}}\n", encoding="utf-8")
    sources["findings"] = shows
    for name, source in (sources | {"machine": "raise ValueError('no such thing')"}).items():
        cell = new_code_cell(source, execution_count=1, id="cell-1")
        (home / f"{name}.ipynb").write_text(nbformat.writes(new_notebook(cells=[cell])), encoding="utf-8")
    monkeypatch.setenv("DBREPORT_HOME", str(home))
    monkeypatch.setenv("DBREPORT_HOST", HOST)
    monkeypatch.setenv("DBREPORT_RESULTS", str(tmp_path / "results"))
    monkeypatch.setenv("DBREPORT_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PATH", os.pathsep.join((str(Path(sys.executable).parent), "/usr/bin", "/bin")))
    return home


def measured(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*QUICK_COMMAND, "measure", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=400
    )


def stored(tmp_path: Path) -> dict[str, pl.DataFrame]:
    """Return the samples of every file by its name."""
    return {path.stem: pl.read_parquet(path) for path in (tmp_path / "results").rglob("*.parquet")}


def test_a_plan_alone_measures_nothing(project: Path, tmp_path: Path) -> None:
    done = measured("--hours", "0.2", *TINY, "--dry-run")
    names = [line.split("  ")[0:2] for line in done.stdout.splitlines()]
    assert (0, {}) == (done.returncode, stored(tmp_path)), done.stderr
    assert [["planned", " half_billion smoke default"], ["planned", " half_billion smoke tuned"]] == names[:2]


def test_what_fits_is_measured_then_the_chapters_and_the_site_are_made(project: Path, tmp_path: Path) -> None:
    done = measured("--hours", "0.2", *ONE)
    assert {"duckdb-default-smoke", "sqlite-default-smoke"} == set(stored(tmp_path)), done.stderr
    lines = done.stdout.splitlines()
    assert "steps: 1 done" in lines
    assert "executed findings" in lines
    assert "systems: 2" in (project / "findings.ipynb").read_text(encoding="utf-8")
    # the chapter that fails is told, and the site is made of what there was before
    assert [True] == ["no such thing" in line for line in lines if line.startswith("chapter machine")]
    assert (1, True) == (done.returncode, (project / "_site" / "en" / "index.html").is_file())
    again = measured("--hours", "0.2", *ONE, "--no-site")
    assert (0, ["steps: 1 fresh"]) == (again.returncode, again.stdout.splitlines())


def test_what_was_stopped_is_taken_up(project: Path, tmp_path: Path) -> None:
    started = subprocess.Popen(
        [*QUICK_COMMAND, "measure", "--hours", "0.2", *ONE, "--no-site"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert started.stderr is not None
    for line in started.stderr:  # the first case of the stage after imports: those before it are saved
        if line.startswith(("unindexed", "serial", "size")):
            break
    started.send_signal(signal.SIGTERM)
    said = started.communicate(timeout=120)[1]
    before = stored(tmp_path)
    done = measured("--hours", "0.2", *ONE, "--no-site")
    after = stored(tmp_path)
    kept = [
        after[name].join(frame, on=frame.columns, how="semi", nulls_equal=True).height for name, frame in before.items()
    ]
    assert (143, True) == (started.returncode, "the same command takes up where it stopped" in said)
    assert (0, True) == (done.returncode, "steps: 1 done" in done.stdout), done.stderr
    assert before
    assert [frame.height for frame in before.values()] == kept
    assert not any(frame.select(KEY).is_duplicated().any() for frame in after.values())


KEY = ["case", "repeat", "attempt", "temperature", "metric", "at"]


def test_the_makefile_says_how_long() -> None:
    command = ["make", "--no-print-directory", "-n", "measure", "HOURS=3"]  # make test runs make itself
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert ".venv/bin/dbreport measure --hours 3" == shown.stdout.splitlines()[-1]
