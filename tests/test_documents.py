"""Servers of documents: what is asked of them, and what is said where one is not there or is somebody else's."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import started
from dbreport.clients import ycsb
from dbreport.clients.ycsb import Ycsb
from dbreport.engines import engine_class
from dbreport.engines.documents import Documents
from dbreport.engines.mongodb import MongoDB
from dbreport.engines.setup import Setup
from dbreport.engines.systems import speaking
from dbreport.errors import AccessRefused, DbreportError, EngineDied, EngineMissing, Unsupported, UsageError
from dbreport.model import Durability
from test_document_store import FEW, needs_java

SECRET = "hidden sixpence"
pytestmark = [
    pytest.mark.usefixtures("limit"),
    pytest.mark.skipif(importlib.util.find_spec("pymongo") is None, reason="no pymongo: documents were not tested"),
]


@pytest.fixture(scope="module", params=speaking("documents"))
def server(request: pytest.FixtureRequest) -> Iterator[Documents]:
    with started(request.param) as made:
        assert isinstance(made, Documents)
        yield made


def said(url: str, monkeypatch: pytest.MonkeyPatch, folder: Path) -> DbreportError:
    """Return what is said of a server at an address."""
    monkeypatch.setenv("DBREPORT_MONGODB_URL", url)
    with pytest.raises(DbreportError) as raised:
        MongoDB(Setup(folder, launcher="external")).check()
    return raised.value


# without a server ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", speaking("documents"))
def test_a_verb_of_sql_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match=f"{name} has no tables and no SQL; only experiments on documents"):
        engine_class(name)(Setup(tmp_path)).run("SELECT 1", 1)


def test_where_there_is_no_mongodb_it_is_said_how_to_have_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(MongoDB, "places", ())
    found = MongoDB.find("native")
    assert (found.how, "podman pull docker.io/library/mongo:8" in found.hint) == (None, True)


@pytest.mark.parametrize("url", [f"mongodb://me:{SECRET}@127.0.0.1:1/", "mongodb://127.0.0.1:1"])
def test_a_server_that_does_not_answer_is_said(url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("dbreport.engines.documents._ANSWER_LIMIT_MS", 200)
    error = said(url.replace(" ", "%20"), monkeypatch, tmp_path)
    assert isinstance(error, EngineDied)
    assert "mongodb does not answer; is it running?" in str(error)
    assert "sixpence" not in str(error)


@pytest.mark.parametrize("url", ["mongodb://", "http://127.0.0.1", "mongodb://a:b:c@@/", "mongodb://h:port/"])
def test_an_address_that_is_none_is_said(url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert isinstance(said(url, monkeypatch, tmp_path), UsageError)


@pytest.mark.parametrize(
    ("about", "version"),
    [
        ({"version": "8.0.13"}, "8.0.13"),
        ({"version": "7.0.77", "ferretdb": {"version": "v2.7.0"}}, ""),
        ({"version": "unknown"}, ""),
        ({}, ""),
    ],
)
def test_mongodb_s_version_is_its_own_or_none(about: dict[str, object], version: str, tmp_path: Path) -> None:
    assert MongoDB(Setup(tmp_path)).genuine(about) == version


def test_how_durable_a_write_is_belongs_to_what_mongodb_was_asked(tmp_path: Path) -> None:
    asked = [MongoDB(Setup(tmp_path, durability=d)).requested() for d in (Durability.FULL, Durability.RELAXED)]
    assert [one["writeConcern.j"] for one in asked] == [True, False]


# with one --------------------------------------------------------------------------------------


def test_a_collection_begins_with_nothing_each_time(server: Documents) -> None:
    for _ in range(2):
        server.empty("usertable", ["field0"])
        assert server.documents("usertable") == 0
        with server._failures() as client:
            client["dbreport_bench"]["usertable"].insert_one({"field0": "x"})
        assert server.documents("usertable") == 1


@needs_java
def test_what_was_put_in_is_what_is_read(server: Documents, tmp_path: Path) -> None:
    """YCSB makes each value from its key and compares what comes back."""
    whole = {"dataintegrity": "true", "insertcount": FEW, "recordcount": FEW}
    server.empty("usertable", ["field0"])
    client = Ycsb.of(server, tmp_path)
    client.fill(FEW, whole)
    argv = client._argv("-t", 2, {**whole, "readproportion": 0.5, "updateproportion": 0.5, "operationcount": 2 * FEW})
    printed, _ = ycsb.load.run(argv, tmp_path, 60)
    assert ycsb._returned(printed) == (2 * FEW, 0)
    assert "[VERIFY], Return=OK, " in printed
    assert "[VERIFY], Return=UNEXPECTED_STATE" not in printed
    assert server.documents("usertable") == FEW


def test_what_is_kept_is_there_after_a_start_in_another_class(server: Documents) -> None:
    server.empty("usertable", [])
    with server._failures() as client:
        client["dbreport_bench"]["usertable"].insert_one({"_id": "kept"})
    server.checkpoint()
    server.stop()
    server.start()
    assert (server.documents("usertable"), server.promised()) == (1, Durability.FULL)


def test_a_server_of_somebody_s_own_keeps_its_things(
    server: Documents, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A database of our name that we have not made is not touched; one of ours is dropped in the end."""
    with server._failures() as client:
        client.drop_database("dbreport_bench")
        client["dbreport_bench"]["theirs"].insert_one({"mine": True})
    server.disconnect()
    monkeypatch.setenv(f"DBREPORT_{server.name.upper()}_URL", server._address())
    other = type(server)(Setup(tmp_path, launcher="external"))
    with pytest.raises(AccessRefused, match="has a dbreport_bench that dbreport did not make"):
        other.check()
    with server._visit() as client:
        assert client["dbreport_bench"]["theirs"].count_documents({}) == 1
        client.drop_database("dbreport_bench")
    other.start()
    other.empty("usertable", [])
    other.remove()
    with server._visit() as client:
        assert "dbreport_bench" not in client.list_database_names()


def test_another_system_s_server_is_not_taken_for_mongodb(
    server: Documents, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if server.name == "mongodb":
        pytest.skip("this one is MongoDB")
    error = said(server._address(), monkeypatch, tmp_path)
    assert isinstance(error, EngineMissing)
    assert "the server set up as mongodb is another system's or tells no version" in str(error)


def test_a_server_that_was_killed_is_said_to_be_gone(server: Documents) -> None:
    server.connection()
    assert server._server is not None
    server._server.stop(0)
    with pytest.raises(EngineDied, match=f"{server.name} closed the connection"):
        server.ping()
    server.stop()
    server.start()
    server.ping()
