"""A second user of the machine against every system while it runs: no folder, file, socket or port gives anything."""

from __future__ import annotations

import encodings.idna  # noqa: F401 - a stranger may not be able to read Python's own folder
import http.client
import json
import os
import secrets
import socket
import stat
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from conftest import found_class
from dbreport.engines import NAMES, engine_class
from dbreport.engines.base import Engine
from dbreport.engines.kv_store import KvStore
from dbreport.engines.launch.folders import new_folder
from dbreport.engines.launch.server import ServerEngine
from dbreport.engines.setup import Setup

pytestmark = [
    pytest.mark.usefixtures("limit"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can become a second user"),
]

RUNNING = [name for name in NAMES if name != "spark" and not issubclass(engine_class(name), KvStore)]
"""The systems of which something runs between two measurements: kvbench is a process without socket or port. Spark,
slow to start, is asked the same where it is tested.
"""
STRANGER = 12345
"""No account has to have this number."""
LOGINS = ("dbreport", "postgres", "root", "nobody", "mysql", "")


def as_stranger(attempt: Callable[[], list[str]]) -> list[str]:
    """Return what an attempt tells in a process of a user that has nothing to do with us."""
    answer, ours = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(STRANGER)
            os.setuid(STRANGER)
            told = attempt()
        except BaseException as error:
            told = [f"the attempt itself failed: {error!r}"]
        os.write(ours, json.dumps(told).encode())
        os._exit(0)
    os.close(ours)
    with open(answer, encoding="utf-8") as file:
        told = json.load(file)
    os.waitpid(child, 0)
    return told


def openings(places: list[Path]) -> list[str]:
    """Return every way in that a user has to folders, files and sockets."""
    found = []
    for path in places:
        ways: dict[str, Callable[[], Any]] = {
            "list": lambda p=path: os.listdir(p),
            "read": lambda p=path: os.close(os.open(p, os.O_RDONLY | os.O_NONBLOCK)),
            "write": lambda p=path: os.close(os.open(p, os.O_WRONLY | os.O_NONBLOCK)),
            "create in": lambda p=path: (p / "mine").touch(),
            "remove": lambda p=path: os.rename(p, f"{p}-"),
            "connect to": lambda p=path: connected(p),
        }
        for name, way in ways.items():
            with suppress(OSError):
                way()
                found.append(f"{name} {path}")
    return found


def connected(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(path))


def served(processes: list[psutil.Process]) -> list[int]:
    """Return the TCP ports these processes listen on, and fail for one that is open to the network."""
    connections = []
    for process in processes:
        with suppress(psutil.NoSuchProcess):  # a server's workers come and go
            connections += process.net_connections("inet")
    listening = [c for c in connections if c.status == psutil.CONN_LISTEN]
    assert {c.laddr.ip for c in listening} <= {"127.0.0.1", "::1"}
    return sorted({c.laddr.port for c in listening})


def taken_from(ports: list[int]) -> list[str]:
    """Return what ports give to a request that is not signed, by their status."""
    found = []
    for port in ports:
        for path in (
            "/",
            "/dbreport-bench/",
            "/dbreport-bench/raw/0.bin",
            "/minio/admin/v3/info",
            "/minio/v2/metrics/cluster",
        ):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as page:
                    found.append(f"{path}: {page.status}")
            except urllib.error.HTTPError as refusal:
                if refusal.code not in (403, 404):  # 404: there is no such thing to be had
                    found.append(f"{path}: {refusal.code}")
            except (http.client.HTTPException, OSError):
                break  # what is behind this port speaks another language
    return found


@pytest.fixture(params=[*RUNNING, "postgresql in a container", "mariadb in a container"])
def running(request: pytest.FixtureRequest, data_folder: Path) -> Iterator[Engine]:
    name, _, launcher = request.param.partition(" in a ")
    made_of = found_class(name)
    if launcher and made_of.find(launcher).how is None:
        pytest.skip(f"there is no container of {name} here")
    made = made_of(Setup(new_folder(name), launcher=launcher or None))
    try:
        made.start()
        if made.system().speaks == "sql":
            made.run("SELECT 1", 10)
        yield made
    finally:
        made.remove()


def processes(engine: Engine) -> list[psutil.Process]:
    roots = [psutil.Process(pid) for pid in engine.pids()]
    return [*roots, *(child for root in roots for child in root.children(recursive=True))]


def test_a_stranger_gets_nothing_from_a_running_system(running: Engine, data_folder: Path) -> None:
    places = [data_folder, *data_folder.rglob("*")]
    tree = processes(running)
    places += [Path(f"/proc/{process.pid}/environ") for process in tree]
    ports = served(tree)
    assert as_stranger(lambda: openings(places) + taken_from(ports)) == []


@pytest.mark.parametrize("running", ["postgresql", "postgresql in a container"], indirect=True)
def test_nobody_enters_postgresql_without_its_password(running: Engine) -> None:
    import psycopg

    def logins() -> list[str]:
        inside = []
        for user in LOGINS:
            with (
                suppress(psycopg.Error),
                closing(
                    psycopg.connect(host=str(running.setup.folder), user=user, dbname="postgres", connect_timeout=5)
                ),
            ):
                inside.append(user)
        return inside

    assert (as_stranger(logins), logins()) == ([], [])  # not even root, who can reach the socket


@pytest.mark.parametrize("running", ["mysql", "mariadb"], indirect=True)
def test_a_stranger_cannot_reach_the_socket_of_a_server_without_a_password(running: Engine) -> None:
    from MySQLdb import _mysql

    socket_path = str(running.setup.folder / "data" / "s")

    def logins() -> list[str]:
        inside = []
        for user in LOGINS:
            with suppress(_mysql.Error):
                _mysql.connect(unix_socket=socket_path, user=user).close()
                inside.append(user)
        return inside

    assert as_stranger(logins) == []


@pytest.mark.parametrize("running", ["postgresql", "minio"], indirect=True)
def test_a_password_is_neither_on_a_command_line_nor_in_a_log_nor_in_what_is_told(running: Engine) -> None:
    secret = (running.setup.folder / ("password" if running.name == "postgresql" else "minio.env")).read_text()
    secret = secret.partition("MINIO_ROOT_PASSWORD=")[2].split()[0] if "=" in secret else secret
    told = [" ".join(process.info["cmdline"] or ()) for process in psutil.process_iter(["cmdline"])]
    told += [(running.setup.folder / "server.log").read_text(), str(running.settings()), running.version()]
    assert (len(secret) >= 32, [text for text in told if secret in text]) == (True, [])


@pytest.mark.parametrize("running", ["postgresql", "mysql", "mariadb", "minio"], indirect=True)
def test_a_server_has_none_of_root_s_groups(running: Engine) -> None:
    assert isinstance(running, ServerEngine) or running.name == "minio"
    (pid,) = running.pids()
    status = dict(
        line.split(":\t", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines() if ":\t" in line
    )
    ids = {*status["Uid"].split(), *status["Gid"].split(), *status["Groups"].split()}
    assert "0" not in ids


def test_the_stranger_of_these_tests_sees_what_is_open(data_folder: Path) -> None:
    folder = data_folder / f"open-{secrets.token_hex(3)}"
    folder.mkdir()
    folder.chmod(stat.S_IRWXU | stat.S_IRWXO)
    try:
        assert as_stranger(lambda: openings([folder])) == [f"{way} {folder}" for way in ("list", "read", "create in")]
    finally:
        (folder / "mine").unlink()
        folder.rmdir()
