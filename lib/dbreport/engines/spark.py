"""Spark: SQL over files, on the cores of this machine, on a cluster of processes on it, or on a cluster that is there.

Not here: its processes (`launch/spark_cluster.py`), its client (`spark_client`), what it is told (`spark_settings`).
"""

import socket
from contextlib import suppress
from dataclasses import replace
from typing import Any

import psutil

from .. import processes
from ..errors import DbreportError, EngineDied
from .base import Found
from .file_reader import FileReading
from .launch import spark_cluster
from .launch.external import external_url, variable
from .launch.leftovers import Guardian, kill_users
from .setup import Setup
from .spark_client import READY_LIMIT_S, SparkInner
from .spark_settings import NAME, Place, requested

_CONNECT_LIMIT_S = 10.0


class Spark(FileReading):
    """A cluster that is there must find attached files under the same path as this machine."""

    name = NAME
    driver = "pyspark"
    inner = SparkInner

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._guardian: Guardian | None = None

    @classmethod
    def find(cls, launcher: str | None = None) -> Found:
        found = super().find(launcher)
        if found.how is None:
            return found
        try:
            if launcher in (None, "external") and external_url(NAME):
                return Found("external", None, "DBREPORT_…_URL or engines.toml")
            _, java = spark_cluster.java()
            spark_cluster.require_maven()
        except DbreportError as error:
            return Found(None, None, None, str(error))
        return replace(found, version=spark_cluster.version(), where=f"Maven, for Java {java}")

    def check(self) -> None:
        place = Place.of(self.setup)
        if place.url is None:
            return
        try:
            socket.create_connection(place.host_and_port(), _CONNECT_LIMIT_S).close()
            return
        except OSError as error:  # not chained: it may show the address
            said = error.strerror or "no answer in time"
        raise EngineDied(f"no Spark answers at the address in {variable(NAME)} ({said}); is it running?")

    def begin(self) -> bool:
        with suppress(DbreportError):
            self._require()
            return super().begin()
        return False

    def start(self) -> None:
        if self.up():
            return
        self._require()
        try:
            super().start()
        except BaseException:
            kill_users(self.setup.folder)
            raise
        self._guardian = Guardian(self.setup.folder)

    def _require(self) -> None:
        """Raise EngineMissing, EngineStartFailed or EngineDied where what it needs is not there."""
        self.check()
        if not Place.of(self.setup).served:
            spark_cluster.java()
            spark_cluster.home()

    def stop(self) -> None:
        there = self._worker is not None
        super().stop()
        if self._guardian is not None:
            self._guardian.dismiss()
            self._guardian = None
        if there:
            kill_users(self.setup.folder)  # executors outlive a killed Worker for a moment

    def launched(self) -> str:
        place = Place.of(self.setup)
        return "external" if place.url else "native" if place.workers else "in process"

    def requested(self) -> dict[str, Any]:
        return {} if Place.of(self.setup).url else requested(self.setup)

    def worked(self) -> dict[str, int]:
        """Return what the operators of all plans counted: bytes written into shuffles and read from them, and
        `spilled_bytes` as large as they were in memory. Subqueries, and what was done again, are not in it.
        """
        return super().worked()

    def empty_job(self) -> float:
        """Return the seconds that a job with a task for each core and nothing to do takes."""
        return self._call("empty_job", timeout_s=READY_LIMIT_S)

    def workers(self) -> tuple[int, ...]:
        """Return the process ids of a cluster's Workers; each has its executor below it."""
        below = [child for pid in self.pids() for child in psutil.Process(pid).children(recursive=True)]
        # a lost one has no command line any more
        return tuple(p.pid for p in below if spark_cluster.WORKER in (p.as_dict(["cmdline"])["cmdline"] or ()))

    def lose(self, worker: int) -> None:
        """Kill a Worker with its executor, as a machine goes that fails. Another start after a stop brings it back."""
        processes.kill(worker)
