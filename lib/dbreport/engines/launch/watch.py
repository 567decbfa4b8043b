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
from functools import cache

GRACE_S = 5.0
"""What each means is given before the next one."""
_LOOK_S = 0.2
_SIGNALS = frozenset({signal.SIGINT, signal.SIGTERM, signal.SIGHUP})


class Watch:
    """Watch over a block: after `limit_s` (None for never) or upon a signal every one of `means` is tried in turn.

    A means asks the server, over a connection of its own, to end the statement; it is asked again every moment,
    as one that comes before the statement does nothing. Where none helps, the sockets are shut down.
    `fired` tells whether it came to that: then the connections are to be closed, for a request may be late
    and would hit the next statement.
    """

    def __init__(self, sockets: Sequence[int], limit_s: float | None, *means: Callable[[], object]) -> None:
        self.fired = False
        self._lines = [socket.socket(fileno=os.dup(number)) for number in sockets]
        self._limit_s = limit_s
        self._means = means
        self._fired_at = 0.0
        self._before: int | None = None
        self.postpone()

    def __enter__(self) -> Watch:
        self._before = _watcher().add(self)
        return self

    def __exit__(self, *exception: object) -> None:
        _watcher().remove(self, self._before)
        for line in self._lines:
            line.close()

    def postpone(self) -> None:
        """Count the limit from now: something has moved."""
        self._deadline = None if self._limit_s is None else time.monotonic() + self._limit_s

    def look(self, signalled: bool) -> None:
        """Do what is due by now; called by the watcher alone, and never once the block has ended."""
        now = time.monotonic()
        if not self.fired:
            if not signalled and (self._deadline is None or now < self._deadline):
                return
            self.fired, self._fired_at = True, now
        tried = int((now - self._fired_at) / GRACE_S)
        if tried < len(self._means):
            # in a thread that nobody waits for: a server that hangs does not answer this either
            threading.Thread(target=_try, args=(self._means[tried],), daemon=True).start()
            return
        for line in self._lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)


def _try(means: Callable[[], object]) -> None:
    with suppress(Exception):  # one that fails is followed by the next
        means()


class _Watcher:
    """The thread that looks after every watch: one started for each statement would disturb what is timed."""

    def __init__(self) -> None:
        self._watches: set[Watch] = set()
        self._lock = threading.Lock()
        self._ours, self._theirs = socket.socketpair()
        self._ours.setblocking(False)
        self._theirs.setblocking(False)
        threading.Thread(target=self._run, daemon=True).start()

    def add(self, watch: Watch) -> int | None:
        """Begin to look after a watch; return what to hand to `remove`."""
        with self._lock:
            if not self._watches:
                self._heard()  # a signal that has been taken care of
            self._watches.add(watch)
        if threading.current_thread() is not threading.main_thread():  # the only one that signals come to
            return None
        return signal.set_wakeup_fd(self._theirs.fileno(), warn_on_full_buffer=False)

    def remove(self, watch: Watch, before: int | None) -> None:
        if before is not None:
            signal.set_wakeup_fd(before)
        with self._lock:
            self._watches.discard(watch)

    def _run(self) -> None:
        while True:
            select.select([self._ours], [], [], _LOOK_S)
            with self._lock:
                signalled = bool(_SIGNALS & set(self._heard()))
                for watch in self._watches:
                    watch.look(signalled)

    def _heard(self) -> bytes:
        """Return the numbers of the signals that came."""
        try:
            return self._ours.recv(64)
        except BlockingIOError:
            return b""


@cache
def _watcher() -> _Watcher:
    return _Watcher()
