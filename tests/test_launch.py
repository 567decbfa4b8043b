"""Starting servers when things go wrong, with real ones: kills, passwords, refusals, full disks."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from conftest import DISK, found_class, started
from dbreport import allotted
from dbreport.engines import engine_class
from dbreport.engines.base import Engine
from dbreport.engines.launch.choosing import LAUNCHERS, choose
from dbreport.engines.launch.container import Container
from dbreport.engines.launch.folders import new_folder, require_space, sweep
from dbreport.engines.launch.native import Native
from dbreport.engines.launch.server import ServerEngine
from dbreport.engines.setup import Setup
from dbreport.errors import AccessRefused, DiskFull, EngineMissing, EngineStartFailed, UsageError
from dbreport.measuring.slow_disk import _device
from test_external import address, ask

pytestmark = pytest.mark.usefixtures("limit", "own_cache")

SERVERS = ("postgresql", "mysql", "mariadb")
ROOT = Path(__file__).parents[1]

RUN_FOREVER = """
import sys, time
from dbreport import allotted
from dbreport.engines import engine_class
from dbreport.engines.base import Setup
from dbreport.engines.launch.folders import new_folder
engine = engine_class(sys.argv[1])(Setup(new_folder(sys.argv[1])))
engine.start()
engine.run("SELECT 1", 10)
print(engine.setup.folder, *engine.pids(), flush=True)
time.sleep(600)
"""


@pytest.fixture(scope="module", params=SERVERS)
def server(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """A started server that the tests share."""
    with started(request.param) as made:
        yield made


def left(pids: list[int], folder: Path) -> list[str]:
    """Return what is still there of a run: processes and its folder."""
    return [str(pid) for pid in pids if psutil.pid_exists(pid)] + [str(folder)] * folder.exists()


@pytest.fixture
def killed(request: pytest.FixtureRequest, data_folder: Path) -> tuple[list[int], Path]:
    """The server's pids and the folder of a run that was killed without a chance to clean up."""
    found_class(request.param)
    run = subprocess.Popen([sys.executable, "-c", RUN_FOREVER, request.param], stdout=subprocess.PIPE, text=True)
    assert run.stdout
    folder, *pids = run.stdout.readline().split()
    children = [child.pid for pid in map(int, pids) for child in psutil.Process(pid).children(recursive=True)]
    run.kill()
    run.wait()
    run.stdout.close()
    return [*map(int, pids), *children], Path(folder)


@pytest.mark.parametrize("killed", SERVERS, indirect=True)
def test_a_killed_run_leaves_neither_server_nor_folder(killed: tuple[list[int], Path]) -> None:
    while left(*killed):  # until the limit of every test
        time.sleep(0.1)


@pytest.mark.parametrize("killed", SERVERS, indirect=True)
def test_sweeping_removes_what_is_left_at_once(killed: tuple[list[int], Path]) -> None:
    pids, folder = killed
    sweep()
    assert left(pids, folder) == []
    assert [] == sweep()


def guest_login(server: Engine) -> str:
    """Make a user with a password on a server of ours; return its address with a gap for the password."""
    if server.name == "postgresql":
        server.run("CREATE ROLE guest LOGIN PASSWORD 'right-one'", 10)
        server.run("GRANT CREATE ON DATABASE postgres TO guest", 10)
        rules = server.setup.folder / "data" / "pg_hba.conf"
        rules.write_text("local all guest scram-sha-256\n" + rules.read_text())
        asked = "SELECT pg_conf_load_time()"
        before = server.run(asked, 10, fetch=True).rows
        server.run("SELECT pg_reload_conf()", 10)
        while server.run(asked, 10, fetch=True).rows == before:
            time.sleep(0.02)
        return f"postgresql://guest:{{}}@/postgres?host={server.setup.folder}"
    server.run("CREATE USER IF NOT EXISTS guest@localhost IDENTIFIED BY 'right-one'", 10)
    server.run("GRANT ALL ON dbreport_bench.* TO guest@localhost", 10)
    return f"{server.name}://guest:{{}}@localhost/?unix_socket={server.setup.folder}/data/s"


def test_a_wrong_password_is_refused_and_not_repeated(
    server: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    login = guest_login(server)
    variable = f"DBREPORT_{server.name.upper()}_URL"
    monkeypatch.setenv(variable, login.format("wrong-one"))
    outside = engine_class(server.name)(Setup(tmp_path, launcher="external"))
    for verb in (outside.check, outside.start):
        with pytest.raises(AccessRefused, match=variable) as refused:
            verb()
        assert "wrong-one" not in str(refused.value)


def test_an_external_server_keeps_nothing_of_ours(
    server: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(server, ServerEngine)
    if server.name == "postgresql":
        spaces = "SELECT nspname FROM pg_namespace WHERE nspname = 'dbreport_bench'"
        login = address(server)
    else:
        spaces = "SHOW DATABASES LIKE 'dbreport_bench'"
        login = guest_login(server).format("right-one")
    server.disconnect()  # a session in the namespace is taken for one that a killed run has left
    monkeypatch.setenv(f"DBREPORT_{server.name.upper()}_URL", login)
    outside = engine_class(server.name)(Setup(tmp_path, launcher="external"))
    outside.start()
    assert re.match(r"\d+\.\d+", outside.version())
    assert () == outside.pids()
    assert "right-one" not in str(outside.settings())
    assert [("dbreport_bench",)] == ask(server, spaces)
    outside.remove()
    assert [] == ask(server, spaces)


@pytest.mark.parametrize("name", SERVERS)
def test_a_data_folder_may_have_a_space_in_its_path(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path("/var/tmp") / f"dbreport test {os.getpid()}"
    monkeypatch.setenv("DBREPORT_DATA", str(folder))
    with started(name) as made:
        assert [(1,)] == made.run("SELECT 1", 10, fetch=True).rows
    folder.rmdir()


@pytest.mark.parametrize("name", SERVERS)
@pytest.mark.parametrize(
    ("folder", "said"),
    [(Path("relative"), "begins with /"), (Path("/var/tmp") / ("x" * 95), r"1\d\d bytes, .* takes 107")],
)
def test_a_folder_that_no_socket_can_be_in_is_told_before_anything_is_made(name: str, folder: Path, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        found_class(name)(Setup(folder)).start()
    assert not folder.exists()


def test_a_server_of_another_brand_is_not_taken_for_mysql(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = found_class("mariadb")(Setup(new_folder("mariadb")))
    try:
        made.start()
        monkeypatch.setenv("DBREPORT_MYSQL_URL", f"mysql://root@localhost/?unix_socket={made.setup.folder}/data/s")
        impostor = engine_class("mysql")(Setup(tmp_path, launcher="external"))
        for verb in (impostor.check, impostor.start):
            with pytest.raises(EngineMissing, match=r"calls itself .*MariaDB"):
                verb()
    finally:
        made.remove()


def test_a_program_of_another_brand_is_not_taken_for_mysql() -> None:
    mysql = engine_class("mysql")
    assert issubclass(mysql, ServerEngine)
    path = Native(mysql.places, mysql.brand).which("mysqld")
    assert path is None or "MariaDB" not in subprocess.check_output([path, "--version"], text=True)


def test_an_unknown_launcher_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match=", ".join(LAUNCHERS)):
        choose("mysql", "mysqld", (), "teleport")


def test_a_launcher_that_finds_nothing_tells_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DBREPORT_MYSQL_URL", raising=False)
    with pytest.raises(EngineMissing, match="make engines"):
        engine_class("mysql")(Setup(Path("/nonexistent"), launcher="external")).start()


def test_too_little_room_is_told_before_anything_is_written(data_folder: Path) -> None:
    folder = new_folder("mysql")
    with pytest.raises(DiskFull, match="DBREPORT_DATA"):
        require_space(folder, 1 << 60, "mysql")
    require_space(folder, 1, "mysql")
    folder.rmdir()


def test_a_server_has_a_process_group_of_its_own_so_that_ctrl_c_reaches_us_alone(server: Engine) -> None:
    (pid,) = server.pids()
    assert os.getpgid(pid) != os.getpgid(0)


@pytest.mark.parametrize("fresh", ["postgresql", "mariadb"], indirect=True)
def test_a_server_killed_at_the_stop_s_limit_has_recovered_before_the_next_start(fresh: Engine) -> None:
    assert isinstance(fresh, ServerEngine)
    fresh.start()
    fresh.run("CREATE TABLE kept (a INT)", 10)
    fresh.run("INSERT INTO kept VALUES (1)", 10)
    fresh.stop_timeout_s = 5  # type: ignore[misc]
    (pid,) = fresh.pids()
    os.kill(pid, signal.SIGSTOP)  # it hears nothing any more, as one that is busy for hours
    fresh.stop()
    assert (psutil.pid_exists(pid), fresh.pids()) == (False, ())
    fresh.start()
    log = (fresh.setup.folder / "server.log").read_text()
    assert re.findall(r"(?i)not properly shut down|crash recovery|was interrupted", log) == []
    assert fresh.run("SELECT a FROM kept", 10, fetch=True).rows == [(1,)]


@pytest.mark.parametrize("fresh", ["postgresql"], indirect=True)  # it has shared memory of its own
def test_a_server_that_does_not_stop_is_removed_all_the_same(fresh: Engine) -> None:
    assert isinstance(fresh, ServerEngine)
    fresh.start()
    fresh.stop_timeout_s = 1  # type: ignore[misc]
    (pid,) = fresh.pids()
    assert len(segments(pid)) == 1
    os.kill(pid, signal.SIGSTOP)
    fresh.remove()
    assert (psutil.pid_exists(pid), fresh.setup.folder.exists(), segments(pid)) == (False, False, [])


def segments(pid: int) -> list[str]:
    """Return the System V segments that a process has made, by their numbers."""
    rows = [line.split() for line in Path("/proc/sysvipc/shm").read_text().splitlines()[1:]]
    return [row[1] for row in rows if int(row[4]) == pid]


@pytest.mark.parametrize("fresh", ["postgresql", "mariadb"], indirect=True)
def test_the_log_of_a_server_that_was_killed_tells_of_its_recovery(fresh: Engine) -> None:
    fresh.start()
    fresh.run("CREATE TABLE kept (a INT)", 10)
    (pid,) = fresh.pids()
    psutil.Process(pid).kill()
    fresh.start()
    log = (fresh.setup.folder / "server.log").read_text()
    assert re.search(r"(?i)not properly shut down|crash recovery|was interrupted", log)


@pytest.mark.parametrize("fresh", SERVERS, indirect=True)
def test_a_server_that_does_not_come_up_says_why(fresh: Engine) -> None:
    fresh.start()
    fresh.stop()
    data = fresh.setup.folder / "data"
    for path in (data / "PG_VERSION", data / "ibdata1"):
        if path.exists():
            path.write_bytes(b"no longer what it was\n" * 1000)
    with pytest.raises(EngineStartFailed, match=r"(?i)log says:\n(.|\n)*(error|fatal)"):
        fresh.start()
    assert not any(str(data) in " ".join(p.info["cmdline"] or ()) for p in psutil.process_iter(["cmdline"]))


@pytest.mark.parametrize("held", ["to a processor", "to the time of one"])
def test_a_container_is_given_no_more_of_the_machine_than_we_have(
    held: str, monkeypatch: pytest.MonkeyPatch, data_folder: Path
) -> None:
    """What the kernel holds the server to is read as a process of ours would read what it is held to."""
    made_of = found_class("postgresql")
    if made_of.find("container").how is None:
        pytest.skip("there is no container of postgresql here")
    all_processors, last = allotted.processors(), allotted.processors()[-1:]
    slow = {"read_bps": {_device(DISK): 150_000_000}, "read_iops": {_device(DISK): 6000}}
    made = made_of(Setup(new_folder("postgresql"), launcher="container"))
    try:
        with monkeypatch.context() as smaller:
            smaller.setattr(allotted, "cores", lambda: 1)
            smaller.setattr(allotted, "memory_bytes", lambda: 3 << 30)
            smaller.setattr(allotted, "processors", lambda: last if held == "to a processor" else all_processors)
            smaller.setattr(allotted, "disk_rates", lambda: slow)
            made.start()
        server = made.pids()[0]
        monkeypatch.setattr(allotted, "_OWN", Path(f"/proc/{server}/cgroup"))
        assert allotted.disk_rates() == slow
        assert allotted.memory_bytes.__wrapped__() == 3 << 30
        if held == "to a processor":
            assert psutil.Process(server).cpu_affinity() == last
        else:
            assert allotted.cores.__wrapped__() == 1
    finally:
        made.remove()


def _tool_that_fails(folder: Path, times: int) -> Container:
    tool = folder / "tool"
    tool.write_text(
        f"#!/bin/sh\necho again >> {folder}/tries\n"
        f"test $(wc -l < {folder}/tries) -gt {times} || {{ echo no lock >&2; exit 125; }}\necho /usr/bin/mysqld\n"
    )
    tool.chmod(0o755)
    return Container("image", (str(tool),), ("/usr/bin",))


def test_a_container_that_fails_now_and_then_is_started_again(tmp_path: Path) -> None:
    assert _tool_that_fails(tmp_path, times=2).which("mysqld") == "/usr/bin/mysqld"


def test_a_container_that_always_fails_is_not_a_missing_program(tmp_path: Path) -> None:
    with pytest.raises(EngineStartFailed, match="no lock"):
        _tool_that_fails(tmp_path, times=9).which("mysqld")
    assert (tmp_path / "tries").read_text().count("again") < 9
