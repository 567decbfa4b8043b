"""sysbench itself: its OLTP tests under load, what durability costs, and how throughput grows with threads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from ...clients.load import Load
from ...clients.sysbench import OLDEST, Options, Sysbench
from ...engines.systems import speaking
from ...measuring.bench import Bench
from ...measuring.engine_run import EngineRun
from ...measuring.under_load import in_class, loads, use
from ...model import Case, Durability, Experiment, Profile, Scale, Turns
from ...model import Options as RunOptions
from .data import TABLE, SbTest

ROWS = {Scale.SMOKE: 10_000, Scale.SMALL: 100_000, Scale.MEDIUM: 1_000_000, Scale.FULL: 10_000_000}
ENGINES = speaking("sql", "server")
BYTES_PER_ROW = 1500
"""Room one engine is given on the disk: 200 bytes of row, its indexes, and what an hour of writing leaves."""

THREADS = 16
TURN_S = {Scale.SMOKE: 1, Scale.SMALL: 4, Scale.MEDIUM: 20, Scale.FULL: 100}
"""Seconds of one turn under load, warm-up aside: five turns at small, three from medium on, between those of others."""
WARMUP_S = {Scale.SMOKE: 1, Scale.SMALL: 2, Scale.MEDIUM: 5, Scale.FULL: 15}

READING = ("oltp_point_select", "oltp_read_only", "select_random_points", "select_random_ranges")
WRITING = ("oltp_read_write", "oltp_write_only", "oltp_update_index", "oltp_update_non_index", "oltp_insert")
BULK = "bulk_insert"
_WITHOUT_TABLE = ("nothing", "statement")
"""Scripts of ours that use no table: what the load generator costs, and what a statement does."""
# oltp_delete, the eleventh, is left out: at these rates its table is empty before the warm-up is over
SWEEP = ("oltp_point_select", "oltp_update_index")
SWEEP_THREADS = (1, 2, 4, 8, 16, 32, 64)
SWEEP_SHARE = 0.5
"""A turn of the sweep takes this share of a test's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(Case):
    """One case: a test or script of sysbench, by how many threads, and what share of a turn it takes.

    `session` are settings every connection makes.
    """

    test: str
    durability: Durability = Durability.FULL
    threads: int = THREADS
    share: float = 1.0
    session: Mapping[str, str] = field(default_factory=dict, hash=False)
    turns: Turns = Turns.LOAD

    def seconds(self, scale: Scale) -> float:
        return max(TURN_S[scale] * self.share, 1)


def jobs() -> Iterator[Job]:
    """Yield every case, in the order they are measured: what only reads before what changes the table."""
    for test in _WITHOUT_TABLE:
        yield Job(f"noop.{test}", test=test, share=SWEEP_SHARE)
    for test in READING:  # nothing is committed: one class says it all
        yield Job(f"full.{test}", test=test)
    for test in SWEEP:
        for threads in SWEEP_THREADS:
            # tuned alone: the curve is to show processors and commits, not a small buffer pool
            profiles = frozenset({Profile.TUNED})
            yield Job(f"sweep.{test}.{threads}", test=test, threads=threads, share=SWEEP_SHARE, profiles=profiles)
    # a question about one system: PostgreSQL looks for a deadlock after a second of waiting, InnoDB at once
    sooner, only = {"deadlock_timeout": "10ms"}, frozenset({"postgresql"})
    for test in ("oltp_read_write", "oltp_write_only"):
        yield Job(f"why.{test}.deadlock_10ms", test=test, engines=only, session=sooner)
    for durability in (Durability.FULL, Durability.RELAXED):
        for test in (*WRITING, BULK):
            yield Job(f"{durability}.{test}", test=test, durability=durability)


def cases(rows: SbTest, scale: Scale) -> list[Job]:
    return list(jobs())


def asked(case: Case, engine: str, options: RunOptions) -> dict[str, Any]:
    """Return how hard and how long the load generator drives."""
    assert isinstance(case, Job)
    seconds = {"seconds": case.seconds(options.scale), "warmup_s": WARMUP_S[options.scale]}
    return {"test": case.test, "threads": case.threads, **seconds, "session": dict(case.session)}


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
    options = {**tables.rows.options, "rand-seed": tables.rows.seed + turn + 1}
    engine_run.footer.statements[job.name] = f"sysbench {job.test} --threads={job.threads} --time={seconds:g}"
    own = {} if job.test in _WITHOUT_TABLE else options
    server = () if job.test == "nothing" else engine_run.engine.pids()  # which that never reaches
    sysbench = Sysbench.of(engine_run.engine, tables.folder, job.session)
    return sysbench.run(job.test, job.threads, seconds, WARMUP_S[scale], own, server)


class _Tables:
    """What state each system's tables are in: made anew for each class of durability, and for every bulk insert."""

    def __init__(self, rows: SbTest, folder: Path) -> None:
        self.rows = rows
        self.folder = folder
        self._made: dict[str, tuple[str, Durability]] = {}

    def prepare(self, job: Job, engine_run: EngineRun) -> None:
        """Have a system commit in the class and its tables be in the state a job wants, untimed."""
        in_class(engine_run, job.durability)
        if job.test in _WITHOUT_TABLE:
            return
        kind = BULK if job.test == BULK else "oltp"
        made = self._made.get(engine_run.name)
        if made == (kind, job.durability) and kind != BULK:
            return
        client = Sysbench.of(engine_run.engine, self.folder)
        if made is not None:
            client.cleanup(*_maker(made[0], self.rows))
        self._made.pop(engine_run.name, None)
        client.prepare(*_maker(kind, self.rows))
        self._made[engine_run.name] = (kind, job.durability)
        if kind != BULK:
            engine_run.engine.analyze(TABLE)
        engine_run.engine.checkpoint()


def _maker(kind: str, rows: SbTest) -> tuple[str, Options]:
    """Return the test that makes and drops a kind of table, and what it is told."""
    return (BULK, {"threads": THREADS}) if kind == BULK else ("oltp_read_write", rows.options)


EXPERIMENT = Experiment(
    name="sysbench",
    rows=ROWS,
    dataset=SbTest,
    cases=cases,
    run=run,
    engines=ENGINES,
    bytes_per_row=BYTES_PER_ROW,
    asked=asked,
    decided_in=Profile.TUNED,
)
