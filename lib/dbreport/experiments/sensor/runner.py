"""A sensor's backend: the same readings inserted in order and late, asked for, and the oldest month of them dropped."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from ...engines import engine_class
from ...engines.base import Engine
from ...engines.dialect import Parts, Statements
from ...errors import DbreportError
from ...measuring.bench import Bench
from ...measuring.engine_run import EngineRun
from ...model import Case, Experiment, Metrics, Options, Reading, Scale, Turns, Way
from .data import TABLE, Readings
from .queries import BATCH_ROWS, BOUNDS, KEY, LATE_S, LATE_SHARE, NEWEST, RETIRE, SYSTEMS, WINDOWS

ROWS = {Scale.SMOKE: 20_000, Scale.SMALL: 1_000_000, Scale.MEDIUM: 10_000_000, Scale.FULL: 100_000_000}
BYTES_PER_ROW = 400
"""Room one engine is given on the disk: a row of 40 bytes with its key, and the log of inserting it."""
LIMIT_S = 3600.0
"""For what is not a query, seconds."""

_DIALECTS = {name: engine_class(name).dialect for name in SYSTEMS}
_ORDERS = {"insert.in_order": False, "insert.late": True}
"""Inserts, and whether readings come as they arrive."""
_BULK, _PLANNED = "insert.bulk", "why.insert_planned"
"""All readings at once by a system's fastest way; and the INSERTs read and planned, but not carried out."""
_TEXT = frozenset({"duckdb"})
"""What asks how much of a system's INSERT is reading its text."""
_DELETE, _DROP, _SIZE = "retire.delete", "retire.drop", "size"


def _parts(engine: str) -> Parts | None:
    return _DIALECTS[engine].in_parts(TABLE, KEY[2], BOUNDS)


_IN_PARTS = frozenset(name for name in SYSTEMS if _parts(name))
"""The systems that keep a table in parts, each of which is dropped whole."""


def cases(rows: Readings, scale: Scale) -> list[Case]:
    inserts = [Case(name, turns=Turns.ACTION) for name in (*_ORDERS, _BULK)]
    inserts.append(Case(_PLANNED, engines=_TEXT, turns=Turns.ACTION))
    retiring = [Case(_DELETE, turns=Turns.ACTION), Case(_DROP, engines=_IN_PARTS, turns=Turns.ACTION)]
    return [*inserts, Case(_SIZE, turns=Turns.ONCE), *_queries(), *retiring]


def _queries() -> list[Case]:
    own = {name: sql for name, dialect in _DIALECTS.items() if (sql := dialect.newest_of_each(*KEY))}
    newest = [Case("last.joined", NEWEST), Case("last.own", NEWEST, own=own)]
    # a mean has more places on one system than on another
    windows = [Case(name, sql, compare="whole") for name, sql in WINDOWS.items()]
    return [Case("empty_statement", "SELECT 1"), *newest, *windows]


def asked(case: Case, engine: str, options: Options) -> dict[str, Any]:
    """Return how the table is made, in what order readings come, and what is said to drop the oldest of them."""
    facts: dict[str, Any] = {"primary_key": list(TABLE.primary_key), "made": list(_made(engine, case.name))}
    if case.name in (*_ORDERS, _PLANNED):
        facts["batch_rows"] = BATCH_ROWS
    if _ORDERS.get(case.name):
        facts |= {"late_share": LATE_SHARE, "late_s": list(LATE_S)}
    if case.stage == "retire":
        facts |= {"retired": list(_retired(engine, case.name)), "housekeeping": _housekeeping(engine)}
    return facts


def _made(engine: str, case: str) -> Statements:
    """Return what is said to the empty table for a case: to keep it in parts where they are dropped, or always."""
    parts = _parts(engine)
    return parts.made if parts and (case == _DROP or _DIALECTS[engine].always_in_parts) else ()


def _retired(engine: str, case: str) -> Statements:
    parts = _parts(engine)
    return parts.dropped if parts and case == _DROP else (RETIRE,)


def _housekeeping(engine: str) -> str:
    return _DIALECTS[engine].housekeeping(TABLE.name)


def run(bench: Bench, rows: Readings, text: Path) -> None:
    """Measure whatever is asked for and not yet done."""
    insert = partial(_insert, limit_s=bench.options.timeout_s)
    actions: dict[str, Callable[[Engine], float]] = {
        name: partial(insert, rows=replace(rows, arriving=arriving)) for name, arriving in _ORDERS.items()
    }
    actions |= {_BULK: lambda engine: engine.load(rows, Way.BULK), _PLANNED: partial(insert, rows=rows, how="EXPLAIN ")}
    for name, action in actions.items():
        bench.durations(name, action, before=partial(_empty, case=name), after=_settle, rows=True)
    queries = _queries()
    for engine_run in bench.needing(_SIZE, *(case.name for case in queries)):
        try:
            _load(engine_run, rows, _SIZE)
        except DbreportError as error:
            engine_run.give_up(error)
    bench.sizes(_SIZE, lambda engine: engine.size(TABLE))
    for case in queries:
        bench.query(case)
    for name in (_DELETE, _DROP):
        _retire(bench, rows, name)


def _empty(engine_run: EngineRun, case: str) -> None:
    engine_run.engine.reset(TABLE)
    for sql in _made(engine_run.name, case):
        engine_run.engine.run(sql, LIMIT_S)


def _insert(engine: Engine, rows: Readings, limit_s: float, how: str = "") -> float:
    """Insert batch after batch over one connection, each a transaction; return seconds, making them not counted."""
    return sum(engine.run(f"{how}{sql}", limit_s).elapsed_s for sql in rows.inserts())


def _settle(engine_run: EngineRun) -> Metrics:
    return {"checkpoint": Reading(engine_run.engine.checkpoint(), "s")}


def _load(engine_run: EngineRun, rows: Readings, case: str) -> None:
    """Have the table hold all readings, loaded in order and untimed, with nothing left to do in the background."""
    _empty(engine_run, case)
    engine_run.engine.load(rows, Way.BULK)
    engine_run.engine.analyze(TABLE)
    engine_run.engine.checkpoint()


def _retire(bench: Bench, rows: Readings, case: str) -> None:
    """Time how the oldest month goes; keep how many rows went and what the table takes on the disk before and after."""
    before: dict[str, Metrics] = {}

    def load(engine_run: EngineRun) -> None:
        _load(engine_run, rows, case)
        before[engine_run.name] = _taken(engine_run.engine, "before")

    def retire(engine: Engine) -> float:
        return sum(engine.run(sql, LIMIT_S).elapsed_s for sql in _retired(engine.name, case))

    def tidy(engine_run: EngineRun) -> Metrics:
        engine, said = engine_run.engine, _housekeeping(engine_run.name)
        engine_run.footer.statements[case] = ";\n".join(_retired(engine.name, case))
        housekeeping_s = engine.run(said, LIMIT_S).elapsed_s if said else 0.0
        after = _taken(engine, "after")
        return {**before[engine.name], **after, "housekeeping": Reading(housekeeping_s, "s")}

    bench.durations(case, retire, before=load, after=tidy)


def _taken(engine: Engine, when: str) -> Metrics:
    """Return the rows of the table and the bytes it takes on the disk, room inside a file for all tables included."""
    engine.checkpoint()
    parts, dialect = engine.size(TABLE), engine.dialect
    told = {"rows": f"SELECT count(*) FROM {TABLE.name}"}
    if dialect.one_file:
        told["size_free"] = dialect.facts(TABLE.name)["size_free"][0]
    found = {what: engine.run(sql, LIMIT_S, fetch=True).rows for what, sql in told.items()}
    numbers = {what: float(rows[0][0]) for what, rows in found.items() if rows}
    taken = parts["table"] + parts["index"] + numbers.get("size_free", 0.0)
    return {f"rows_{when}": Reading(numbers["rows"], "rows"), f"size_{when}": Reading(taken, "bytes")}


EXPERIMENT = Experiment(
    name="sensor",
    rows=ROWS,
    dataset=Readings,
    cases=cases,
    run=run,
    engines=SYSTEMS,
    bytes_per_row=BYTES_PER_ROW,
    asked=asked,
    one_by_one=True,
)
