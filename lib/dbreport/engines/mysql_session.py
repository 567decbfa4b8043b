"""Sessions with MySQL and MariaDB: logging in, our one database, one statement, and what their errors mean.

Not here: what the statements are (`mysql_family`), and the client library itself (`mysql_client`).
"""

import re
from pathlib import Path
from typing import Any, ClassVar

from ..errors import AccessRefused, DbreportError, EngineDied, EngineMissing, StatementFailed, StatementTimeout
from .base import MARK, stopwatch
from .launch.external import NAMESPACE, malformed, read_address, variable, without_address
from .launch.server import ServerEngine
from .mysql_client import (
    NO_SUCH_SESSION,
    REFUSED,
    TIMED_OUT,
    LostConnection,
    ServerError,
    connect,
    decode,
    parsed,
    query,
    watch,
)

_HOUSEKEEPING_LIMIT_S = 3600.0


class MySQLSession(ServerEngine):
    """A server that speaks MySQL's protocol."""

    banner: ClassVar[re.Pattern[str]]  # of what the running server must say it is

    @property
    def socket(self) -> Path:
        # in the data folder, which nobody but the server's user may enter: our root has no password
        return self.data / "s"

    def _address(self) -> dict[str, Any]:
        if self.url is None:
            return {"unix_socket": str(self.socket), "user": "root"}
        return read_address(self.name, self.url, parsed)

    def open(self) -> Any:
        said: DbreportError
        try:
            return self._genuine(connect(self._address()))
        except LostConnection as error:
            text = without_address(str(error), self.url)
            said = EngineDied(f"{self.name} does not answer; is it running? {text}" if self.url else self.died())
        except ServerError as error:
            said = self._ours(error)
        except ValueError:
            said = malformed(self.name)
        raise said  # out here, where what the driver raised is not its context

    def _genuine(self, connection: Any) -> Any:
        (said,) = decode(query(connection, "SELECT CONCAT(VERSION(), ' ', @@version_comment)"))[0]
        if self.banner.search(said):
            return connection
        self.close(connection)
        raise EngineMissing(
            f"the server set up as {self.name} calls itself {said}; run: make engines, or set {variable(self.name)}"
        )

    def close(self, connection: Any) -> None:
        try:
            connection.close()
        except Exception:  # noqa: S110 - a connection that is already closed or broken is closed
            pass

    def answers(self) -> bool:
        try:
            self.close(connect(self._address()))
        except LostConnection:
            return False
        except ServerError as error:
            raise self._ours(error) from None
        return True

    def owned(self, connection: Any) -> bool | None:
        databases = self._ask(
            connection,
            "SELECT (SELECT COUNT(*) FROM information_schema.tables"
            f" WHERE table_schema = schema_name AND table_comment = '{MARK}')"
            f" FROM information_schema.schemata WHERE schema_name = '{NAMESPACE}'",
        )
        return int(databases[0][0]) > 0 if databases else None

    def prepare(self, connection: Any) -> None:
        # a session sees the tables of one database alone unless it names another, which no statement of ours does
        if not self.owns(connection):
            self._ask(connection, f"CREATE DATABASE {NAMESPACE} CHARACTER SET utf8mb4")
            self._ask(connection, f"CREATE TABLE {NAMESPACE}.made_by_dbreport (nothing INT) COMMENT = '{MARK}'")
        self._ask(connection, f"USE {NAMESPACE}")

    def drop_namespace(self, connection: Any) -> None:
        running = f"SELECT id FROM information_schema.processlist WHERE db = '{NAMESPACE}' AND id <> CONNECTION_ID()"
        for (number,) in self._ask(connection, running):  # a killed client's statements go on
            try:
                query(connection, f"KILL {number}")
            except ServerError as error:
                if error.code != NO_SUCH_SESSION:  # one that has just ended needs no killing
                    raise self._ours(error) from None
        self._ask(connection, f"DROP DATABASE {NAMESPACE}")

    def _ours(self, error: LostConnection | ServerError) -> DbreportError:
        """Return our error for the client's. A lost connection is given up, so that `start` can make a new one."""
        if isinstance(error, LostConnection):
            self.disconnect()
            return EngineDied(self.died())
        text = without_address(error.text, self.url)
        if error.code in REFUSED:
            hint = f"check {variable(self.name)}" if self.url else "its data folder is not ours"
            return AccessRefused(f"{self.name} refuses the login; {hint}: {text}")
        if error.code in TIMED_OUT:
            return StatementTimeout(f"{self.name} cancelled the statement: {text}")
        return StatementFailed(f"{self.name}: {text} (error {error.code})")

    def _timed(self, connection: Any, sql: str, limit_s: float | None = _HOUSEKEEPING_LIMIT_S) -> tuple[Any, float]:
        """Run a statement; return the result, all of it received, and the seconds that took.

        Over `limit_s` (None for none), or upon a signal, it is cancelled, and the engine's own connection is given up:
        a kill that came just too late would hit the next statement.
        """
        with watch([connection], self._address(), limit_s) as over:
            try:
                with stopwatch() as elapsed:
                    result = query(connection, sql)
            except LostConnection as error:
                said = self._ours(error)
                if over.fired:
                    said = StatementTimeout(
                        f"{self.name} did not answer within {limit_s or 0:g} s and its connection was closed"
                    )
                raise said from None
            except ServerError as error:
                raise self._ours(error) from None
            finally:
                if over.fired and connection is self._connection:
                    self.disconnect()
        return result, elapsed[0]

    def _ask(self, connection: Any, sql: str, limit_s: float | None = _HOUSEKEEPING_LIMIT_S) -> list[tuple[Any, ...]]:
        return decode(self._timed(connection, sql, limit_s)[0])

    def _query(self, sql: str) -> list[tuple[Any, ...]]:
        return self._ask(self.connection(), sql)
