"""Whole runs of compression on few pages: files, databases, resumed, lost documents, folders of one's own."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from compressionkit import pages_of
from dbreport import allotted, host
from dbreport.cli import main
from dbreport.datasets.folder import Folder
from dbreport.datasets.folder import folder as folder_of
from dbreport.datasets.packages import Packaged
from dbreport.engines.sqlite import SQLite
from dbreport.errors import DatasetMissing, DiskFull, UsageError
from dbreport.experiments.compression import runner as compression
from dbreport.experiments.compression.codecs import child, libraries
from dbreport.measuring import bench
from dbreport.measuring.run import measure
from dbreport.model import Options, Scale
from dbreport.results.store import Cell, Footer, read
from samples import HOST, QUICK_COMMAND, ROOT
from test_runner import Notes

PAGES = 6


@pytest.fixture(autouse=True)
def _quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(host, "limits", lambda folder: {})
    monkeypatch.setattr(compression, "TRIAL_S", 0.05)
    monkeypatch.setattr(compression, "required_repeats", lambda seconds: 2)
    monkeypatch.setattr(bench, "required_repeats", lambda seconds: 2)
    monkeypatch.setattr("dbreport.measuring.bench.drop_page_cache", lambda: False)
    monkeypatch.setenv("DBREPORT_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("DBREPORT_RESULTS", str(tmp_path / "results"))
    monkeypatch.setenv("DBREPORT_HOST", HOST)
    monkeypatch.setenv("DBREPORT_HOME", str(ROOT))
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of the reader's own."""
    made = tmp_path / "own"
    made.mkdir()
    for number, page in enumerate(pages_of(8)):
        (made / f"{number}.html").write_bytes(page)
    return made


def run(tmp_path: Path, *engines: str, cases: tuple[str, ...], **facts: Any) -> tuple[bool, Notes]:
    notes = Notes()
    known: dict[str, Any] = {"rows": PAGES, "engines": engines, "cases": cases}
    return measure("compression", Options(tmp_path / "results", Scale.SMOKE, **(known | facts)), notes), notes


def stored(tmp_path: Path, engine: str) -> tuple[pl.DataFrame, Footer]:
    return read(Cell("compression", HOST, engine, "default", "smoke").path(tmp_path / "results"))


def values(frame: pl.DataFrame, case: str, repeat: int = 0) -> dict[str, float]:
    return dict(frame.filter(case=case, repeat=repeat, temperature="warm").select("metric", "value").rows())


# files -----------------------------------------------------------------------------------------


def test_a_method_on_files_is_kept_with_all_it_costs(tmp_path: Path) -> None:
    good, _ = run(tmp_path, "files", cases=("profiles.zlib_6",))
    frame, footer = stored(tmp_path, "files")
    found = values(frame, "profiles.zlib_6")
    assert good
    assert {"zlib", "lzma"} <= set(footer.clients)
    assert found["documents"] == PAGES
    assert found["ratio"] == pytest.approx(17, rel=0.1)
    assert found["compress_throughput"] == pytest.approx(found["compress_rate"] * found["raw"] / PAGES)
    assert found["bytes_touched"] == pytest.approx(found["raw"] / PAGES)
    assert {"size_on_disk", "peak_memory", "compress_cpu", "decompress_cpu", "bytes_read"} <= set(found)


def test_methods_of_a_family_take_turns_and_the_one_that_begins_changes(tmp_path: Path) -> None:
    run(tmp_path, "files", cases=("profiles.lzma_0", "profiles.lzma_1"))
    frame = stored(tmp_path, "files")[0].filter(metric="ratio").sort("started_at")
    assert [case[-1] for case in frame["case"]] == ["0", "1", "1", "0"]


def test_a_method_that_takes_too_long_has_every_fifth_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compression, "TOO_LONG_S", 0.0)
    run(tmp_path, "files", cases=("profiles.zlib_6",))
    assert values(stored(tmp_path, "files")[0], "profiles.zlib_6")["documents"] == 2


def test_plain_text_has_a_size_and_no_speed(tmp_path: Path) -> None:
    run(tmp_path, "files", cases=("profiles.text",))
    found = values(stored(tmp_path, "files")[0], "profiles.text")
    assert (found["ratio"], "compress_throughput" in found) == (1.0, False)


def test_a_dictionary_s_share_counts_as_stored(tmp_path: Path) -> None:
    pytest.importorskip("zstandard")
    run(tmp_path, "files", cases=("profiles.zstd_3_dict",), rows=20)
    found = values(stored(tmp_path, "files")[0], "profiles.zstd_3_dict")
    assert found["documents"] == 10
    assert found["size"] == pytest.approx(found["size_data"] + found["size_dictionary"])


def test_what_is_measured_is_not_measured_again(tmp_path: Path) -> None:
    run(tmp_path, "files", cases=("profiles.zlib_*",))
    first = stored(tmp_path, "files")[0]
    _, notes = run(tmp_path, "files", cases=("profiles.zlib_*",))
    assert stored(tmp_path, "files")[0].equals(first)
    assert notes.begun == []


def test_what_another_version_of_a_library_measured_is_measured_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tmp_path, "files", cases=("profiles.zlib_6",))
    monkeypatch.setattr(libraries, "versions", lambda: {"zlib": "9", "lzma": "9"})
    run(tmp_path, "files", cases=("profiles.zlib_9",))
    frame, footer = stored(tmp_path, "files")
    by = {case: identity["found"]["clients"]["zlib"] for case, identity in footer.cases.items()}
    assert (set(frame["case"]), by["profiles.zlib_9"] == "9", by["profiles.zlib_6"] == "9") == (set(by), True, False)
    _, notes = run(tmp_path, "files", cases=("profiles.zlib_6", "profiles.zlib_9", "profiles.lzma_0"))
    assert {case for case, _ in notes.begun} == {"profiles.zlib_6", "profiles.lzma_0"}


def test_a_lost_document_is_a_wrong_answer_and_never_a_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = child.measured

    def lossy(*arguments: Any) -> dict[str, Any]:
        return sound(*arguments) | {"wrong": "document 3 came back as another"}

    monkeypatch.setattr(child, "measured", lossy)
    good, _ = run(tmp_path, "files", cases=("profiles.zlib_6",))
    rows = stored(tmp_path, "files")[0].select("status", "value", "reason").rows()
    assert (good, rows) == (False, [("wrong_answer", None, "document 3 came back as another")])


def test_too_little_memory_is_said_and_not_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allotted, "free_memory_bytes", lambda: 1 << 30)
    good, _ = run(tmp_path, "files", cases=("profiles.merged_zstd_19_long31",))
    frame = stored(tmp_path, "files")[0]
    assert (good, frame["status"].to_list()) == (True, ["unsupported"])
    assert "needs 4 GB of memory and 1 GB are free" in frame["reason"][0]


def test_a_killed_run_is_taken_up_without_measuring_twice(tmp_path: Path) -> None:
    command = [*QUICK_COMMAND, "run", "compression", "--engine", "files", "--rows", "12"]
    command += ["--case", "profiles.zlib_*", "--case", "profiles.lzma_9"]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    path = Cell("compression", HOST, "files", "default", "smoke").path(tmp_path / "results" / "trial")
    while not path.exists() and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    done = read(path)[1].cases
    assert done
    assert main(command[3:]) == 0
    frame, footer = read(path)
    assert set(footer.cases) >= {"profiles.zlib_6", "profiles.zlib_9", "profiles.lzma_9"}
    counted = frame.filter(metric="ratio").group_by("case", "repeat").len()
    assert set(counted["len"]) == {1}


# documents -------------------------------------------------------------------------------------


def test_a_folder_of_one_s_own_stands_in_for_the_documentation(tmp_path: Path, folder: Path) -> None:
    run(tmp_path, "files", cases=("docs.zlib_6",), corpus=folder)
    frame, footer = stored(tmp_path, "files")
    assert values(frame, "docs.zlib_6")["documents"] == 8
    assert (footer.dataset["docs"]["name"], footer.dataset["docs"]["documents"]) == ("own", 8)


def test_another_folder_is_measured_again(tmp_path: Path, folder: Path) -> None:
    run(tmp_path, "files", cases=("docs.zlib_*",), corpus=folder)
    (folder / "9.html").write_text("<html>one more</html>")
    run(tmp_path, "files", cases=("docs.zlib_6", "docs.lzma_0"), corpus=folder)
    frame = stored(tmp_path, "files")[0]
    assert values(frame, "docs.zlib_6")["documents"] == 9
    assert set(frame["case"]) == {"docs.zlib_6", "docs.lzma_0"}


def test_empty_files_are_mentioned(tmp_path: Path, folder: Path) -> None:
    (folder / "empty.html").touch()
    _, notes = run(tmp_path, "files", cases=("docs.zlib_6",), corpus=folder)
    assert "1 empty files of own are left out" in notes.said


def test_an_empty_folder_ends_the_run_before_anything_is_measured(tmp_path: Path) -> None:
    (tmp_path / "nothing").mkdir()
    with pytest.raises(UsageError, match="holds no document"):
        run(tmp_path, "files", cases=("profiles.zlib_6", "docs.zlib_6"), corpus=tmp_path / "nothing")


def test_too_little_disk_ends_the_run_before_documents_are_copied(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Disk:
        free = 100

    monkeypatch.setattr(compression.shutil, "disk_usage", lambda path: Disk)
    monkeypatch.setattr("dbreport.measuring.run.require_space", lambda *_: None)
    with pytest.raises(DiskFull, match="the documents of own need"):
        run(tmp_path, "files", cases=("docs.zlib_6",), corpus=folder)


def test_without_a_package_the_other_corpora_are_measured(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def documents(self: Packaged) -> Folder:
        if self.name == "docs":
            raise DatasetMissing("no apt here; give a folder")
        return folder_of(folder)

    monkeypatch.setattr(Packaged, "documents", documents)
    good, notes = run(tmp_path, "files", cases=("*.zlib_6",))
    frame, footer = stored(tmp_path, "files")
    failed = frame.filter(case="docs.zlib_6").select("status", "reason").rows()
    assert failed == [("failed", "no apt here; give a folder")]
    others = [f"{name}.zlib_6" for name in compression.CORPORA if name != "docs"]
    assert (good, [set(frame.filter(case=case)["status"]) for case in others]) == (False, [{"ok"}] * len(others))
    assert "no documents for docs: no apt here; give a folder" in notes.said
    assert [footer.dataset[name]["kind"] for name in compression.CORPORA[2:]] == ["roff", "HTML", "HTML"]


@pytest.mark.parametrize("name", ["half_billion", "sysbench"])
def test_an_experiment_without_files_refuses_a_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="measures no files; leave out --corpus"):
        measure(name, Options(tmp_path, Scale.SMOKE, corpus=tmp_path), Notes())


def test_a_folder_is_a_trial(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("DBREPORT_RESULTS")
    monkeypatch.setenv("DBREPORT_HOME", str(tmp_path))
    assert main(["run", "compression", "--engine", "files", "--case", "docs.lz*", "--corpus", str(folder)]) in (0, 1)
    assert "--corpus is a trial; its results go to build/trial" in capsys.readouterr().err
    assert list((tmp_path / "build" / "trial" / "compression").rglob("*.parquet"))


# databases -------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ["profiles.text", "profiles.zlib_6"])
@pytest.mark.parametrize("engine", ["sqlite", "duckdb"])
def test_a_database_is_measured_on_the_same_bytes(tmp_path: Path, engine: str, case: str) -> None:
    good, _ = run(tmp_path, engine, cases=(case,))
    frame, footer = stored(tmp_path, engine)
    found = values(frame, case)
    assert good
    assert found["ratio"] == pytest.approx(found["raw"] / (found["size_table"] + found["size_index"]))
    assert {"latency", "read_throughput", "load_throughput", "size_log", "server_cpu"} <= set(found)
    assert set(frame.filter(metric="latency")["temperature"]) == {"warm", "lukewarm"}
    assert footer.statements[case].startswith("CREATE TABLE pages (")


def test_a_database_that_changes_a_document_answers_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = SQLite.run

    def tampered(self: SQLite, sql: str, timeout_s: float, fetch: bool = False) -> Any:
        ran = sound(self, sql, timeout_s, fetch)
        if not ran.rows or "id, body" not in sql:
            return ran
        changed = [(n, body.replace("badge", "BADGE") if n == 4 else body) for n, body in ran.rows]
        return type(ran)(ran.elapsed_s, changed)

    monkeypatch.setattr(SQLite, "run", tampered)
    run(tmp_path, "sqlite", cases=("profiles.text",))
    rows = stored(tmp_path, "sqlite")[0].select("status", "value", "reason").rows()
    assert rows == [("wrong_answer", None, "document 4 came back as another")]


def test_documents_that_are_no_text_go_into_byte_columns_alone(tmp_path: Path, folder: Path) -> None:
    (folder / "picture.html").write_bytes(b"\xff\xfe\x00")
    run(tmp_path, "sqlite", cases=("docs.text", "docs.zlib_6"), corpus=folder)
    frame = stored(tmp_path, "sqlite")[0]
    assert {case: set(frame.filter(case=case)["status"]) for case in ("docs.text", "docs.zlib_6")} == {
        "docs.text": {"unsupported"},
        "docs.zlib_6": {"ok"},
    }


def test_a_table_the_system_refuses_is_unsupported_with_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    twice = tuple(replace(way, body="id INTEGER PRIMARY KEY, id TEXT)") for way in compression.WAYS)
    monkeypatch.setattr(compression, "WAYS", twice)
    run(tmp_path, "sqlite", cases=("profiles.text",))
    frame = stored(tmp_path, "sqlite")[0]
    assert frame["status"].to_list() == ["unsupported"]
    assert "sqlite refuses this table: sqlite: duplicate column name: id" in frame["reason"][0]
