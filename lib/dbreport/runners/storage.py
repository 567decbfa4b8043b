"""What the same records cost on disk, stored in different ways, and what it takes to get space back.

Sizes vary with nothing but the data: each is taken once.
"""

from __future__ import annotations

from pathlib import Path

from ..clients import sysbench
from ..datasets.stored import Encoding, StoredFile, StoredRecords
from ..engines.base import Engine, stopwatch
from ..errors import StatementFailed
from ..model import Case, Experiment, Scale
from .bench import Bench
from .compaction import peaks, waits
from .stored_table import COMPACT, LIFE, LIMIT_S, RECLAIM, TABLE, VALUES, WAYS, load, states, taken
from .under_load import use

ROWS = {Scale.SMOKE: 100, Scale.SMALL: 500, Scale.MEDIUM: 2_000, Scale.FULL: 10_000}
ENGINES = ("postgresql", "mysql", "mariadb", "duckdb", "sqlite", "clickhouse")
_SERVERS = frozenset({"postgresql", "mysql", "mariadb"})
BYTES_PER_ROW = 600_000
"""Room one engine is given on the disk: 70 KB of a record, twice for a rebuild, its log, base64 beside bytes."""


def ways() -> list[Case]:
    """Return a case for each encoding of the raw page and each way to store it."""
    names = dict.fromkeys(way for of_engine in WAYS.values() for way in of_engine)
    return [
        Case(f"size.{encoding}.{way}", engines=frozenset(e for e, of_engine in WAYS.items() if way in of_engine))
        for encoding in Encoding
        for way in names
    ]


def cases() -> list[Case]:
    life = [Case(f"life.{state}") for state in LIFE]
    compaction = [
        Case("wait.compact", engines=_SERVERS),
        Case("wait.reclaim", engines=frozenset(RECLAIM)),
        Case("peak.compact"),
    ]
    return [*ways(), *life, *compaction]


def run(bench: Bench, rows: StoredRecords, text: Path) -> None:
    """Measure whatever is asked for and not yet done. `text` is the Arrow file of the rows."""
    for case in ways():
        _, encoding, way = case.name.split(".")
        _sizes(bench, case.name, StoredFile(text, rows.count, Encoding(encoding)), way)
    stored = StoredFile(text, rows.count)
    _life(bench, stored)
    peaks(bench, stored)
    if bench.needing("wait.compact", "wait.reclaim"):
        use(bench, "sysbench", sysbench.OLDEST)
        for what, statements in (("compact", COMPACT), ("reclaim", RECLAIM)):
            waits(bench, f"wait.{what}", stored, statements, text.parent)


def _sizes(bench: Bench, case: str, stored: StoredFile, way: str) -> None:
    """Load the records in one way and keep what they take on disk."""
    for live in bench.needing(case):
        bench.reporter.begin(case, live.name)
        with bench.guarded(live, case, "size_table", "bytes"):
            with stopwatch() as elapsed:
                load(live.engine, stored, way)
            values = {**taken(live.engine, stored), "duration": (elapsed[0], "s")}
            handed_over = same_rows(live.engine, stored)
            values |= {f"values_{name}": (float(n), "bytes") for name, n in handed_over.items()}
            live.add(case, 0, values)
            bench.reporter.end(case, live.name, f"{values['size_table'][0] / 1e6:,.0f} MB")
        live.finish(case)


def same_rows(engine: Engine, stored: StoredFile) -> dict[str, int]:
    """Make sure that what is stored comes back, and return the bytes of every column. Raises StatementFailed."""
    # octet_length is for bytes alone on some systems; every character of the texts here is one byte
    length = {c.name: "octet_length" if c.kind == "bytes" else "length" for c in stored.table.columns}
    sums = ", ".join(f"sum({length[name]}({name}))" for name in VALUES)
    ((count, *lengths),) = engine.run(f"SELECT count(*), {sums} FROM {TABLE}", LIMIT_S, fetch=True).rows or [()]
    wanted = stored.raw_bytes()
    if (int(count), *(int(n) for n in lengths)) != (stored.count, *(wanted[name] for name in VALUES)):
        raise StatementFailed(
            f"{engine.name} gives back {count} rows of {lengths} bytes, not {stored.count} of {wanted}"
        )
    return wanted


def _life(bench: Bench, stored: StoredFile) -> None:
    """Take the table through its states on every system that lacks one; sizes after each."""
    names = [f"life.{state}" for state in LIFE]
    for live in bench.needing(*names):
        live.forget(names)  # a state is reached from the one before: all of them or none
        for case, reach in zip(names, states(live.engine, stored), strict=True):
            bench.reporter.begin(case, live.name)
            with bench.guarded(live, case, "size_table", "bytes"):
                with stopwatch() as elapsed:
                    reach()
                values = {**taken(live.engine, stored), "duration": (elapsed[0], "s")}
                live.add(case, 0, values)
                bench.reporter.end(case, live.name, f"{values['size_table'][0] / 1e6:,.0f} MB")
            live.finish(case)


EXPERIMENT = Experiment(
    name="storage",
    rows=ROWS,
    dataset=StoredRecords,
    cases=cases,
    run=run,
    engines=ENGINES,
    bytes_per_row=BYTES_PER_ROW,
)
