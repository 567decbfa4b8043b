"""A process of its own for an engine that lives in one: its memory, its CPU time and its crashes are its own."""

import importlib.metadata
import importlib.util
import multiprocessing
import os
import queue
import signal
import threading
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, ClassVar

from ...errors import (
    DbreportError,
    EngineDied,
    EngineError,
    EngineMissing,
    EngineStartFailed,
    StatementFailed,
    StatementTimeout,
)
from ...model import Index, Rows, Table, Way
from ..base import Engine, Found, Ran
from ..setup import Setup
from .folders import FULL, ran_full
from .inner import Inner

START_LIMIT_S = 300.0  # opening replays the log that an unclean end has left
CANCELS, CANCEL_EVERY_S = 10, 1.0
_LONGEST_POLL_S = 2e6  # in milliseconds it has to fit into 31 bits


def _serve(pipe: Connection, inner_class: type[Inner], setup: Setup) -> None:
    """Be the worker: statements run in this thread, the pipe is read in another so that they can be cancelled."""
    # Ctrl-C reaches the whole terminal group; ours is to end when the parent does
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    with suppress(OSError):  # where memory runs out the kernel is to end this process, and none beside it
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    calls: queue.SimpleQueue[tuple[int, str, tuple[Any, ...]]] = queue.SimpleQueue()
    inner: list[Inner] = []
    running, current = threading.Lock(), [0]  # the number of the call that is being answered

    def listen() -> None:
        while True:
            try:
                number, verb, args = pipe.recv()
            except (EOFError, OSError):
                os._exit(1)  # whoever asked is gone: nobody wants the answer
            if verb != "cancel":
                calls.put((number, verb, args))
                continue
            with running, suppress(Exception):  # a cancel that fails is followed by a kill
                if current[0] == number:  # one that comes late is not for the statement after it
                    inner[0].cancel()

    threading.Thread(target=listen, daemon=True).start()
    try:
        inner.append(inner_class(setup))
        pipe.send((True, os.getpid()))
    except ImportError as error:
        pipe.send((False, EngineMissing(f"{error.name} is not installed; run: make engines")))
        return
    except DbreportError as error:
        pipe.send((False, error))
        return
    except Exception as error:
        pipe.send((False, EngineStartFailed(f"{type(error).__name__}: {error}")))
        return
    while True:
        number, verb, args = calls.get()
        with running:
            current[0] = number
        answer: tuple[bool, Any]
        try:
            answer = True, getattr(inner[0], verb)(*args)
        except DbreportError as error:
            answer = False, error
        except Exception as error:
            answer = False, EngineDied(f"{type(error).__name__}: {error}")
        with running:
            current[0] = 0
        pipe.send(answer)
        if verb == "close":
            os._exit(0)  # the database is closed; what drivers do and print as the interpreter ends is of no use


class Worker:
    """A worker process and the pipe to it; `ready` once it has been waited for."""

    def __init__(self, inner_class: type[Inner], setup: Setup) -> None:
        # spawn, not fork: a forked copy would share this process's threads and open files
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, inner_class, setup), daemon=True)
        self._number = 0
        self.ready = False
        # one that is still on its way up would take a Ctrl-C for its own and print where it was
        masked = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, masked)
        theirs.close()

    def wait(self) -> None:
        """Wait until it is up. Raises EngineMissing, EngineStartFailed."""
        try:
            self.pid: int = self._receive(START_LIMIT_S, "start")
            self.ready = True
        except (StatementTimeout, EngineDied) as error:
            self.kill()
            self._pipe.close()
            raise EngineStartFailed(f"the worker process did not come up: {error}") from error
        except BaseException:  # a signal too
            self.kill()
            self._pipe.close()
            raise

    def alive(self) -> bool:
        return self._process.is_alive()

    @property
    def exit_code(self) -> int | None:
        return self._process.exitcode

    def call(self, verb: str, *args: Any, timeout_s: float | None = None) -> Any:
        """Have the worker run a verb; cancel it after `timeout_s`, kill the worker if that does not help.

        Whatever else ends the wait, such as Ctrl-C, ends the worker too: nobody is left to take its answer.
        """
        self._number += 1
        try:
            self._pipe.send((self._number, verb, args))
            return self._receive(timeout_s, verb)
        except DbreportError:
            raise
        except OSError as error:
            raise EngineDied(self._obituary()) from error
        except BaseException:
            self.kill()
            raise

    def _receive(self, timeout_s: float | None, verb: str) -> Any:
        try:
            limit_s = None if timeout_s is None else min(timeout_s, _LONGEST_POLL_S)
            if not self._pipe.poll(limit_s) and not any(self._cancel() for _ in range(CANCELS)):
                self.kill()
                raise StatementTimeout(f"{verb} did not end within {timeout_s:.0f} s; its worker was killed")
            done, value = self._pipe.recv()
        except (EOFError, OSError) as error:
            raise EngineDied(self._obituary()) from error
        if done:
            return value
        raise value

    def _cancel(self) -> bool:
        """Ask the worker to end what was called, and tell whether it has; a statement on its way may not hear of it."""
        self._pipe.send((self._number, "cancel", ()))
        return self._pipe.poll(CANCEL_EVERY_S)

    def _obituary(self) -> str:
        self._process.join(5)
        return f"the worker process ended with exit code {self._process.exitcode}"

    def kill(self) -> None:
        self._process.kill()
        self._process.join()

    def close(self) -> None:
        if self.alive():
            if self.ready:
                with suppress(DbreportError):
                    self.call("close", timeout_s=60)
                self._process.join(10)
            self.kill()
        self._pipe.close()


class WorkerEngine(Engine):
    """An engine in a worker process: every verb is passed on to its `Inner`."""

    driver: ClassVar[str]
    inner: ClassVar[type[Inner]]
    ends: ClassVar[Mapping[int, str]] = {-9: "killed, as the kernel does where memory runs out"}
    """What it means when its process ends with one of these codes."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._worker: Worker | None = None
        self._attached: dict[str, tuple[Table, Path]] = {}

    @classmethod
    def find(cls, launcher: str | None = None) -> Found:
        package = cls.system().package
        if importlib.util.find_spec(cls.driver) is None:
            return Found(None, None, None, f"pip install {package}, or: make engines")
        try:
            version = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:  # there, but installed by something that keeps no record
            version = None
        return Found("in process", version, f"package {package}")

    def begin(self) -> bool:
        return not self._begun().ready

    def start(self) -> None:
        worker = self._begun()
        if worker.ready:
            return
        self._worker = None  # one that does not come up is none
        worker.wait()
        self._worker = worker
        for table, files in self._attached.values():
            self._call("attach", table, files)

    def _begun(self) -> Worker:
        """Return the process, which is on its way up where there was none."""
        if self._worker is None or (self._worker.ready and not self._worker.alive()):
            self.stop()
            self.setup.folder.mkdir(parents=True, exist_ok=True)
            self._worker = Worker(self.inner, self.setup)
        return self._worker

    def up(self) -> bool:
        """Tell whether its process is there and was waited for."""
        return self._worker is not None and self._worker.ready and self._worker.alive()

    def stop(self) -> None:
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    def pids(self) -> tuple[int, ...]:
        return (self._worker.pid,) if self._worker is not None and self._worker.ready else ()

    def _call(self, verb: str, *args: Any, timeout_s: float | None = None) -> Any:
        if self._worker is None:
            raise EngineDied(f"{self.name} is not running")
        try:
            return self._worker.call(verb, *args, timeout_s=timeout_s)
        except StatementTimeout:
            if not self._worker.alive():
                with suppress(EngineError):  # a worker that stays away is for the next call to tell
                    self.start()
            raise
        except StatementFailed as error:
            if ran_full(str(error)):
                raise StatementFailed(f"{self.name}: {FULL}") from None
            raise
        except EngineDied as error:
            why = self.ends.get(self._worker.exit_code or 0)
            raise EngineDied(f"{self.name}: {error}{f', {why}' if why else ''}") from error

    def attach(self, table: Table, files: Path) -> None:
        self._call("attach", table, files)
        self._attached[table.name] = table, files

    def worked(self) -> dict[str, int]:
        return self._call("worked")

    def version(self) -> str:
        return self._call("version")

    def settings(self) -> dict[str, str]:
        return self._call("settings")

    def create(self, table: Table) -> None:
        self._call("create", table)

    def load(self, rows: Rows, way: Way, text_file: Path | None = None) -> float:
        return self._call("load", rows, way, text_file)

    def fill(self, rows: Rows) -> float:
        return self._call("fill", rows)

    def build_index(self, index: Index, timeout_s: float) -> float:
        return self._call("build_index", index, timeout_s, timeout_s=timeout_s)

    def drop_index(self, index: Index) -> None:
        self._call("drop_index", index)

    def run(self, sql: str, timeout_s: float, fetch: bool = False, digest: bool = False) -> Ran:
        return self._call("run", sql, timeout_s, fetch, digest, timeout_s=timeout_s)

    def explain(self, sql: str) -> str:
        return self._call("explain", sql)

    def analyze(self, table: Table) -> float:
        return self._call("analyze", table)

    def checkpoint(self) -> float:
        return self._call("checkpoint")

    def size(self, table: Table) -> dict[str, int]:
        return self._call("size", table)
