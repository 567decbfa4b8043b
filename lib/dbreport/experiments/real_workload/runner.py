"""Statements of an application and aggregates, the source's and ours, under four plans of indexes: who is fast, why."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from ...clients import sysbench
from ...clients.load import Load
from ...clients.sysbench import Sysbench
from ...engines.base import Engine
from ...engines.systems import speaking
from ...errors import DbreportError, Unsupported
from ...measuring.bench import Bench
from ...measuring.engine_run import EngineRun
from ...measuring.slow_disk import on_slow_disk
from ...measuring.under_load import loads, use
from ...model import Case, Experiment, Index, Profile, Scale, Turns
from .cases import (
    PARAMETERS,
    TURN_S,
    WARMUP_S,
    Job,
    aggregates,
    answers,
    asked,
    cases,
    examinations,
    jobs,
    lengths,
    reasons,
    slowed,
)
from .data import ACCOUNT, RECORD, Records
from .statements import PLANS, Statement, alike, trigram

ROWS = {Scale.SMOKE: 10_000, Scale.SMALL: 250_000, Scale.MEDIUM: 1_000_000, Scale.FULL: 5_000_000}
ENGINES = speaking("sql")
BYTES_PER_ROW = 6000
"""Room one engine is given on the disk: a page of 2 KiB in the table, in the log, and what an index build sorts."""


def run(bench: Bench, rows: Records, text: Path) -> None:
    """Measure whatever is asked for and not yet done."""
    if bench.needing(*(job.name for plan in PLANS for job in jobs(plan))):
        use(bench, "sysbench", sysbench.OLDEST)
    _measure_lengths(bench, rows)
    tables = _Tables(rows, text.parent)
    for plan in PLANS:
        # before the aggregates: their cold starts would end the sessions that LIKE and UNION are made equal in
        examined = examinations(plan, tables.parameters)
        queries = aggregates(plan) + reasons(plan)
        if plan == "none":
            queries = answers(tables.parameters) + queries
        _prepare_tables(bench, tables, plan, [*examined, *queries])
        for case in examined:
            bench.examined(case, partial(tables.prepare, plan))
        for case in queries:
            bench.query(case)
        for job in jobs(plan):
            drive = partial(_drive, bench.options.scale, tables, job)
            loads(bench, job.name, drive, job.threads, before=partial(_before, tables, job))
        if plan == "none":
            _prepare_tables(bench, tables, plan, slowed())
            for case in slowed():
                on_slow_disk(bench, case, f"none.{case.name.partition('.')[2]}")


def _measure_lengths(bench: Bench, rows: Records) -> None:
    """Measure what the length of a value changes, on tables that are empty again before the others are filled."""
    wanted = lengths()
    asked = bench.needing(*(case.name for case in wanted))
    for engine_run in asked:
        try:
            for part in rows.lengths:
                engine_run.engine.create(part.table)
                engine_run.engine.fill(part)
                engine_run.engine.analyze(part.table)
            engine_run.engine.checkpoint()
        except DbreportError as error:
            engine_run.fail((case.name for case in wanted), error)
    for case in wanted:
        measured = bench.examined if case.turns is Turns.ONCE else bench.query
        measured(case)
    for engine_run in asked:
        if engine_run.lost:
            continue
        try:
            for part in rows.lengths:
                engine_run.engine.reset(part.table)
        except DbreportError as error:
            engine_run.give_up(error)


def _prepare_tables(bench: Bench, tables: _Tables, plan: str, wanted: list[Case]) -> None:
    """Give the tables the indexes of a plan wherever one of the cases is wanted; give up systems where that fails."""
    for engine_run in bench.needing(*(case.name for case in wanted)):
        try:
            tables.prepare(plan, engine_run)
        except Unsupported:
            continue  # no such plan here: each of its cases says so
        except DbreportError as error:
            engine_run.give_up(error)


def _before(tables: _Tables, job: Job, engine_run: EngineRun) -> None:
    tables.prepare(job.plan, engine_run)
    engine_run.explain(Case(job.name, job.statement.filled(tables.parameters[job.statement.requests][0])))


def _drive(scale: Scale, tables: _Tables, job: Job, engine_run: EngineRun, turn: int) -> Load:
    options: sysbench.Options = {
        "statement": job.statement.sql,
        "kinds": job.statement.kinds,
        "parameters_file": str(tables.file_of(job.statement)),
        "prepared": "on" if job.prepared else "off",
        "rand-seed": tables.rows.seed + turn + 1,
        "rate": job.rate,
    }
    client = Sysbench.of(engine_run.engine, tables.folder)
    return client.run("lookup", job.threads, TURN_S[scale], WARMUP_S, options, engine_run.engine.pids())


class _Tables:
    """The two tables of every system, and which indexes they have just now."""

    def __init__(self, rows: Records, folder: Path) -> None:
        self.rows = rows
        self.folder = folder
        self.parameters = rows.parameters(PARAMETERS)
        self._plan: dict[str, str] = {}

    def file_of(self, statement: Statement) -> Path:
        """Return the file of a statement's parameters, written when first wanted."""
        path = self.folder / f"{statement.requests}.parameters"
        if not path.exists():
            lines = ("\x1f".join(values) for values in self.parameters[statement.requests])
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    def prepare(self, plan: str, engine_run: EngineRun) -> None:
        """Load the tables where they are not, and give them the indexes of a plan, untimed.

        Raises Unsupported for a plan the system has no kind of index for.
        """
        engine = engine_run.engine
        own = trigram(engine.dialect) if plan == "trigram" else []
        if plan == "trigram" and not own:
            raise Unsupported(f"{engine.name} has no index that serves LIKE '%text%'")
        if engine_run.name not in self._plan:
            self._load(engine)
            self._plan[engine_run.name] = "none"
        for sql in engine.dialect.session:
            engine.run(sql, 600)
        if self._plan[engine_run.name] == plan:
            return
        _change_indexes(engine, PLANS[self._plan[engine_run.name]], PLANS[plan])
        for sql in own:
            engine.run(sql, 3600)
        self._plan[engine_run.name] = plan
        _settle(engine)

    def _load(self, engine: Engine) -> None:
        for table in (ACCOUNT, RECORD):
            engine.create(table)
        for sql in (*engine.dialect.session, *alike(engine.dialect)):
            engine.run(sql, 600)
        for part in (self.rows.accounts, self.rows.records):
            engine.fill(part)
        _settle(engine)


def _change_indexes(engine: Engine, before: tuple[Index, ...], after: tuple[Index, ...]) -> None:
    for index in before:
        if index not in after:
            engine.drop_index(index)
    for index in after:
        if index not in before:
            engine.build_index(index, 3600)


def _settle(engine: Engine) -> None:
    for table in (ACCOUNT, RECORD):
        engine.analyze(table)
    engine.checkpoint()


EXPERIMENT = Experiment(
    name="real_workload",
    rows=ROWS,
    dataset=Records,
    cases=cases,
    run=run,
    engines=ENGINES,
    bytes_per_row=BYTES_PER_ROW,
    asked=asked,
    profiles=tuple(Profile),
    one_by_one=True,
)
