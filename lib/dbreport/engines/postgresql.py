"""PostgreSQL, by libpq: results arrive in libpq's memory before any of it becomes a Python object."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

from ..errors import AccessRefused, EngineDied, StatementFailed, StatementTimeout
from ..model import Durability, Index, Rows, Table, Way
from .base import SPARE_CONNECTIONS, Address, Flags, Ran, column_list, load_in_waves, stopwatch, tuples
from .launch import Programs, ServerEngine
from .launch.external import NAMESPACE
from .postgresql_report import what_was_read

_TYPES = {
    "int32": "integer",
    "int64": "bigint",
    "float64": "double precision",
    "text": "text",
    "json": "json",
    "bytes": "bytea",
    "timestamp": "timestamptz",
}

# what each kind is sent as in a binary COPY; json is its text there
_BINARY = {**_TYPES, "int32": "int4", "int64": "int8", "float64": "float8", "json": "text"}

_DURABILITY: dict[Durability, dict[str, str]] = {
    Durability.FULL: {},
    # the WAL writer syncs within three times wal_writer_delay, 0.6 s
    Durability.RELAXED: {"synchronous_commit": "off"},
    Durability.NONE: {"synchronous_commit": "off", "fsync": "off"},
}

_SETTINGS = """
    autovacuum checkpoint_timeout default_toast_compression effective_cache_size effective_io_concurrency fsync
    full_page_writes io_method jit lc_collate maintenance_work_mem max_connections
    max_parallel_workers_per_gather max_wal_size
    random_page_cost server_encoding shared_buffers synchronous_commit wal_buffers wal_compression wal_level
    wal_sync_method work_mem
""".split()


def _tuned(budget_bytes: int) -> dict[str, str]:
    megabytes = budget_bytes >> 20
    return {
        # the kernel's cache holds what these do not; half each is the manual's advice for a server of its own
        "shared_buffers": f"{megabytes // 2}MB",
        "effective_cache_size": f"{megabytes}MB",
        "work_mem": f"{max(megabytes // 32, 4)}MB",  # sorts and hashes, a few at a time
        "maintenance_work_mem": f"{max(megabytes // 4, 64)}MB",  # index builds
        "max_wal_size": "8GB",  # no checkpoint in the middle of an import
        "checkpoint_timeout": "30min",
        "wal_level": "minimal",  # no replica to feed, as MySQL's binary log is off in its tuned profile
        "max_wal_senders": "0",
        "random_page_cost": "1.1",  # the disk is not a spinning one
    }


class PostgreSQL(ServerEngine):
    name = "postgresql"
    program = "postgres"
    places = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql@*/bin")
    bulk_connections = 2
    stop_signal = "SIGINT"  # fast shutdown: sessions are ended, a checkpoint is written
    flags = Flags(
        kind="server",
        licence="PostgreSQL",
        transactional=True,
        durable=frozenset(Durability),
        ordered_index="B-tree",
        package="psycopg",
    )

    def init(self, programs: Programs) -> None:
        # Sorting by the rules of a language is what the official image and the distributions ship (en_US);
        # ICU gives the same rules whatever locales this system has generated.
        programs.run(
            [
                programs.require("initdb"),
                *("-D", str(self.data), "-U", "dbreport", "-A", "trust", "--encoding=UTF8"),
                *("--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en-US"),
            ],
            self.setup.folder,
        )

    def requested(self) -> dict[str, Any]:
        options = self.setup.wanted(_DURABILITY, _tuned)
        if self.setup.connections:
            options["max_connections"] = str(self.setup.connections + SPARE_CONNECTIONS)
        return options

    def serve_argv(self, programs: Programs) -> list[str]:
        options = {"listen_addresses": "", "unix_socket_directories": str(self.setup.folder)} | self.requested()
        argv = [programs.require(self.program), "-D", str(self.data)]
        return argv + [part for name, value in options.items() for part in ("-c", f"{name}={value}")]

    def _conninfo(self) -> str:
        return self.url or f"host={self.setup.folder} user=dbreport dbname=postgres"

    def answers(self) -> bool:
        from psycopg import pq

        # a ping, not a login: a server still starting would refuse a login, and that is no error
        return pq.PGconn.ping(self._conninfo().encode()) == pq.Ping.OK

    def open(self) -> Any:
        import psycopg

        try:
            return psycopg.connect(self._conninfo(), autocommit=True, connect_timeout=10)
        except psycopg.OperationalError as error:
            text = str(error).strip()
            if "authentication failed" in text or "no password supplied" in text or "does not exist" in text:
                raise AccessRefused(f"postgresql refuses the login; check DBREPORT_POSTGRESQL_URL: {text}") from None
            raise EngineDied(f"postgresql does not answer; is it running? {text}") from None

    def close(self, connection: Any) -> None:
        connection.close()

    def prepare(self, connection: Any) -> None:
        self._execute(connection, f"SET client_min_messages = warning; CREATE SCHEMA IF NOT EXISTS {NAMESPACE}")
        self._execute(connection, f"SET search_path = {NAMESPACE}, public")

    def drop_namespace(self, connection: Any) -> None:
        self._execute(connection, f"DROP SCHEMA IF EXISTS {NAMESPACE} CASCADE")

    def _execute(self, connection: Any, sql: str) -> Any:
        """Run a statement and return libpq's result, all of it received."""
        from psycopg import pq

        result = connection.pgconn.exec_(sql.encode())
        if result.status in (pq.ExecStatus.TUPLES_OK, pq.ExecStatus.COMMAND_OK, pq.ExecStatus.EMPTY_QUERY):
            return result
        message = result.error_message.decode(errors="replace").strip()
        state = (result.error_field(pq.DiagnosticField.SQLSTATE) or b"").decode()
        if state == "57014":
            raise StatementTimeout(f"postgresql cancelled the statement: {message}")
        if not state or state.startswith(("57P", "08")) or connection.pgconn.status == pq.ConnStatus.BAD:
            self.disconnect()
            raise EngineDied(self.died())
        raise StatementFailed(f"postgresql: {message}")

    def _one(self, sql: str) -> list[tuple[Any, ...]]:
        return _rows(self._execute(self.connection(), sql))

    def version(self) -> str:
        return str(self._one("SHOW server_version")[0][0]).split()[0]

    def settings(self) -> dict[str, str]:
        names = ", ".join(f"'{name}'" for name in _SETTINGS)
        shown = self._one(f"SELECT name, current_setting(name) FROM pg_settings WHERE name IN ({names})")
        # the column that holds ICU's locale was renamed in 17
        column = "datlocale" if int(self._one("SHOW server_version_num")[0][0]) >= 170_000 else "daticulocale"
        shown += self._one(
            f"SELECT 'locale', coalesce({column}, datcollate) FROM pg_database WHERE datname = current_database()"
        )
        return dict(sorted(shown))

    def promised(self) -> Durability:
        names = "('fsync', 'synchronous_commit')"
        now = dict(self._one(f"SELECT name, setting FROM pg_settings WHERE name IN {names}"))
        if now["fsync"] == "off":
            return Durability.NONE
        return Durability.RELAXED if now["synchronous_commit"] == "off" else Durability.FULL

    def counters(self) -> dict[str, int]:
        # the checkpointer's and the WAL writer's syncs are among them, few beside those of commits
        newer = int(self._one("SHOW server_version_num")[0][0]) >= 180_000
        syncs = "sum(fsyncs) FROM pg_stat_io WHERE object = 'wal'" if newer else "wal_sync FROM pg_stat_wal"
        self._one("SELECT pg_stat_force_next_flush()")
        shown = self._one(f"SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint, (SELECT {syncs})::bigint")
        return dict(zip(("log_bytes", "log_syncs"), (int(n) for n in shown[0]), strict=True))

    def client_address(self) -> Address:
        from psycopg.conninfo import conninfo_to_dict

        parts: dict[str, Any] = {**conninfo_to_dict(self._conninfo())}
        user, database = str(parts.get("user", "postgres")), str(parts.get("dbname") or parts.get("user", "postgres"))
        host, port = str(parts.get("host", "localhost")), int(parts.get("port") or 5432)
        return Address("postgresql", host, port, user, str(parts.get("password") or ""), database, NAMESPACE)

    def create(self, table: Table) -> None:
        self._one(f"DROP TABLE IF EXISTS {table.name}")
        self._one(f"CREATE TABLE {table.name} ({column_list(table, lambda c: _TYPES[c.kind])})")

    def load(self, rows: Rows, way: Way, text_file: Path | None = None) -> float:
        if way is Way.PLAIN:
            assert text_file is not None
            return self._copy_file(rows.table, text_file)
        return self._copy_partitions(rows)

    def _copy_file(self, table: Table, text_file: Path) -> float:
        connection = self.connection()
        with stopwatch() as elapsed, _copying(self), text_file.open("rb") as file:
            with connection.cursor().copy(f"COPY {table.name} FROM STDIN") as copy:
                while block := file.read(1 << 20):
                    copy.write(block)
        return elapsed[0]

    def _copy_partitions(self, rows: Rows) -> float:
        """Load over several connections at once, each its own transaction.

        Text, not the binary format: tried side by side, binary was no faster and half as long again.
        """
        with ExitStack() as stack:
            copies = []
            for _ in range(self.bulk_connections):
                connection = self.open()
                stack.callback(self.close, connection)
                self.prepare(connection)
                copies.append(connection.cursor().copy(f"COPY {rows.table.name} FROM STDIN"))
            with _copying(self):
                writers = [copy.__enter__() for copy in copies]
                lanes = [lambda parts, w=writer: [w.write(part) for part in parts] for writer in writers]
                elapsed_s = load_in_waves(rows, rows.tsv, lanes)
                with stopwatch() as committing:
                    for copy in copies:
                        copy.__exit__(None, None, None)
        return elapsed_s + committing[0]

    def fill(self, rows: Rows) -> None:
        connection, kinds = self.connection(), [_BINARY[c.kind] for c in rows.table.columns]
        with _copying(self), connection.cursor().copy(f"COPY {rows.table.name} FROM STDIN (FORMAT binary)") as copy:
            copy.set_types(kinds)
            for part in range(rows.partitions):
                for row in tuples(rows.arrow(part)):
                    copy.write_row(row)

    def build_index(self, index: Index, timeout_s: float) -> float:
        return self.run(f"CREATE INDEX {index.name} ON {index.table} ({', '.join(index.columns)})", timeout_s).elapsed_s

    def drop_index(self, index: Index) -> None:
        self._one(f"DROP INDEX IF EXISTS {index.name}")

    def run(self, sql: str, timeout_s: float, fetch: bool = False) -> Ran:
        connection = self.connection()
        self._execute(connection, f"SET statement_timeout = {int(timeout_s * 1000)}")
        with stopwatch() as elapsed:
            result = self._execute(connection, sql)
        return Ran(elapsed[0], _rows(result) if fetch else None)

    def explain(self, sql: str) -> str:
        return "\n".join(str(line) for (line,) in self._one(f"EXPLAIN {sql}"))

    def examined(self, sql: str, timeout_s: float) -> dict[str, int]:
        report = self.run(f"EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) {sql}", timeout_s, fetch=True)
        assert report.rows
        return what_was_read(report.rows[0][0])

    def analyze(self, table: Table) -> float:
        # VACUUM too: autovacuum would do it within a minute, in the middle of somebody's measurement
        return self.run(f"VACUUM (ANALYZE) {table.name}", 3600).elapsed_s

    def checkpoint(self) -> float:
        return self.run("CHECKPOINT", 3600).elapsed_s

    def size(self, table: Table) -> dict[str, int]:
        """Return bytes of the heap with its maps and TOAST, of all indexes, and of the write-ahead log."""
        shown = self._one(
            f"SELECT pg_table_size('{table.name}'), pg_indexes_size('{table.name}'),"
            " (SELECT sum(size)::bigint FROM pg_ls_waldir())"
        )
        return dict(zip(("table", "index", "log"), (int(n) for n in shown[0]), strict=True))


class _copying:
    """Turn the driver's errors during a COPY into ours."""

    def __init__(self, engine: PostgreSQL) -> None:
        self._engine = engine

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        import psycopg

        if isinstance(error, psycopg.OperationalError):
            self._engine.disconnect()
            raise EngineDied(self._engine.died()) from error
        if isinstance(error, psycopg.Error):
            raise StatementFailed(f"postgresql: {error}") from error


def _rows(result: Any) -> list[tuple[Any, ...]]:
    """Turn a received result into tuples: integers where the type is one, text otherwise."""
    whole = {20, 21, 23}  # int8, int2, int4
    kinds = [int if result.ftype(c) in whole else str for c in range(result.nfields)]
    decoded = []
    for r in range(result.ntuples):
        values = (result.get_value(r, c) for c in range(result.nfields))
        decoded.append(tuple(None if v is None else kind(v.decode()) for v, kind in zip(values, kinds, strict=True)))
    return decoded
