"""What compacting a table costs: the peak of disk use, and how long a reader and a writer beside it must wait.

Reader and writer come at a fixed rate, so that a wait is counted in full however few requests it holds up.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from ...clients import sysbench
from ...clients.load import Load
from ...clients.sysbench import Sysbench
from ...engines.base import Engine
from ...engines.dialect import Dialect
from ...errors import DbreportError, StatementFailed, Unsupported
from ...measuring.bench import Bench, Values
from ...measuring.engine_run import EngineRun
from ...model import Scale
from .data import StoredFile
from .disk_use import DiskUse
from .stored_table import LIMIT_S, TABLE, StoredTable

READ = f"SELECT account_id FROM {TABLE} WHERE id = ?"
WRITE = f"UPDATE {TABLE} SET account_id = account_id + 1 WHERE id = ?"
RATE = 50
"""Requests a second of the reader, and of the writer, while a table is compacted."""
AHEAD_S = 1.0
REPEATS = 3
WATCHED_S = {Scale.SMOKE: 4, Scale.SMALL: 8, Scale.MEDIUM: 30, Scale.FULL: 120}


def peaks(bench: Bench, stored: StoredFile) -> None:
    """Keep the peak of disk use while a table is compacted, and how long that takes."""
    case = "peak.compact"
    for engine_run, repeat in bench.rounds(bench.needing(case), lambda engine_run: bench.few(REPEATS)):
        bench.reporter.begin(case, engine_run.name)
        with bench.guarded(engine_run, case, "duration", "s", repeat):
            engine = engine_run.engine
            if not engine.pids():
                raise Unsupported("the disk of this server is not ours to watch; start it here")
            for attempt in bench.attempts(engine_run):
                table = StoredTable.of_source(engine, stored)
                table.fragment()
                with attempt, DiskUse(engine.setup.folder) as use_of_disk:
                    seconds = engine.run(table.compact, LIMIT_S).elapsed_s
                engine_run.add(case, repeat, {
                    "duration": (seconds, "s"),
                    "disk_before": (float(use_of_disk.before_bytes), "bytes"),
                    "disk_peak": (float(use_of_disk.peak_bytes), "bytes"),
                }, attempt=attempt)  # fmt: skip
            bench.reporter.end(case, engine_run.name, f"peak {use_of_disk.peak_bytes / 1e6:,.0f} MB")
        if repeat + 1 == bench.few(REPEATS):
            engine_run.finish(case)


def waits(bench: Bench, case: str, stored: StoredFile, said: Callable[[Dialect], str], work: Path) -> None:
    """Keep the longest wait of a reader and of a writer, each at a fixed rate, while one statement runs.

    Args:
        said: gives the statement, as a system says it.
        work: a folder for the clients' files.
    """
    engine_runs = bench.needing(case)
    for engine_run, repeat in bench.rounds(engine_runs, lambda engine_run: bench.few(REPEATS)):
        bench.reporter.begin(case, engine_run.name)
        with bench.guarded(engine_run, case, "wait_write", "s", repeat):
            for attempt in bench.attempts(engine_run, sampled=False):
                StoredTable.of_source(engine_run.engine, stored).fragment()
                clients = _reader_and_writer(engine_run, stored, work, WATCHED_S[bench.options.scale])
                with attempt:
                    values = _waits(engine_run.engine, said(engine_run.engine.dialect), clients)
                engine_run.add(case, repeat, values, attempt=attempt)
            bench.reporter.end(case, engine_run.name, f"writer waits {values['wait_write'][0]:.2f} s")
    for engine_run in engine_runs:
        engine_run.finish(case)


def _reader_and_writer(engine_run: EngineRun, stored: StoredFile, work: Path, watched_s: float) -> dict[str, _Client]:
    return {
        what: _Client(engine_run.engine, work / f"{engine_run.name}-{what}", sql, stored.count, watched_s)
        for what, sql in (("read", READ), ("write", WRITE))
    }


def _waits(engine: Engine, statement: str, clients: dict[str, _Client]) -> Values:
    """Run the statement with both clients beside it; return how long it took and how long each waited at most."""
    for client in clients.values():
        client.start()
    try:
        clients["write"].wait_begun(AHEAD_S)
        seconds = engine.run(statement, LIMIT_S).elapsed_s
    finally:
        for client in clients.values():
            client.join()  # also where the statement failed: none may run on beside what is measured next
    values: Values = {"duration": (seconds, "s")}
    for what, client in clients.items():
        values[f"wait_{what}"] = (client.longest_s(seconds), "s")
    return values


class _Client(threading.Thread):
    """One reader or writer at a fixed rate, beside whatever else the server does."""

    def __init__(self, engine: Engine, folder: Path, sql: str, rows: int, seconds: float) -> None:
        super().__init__(daemon=True)
        folder.mkdir(exist_ok=True)
        parameters = folder / "ids"
        parameters.write_text("".join(f"{n}\n" for n in range(1, rows + 1)))
        self._sysbench = Sysbench(engine.client_address(), folder)
        self._options: sysbench.Options = {
            "statement": sql,
            "kinds": "i",
            "parameters_file": str(parameters),
            "prepared": "off",
            "rate": RATE,
        }
        self._seconds = seconds
        self._load: Load | None = None
        self._error: DbreportError | None = None

    def run(self) -> None:
        try:
            self._load = self._sysbench.run("lookup", 1, self._seconds, 0, self._options)
        except DbreportError as error:
            self._error = error

    def wait_begun(self, seconds: float) -> None:
        """Wait until requests have come for some time."""
        self.join(seconds)

    def longest_s(self, ran_s: float) -> float:
        """Return the longest wait of all its requests. Raises what it failed with."""
        if self._error is not None:
            raise self._error
        if ran_s + AHEAD_S > self._seconds:
            raise StatementFailed(
                f"the statement ran {ran_s:.0f} s, longer than the clients beside it; watch longer: WATCHED_S"
            )
        assert self._load is not None
        return self._load.latency(1.0)
