"""DuckDB, in a worker process. Answers end as Arrow tables, the form its own client hands out without a copy.

Not here: the worker and the pipe to it (`launch/worker.py`). `import duckdb` below is the driver, not this module.
"""

import itertools
import json
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from ..meters import digest_of_many
from ..model import Durability, Rows, Table, Way
from .base import Ran, column_list, stopwatch
from .dialect import Dialect, DocumentTable, Statements
from .launch.inner import Connected, driver_errors, sync_files
from .launch.worker import WorkerEngine
from .setup import Setup
from .waves import load_in_waves, one_by_one

_TYPES = {
    "int32": "INTEGER",
    "int64": "BIGINT",
    "float64": "DOUBLE",
    "text": "VARCHAR",
    "json": "JSON",
    "bytes": "BLOB",
    "timestamp": "TIMESTAMPTZ",
}

_DURABILITY: dict[Durability, dict[str, str]] = {
    # as shipped: every commit ends with fdatasync, of the log or, for an import that bypasses it, of the file
    Durability.FULL: {},
    Durability.NONE: {"fsync_mode": "NONE"},
}

_FEW_ROWS = 10_000
"""So many of an answer are Python objects at once where none is kept."""

_SETTINGS = (
    "checkpoint_threshold",
    "enable_optimistic_write",
    "force_compression",
    "fsync_mode",
    "index_scan_max_count",
    "index_scan_percentage",
    "memory_limit",
    "preserve_insertion_order",
    "threads",
    "write_buffer_row_group_count",
)


def _tuned(budget_bytes: int) -> dict[str, str]:
    return {
        "memory_limit": f"{budget_bytes >> 20}MiB",  # buffers and operators together; beyond it they spill
        "preserve_insertion_order": "false",  # a table is a set: lets every thread append row groups of its own
        "checkpoint_threshold": f"{budget_bytes >> 22}MiB",  # no checkpoint amid a run of small commits
    }


def _limited(setup: Setup) -> dict[str, str]:
    """Return what keeps it within a limit of memory, where there is one."""
    if not setup.memory_limit_bytes:
        return {}
    return {"memory_limit": f"{setup.memory_limit_bytes >> 20}MiB", "temp_directory": str(setup.spill)}


class _DuckDBInner(Connected):
    def __init__(self, setup: Setup) -> None:
        import duckdb
        import pyarrow  # noqa: F401 - answers come as its tables: loaded now, it is no part of a first answer's time

        self._driver = duckdb
        self._folder = setup.folder
        self._file = setup.folder / "data.duckdb"
        self._connection = duckdb.connect(str(self._file), config=setup.wanted(_DURABILITY, _tuned) | _limited(setup))

    def _mapped(self) -> AbstractContextManager[None]:
        broken = (self._driver.FatalException, self._driver.InternalException)
        return driver_errors("duckdb", self._driver.InterruptException, broken, self._driver.Error)

    def version(self) -> str:
        return str(self._all("SELECT version()")[0][0]).removeprefix("v")

    def settings(self) -> dict[str, str]:
        return dict(sorted(self._all(f"SELECT name, value FROM duckdb_settings() WHERE name IN {_SETTINGS}")))

    def attach(self, table: Table, files: Path) -> None:
        source = str(files / "*.parquet").replace("'", "''")
        self._all(f"CREATE OR REPLACE VIEW {table.name} AS FROM read_parquet('{source}')")

    def create(self, table: Table) -> None:
        self._all(f"CREATE OR REPLACE TABLE {table.name} ({column_list(table, lambda c: _TYPES[c.kind])})")

    def load(self, rows: Rows, way: Way, text_file: Path | None = None) -> float:
        """Load in one transaction over one connection: DuckDB spreads an INSERT over its own threads.

        Tried beside it with two million rows: a connection per core, one record-batch reader for all,
        row-group-sized slices; none was faster beyond the spread between repeats.
        """
        if way is Way.PLAIN:
            assert text_file is not None
            return self._copy_file(rows.table, text_file)
        self._all("BEGIN")
        try:
            elapsed_s = load_in_waves(rows, rows.arrow, [lambda wave: self._insert(rows.table, wave)])
            with stopwatch() as committing:
                self._all("COMMIT")
        except BaseException:
            self._connection.rollback()
            raise
        return elapsed_s + committing[0]

    def _copy_file(self, table: Table, text_file: Path) -> float:
        path = str(text_file).replace("'", "''")
        # an empty field is an empty text; \N, the mark for NULL, does not occur in the rows
        options = r"FORMAT csv, DELIMITER '\t', HEADER false, QUOTE '', ESCAPE '', NULLSTR '\N'"
        with stopwatch() as elapsed:
            self._all(f"COPY {table.name} FROM '{path}' ({options})")
        return elapsed[0]

    def _insert(self, table: Table, batches: Sequence[Any]) -> None:
        import pyarrow

        self._connection.register("wave", pyarrow.Table.from_batches(batches))
        try:
            self._all(f"INSERT INTO {table.name} SELECT * FROM wave")
        finally:
            self._connection.unregister("wave")

    def fill(self, rows: Rows) -> float:
        return one_by_one(rows, lambda batch: self._insert(rows.table, [batch])) + self.checkpoint()

    def run(self, sql: str, timeout_s: float, fetch: bool = False, digest: bool = False) -> Ran:
        # sql() collects straight into Arrow; execute() would make DuckDB's own result first and copy it
        with stopwatch() as elapsed, self._mapped():
            relation = self._connection.sql(sql)
            answer = relation.to_arrow_table() if relation is not None else None
        batches = answer.to_batches(_FEW_ROWS) if answer is not None else []
        rows = itertools.chain.from_iterable(zip(*map(_plain, batch.columns), strict=True) for batch in batches)
        return Ran(elapsed[0], list(rows) if fetch else None, digest_of_many(rows) if digest else None)

    def explain(self, sql: str) -> str:
        """Return the plan. Whether a lookup goes through an index is decided while it runs and not shown here."""
        return "\n".join(str(text) for _, text in self._all(f"EXPLAIN {sql}"))

    def checkpoint(self) -> float:
        with stopwatch() as elapsed:
            self._all("CHECKPOINT")
            sync_files(self._folder)  # with fsync_mode NONE the checkpoint alone reaches the page cache only
        return elapsed[0]

    def size(self, table: Table) -> dict[str, int]:
        """Return bytes of the file's blocks in use, in whole blocks (256 KiB).

        DuckDB does not say what an index occupies: `table` are the blocks that hold the table's segments,
        `index` every other block in use where there is an index (so catalogue and statistics are in it, a
        few blocks). Blocks free inside the file, which it keeps for reuse, count as neither.
        """
        block_bytes, used = self._all("SELECT block_size, used_blocks FROM pragma_database_size()")[0]
        segments = f"pragma_storage_info('{table.name}')"
        held = self._all(
            f"SELECT count(DISTINCT block) FROM (SELECT block_id AS block FROM {segments}"
            f" UNION ALL SELECT unnest(additional_block_ids) FROM {segments}) WHERE block >= 0"
        )[0][0]
        indexes = self._all(f"SELECT count(*) FROM duckdb_indexes() WHERE table_name = '{table.name}'")[0][0]
        log = self._file.with_name(self._file.name + ".wal")
        return {
            "table": (held if indexes else used) * block_bytes,
            "index": (used - held) * block_bytes if indexes else 0,
            "log": log.stat().st_size if log.exists() else 0,
        }


def _plain(column: Any) -> list[Any]:
    """Turn a column into Python values; sums come as decimals without a fraction (128 bits) and become int."""
    import pyarrow

    values = column.to_pylist()
    if pyarrow.types.is_decimal(column.type) and column.type.scale == 0:
        return [None if value is None else int(value) for value in values]
    return values


class _DuckDBDialect(Dialect):
    session = ("SET TimeZone = 'UTC'",)  # serves to fill: the column keeps no zone
    one_file = True

    def alike(self, table: Table) -> Statements:
        moments = (c.name for c in table.columns if c.kind == "timestamp")
        return tuple(f"ALTER TABLE {table.name} ALTER {name} TYPE TIMESTAMP" for name in moments)

    def newest_of_each(self, table: str, key: str, moment: str, value: str) -> str:
        return f"SELECT {key}, max({moment}), arg_max({value}, {moment}) FROM {table} GROUP BY {key}"

    def compact(self, table: str) -> str:
        return "CHECKPOINT"

    def facts(self, table: str) -> dict[str, tuple[str, str]]:
        return {"size_free": ("SELECT free_blocks * block_size FROM pragma_database_size()", "bytes")}

    def ways_to_compress(self, kind: str) -> dict[str, DocumentTable]:
        if kind == "bytes":
            return {"": DocumentTable("id BIGINT, body BLOB NOT NULL)")}
        text = "id BIGINT, body VARCHAR NOT NULL)"
        zstd, auto = (f"PRAGMA force_compression = '{method}'" for method in ("zstd", "auto"))
        return {"": DocumentTable(text), "zstd": DocumentTable(text, (zstd,), (auto,))}


class DuckDB(WorkerEngine):
    name = "duckdb"
    driver = "duckdb"
    inner = _DuckDBInner
    dialect = _DuckDBDialect()
    durable = frozenset(_DURABILITY)
    ordered_index = "adaptive radix tree (for lookups that select a thousandth of the table at most)"
    columnar = True

    def requested(self) -> dict[str, Any]:
        return self.setup.wanted(_DURABILITY, _tuned)

    def examined(self, sql: str, timeout_s: float) -> dict[str, int]:
        report = self.run(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", timeout_s, fetch=True)
        assert report.rows
        profile = json.loads(report.rows[0][1])
        return {"rows_read": sum(rows for operator in profile["operator"] for rows in _scanned(operator))}


def _scanned(operator: dict[str, Any]) -> Iterator[int]:
    """Yield the rows that an operator of a profile, and those below it, took from a table."""
    yield int(operator.get("rows_scanned", 0))
    for child in operator.get("children", ()):
        yield from _scanned(child)
