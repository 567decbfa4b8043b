"""Cancel what a client library waits for in C: when its time is over, or when a signal has come.

While such a call runs, Python's own handlers wait for it. The signal's number is written to a socket at once
(`signal.set_wakeup_fd`), and a thread that reads it has the server end the statement; the call returns and the
handler takes over. The path that is timed stays the library's own.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

GRACE_S = 5.0
"""What each means is given before the next one."""
_AGAIN_S = 0.5
_SIGNALS = frozenset({signal.SIGINT, signal.SIGTERM, signal.SIGHUP})


class Watch:
    """Watch over a block: after `limit_s` (None for never) or upon a signal every one of `means` is tried in turn.

    A means asks the server, over a connection of its own, to end the statement; it is asked again twice a second,
    as one that comes before the statement does nothing. Where none helps, the sockets are shut down.
    `fired` tells whether it came to that: then the connections are to be closed, for a request may be late
    and would hit the next statement.
    """

    def __init__(self, sockets: Sequence[int], limit_s: float | None, *means: Callable[[], object]) -> None:
        self.fired = False
        self._lines = [socket.socket(fileno=os.dup(number)) for number in sockets]
        self._limit_s = limit_s
        self._means = means
        self._ours, self._theirs = socket.socketpair()
        self._theirs.setblocking(False)
        self._thread = threading.Thread(target=self._wait, daemon=True)
        self._before: int | None = None
        self.postpone()

    def __enter__(self) -> Watch:
        self._thread.start()
        if threading.current_thread() is threading.main_thread():  # the only one that signals come to
            self._before = signal.set_wakeup_fd(self._theirs.fileno(), warn_on_full_buffer=False)
        return self

    def __exit__(self, *exception: object) -> None:
        if self._before is not None:
            signal.set_wakeup_fd(self._before)
        self._theirs.close()
        self._thread.join()
        for line in (*self._lines, self._ours):
            line.close()

    def postpone(self) -> None:
        """Count the limit from now: something has moved."""
        self._deadline = None if self._limit_s is None else time.monotonic() + self._limit_s

    def _wait(self) -> None:
        while not (left_s := self._left_s()) or left_s > 0:
            said = self._heard(left_s)
            if said == b"":
                return
            if _SIGNALS & set(said or b""):
                break
        self.fired = True
        for means in self._means:
            given_up = time.monotonic() + GRACE_S
            while time.monotonic() < given_up:
                # in a thread that nobody waits for: a server that hangs does not answer this either
                threading.Thread(target=_try, args=(means,), daemon=True).start()
                if self._heard(_AGAIN_S) == b"":
                    return
        for line in self._lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def _left_s(self) -> float | None:
        return None if self._deadline is None else self._deadline - time.monotonic()

    def _heard(self, within_s: float | None) -> bytes | None:
        """Return the numbers of signals that came, nothing at all when the block has ended, None when nobody spoke."""
        readable, _, _ = select.select([self._ours], [], [], within_s)
        return self._ours.recv(64) if readable else None


def _try(means: Callable[[], object]) -> None:
    with suppress(Exception):  # one that fails is followed by the next
        means()
