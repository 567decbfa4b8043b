"""Import half a billion phone numbers and query them: without an index, with one, with a row limit, and why.

What the source leaves open, the primary key, is measured both ways: the table of the stage `keyed` has one.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from ...engines.base import Engine
from ...engines.systems import speaking
from ...errors import DbreportError
from ...measuring.bench import Bench
from ...measuring.engine_run import EngineRun
from ...model import Case, Experiment, Metrics, Options, Profile, Reading, Scale, Table, Turns, Way
from .cases import INDEX, MYSQL, PATIENCE_S, ROW_STORES, queries
from .data import TABLE, Numbers

ROWS = {Scale.SMOKE: 100_000, Scale.SMALL: 5_000_000, Scale.MEDIUM: 50_000_000, Scale.FULL: 500_000_000}
ENGINES = speaking("sql")
BYTES_PER_ROW = 100
"""Room one engine is given on the disk: table, index, log and what a build sorts."""

IMPORT_LIMIT_S = 86_400.0
"""Longer than any import takes: none is ended, whatever the limit of a statement."""
BUILD_LIMIT_S = 3600.0
"""A build is no query: one waits longer for it."""

KEYED = replace(TABLE, primary_key=("uid",))
"""The table with the key the source may have had: it prints none."""


@dataclass(frozen=True, slots=True)
class Import:
    """One way to fill an empty table; `change` is said to the session that fills it, and undone."""

    name: str
    way: Way
    table: Table = TABLE
    engines: frozenset[str] | None = None
    profiles: frozenset[Profile] | None = None
    change: tuple[str, ...] = ()
    undo: tuple[str, ...] = ()

    @property
    def case(self) -> Case:
        return Case(
            self.name, engines=self.engines, profiles=self.profiles, before=self.change, after=self.undo,
            turns=Turns.ACTION, timeout_s=IMPORT_LIMIT_S,
        )  # fmt: skip

    def load(self, engine: Engine, rows: Numbers, text: Path) -> float:
        for statement in self.change:
            engine.run(statement, PATIENCE_S)
        try:
            return engine.load(rows, self.way, text)
        finally:
            for statement in self.undo:
                engine.run(statement, PATIENCE_S)


IMPORTS = (
    Import("import.plain", Way.PLAIN),
    Import("import.bulk", Way.BULK),
    # tuned it has none
    Import(
        "import.no_binary_log", Way.PLAIN, engines=MYSQL, profiles=frozenset({Profile.DEFAULT}),
        change=("SET sql_log_bin = 0",), undo=("SET sql_log_bin = 1",),
    ),
)  # fmt: skip
KEYED_IMPORT = Import("keyed.import", Way.PLAIN, KEYED, ROW_STORES)


def cases(rows: Numbers, scale: Scale) -> list[Case]:
    """Return every case of the experiment, its statements with the parameters these rows give."""
    actions = [*(each.case for each in IMPORTS), Case("index.build", turns=Turns.ACTION, timeout_s=BUILD_LIMIT_S)]
    sizes = [Case(name, turns=Turns.ONCE) for name in ("size.unindexed", "size.indexed")]
    keyed = [KEYED_IMPORT.case, Case("keyed.size", engines=ROW_STORES, turns=Turns.ONCE)]
    return [*actions, *sizes, *keyed, *queries(rows.parameters())]


def asked(case: Case, engine: str, options: Options) -> dict[str, Any]:
    """Return the columns of the index and of the primary key where there is one."""
    without = case.stage in ("empty_statement", "import", "serial", "unindexed")
    without |= case.name in ("size.unindexed", "keyed.import", "keyed.size")
    index = {} if without else {"index": list(INDEX.columns)}
    return index | ({"primary_key": list(KEYED.primary_key)} if case.stage == "keyed" else {})


def run(bench: Bench, rows: Numbers, text: Path) -> None:
    """Measure whatever is asked for and not yet done. `text` is the dataset as one file, where an import needs it."""
    statements = queries(rows.parameters())
    keyed = [case for case in statements if case.stage == "keyed"]
    before = [case for case in statements if case.stage in ("empty_statement", "serial", "unindexed")]
    after = [case for case in statements if case not in before and case not in keyed]
    imports(bench, rows, text, IMPORTS)
    text.unlink(missing_ok=True)  # of half a billion rows it takes as much room as a table of a column store
    measure_table(bench, rows, before, "size.unindexed", indexed=False)
    build_index(bench, rows)
    measure_table(bench, rows, after, "size.indexed", indexed=True)
    imports(bench, rows, text, [KEYED_IMPORT])
    measure_table(bench, rows, [], "keyed.size", indexed=False, table=KEYED)
    measure_table(bench, rows, keyed, indexed=True, table=KEYED)


def imports(bench: Bench, rows: Numbers, text: Path, ways: Iterable[Import]) -> None:
    """Time each way of import into an empty table, and what it leaves to be done."""

    def empty(table: Table, engine_run: EngineRun) -> None:
        engine_run.holds, engine_run.indexed = "", False
        engine_run.engine.reset(table)

    def settle(table: Table, engine_run: EngineRun) -> Metrics:
        # also so that one engine's late writes do not fall into another's time
        left = {
            "checkpoint": Reading(engine_run.engine.checkpoint(), "s"),
            "statistics": Reading(engine_run.engine.analyze(TABLE), "s"),
        }
        engine_run.holds = _named(table)
        return left

    if bench.needing(*(each.name for each in ways)) and not text.exists():
        rows.write(text)
    for each in ways:
        bench.durations(
            each.name,
            partial(each.load, rows=rows, text=text),
            before=partial(empty, each.table),
            after=partial(settle, each.table),
            rows=True,
            threads=partial(_connections, each.way),
        )


def _connections(way: Way, engine_run: EngineRun) -> int:
    return engine_run.engine.bulk_connections if way is Way.BULK else 1


def build_index(bench: Bench, rows: Numbers) -> None:
    def without(engine_run: EngineRun) -> None:
        _prepare_table(engine_run, rows, indexed=False)

    def settle(engine_run: EngineRun) -> Metrics:
        engine_run.indexed = True
        return {"checkpoint": Reading(engine_run.engine.checkpoint(), "s")}

    def build(engine: Engine) -> float:
        return engine.build_index(INDEX, BUILD_LIMIT_S)

    bench.durations("index.build", build, before=without, after=settle, rows=True)


def measure_table(
    bench: Bench, rows: Numbers, cases: list[Case], sizes: str = "", *, indexed: bool, table: Table = TABLE
) -> None:
    """Prepare the table of every engine that has work; measure its size, if it is to be, and the statements."""
    for engine_run in bench.needing(sizes, *(case.name for case in cases)):
        try:
            _prepare_table(engine_run, rows, indexed, table)
        except DbreportError as error:
            engine_run.give_up(error)
    bench.sizes(sizes, _size)
    for case in cases:
        bench.query(case)


def _prepare_table(engine_run: EngineRun, rows: Numbers, indexed: bool, table: Table = TABLE) -> None:
    """Load, index, or drop an index, as a stage wants the table, untimed; a resumed run finds nothing there."""
    changed = False  # a dropped index leaves nothing to settle
    if engine_run.holds != _named(table):
        engine_run.holds, engine_run.indexed = "", False
        engine_run.engine.reset(table)
        engine_run.engine.load(rows, Way.BULK)
        engine_run.holds = _named(table)
        changed = True
    if engine_run.indexed and not indexed:
        engine_run.engine.drop_index(INDEX)
    if indexed and not engine_run.indexed:
        engine_run.engine.build_index(INDEX, 3600)
        changed = True
    engine_run.indexed = indexed
    if changed:
        engine_run.engine.analyze(TABLE)
        engine_run.engine.checkpoint()


def _named(table: Table) -> str:
    return " by ".join((table.name, *table.primary_key))


def _size(engine: Engine) -> dict[str, int]:
    engine.checkpoint()
    return engine.size(TABLE)


EXPERIMENT = Experiment(
    name="half_billion",
    rows=ROWS,
    dataset=Numbers,
    cases=cases,
    run=run,
    engines=ENGINES,
    bytes_per_row=BYTES_PER_ROW,
    asked=asked,
    one_by_one=True,
    whole=f"SELECT count(*), sum(uid), sum(length(nickname)), min(phone), max(phone) FROM {TABLE.name}",
)
