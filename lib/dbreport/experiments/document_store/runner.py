"""Rows and documents under the same load, by one generator; and what another generator makes of the rows."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ...clients import sysbench, ycsb
from ...clients.load import Load
from ...clients.sysbench import Sysbench
from ...clients.ycsb import Ycsb
from ...engines.systems import speaking
from ...measuring.bench import Bench
from ...measuring.engine_run import EngineRun
from ...measuring.under_load import in_class, loads, use
from ...model import Case, Durability, Experiment, Options, Scale
from . import stored
from .data import Records
from .jobs import MANY, TURN_S, WARMUP_S, WHOLE, Job, jobs

ROWS = {Scale.SMOKE: 2_000, Scale.SMALL: 200_000, Scale.MEDIUM: 2_000_000, Scale.FULL: 10_000_000}
ENGINES = ("postgresql", "mysql", "mariadb", *speaking("documents"))
BYTES_PER_ROW = 3000
"""Room one engine is given on the disk: 500 bytes of record, its index, and what many turns of writing leave."""
_NEW_KEYS = 100_000_000
"""Each run that adds records begins their numbers so far after the last one's."""


def cases(rows: Records, scale: Scale) -> list[Job]:
    return list(jobs(scale))


def asked(case: Case, engine: str, options: Options) -> dict[str, Any]:
    """Return what the load generator is asked to do, how hard and for how long."""
    assert isinstance(case, Job)
    what = {"test": case.test} if case.test else {"shares": dict(case.shares), "keyed": case.keyed, "rate": case.rate}
    how = {"clients": case.clients, "distribution": case.distribution, "indexed": case.indexed, "target": case.target}
    part = {} if case.fifths == WHOLE else {"fifths": case.fifths}
    return {**what, **how, **part, "seconds": TURN_S[options.scale], "warmup_s": WARMUP_S[options.scale]}


def run(bench: Bench, rows: Records, text: Path) -> None:
    """Measure whatever is asked for and not yet done."""
    use(bench, "java", ycsb.OLDEST_JAVA)
    use(bench, "sysbench", sysbench.OLDEST)
    for engine_run in bench.runs:
        engine_run.uses("ycsb", ycsb.version())
    tables = _Tables(rows, text.parent)
    for job in jobs(bench.options.scale):
        drive = partial(_by_sysbench if job.test else _by_ycsb, bench.options.scale, tables, job)
        loads(bench, job.name, drive, job.clients, before=partial(tables.prepare, job))


def _by_ycsb(scale: Scale, tables: _Tables, job: Job, engine_run: EngineRun, turn: int) -> Load:
    engine = engine_run.engine if job.target else None
    mixed = ", ".join(f"{name.removesuffix('proportion')} {share:.0%}" for name, share in job.shares.items())
    asked_of = f" at {job.rate} a second" if job.rate else ""
    engine_run.footer.statements[job.name] = f"YCSB, {job.distribution}, {job.clients} clients: {mixed}{asked_of}"
    count = tables.records(job)
    options: dict[str, str | int | float] = {
        "readproportion": 0, "updateproportion": 0, "insertproportion": 0, **job.shares,
        "requestdistribution": job.distribution,
        "insertstart": 0, "insertcount": count, "recordcount": count + tables.beyond(job, engine_run.name),
        "dbreport.keyed": str(job.keyed).lower(),
        **({"dbreport.updated": stored.INDEXED} if job.indexed else {}),
    }  # fmt: skip
    client = Ycsb.of(engine, tables.folder, job.durability is Durability.FULL)
    server = engine.pids() if engine else ()
    return client.run(job.clients, TURN_S[scale], WARMUP_S[scale], options, job.rate, server)


def _by_sysbench(scale: Scale, tables: _Tables, job: Job, engine_run: EngineRun, turn: int) -> Load:
    options = {**tables.sbtest, "rand-type": job.distribution, "rand-seed": turn + 1}
    engine_run.footer.statements[job.name] = f"sysbench {job.test} --rand-type={job.distribution}"
    client = Sysbench.of(engine_run.engine, tables.folder)
    return client.run(job.test, job.clients, TURN_S[scale], WARMUP_S[scale], options, engine_run.engine.pids())


class _State(NamedTuple):
    """What a system's table was made for: `case` is empty where it serves others too that leave its size alone."""

    durability: Durability
    keyed: bool
    indexed: bool
    test: bool
    case: str
    records: int

    def may_become(self, wanted: _State) -> bool:
        """Tell whether nothing but records are missing to another state."""
        return self.records < wanted.records and self._replace(records=wanted.records) == wanted


class _Tables:
    """What state each system's table is in: filled anew for each class and layout, and for each case that grows it."""

    def __init__(self, rows: Records, folder: Path) -> None:
        self.rows = rows
        self.folder = folder
        self.sbtest: sysbench.Options = {"tables": 1, "table-size": rows.count}
        self._made: dict[str, _State] = {}
        self._laps: Counter[str] = Counter()

    def records(self, job: Job) -> int:
        """Return how many records a job begins with."""
        return self.rows.count * job.fifths // WHOLE

    def beyond(self, job: Job, name: str) -> int:
        """Return how far beyond the records of a system's table the next run's own begin: none has them yet."""
        self._laps[name] += job.grows
        return _NEW_KEYS * self._laps[name] if job.grows else 0

    def prepare(self, job: Job, engine_run: EngineRun) -> None:
        """Have a system commit in the class and its table be as a job wants it, untimed."""
        in_class(engine_run, job.durability)
        if not job.target:
            return
        engine, name = engine_run.engine, engine_run.name
        own_case = job.name if job.grows else ""
        wanted = _State(job.durability, job.keyed, job.indexed, bool(job.test), own_case, self.records(job))
        if self._made.get(name) == wanted:
            return
        before = self._made.pop(name, None)
        if job.test:
            own = Sysbench.of(engine, self.folder)
            if before and before.test:
                own.cleanup(job.test, self.sbtest)
            own.prepare(job.test, self.sbtest)
            engine.checkpoint()
        else:
            there = before.records if before and before.may_become(wanted) else 0
            if not there:
                stored.empty(engine, job.keyed, job.indexed)
            keyed = {"dbreport.keyed": str(job.keyed).lower()}
            Ycsb.of(engine, self.folder).fill(wanted.records, keyed, there)
            stored.settle(engine, self.rows.table, wanted.records)
        self._made[name] = wanted


EXPERIMENT = Experiment(
    name="document_store",
    rows=ROWS,
    dataset=Records,
    cases=cases,
    run=run,
    engines=ENGINES,
    bytes_per_row=BYTES_PER_ROW,
    asked=asked,
    connections=MANY,
    one_by_one=True,
)
