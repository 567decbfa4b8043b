"""A forum's posts loaded, indexed and read: the newest of a thread, pages by OFFSET and by keyset, counts by day."""

from pathlib import Path
from typing import Any

from ...engines import engine_class
from ...engines.base import Engine
from ...engines.systems import speaking
from ...errors import DbreportError
from ...measuring.bench import Bench
from ...measuring.engine_run import EngineRun
from ...model import Case, Experiment, Metrics, Options, Reading, Scale, Turns, Way
from .data import INDEX, TABLE, Posts
from .queries import EXAMINED, STATEMENTS

ROWS = {Scale.SMOKE: 100_000, Scale.SMALL: 2_000_000, Scale.MEDIUM: 20_000_000, Scale.FULL: 100_000_000}
ENGINES = speaking("sql")
BYTES_PER_ROW = 500
"""Room one engine is given on the disk: a row of 120 bytes, its key and index, their log and what a build sorts."""
LIMIT_S = 3600.0
"""For building the index, seconds."""

_INDEXES = {name: engine_class(name).dialect.keyed(TABLE, INDEX)[1] for name in ENGINES}
_INDEXED = frozenset(name for name, indexes in _INDEXES.items() if indexes)
"""The systems that have an index beside the table; the others order the table itself."""
_IMPORT, _BUILD, _SIZE = "import", "index.build", "size"


def cases(rows: Posts, scale: Scale) -> list[Case]:
    actions = [Case(_IMPORT, turns=Turns.ACTION), Case(_BUILD, engines=_INDEXED, turns=Turns.ACTION)]
    return [*actions, Case(_SIZE, turns=Turns.ONCE), *_statements(rows), *_examinations(rows)]


def _statements(rows: Posts) -> list[Case]:
    parameters = rows.parameters()
    asked = [Case(name, sql.format(**parameters)) for name, sql in STATEMENTS.items()]
    return [Case("empty_statement", "SELECT 1"), *asked]


def _examinations(rows: Posts) -> list[Case]:
    """Return statements once more, to ask each system what it reads for them."""
    return [
        Case(f"examined.{case.name}", case.sql, turns=Turns.ONCE) for case in _statements(rows) if case.name in EXAMINED
    ]


def asked(case: Case, engine: str, options: Options) -> dict[str, Any]:
    """Return the table's key, and its index once there is one."""
    table, indexes = engine_class(engine).dialect.keyed(TABLE, INDEX)
    built = () if case.name == _IMPORT else indexes
    return {"primary_key": list(table.primary_key), "indexes": [list(index.columns) for index in built]}


def run(bench: Bench, rows: Posts, text: Path) -> None:
    """Measure whatever is asked for and not yet done."""
    bench.durations(_IMPORT, lambda engine: engine.load(rows, Way.BULK), before=_empty, after=_loaded, rows=True)
    bench.durations(_BUILD, _build, before=lambda engine_run: _unindexed(engine_run, rows), after=_indexed, rows=True)
    statements, examinations = _statements(rows), _examinations(rows)
    for engine_run in bench.needing(_SIZE, *(case.name for case in (*statements, *examinations))):
        try:
            _prepare(engine_run, rows)
        except DbreportError as error:
            engine_run.give_up(error)
    bench.sizes(_SIZE, lambda engine: engine.size(TABLE))
    for case in statements:
        bench.query(case)
    for case in examinations:
        bench.examined(case)


def _empty(engine_run: EngineRun) -> None:
    engine_run.engine.reset(engine_run.engine.dialect.keyed(TABLE, INDEX)[0])
    engine_run.holds, engine_run.indexed = "", False


def _loaded(engine_run: EngineRun) -> Metrics:
    """Bring the loaded table to rest; return what that took."""
    engine_run.holds = TABLE.name
    checkpoint_s, statistics_s = engine_run.engine.checkpoint(), engine_run.engine.analyze(TABLE)
    return {"checkpoint": Reading(checkpoint_s, "s"), "statistics": Reading(statistics_s, "s")}


def _build(engine: Engine) -> float:
    return sum(engine.build_index(index, LIMIT_S) for index in _INDEXES[engine.name])


def _indexed(engine_run: EngineRun) -> Metrics:
    engine_run.indexed = True
    return {"checkpoint": Reading(engine_run.engine.checkpoint(), "s")}


def _unindexed(engine_run: EngineRun, rows: Posts) -> None:
    """Have the table be loaded and without the index, untimed; a resumed run finds nothing there."""
    if not engine_run.holds:
        _empty(engine_run)
        engine_run.engine.load(rows, Way.BULK)
        _loaded(engine_run)
    for index in _INDEXES[engine_run.name] if engine_run.indexed else ():
        engine_run.engine.drop_index(index)
    engine_run.indexed = False


def _prepare(engine_run: EngineRun, rows: Posts) -> None:
    """Have the table be loaded and indexed, untimed, with nothing left to do in the background."""
    if not (engine_run.holds and engine_run.indexed):
        _unindexed(engine_run, rows)
        _build(engine_run.engine)
        engine_run.indexed = True
    _loaded(engine_run)


EXPERIMENT = Experiment(
    name="forum",
    rows=ROWS,
    dataset=Posts,
    cases=cases,
    run=run,
    engines=ENGINES,
    bytes_per_row=BYTES_PER_ROW,
    asked=asked,
    one_by_one=True,
)
