"""Ask who calls whom: of the same Parquet files, of tables of a system's own, of a cluster.

Every system may take what the machine has but `RESERVE_BYTES`, and spills beyond that. One works at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from ...datasets import parquet
from ...engines.base import Engine, stopwatch
from ...engines.launch.folders import data_root, require_space
from ...errors import DbreportError
from ...measuring.bench import Bench
from ...measuring.engine_run import EngineRun
from ...model import Case, Experiment, Metrics, Profile, Reading, Scale, Table, Way
from . import cluster
from .cases import DEALT_BY, ENGINES, INDEXES, LOADERS, ORDER, OWN, PARTS, READERS, asked, cases
from .data import CALLS, Calls, Users, folder
from .jobs import EMPTY_JOB, IMPORT, LOADED, RESERVE_BYTES, SIZE_FILES, SIZE_LOADED, START, WORKERS
from .queries import ESTIMATED, EXACT
from .watch import Watch, make_room, wake

ROWS = {Scale.SMOKE: 100_000, Scale.SMALL: 16_000_000, Scale.MEDIUM: 160_000_000, Scale.FULL: 1_600_000_000}
BYTES_PER_ROW = 5
"""Room each system is given on the disk: its part of the files, which all of them share, and of what it spills. A table
of its own asks for room when it is filled."""
OWN_BYTES_PER_ROW = {True: 25, False: 250}
"""Room a table of its own needs where it is kept by columns, and where by rows with indexes on three of them."""
LIMIT_S = 6 * 3600.0
"""For what is not a question, seconds."""


def run(bench: Bench, rows: Calls, text: Path) -> None:
    """Measure whatever is asked for and not yet done."""
    wanted, watch = cases(rows, bench.options.scale), Watch(bench)
    folders = {table.table: folder(table, text.parent) for table in (rows, rows.users)}
    attach = partial(_attach, folders)
    for engine_run in bench.runs:
        try:
            attach(engine_run.engine)
        except DbreportError as error:
            engine_run.give_up(error)
    _sessions(bench)
    bench.sizes(SIZE_FILES, lambda engine: {"table": sum(map(parquet.size_bytes, folders.values()))})
    _ask(bench, "files", wanted, watch)
    _ask(bench, "why", wanted, watch)
    _imports(bench, rows)
    _prepare(bench, rows, [SIZE_LOADED, *(case.name for case in wanted if case.stage in (LOADED, *WORKERS))])
    bench.sizes(SIZE_LOADED, _size)
    _ask(bench, LOADED, wanted, watch)
    cluster.measure(bench, wanted, watch, attach)


def _attach(folders: dict[Table, Path], engine: Engine) -> None:
    """Have a system that reads files know them; one that does not has tables of its own by the time it is asked."""
    for table, files in folders.items():
        if engine.name in READERS:
            engine.attach(table, files)


def _sessions(bench: Bench) -> None:
    """Time how long a system takes from nothing to its first answer, and to do nothing once it is there."""

    def start(engine: Engine) -> float:
        with stopwatch() as elapsed:
            engine.start()
        return elapsed[0]

    def empty_job(engine: Engine) -> float:
        if isinstance(engine, cluster.Scheduling):
            return engine.empty_job()
        return engine.run("SELECT 1 AS one", bench.options.timeout_s).elapsed_s

    bench.durations(START, start, before=lambda engine_run: engine_run.engine.stop())
    bench.durations(EMPTY_JOB, empty_job)


def _ask(bench: Bench, stage: str, wanted: Sequence[Case], watch: Watch) -> None:
    questions = {case.name.partition(".")[2]: case for case in wanted if case.stage == stage}
    for name, case in questions.items():
        if name == ESTIMATED:
            watch.need_exact(questions[EXACT])
        watch.ask(case)


# tables of a system's own ------------------------------------------------------------------------


def _own(engine: Engine, table: Table) -> Table:
    """Return a table of a system's own, in the order of the files where it keeps one."""
    own = replace(table, name=OWN[table.name])
    index = next(i for i in INDEXES if i.table == own.name and i.columns == ORDER[table.name])
    return engine.dialect.keyed(own, index)[0]


def _imports(bench: Bench, rows: Calls) -> None:
    empty, settle = partial(_empty, bench, rows), partial(_settle, rows)
    bench.durations(IMPORT, partial(_load, rows), before=empty, after=settle, rows=True)


def _tables(rows: Calls) -> tuple[Calls | Users, ...]:
    return rows, rows.users


def _empty(bench: Bench, rows: Calls, engine_run: EngineRun) -> None:
    make_room(bench, engine_run)
    engine = engine_run.engine
    engine_run.holds = ""
    room_bytes = rows.count * OWN_BYTES_PER_ROW[engine.columnar]
    require_space(data_root(), room_bytes, f"a table of {rows.count:,} calls")
    for each in _tables(rows):
        table = _own(engine, each.table)
        engine.create(table)
        parts = PARTS.get(bench.options.scale)
        dealt_out = engine.dialect.dealt_out(table.name, DEALT_BY[each.table.name], parts)
        for statement in (*engine.dialect.alike(table), *dealt_out):
            engine.run(statement, LIMIT_S)


def _load(rows: Calls, engine: Engine) -> float:
    """Fill the tables from the files, or, where a system does not read them, the fastest way it has."""
    if engine.name in READERS:
        moves = (f"INSERT INTO {OWN[name]} SELECT * FROM {name}" for name in OWN)
        return sum(engine.run(move, LIMIT_S).elapsed_s for move in moves)
    return sum(engine.load(replace(each, table=_own(engine, each.table)), Way.BULK) for each in _tables(rows))


def _settle(rows: Calls, engine_run: EngineRun) -> Metrics:
    """Build what belongs to the tables and bring the system to rest; return what each took."""
    engine = engine_run.engine
    took = {} if engine.columnar else {"index": sum(engine.build_index(index, LIMIT_S) for index in INDEXES)}
    took["statistics"] = sum(engine.analyze(_own(engine, each.table)) for each in _tables(rows))
    took["checkpoint"] = engine.checkpoint()
    engine_run.holds = CALLS.name
    return {name: Reading(seconds, "s") for name, seconds in took.items()}


def _size(engine: Engine) -> dict[str, int]:
    wake(engine)
    return engine.size(_own(engine, CALLS))


def _prepare(bench: Bench, rows: Calls, names: Sequence[str]) -> None:
    """Have every system that has work its tables filled; where that fails, its cases say so."""
    for engine_run in bench.needing(*names):
        if engine_run.holds or engine_run.name not in LOADERS:
            continue
        try:
            _empty(bench, rows, engine_run)
            _load(rows, engine_run.engine)
            _settle(rows, engine_run)
        except DbreportError as error:
            engine_run.fail(names, error)


EXPERIMENT = Experiment(
    name="join_analysis",
    rows=ROWS,
    dataset=Calls,
    cases=cases,
    run=run,
    engines=ENGINES,
    bytes_per_row=BYTES_PER_ROW,
    asked=asked,
    profiles=(Profile.DEFAULT,),
    reserve_bytes=RESERVE_BYTES,
)
