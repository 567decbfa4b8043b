"""ClickHouse as chDB, the same engine as a library, in a worker process. Answers end as Arrow streams in memory.

Not here: the worker (`launch/worker.py`). A process can have one data folder open, and any number of connections.
"""

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..errors import EngineDied, StatementFailed, StatementTimeout
from ..meters import digest_of_many
from ..model import Column, Durability, Index, Profile, Rows, Table, Way
from .base import Ran, stopwatch, tuples
from .clickhouse_dialect import ClickHouseDialect
from .clickhouse_settings import DURABILITY, SERVER_SETTINGS, SESSION, SETTINGS, tuned_server, tuned_session, xml
from .launch.inner import Inner, sync_files
from .launch.worker import WorkerEngine
from .setup import Setup
from .waves import load_in_waves, one_by_one

_TYPES = {
    "int32": "Int32",
    "int64": "Int64",
    "float64": "Float64",
    "text": "String",
    "json": "JSON",
    "bytes": "String",
    "timestamp": "DateTime64(6, 'UTC')",
}

_TIMED_OUT = (159, 394)  # TIMEOUT_EXCEEDED, QUERY_WAS_CANCELLED
_QUIET_S = 0.5


class _ClickHouseInner(Inner):
    def __init__(self, setup: Setup) -> None:
        from chdb.state import sqlitelike

        self._driver = sqlitelike
        self._folder = setup.folder
        self._cancelled = self._building = False
        self._session = dict(SESSION)
        server: dict[str, int] = {}
        places: dict[str, str] = {}
        if setup.profile is Profile.TUNED:
            server = tuned_server(setup.memory_budget_bytes)
            self._session |= tuned_session(setup.memory_budget_bytes)
        if setup.memory_limit_bytes:
            # of half the limit it spills by itself, as shipped
            self._session["max_memory_usage"] = server["max_server_memory_usage"] = setup.memory_limit_bytes
            setup.spill.mkdir(exist_ok=True)
            places["tmp_path"] = f"{setup.spill}/"
        config = setup.folder / "config.xml"
        config.write_text(xml({"merge_tree": DURABILITY[setup.durability], **server, **places}), encoding="utf-8")
        self._url = f"{setup.folder / 'data'}?config-file={config}"
        self._connection = self._driver.Connection(self._url)
        self._all("CREATE DATABASE IF NOT EXISTS dbreport")
        self._all("USE dbreport")
        for name, value in self._session.items():
            self._all(f"SET {name} = {value}")

    def close(self) -> None:
        self._connection.close()

    def cancel(self) -> None:
        if self._building:  # keeps its own limit; a kill could hit the statements that tidy up after it
            return
        self._cancelled = True
        # the connection is busy with what is to be cancelled
        other = self._driver.Connection(self._url)
        try:
            other.query("KILL QUERY WHERE query NOT LIKE 'KILL %' ASYNC")
        finally:
            other.close()

    @contextmanager
    def _mapped(self) -> Iterator[None]:
        """Turn the driver's errors into ours."""
        self._cancelled = False
        try:
            yield
        except RuntimeError as error:  # the base of all that chDB raises
            code = re.search(r"Code: (\d+)", str(error))
            if self._cancelled or (code and int(code[1]) in _TIMED_OUT):
                raise StatementTimeout(f"clickhouse stopped the statement at the time limit: {error}") from None
            if code is None:
                raise EngineDied(f"chDB: {error}") from None
            raise StatementFailed(f"clickhouse: {error}") from None

    def _bytes(self, sql: str, form: str = "ArrowStream") -> bytes:
        with self._mapped():
            return self._connection.query(sql, form).bytes()

    def _all(self, sql: str) -> list[tuple[Any, ...]]:
        return list(_rows_of(self._bytes(sql)))

    def version(self) -> str:
        return str(self._all("SELECT version()")[0][0])

    def settings(self) -> dict[str, str]:
        """Return what matters of the settings, and whatever was changed of those of MergeTree and the server."""
        shown = self._all(
            "SELECT concat('server ', name), value FROM system.server_settings"
            f" WHERE name IN {SERVER_SETTINGS} UNION ALL"
            f" SELECT name, value FROM system.settings WHERE name IN {SETTINGS} UNION ALL"
            " SELECT concat('merge_tree ', name), value FROM system.merge_tree_settings"
            f" WHERE changed OR name IN {tuple(DURABILITY[Durability.FULL])}"
        )
        return dict(sorted(shown))

    def attach(self, table: Table, files: Path) -> None:
        columns = ", ".join(f"{c.name} {_type(c)}" for c in table.columns)
        source = _quoted(files / "*.parquet")
        self._all(f"CREATE OR REPLACE VIEW {table.name} AS SELECT * FROM file({source}, Parquet, '{columns}')")

    def worked(self) -> dict[str, int]:
        event = "ExternalProcessingCompressedBytesTotal"
        spilled = self._all(f"SELECT sum(value) FROM system.events WHERE event = '{event}'")
        return {"spilled_bytes": int(spilled[0][0])}

    def create(self, table: Table) -> None:
        columns = ", ".join(f"{c.name} {_type(c)}" for c in table.columns)
        key = ", ".join(table.primary_key)  # what rows are sorted by; empty is no order
        self._all(ClickHouse.dialect.drop(table.name))
        self._all(f"CREATE TABLE {table.name} ({columns}) ENGINE = MergeTree ORDER BY ({key})")

    def load(self, rows: Rows, way: Way, text_file: Path | None = None) -> float:
        """Load over one connection, as fast as one per core: ClickHouse spreads an INSERT over its own threads."""
        # limits of an earlier statement must not end an import
        self._all("SET max_execution_time = 0")
        if way is Way.PLAIN:
            assert text_file is not None
            with stopwatch() as elapsed:
                # Raw: the file has no escapes
                self._bytes(f"INSERT INTO {rows.table.name} FROM INFILE {_quoted(text_file)} FORMAT TabSeparatedRaw")
            return elapsed[0]
        return load_in_waves(rows, rows.arrow, [lambda batches: self._insert(rows.table, batches)])

    def _insert(self, table: Table, batches: Sequence[Any]) -> None:
        import pyarrow

        # chDB finds the Arrow table by the name of this variable and reads it where it lies
        wave = pyarrow.Table.from_batches(batches)
        with self._mapped():
            self._connection.query(f"INSERT INTO {table.name} SELECT * FROM Python(wave)")
        del wave

    def fill(self, rows: Rows) -> float:
        return one_by_one(rows, lambda batch: self._insert(rows.table, [batch])) + self.checkpoint()

    def build_index(self, index: Index, timeout_s: float) -> float:
        """Build a projection: the table once more, ordered by the index's columns."""
        deadline = time.monotonic() + timeout_s
        alter, columns = f"ALTER TABLE {index.table}", ", ".join(index.columns)
        self._all("SET max_execution_time = 0")
        self._building = True
        try:
            with stopwatch() as elapsed:
                self._all(f"{alter} ADD PROJECTION {index.name} (SELECT * ORDER BY {columns})")
                # cancelling a statement that waits for a mutation leaves the mutation running: it is watched here
                self._all(f"{alter} MATERIALIZE PROJECTION {index.name} SETTINGS mutations_sync = 0")
                self._await_mutations(index.table, deadline)
        except (StatementTimeout, StatementFailed):
            self._all(f"KILL MUTATION WHERE database = 'dbreport' AND table = '{index.table}' AND NOT is_done")
            self.drop_index(index)
            raise
        finally:
            self._building = False
        return elapsed[0]

    def _await_mutations(self, table: str, deadline: float) -> None:
        while pending := self._all(
            "SELECT latest_fail_reason FROM system.mutations"
            f" WHERE database = 'dbreport' AND table = '{table}' AND NOT is_done"
        ):
            if pending[0][0]:
                raise StatementFailed(f"clickhouse: {pending[0][0]}")
            if time.monotonic() > deadline:
                raise StatementTimeout("clickhouse did not build the projection within the time limit")
            time.sleep(0.005)

    def drop_index(self, index: Index) -> None:
        self._all(f"ALTER TABLE {index.table} DROP PROJECTION IF EXISTS {index.name} SETTINGS mutations_sync = 2")

    def run(self, sql: str, timeout_s: float, fetch: bool = False, digest: bool = False) -> Ran:
        self._all(f"SET max_execution_time = {timeout_s}")
        with stopwatch() as elapsed:
            answer = self._bytes(sql)
        rows = _rows_of(answer)
        return Ran(elapsed[0], list(rows) if fetch else None, digest_of_many(rows) if digest else None)

    def explain(self, sql: str) -> str:
        return self._bytes(f"EXPLAIN indexes = 1 {sql}", "TabSeparatedRaw").decode().rstrip("\n")

    def analyze(self, table: Table) -> float:
        """Do nothing: MergeTree keeps what it knows of the data (marks, counts) as it writes it."""
        with stopwatch() as elapsed:
            pass
        return elapsed[0]

    def checkpoint(self) -> float:
        """Wait for merges under way and those they lead to; `OPTIMIZE` would ask for merges nobody needs."""
        begin = busy = time.perf_counter()
        self._all("SET max_execution_time = 0")
        # the scheduler looks for the next merge a moment after one has ended; that moment is not counted
        while time.perf_counter() - busy < _QUIET_S:
            mutations = "SELECT count() FROM system.mutations WHERE NOT is_done"
            if self._all(f"SELECT (SELECT count() FROM system.merges) + ({mutations})")[0][0]:
                busy = time.perf_counter()
            time.sleep(0.02)
        with stopwatch() as syncing:
            sync_files(self._folder)
        return busy - begin + syncing[0]

    def size(self, table: Table) -> dict[str, int]:
        """Return bytes of the files of active parts, projections apart. MergeTree has no log."""
        # parts that a merge has replaced stay on disk for eight minutes as shipped, and are not active
        where = f"WHERE active AND database = 'dbreport' AND table = '{table.name}'"
        whole, index = self._all(
            f"SELECT (SELECT sum(bytes_on_disk) FROM system.parts {where}),"
            f" (SELECT sum(bytes_on_disk) FROM system.projection_parts {where})"
        )[0]
        return {"table": whole - index, "index": index, "log": 0}


def _quoted(path: Path) -> str:
    """Return a path as it stands in a statement."""
    escaped = str(path).replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _type(column: Column) -> str:
    return f"Nullable({_TYPES[column.kind]})" if column.nullable else _TYPES[column.kind]


def _rows_of(stream: bytes) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of an Arrow stream, batch by batch; a statement without a result has an empty one."""
    if not stream:
        return
    import pyarrow

    for batch in pyarrow.ipc.open_stream(stream):
        yield from tuples(batch)


class ClickHouse(WorkerEngine):
    name = "clickhouse"
    driver = "chdb"
    inner = _ClickHouseInner
    dialect = ClickHouseDialect()
    durable = frozenset(DURABILITY)
    ordered_index = "projection: a second copy of the table ordered by the column, with a sparse index"
    columnar = True

    def requested(self) -> dict[str, Any]:
        return self.setup.wanted(DURABILITY, lambda budget: tuned_server(budget) | tuned_session(budget))

    def examined(self, sql: str, timeout_s: float) -> dict[str, int]:
        """Return the rows of the granules that remain after the primary key has been consulted."""
        estimate = self.run(f"EXPLAIN ESTIMATE {sql}", timeout_s, fetch=True)
        return {"rows_read": sum(int(rows) for _, _, _, rows, _ in estimate.rows or ())}
