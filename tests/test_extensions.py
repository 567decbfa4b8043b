"""Systems that are an extension of another, tried with one that PostgreSQL carries in its own packages."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from conftest import found_class, started
from dbreport import discovery
from dbreport.engines import engine_class
from dbreport.engines.base import MARK
from dbreport.engines.extended import Extended
from dbreport.engines.launch.folders import new_folder
from dbreport.engines.launch.server import ServerEngine
from dbreport.engines.setup import Setup
from dbreport.engines.systems import SYSTEMS, speaking
from dbreport.errors import EngineMissing, StatementFailed

EXTENSIONS = tuple(name for name, system in SYSTEMS.items() if system.extends)


class Counted(Extended):
    name = "postgresql"
    extension = "pg_stat_statements"
    reported = ("pg_stat_statements.max",)
    image = "somebody/somewhat"


class Missing(Counted):
    extension = "no_such_extension"


@pytest.fixture
def counted(limit: None) -> Iterator[Counted]:
    """A server with the extension, of our own."""
    found_class("postgresql")
    made = Counted(Setup(new_folder("postgresql")))
    try:
        made.start()
        yield made
    finally:
        made.remove()


@pytest.fixture(params=[False, True], ids=["plain", "preloading"])
def elsewhere(
    request: pytest.FixtureRequest, counted: Counted, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[ServerEngine, bool]]:
    """A server of somebody's, as its address tells, and whether it preloads the extension."""
    with started("postgresql") as plain:
        owner = counted if request.param else plain
        assert isinstance(owner, ServerEngine)
        folder = quote(str(owner.socket.parent), safe="")
        monkeypatch.setenv("DBREPORT_POSTGRESQL_URL", f"postgresql://dbreport:{owner.password()}@{folder}/template1")
        yield owner, request.param


def rows(engine: ServerEngine, sql: str) -> list[tuple[object, ...]]:
    return engine.run(sql, 10, fetch=True).rows or []


def test_a_server_of_ours_has_loaded_and_made_it(counted: Counted) -> None:
    made = "SELECT obj_description(oid, 'pg_extension') FROM pg_extension WHERE extname = 'pg_stat_statements'"
    assert rows(counted, made) == [(MARK,)]
    assert rows(counted, "SHOW shared_preload_libraries") == [("pg_stat_statements",)]
    assert rows(counted, "SHOW search_path") == [("dbreport_bench",)]


def test_it_tells_its_own_version_and_settings_beside_the_server_s(counted: Counted) -> None:
    own, _, server = counted.version().partition(" on PostgreSQL ")
    assert own == counted.find().version
    assert server == engine_class("postgresql").find().version
    assert {"pg_stat_statements.max", "shared_buffers"} <= set(counted.settings())


def test_a_connection_that_a_server_lost_to_another_is_not_ours(counted: Counted) -> None:
    with pytest.raises(StatementFailed, match="the other one is gone"):
        counted.run("DO $$BEGIN RAISE 'the other one is gone' USING ERRCODE = '08006'; END$$", 10)
    assert rows(counted, "SHOW search_path") == [("dbreport_bench",)]


def test_a_server_without_it_is_not_found_and_what_to_install_is_said() -> None:
    found_class("postgresql")
    found = Missing.find("native")
    assert (found.how, "the extension no_such_extension beside a PostgreSQL here" in found.hint) == (None, True)


def test_a_server_of_somebody_s_is_taken_where_it_preloads_it_and_left_as_it_was(
    elsewhere: tuple[ServerEngine, bool],
) -> None:
    _, preloads = elsewhere
    made = Counted(Setup(new_folder("postgresql")))
    try:
        if not preloads:
            with pytest.raises(EngineMissing, match="does not preload it; needed is the extension pg_stat_statements"):
                made.check()
            return
        made.check()
        made.start()
        assert rows(made, "SELECT 1 FROM pg_extension WHERE extname = 'pg_stat_statements'") == [(1,)]
        made._clear()
        made.disconnect()
        with made._visit() as connection:
            assert made._ask(connection, "SELECT extname FROM pg_extension") == [("plpgsql",)]
    finally:
        if preloads:
            made.remove()


def test_extensions_answer_only_where_they_are_asked_for() -> None:
    assert set(EXTENSIONS) == set(speaking("sql", extensions=True)) - set(speaking("sql"))
    asking = {name for name in discovery.experiments() if set(EXTENSIONS) & set(discovery.experiment(name).engines)}
    assert asking == {"compression", "storage", "sensor", "join_analysis"}
