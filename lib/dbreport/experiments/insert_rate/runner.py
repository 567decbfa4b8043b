"""One row, one transaction: what a column, a JSON document, a NULL and a synced commit cost."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ...clients import pgbench, sysbench
from ...clients.load import Load
from ...clients.pgbench import Pgbench
from ...clients.sysbench import Sysbench
from ...engines.base import Engine
from ...engines.systems import speaking
from ...measuring.bench import Bench
from ...measuring.engine_run import EngineRun
from ...measuring.under_load import in_class, loads, use
from ...model import Case, Durability, Experiment, Options, Scale, Turns, Way
from .data import Layout, LogRows

ROWS = {Scale.SMOKE: 1_000, Scale.SMALL: 10_000, Scale.MEDIUM: 30_000, Scale.FULL: 100_000}
ENGINES = speaking("sql", "server")
BYTES_PER_ROW = 20_000
"""Room one engine is given on the disk: a row of 450 bytes, its log, many laps of each turn."""

LIMIT_S = {Scale.SMOKE: 3, Scale.SMALL: 10, Scale.MEDIUM: 20, Scale.FULL: 30}
"""A turn ends when every row is in, or after so many seconds."""
CLIENTS = (1, 8, 32, 128)
SOURCE_CLIENTS = (8, 128)
DELAYS_US = (100, 1000, 100_000)
"""commit_delay as the source set it: how long a commit waits for others to share its sync."""
ROWS_PER_STATEMENT = 100
PGBENCH_SHARE = 1 / 3
"""pgbench has no end by both rows and time: a turn of its takes this share of the longest."""

_POSTGRESQL = frozenset({"postgresql"})
"""Questions about one system: JSON in its binary form, commits that wait for others, its own load generator."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(Case):
    """One case: `shape` is a layout or jsonb; `tool` the load generator, or `copy` for the system's own import."""

    shape: str
    durability: Durability
    clients: int = 8
    delay_us: int = 0
    rows_per_statement: int = 1
    tool: str = "sysbench"
    turns: Turns = Turns.LOAD

    @property
    def layout(self) -> Layout:
        return Layout.JSON if self.shape == "jsonb" else Layout(self.shape)

    @property
    def printed(self) -> bool:
        """Tell whether the source ran this: its layouts and clients, and delays where no commit waits for the disk."""
        alike = self.tool == "sysbench" and self.rows_per_statement == 1 and self.shape != "jsonb"
        delayed_alike = not self.delay_us or self.durability is Durability.RELAXED
        return alike and delayed_alike and self.clients in SOURCE_CLIENTS

    def limit_s(self, scale: Scale) -> float:
        return LIMIT_S[scale] * (PGBENCH_SHARE if self.tool == "pgbench" else 1)


def jobs() -> Iterator[Job]:
    """Yield every case, what the source ran first; a change of the class of durability restarts the servers."""
    every = list(_every())
    yield from (job for job in every if job.printed)
    yield from (job for job in every if not job.printed)


def _every() -> Iterator[Job]:
    for durability in (Durability.FULL, Durability.RELAXED):
        job = partial(Job, durability=durability)
        for shape in ("columns", "json", "jsonb", "nulls"):
            only = _POSTGRESQL if shape == "jsonb" else None
            for clients in CLIENTS:
                yield job(f"{durability}.{shape}.{clients}", shape=shape, clients=clients, engines=only)
        for shape in ("columns", "json"):
            for clients in SOURCE_CLIENTS:
                for delay_us in DELAYS_US:
                    name = f"{durability}.{shape}.{clients}.delay_{delay_us}us"
                    yield job(name, shape=shape, clients=clients, delay_us=delay_us, engines=_POSTGRESQL)
        for clients in SOURCE_CLIENTS:  # the same rows by another generator: is it the tool that is measured?
            name = f"{durability}.pgbench.{clients}"
            yield job(name, shape="columns", clients=clients, tool="pgbench", engines=_POSTGRESQL)
        for shape in ("columns", "json", "nulls"):
            yield job(f"{durability}.multi.{shape}", shape=shape, rows_per_statement=ROWS_PER_STATEMENT)
        for shape in ("columns", "json"):
            yield job(f"{durability}.copy.{shape}", shape=shape, clients=1, tool="copy", turns=Turns.ACTION)


def cases(rows: LogRows, scale: Scale) -> list[Job]:
    return list(jobs())


def asked(case: Case, engine: str, options: Options) -> dict[str, Any]:
    """Return what is inserted, by which tool and how many clients, and for how long."""
    assert isinstance(case, Job)
    facts = {"shape": case.shape, "tool": case.tool, "clients": case.clients, "delay_us": case.delay_us}
    return {**facts, "rows_per_statement": case.rows_per_statement, "limit_s": case.limit_s(options.scale)}


def run(bench: Bench, rows: LogRows, text: Path) -> None:
    """Measure whatever is asked for and not yet done. `text` holds the rows in columns, a line a row."""
    use(bench, "sysbench", sysbench.OLDEST)
    if _POSTGRESQL & {engine_run.name for engine_run in bench.runs}:
        use(bench, "pgbench", pgbench.OLDEST)
    files = _Files(rows, text)
    for job in jobs():
        if job.tool == "copy":
            _copy(bench, job, rows)
            continue
        drive, before = partial(_drive, bench.options.scale, files, job), partial(_empty_table, job, rows)
        loads(bench, job.name, drive, job.clients, before=before, rows_per_transaction=job.rows_per_statement)


class _Files:
    """The rows of each layout as the load generators read them, written when first wanted."""

    def __init__(self, rows: LogRows, text: Path) -> None:
        self.rows = rows
        self._paths = {Layout.COLUMNS: text}
        self.folder = text.parent

    def values(self, layout: Layout) -> Path:
        if layout not in self._paths:
            path = self.folder / f"rows-{layout}.tsv"
            LogRows(self.rows.count, layout, self.rows.seed).write(path)
            self._paths[layout] = path
        return self._paths[layout]

    def scripts(self, layout: Layout) -> list[Path]:
        """Return pgbench's scripts, one a row: it reads no file of rows, so the first of them come again and again."""
        rows = LogRows(self.rows.count, layout, self.rows.seed)
        statements = [
            # a key of its own for every transaction, as the other generator's laps make them
            f"\\set lap random(1, 9223372036854775807)\nINSERT INTO {rows.table.name} VALUES ('{key}-' || :lap, {rest})"
            for key, rest in rows.statements(pgbench.MOST_SCRIPTS)
        ]
        return pgbench.scripts(self.folder, statements)


def _empty_table(job: Job, rows: LogRows, engine_run: EngineRun) -> None:
    in_class(engine_run, job.durability)
    table = LogRows(rows.count, job.layout).table
    engine_run.engine.create(table)
    if job.shape == "jsonb":
        engine_run.engine.run(f"ALTER TABLE {table.name} ALTER details TYPE jsonb USING details::jsonb", 60)
    engine_run.engine.checkpoint()


def _drive(scale: Scale, files: _Files, job: Job, engine_run: EngineRun, turn: int) -> Load:
    engine = engine_run.engine
    if job.tool == "pgbench":
        own_client = Pgbench(engine.client_address(), files.folder)
        return own_client.run(files.scripts(job.layout), job.clients, job.limit_s(scale), engine.pids())
    options: sysbench.Options = {
        "rows_file": str(files.values(job.layout)),
        "table_name": files.rows.table.name,
        "rows_per_statement": job.rows_per_statement,
    }
    several = f", {job.rows_per_statement} a statement" if job.rows_per_statement > 1 else ""
    engine_run.footer.statements[job.name] = f"INSERT INTO {files.rows.table.name} VALUES (…){several}"
    client = Sysbench.of(engine, files.folder, {"commit_delay": str(job.delay_us)} if job.delay_us else None)
    transactions = max(files.rows.count // job.rows_per_statement, 1)
    return client.run("insert", job.clients, job.limit_s(scale), 0, options, engine.pids(), transactions)


def _copy(bench: Bench, job: Job, rows: LogRows) -> None:
    shaped = LogRows(rows.count, job.layout, rows.seed)

    def import_rows(engine: Engine) -> float:
        return engine.load(shaped, Way.BULK)

    bench.durations(job.name, import_rows, before=partial(_empty_table, job, rows), rows=True)


EXPERIMENT = Experiment(
    name="insert_rate",
    rows=ROWS,
    dataset=LogRows,
    cases=cases,
    run=run,
    engines=ENGINES,
    bytes_per_row=BYTES_PER_ROW,
    asked=asked,
    connections=max(CLIENTS),
)
