"""SQLite by apsw, in a worker process. Client and engine are one: fetching, as Python values, is inside the clock.

LIKE compares without regard to case as shipped and so cannot use an index; digits have no case, so answers agree.
"""

import itertools
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from .. import allotted
from ..meters import digest_of_many
from ..model import Durability, Rows, Table, Way
from .base import Address, Ran, column_list, stopwatch, tuples
from .dialect import Dialect, DocumentTable, WayToRead, newest_by_steps
from .launch.inner import Connected, driver_errors, sync_files
from .launch.worker import WorkerEngine
from .setup import Setup

_TYPES = {
    "int32": "INTEGER",
    "int64": "BIGINT",
    "float64": "REAL",
    "text": "TEXT",
    "json": "TEXT",
    "bytes": "BLOB",
    "timestamp": "TEXT",
}

_DURABILITY: dict[Durability, dict[str, str | int]] = {
    # FULL is what SQLite ships, but with a rollback journal it leaves the journal's removal unsynced:
    # after a power failure the journal may be back and undo the last commit. EXTRA syncs the folder too.
    Durability.FULL: {"synchronous": "EXTRA"},
    # there is no class between: NORMAL with a write-ahead log syncs at checkpoints, whenever these come
    Durability.NONE: {"synchronous": "OFF"},
}

# Rows of one INSERT: from 20 on the cost of a statement no longer shows (500 and 2000 are slower again).
_ROWS_PER_INSERT = 20

_FILE = "data.sqlite"
_PRAGMAS = ("cache_size", "journal_mode", "mmap_size", "page_size", "synchronous", "temp_store", "threads")
_COMPILED = ("COMPILER", "DEFAULT_CACHE_SIZE", "ENABLE_STAT4", "MAX_MMAP_SIZE", "MAX_WORKER_THREADS", "THREADSAFE")


def _tuned(budget_bytes: int) -> dict[str, str | int]:
    return {
        # the budget goes to mapped pages, not to cache_size: the sorter takes runs as long as the cache, and
        # long runs lose the processor's caches (grouping and index builds took twice the time at 128 MiB and more)
        "mmap_size": budget_bytes,
        "threads": allotted.cores(),  # helpers for sorting; everything else is one thread in SQLite
        # as every other system here compares, and the condition for LIKE to use an index
        "case_sensitive_like": "ON",
        # no write-ahead log: it writes an import twice and helps only where readers meet a writer
    }


class _SQLiteInner(Connected):
    def __init__(self, setup: Setup) -> None:
        os.environ["SQLITE_TMPDIR"] = str(setup.folder)  # sorts spill to the disk that is measured, not to /tmp
        import apsw

        self._driver = apsw
        self._folder = setup.folder
        self._file = setup.folder / _FILE
        self._connection = apsw.Connection(str(self._file))
        for name, value in setup.wanted(_DURABILITY, _tuned).items():
            self._connection.pragma(name, value)

    def _mapped(self) -> AbstractContextManager[None]:
        broken = (self._driver.CorruptError, self._driver.NotADBError)
        return driver_errors("sqlite", self._driver.InterruptError, broken, self._driver.Error)

    def version(self) -> str:
        return str(self._all("SELECT sqlite_version()")[0][0])

    def settings(self) -> dict[str, str]:
        """Return the pragmas in force and how this build was compiled."""
        pragmas = {name: str(self._connection.pragma(name)) for name in _PRAGMAS}
        # this pragma can be set but not asked
        pragmas["case_sensitive_like"] = str(self._all("SELECT 'a' NOT LIKE 'A'")[0][0])
        options = (option.partition("=") for option in self._driver.compile_options)
        return pragmas | {f"compiled {name}": value or "yes" for name, _, value in options if name in _COMPILED}

    def create(self, table: Table) -> None:
        self._all(f"DROP TABLE IF EXISTS {table.name}")
        self._all(f"CREATE TABLE {table.name} ({column_list(table, lambda c: _TYPES[c.kind])})")

    def load(self, rows: Rows, way: Way, text_file: Path | None = None) -> float:
        """Load in one transaction over one connection: SQLite has one writer at a time.

        Bulk binds twenty rows to each INSERT, made ready as tuples with the clock stopped. Slower in the
        same trial of 500 thousand rows: one row an INSERT (half its rate), json_each (0.4), carray (0.01).
        """
        if way is Way.PLAIN:
            assert text_file is not None
            return self._parse_file(rows.table, text_file)
        elapsed_s = 0.0
        with self._transaction() as committing:
            # not base.load_in_waves: ten partitions at once as Python values would take a gigabyte
            for part in range(rows.partitions):
                groups = _groups(rows.arrow(part))
                with stopwatch() as elapsed:
                    for width, group in groups:
                        values = ", ".join([_marks(rows.table)] * width)
                        self._connection.executemany(f"INSERT INTO {rows.table.name} VALUES {values}", group)
                elapsed_s += elapsed[0]
        return elapsed_s + committing[0]

    def _parse_file(self, table: Table, text_file: Path) -> float:
        insert = f"INSERT INTO {table.name} VALUES {_marks(table)}"
        with stopwatch() as elapsed, text_file.open(encoding="utf-8", newline="\n") as file, self._transaction():
            self._connection.executemany(insert, (line.rstrip("\n").split("\t") for line in file))
        return elapsed[0]

    @contextmanager
    def _transaction(self) -> Iterator[list[float]]:
        """Commit at the end, undo on an error; the list's one element is the seconds the commit took."""
        spent = [0.0]
        with self._mapped():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield spent
                with stopwatch() as committing:
                    self._connection.execute("COMMIT")
                spent[0] = committing[0]
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def fill(self, rows: Rows) -> float:
        insert, elapsed_s = f"INSERT INTO {rows.table.name} VALUES {_marks(rows.table)}", 0.0
        with self._transaction() as committing:
            for part in range(rows.partitions):
                made = tuples(rows.arrow(part))
                # a moment is its text in ISO form, which sorts as it should
                texts = [tuple(v.isoformat(" ") if isinstance(v, datetime) else v for v in row) for row in made]
                with stopwatch() as elapsed:
                    self._connection.executemany(insert, texts)
                elapsed_s += elapsed[0]
        return elapsed_s + committing[0] + self.checkpoint()

    def run(self, sql: str, timeout_s: float, fetch: bool = False, digest: bool = False) -> Ran:
        with stopwatch() as elapsed:
            answer = self._all(sql)
        return Ran(elapsed[0], answer if fetch else None, digest_of_many(answer) if digest else None)

    def explain(self, sql: str) -> str:
        depth = {0: -1}
        lines = []
        for node, parent, _, text in self._all(f"EXPLAIN QUERY PLAN {sql}"):
            depth[node] = depth[parent] + 1
            lines.append("  " * depth[node] + text)
        return "\n".join(lines)

    def checkpoint(self) -> float:
        with stopwatch() as elapsed:
            self._all("PRAGMA wal_checkpoint(TRUNCATE)")  # does nothing with a rollback journal
            # closing a file drops this process's locks on it; between statements SQLite holds none
            sync_files(self._folder)
        return elapsed[0]

    def size(self, table: Table) -> dict[str, int]:
        """Return bytes of the pages of the table, of its indexes, and of the journal or log beside the file.

        By dbstat, in whole pages. Pages free inside the file, kept for reuse, count as none of them.
        """
        parts = dict(
            self._all(
                "SELECT s.type, sum(d.pgsize) FROM dbstat AS d JOIN sqlite_schema AS s ON s.name = d.name"
                f" WHERE d.aggregate = TRUE AND s.tbl_name = '{table.name}' GROUP BY s.type"
            )
        )
        beside = [self._file.with_name(self._file.name + suffix) for suffix in ("-journal", "-wal")]
        log = sum(file.stat().st_size for file in beside if file.exists())
        return {"table": parts.get("table", 0), "index": parts.get("index", 0), "log": log}


def _marks(table: Table) -> str:
    return f"({', '.join('?' * len(table.columns))})"


def _groups(batch: Any) -> list[tuple[int, list[tuple[Any, ...]]]]:
    """Return the batch as parameter tuples of twenty rows each, and what is left as tuples of one."""
    rows = list(zip(*(column.to_pylist() for column in batch.columns), strict=True))
    whole = len(rows) - len(rows) % _ROWS_PER_INSERT
    starts = range(0, whole, _ROWS_PER_INSERT)
    flat = [tuple(itertools.chain.from_iterable(rows[n : n + _ROWS_PER_INSERT])) for n in starts]
    return [(_ROWS_PER_INSERT, flat), (1, rows[whole:])]


class _SQLiteDialect(Dialect):
    session = ("PRAGMA case_sensitive_like = ON",)
    one_file = True

    def newest_of_each(self, table: str, key: str, moment: str, value: str) -> str:
        return newest_by_steps(table, key, moment, value)

    def compact(self, table: str) -> str:
        return "VACUUM"

    def facts(self, table: str) -> dict[str, tuple[str, str]]:
        free = "SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size"
        return {"size_free": (free, "bytes")}

    def ways_to_read(self, table: str) -> dict[str, WayToRead]:
        modes = {"shipped": "DELETE", "wal": "WAL"}  # which the file itself keeps
        return {way: WayToRead(started=(f"PRAGMA journal_mode = {mode}",)) for way, mode in modes.items()}

    def ways_to_compress(self, kind: str) -> dict[str, DocumentTable]:
        return {"": DocumentTable(f"id INTEGER PRIMARY KEY, body {'TEXT' if kind == 'text' else 'BLOB'} NOT NULL)")}


class SQLite(WorkerEngine):
    name = "sqlite"
    driver = "apsw"
    inner = _SQLiteInner
    dialect = _SQLiteDialect()
    durable = frozenset(_DURABILITY)
    ordered_index = "B-tree"

    def client_address(self) -> Address:
        """Return the file: another program opens it by an SQLite of its own, while no transaction of ours goes on."""
        return Address("sqlite", "", 0, "", "", str(self.setup.folder / _FILE), "main")

    def requested(self) -> dict[str, Any]:
        wanted = self.setup.wanted(_DURABILITY, _tuned)
        # of another machine's result nobody knows here how many processors it had
        return wanted | {"threads": "a processor each"} if "threads" in wanted else wanted
