"""Spark's own client over Spark Connect, in a worker process with Spark's processes below it."""

import logging
import re
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ..allotted import cores
from ..errors import AccessRefused, EngineDied, EngineStartFailed, StatementFailed, StatementTimeout
from .base import Ran
from .file_reader import FileReader
from .launch.external import variable, without_address
from .launch.folders import FULL, ran_full
from .launch.spark_cluster import Processes, version
from .setup import Setup
from .spark_settings import NAME, Place, heap_mib, of_driver, of_owner

READY_LIMIT_S = 60.0
"""What an answer to nothing may take: a cluster may have nobody who gives it."""
_SETTINGS = (
    "spark.driver.memory",
    "spark.executor.memory",
    "spark.serializer",
    "spark.sql.adaptive.enabled",
    "spark.sql.autoBroadcastJoinThreshold",
    "spark.sql.files.maxPartitionBytes",
    "spark.sql.shuffle.partitions",
)
_WORK = {
    "shuffleBytesWritten": "shuffle_written_bytes",
    "localBytesRead": "shuffle_read_bytes",
    "remoteBytesRead": "shuffle_read_bytes",
    "spillSize": "spilled_bytes",
}
"""What Spark tells of each operator of a plan, and what it is added to."""

_NOW = "java_method('java.lang.System', 'currentTimeMillis')"
_BEGIN_AND_END = f"{_NOW}, java_method('java.lang.Thread', 'sleep', 200L), {_NOW}"
"""What has a task tell when it began and, after a while, when it ended."""

_GONE = re.compile(r"UNAVAILABLE|stopped SparkContext|SparkContext was shut down")
_OUT_OF_MEMORY = "OutOfMemoryError"
_EXECUTOR_WITHOUT_MEMORY = ("exited with code 52", "exited with code 52, out of memory")
_NOISE = re.compile(r'^\([\w.$]+\) |^<_\w+ of RPC .*?details = "', re.DOTALL)
"""What stands before the client's own words."""


class SparkInner(FileReader):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        from pyspark.sql.connect.session import SparkSession

        logging.disable()  # the client would print what it raises, with all of Java's trace
        self._place = Place.of(setup)
        self._where = f" at the address in {variable(NAME)}" if self._place.served else ""
        self._cancelled = False
        self._worked = dict.fromkeys(_WORK.values(), 0)
        self._told: list[Any] = []  # of each statement since `worked` was asked
        self._processes = None if self._place.served else Processes(setup.folder, self._place.near, setup.brief)
        try:
            address = self._place.url if self._processes is None else _driver(self._processes, self._place, setup)
            self._session = SparkSession(connection=address)
            self._session.client.set_retry_policies([])  # they would go on for ten minutes
            with self._mapped():
                self._session.conf.set("spark.sql.session.timeZone", "UTC")
            self._await_executors()
        except BaseException:
            if self._processes is not None:
                self._processes.stop()
            raise

    def _await_executors(self) -> None:
        impatient = threading.Timer(READY_LIMIT_S, self.cancel)
        impatient.start()
        try:
            super().run(_task_each("id"), READY_LIMIT_S)
        except StatementTimeout:
            raise EngineStartFailed(
                f"Spark's cluster has given no executor within {READY_LIMIT_S:.0f} s; has it workers with free cores?"
            ) from None
        except StatementFailed as error:
            if "InvalidClassException" not in str(error):
                raise
            raise EngineStartFailed(
                f"the cluster at the address in {variable(NAME)} is of another version than the driver here, Spark"
                f" {version()}; name that version in lib/spark/pom.xml, or the address of a driver of its own, sc://…"
            ) from None
        finally:
            impatient.cancel()

    def close(self) -> None:
        with suppress(Exception):  # of a driver that is gone
            self._session.stop()
        if self._processes is not None:
            self._processes.stop()

    def cancel(self) -> None:
        self._cancelled = True
        self._session.interruptAll()

    @contextmanager
    def _mapped(self) -> Iterator[None]:
        """Turn the client's errors into ours. The first line of one is enough: Java's trace follows."""
        import grpc
        from pyspark.errors import PySparkException

        self._cancelled = False
        try:
            yield
            return
        except grpc.RpcError as error:
            said = f"{error.code().name}: {error.details()}"
        except PySparkException as error:
            said = str(error)
        if self._cancelled:
            raise StatementTimeout("spark stopped the statement at the time limit")
        if "UNAUTHENTICATED" in said:
            raise AccessRefused(f"spark's driver{self._where} refuses the token")
        alone = self._processes is not None and not self._place.workers
        # a driver that does the work itself is of no use once its memory has run out, whether or not it goes on
        if _GONE.search(said) or (alone and _OUT_OF_MEMORY in said):
            raise EngineDied(self._obituary())
        if ran_full(said):
            raise StatementFailed(f"spark: {FULL}")
        said = without_address(_NOISE.sub("", said.strip()), self._place.url)
        raise StatementFailed(f"spark: {said.replace(*_EXECUTOR_WITHOUT_MEMORY).partition(chr(10))[0]}")

    def _obituary(self) -> str:
        if self._processes is None:
            return f"its driver{self._where} does not answer"
        return f"its driver ended: {self._processes.ended('driver', within_s=2) or self._processes.reason('driver')}"

    def version(self) -> str:
        with self._mapped():
            return self._session.version

    def settings(self) -> dict[str, str]:
        told = dict(self._rows(f"SET {name}")[0] for name in _SETTINGS)
        ((java,),) = self._rows("SELECT java_method('java.lang.System', 'getProperty', 'java.version')")
        return {name: value for name, value in told.items() if value != "<undefined>"} | {"java": java}

    def _attach(self, name: str, files: Path) -> None:
        self._session.read.parquet(str(files)).createOrReplaceTempView(name)

    def _arrow(self, sql: str) -> Any:
        frame = self._session.sql(sql)
        answer = frame.toArrow()
        self._told.append(frame.executionInfo)
        return answer

    def _rows(self, sql: str) -> list[tuple[Any, ...]]:
        return self.run(sql, READY_LIMIT_S, fetch=True).rows or []

    def run(self, sql: str, timeout_s: float, fetch: bool = False, digest: bool = False) -> Ran:
        try:
            return super().run(sql, timeout_s, fetch, digest)
        except StatementTimeout:
            if self._processes is not None:  # a driver that is there may have others to work for
                self._await_cores()
            raise

    def _await_cores(self) -> None:
        """Return once as many tasks as there are cores have run at the same time, so that nothing else has one.

        Where that takes too long, or cannot be because a Worker was lost, our process is ended, and Spark's with it.
        Between two stages a statement is cancelled before the next one has begun, which then runs although the client
        is told that all has ended; nobody can cancel it any more, and it would take the cores of what is asked next.
        """
        while True:
            with suppress(StatementTimeout):  # whoever waits for us cancels again and again
                tasks = super().run(_task_each(_BEGIN_AND_END), READY_LIMIT_S, fetch=True).rows or []
                if max(int(began) for began, _, _ in tasks) < min(int(ended) for *_, ended in tasks):
                    return

    def empty_job(self) -> float:
        return self.run(_task_each("id"), READY_LIMIT_S).elapsed_s

    def worked(self) -> dict[str, int]:
        plans = (told.metrics.extract_graph()[1].values() for told in self._told if told and told.metrics)
        for metric in (metric for operators in plans for operator in operators for metric in operator.metrics):
            if metric.name in _WORK:
                self._worked[_WORK[metric.name]] += int(metric.value)
        self._told.clear()
        return dict(self._worked)

    def explain(self, sql: str) -> str:
        ((plan,),) = self._rows(f"EXPLAIN {sql}")
        return re.sub(r"file:[^\],\s]+", "…", str(plan))  # where the files lie is nobody else's business


def _task_each(what: str) -> str:
    """Return a statement with a task for each core."""
    return f"SELECT {what} FROM range(0, {cores()}, 1, {cores()})"


def _driver(processes: Processes, place: Place, setup: Setup) -> str:
    """Start a driver, and the cluster it is to have; return its address."""
    secret = secrets.token_hex(32)  # digits and letters: it stands in an address
    settings = of_driver(place, setup, secret)
    settings["spark.master"] = place.url or f"local[{cores()}]"
    if place.workers:
        processes.configure(settings)
        settings["spark.master"] = processes.cluster(place.workers, cores(), heap_mib(setup))
    processes.configure(settings, of_owner() if place.url else "")
    try:
        return f"sc://localhost:{processes.driver()}/;token={secret}"
    except EngineStartFailed as error:
        if place.url is None:
            raise
        said = without_address(str(error), place.url)
    raise EngineStartFailed(f"the cluster at the address in {variable(NAME)} takes no driver; is it running? {said}")
