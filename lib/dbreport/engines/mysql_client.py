"""The client library under MySQL and MariaDB: connect, query, decode, cancel, and pipes to load from.

Knows errors by number and no SQL but KILL; what to do about an error is said in `mysql_family`.
"""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

REFUSED = {1044, 1045, 1130, 1251, 1698, 2059}
TIMED_OUT = {1317, 1969, 3024}
_LOST = {0, 1053, 1927, 2002, 2003, 2006, 2013, 2055, 4031}

KILL_GRACE_S = 10.0


class LostConnection(Exception):
    """Nobody answers, or no longer."""


def parsed(url: str) -> dict[str, Any] | None:
    """Return what `connect` takes for `mysql://user:password@host:port/?unix_socket=…`, None for anything else.

    Raises nothing: an error of the parser's may quote the password.
    """
    try:
        parts = urlsplit(url)
        address: dict[str, Any] = {"host": parts.hostname or "127.0.0.1", "port": parts.port or 3306}
    except ValueError:
        return None
    if parts.scheme not in ("mysql", "mariadb"):
        return None
    if line := parse_qs(parts.query).get("unix_socket"):
        address = {"unix_socket": line[0]}
    address["user"] = unquote(parts.username or "root")
    if parts.password:
        address["password"] = unquote(parts.password)
    return address


def connect(address: dict[str, Any]) -> Any:
    """Open a connection that may send files of ours and speaks UTF-8. Raises LostConnection or the driver's error."""
    from MySQLdb import _mysql
    from MySQLdb.constants import FIELD_TYPE as F
    from MySQLdb.constants import FLAG

    text = ((FLAG.BINARY, bytes), (None, str))
    kinds: dict[int, Any] = dict.fromkeys((F.TINY, F.SHORT, F.LONG, F.INT24, F.LONGLONG, F.YEAR), int)
    kinds |= dict.fromkeys((F.FLOAT, F.DOUBLE), float)
    kinds |= dict.fromkeys((F.STRING, F.VAR_STRING, F.TINY_BLOB, F.BLOB, F.MEDIUM_BLOB, F.LONG_BLOB), text)
    kinds |= {F.NEWDECIMAL: lambda digits: float(digits) if "." in digits else int(digits)}
    try:
        connection = _mysql.connect(**address, conv=kinds, connect_timeout=10, local_infile=1)
        connection.set_character_set("utf8mb4")
    except _mysql.Error as error:
        raise _sorted(error) from None
    return connection


def query(connection: Any, sql: str) -> Any:
    """Run a statement; return the result, all of it received, or None where it has none."""
    from MySQLdb import _mysql

    try:
        connection.query(sql.encode())
        return connection.store_result()
    except _mysql.Error as error:
        raise _sorted(error) from None


def decode(result: Any) -> list[tuple[Any, ...]]:
    """Turn a received result into tuples of str, int, float, bytes and None."""
    return list(result.fetch_row(maxrows=0)) if result is not None else []


def _sorted(error: Exception) -> Exception:
    code = error.args[0] if error.args else 0
    return LostConnection(str(error)) if code in _LOST else error


class Watch:
    """Cancel a connection's statement from outside when its time is over: the statement first, the connection second.

    `fired` tells whether it came to that.
    """

    def __init__(self, connection: Any, another: Callable[[], Any], delay_s: float) -> None:
        self.fired = False
        # asked now: while a statement runs, the driver lets no other thread touch its connection
        self._thread_id = connection.thread_id()
        self._line = socket.socket(fileno=os.dup(connection.fileno()))
        self._another = another
        self._ended = threading.Event()
        self._timer = threading.Timer(delay_s, self._fire)
        self._timer.daemon = True

    def __enter__(self) -> Watch:
        self._timer.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._ended.set()
        self._timer.cancel()
        self._timer.join()
        self._line.close()

    def _fire(self) -> None:
        self.fired = True
        with suppress(Exception):  # a server that takes no second connection is left to the socket below
            killer = self._another()
            try:
                query(killer, f"KILL QUERY {self._thread_id}")
                if self._ended.wait(KILL_GRACE_S):
                    return
                query(killer, f"KILL {self._thread_id}")
            finally:
                killer.close()
        if not self._ended.wait(1):
            with suppress(OSError):
                self._line.shutdown(socket.SHUT_RDWR)
