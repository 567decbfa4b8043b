"""PostgreSQL, by libpq: results arrive in libpq's memory before any of it becomes a Python object."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from ..errors import AccessRefused, DbreportError, EngineDied, StatementFailed, StatementTimeout
from ..meters import digest_of_many
from ..model import Durability, Index, Profile, Rows, Table, Way
from . import postgresql_client as client
from . import postgresql_copy
from . import postgresql_schema as schema
from .base import SPARE_CONNECTIONS, Address, Ran, column_list
from .launch.external import NAMESPACE, malformed, read_address, variable, without_address
from .launch.programs import Programs
from .launch.server import ServerEngine
from .postgresql_dialect import PostgreSQLDialect
from .postgresql_report import what_was_read, work_done
from .postgresql_settings import DURABILITY, REPORTED, SOURCE, SOURCE_CACHE_BYTES, sized, tuned

HOUSEKEEPING_LIMIT_S = 3600.0
_TRIES = 5
"""How often a limit is set before the one it replaces is taken to be in its way for good."""

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


class PostgreSQL(ServerEngine):
    name = "postgresql"
    dialect = PostgreSQLDialect()
    program = "postgres"
    places = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql@*/bin")
    bulk_connections = 2
    stop_signal = "SIGINT"  # fast shutdown: sessions are ended, a checkpoint is written
    durable = frozenset(Durability)
    ordered_index = "B-tree"
    lacks: ClassVar[Mapping[Profile, str]] = {}
    source_cache_bytes = SOURCE_CACHE_BYTES

    def init(self, programs: Programs) -> None:
        # Sorting by the rules of a language is what the official image and the distributions ship (en_US);
        # ICU gives the same rules whatever locales this system has generated.
        programs.run(
            [
                programs.require("initdb"),
                *("-D", str(self.data), "-U", "dbreport", "--encoding=UTF8"),
                *("-A", "scram-sha-256", f"--pwfile={self.password_file()}"),
                *("--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en-US"),
                "--no-sync",  # an empty folder that a crash takes is made again
            ],
            self.setup.folder,
        )

    def requested(self) -> dict[str, Any]:
        options = self.setup.wanted(DURABILITY, tuned, SOURCE)
        if self.setup.connections:
            options["max_connections"] = str(self.setup.connections + SPARE_CONNECTIONS)
        return options | dict(self.setup.options)

    def serve_argv(self, programs: Programs) -> list[str]:
        options = {"listen_addresses": "", "unix_socket_directories": str(self.socket.parent)}
        options |= {"unix_socket_permissions": "0700", **self.requested()}
        if self.memory_bytes:
            options |= sized(self.memory_bytes)
        argv = [programs.require(self.program), "-D", str(self.data)]
        return argv + [part for name, value in options.items() for part in ("-c", f"{name}={value}")]

    @property
    def memory_bytes(self) -> int:
        """What this server may take at most; 0 leaves it as shipped."""
        return self.setup.memory_limit_bytes

    @property
    def socket(self) -> Path:
        return self.setup.folder / ".s.PGSQL.5432"

    def _parameters(self) -> dict[str, Any]:
        from psycopg.conninfo import conninfo_to_dict

        common = {"connect_timeout": client.CONNECT_LIMIT_S, "application_name": NAMESPACE}
        if self.url is not None:
            return {**read_address(self.name, self.url, conninfo_to_dict), **common}
        ours = {"host": str(self.socket.parent), "user": "dbreport", "dbname": "postgres"}
        return {**ours, "password": self.password(), **common}

    def answers(self) -> bool:
        from psycopg import pq
        from psycopg.conninfo import make_conninfo

        # a ping, not a login: a server still starting would refuse a login, and that is no error
        return pq.PGconn.ping(make_conninfo(**self._parameters()).encode()) == pq.Ping.OK

    def open(self) -> Any:
        said: DbreportError
        try:
            return client.connect(self._parameters())
        except client.Refused as error:
            text = without_address(str(error), self.url)
            said = AccessRefused(f"postgresql refuses the login; check {variable(self.name)}: {text}")
        except client.LostConnection as error:
            text = without_address(str(error), self.url)
            said = EngineDied(f"postgresql does not answer; is it running? {text}")
        except ValueError:
            said = malformed(self.name)
        raise said  # out here, where what the driver raised is not its context

    def close(self, connection: Any) -> None:
        connection.close()

    def owned(self, connection: Any) -> bool | None:
        return schema.owned(partial(self._ask, connection))

    def prepare(self, connection: Any) -> None:
        if not self.owns(connection):
            schema.make(partial(self._ask, connection))
        schema.enter(partial(self._ask, connection))

    def drop_namespace(self, connection: Any) -> None:
        schema.drop(partial(self._ask, connection))

    def _execute(self, connection: Any, sql: str, limit_s: float = HOUSEKEEPING_LIMIT_S) -> tuple[Any, float]:
        """Run a statement and return libpq's result, all of it received, and the seconds that took."""
        try:
            return client.execute(connection, sql, limit_s)
        except client.Cancelled as error:
            raise StatementTimeout(f"postgresql cancelled the statement: {error}") from None
        except client.LostConnection:
            raise EngineDied(self.died()) from None
        except client.ServerError as error:
            raise StatementFailed(f"postgresql: {error}") from None
        finally:
            if connection.closed and connection is self._connection:
                self.disconnect()

    def _ask(self, connection: Any, sql: str) -> list[tuple[Any, ...]]:
        return client.decode(self._execute(connection, sql)[0])

    def _query(self, sql: str) -> list[tuple[Any, ...]]:
        return self._ask(self.connection(), sql)

    def version(self) -> str:
        return str(self._query("SHOW server_version")[0][0]).split()[0]

    def settings(self) -> dict[str, str]:
        names = ", ".join(f"'{name}'" for name in REPORTED)
        shown = self._query(f"SELECT name, current_setting(name) FROM pg_settings WHERE name IN ({names})")
        # the column that holds ICU's locale was renamed in 17
        column = "datlocale" if int(self._query("SHOW server_version_num")[0][0]) >= 170_000 else "daticulocale"
        shown += self._query(
            f"SELECT 'locale', coalesce({column}, datcollate) FROM pg_database WHERE datname = current_database()"
        )
        return dict(sorted(shown))

    def promised(self) -> Durability:
        names = "('fsync', 'synchronous_commit')"
        now = dict(self._query(f"SELECT name, setting FROM pg_settings WHERE name IN {names}"))
        if now["fsync"] == "off":
            return Durability.NONE
        return Durability.RELAXED if now["synchronous_commit"] == "off" else Durability.FULL

    def counters(self) -> dict[str, int]:
        # the checkpointer's and the WAL writer's syncs are among them, few beside those of commits
        newer = int(self._query("SHOW server_version_num")[0][0]) >= 180_000
        syncs = "sum(fsyncs) FROM pg_stat_io WHERE object = 'wal'" if newer else "wal_sync FROM pg_stat_wal"
        self._query("SELECT pg_stat_force_next_flush()")
        shown = self._query(f"SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint, (SELECT {syncs})::bigint")
        return dict(zip(("log_bytes", "log_syncs"), (int(n) for n in shown[0]), strict=True))

    def worked(self) -> dict[str, int]:
        return work_done(self._query)

    def client_address(self) -> Address:
        parts = self._parameters()
        user, host = str(parts.get("user", "postgres")), str(parts.get("host", "localhost"))
        database, port = str(parts.get("dbname") or user), str(parts.get("port") or 5432)
        if not port.isdigit():  # a list of servers has several
            raise malformed(self.name)
        return Address("postgresql", host, int(port), user, str(parts.get("password") or ""), database, NAMESPACE)

    def create(self, table: Table) -> None:
        self._unlimited()
        self._query(f"DROP TABLE IF EXISTS {NAMESPACE}.{table.name}")
        self._query(f"CREATE TABLE {NAMESPACE}.{table.name} ({column_list(table, lambda c: _TYPES[c.kind])})")

    def load(self, rows: Rows, way: Way, text_file: Path | None = None) -> float:
        if way is Way.PLAIN:
            assert text_file is not None
            self._unlimited()
            with self._copying():
                return postgresql_copy.from_file(self.connection(), _qualified(rows.table), text_file)
        with ExitStack() as stack:
            connections = []
            for _ in range(self.connections_into(rows.table)):
                connections.append(self.open())
                stack.callback(self.close, connections[-1])
                self.prepare(connections[-1])
            stack.enter_context(self._copying())
            return postgresql_copy.together(connections, _qualified(rows.table), rows)

    def connections_into(self, table: Table) -> int:
        """Return how many connections load a table in bulk."""
        return self.bulk_connections

    def fill(self, rows: Rows) -> float:
        self._unlimited()
        with self._copying():
            kinds = [_BINARY[c.kind] for c in rows.table.columns]
            return postgresql_copy.of_any_kind(self.connection(), _qualified(rows.table), kinds, rows)

    @contextmanager
    def _copying(self) -> Iterator[None]:
        """Turn the driver's errors during a COPY into ours."""
        import psycopg

        try:
            yield
        except psycopg.errors.QueryCanceled as error:
            raise StatementTimeout(f"postgresql cancelled an import: {error}") from None
        except psycopg.OperationalError:
            self.disconnect()
            raise EngineDied(self.died()) from None
        except psycopg.Error as error:
            raise StatementFailed(f"postgresql: {error}") from None
        finally:
            if self._connection is not None and self._connection.closed:
                self.disconnect()

    def _unlimited(self) -> None:
        """Have what comes next not end by the limit of the statement before it."""
        self._limit(self.connection(), 0)

    def _limit(self, connection: Any, limit_ms: int, limit_s: float = HOUSEKEEPING_LIMIT_S) -> None:
        """Have the server end what comes next after so many milliseconds, 0 for never."""
        for left in reversed(range(_TRIES)):
            try:
                self._execute(connection, f"SET statement_timeout = {limit_ms}", limit_s)
            except StatementTimeout:  # the limit before it holds for this too, and may be a millisecond
                if not left or connection.closed:
                    raise
            else:
                return

    def build_index(self, index: Index, timeout_s: float) -> float:
        return self.run(f"CREATE INDEX {index.name} ON {index.table} ({', '.join(index.columns)})", timeout_s).elapsed_s

    def drop_index(self, index: Index) -> None:
        self._query(f"DROP INDEX IF EXISTS {NAMESPACE}.{index.name}")

    def run(self, sql: str, timeout_s: float, fetch: bool = False, digest: bool = False) -> Ran:
        connection, longest_ms = self.connection(), (1 << 31) - 1
        # half a second later than the server's own limit, which a server that hangs does not keep
        limit_s, limit_ms = timeout_s + 0.5, min(max(round(timeout_s * 1000), 1), longest_ms)
        self._limit(connection, limit_ms, limit_s)
        result, elapsed_s = self._execute(connection, sql, limit_s)
        rows = client.decode(result) if fetch else None
        return Ran(elapsed_s, rows, digest_of_many(client.rows_of(result)) if digest else None)

    def explain(self, sql: str) -> str:
        return "\n".join(str(line) for (line,) in self._query(f"EXPLAIN {sql}"))

    def examined(self, sql: str, timeout_s: float) -> dict[str, int]:
        report = self.run(f"EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) {sql}", timeout_s, fetch=True)
        assert report.rows
        return what_was_read(report.rows[0][0])

    def analyze(self, table: Table) -> float:
        # VACUUM too: autovacuum would do it within a minute, in the middle of somebody's measurement
        return self.run(f"VACUUM (ANALYZE) {table.name}", HOUSEKEEPING_LIMIT_S).elapsed_s

    def checkpoint(self) -> float:
        return self.run("CHECKPOINT", HOUSEKEEPING_LIMIT_S).elapsed_s

    def size(self, table: Table) -> dict[str, int]:
        """Return bytes of the heap with its maps and TOAST, and of all indexes, with all parts; and of the log."""
        parts = f"SELECT '{table.name}'::regclass AS part UNION SELECT relid FROM pg_partition_tree('{table.name}')"
        shown = self._query(
            "SELECT sum(pg_table_size(part))::bigint, sum(pg_indexes_size(part))::bigint,"
            f" (SELECT sum(size)::bigint FROM pg_ls_waldir()) FROM ({parts}) AS parts"
        )
        return dict(zip(("table", "index", "log"), (int(n) for n in shown[0]), strict=True))


def _qualified(table: Table) -> str:
    return f"{NAMESPACE}.{table.name}"
