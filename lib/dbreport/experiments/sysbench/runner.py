"""sysbench itself: its OLTP tests under load, what durability costs, and how throughput grows with threads.

The tests that the source printed also run on the table it had: the tool's own default, one table of 10,000 rows.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from ...clients.load import Load
from ...clients.sysbench import OLDEST, Options, Sysbench
from ...engines.systems import speaking
from ...measuring.bench import Bench
from ...measuring.engine_run import EngineRun
from ...measuring.under_load import in_class, loads, use
from ...model import Case, Durability, Experiment, Profile, Scale
from ...model import Options as RunOptions
from .data import TABLE, SbTest
from .jobs import BULK, THREADS, WARMUP_S, WITHOUT_TABLE, Job, jobs

ROWS = {Scale.SMOKE: 10_000, Scale.SMALL: 100_000, Scale.MEDIUM: 1_000_000, Scale.FULL: 10_000_000}
ENGINES = speaking("sql", "server")
BYTES_PER_ROW = 1500
"""Room one engine is given on the disk: 200 bytes of row, its indexes, and what an hour of writing leaves."""

_Maker = tuple[str, Options]
"""The test that makes and drops a kind of table, and what it is told."""


def cases(rows: SbTest, scale: Scale) -> list[Job]:
    return list(jobs())


def asked(case: Case, engine: str, options: RunOptions) -> dict[str, Any]:
    """Return how hard and how long the load generator drives, and on how many rows where it is not the scale's."""
    assert isinstance(case, Job)
    seconds = {"seconds": case.seconds(options.scale), "warmup_s": WARMUP_S[options.scale]}
    rows = {} if case.table_rows is None else {"rows": case.table_rows}
    return {"test": case.test, "threads": case.threads, **seconds, "session": dict(case.session), **rows}


def run(bench: Bench, rows: SbTest, text: Path) -> None:
    """Measure whatever is asked for and not yet done."""
    use(bench, "sysbench", OLDEST)
    tables = _Tables(rows, text.parent)
    for job in jobs():
        drive = partial(_drive, bench.options.scale, tables, job)
        loads(bench, job.name, drive, job.threads, before=partial(tables.prepare, job))


def _drive(scale: Scale, tables: _Tables, job: Job, engine_run: EngineRun, turn: int) -> Load:
    seconds = job.seconds(scale)
    # every system gets the same requests, and another sequence of them at every turn
    rows = tables.rows_of(job)
    options = {**rows.options, "rand-seed": rows.seed + turn + 1}
    engine_run.footer.statements[job.name] = f"sysbench {job.test} --threads={job.threads} --time={seconds:g}"
    own = {} if job.test in WITHOUT_TABLE else options
    server = () if job.test == "nothing" else engine_run.engine.pids()  # which that never reaches
    sysbench = Sysbench.of(engine_run.engine, tables.folder, job.session)
    return sysbench.run(job.test, job.threads, seconds, WARMUP_S[scale], own, server)


class _Tables:
    """What state each system's tables are in: made anew for each class of durability, and for jobs that ask for it."""

    def __init__(self, rows: SbTest, folder: Path) -> None:
        self.rows = rows
        self.folder = folder
        self._made: dict[str, tuple[_Maker, Durability | None]] = {}
        """By system; no class where a job wanted its tables for itself, so that the next one has to make its own."""

    def rows_of(self, job: Job) -> SbTest:
        return self.rows if job.table_rows is None else SbTest(job.table_rows)

    def prepare(self, job: Job, engine_run: EngineRun) -> None:
        """Have a system commit in the class and its tables be in the state a job wants, untimed."""
        in_class(engine_run, job.durability)
        if job.test in WITHOUT_TABLE:
            return
        maker = (BULK, {"threads": THREADS}) if job.test == BULK else ("oltp_read_write", self.rows_of(job).options)
        made = self._made.get(engine_run.name)
        wanted = (maker, None if job.anew else job.durability)
        if made == wanted and not job.anew:
            return
        client = Sysbench.of(engine_run.engine, self.folder)
        if made is not None:
            client.cleanup(*made[0])
        self._made.pop(engine_run.name, None)
        client.prepare(*maker)
        self._made[engine_run.name] = wanted
        if job.test != BULK:
            engine_run.engine.analyze(TABLE)
        engine_run.engine.checkpoint()


EXPERIMENT = Experiment(
    name="sysbench",
    rows=ROWS,
    dataset=SbTest,
    cases=cases,
    run=run,
    engines=ENGINES,
    bytes_per_row=BYTES_PER_ROW,
    asked=asked,
    profiles=tuple(Profile),
    decided_in=Profile.SOURCE,
)
