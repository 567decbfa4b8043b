"""Fixtures for tests that need real servers or a browser: one started engine per system, and a limit for what hangs."""

from __future__ import annotations

import faulthandler
import gc
import os
import re
import secrets
import shutil
import signal
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import forked
import pytest
import sharing
from dbreport.engines import NAMES, engine_class, mysql_innodb
from dbreport.engines.base import Engine, Found
from dbreport.engines.launch import golang
from dbreport.engines.launch.folders import data_root, new_folder
from dbreport.engines.setup import Setup
from dbreport.engines.systems import speaking
from dbreport.measuring import bench, calibration, sessions
from dbreport.report import published
from samples import PUBLISHED_HOST, ROOT

# hundreds of programs are started: none compiles this package anew, none starts more threads than its few rows need,
# no compiler of Java, Go or C works for a second's run as for an hour's
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ.setdefault("POLARS_MAX_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its threads wait by turning round and round
os.environ.setdefault("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
os.environ.setdefault("GOFLAGS", "'-gcflags=all=-N -l'")
os.environ.setdefault("CGO_CFLAGS", "-O0 -g0")

# results of this very machine may be among those that are published, and the stored pages are another's
os.environ.setdefault("DBREPORT_HOST", PUBLISHED_HOST)

bench.SMOKE_REPEATS = 2  # of one repeat nobody sees whose turn it is

gc.set_threshold(100_000)  # chapters make millions of small objects, few of them circles

DISK, MEMORY = Path("/var/tmp"), Path("/dev/shm")
ROOM_BYTES = 8 << 30


def _place() -> Path:
    """Return where data folders go: into memory where it has room, since nothing is timed here and all commits wait."""
    return MEMORY if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free >= ROOM_BYTES else DISK


os.environ.setdefault("DBREPORT_DATA", str(_place() / f"dbreport-{os.getuid()}-tests"))
if worker := os.environ.get("PYTEST_XDIST_WORKER"):
    # one measuring run at a time on a data root: processes that run tests side by side have one each
    os.environ["DBREPORT_DATA"] += f"-{worker}"

LIMIT_S = 120
SQL = speaking("sql", extensions=True)
"""The systems that have tables and SQL, for tests of what a runner may ask those for."""
SERVERS = ("postgresql", "mysql", "mariadb")

TOGETHER = {
    # the one makes control groups of ours, the other looks whether any is left
    "test_slow_disk": "control groups",
    "test_one_change_removes_the_reading_of_every_value": "control groups",
}
"""Modules and tests that one process runs, one after another."""
APART = {
    "test_browser",
    "test_engine_contract",
    "test_launch",
    "test_planner",
    "test_private",
    "test_real_workload",
    "test_site",
    "test_storage_run",
    "test_under_load",
}
"""Modules of which each system's tests, or each site's, may run beside the others'; any other is a group as it is."""
ON_DISK = {
    "test_kv_engines",
    "test_real_workload",
    "test_runner",
    "test_slow_disk",
    "test_storage_run",
    "test_under_load",  # MariaDB does not sync a log that lies in memory
}
"""Modules that look at what a disk reads, writes or flushes."""
LONGEST = (
    "test_readme",
    "test_browser",
    "test_runner",
    "test_storage_run",
    "test_spark",
    "test_hostile",
    "test_identity",
    "test_under_load",
    "test_chapters",
    "test_external",
    "test_real_workload",
    "test_kv_engines",
    "test_launch",
    "test_private",
    "test_new_experiment",
)
"""Where the longest work begins, so that it does not come last."""
ALONE = "test_the_commands_of_the_readme_work_one_after_another"
"""The longest test: the first of its group, for a process is given its next group when two tests are left of one."""


def pytest_configure(config: pytest.Config) -> None:
    """Make the folder that the processes of a run share."""
    if sharing.FOLDER not in os.environ:
        os.environ[sharing.FOLDER] = tempfile.mkdtemp(prefix="dbreport-tests-")
        config.add_cleanup(lambda: shutil.rmtree(os.environ.pop(sharing.FOLDER), ignore_errors=True))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    from xdist.scheduler import LoadScopeScheduling

    class ByGroup(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return _group(nodeid)

    return ByGroup(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    gc.freeze()  # thousands of tests and what they import stay to the end: no need to look through them over and over


@pytest.hookimpl(trylast=True, specname="pytest_collection_modifyitems")
def pytest_begin_with_the_longest(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        order = {name: place for place, name in enumerate(LONGEST)}
        items.sort(key=lambda item: (order.get(item.path.stem, len(order)), item.name != ALONE))


def _group(nodeid: str) -> str:
    """Return the name of the group that one process of `pytest -n 4` runs a test in."""
    path, _, rest = nodeid.partition("::")
    function, _, given = rest.partition("[")
    module = Path(path).stem
    for name in (module, function):
        if name in TOGETHER:
            return TOGETHER[name]
    alone = set(re.findall(r"\w+-(?:preview|quarto)|\w+", given)) if module in APART else set()
    return " ".join([module, *sorted(name for name in alone if name in NAMES or "-" in name)])


@pytest.fixture(autouse=True, scope="session")
def _brief_calibration() -> Iterator[None]:
    """Calibrate by next to nothing: what is tested here does not depend on how quiet the machine is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(calibration, "_HASHES", 1)
        patch.setattr(calibration, "_COPIED_BYTES", 1 << 16)
        patch.setattr(sessions, "ROUNDS", 3)
        yield


@pytest.fixture(autouse=True, scope="module")
def _brief_checkpoints(request: pytest.FixtureRequest) -> Iterator[None]:
    """Have InnoDB's checkpoints wait for no look at dirty pages that comes once a second, but where they are tested."""
    with pytest.MonkeyPatch.context() as patch:
        if request.path.stem != "test_engine_contract":
            patch.setattr(mysql_innodb, "STUCK_S", 0.1)
        yield


@pytest.fixture(autouse=True, scope="module")
def _workers_forked(request: pytest.FixtureRequest) -> Iterator[None]:
    """Have embedded engines' workers forked and not spawned, but where workers themselves are tested."""
    with pytest.MonkeyPatch.context() as patch:
        if request.path.stem != "test_worker":
            starts = SimpleNamespace(get_context=lambda _: forked.ForkContext())
            patch.setattr("dbreport.engines.launch.worker.multiprocessing", starts)
        yield


@pytest.fixture(autouse=True, scope="session")
def _data_folders_made_once() -> Iterator[None]:
    """Give a server of the tests' own a copy of the first one's data folder, which its own `init` has made."""
    with pytest.MonkeyPatch.context() as patch:
        for name in SERVERS:
            made, init = sharing.init_once(name)
            patch.setattr(made, "init", init)
        yield


@pytest.fixture(autouse=True, scope="module")
def _on_disk(request: pytest.FixtureRequest) -> Iterator[None]:
    root = Path(os.environ["DBREPORT_DATA"])
    with pytest.MonkeyPatch.context() as patch:
        if request.path.stem in ON_DISK and root.parent == MEMORY:
            patch.setenv("DBREPORT_DATA", str(DISK / root.name))
        yield


def _arm() -> None:
    signal.alarm(LIMIT_S)
    faulthandler.dump_traceback_later(LIMIT_S + 60, exit=True)


def _disarm() -> None:
    signal.alarm(0)
    faulthandler.cancel_dump_traceback_later()


@pytest.fixture
def limit(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail a test after LIMIT_S; end the whole run if even that does not get through to it.

    An ended run leaves nothing behind: every server has a guardian that waits for our end. A program that is built for
    the first time on a machine, by the test that happens to need it first, has all the time it takes.
    """
    half_built = golang.half_built

    @contextmanager
    def unlimited(name: str) -> Iterator[Path]:
        _disarm()
        try:
            with half_built(name) as folder:
                yield folder
        finally:
            _arm()

    monkeypatch.setattr(golang, "half_built", unlimited)

    def too_long(*_: object) -> None:
        raise TimeoutError(f"the test took over {LIMIT_S} s")

    before = signal.signal(signal.SIGALRM, too_long)
    _arm()
    yield
    _disarm()
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have the project be this repository, with the sources' figures read anew."""
    monkeypatch.setenv("DBREPORT_HOME", str(ROOT))
    cached = (published.figures, published.claims)
    for function in cached:
        function.cache_clear()
    yield
    for function in cached:
        function.cache_clear()


@cache  # what is installed does not change, and a container takes seconds to tell its version
def _found(name: str) -> Found:
    return engine_class(name).find()


def found_class(name: str) -> type[Engine]:
    """Return an engine's class, or skip; DBREPORT_REQUIRE=mysql,postgresql turns the skip of those into a failure."""
    found = _found(name)
    if found.how is None:
        reason = f"{name} was not found, so nothing here was tested with it: {found.hint}"
        if name in os.environ.get("DBREPORT_REQUIRE", "").split(","):
            pytest.fail(reason)
        warnings.warn(reason, stacklevel=2)  # skips are quiet, warnings are listed at the end
        pytest.skip(reason)
    return engine_class(name)


@contextmanager
def started(name: str) -> Iterator[Engine]:
    """Give a started engine of a system, and remove it afterwards; skip where it is not found."""
    made = found_class(name)(Setup(new_folder(name)))
    try:
        made.start()
        yield made
    finally:
        made.remove()


@pytest.fixture(scope="module", params=SQL)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """A started engine, shared by one module's tests of one system; a test that breaks it starts it again."""
    with started(request.param) as made:
        yield made


@pytest.fixture(params=SQL)
def fresh(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """An engine that was never started, for the test alone."""
    made = found_class(request.param)(Setup(new_folder(request.param)))
    try:
        yield made
    finally:
        made.remove()


@pytest.fixture
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A cache of the test's own for programs, so that sweeping does not disturb who builds one meanwhile."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "dbreport"


@pytest.fixture
def data_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data root of the test's own, so that sweeping it disturbs nobody."""
    folder = Path(os.environ["DBREPORT_DATA"]).with_name(f"dbreport-test-{secrets.token_hex(4)}")
    monkeypatch.setenv("DBREPORT_DATA", str(folder))
    yield data_root()
    (folder / ".lock").unlink(missing_ok=True)
    shutil.rmtree(folder / "sessions", ignore_errors=True)  # what is known of the machine outlives a run
    folder.rmdir()  # fails where a test has left something in it


CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--process-per-site",  # pages a test opens together share what is compiled of the library of charts
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        program = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield program
        program.close()


@pytest.fixture
def visit(browser: Any) -> Iterator[Callable[..., Any]]:
    with _visits(browser) as open_page:
        yield open_page


@pytest.fixture(scope="module")
def visit_for_all(browser: Any) -> Iterator[Callable[..., Any]]:
    """As `visit`, for a page that takes long to open and is left as it was by every test of a module."""
    with _visits(browser) as open_page:
        yield open_page


@contextmanager
def _visits(browser: Any) -> Iterator[Callable[..., Any]]:
    """Give a function that opens a page with .trouble (script errors) and .asked (addresses requested).

    Pages opened in the same way share a context, and so what the browser has loaded.
    """
    contexts: dict[tuple[Any, ...], Any] = {}

    def open_page(
        url: str, width: int = 1280, scheme: str = "light", locale: str = "en-US", scripts: bool = True
    ) -> Any:
        way = (width, scheme, locale, scripts)
        if way not in contexts:
            contexts[way] = browser.new_context(
                viewport={"width": width, "height": 844},
                color_scheme=scheme,
                locale=locale,
                java_script_enabled=scripts,
            )
        page = contexts[way].new_page()
        page.set_default_timeout(60_000)  # against hanging alone
        page.trouble, page.asked = [], []
        page.on("pageerror", lambda error: page.trouble.append(str(error)))
        page.on("console", lambda message: message.type == "error" and page.trouble.append(message.text))
        page.on("request", lambda request: page.asked.append(request.url))
        page.goto(url)
        return page

    yield open_page
    for context in contexts.values():
        context.close()
