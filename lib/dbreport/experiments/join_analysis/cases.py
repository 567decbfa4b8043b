"""What is measured, stage by stage, and what else identifies a case. Measures nothing."""

from collections.abc import Iterable, Iterator
from typing import Any

from ...datasets.parquet import FILE_PARTITIONS
from ...engines import engine_class
from ...engines.systems import SYSTEMS, speaking
from ...model import Case, Index, Options, Scale, Turns
from .data import CALLS, USERS, Calls
from .jobs import (
    CLUSTERED,
    EMPTY_JOB,
    IMPORT,
    LIMIT_S,
    LOADED,
    OF_WORKERS,
    RESERVE_BYTES,
    SIZE_FILES,
    SIZE_LOADED,
    START,
    WHY,
    WORKERS,
)  # fmt: skip
from .queries import LONGEST, QUERIES

READERS = ("duckdb", "clickhouse", *speaking("files"))
"""Systems that answer from the files."""
LOADERS = ("postgresql", "citus", "duckdb", "clickhouse")
"""Systems with tables of their own."""
ENGINES = tuple(name for name in SYSTEMS if name in (*READERS, *LOADERS))
OWN = {table.name: f"{table.name}_{LOADED}" for table in (CALLS, USERS)}
"""The names of a system's own tables, beside those of the files."""
DEALT_BY = {CALLS.name: "caller", USERS.name: "phone"}
"""What tables are dealt out by where there are several servers: those who call are where their calls are."""
PARTS = {Scale.SMOKE: 4}
"""Into how many parts, where not as shipped: each takes part of a second to move and to ask, whatever is in it."""
ORDER = {CALLS.name: ("started",), USERS.name: ("phone",)}
"""What a table lies in the order of, where a system keeps one: that of the files."""
INDEXES = tuple(
    Index(f"{table}_{column}", OWN[table], (column,))
    for table, columns in ((CALLS.name, ("caller", "callee", "started")), (USERS.name, ("phone",)))
    for column in columns
)
"""What a row store is given, as somebody would who expects all these questions."""


def cases(rows: Calls, scale: Scale) -> list[Case]:
    """Return every case, in the order they are measured; those of a cluster are for systems that can be one."""
    readers, loaders = frozenset(READERS), frozenset(LOADERS)
    # every run starts its systems: at smoke once is enough
    starts = [] if scale is Scale.SMOKE else [Case(START, engines=readers, turns=Turns.ACTION)]
    return [
        *starts,
        Case(EMPTY_JOB, engines=readers, turns=Turns.ACTION),
        Case(SIZE_FILES, engines=readers, turns=Turns.ONCE),
        *_asked("files", READERS, rows, scale),
        Case(IMPORT, engines=loaders, turns=Turns.ACTION),
        Case(SIZE_LOADED, engines=loaders, turns=Turns.ONCE),
        *_asked(LOADED, LOADERS, rows, scale),
        *(case for stage, asked in _of_workers(scale).items() for case in _asked(stage, CLUSTERED, rows, scale, asked)),
        *_reasons(rows, scale),
        *_asked("killed_worker", CLUSTERED, rows, scale, (LONGEST,), Turns.LOAD),
    ]


def _of_workers(scale: Scale) -> dict[str, tuple[str, ...]]:
    """Return what a cluster of one worker and of two is asked: at smoke, where nothing is compared, the least."""
    if scale is Scale.SMOKE:
        return {"two_workers": (LONGEST,)}
    return dict.fromkeys(("one_worker", "two_workers"), OF_WORKERS)


def _asked(
    stage: str, engines: Iterable[str], rows: Calls, scale: Scale, questions: Iterable[str] = QUERIES,
    turns: Turns = Turns.STATEMENT,
) -> Iterator[Case]:  # fmt: skip
    """Yield the questions at one stage; of the files, or of a system's own tables."""
    for question in questions:
        said = {
            name: QUERIES[question].format(**_tables_of(name, stage), estimated=estimated, **rows.parameters())
            for name in engines
            if (estimated := _estimated(name)) or "{estimated}" not in QUERIES[question]
        }
        # an estimate agrees with no other
        compare = "none" if "{estimated}" in QUERIES[question] else "rows"
        most = _tables_of(READERS[0], stage)
        sql = QUERIES[question].format(**most, estimated="approx_count_distinct(callee)", **rows.parameters())
        own = {name: text for name, text in said.items() if text != sql}
        yield Case(
            f"{stage}.{question}", sql, compare, engines=frozenset(said), timeout_s=LIMIT_S[scale], turns=turns, own=own
        )


def _tables_of(engine: str, stage: str) -> dict[str, str]:
    """Return what the tables are called that a system is asked of: its own where it reads no files."""
    return OWN if stage == LOADED or engine not in READERS else {name: name for name in OWN}


_THRESHOLD = "spark.sql.autoBroadcastJoinThreshold"
"""Up to how many bytes Spark sends a table to all who join with it; beyond, both sides are sorted and merged."""
_CHANGES = {"why.pairs_merged": f"SET {_THRESHOLD} = -1", "why.pairs_broadcast": f"SET {_THRESHOLD} = 1g"}


def _reasons(rows: Calls, scale: Scale) -> Iterator[Case]:
    """Yield the longest question between a change of one setting and its undoing; one of them at smoke."""
    sql = QUERIES[LONGEST].format(**{name: name for name in OWN}, **rows.parameters())
    for name in tuple(WHY)[:1] if scale is Scale.SMOKE else WHY:
        yield Case(
            name, sql, engines=frozenset({WHY[name]}), timeout_s=LIMIT_S[scale], before=(_CHANGES[name],),
            after=(f"RESET {_THRESHOLD}",),
        )  # fmt: skip


def _estimated(engine: str) -> str:
    return engine_class(engine).dialect.estimated_distinct("callee") if engine in SYSTEMS else ""


def asked(case: Case, engine: str, options: Options) -> dict[str, Any]:
    """Return what a system must leave of the memory, how the files are cut, and what is built beside a table."""
    facts: dict[str, Any] = {"reserve_bytes": RESERVE_BYTES, "row_group": Calls.PARTITION_ROWS}
    facts |= {"groups_per_file": FILE_PARTITIONS}
    if case.stage in WORKERS:
        facts["workers"] = WORKERS[case.stage]
    if engine in CLUSTERED and engine in LOADERS:
        facts["dealt_out"] = DEALT_BY
        facts |= {"parts": parts} if (parts := PARTS.get(options.scale)) else {}
    if (LOADED in case.name or engine not in READERS) and not engine_class(engine).columnar:
        facts["indexes"] = [f"{index.table}({', '.join(index.columns)})" for index in INDEXES]
    return facts
