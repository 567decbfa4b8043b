"""Firebird: how a server of our own is made, started and asked.

It speaks an SQL of its own, without LIMIT and without SELECT that names no table, and ends no statement by a limit of
time before version 4. So it is measured where an experiment asks for it by name, and a limit is not kept here.
"""

import glob
import importlib.util
import re
import socket
from pathlib import Path
from typing import Any

from ..errors import EngineDied, EngineMissing, StatementFailed, Unsupported
from ..meters import digest_of_many
from ..model import Column, Durability, Index, Rows, Table, Way
from .base import Address, Ran, column_list, stopwatch, tuples
from .dialect import Dialect, DocumentTable, WayToRead
from .launch.choosing import choose
from .launch.folders import brief_folder, make_folder, write_secret
from .launch.programs import Programs
from .launch.server import ServerEngine

_HOMES = ("/usr/lib/*/firebird/*", "/opt/firebird")
"""Where the engine and its messages lie: the distribution's place, the makers' own."""
_SHELLS = ("isql-fb", "isql")
_LONGEST_VARCHAR = 8191
"""Characters of four bytes that a VARCHAR has room for."""
_TYPES = {
    "int32": "INTEGER",
    "int64": "BIGINT",
    "float64": "DOUBLE PRECISION",
    "text": "BLOB SUB_TYPE TEXT",
    "json": "BLOB SUB_TYPE TEXT",
    "bytes": "BLOB",
    "timestamp": "TIMESTAMP",
}
_USER = "SYSDBA"


def _type(column: Column) -> str:
    if column.kind == "text" and column.max_length is not None and column.max_length <= _LONGEST_VARCHAR:
        return f"VARCHAR({column.max_length})"
    return _TYPES[column.kind]


class _FirebirdDialect(Dialect):
    def compact(self, table: str) -> str:
        raise Unsupported("firebird gives space back by a backup that is restored, and by no statement")

    def ways_to_read(self, table: str) -> dict[str, WayToRead]:
        # a BLOB is fetched one by one, a VARCHAR with its row
        return {"shipped": WayToRead(), "varchar": WayToRead(longest_text=1000)}

    def ways_to_compress(self, kind: str) -> dict[str, DocumentTable]:
        return {}


class Firebird(ServerEngine):
    name = "firebird"
    dialect = _FirebirdDialect()
    program = "firebird"
    places = ("/usr/sbin", "/opt/firebird/bin")
    durable = frozenset({Durability.FULL})  # as shipped every page of a commit is written through
    ordered_index = "B-tree"
    # One stop in about forty, on a busy machine, leaves it waiting for connections for ever, whatever it is sent after.
    # Being killed harms nothing that is committed: it writes its pages through and in a careful order.
    stop_timeout_s = 10.0

    # how it is found and started ---------------------------------------------------------------

    @classmethod
    def choose(cls, launcher: str | None) -> Programs | str | None:
        """Return its programs on this machine: it is in no image known here, and nobody else's server is used."""
        return choose(cls.name, cls.program, cls.places, "native", complete=cls.complete)

    @classmethod
    def complete(cls, programs: Programs) -> bool:
        return bool(_home() and _shell(programs) and importlib.util.find_spec("firebird"))

    @classmethod
    def tells(cls, programs: Programs) -> str:
        with brief_folder() as folder:
            return programs.run([programs.require(cls.program), "-z"], folder)  # any other word would start it

    @classmethod
    def hint(cls) -> str:
        return "make engines, or: apt-get install firebird3.0-server firebird3.0-utils, and pip install firebird-driver"

    @property
    def socket(self) -> Path:
        """Return the database: a port on loopback is its socket."""
        return self.data / "bench.fdb"

    @property
    def _root(self) -> Path:
        return self.setup.folder / "root"

    def init(self, programs: Programs) -> None:
        """Make a root of our own, which names a list of users of our own, and an empty database."""
        shell = _shell(programs)
        assert shell
        for folder in (self._root, self.data, self.setup.folder / "lock"):
            make_folder(folder)
        for path in map(Path, glob.glob(f"{_home()}/*")):
            if path.name not in ("firebird.conf", "databases.conf"):
                (self._root / path.name).symlink_to(path.resolve())
        (self._root / "databases.conf").write_text("")
        self._configure()
        script = self.setup.folder / "init.sql"
        write_secret(
            script,
            f"CREATE DATABASE '{self._users}';\n"
            f"CREATE USER {_USER} PASSWORD '{self.password()}' USING PLUGIN Srp;\nCOMMIT;\n"
            f"CREATE DATABASE '{self.socket}' DEFAULT CHARACTER SET UTF8;\n",
        )
        programs.run([*self._env(), shell, "-q", "-b", "-user", _USER, "-i", str(script)], self.setup.folder)
        script.unlink()

    @property
    def _users(self) -> Path:
        return self.data / "security.fdb"

    def _configure(self, **more: object) -> None:
        # as shipped it insists on encryption, which no other server here uses on its socket
        settings = {"RemoteBindAddress": "127.0.0.1", "SecurityDatabase": self._users, "WireCrypt": "Enabled"} | more
        lines = (f"{name} = {value}\n" for name, value in settings.items())
        (self._root / "firebird.conf").write_text("".join(lines))

    def _env(self) -> list[str]:
        # env(1): no launcher takes variables
        return ["env", f"FIREBIRD={self._root}", f"FIREBIRD_LOCK={self.setup.folder / 'lock'}"]

    def serve_argv(self, programs: Programs) -> list[str]:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._at: int = probe.getsockname()[1]
        # not by its -p, with which it listens on every address
        self._configure(RemoteServicePort=self._at)
        return [*self._env(), programs.require(self.program)]

    # sessions ----------------------------------------------------------------------------------

    def _connect(self) -> Any:
        try:
            from firebird.driver import connect
        except ImportError as error:
            raise EngineMissing("firebird-driver is not installed; run: make engines") from error

        where = f"127.0.0.1/{self._at}:{self.socket}"
        return connect(where, user=_USER, password=self.password(), charset="UTF8")

    def open(self) -> Any:
        from firebird.driver import DatabaseError

        try:
            return self._connect()
        except DatabaseError:
            raise EngineDied(self.died()) from None

    def close(self, connection: Any) -> None:
        try:
            connection.close()
        except Exception:  # noqa: S110 - a connection that is already closed or broken is closed
            pass

    def answers(self) -> bool:
        from firebird.driver import DatabaseError

        try:
            self._connect().close()
        except DatabaseError:
            return False
        return True

    def prepare(self, connection: Any) -> None:
        """Do nothing: the whole database is ours."""

    def owned(self, connection: Any) -> bool | None:
        return True

    def drop_namespace(self, connection: Any) -> None:
        """Do nothing: nobody else's server is used."""

    def _execute(self, sql: str) -> tuple[list[tuple[Any, ...]], float]:
        """Run a statement in a transaction of its own; return its rows, all of them received, and the seconds."""
        from firebird.driver import DatabaseError

        connection = self.connection()
        try:
            cursor = connection.cursor()
            with stopwatch() as elapsed:
                cursor.execute(sql)
                rows = cursor.fetchall() if cursor.description else []
            cursor.close()
            connection.commit()
        except DatabaseError as error:
            if not self.answers():
                self.disconnect()
                raise EngineDied(self.died()) from None
            connection.rollback()
            raise StatementFailed(f"firebird: {' '.join(str(error).split())}") from None
        return rows, elapsed[0]

    # the contract ------------------------------------------------------------------------------

    def version(self) -> str:
        return str(self._execute("SELECT rdb$get_context('SYSTEM', 'ENGINE_VERSION') FROM rdb$database")[0][0][0])

    def settings(self) -> dict[str, str]:
        names = ("mon$page_size", "mon$page_buffers", "mon$forced_writes", "mon$sql_dialect", "mon$ods_major")
        (row,) = self._execute(f"SELECT {', '.join(names)} FROM mon$database")[0]
        return {name.removeprefix("mon$"): str(value) for name, value in zip(names, row, strict=True)}

    def worked(self) -> dict[str, int]:
        (row,) = self._execute(
            "SELECT r.mon$record_seq_reads + r.mon$record_idx_reads, i.mon$page_fetches, i.mon$page_reads"
            " FROM mon$database d JOIN mon$record_stats r ON r.mon$stat_id = d.mon$stat_id"
            " JOIN mon$io_stats i ON i.mon$stat_id = d.mon$stat_id"
        )[0]
        rows_read, fetched, read = map(int, row)
        return {"rows_read": rows_read, "blocks_hit": fetched - read, "blocks_read": read}

    def client_address(self) -> Address:
        return Address("firebird", "127.0.0.1", self._at, _USER, self.password(), str(self.socket), "")

    def create(self, table: Table) -> None:
        self._execute(f"RECREATE TABLE {table.name} ({column_list(table, _type)})")

    def load(self, rows: Rows, way: Way, text_file: Path | None = None) -> float:
        return self.fill(rows)

    def fill(self, rows: Rows) -> float:
        marks = ", ".join("?" * len(rows.table.columns))
        connection, seconds = self.connection(), 0.0
        cursor = connection.cursor()
        insert = cursor.prepare(f"INSERT INTO {rows.table.name} VALUES ({marks})")
        for part in range(rows.partitions):
            # a moment without a zone, in UTC
            made = [
                tuple(value.replace(tzinfo=None) if hasattr(value, "tzinfo") else value for value in row)
                for row in tuples(rows.arrow(part))
            ]
            with stopwatch() as elapsed:
                cursor.executemany(insert, made)
                connection.commit()
            seconds += elapsed[0]
        insert.free()
        cursor.close()
        return seconds

    def build_index(self, index: Index, timeout_s: float) -> float:
        return self._execute(f"CREATE INDEX {index.name} ON {index.table} ({', '.join(index.columns)})")[1]

    def drop_index(self, index: Index) -> None:
        there = f"SELECT 1 FROM rdb$indices WHERE rdb$index_name = '{index.name.upper()}'"
        if self._execute(there)[0]:
            self._execute(f"DROP INDEX {index.name}")

    def run(self, sql: str, timeout_s: float, fetch: bool = False, digest: bool = False) -> Ran:
        rows, elapsed_s = self._execute(sql)
        return Ran(elapsed_s, rows if fetch else None, digest_of_many(rows) if digest else None)

    def explain(self, sql: str) -> str:
        cursor = self.connection().cursor()
        statement = cursor.prepare(sql)
        try:
            return str(statement.detailed_plan).strip()
        finally:
            statement.free()
            cursor.close()

    def analyze(self, table: Table) -> float:
        named = f"SELECT trim(rdb$index_name) FROM rdb$indices WHERE rdb$relation_name = '{table.name.upper()}'"
        return sum(self._execute(f"SET STATISTICS INDEX {name}")[1] for (name,) in self._execute(named)[0])

    def checkpoint(self) -> float:
        return 0.0  # every commit has written its pages

    def size(self, table: Table) -> dict[str, int]:
        raise Unsupported("firebird keeps everything in one file and does not tell tables from indexes")


def _home() -> str:
    """Return the folder of the newest engine there is; empty for none."""
    homes = [path for place in _HOMES for path in glob.glob(place) if Path(path, "plugins").is_dir()]
    return max(homes, key=lambda path: [int(n) for n in re.findall(r"\d+", path)], default="")


def _shell(programs: Programs) -> str | None:
    return next(filter(None, map(programs.which, _SHELLS)), None)
