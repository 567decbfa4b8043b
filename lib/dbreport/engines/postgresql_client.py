"""The client library under PostgreSQL: connect, run, decode, cancel. Errors are told apart here; what to do is said
in `postgresql`.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from .base import stopwatch
from .launch.watch import Watch

CONNECT_LIMIT_S = 10
_REFUSED = ("authentication failed", "no password supplied", "does not exist", "no pg_hba.conf entry")
_CANCELLED = "57014"


class LostConnection(Exception):
    """Nobody answers, or no longer."""


class Refused(Exception):
    """It is there and refuses the login."""


class ServerError(Exception):
    """It rejected a statement."""


class Cancelled(Exception):
    """A statement was ended before its time."""


def connect(parameters: dict[str, Any]) -> Any:
    """Open a connection that commits every statement.

    Raises LostConnection, Refused, and ValueError where no server can have such an address. Their texts may quote it.
    """
    import psycopg

    try:
        return psycopg.connect(**parameters, autocommit=True)
    except psycopg.OperationalError as error:
        text = str(error).strip()
        kind = Refused if any(sign in text for sign in _REFUSED) else LostConnection
        raise kind(text) from None
    except (psycopg.Error, TypeError, OverflowError) as error:
        raise ValueError(str(error)) from None


def execute(connection: Any, sql: str, limit_s: float) -> tuple[Any, float]:
    """Run a statement; return libpq's result, all of it received, and the seconds that took.

    Over `limit_s`, or upon a signal, it is cancelled; a server that does not do so has its connection closed.
    A connection it came to that with is closed when this returns or raises.
    Raises Cancelled, LostConnection, ServerError.
    """
    from psycopg import pq

    with watch([connection], limit_s) as over:
        try:
            with stopwatch() as elapsed:
                result = connection.pgconn.exec_(sql.encode())
        finally:
            if over.fired:  # a request to cancel that came just too late would hit the next statement
                connection.close()
    if result.status in (pq.ExecStatus.TUPLES_OK, pq.ExecStatus.COMMAND_OK, pq.ExecStatus.EMPTY_QUERY):
        return result, elapsed[0]
    message = result.error_message.decode(errors="replace").strip()
    state = (result.error_field(pq.DiagnosticField.SQLSTATE) or b"").decode()
    if state == _CANCELLED:
        raise Cancelled(message)
    # a connection error of class 08 that the server tells of is one of its own, to another server
    if not state or state.startswith("57P") or connection.closed:
        connection.close()
        if over.fired:
            raise Cancelled(f"no answer within {limit_s:g} s, so its connection was closed")
        raise LostConnection(message)
    raise ServerError(message)


def watch(connections: Sequence[Any], limit_s: float | None) -> Watch:
    """Return what cancels the statements of several connections at a signal or after so many seconds."""
    from psycopg import capabilities

    def cancel() -> None:
        for connection in connections:
            connection.cancel_safe(timeout=CONNECT_LIMIT_S)

    # a libpq before 17 asks with the interpreter locked: a server that hangs would hold all of us
    means = (cancel,) if capabilities.has_cancel_safe() else ()
    return Watch([connection.pgconn.socket for connection in connections], limit_s, *means)


def decode(result: Any) -> list[tuple[Any, ...]]:
    """Turn a received result into tuples: integers where the type is one, text otherwise."""
    return list(rows_of(result))


def rows_of(result: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a received result one by one, as `decode` has them."""
    whole = {20, 21, 23}  # int8, int2, int4
    kinds = [int if result.ftype(c) in whole else str for c in range(result.nfields)]
    for r in range(result.ntuples):
        values = (result.get_value(r, c) for c in range(result.nfields))
        yield tuple(None if v is None else kind(v.decode()) for v, kind in zip(values, kinds, strict=True))
