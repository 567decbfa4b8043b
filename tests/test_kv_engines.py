"""Runs of kv_engines on the real stores, small ones: what is kept, what becomes of a run that fails or is killed."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import time
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from conftest import found_class
from dbreport import host
from dbreport.clients import kvbench
from dbreport.clients.kvbench import Kvbench
from dbreport.engines import engine_class
from dbreport.engines.embedded import Embedded
from dbreport.engines.kv_store import SOURCES, KvStore
from dbreport.engines.launch import golang
from dbreport.engines.setup import Setup
from dbreport.errors import ClientFailed, StatementTimeout, Unsupported, UsageError, WrongAnswer
from dbreport.experiments.kv_engines import runner as kv_engines
from dbreport.experiments.kv_engines.data import Keys
from dbreport.experiments.kv_engines.jobs import PHASES, SHORT, SHORT_BYTES, VALUE_BYTES, WRITING
from dbreport.measuring import bench
from dbreport.measuring.run import measure
from dbreport.model import Options, Profile, Scale
from dbreport.results.store import Cell, Footer, read
from samples import ROOT
from test_runner import Notes

STORES = kv_engines.ENGINES
KEYS = 300


def program(store: str) -> Path:
    """Return the built program, or skip where it cannot be built here."""
    made = found_class(store)(Setup(Path("/nowhere")))
    assert isinstance(made, Embedded)
    return made.program()


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    """Build every program before any test's time begins: on a new machine that is a download and a compiler's work."""
    for store in STORES:
        if engine_class(store).find().how:
            program(store)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(host, "limits", lambda folder: {})
    monkeypatch.setattr(bench, "SMOKE_REPEATS", 1)
    monkeypatch.setattr(kv_engines, "LASTING_S", dict.fromkeys(Scale, 0.1))
    monkeypatch.setattr(kv_engines, "PROOF_KEYS", 100)
    monkeypatch.setenv("DBREPORT_DATA", str(tmp_path / "data"))


def run(engine: str, folder: Path, *cases: str, **wishes: Any) -> tuple[bool, Notes, pl.DataFrame, Footer]:
    program(engine)
    notes, options = Notes(), Options(results=folder, scale=Scale.SMOKE, engines=(engine,), cases=cases, rows=KEYS)
    options = Options(**{**{name: getattr(options, name) for name in options.__dataclass_fields__}, **wishes})
    well = measure("kv_engines", options, notes)
    return well, notes, *read(Cell("kv_engines", host.slug(), engine, options.profile, "smoke").path(folder))


def values(frame: pl.DataFrame, case: str, metric: str) -> list[float]:
    return frame.filter((pl.col("case") == case) & (pl.col("metric") == metric))["value"].to_list()


# runs ------------------------------------------------------------------------------------------


Whole = tuple[Path, bool, pl.DataFrame, Footer]


@pytest.fixture(scope="module")
def made() -> dict[str, Whole]:
    return {}


@pytest.fixture(params=STORES)
def whole(request: pytest.FixtureRequest, limit: None, quick: None, tmp_path: Path, made: dict[str, Whole]) -> Whole:
    """Every case of a store, measured for the first test that asks and within its time."""
    if request.param not in made:
        well, _, frame, footer = run(request.param, tmp_path)
        made[request.param] = (tmp_path, well, frame, footer)
    return made[request.param]


def test_every_case_of_a_store_is_measured(whole: Whole) -> None:
    folder, well, frame, footer = whole
    unwell = frame.filter(pl.col("status") != "ok").select("case", "status", "reason").rows()
    proofless = [row for row in unwell if row[1] == "unsupported" and row[0].startswith("proof.")]
    assert (well, unwell, set(footer.planned) - set(footer.cases)) == (True, proofless, set())
    for setting, durability in (("sync_on", "full"), ("sync_off", "none")):
        for phase in PHASES:
            case = f"{setting}.{phase}"
            assert values(frame, case, "operations") == [KEYS]
            assert values(frame, case, "duration")[0] == pytest.approx(
                values(frame, case, "cost_per_operation")[0] * KEYS
            )
            assert set(frame.filter(pl.col("case") == case)["durability"]) == {durability}
        low, middle, high = (values(frame, f"{setting}.random_write", f"latency_p{p}")[0] for p in (50, 95, 99))
        assert 0 < low <= middle <= high
        # one side may starve the other for so short a time
        both = [values(frame, f"{setting}.readers", f"{side}_throughput")[0] for side in ("read", "write")]
        assert sum(both) > 0
        assert set(frame.filter(pl.col("case") == f"{setting}.close")["answer"]) == {footer.dataset["digest"]}
        sizes = frame.filter((pl.col("case") == f"{setting}.close") & pl.col("metric").str.starts_with("size_"))
        assert sizes["value"].sum() > KEYS * 2048  # half of a value cannot be compressed
    for phase in PHASES:
        short, usual = (values(frame, f"{stage}sync_on.{phase}", "operations") for stage in (SHORT, ""))
        assert short == usual
    assert set(footer.settings_of) == {"full", "none"}
    assert {"module", "version", "lines", "features", "licence"} <= set(footer.engine_facts)
    assert [path for path in (folder / "data").iterdir() if path.name not in (".lock", "sessions")] == []


def test_with_sync_on_every_write_syncs_and_without_none_has_to(whole: Whole) -> None:
    frame = whole[2]
    if reasons := frame.filter(pl.col("status") == "unsupported")["reason"].to_list():
        warnings.warn(reasons[0], stacklevel=1)
        pytest.skip(reasons[0])
    for phase in WRITING:
        assert values(frame, f"proof.sync_on.{phase}", "syncs_per_operation")[0] >= 1
        assert values(frame, f"proof.sync_off.{phase}", "syncs_per_operation")[0] < 0.2


@pytest.mark.usefixtures("limit", "quick")
def test_the_two_profiles_open_a_store_differently(tmp_path: Path) -> None:
    for engine, setting in (("bbolt", "NoFreelistSync"), ("badger", "Compression"), ("pebble", "Options.cache_size")):
        settings = {
            profile: run(engine, tmp_path, "sync_off.*", profile=profile)[3].settings_of["none"]
            for profile in (Profile.DEFAULT, Profile.TUNED)
        }
        assert settings[Profile.DEFAULT][setting] != settings[Profile.TUNED][setting]


@pytest.mark.usefixtures("limit", "quick")
def test_what_is_measured_is_not_measured_again_and_what_is_missing_is(tmp_path: Path) -> None:
    well, _, frame, _ = run("bbolt", tmp_path, "sync_off.random_read")
    assert (well, set(frame["case"])) == (True, {"sync_off.random_read"})
    before = values(frame, "sync_off.random_read", "duration")
    _, notes, frame, _ = run("bbolt", tmp_path, "sync_off.*")
    assert notes.begun == [("sync_off", "bbolt")]
    assert values(frame, "sync_off.random_read", "duration") == before
    assert run("bbolt", tmp_path, "sync_off.*")[1].begun == []


@pytest.mark.usefixtures("limit", "quick")
def test_a_phase_the_limit_ends_has_a_cost_and_no_duration(tmp_path: Path) -> None:
    _, notes, frame, _ = run("bbolt", tmp_path, "sync_on.*", rows=20_000, timeout_s=0.2)
    done = values(frame, "sync_on.sequential_write", "operations")[0]
    assert 0 < done < 20_000
    assert values(frame, "sync_on.sequential_write", "duration") == []
    # the phase ends with the first operation after the limit, which a busy disk may keep waiting
    assert 0.2 <= values(frame, "sync_on.sequential_write", "cost_per_operation")[0] * done < 3
    assert frame.filter(pl.col("case") == "sync_on.close")["answer"].to_list()[0] is None
    assert any("stopped at the limit after" in what for _, _, what in notes.ended)


WITHOUT_LIMITS = """
import sys
from dbreport import host
host.limits = lambda folder: {}
from dbreport.cli import main
sys.exit(main())
"""

# what goes wrong -------------------------------------------------------------------------------


def impostor(folder: Path, script: str) -> Path:
    """Return a program in kvbench's place that does what a line of shell says."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "kvbench"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def asked(program: Path, folder: Path, **facts: Any) -> Kvbench:
    known = {"count": 50, "sync": False, "profile": "default", "cache_bytes": 1 << 24, "seed": 1, "limit_s": 10.0,
             "value_bytes": VALUE_BYTES}  # fmt: skip
    return Kvbench(program=program, store="bbolt", folder=folder / "run", **(known | facts))


@pytest.mark.parametrize(
    ("script", "error", "said"),
    [
        ("echo 'kvbench: bbolt: disk full' >&2; exit 1", ClientFailed, "^kvbench: bbolt: disk full$"),
        ("echo 'kvbench: bbolt: wrong answer: key 7 is not there' >&2; exit 1", WrongAnswer, "key 7 is not there"),
        ("exit 3", ClientFailed, "kvbench ended with code 3 and said nothing"),
        ("echo nonsense", ClientFailed, "kvbench printed what cannot be read"),
        ('echo \'{"event": "opened", "version": "1", "settings": {}}\'', ClientFailed, "cannot be read"),
    ],
    ids=["failure", "wrong answer", "silence", "nonsense", "half a run"],
)
def test_a_program_that_fails_is_an_error_of_ours(
    script: str, error: type[Exception], said: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=said):
        asked(impostor(tmp_path, script), tmp_path).run(PHASES)


def test_a_program_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kvbench, "_GRACE_S", 0.2)
    with pytest.raises(StatementTimeout, match="kvbench did not end within"):
        asked(impostor(tmp_path, "exec sleep 60"), tmp_path, limit_s=0.01).run(["random_read"])


@pytest.mark.usefixtures("limit", "quick")
def test_a_run_that_fails_fails_all_its_cases_and_keeps_nothing_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(KvStore, "program", lambda self: whole_then(self, tmp_path, "exit 1"))
    well, _, frame, footer = run("bbolt", tmp_path, "sync_off.*")
    assert not well
    assert set(frame["status"]) == {"failed"}
    assert set(frame["case"]) == set(footer.cases)
    assert set(frame["reason"]) == {"kvbench: it was cut off"}


def whole_then(store: KvStore, folder: Path, end: str) -> Path:
    """Return a program that does everything and fails at the very end."""
    real = golang.build(SOURCES, store.tags)
    line = f'"{real}" "$@"; case "$*" in *-about*) ;; *) echo "kvbench: it was cut off" >&2; {end};; esac'
    return impostor(folder, line)


@pytest.mark.usefixtures("limit", "quick")
def test_a_store_that_holds_something_else_is_a_wrong_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Keys, "write", lambda self, path, made=None: path.write_text("x") and "0" * 24)
    well, _, frame, _ = run("bbolt", tmp_path, "sync_off.*")
    assert not well
    assert set(frame["status"]) == {"wrong_answer"}
    assert "was to be written" in frame["reason"][0]


@pytest.mark.usefixtures("limit")
def test_a_run_killed_in_the_middle_takes_up_where_it_stopped(tmp_path: Path) -> None:
    program("bbolt")
    environment = {
        **os.environ, "DBREPORT_DATA": str(tmp_path / "data"), "DBREPORT_RESULTS": str(tmp_path / "results"),
        "DBREPORT_HOME": str(ROOT), "PYTHONPATH": str(ROOT / "lib"),
    }  # fmt: skip
    command = [sys.executable, "-c", WITHOUT_LIMITS, "run", "kv_engines", "--engine", "bbolt", "--case", "sync_*"]
    command += ["--rows", str(KEYS)]
    child = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    assert child.stderr is not None
    for line in child.stderr:
        if line.startswith("sync_off."):  # the first setting is saved, the second is half done
            child.kill()
            break
    child.wait()
    path = Cell("kv_engines", host.slug(), "bbolt", "default", "smoke").path(tmp_path / "results" / "trial")
    frame, footer = read(path)
    assert (
        {case.partition(".")[0] for case in footer.cases}
        == {"sync_on"}
        == {case.partition(".")[0] for case in frame["case"]}
    )
    while running(tmp_path / "data"):  # it ends by itself, its starter being gone
        time.sleep(0.05)
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert (done.returncode, "sync_on." in done.stderr) == (0, False)
    assert {case.partition(".")[0] for case in read(path)[1].cases} == {"sync_on", "sync_off"}


def running(folder: Path) -> list[str]:
    """Return the command lines of processes that work below a folder."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        if entry.name.isdigit() and f"-dir={folder}" in line:
            found.append(line)
    return found


def test_without_strace_there_is_no_proof_and_the_reason_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Unsupported, match="no proof of syncs: strace was not found; run: make engines"):
        asked(impostor(tmp_path, "exit 0"), tmp_path).traced(["random_read"], tmp_path / "trace")


def test_calls_are_counted_in_the_phase_they_began_in() -> None:
    phase = {"operations": 1, "wanted": 1, "duration_s": 1, "in_store_s": 1, "latency_ns": [], "cpu_s": 0,
             "peak_memory_bytes": 0, "read_bytes": 0, "written_bytes": 0, "disk_flushes": None, "anonymous_bytes": 0,
             "size_bytes": {}}  # fmt: skip
    phases = {
        name: kvbench._phase({**phase, "began_at": began, "ended_at": began + 1.0})
        for name, began in (("sequential_write", 10.0), ("random_delete", 20.0))
    }
    trace = "\n".join([
        "77 9.500000 fsync(5) = 0", "77 10.100000 fdatasync(5 <unfinished ...>",
        "78 10.200000 msync(0x7f, 4096, MS_SYNC) = 0",
        "77 10.300000 <... fdatasync resumed>) = 0", "77 20.500000 fdatasync(5) = 0", "77 +++ exited with 0 +++",
    ])  # fmt: skip
    run = kvbench.Run("1", {}, phases, None, 0, "", 0.0, {})
    assert kvbench.calls_by_phase(trace, run) == {
        "sequential_write": Counter({"fdatasync": 1, "msync": 1}),
        "random_delete": Counter({"fdatasync": 1}),
    }


# keys and values -------------------------------------------------------------------------------


def test_both_languages_make_the_same_keys_and_values(tmp_path: Path) -> None:
    for value_bytes in (VALUE_BYTES, SHORT_BYTES):
        made = asked(program("bbolt"), tmp_path / str(value_bytes), count=5000, value_bytes=value_bytes).run(PHASES)
        assert made.digest == Keys(5000, value_bytes).digest()


def test_keys_are_told_from_those_with_other_values(tmp_path: Path) -> None:
    assert Keys(5000).write(tmp_path / "keys") == Keys(5000).digest() != Keys(5000, SHORT_BYTES).digest()


def test_half_of_a_value_can_be_compressed(tmp_path: Path) -> None:
    import zlib

    value = next(Keys(3)._records())[1, 16:].tobytes()
    assert len(value) == 4096
    assert 2048 < len(zlib.compress(value)) < 2300


def test_fewer_than_one_key_is_refused() -> None:
    with pytest.raises(UsageError, match="0 keys cannot be measured; give at least 1"):
        Keys(0)


# stores as engines -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", STORES)
def test_a_store_has_no_sql_and_says_so(name: str) -> None:
    made = engine_class(name)(Setup(Path("/nowhere")))
    for verb in (made.run, made.create, made.load, made.checkpoint, made.size):
        with pytest.raises(Unsupported, match=f"{name} has no tables and no SQL"):
            verb("SELECT 1", 10)  # type: ignore[call-arg, arg-type, operator]


@pytest.mark.usefixtures("limit")
@pytest.mark.parametrize("name", STORES)
def test_a_store_tells_the_version_that_is_built_in(name: str, tmp_path: Path) -> None:
    made = found_class(name)(Setup(tmp_path))
    made.start()
    assert made.version()[0].isdigit()
    assert made.version() == (found_class(name).find().version or made.version())
    assert len(made.settings()) > 3
    assert [path.name for path in tmp_path.iterdir()] == []


def test_a_store_without_go_is_missing_with_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golang, "toolchain", lambda sources: None)
    found = engine_class("pebble").find()
    assert (found.how, "install Go" in found.hint) == (None, True)


def test_rocksdb_of_another_version_is_missing_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules[engine_class("rocksdb").__module__]
    monkeypatch.setattr(golang, "toolchain", lambda sources: golang.Toolchain("/usr/bin/go", "1.26.0"))
    for version, hint in ((None, "apt-get install librocksdb-dev"), ("9.1.0", "version 9.1.0 does not fit")):
        monkeypatch.setattr(module, "_header_version", lambda version=version: version)
        found = engine_class("rocksdb").find()
        assert (found.how, hint in found.hint) == (None, True)


# the Go sources --------------------------------------------------------------------------------


def go(*arguments: str) -> subprocess.CompletedProcess[str]:
    tool = golang.toolchain(SOURCES)
    if tool is None:
        pytest.skip(golang.HINT.format(oldest=golang.oldest(SOURCES)))
    # as the program itself is built: what is compiled for the one then does for the other
    environment = {**os.environ, "GOFLAGS": f"{os.environ.get('GOFLAGS', '')} -trimpath"}
    return subprocess.run([tool.path, *arguments], cwd=SOURCES, capture_output=True, text=True, env=environment)


def tags() -> str:
    rocksdb = engine_class("rocksdb")
    assert issubclass(rocksdb, KvStore)
    return f"-tags={','.join(rocksdb.tags) if rocksdb.find().how else ''}"


def test_the_go_sources_are_formatted_and_vetted() -> None:
    tool = golang.toolchain(SOURCES)
    if tool is None:
        pytest.skip(golang.HINT.format(oldest=golang.oldest(SOURCES)))
    gofmt = Path(tool.path).resolve().with_name("gofmt")
    if gofmt.exists():
        assert subprocess.run([gofmt, "-l", "."], cwd=SOURCES, capture_output=True, text=True).stdout == ""
    vetted = go("vet", tags(), ".")
    assert (vetted.returncode, vetted.stderr.strip()[-2000:]) == (0, vetted.stderr.strip()[-2000:])


def test_the_go_tests_pass() -> None:
    done = go("test", tags(), "-count=1", "-timeout=240s", ".")
    assert 0 == done.returncode, done.stdout[-4000:] + done.stderr[-2000:]


def test_a_build_without_rocksdb_has_the_other_stores_and_says_so() -> None:
    if golang.toolchain(SOURCES) is None:
        pytest.skip(golang.HINT.format(oldest=golang.oldest(SOURCES)))
    said = subprocess.run([golang.build(SOURCES), "-version"], capture_output=True, text=True).stdout
    assert all(f'"{name}"' in said for name in ("bbolt", "pebble", "badger"))
    assert '"absent":{"rocksdb":"it was built without' in said


def test_the_lock_file_names_no_machine_and_no_registry() -> None:
    text = "".join((SOURCES / name).read_text() for name in ("go.mod", "go.sum"))
    assert [word for word in ("proxy", "GOPROXY", "replace", "://", "localhost") if word in text] == []


def test_no_go_file_is_too_long_to_read() -> None:
    assert [path.name for path in SOURCES.glob("*.go") if len(path.read_text().splitlines()) > 300] == []
