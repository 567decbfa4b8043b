"""Runs of storage on few records: sizes of what comes back, states, waits, a folder of one's own, bad input."""

from __future__ import annotations

import lzma
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from compressionkit import pages_of
from conftest import found_class
from dbreport import host
from dbreport.cli import main
from dbreport.datasets.folder import Folder
from dbreport.datasets.packages import Packaged
from dbreport.engines.base import Engine
from dbreport.engines.dialect import WayToStore
from dbreport.engines.embedded import Objects
from dbreport.engines.files import Files
from dbreport.engines.launch import folders
from dbreport.engines.mysql_family import MySQLFamily
from dbreport.engines.postgresql import PostgreSQL
from dbreport.engines.sqlite import SQLite
from dbreport.engines.systems import SYSTEMS, speaking
from dbreport.engines.timescaledb import TimescaleDB
from dbreport.errors import DiskFull, EngineDied, StatementFailed, UsageError
from dbreport.experiments.storage import compaction
from dbreport.experiments.storage import runner as storage
from dbreport.experiments.storage.data import StoredRecords
from dbreport.experiments.storage.disk_use import DiskUse
from dbreport.measuring.run import measure
from dbreport.model import Options, Scale
from dbreport.results.store import Cell, Footer, read
from samples import HOST, ROOT
from storagekit import folder_of_pages
from test_objects import running
from test_runner import Notes

ROWS = 12
EMBEDDED = ("duckdb", "sqlite")

pytestmark = pytest.mark.usefixtures("limit")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """Pages that make records of some 40 KB."""
    return folder_of_pages(tmp_path_factory.mktemp("pages"), 120_000)


@pytest.fixture(autouse=True)
def _quick(tmp_path: Path, pages: Folder, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(host, "limits", lambda folder: {})
    monkeypatch.setattr(compaction, "REPEATS", 1)
    monkeypatch.setenv("DBREPORT_RESULTS", str(tmp_path / "results"))
    monkeypatch.setenv("DBREPORT_HOST", HOST)
    monkeypatch.setenv("DBREPORT_HOME", str(ROOT))
    monkeypatch.setattr(Packaged, "documents", lambda self: pages)
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.fixture
def unflushed(monkeypatch: pytest.MonkeyPatch) -> None:
    """InnoDB's checkpoint takes two seconds, and what is asked here depends on none."""
    monkeypatch.setattr(MySQLFamily, "checkpoint", lambda self: 0.0)


def run(tmp_path: Path, *engines: str, cases: tuple[str, ...], **facts: Any) -> tuple[bool, Notes]:
    for engine in engines:
        found_class(engine)
    notes = Notes()
    known: dict[str, Any] = {"rows": None if "corpus" in facts else ROWS, "engines": engines, "cases": cases}
    return measure("storage", Options(tmp_path / "results", Scale.SMOKE, **(known | facts)), notes), notes


def stored(tmp_path: Path, engine: str) -> tuple[pl.DataFrame, Footer]:
    return read(Cell("storage", HOST, engine, "default", "smoke").path(tmp_path / "results"))


def values(tmp_path: Path, engine: str, case: str) -> dict[str, float]:
    return dict(stored(tmp_path, engine)[0].filter(case=case, status="ok").select("metric", "value").rows())


def outcomes(tmp_path: Path, engine: str) -> dict[str, tuple[str, str | None]]:
    """Return status and reason of each case."""
    frame = stored(tmp_path, engine)[0].unique("case")
    return {case: (status, reason) for case, status, reason in frame.select("case", "status", "reason").rows()}


def size(found: dict[str, float]) -> float:
    return found["size_table"] + found["size_index"]


# ways ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", [*EMBEDDED, "files"])
def test_each_way_is_sized_with_what_was_handed_over(tmp_path: Path, engine: str) -> None:
    good, _ = run(tmp_path, engine, cases=("size.*",))
    text, binary = (values(tmp_path, engine, f"size.{kind}.shipped") for kind in ("base64", "bytes"))
    assert good
    assert {"size_table", "size_index", "size_log", "duration"} <= set(binary)
    assert text["values_raw"] == pytest.approx(binary["values_raw"] * 4 / 3, rel=0.01)
    assert (text["values_result"], text["values_copy"]) == (binary["values_result"], binary["values_copy"])
    assert size(text) >= size(binary) > 0  # DuckDB gives out blocks of 256 KiB


def test_files_take_no_less_than_their_documents_have(tmp_path: Path) -> None:
    run(tmp_path, "files", cases=("size.bytes.shipped",))
    found = values(tmp_path, "files", "size.bytes.shipped")
    handed_over = sum(found[f"values_{name}"] for name in ("result", "copy", "raw"))
    assert handed_over <= found["size_table"] < handed_over + 4096 * 3 * ROWS


@pytest.fixture(scope="module")
def minio_there() -> None:
    """Have the program built before any limit of time is set: the first time on a machine takes minutes."""
    with running("minio"):
        pass


@pytest.mark.usefixtures("minio_there")
def test_minio_is_measured_in_either_way(tmp_path: Path) -> None:
    good, _ = run(tmp_path, "minio", cases=("size.bytes.*", "deletes.*"))
    assert good
    shipped, compressed = (values(tmp_path, "minio", f"size.bytes.{way}") for way in ("shipped", "s2"))
    assert size(compressed) < size(shipped)
    deleted, reclaimed = (values(tmp_path, "minio", f"deletes.{state}") for state in ("deleted", "reclaimed"))
    assert size(reclaimed) < size(shipped) * 0.8
    assert size(reclaimed) <= size(deleted)
    assert stored(tmp_path, "minio")[1].launcher in ("native", "container")


@pytest.mark.usefixtures("unflushed")
def test_mysql_s_compressed_rows_are_smaller(tmp_path: Path) -> None:
    good, _ = run(tmp_path, "mysql", cases=("size.base64.shipped", "size.base64.row_compressed"))
    assert good
    shipped, small = (values(tmp_path, "mysql", f"size.base64.{way}") for way in ("shipped", "row_compressed"))
    assert small["size_table"] < shipped["size_table"]


def test_postgresql_tells_what_lies_out_of_line(tmp_path: Path) -> None:
    good, _ = run(tmp_path, "postgresql", cases=("size.bytes.shipped", "size.bytes.uncompressed"))
    assert good
    shipped, whole = (values(tmp_path, "postgresql", f"size.bytes.{way}") for way in ("shipped", "uncompressed"))
    assert 0 < shipped["size_out_of_line"] < shipped["size_table"]
    assert shipped["size_table"] < whole["size_table"]


@pytest.mark.parametrize("engine", ["hydra", "citus_columnar"])
def test_columns_are_smaller_by_zstd_than_as_they_are(tmp_path: Path, engine: str) -> None:
    good, _ = run(tmp_path, engine, cases=("size.base64.*",))
    plain, small = (values(tmp_path, engine, f"size.base64.columnar_{way}") for way in ("none", "zstd"))
    assert (good, small["size_table"] < plain["size_table"]) == (True, True)


def test_chunks_of_a_hypertable_count(tmp_path: Path) -> None:
    good, _ = run(tmp_path, "timescaledb", cases=("size.bytes.*",))
    whole, small = (values(tmp_path, "timescaledb", f"size.bytes.{way}") for way in ("hypertable", "columnstore"))
    held = sum(size for name, size in whole.items() if name.startswith("values_"))
    assert (good, whole["size_table"] > held / 2, small["size_index"] < whole["size_table"]) == (True, True, True)


def test_a_build_without_compression_is_unsupported_in_its_own_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = TimescaleDB.requested
    monkeypatch.setattr(TimescaleDB, "requested", lambda self: asked(self) | {"timescaledb.license": "apache"})
    good, _ = run(tmp_path, "timescaledb", cases=("size.bytes.*",))
    found = outcomes(tmp_path, "timescaledb")
    status, reason = found["size.bytes.columnstore"]
    assert (good, found["size.bytes.hypertable"][0], status) == (True, "ok", "unsupported")
    assert 'not supported under the current "apache" license' in str(reason)


def says(monkeypatch: pytest.MonkeyPatch, engine: type[Engine], what: str, answer: Any) -> None:
    """Have a system's dialect say something else than it does."""
    monkeypatch.setattr(type(engine.dialect), what, lambda self, *asked: answer)


def test_a_way_the_system_refuses_is_unsupported_with_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    says(monkeypatch, SQLite, "ways_to_store", {"shipped": WayToStore(("ALTER TABLE page_record SHRINK",))})
    run(tmp_path, "sqlite", cases=("size.bytes.shipped",))
    status, reason = outcomes(tmp_path, "sqlite")["size.bytes.shipped"]
    assert (status, str(reason).startswith("sqlite refuses to store values this way: sqlite: near")) == (
        "unsupported",
        True,
    )


# what does not come back -----------------------------------------------------------------------


def tampered(monkeypatch: pytest.MonkeyPatch, engine: type[Any], when: str, change: Any) -> None:
    """Have an engine change the rows of statements that hold a text."""
    sound = engine.run

    def wrong(self: Any, sql: str, timeout_s: float, fetch: bool = False) -> Any:
        ran = sound(self, sql, timeout_s, fetch)
        return type(ran)(ran.elapsed_s, change(ran.rows)) if ran.rows and when in sql else ran

    monkeypatch.setattr(engine, "run", wrong)


def one_letter(rows: list[Any]) -> list[Any]:
    return [(n, text.replace("training", "Training", 1) if n == 4 else text, *more) for n, text, *more in rows]


WRONG = {
    "a letter": ("SELECT id, result", one_letter, "record 4 came back as another"),
    "a record": ("SELECT id, result", lambda rows: rows[:-1], f"record {ROWS} came back as another"),
    "a record twice": ("SELECT id, result", lambda rows: [*rows, rows[0]], "record 1 came back as another"),
    "a record too many": ("SELECT count(*)", lambda rows: [(rows[0][0] + 1, *rows[0][1:])], "holds ("),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_record_that_does_not_come_back_is_a_wrong_answer_and_never_a_size(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    when, change, reason = WRONG[what]
    tampered(monkeypatch, SQLite, when, change)
    good, _ = run(tmp_path, "sqlite", cases=("size.bytes.shipped",))
    rows = stored(tmp_path, "sqlite")[0].select("status", "value", "reason").rows()
    assert (good, [row[:2] for row in rows]) == (False, [("wrong_answer", None)])
    assert rows[0][2].startswith(reason)


def test_a_document_that_does_not_come_back_is_a_wrong_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = Files.get
    monkeypatch.setattr(Files, "get", lambda self, name: sound(self, name) + (b"x" if name == "raw/3.bin" else b""))
    run(tmp_path, "files", cases=("size.bytes.shipped",))
    rows = stored(tmp_path, "files")[0].select("status", "value", "reason").rows()
    assert rows == [("wrong_answer", None, "raw/3.bin came back as another")]


def test_rows_lost_on_the_way_make_that_state_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    says(monkeypatch, SQLite, "compact", "DELETE FROM page_record WHERE id = 1")
    run(tmp_path, "sqlite", cases=("life.*",))
    found = outcomes(tmp_path, "sqlite")
    assert (found["life.reclaimed"][0], found["life.compacted"][0]) == ("ok", "wrong_answer")


# states ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", EMBEDDED)
def test_a_table_goes_through_all_states(engine: str, tmp_path: Path) -> None:
    good, _ = run(tmp_path, engine, cases=("life.*", "deletes.*"))
    assert good
    sizes = {case: size(values(tmp_path, engine, case)) for case in outcomes(tmp_path, engine)}
    assert len(sizes) == 7 + 3
    shrinking = [sizes[f"life.{state}"] for state in ("found", "without_copy", "without_raw", "without_result")]
    assert shrinking == sorted(shrinking, reverse=True)
    assert shrinking[-1] < shrinking[0] / 1.5


def test_sqlite_keeps_the_room_of_deleted_rows_in_its_file_until_vacuum(tmp_path: Path) -> None:
    good, _ = run(tmp_path, "sqlite", cases=("size.base64.*", "deletes.*"), rows=40)
    assert good
    found, deleted, compacted = (
        values(tmp_path, "sqlite", case) for case in ("size.base64.shipped", "deletes.deleted", "deletes.compacted")
    )
    assert found["size_free"] == 0  # nothing of a table that was there before
    assert size(deleted) + deleted["size_free"] == pytest.approx(size(found), rel=0.02)
    assert size(deleted) < size(found) * 0.7
    assert (size(compacted), compacted["size_free"]) == (pytest.approx(size(deleted), rel=0.02), 0)


def test_clickhouse_gives_the_space_of_deleted_rows_back_when_it_merges(tmp_path: Path) -> None:
    good, _ = run(tmp_path, "clickhouse", cases=("deletes.*",))
    assert good
    sizes = [size(values(tmp_path, "clickhouse", f"deletes.{state}")) for state in ("deleted", "compacted")]
    assert sizes[1] < sizes[0] * 0.7


@pytest.mark.usefixtures("unflushed")
def test_a_table_of_innodb_goes_through_all_states(tmp_path: Path) -> None:
    good, _ = run(tmp_path, "mariadb", cases=("life.*",))
    assert good
    found, without_raw = (values(tmp_path, "mariadb", f"life.{state}") for state in ("found", "without_raw"))
    assert without_raw["size_table"] < found["size_table"]


def test_postgresql_keeps_dead_rows_until_vacuum_and_the_file_until_vacuum_full(tmp_path: Path) -> None:
    good, _ = run(tmp_path, "postgresql", cases=("life.*", "deletes.*"), rows=40)
    assert good
    life, deletes = (
        {
            state: values(tmp_path, "postgresql", f"{name}.{state}")
            for state in ("emptied", "deleted", "reclaimed", "compacted")
        }
        for name in ("life", "deletes")
    )
    assert (life["emptied"]["dead_rows"], life["reclaimed"]["dead_rows"]) == (40, 0)
    assert (deletes["deleted"]["dead_rows"], deletes["reclaimed"]["dead_rows"]) == (20, 0)
    assert life["compacted"]["size_table"] < life["reclaimed"]["size_table"]
    assert deletes["compacted"]["size_table"] < deletes["deleted"]["size_table"]
    assert {"transaction_age", "size_out_of_line"} <= set(life["compacted"])


def test_a_state_that_is_not_reached_keeps_those_after_it_from_being_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    says(monkeypatch, SQLite, "housekeeping", "VACUUM nowhere_at_all")
    good, _ = run(tmp_path, "sqlite", cases=("life.*",))
    found = outcomes(tmp_path, "sqlite")
    assert (good, found["life.emptied"][0], found["life.reclaimed"][0]) == (False, "ok", "failed")
    assert found["life.without_raw"] == ("failed", "life.reclaimed was not reached, and this comes after it")


def test_all_states_are_taken_again_where_one_is_missing(tmp_path: Path) -> None:
    run(tmp_path, "sqlite", cases=("deletes.deleted",))
    before = stored(tmp_path, "sqlite")[0]
    _, notes = run(tmp_path, "sqlite", cases=("deletes.*",))
    assert (set(before["case"]), notes.begun) == ({f"deletes.{s}" for s in ("deleted", "reclaimed", "compacted")}, [])


# compaction ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("unflushed")
@pytest.mark.parametrize("engine", ["postgresql", "mysql", "sqlite"])
def test_the_peak_of_disk_use_is_seen(engine: str, tmp_path: Path) -> None:
    good, _ = run(tmp_path, engine, cases=("peak.compact",), rows=40)
    found = values(tmp_path, engine, "peak.compact")
    assert good
    assert found["disk_peak"] >= found["disk_before"] > 0  # so few rows may be moved between two looks
    assert found["duration"] > 0


def test_the_peak_is_what_a_folder_held_between_start_and_end(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_bytes(os.urandom(100_000))
    with DiskUse(tmp_path) as use:
        copy = tmp_path / "copy"
        copy.write_bytes(os.urandom(1_000_000))
        while use.peak_bytes < 1_000_000:  # until it was looked at
            time.sleep(0.01)
        copy.unlink()
    assert use.before_bytes < 200_000
    assert 1_000_000 < use.peak_bytes < 1_300_000


def test_a_reader_and_a_writer_beside_vacuum_are_timed(tmp_path: Path) -> None:
    good, _ = run(tmp_path, "postgresql", cases=("wait.*",))
    assert good
    for case in ("wait.compact", "wait.reclaim"):
        found = values(tmp_path, "postgresql", case)
        assert 0 < found["wait_read"] < 5
        assert 0 < found["wait_write"] < 5


def test_a_statement_that_outlasts_its_clients_fails_with_what_to_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compaction, "AHEAD_S", 4.0)
    good, _ = run(tmp_path, "postgresql", cases=("wait.reclaim",))
    assert good is False
    assert "longer than the clients beside it; watch longer: WATCHED_S" in str(outcomes(tmp_path, "postgresql"))


def test_no_client_runs_on_where_the_statement_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clients: list[Any] = []
    start = compaction._Client.start
    monkeypatch.setattr(compaction._Client, "start", lambda self: (clients.append(self), start(self)))
    says(monkeypatch, PostgreSQL, "housekeeping", "VACUUM nowhere_at_all")
    run(tmp_path, "postgresql", cases=("wait.reclaim",))
    assert outcomes(tmp_path, "postgresql")["wait.reclaim"][0] == "failed"
    assert [client.is_alive() for client in clients] == [False, False]


def test_a_server_lost_on_the_way_fails_its_case_and_serves_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = PostgreSQL.fill
    killed: list[int] = []

    def fill(self: PostgreSQL, rows: Any) -> None:
        if not killed:
            killed.append(self.pids()[0])
            os.kill(killed[0], signal.SIGKILL)
        sound(self, rows)

    monkeypatch.setattr(PostgreSQL, "fill", fill)
    good, _ = run(tmp_path, "postgresql", cases=("size.bytes.shipped", "size.bytes.lz4"))
    assert (good, sorted(status for status, _ in outcomes(tmp_path, "postgresql").values())) == (
        False,
        ["failed", "ok"],
    )


# a folder of one's own, and other input --------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of the reader's own."""
    made = tmp_path / "own"
    made.mkdir()
    for number, page in enumerate(pages_of(8)):
        (made / f"{number}.html").write_bytes(page)
    return made


@pytest.mark.parametrize("engine", ["sqlite", "files"])
def test_files_of_one_s_own_are_stored_in_the_pages_place(engine: str, tmp_path: Path, folder: Path) -> None:
    good, _ = run(tmp_path, engine, cases=("size.*", "deletes.*"), corpus=folder)
    assert good
    raw = sum(path.stat().st_size for path in folder.iterdir())
    assert values(tmp_path, engine, "size.bytes.shipped")["values_raw"] == raw
    assert stored(tmp_path, engine)[1].dataset["rows"] == 8


def test_a_file_that_is_compressed_already_keeps_its_size_in_every_way(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.xz").write_bytes(lzma.compress(os.urandom(400_000)))
    good, _ = run(tmp_path, "duckdb", "clickhouse", cases=("size.bytes.*",), corpus=folder)
    assert good
    for engine in ("duckdb", "clickhouse"):
        found = values(tmp_path, engine, "size.bytes.shipped")
        assert size(found) >= found["values_raw"] * 0.98


def test_empty_files_are_mentioned(tmp_path: Path, folder: Path) -> None:
    (folder / "empty.html").touch()
    _, notes = run(tmp_path, "files", cases=("size.bytes.shipped",), corpus=folder)
    assert "1 empty files of own are left out" in notes.said


def test_an_empty_folder_ends_the_run_before_anything_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "nothing").mkdir()
    monkeypatch.setattr(SQLite, "start", lambda self: pytest.fail("a system was started"))
    with pytest.raises(UsageError, match="holds no document"):
        run(tmp_path, "sqlite", cases=("size.*",), corpus=tmp_path / "nothing")


def test_a_folder_has_as_many_files_as_it_has(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(UsageError, match="leave out --rows or --corpus"):
        run(tmp_path, "sqlite", cases=("size.*",), corpus=folder, rows=3)


def test_too_little_disk_ends_the_run_before_anything_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Disk:
        free = 1000

    monkeypatch.setattr(folders.shutil, "disk_usage", lambda path: Disk)
    with pytest.raises(DiskFull, match="choose a smaller --scale, or set DBREPORT_DATA"):
        run(tmp_path, "sqlite", cases=("size.*",))


def test_the_room_that_is_asked_for_is_that_of_the_folder(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "large.bin").write_bytes(os.urandom(1_000_000))

    class Disk:
        free = 8_000_000

    monkeypatch.setattr(folders.shutil, "disk_usage", lambda path: Disk)
    with pytest.raises(DiskFull):
        run(tmp_path, "sqlite", cases=("size.*",), corpus=folder)


def test_a_disk_that_fills_up_fails_the_case_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = Files.put

    def full(self: Files, documents: Any) -> None:
        if documents[0][0].startswith("result/") and any(name.endswith(".txt") for name, _ in documents):
            raise DiskFull("the disk is full; free some room, or set DBREPORT_DATA to a larger one")
        sound(self, documents)

    monkeypatch.setattr(Files, "put", full)
    good, _ = run(tmp_path, "files", cases=("size.*",))
    found = outcomes(tmp_path, "files")
    assert (good, found["size.bytes.shipped"][0]) == (False, "ok")
    assert found["size.base64.shipped"] == (
        "failed",
        "the disk is full; free some room, or set DBREPORT_DATA to a larger one",
    )


def test_a_folder_is_a_trial(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("DBREPORT_RESULTS")
    monkeypatch.setenv("DBREPORT_HOME", str(tmp_path))
    command = ["run", "storage", "--engine", "files", "--case", "size.bytes.shipped", "--corpus", str(folder)]
    assert main(command) == 0
    assert "--corpus is a trial; its results go to build/trial" in capsys.readouterr().err
    assert list((tmp_path / "build" / "trial" / "storage").rglob("*.parquet"))


def test_every_case_is_for_a_system_that_has_it() -> None:
    asked = {case.name: case.engines for case in storage.cases(StoredRecords(5), Scale.SMOKE)}
    assert asked["size.bytes.s2"] == {"minio"}
    assert asked["size.base64.columnar_zstd"] == {"hydra", "citus_columnar"}
    extensions = {name for name, system in SYSTEMS.items() if system.extends}
    assert asked["deletes.deleted"] == set(storage.ENGINES) - extensions
    assert asked["life.found"] == set(speaking("sql")) == set(storage.ENGINES) - extensions - {*speaking("objects")}


def test_what_a_system_does_not_tell_is_a_failure_and_no_zero(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    says(monkeypatch, SQLite, "facts", {"dead_rows": ("SELECT NULL", "rows")})
    run(tmp_path, "sqlite", cases=("size.bytes.shipped",))
    assert outcomes(tmp_path, "sqlite")["size.bytes.shipped"] == ("failed", "sqlite does not tell: SELECT NULL")


def test_a_store_that_dies_is_started_again_for_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sound, lost = Files.put, list[Objects]()

    def put(self: Files, documents: Any) -> None:
        if not lost:
            lost.append(self)
            raise EngineDied("gone")
        sound(self, documents)

    monkeypatch.setattr(Files, "put", put)
    run(tmp_path, "files", cases=("size.*",))
    assert sorted(status for status, _ in outcomes(tmp_path, "files").values()) == ["failed", "ok"]


def test_a_document_the_store_refuses_fails_the_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Files, documents: Any) -> None:
        raise StatementFailed("files: File name too long: …")

    monkeypatch.setattr(Files, "put", refuse)
    run(tmp_path, "files", cases=("size.bytes.shipped",))
    assert outcomes(tmp_path, "files")["size.bytes.shipped"] == ("failed", "files: File name too long: …")
