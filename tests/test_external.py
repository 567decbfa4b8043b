"""Servers somebody else runs: whatever is measured on them, and however it ends, they are as they were.

The servers are real, started by us and then handed over as if they were another's, with tables of our very names,
extensions and settings of their owner's.
"""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from conftest import started
from dbreport.engines import engine_class
from dbreport.engines.launch.external import NAMESPACE
from dbreport.engines.launch.server import ServerEngine
from dbreport.engines.mysql_family import MySQLFamily
from dbreport.engines.setup import Setup
from dbreport.errors import AccessRefused
from dbreport.experiments.insert_rate.data import LogRows
from dbreport.measuring import bench
from dbreport.measuring.run import measure
from dbreport.model import Options, Scale
from samples import QUICK_COMMAND
from test_runner import Notes, quicken
from test_under_load import unhurried

SERVERS = ("postgresql", "mysql", "mariadb")
TABLES = ("numbers", "account", "record", "sbtest1", "pages", "page_record", "readings", LogRows(1).table.name)

POSTGRESQL = (
    *(f"CREATE TABLE public.{name} (mine integer)" for name in TABLES),
    *(f"INSERT INTO public.{name} VALUES (1), (2)" for name in TABLES),
    "CREATE INDEX numbers_phone ON public.numbers (mine)",
    'CREATE SCHEMA "their own"',
    'CREATE EXTENSION pg_visibility WITH SCHEMA "their own"',
    "ALTER ROLE CURRENT_USER SET search_path = public",
    "ALTER SYSTEM SET work_mem = '5MB'",
)
MYSQL = (
    "CREATE DATABASE theirs",
    *(f"CREATE TABLE theirs.{name} (mine INT)" for name in TABLES),
    *(f"INSERT INTO theirs.{name} VALUES (1), (2)" for name in TABLES),
    "SET GLOBAL innodb_io_capacity = 321, GLOBAL innodb_max_dirty_pages_pct = 77",
)
NO_SYSTEM = "NOT IN ('pg_catalog', 'information_schema', 'pg_toast')"
POSTGRESQL_DUMP = (
    "SELECT nspname, obj_description(oid, 'pg_namespace') FROM pg_namespace ORDER BY 1",
    "SELECT extname, extnamespace::regnamespace, obj_description(oid, 'pg_extension') FROM pg_extension ORDER BY 1",
    f"SELECT oid::regclass, relkind FROM pg_class WHERE relnamespace::regnamespace::text {NO_SYSTEM} ORDER BY 1",
    f"SELECT oid::regprocedure FROM pg_proc WHERE pronamespace::regnamespace::text {NO_SYSTEM} ORDER BY 1",
    "SELECT rolname, rolconfig FROM pg_roles ORDER BY 1",
    "SELECT setdatabase, setrole, setconfig FROM pg_db_role_setting ORDER BY 1, 2",
    "SELECT name, setting, reset_val FROM pg_settings ORDER BY 1",
    "SELECT name, setting FROM pg_file_settings ORDER BY 1, 2",
    *(f"SELECT mine FROM public.{name} ORDER BY 1" for name in TABLES),
)
MYSQL_DUMP = (
    "SHOW DATABASES",
    "SELECT table_schema, table_name, create_time FROM information_schema.tables WHERE table_type = 'BASE TABLE'"
    " ORDER BY 1, 2",
    "SELECT host, user FROM mysql.user ORDER BY 1, 2",
    "SHOW GLOBAL VARIABLES WHERE Variable_name NOT LIKE 'gtid%'",  # these count transactions
    *(f"SELECT mine FROM theirs.{name} ORDER BY 1" for name in TABLES),
)

FEW: dict[str, tuple[int, tuple[str, ...]]] = {
    "half_billion": (2_000, ("import.*", "index.build", "size.*", "indexed.point", "why.*")),
    "sysbench": (1_000, ("full.oltp_point_select", "full.bulk_insert")),
    "insert_rate": (500, ("full.columns.8", "full.jsonb.8", "full.pgbench.8", "full.copy.columns")),
    "real_workload": (500, ("answer.*", "trigram.match_account.plain", "why.sum_raw_octets.*")),
    "compression": (5, ("profiles.text*", "profiles.zlib_6*")),
    "storage": (8, ("size.bytes.*", "life.*", "deletes.*")),
}
"""What makes, changes and drops whatever an experiment makes, changes and drops: rows and cases."""
IN_PARTS = {"sensor": (3_000, ("retire.*",))}
"""What leaves a table in parts, which go with it."""


@pytest.fixture(scope="module", params=SERVERS)
def owner(request: pytest.FixtureRequest) -> Iterator[ServerEngine]:
    """A server that is somebody's: no session of it but by `ask` is the test's own."""
    with started(request.param) as made:
        assert isinstance(made, ServerEngine)
        for sql in MYSQL if isinstance(made, MySQLFamily) else POSTGRESQL:
            ask(made, sql)
        yield made


def ask(owner: ServerEngine, sql: str) -> list[tuple[Any, ...]]:
    """Run a statement in a session that has entered no namespace of ours."""
    connection = owner.open()
    try:
        return owner._ask(connection, sql)  # type: ignore[attr-defined, no-any-return]
    finally:
        owner.close(connection)


def address(owner: ServerEngine) -> str:
    at = owner.client_address()
    login = f"{quote(at.user)}:{quote(at.password)}"
    if isinstance(owner, MySQLFamily):
        return f"{owner.name}://{login}@localhost/?unix_socket={quote(at.socket)}"
    return f"postgresql://{login}@/{at.database}?host={quote(at.host, safe='')}&port={at.port}"


def everything(owner: ServerEngine) -> set[str]:
    """Return what the owner has, a line each."""
    dump = MYSQL_DUMP if isinstance(owner, MySQLFamily) else POSTGRESQL_DUMP
    return {f"{sql}: {row}" for sql in dump for row in ask(owner, sql)}


@pytest.fixture
def given(owner: ServerEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have runs measure on the owner's server."""
    monkeypatch.setenv(f"DBREPORT_{owner.name.upper()}_URL", address(owner))
    quicken(monkeypatch, tmp_path)
    unhurried(monkeypatch)
    monkeypatch.setattr(bench, "SMOKE_REPEATS", 1)
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


def measured(owner: ServerEngine, experiment: str, folder: Path) -> tuple[bool, Notes]:
    rows, patterns = (FEW | IN_PARTS)[experiment]
    options = Options(folder, Scale.SMOKE, engines=(owner.name,), cases=patterns, rows=rows, launcher="external")
    notes = Notes()
    return measure(experiment, options, notes), notes


@pytest.mark.usefixtures("given")
@pytest.mark.parametrize("experiment", FEW)
def test_a_run_leaves_a_server_as_it_was(owner: ServerEngine, experiment: str, tmp_path: Path) -> None:
    before = everything(owner)
    well, notes = measured(owner, experiment, tmp_path)
    assert well, notes.ended
    assert before == everything(owner)


@pytest.mark.usefixtures("given")
@pytest.mark.parametrize("owner", ["postgresql"], indirect=True)
def test_a_table_in_parts_goes_with_all_of_them(owner: ServerEngine, tmp_path: Path) -> None:
    before = everything(owner)
    well, notes = measured(owner, "sensor", tmp_path)
    assert well, notes.ended
    assert before == everything(owner)


MADE = {
    # the last thing a plan makes is its extension
    "postgresql": "SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'",
    **dict.fromkeys(
        ("mysql", "mariadb"),
        f"SELECT 1 FROM information_schema.tables WHERE table_schema = '{NAMESPACE}' AND table_name = 'record'",
    ),
}


@pytest.mark.usefixtures("given")
def test_the_run_after_one_that_was_killed_leaves_a_server_as_it_was(owner: ServerEngine, tmp_path: Path) -> None:
    before = everything(owner)
    rows, patterns = FEW["real_workload"]
    wanted = [part for pattern in patterns for part in ("--case", pattern)]
    chosen = ["--engine", owner.name, "--launcher", "external", "--rows", str(rows)]
    command = [*QUICK_COMMAND, "run", "real_workload", *chosen, *wanted]
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not ask(owner, MADE[owner.name]):
        assert run.poll() is None, "it ended before it could be killed"
        time.sleep(0.01)
    run.send_signal(signal.SIGKILL)
    run.wait()
    assert ask(owner, MADE[owner.name])
    well, notes = measured(owner, "half_billion", tmp_path)
    assert well, notes.ended
    assert before == everything(owner)


@pytest.mark.parametrize("owner", ["mysql", "mariadb"], indirect=True)
def test_a_session_that_ends_by_itself_while_others_are_ended_does_not_keep_our_namespace(
    owner: ServerEngine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(f"DBREPORT_{owner.name.upper()}_URL", address(owner))
    guest = engine_class(owner.name)(Setup(tmp_path, launcher="external"))
    assert isinstance(guest, MySQLFamily)
    before = everything(owner)
    guest.start()
    session = guest.connection()  # makes our namespace and is in it
    listed = guest._ask

    def ended_when_listed(connection: Any, sql: str) -> list[tuple[Any, ...]]:
        rows = listed(connection, sql)
        if "processlist" in sql:
            number = session.thread_id()
            assert (number,) in rows
            session.close()
            while ask(owner, f"SELECT 1 FROM information_schema.processlist WHERE id = {number}"):
                time.sleep(0.01)
        return rows

    with guest._visit() as visitor, monkeypatch.context() as meanwhile:
        meanwhile.setattr(guest, "_ask", ended_when_listed)
        guest.drop_namespace(visitor)
    assert before == everything(owner)


def foreign_namespace(owner: ServerEngine) -> str:
    """Make what has our namespace's name and is somebody else's, with a table of ours; return what drops it."""
    kind = "DATABASE" if isinstance(owner, MySQLFamily) else "SCHEMA"
    ask(owner, f"CREATE {kind} {NAMESPACE}")
    ask(owner, f"CREATE TABLE {NAMESPACE}.numbers (mine integer)")
    return f"DROP {kind} {NAMESPACE}" + (" CASCADE" if kind == "SCHEMA" else "")


@pytest.mark.parametrize("verb", ["check", "start", "connection", "remove"])
def test_a_namespace_that_is_not_ours_is_refused_and_left_alone(
    owner: ServerEngine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, verb: str
) -> None:
    monkeypatch.setenv(f"DBREPORT_{owner.name.upper()}_URL", address(owner))
    guest = engine_class(owner.name)(Setup(tmp_path, launcher="external"))
    guest.check()
    drop = foreign_namespace(owner)
    try:
        before = everything(owner)
        with pytest.raises(AccessRefused, match=f"has a {NAMESPACE} that dbreport did not make"):
            getattr(guest, verb)()
        assert before == everything(owner)
    finally:
        ask(owner, drop)
