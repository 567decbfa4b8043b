"""One suite for every registered system, with real servers: what a runner may rely on."""

from __future__ import annotations

import os
import re
import signal
import time
from pathlib import Path

import psutil
import pytest
from dbreport.engines.base import LONGEST_S, SHORTEST_S, Engine
from dbreport.engines.launch.server import ServerEngine
from dbreport.errors import EngineDied, StatementFailed, StatementTimeout
from dbreport.meters import digest_of_many
from dbreport.model import KINDS, Column, Table, Way
from enginekit import ENDLESS, EXPECTED, INDEX, FewRows, OddKinds, OddRows

pytestmark = pytest.mark.usefixtures("limit")

ROWS = FewRows()
TABLE = ROWS.table
EVERYTHING = "SELECT uid, nickname, phone FROM numbers"
COUNT = "SELECT count(*) FROM numbers"


def answer(engine: Engine, sql: str) -> list[tuple[object, ...]]:
    rows = engine.run(sql, 60, fetch=True).rows
    assert rows is not None
    return rows


def ask_for_ever(engine: Engine) -> None:
    """Ask until there is no answer: a server may give one or two before the kernel has ended it."""
    while True:
        answer(engine, COUNT)


def guardians(engine: Engine) -> int:
    """Return how many processes wait for our end to clear away the folder of an engine."""
    lines = (set(process.info["cmdline"] or ()) for process in psutil.process_iter(["cmdline"]))
    return sum({"dbreport-guardian", str(engine.setup.folder)} <= line for line in lines)


def text_file(rows: FewRows, folder: Path) -> Path:
    path = folder / "rows.tsv"
    path.write_bytes(b"".join(rows.tsv(part) for part in range(rows.partitions)))
    return path


@pytest.fixture
def loaded(engine: Engine) -> Engine:
    """The engine with the rows in it; they are loaded anew only where a test has changed them."""
    try:
        if answer(engine, COUNT) == [(ROWS.count,)]:
            engine.drop_index(INDEX)
            return engine
    except StatementFailed:
        pass
    engine.create(TABLE)
    engine.load(ROWS, Way.BULK)
    return engine


def test_it_tells_version_and_settings(engine: Engine) -> None:
    assert re.match(r"\d+\.\d+", engine.version())
    assert engine.settings()
    assert {str} == {type(part) for setting in engine.settings().items() for part in setting}


@pytest.mark.parametrize("rows", [FewRows(), FewRows(partitions=1), OddRows()], ids=["several", "one", "odd"])
@pytest.mark.parametrize("way", Way)
def test_either_way_of_loading_keeps_every_row(engine: Engine, way: Way, rows: FewRows, tmp_path: Path) -> None:
    engine.create(TABLE)
    elapsed_s = engine.load(rows, way, text_file(rows, tmp_path))
    assert elapsed_s > 0
    assert sorted(rows.all()) == sorted(answer(engine, EVERYTHING))


def test_a_table_takes_every_kind_of_column_and_nulls_where_allowed(engine: Engine) -> None:
    columns = tuple(Column(f"a_{kind}", kind, nullable=True) for kind in KINDS)
    engine.create(Table("kinds", (Column("id", "int64"), Column("name", "text", 40), *columns), ("id",)))
    engine.run("INSERT INTO kinds (id, name, a_int32, a_float64, a_text) VALUES (1, 'x', 7, 0.5, 'long')", 60)
    assert answer(engine, "SELECT id, name, a_int32, a_text, a_int64 FROM kinds") == [(1, "x", 7, "long", None)]


HEX = {"postgresql": "encode({}, 'hex')"}


def test_rows_of_every_kind_come_back_as_they_were(engine: Engine) -> None:
    rows = OddKinds()
    engine.create(rows.table)
    assert engine.fill(rows) > 0
    raw = f"lower({HEX.get(engine.system().extends or engine.name, 'hex({})').format('raw')})"
    found = answer(engine, f"SELECT id, name, former, {raw} FROM odd ORDER BY id")
    assert found == [(n, name, former, raw.hex()) for n, name, former, _, raw in rows.all()]
    late = "SELECT count(*) FROM odd WHERE made_at >= '2024-01-01 00:00:00'"
    assert answer(engine, late) == [(1,)]


def test_a_text_file_with_a_broken_row_is_an_error(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "broken.tsv"
    path.write_text("1\t张伟\t13800000000\nno number\t13800000000\n", "utf-8")
    engine.create(TABLE)
    with pytest.raises(StatementFailed):
        engine.load(OddRows(count=2), Way.PLAIN, path)
    assert [(0,)] == answer(engine, COUNT)


def test_what_the_generator_raises_ends_a_bulk_load(engine: Engine) -> None:
    if not isinstance(engine, ServerEngine):
        pytest.skip("rows are made in the worker, where an error of ours has no type the test could know")
    engine.create(TABLE)
    with pytest.raises(ZeroDivisionError):
        engine.load(_Failing(), Way.BULK)
    assert [(0,)] == answer(engine, COUNT)


class _Failing(FewRows):
    def arrow(self, partition: int) -> object:
        return super().arrow(partition) if partition in (0, self.partitions - 1) else 1 / 0

    def tsv(self, partition: int) -> bytes:
        return super().tsv(partition) if partition == 0 else b"%d" % (1 / 0)


def test_an_answer_s_digest_is_told_without_its_rows(loaded: Engine) -> None:
    sql, expected = EXPECTED["group_all"]
    ran = loaded.run(sql, 30, digest=True)
    assert (ran.rows, ran.digest) == (None, digest_of_many(expected))


@pytest.mark.parametrize("indexed", [False, True], ids=["plain", "indexed"])
@pytest.mark.parametrize("name", EXPECTED)
def test_canonical_statements_have_one_answer(loaded: Engine, name: str, indexed: bool) -> None:
    sql, expected = EXPECTED[name]
    if indexed:
        loaded.build_index(INDEX, 60)
    given = answer(loaded, sql)
    if "ORDER BY" not in sql:
        expected, given = sorted(expected), sorted(given)
    assert expected == given


def test_an_index_is_built_and_dropped_and_may_be_dropped_twice(loaded: Engine) -> None:
    assert loaded.build_index(INDEX, 60) > 0
    loaded.drop_index(INDEX)
    loaded.drop_index(INDEX)
    assert loaded.build_index(INDEX, 60) > 0


def test_a_plan_is_printed_without_running_the_statement(loaded: Engine) -> None:
    assert loaded.explain(ENDLESS).strip()  # which would never end


def test_a_statement_over_its_time_is_cancelled_and_the_next_one_runs(loaded: Engine) -> None:
    with pytest.raises(StatementTimeout):
        loaded.run(ENDLESS, 1.0)
    assert [(ROWS.count,)] == answer(loaded, COUNT)


def test_the_shortest_limit_is_one(loaded: Engine) -> None:
    with pytest.raises(StatementTimeout):
        loaded.run(ENDLESS, SHORTEST_S)
    assert [(ROWS.count,)] == answer(loaded, COUNT)


def test_the_longest_limit_is_taken_and_twelve_times_as_long_for_an_index(loaded: Engine) -> None:
    assert loaded.build_index(INDEX, 12 * LONGEST_S) > 0
    assert [(ROWS.count,)] == loaded.run(COUNT, LONGEST_S, fetch=True).rows


def test_a_change_over_its_time_is_cancelled_too(loaded: Engine) -> None:
    if not isinstance(loaded, ServerEngine):
        pytest.skip("a worker cancels every statement in the same way")
    with pytest.raises(StatementTimeout):
        loaded.run(f"CREATE TABLE endless AS {ENDLESS}", 1.0)
    assert [(ROWS.count,)] == answer(loaded, COUNT)


def test_a_statement_it_cannot_read_fails_and_the_next_one_runs(loaded: Engine) -> None:
    with pytest.raises(StatementFailed):
        loaded.run("SELECT no_such_column FROM numbers", 10)
    with pytest.raises(StatementFailed):
        loaded.run("SELEC 1", 10)
    assert [(ROWS.count,)] == answer(loaded, COUNT)


def test_housekeeping_takes_time_and_loses_nothing(loaded: Engine) -> None:
    assert loaded.analyze(TABLE) >= 0
    assert loaded.checkpoint() >= 0
    assert [(ROWS.count,)] == answer(loaded, COUNT)


def test_sizes_tell_table_index_and_log_apart(loaded: Engine) -> None:
    loaded.checkpoint()
    before = loaded.size(TABLE)
    loaded.build_index(INDEX, 60)
    loaded.checkpoint()
    after = loaded.size(TABLE)
    assert {"table", "index", "log"} == set(before)
    assert before["table"] > 0
    assert before["index"] < after["index"] or loaded.columnar


def test_rows_survive_a_stop_and_a_start(loaded: Engine) -> None:
    loaded.stop()
    loaded.stop()
    loaded.start()
    assert sorted(ROWS.all()) == sorted(answer(loaded, EVERYTHING))


def test_a_killed_server_is_told_by_its_name_and_starts_again(loaded: Engine) -> None:
    loaded.checkpoint()
    for pid in loaded.pids():
        os.kill(pid, signal.SIGKILL)
    with pytest.raises(EngineDied, match=loaded.name):
        ask_for_ever(loaded)
    loaded.start()
    assert [(ROWS.count,)] == answer(loaded, COUNT)
    while guardians(loaded) > 1:  # the one of the server that died must not take the folder from under this one
        time.sleep(0.05)
    assert loaded.setup.folder.exists()
    assert [(ROWS.count,)] == answer(loaded, COUNT)


def test_it_answers_once_it_is_started_and_leaves_nothing(fresh: Engine) -> None:
    fresh.start()
    fresh.run("SELECT 1", 10)
    roots = [psutil.Process(pid) for pid in fresh.pids()]
    assert roots
    processes = [*roots, *(child for root in roots for child in root.children(recursive=True))]
    fresh.remove()
    assert [] == psutil.wait_procs(processes, timeout=60)[1]
    assert not fresh.setup.folder.exists()
