"""Folders in a place that all may write to: whose they are, who holds them, what is left when the holder is killed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest
from conftest import found_class
from dbreport.engines.launch import leftovers
from dbreport.engines.launch.folders import (
    brief_folder,
    data_root,
    exclusive,
    make_folder,
    new_folder,
    server_user,
    sweep,
)
from dbreport.engines.setup import Setup
from dbreport.errors import UsageError
from test_launch import RUN_FOREVER

pytestmark = pytest.mark.usefixtures("limit", "own_cache")

STRANGER = 12345
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder to another user")

HOLD = """
import sys
from dbreport.engines.launch.folders import new_folder
print(new_folder("mysql"), flush=True)
sys.stdin.read()
"""
MEASURE = """
import sys
from dbreport.engines.launch.folders import exclusive
with exclusive(wait="--wait" in sys.argv):
    print("alone", flush=True)
    sys.stdin.read()
"""


@contextmanager
def running(script: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Give another process that runs a script until its input ends."""
    argv = [sys.executable, "-c", script, *arguments]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def line_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().strip()


# whose the data root is --------------------------------------------------------------------------


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a data root is to be; nothing is there yet."""
    path = tmp_path / "data"
    monkeypatch.setenv("DBREPORT_DATA", str(path))
    return path


def test_others_can_neither_list_nor_write_a_data_root_of_ours(place: Path) -> None:
    assert data_root() == place
    assert place.stat().st_mode & 0o777 == (0o711 if server_user() is not None else 0o700)


def test_a_folder_of_the_user_s_own_keeps_what_others_may_read(place: Path) -> None:
    place.mkdir()
    place.chmod(0o755)
    assert data_root().stat().st_mode & 0o777 == 0o755


def linked(path: Path) -> None:
    (path.parent / "target").mkdir(mode=0o750)
    path.symlink_to(path.parent / "target")


def foreign(path: Path) -> None:
    path.mkdir()
    os.chown(path, STRANGER, STRANGER)


def writable(mode: int) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        path.mkdir()
        path.chmod(mode)

    return make


def replaceable(path: Path) -> None:
    path.mkdir()
    path.parent.chmod(0o777)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        pytest.param(foreign, r"belongs to another user \(12345\)", marks=needs_root, id="another's"),
        pytest.param(linked, "is a link or no folder", id="a link"),
        pytest.param(lambda path: path.write_text("x"), "is a link or no folder", id="a file"),
        pytest.param(os.mkfifo, "is a link or no folder", id="a pipe"),
        pytest.param(writable(0o770), "can be written by other users", id="written by the group"),
        pytest.param(writable(0o777), "can be written by other users", id="written by all"),
        pytest.param(replaceable, r"can be replaced by any user; run: chmod \+t", id="in a folder all can change"),
    ],
)
def test_a_data_root_that_others_have_a_hand_in_is_refused(
    make: Callable[[Path], object], said: str, place: Path
) -> None:
    make(place)
    with pytest.raises(UsageError, match=said):
        data_root()


def test_the_target_of_a_link_keeps_its_mode(place: Path) -> None:
    linked(place)
    with suppress(UsageError):
        new_folder("mysql")
    target = place.resolve()
    assert (target.stat().st_mode & 0o777, list(target.iterdir())) == (0o750, [])


@pytest.mark.parametrize("device", ["/dev/null", "/dev/null/below"])
def test_a_device_is_no_data_root(device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBREPORT_DATA", device)
    with pytest.raises(UsageError, match=r"set DBREPORT_DATA|use a folder of your own"):
        data_root()


@needs_root
def test_a_user_that_does_not_exist_is_a_usage_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBREPORT_USER", "no-such-user")
    with pytest.raises(UsageError, match="there is no user 'no-such-user' to run servers as; set DBREPORT_USER"):
        server_user()


# what lies in it ---------------------------------------------------------------------------------


def test_a_new_folder_is_closed_to_all_others(data_folder: Path) -> None:
    folder = new_folder("mysql")
    assert (folder.stat().st_mode & 0o777, folder.stat().st_uid) == (0o700, os.geteuid())
    folder.rmdir()


def test_a_server_s_folder_is_its_user_s_and_closed_to_all_others(data_folder: Path) -> None:
    with brief_folder() as folder:
        user = server_user()
        assert (folder.stat().st_mode & 0o777, folder.stat().st_uid) == (0o700, os.geteuid() if user is None else user)


@pytest.mark.parametrize("kind", ["a link", "a file", pytest.param("another's", marks=needs_root)])
def test_an_entry_that_is_something_else_is_not_given_to_the_server(kind: str, tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.mkdir(mode=0o755)
    entry = tmp_path / "entry"
    {"a link": lambda: entry.symlink_to(target), "a file": entry.touch, "another's": lambda: foreign(entry)}[kind]()
    before = [(path.lstat().st_uid, path.lstat().st_mode) for path in (target, entry)]
    with pytest.raises(UsageError):
        make_folder(entry)
    assert [(path.lstat().st_uid, path.lstat().st_mode) for path in (target, entry)] == before


@pytest.mark.parametrize("name", ["server.log", "password"])
def test_a_link_in_a_server_s_folder_is_replaced_and_not_followed(name: str, data_folder: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("kept")
    made = found_class("postgresql")(Setup(new_folder("postgresql")))
    (made.setup.folder / name).symlink_to(precious)
    try:
        made.start()
        made.run("SELECT 1", 10)
        assert ((made.setup.folder / name).is_symlink(), precious.read_text()) == (False, "kept")
    finally:
        made.remove()


# who holds it ------------------------------------------------------------------------------------


def test_sweeping_leaves_what_somebody_holds_and_what_is_not_ours(data_folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.mkdir()
    link = data_folder / "123-mysql-abcdef"
    link.symlink_to(target)
    notes = make_folder(data_folder / "notes")
    ours = new_folder("mysql")
    with running(HOLD) as other:
        theirs = Path(line_of(other))
        assert (sweep(), all(path.exists() for path in (ours, theirs, notes, link, target))) == ([], True)
        other.kill()
        other.wait()
        assert (sweep(), theirs.exists()) == ([theirs.name], False)
    link.unlink()
    for folder in (ours, notes):
        folder.rmdir()


def test_a_folder_nobody_holds_is_removed_even_where_its_process_number_is_in_use_again(data_folder: Path) -> None:
    left = make_folder(data_folder / f"{os.getpid()}-mysql-abcdef")
    assert (sweep(), left.exists()) == ([left.name], False)


def test_a_half_built_program_is_removed_once_its_builder_was_killed(data_folder: Path, own_cache: Path) -> None:
    build = (
        "from dbreport.engines.launch import golang; import sys\n"
        "with golang.half_built('kvbench') as folder:\n"
        "    print(folder, flush=True); sys.stdin.read()\n"
    )
    with running(build) as other:
        half = Path(line_of(other))
        (half / "kvbench").write_bytes(b"x")
        (own_cache / "kvbench-0123").write_bytes(b"whole")
        assert sweep() == []
        other.kill()
        other.wait()
        assert (sweep(), [path.name for path in own_cache.iterdir()]) == ([half.name], ["kvbench-0123"])


def test_the_shared_memory_of_a_killed_postgresql_is_removed(data_folder: Path) -> None:
    found_class("postgresql")
    with running(RUN_FOREVER, "postgresql") as run:
        folder, pid = line_of(run).split()
        maps = Path(f"/proc/{pid}/maps").read_text()
        files = {Path(name) for name in re.findall(r"/dev/shm/\S+", maps)}
        segments = set(re.findall(r"(\d+) +/SYSV", maps))
        for process in psutil.process_iter(["cmdline"]):  # the guardian too: nothing is cleared but by the sweep
            if process.info["cmdline"] and {"dbreport-guardian", folder} <= set(process.info["cmdline"]):
                process.kill()
        run.kill()
        run.wait()
    said = " ".join(sweep())
    kept = {line.split()[1] for line in Path("/proc/sysvipc/shm").read_text().splitlines()}
    assert (len(files) > 0, len(segments)) == (True, 1)
    assert ([path for path in files if path.exists()], segments & kept) == ([], set())
    assert all(f"shared memory {path.name}" in said for path in files)


def test_a_process_that_begins_while_its_folder_is_cleared_is_ended_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, everybody = [], psutil.process_iter

    def look(attributes: list[str]) -> list[psutil.Process]:
        looks.append(len(looks))
        return [process for process in everybody(attributes) if len(looks) > 1 or process.pid != late.pid]

    command = ["sleep", "600"]
    with subprocess.Popen(command, cwd=tmp_path) as early, subprocess.Popen(command, cwd=tmp_path) as late:
        monkeypatch.setattr(leftovers.psutil, "process_iter", look)
        leftovers.kill_users(tmp_path)
    assert not any(psutil.pid_exists(process.pid) for process in (early, late))


# one at a time -----------------------------------------------------------------------------------


def test_a_second_run_is_told_who_measures_and_since_when(data_folder: Path) -> None:
    with running(MEASURE) as first:
        assert line_of(first) == "alone"
        told = rf"another run measures here since \d{{4}}-.* UTC \(process {first.pid}: -c\); wait for its end"
        with pytest.raises(UsageError, match=told), exclusive():
            pass


def test_a_run_that_was_killed_leaves_no_lock(data_folder: Path) -> None:
    with running(MEASURE) as first:
        assert line_of(first) == "alone"
        first.kill()
        first.wait()
        with exclusive():
            assert str(os.getpid()) in (data_folder / ".lock").read_text()


def test_a_run_that_waits_begins_when_the_first_has_ended(data_folder: Path) -> None:
    with running(MEASURE) as first:
        assert line_of(first) == "alone"  # only now: of two that begin at once either may be the first
        with running(MEASURE, "--wait") as second:
            assert first.stdin
            first.stdin.close()
            assert (first.wait(), line_of(second)) == (0, "alone")


def test_runs_on_other_data_roots_do_not_wait(
    data_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with exclusive():
        monkeypatch.setenv("DBREPORT_DATA", str(tmp_path / "data"))
        with running(MEASURE) as other:
            assert line_of(other) == "alone"


def test_a_lock_that_is_a_link_is_not_followed(data_folder: Path, tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("kept")
    (data_folder / ".lock").symlink_to(tmp_path / "precious")
    with pytest.raises(UsageError, match="cannot be opened"), exclusive():
        pass
    assert (tmp_path / "precious").read_text() == "kept"
