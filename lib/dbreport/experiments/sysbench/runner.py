"""sysbench itself: its OLTP tests under load, what durability costs, and how throughput grows with threads.

The tests that the source printed also run on the table it had: the tool's own default, one table of 10,000 rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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
"""Seconds of one turn under load, warm-up aside."""
WARMUP_S = {Scale.SMOKE: 1, Scale.SMALL: 2, Scale.MEDIUM: 5, Scale.FULL: 15}

READING = ("oltp_point_select", "oltp_read_only", "select_random_points", "select_random_ranges")
WRITING = ("oltp_read_write", "oltp_write_only", "oltp_update_index", "oltp_update_non_index", "oltp_insert")
BULK = "bulk_insert"
_WITHOUT_TABLE = ("nothing", "statement")
"""Scripts of ours that use no table: what the load generator costs, and what a statement does."""
# oltp_delete, the eleventh, is left out: at these rates its table is empty before the warm-up is over
PRINTED = ("oltp_point_select", "select_random_ranges", "oltp_read_write", "oltp_update_index", "oltp_insert")
"""What the source printed at the tool's own table; its sixth, bulk_insert, has tables of its own that start empty."""
PRINTED_ROWS = 10_000
"""The tool's default, which the source left as it was."""
OURS = frozenset({Profile.DEFAULT, Profile.TUNED})
"""Profiles of the cases the source did not run."""
SWEEP = ("oltp_point_select", "oltp_update_index")
SWEEP_THREADS = (1, 2, 4, 8, 16, 32, 64)
SWEEP_SHARE = 0.5
"""A turn of the sweep takes this share of a test's."""


_Maker = tuple[str, Options]
"""The test that makes and drops a kind of table, and what it is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(Case):
    """One case: a test or script of sysbench, by how many threads, and what share of a turn it takes.

    `session` are settings every connection makes; `table_rows` is the size of the table where it is not the scale's.
    """

    test: str
    durability: Durability = Durability.FULL
    threads: int = THREADS
    share: float = 1.0
    session: Mapping[str, str] = field(default_factory=dict, hash=False)
    table_rows: int | None = None
    turns: Turns = Turns.LOAD

    @property
    def anew(self) -> bool:
        """Tell whether every turn begins with tables just made: a bulk insert's grow by millions, a small one doubles.

        So does whoever runs the tool by its manual: prepare, run, cleanup.
        """
        return self.test == BULK or self.table_rows is not None

    def seconds(self, scale: Scale) -> float:
        return max(TURN_S[scale] * self.share, 1)


def jobs() -> Iterator[Job]:
    """Yield every case: what the source ran, then ours, what only reads before what changes the table."""
    for durability in (Durability.FULL, Durability.RELAXED):
        for test in PRINTED:
            if test in WRITING or durability is Durability.FULL:  # nothing is committed: one class says it all
                name = f"{durability}.source.{test}"
                yield Job(name, test=test, durability=durability, table_rows=PRINTED_ROWS)
        yield Job(f"{durability}.{BULK}", test=BULK, durability=durability)
    sooner = partial(Job, session={"deadlock_timeout": "10ms"}, engines=frozenset({"postgresql"}))
    test = "oltp_read_write"  # on so few rows transactions meet often
    yield sooner(f"why.source.{test}.deadlock_10ms", test=test, table_rows=PRINTED_ROWS)
    yield from _ours(partial(Job, profiles=OURS))


def _ours(job: Callable[..., Job]) -> Iterator[Job]:
    for test in _WITHOUT_TABLE:
        yield job(f"noop.{test}", test=test, share=SWEEP_SHARE)
    for test in READING:
        yield job(f"full.{test}", test=test)
    for test in SWEEP:
        for threads in SWEEP_THREADS:
            # tuned alone: the curve is to show processors and commits, not a small buffer pool
            profiles = frozenset({Profile.TUNED})
            yield job(f"sweep.{test}.{threads}", test=test, threads=threads, share=SWEEP_SHARE, profiles=profiles)
    # a question about one system: PostgreSQL looks for a deadlock after a second of waiting, InnoDB at once
    sooner, only = {"deadlock_timeout": "10ms"}, frozenset({"postgresql"})
    for test in ("oltp_read_write", "oltp_write_only"):
        yield job(f"why.{test}.deadlock_10ms", test=test, engines=only, session=sooner)
    for durability in (Durability.FULL, Durability.RELAXED):
        for test in WRITING:
            yield job(f"{durability}.{test}", test=test, durability=durability)


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
    own = {} if job.test in _WITHOUT_TABLE else options
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
        if job.test in _WITHOUT_TABLE:
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
