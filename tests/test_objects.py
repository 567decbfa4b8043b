"""One suite for systems that keep documents under names, with a real server: what a runner may rely on."""

from __future__ import annotations

import errno
import ipaddress
import os
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import psutil
import pytest
from conftest import found_class
from dbreport.engines import NAMES, engine_class
from dbreport.engines import s3 as s3_module
from dbreport.engines.embedded import Objects, allocated_bytes
from dbreport.engines.files import Files
from dbreport.engines.launch import golang
from dbreport.engines.launch.folders import new_folder
from dbreport.engines.minio import MinIO
from dbreport.engines.s3 import BUCKET, S3Server
from dbreport.engines.setup import Setup
from dbreport.errors import AccessRefused, DiskFull, EngineDied, EngineMissing, StatementFailed, Unsupported

STORES = [name for name in NAMES if issubclass(engine_class(name), Objects)]
DOCUMENTS = [(f"raw/{n}.bin", os.urandom(2_000 + 40_000 * (n % 2))) for n in range(30)]


def made(name: str) -> Objects:
    store = found_class(name)(Setup(new_folder(name)))
    assert isinstance(store, Objects)
    return store


@contextmanager
def running(name: str) -> Iterator[Objects]:
    """Give a started store, with no limit of time: the first start on a machine may build the program."""
    store = made(name)
    try:
        store.start()
        yield store
    finally:
        store.remove()


@pytest.fixture(scope="module")
def stores() -> Iterator[Callable[[str], Objects]]:
    """The stores that all tests here share, each started for the first that asks."""
    with ExitStack() as stack:
        yield cache(lambda name: stack.enter_context(running(name)))


@pytest.fixture(params=STORES)
def shared(request: pytest.FixtureRequest, stores: Callable[[str], Objects]) -> Objects:
    return stores(request.param)


@pytest.fixture
def shared_minio(stores: Callable[[str], Objects]) -> Objects:
    return stores("minio")


def filled(store: Objects) -> Objects:
    store.start()  # a test may have broken it
    store.empty("shipped")
    store.put(DOCUMENTS)
    return store


@pytest.fixture
def store(shared: Objects, limit: None) -> Objects:
    """The started store with the documents in it."""
    return filled(shared)


@pytest.fixture
def minio(shared_minio: Objects, limit: None) -> MinIO:
    server = filled(shared_minio)
    assert isinstance(server, MinIO)
    return server


# the contract ----------------------------------------------------------------------------------


def test_it_tells_its_version(store: Objects) -> None:
    assert store.version()[0].isdigit()
    assert store.launched() in ("in process", "native", "container")


def test_documents_come_back_as_they_were(store: Objects) -> None:
    assert [(name, store.get(name)) for name, _ in DOCUMENTS] == DOCUMENTS


def test_an_empty_document_and_odd_bytes_come_back(store: Objects) -> None:
    odd = [("raw/empty.bin", b""), ("raw/odd.bin", b"\x00\r\n\xff\xfe"), ("result/json.json", '{"名": "é"}'.encode())]
    store.put(odd)
    assert [(name, store.get(name)) for name, _ in odd] == odd


def test_the_last_of_two_of_one_name_counts(store: Objects) -> None:
    store.put([("raw/0.bin", b"again")])
    assert store.get("raw/0.bin") == b"again"


def test_a_document_that_is_not_there_is_an_error(store: Objects) -> None:
    with pytest.raises(StatementFailed):
        store.get("raw/999.bin")


def test_what_is_deleted_is_gone_and_the_rest_is_not(store: Objects) -> None:
    store.discard([name for name, _ in DOCUMENTS[1:]])
    with pytest.raises(StatementFailed):
        store.get(DOCUMENTS[1][0])
    assert store.get(DOCUMENTS[0][0]) == DOCUMENTS[0][1]


def test_it_takes_what_the_documents_have_and_little_more(store: Objects) -> None:
    taken = store.occupied()
    raw = sum(len(body) for _, body in DOCUMENTS)
    assert set(taken) == {"table", "index", "log"}
    assert raw <= taken["table"] < raw + 8192 * len(DOCUMENTS)


def test_deleting_gives_the_space_back_once_it_is_reclaimed(store: Objects) -> None:
    before = sum(store.occupied().values())
    store.discard([name for name, _ in DOCUMENTS[1:]])
    store.reclaim()
    assert sum(store.occupied().values()) < before - sum(len(body) for _, body in DOCUMENTS[1:]) * 0.9


@pytest.mark.parametrize("again", range(2))
def test_what_stands_in_the_place_already_is_deleted(store: Objects, again: int) -> None:
    store.empty("shipped")
    with pytest.raises(StatementFailed):
        store.get(DOCUMENTS[0][0])
    store.put([("raw/new.bin", b"new")])
    assert store.get("raw/new.bin") == b"new"


def test_every_way_it_has_keeps_documents_whole(store: Objects) -> None:
    text = [("result/1.json", b'{"a": "the same again"} ' * 4000), ("raw/1.bin", os.urandom(50_000))]
    for way in store.ways:
        store.empty(way)
        store.put(text)
        assert [(name, store.get(name)) for name, _ in text] == text


@pytest.mark.parametrize("name", ["minio", "versitygw"])
def test_where_its_port_is_taken_meanwhile_another_is_tried(
    stores: Callable[[str], Objects], name: str, limit: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = stores(name)
    store.stop()
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        taken, free = [other.getsockname()[1]], s3_module._free_port
        monkeypatch.setattr(s3_module, "_free_port", lambda: taken.pop() if taken else free())
        store.start()
    assert not taken  # it was tried first
    assert filled(store).get(DOCUMENTS[0][0]) == DOCUMENTS[0][1]


def test_a_way_it_lacks_is_unsupported(store: Objects) -> None:
    with pytest.raises(Unsupported, match="does not store documents this way: row_compressed"):
        store.empty("row_compressed")


def test_it_keeps_documents_over_a_stop(store: Objects) -> None:
    store.stop()
    store.stop()
    store.start()
    assert store.get(DOCUMENTS[3][0]) == DOCUMENTS[3][1]


@pytest.mark.usefixtures("limit")
@pytest.mark.parametrize("name", STORES)
def test_nothing_is_left_when_it_is_removed(name: str) -> None:
    store = made(name)
    store.start()
    pids = store.pids()
    store.empty("shipped")
    store.put(DOCUMENTS[:2])
    store.remove()
    assert (store.setup.folder.exists(), [pid for pid in pids if psutil.pid_exists(pid)]) == (False, [])


# servers that speak S3 -------------------------------------------------------------------------


@pytest.fixture(params=[name for name in STORES if issubclass(engine_class(name), S3Server)])
def shared_s3(request: pytest.FixtureRequest, stores: Callable[[str], Objects]) -> Objects:
    return stores(request.param)


@pytest.fixture
def s3(shared_s3: Objects, limit: None) -> S3Server:
    server = filled(shared_s3)
    assert isinstance(server, S3Server)
    return server


def test_it_listens_on_loopback_alone(s3: S3Server) -> None:
    (pid,) = s3.pids()
    listening = [c.laddr.ip for c in psutil.Process(pid).net_connections("inet") if c.status == psutil.CONN_LISTEN]
    assert listening
    assert [address for address in listening if not ipaddress.ip_address(address).is_loopback] == []


def test_credentials_are_this_run_s_own_and_on_no_command_line_and_in_no_log(s3: S3Server, tmp_path: Path) -> None:
    other = type(s3)(Setup(tmp_path))
    assert len({s3._password, other._password, "minioadmin"}) == 3
    (pid,) = s3.pids()
    log = (s3.setup.folder / "server.log").read_text()
    assert s3._password not in " ".join(psutil.Process(pid).cmdline()) + log + str(s3.settings())
    assert (s3.setup.folder / f"{s3.name}.env").stat().st_mode & 0o777 == 0o600


def test_other_credentials_are_refused(s3: S3Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(s3, "_s3", None)
    monkeypatch.setattr(s3, "_password", "another-password")
    with pytest.raises(AccessRefused):
        s3.get(DOCUMENTS[0][0])


# MinIO -----------------------------------------------------------------------------------------


def test_compressing_is_smaller_where_something_can_be_compressed(minio: MinIO) -> None:
    text = [(f"result/{n}.json", b'{"a": "the same again"} ' * 4000) for n in range(10)]
    sizes = {}
    for way in minio.ways:
        minio.empty(way)
        minio.put(text)
        sizes[way] = minio.occupied()["table"]
    assert sizes["s2"] < sizes["shipped"] / 4


def test_a_bucket_that_exists_already_is_emptied_of_everything(minio: MinIO, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(s3_module, "_PAGE", 7)  # more documents than one request lists
    minio.empty("shipped")
    assert "Contents" not in minio._client().list_objects_v2(Bucket=BUCKET)


def test_a_server_that_is_killed_is_an_engine_that_died_and_starts_again(minio: MinIO) -> None:
    os.kill(minio.pids()[0], signal.SIGKILL)
    with pytest.raises(EngineDied, match="minio closed the connection"):
        minio.get(DOCUMENTS[0][0])
    minio.start()
    assert minio.get(DOCUMENTS[0][0]) == DOCUMENTS[0][1]


def test_a_full_disk_is_told_as_that(minio: MinIO, monkeypatch: pytest.MonkeyPatch) -> None:
    from botocore.exceptions import ClientError

    class Full:
        def put_object(self, **_: Any) -> None:
            raise ClientError({"Error": {"Code": "XMinioStorageFull", "Message": "no space"}}, "PutObject")

    monkeypatch.setattr(minio, "_client", Full)
    with pytest.raises(DiskFull, match="free some room, or set DBREPORT_DATA"):
        minio.put(DOCUMENTS[:1])


def test_a_server_somebody_else_runs_is_not_measured(tmp_path: Path) -> None:
    if engine_class("minio").find().how is None:
        pytest.skip("no boto3 here")
    found = MinIO.find("external")
    assert (found.how, "leave out --launcher external" in found.hint) == (None, True)
    with pytest.raises(EngineMissing, match="leave out --launcher external"):
        MinIO(Setup(tmp_path, launcher="external")).start()


def test_without_boto3_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(s3_module.importlib.util, "find_spec", lambda name: None)
    assert MinIO.find().hint == "pip install boto3, or: make engines"


def test_without_go_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(s3_module.importlib.util, "find_spec", lambda name: object())
    monkeypatch.setattr(MinIO, "_present", lambda launcher: None)
    monkeypatch.setattr(golang, "toolchain", lambda sources: None)
    assert "install Go 1.24.0 or newer" in MinIO.find().hint


# files -----------------------------------------------------------------------------------------


def test_a_full_disk_is_told_by_files_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = Files(Setup(tmp_path / "files"))
    files.start()
    files.empty("shipped")

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(DiskFull, match="the disk is full; free some room, or set DBREPORT_DATA"):
        files.put(DOCUMENTS[:1])


def test_what_a_folder_takes_is_blocks_of_files_and_of_folders(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "a").write_bytes(os.urandom(5000))
    with (tmp_path / "hole").open("wb") as file:
        file.truncate(1 << 20)
    subprocess.run(["sync", str(tmp_path / "below" / "a")], check=True)
    blocks = [(tmp_path / name).stat().st_blocks * 512 for name in ("below/a", "below")]
    assert allocated_bytes(tmp_path) == tuple(blocks)
    assert blocks[0] >= 5000


def test_a_folder_that_is_gone_takes_nothing(tmp_path: Path) -> None:
    assert allocated_bytes(tmp_path / "gone") == (0, 0)
