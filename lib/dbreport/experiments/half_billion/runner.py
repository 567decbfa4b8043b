"""Import half a billion phone numbers and query them: without an index, with one, with a row limit, and why."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from ...engines.base import Engine
from ...engines.postgresql_extensions import using
from ...engines.systems import speaking
from ...errors import DbreportError
from ...measuring.bench import Bench, Values
from ...measuring.engine_run import EngineRun
from ...model import Case, Experiment, Index, Options, Scale, Turns, Way
from .data import TABLE, Numbers

ROWS = {Scale.SMOKE: 100_000, Scale.SMALL: 5_000_000, Scale.MEDIUM: 50_000_000, Scale.FULL: 500_000_000}
ENGINES = speaking("sql")
BYTES_PER_ROW = 100
"""Room one engine is given on the disk: table, index, log and what a build sorts."""

INDEX = Index("numbers_phone", TABLE.name, ("phone",))
ALL = "SELECT uid, nickname, phone FROM numbers"
GROUP = "SELECT phone, count(*) AS n FROM numbers"

QUERIES = {
    "count": "SELECT count(*) FROM numbers",
    "point": f"{ALL} WHERE phone = '{{point}}'",
    "range": f"{ALL} WHERE phone BETWEEN '{{range_from}}' AND '{{range_to}}'",
    "prefix": f"{ALL} WHERE phone LIKE '{{prefix}}%'",
    # the answer is two numbers, so that what is timed is the grouping and not a client receiving millions of rows
    "group_all": f"SELECT count(*) AS phones, max(n) AS most FROM ({GROUP} GROUP BY phone) AS g",
    "group_range": f"{GROUP} WHERE phone BETWEEN '{{range_from}}' AND '{{range_to}}' GROUP BY phone",
    "group_segment_top": f"{GROUP} WHERE phone LIKE '{{segment}}%' GROUP BY phone ORDER BY n DESC, phone LIMIT 1000",
    "top_sort": "SELECT phone FROM numbers ORDER BY phone DESC LIMIT 1000",
}
COLD = {"unindexed.count", "indexed.range"}
LIMITED = ("range", "prefix", "group_range")

# What the sources wondered about, one change at a time. Each undoes what it did.
_POSTGRESQL = frozenset({"postgresql"})
_DROP = f"DROP INDEX IF EXISTS {INDEX.name}"
_CREATE = f"CREATE INDEX IF NOT EXISTS {INDEX.name} ON numbers (phone)"
_NO_MAP = (
    *using("pg_visibility", "SELECT %1$s.pg_truncate_visibility_map('numbers')"),
    "ANALYZE numbers",
)


def _reasons(parameters: dict[str, str]) -> Iterator[Case]:
    def case(name: str, query: str, before: tuple[str, ...], after: tuple[str, ...], engines: frozenset[str]) -> Case:
        sql = QUERIES[query].format(**parameters)
        return Case(f"why.{name}", sql, engines=engines, before=before, after=after)

    # the visibility map tells an index-only scan which pages it need not visit; without it every row is looked up
    vacuum = ("VACUUM numbers",)
    yield case("count_no_map", "count", _NO_MAP, vacuum, _POSTGRESQL)
    yield case("group_range_no_map", "group_range", _NO_MAP, vacuum, _POSTGRESQL)
    # which index can serve LIKE 'x%': one ordered by code point or byte, not by the rules of a language
    varchar = ("ALTER TABLE numbers ALTER phone TYPE varchar(11)", "VACUUM ANALYZE numbers")
    text = ("ALTER TABLE numbers ALTER phone TYPE text", "VACUUM ANALYZE numbers")
    yield case("prefix_varchar", "prefix", varchar, text, _POSTGRESQL)
    pattern = f"CREATE INDEX {INDEX.name} ON numbers (phone text_pattern_ops)"
    yield case("prefix_pattern_ops", "prefix", (_DROP, pattern), (_DROP, _CREATE), _POSTGRESQL)
    collated = f'CREATE INDEX {INDEX.name} ON numbers (phone COLLATE "C")'
    yield case("prefix_c_collation", "prefix", (_DROP, collated), (_DROP, _CREATE), _POSTGRESQL)
    # whether counting by the index is what slows MySQL's count down, and whether several threads make the difference
    mysql = frozenset({"mysql"})
    whole = f"{QUERIES['count']} IGNORE INDEX ({INDEX.name})"
    one_thread, several = ("SET innodb_parallel_read_threads = 1",), ("SET innodb_parallel_read_threads = DEFAULT",)
    yield Case("why.count_ignore_index", whole, engines=mysql)
    yield Case("why.count_one_thread", whole, engines=mysql, before=one_thread, after=several)
    # what ClickHouse remembers of a condition it has evaluated before
    forgetful, mindful = ("SET use_query_condition_cache = 0",), ("SET use_query_condition_cache = 1",)
    yield case("range_no_condition_cache", "range", forgetful, mindful, frozenset({"clickhouse"}))
    # what a client's own row limit does: the statement is the same, the answer is cut off
    limited = ("SET sql_select_limit = 1000",)
    unlimited = ("SET sql_select_limit = DEFAULT",)
    for query in LIMITED:
        sql = QUERIES[query].format(**parameters)
        yield Case(
            f"why.{query}_client_limit",
            sql,
            compare="count",
            engines=frozenset({"mysql", "mariadb"}),
            before=limited,
            after=unlimited,
        )


def queries(parameters: dict[str, str]) -> list[Case]:
    """Return every statement to measure, in the order of the stages."""
    found = [Case("empty_statement", "SELECT 1")]
    for name in ("count", "point", "prefix"):  # what PostgreSQL owes to scanning with several processes
        found.append(
            Case(
                f"serial.{name}",
                QUERIES[name].format(**parameters),
                engines=_POSTGRESQL,
                before=("SET max_parallel_workers_per_gather = 0",),
                after=("RESET max_parallel_workers_per_gather",),
            )
        )
    for stage in ("unindexed", "indexed"):
        for name, sql in QUERIES.items():
            case = f"{stage}.{name}"
            found.append(Case(case, sql.format(**parameters), cold=case in COLD))
    for name in LIMITED:
        sql = f"{QUERIES[name]} LIMIT 1000".format(**parameters)
        found.append(Case(f"limited.{name}", sql, compare="count"))
    return [*found, *_reasons(parameters)]


def cases(rows: Numbers, scale: Scale) -> list[Case]:
    """Return every case of the experiment, its statements with the parameters these rows give."""
    actions = [Case(name, turns=Turns.ACTION) for name in ("import.plain", "import.bulk", "index.build")]
    sizes = [Case(name, turns=Turns.ONCE) for name in ("size.unindexed", "size.indexed")]
    return actions + sizes + queries(rows.parameters())


def asked(case: Case, engine: str, options: Options) -> dict[str, Any]:
    """Return the columns of the index where there is one."""
    without = case.stage in ("empty_statement", "import", "serial", "unindexed") or case.name == "size.unindexed"
    return {} if without else {"index": list(INDEX.columns)}


def run(bench: Bench, rows: Numbers, text: Path) -> None:
    """Measure whatever is asked for and not yet done. `text` is the dataset as one file, where an import needs it."""
    statements = queries(rows.parameters())
    before = [case for case in statements if case.stage in ("empty_statement", "serial", "unindexed")]
    after = [case for case in statements if case not in before]
    imports(bench, rows, text)
    measure_table(bench, rows, before, indexed=False)
    build_index(bench, rows)
    measure_table(bench, rows, after, indexed=True)


def imports(bench: Bench, rows: Numbers, text: Path) -> None:
    """Time both ways of import into an empty table, and what each leaves to be done."""

    def empty(engine_run: EngineRun) -> None:
        engine_run.engine.reset(TABLE)
        engine_run.loaded = engine_run.indexed = False

    def settle(engine_run: EngineRun) -> Values:
        # also so that one engine's late writes do not fall into another's time
        left = {
            "checkpoint": (engine_run.engine.checkpoint(), "s"),
            "statistics": (engine_run.engine.analyze(TABLE), "s"),
        }
        engine_run.loaded = True
        return left

    for way in Way:
        bench.durations(
            f"import.{way}",
            partial(_load, rows=rows, way=way, text=text),
            before=empty,
            after=settle,
            rows=True,
            threads=_bulk_connections if way is Way.BULK else _one,
        )


def _load(engine: Engine, rows: Numbers, way: Way, text: Path) -> float:
    return engine.load(rows, way, text)


def _bulk_connections(engine_run: EngineRun) -> int:
    return engine_run.engine.bulk_connections


def _one(engine_run: EngineRun) -> int:
    return 1


def build_index(bench: Bench, rows: Numbers) -> None:
    def without(engine_run: EngineRun) -> None:
        _bring(engine_run, rows, indexed=False)

    def settle(engine_run: EngineRun) -> Values:
        engine_run.indexed = True
        return {"checkpoint": (engine_run.engine.checkpoint(), "s")}

    timeout_s = 12 * bench.options.timeout_s  # a build is no query: one waits longer for it
    bench.durations(
        "index.build", lambda engine: engine.build_index(INDEX, timeout_s), before=without, after=settle, rows=True
    )


def measure_table(bench: Bench, rows: Numbers, cases: list[Case], indexed: bool) -> None:
    """Bring the table of every engine that has work into one state; measure its size and the statements."""
    sizes = "size.indexed" if indexed else "size.unindexed"
    for engine_run in bench.needing(sizes, *(case.name for case in cases)):
        try:
            _bring(engine_run, rows, indexed)
        except DbreportError as error:
            engine_run.give_up(error)
    bench.sizes(sizes, _size)
    for case in cases:
        bench.query(case)


def _bring(engine_run: EngineRun, rows: Numbers, indexed: bool) -> None:
    """Load, index or drop what is not as a stage wants it, untimed; a resumed run finds nothing there."""
    changed = False  # a dropped index leaves nothing to settle
    if not engine_run.loaded:
        engine_run.engine.reset(TABLE)
        engine_run.engine.load(rows, Way.BULK)
        engine_run.loaded, engine_run.indexed = True, False
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
)
