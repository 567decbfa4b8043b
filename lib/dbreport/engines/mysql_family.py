"""What MySQL and MariaDB share: the client library, LOAD DATA, InnoDB's checkpoint and sizes.

The C layer of mysqlclient is used alone, so that a timing ends when the whole answer lies in the client
library's memory and no row has become a Python object. Not here: anything the two do differently.
"""

import re
from abc import abstractmethod
from collections.abc import Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from ..errors import StatementFailed
from ..meters import digest_of_many
from ..model import Durability, Index, Profile, Rows, Table, Way
from . import mysql_innodb
from .base import SPARE_CONNECTIONS, Address, Ran, column_list, stopwatch
from .launch.external import NAMESPACE
from .launch.folders import make_folder
from .launch.programs import Programs
from .mysql_client import decode, rows_of, watch
from .mysql_load import insert_statements, load_together
from .mysql_session import MySQLSession

_FLUSH_AT_COMMIT = {Durability.FULL: 1, Durability.RELAXED: 2, Durability.NONE: 0}


class MySQLFamily(MySQLSession):
    """A server that speaks MySQL's protocol and stores in InnoDB."""

    reported: ClassVar[tuple[str, ...]]
    limit_sql: ClassVar[str]
    tablespaces: ClassVar[str]
    bulk_session: ClassVar[tuple[str, ...]] = ()

    durable = frozenset(Durability)
    ordered_index = "B-tree"

    source: ClassVar[Mapping[str, str]] = {}
    """What the sources set."""

    @abstractmethod
    def tuned(self) -> dict[str, str]:
        """Return what the tuned profile sets, out of one memory budget."""

    @abstractmethod
    def redo_bytes(self) -> int:
        """Return the size of the redo log on disk."""

    @abstractmethod
    def history_length(self) -> int:
        """Return how many transactions wait for purge."""

    def requested(self) -> dict[str, Any]:
        options: dict[str, Any] = {
            "innodb-flush-log-at-trx-commit": _FLUSH_AT_COMMIT[self.setup.durability],
            # matters where a binary log is on, as in MySQL as shipped
            "sync-binlog": 1 if self.setup.durability is Durability.FULL else 0,
        }
        if self.setup.profile is Profile.TUNED:
            options |= self.tuned()
        elif self.setup.profile is Profile.SOURCE:
            options |= self.source
        if self.setup.connections:
            options["max-connections"] = self.setup.connections + SPARE_CONNECTIONS
        return options | dict(self.setup.options)

    def serve_argv(self, programs: Programs) -> list[str]:
        scratch = self.setup.folder / "tmp"
        make_folder(scratch)
        options = {
            "datadir": self.data,
            "socket": self.socket,
            "pid-file": self.data / "pid",
            "skip-networking": "ON",
            # sorts and index builds spill to the disk the data is on, and in a container not to its layers
            "tmpdir": scratch,
            # a server that fills its memory again by itself after a start is never cold
            "innodb-buffer-pool-load-at-startup": "OFF",
            "local-infile": "ON",
            **self.requested(),
        }
        return [
            programs.require(self.program),
            "--no-defaults",
            *(f"--{k}={v}".rstrip("=") for k, v in options.items()),
        ]

    def run(self, sql: str, timeout_s: float, fetch: bool = False, digest: bool = False) -> Ran:
        connection, longest_ms = self.connection(), (1 << 31) - 1
        limit = self.limit_sql.format(s=timeout_s, ms=min(max(round(timeout_s * 1000), 1), longest_ms))
        # half a second later than the server's own limit, which does not reach every kind of statement
        self._ask(connection, limit, timeout_s + 0.5)
        result, elapsed_s = self._timed(connection, sql, timeout_s + 0.5)
        return Ran(elapsed_s, decode(result) if fetch else None, digest_of_many(rows_of(result)) if digest else None)

    def version(self) -> str:
        number = re.match(r"[\d.]+", str(self._query("SELECT VERSION()")[0][0]))
        assert number
        return number.group()

    def settings(self) -> dict[str, str]:
        shown = self._query(f"SHOW GLOBAL VARIABLES WHERE Variable_name IN ({mysql_innodb.quoted(self.reported)})")
        return dict(sorted(shown))

    def promised(self) -> Durability:
        return mysql_innodb.promised(self._query)

    def counters(self) -> dict[str, int]:
        return mysql_innodb.counters(self._query)

    def worked(self) -> dict[str, int]:
        return mysql_innodb.worked(self._query)

    def client_address(self) -> Address:
        return mysql_innodb.client_address(self._address(), NAMESPACE)

    def _status(self, name: str) -> int:
        return int(self._query(f"SHOW GLOBAL STATUS LIKE '{name}'")[0][1])

    def create(self, table: Table) -> None:
        self._query(f"DROP TABLE IF EXISTS {table.name}")
        self._query(f"CREATE TABLE {table.name} ({column_list(table, mysql_innodb.column_type)}) ENGINE=InnoDB")

    def load(self, rows: Rows, way: Way, text_file: Path | None = None) -> float:
        """Load with LOAD DATA LOCAL: plain from the file, bulk from pipes that the generator fills.

        A connection is a transaction, committed when all have read to the end; the log is synced inside the time.
        """
        if way is Way.PLAIN:
            assert text_file is not None
            connection = self.connection()
            with stopwatch() as elapsed:
                loaded = self._load_one(rows.table, connection, text_file)
                self._ask(connection, "COMMIT", None)
                self._sync_log()
        else:
            with ExitStack() as stack:
                opened = []
                for _ in range(min(self.bulk_connections, rows.partitions)):
                    opened.append(self.open())
                    stack.callback(self.close, opened[-1])
                    self.prepare(opened[-1])
                    for sql in self.bulk_session:
                        self._ask(opened[-1], sql)
                stack.enter_context(watch(opened, self._address(), None))  # for signals: its threads get none
                loaded, taking_in_s = load_together(partial(self._load_one, rows.table), opened, rows)
                with stopwatch() as elapsed:
                    for connection in opened:
                        self._ask(connection, "COMMIT", None)
                    self._sync_log()
                elapsed[0] += taking_in_s
        if loaded != rows.count:
            raise StatementFailed(f"{self.name} took {loaded} of {rows.count} rows; is the text file of this dataset?")
        return elapsed[0]

    def fill(self, rows: Rows) -> float:
        connection = self.connection()
        elapsed_s = sum(self._timed(connection, sql)[1] for sql in insert_statements(rows, connection.string_literal))
        with stopwatch() as syncing:
            self._sync_log()
        return elapsed_s + syncing[0]

    def _load_one(self, table: Table, connection: Any, source: Path | str) -> int:
        columns = ", ".join(c.name for c in table.columns)
        path = str(source).replace("\\", "\\\\").replace("'", "\\'")
        self._ask(connection, "BEGIN")
        self._ask(
            connection,
            f"LOAD DATA LOCAL INFILE '{path}' INTO TABLE {table.name} CHARACTER SET utf8mb4"
            f" FIELDS TERMINATED BY '\\t' ESCAPED BY '' LINES TERMINATED BY '\\n' ({columns})",
            None,
        )
        loaded: int = connection.affected_rows()
        # over LOCAL a bad row is a warning whatever the SQL mode: cut short, or filled up with zeros
        if connection.warning_count():
            _, code, text = self._ask(connection, "SHOW WARNINGS LIMIT 1")[0]
            self._ask(connection, "ROLLBACK", None)
            raise StatementFailed(f"{self.name} took a row it had to change: {text} (warning {code})")
        return loaded

    def _sync_log(self) -> None:
        """Make what was committed durable where commits alone do not.

        On a server of somebody else's commits are as durable as its settings make them, which `promised` tells.
        """
        if self.setup.durability is Durability.FULL or self.url is not None:
            return
        # MariaDB's FLUSH ENGINE LOGS syncs only in the strictest mode
        self._query("SET GLOBAL innodb_flush_log_at_trx_commit = 1")
        self._query("FLUSH ENGINE LOGS")
        self._query(f"SET GLOBAL innodb_flush_log_at_trx_commit = {_FLUSH_AT_COMMIT[self.setup.durability]}")

    def build_index(self, index: Index, timeout_s: float) -> float:
        columns = ", ".join(index.columns)
        with stopwatch() as elapsed:
            self.run(f"CREATE INDEX {index.name} ON {index.table} ({columns})", timeout_s)
            self._sync_log()
        return elapsed[0]

    def drop_index(self, index: Index) -> None:
        # IF EXISTS is MariaDB's alone
        there = self._query(
            "SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE()"
            f" AND table_name = '{index.table}' AND index_name = '{index.name}' LIMIT 1"
        )
        if there:
            self._query(f"DROP INDEX {index.name} ON {index.table}")

    def examined(self, sql: str, timeout_s: float) -> dict[str, int]:
        return mysql_innodb.examined(self._query, lambda: self.run(sql, timeout_s))

    def analyze(self, table: Table) -> float:
        with stopwatch() as elapsed:
            said = self._query(f"ANALYZE TABLE {table.name}")
        if wrong := [text for _, _, kind, text in said if kind.lower() == "error"]:
            raise StatementFailed(f"{self.name}: {wrong[0]}")
        return elapsed[0]

    def checkpoint(self) -> float:
        """Purge what no transaction can see any more, then write every dirty page; return seconds.

        On a server of somebody else's, where nothing global is set, the dirty pages of our tables alone are written;
        where the user may not have that done either, what the server writes by itself within a minute.
        """
        if self.url is None:
            return mysql_innodb.checkpoint(self._query, self.history_length)
        try:
            return mysql_innodb.write_tables(self._query)
        except StatementFailed:
            return mysql_innodb.await_pages(self._query)

    def size(self, table: Table) -> dict[str, int]:
        """Return bytes on disk: `table`, `index` and `log`, as `mysql_innodb.size` defines them."""
        self.analyze(table)
        parts = mysql_innodb.size(self._query, self.tablespaces, NAMESPACE, table.name)
        return {**parts, "log": self.redo_bytes() + mysql_innodb.binary_log_bytes(self._query)}
