"""The client library under MySQL and MariaDB: connect, query, decode, cancel.

Knows errors by number and no SQL but KILL; what to do about an error is said in `mysql_family`.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from .launch.watch import Watch

REFUSED = {1044, 1045, 1130, 1251, 1698, 2059}
TIMED_OUT = {1317, 1969, 3024}
NO_SUCH_SESSION = 1094
CONNECT_LIMIT_S = 10
_FEW_ROWS = 10_000
_LOST = {0, 1053, 1927, 2002, 2003, 2005, 2006, 2013, 2055, 4031}


class LostConnection(Exception):
    """Nobody answers, or no longer."""


class ServerError(Exception):
    """It says no: a number and a text."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text


def parsed(url: str) -> dict[str, Any]:
    """Return what `connect` takes for `mysql://user:password@host:port/?unix_socket=…`.

    Raises ValueError for anything else, which may quote the password.
    """
    parts = urlsplit(url)
    address: dict[str, Any] = {"host": parts.hostname or "127.0.0.1", "port": parts.port or 3306}
    if parts.scheme not in ("mysql", "mariadb"):
        raise ValueError(f"no address of MySQL or MariaDB: {url}")
    if line := parse_qs(parts.query).get("unix_socket"):
        address = {"unix_socket": line[0]}
    address["user"] = unquote(parts.username or "root")
    if parts.password:
        address["password"] = unquote(parts.password)
    return address


def connect(address: dict[str, Any]) -> Any:
    """Open a connection that may send files of ours and speaks UTF-8.

    Raises LostConnection, ServerError, and ValueError where no server can have such an address; they may quote it.
    """
    from MySQLdb import _mysql
    from MySQLdb.constants import FIELD_TYPE as F
    from MySQLdb.constants import FLAG

    text = ((FLAG.BINARY, bytes), (None, str))
    kinds: dict[int, Any] = dict.fromkeys((F.TINY, F.SHORT, F.LONG, F.INT24, F.LONGLONG, F.YEAR), int)
    kinds |= dict.fromkeys((F.FLOAT, F.DOUBLE), float)
    kinds |= dict.fromkeys((F.STRING, F.VAR_STRING, F.TINY_BLOB, F.BLOB, F.MEDIUM_BLOB, F.LONG_BLOB), text)
    kinds |= {F.NEWDECIMAL: lambda digits: float(digits) if "." in digits else int(digits)}
    try:
        connection = _mysql.connect(**address, conv=kinds, connect_timeout=CONNECT_LIMIT_S, local_infile=1)
        connection.set_character_set("utf8mb4")
    except _mysql.Error as error:
        raise _sorted(error) from None
    except (TypeError, OverflowError) as error:
        raise ValueError(str(error)) from None
    return connection


def query(connection: Any, sql: str) -> Any:
    """Run a statement; return the result, all of it received, or None where it has none.

    Raises LostConnection, ServerError.
    """
    from MySQLdb import _mysql

    try:
        connection.query(sql.encode())
        return connection.store_result()
    except _mysql.Error as error:
        raise _sorted(error) from None


def decode(result: Any) -> list[tuple[Any, ...]]:
    """Turn a received result into tuples of str, int, float, bytes and None."""
    return list(result.fetch_row(maxrows=0)) if result is not None else []


def rows_of(result: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a received result, of which no more than a few are Python objects at once."""
    while result is not None and (some := result.fetch_row(maxrows=_FEW_ROWS)):
        yield from some


def _sorted(error: Exception) -> Exception:
    code, text = (*error.args, 0, "")[:2]
    if not isinstance(code, int):  # the library's own, as of a connection that is closed
        return LostConnection(str(error))
    return LostConnection(str(error)) if code in _LOST else ServerError(code, str(text))


def watch(connections: Sequence[Any], address: dict[str, Any], limit_s: float | None) -> Watch:
    """Return what ends the statements of several connections at a signal or after so many seconds.

    The statements first, the connections second, each over a connection of its own to `address`.
    """
    # asked now: while a statement runs, the driver lets no other thread touch its connection
    numbers = [connection.thread_id() for connection in connections]
    means = (partial(_kill, address, what, numbers) for what in ("QUERY", "CONNECTION"))
    return Watch([connection.fileno() for connection in connections], limit_s, *means)


def _kill(address: dict[str, Any], what: str, numbers: Sequence[int]) -> None:
    killer = connect(address)
    try:
        for number in numbers:
            query(killer, f"KILL {what} {number}")
    finally:
        killer.close()
