"""What is kept beside the time of an answer: bytes spilled and shuffled, and how far an estimate is off."""

from __future__ import annotations

import shutil
import statistics
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial

from ...engines.base import Engine, Ran
from ...engines.embedded import allocated_bytes
from ...errors import DbreportError
from ...measuring.bench import Bench, Beside
from ...measuring.engine_run import EngineRun
from ...meters import Peak, hold_more
from ...model import Case, Metrics, Reading, Status
from .jobs import WAITING_BYTES
from .queries import ESTIMATED, EXACT

LEFT = 0.1
"""What an earlier answer may have left on the disk, as a part of what is free."""
_COUNTED = {"spilled_bytes": "spilled", "shuffle_written_bytes": "shuffled"}
"""What systems count of themselves, and the metric it is kept as."""


class Watch:
    """Surrounds each run of a question, on all systems of one run of the experiment."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._exact: dict[str, int] = {}

    def ask(self, case: Case) -> None:
        """Measure a question on every system that is to answer it, each with the room that the first question had."""
        for engine_run in self._bench.needing(case.name):
            clear(engine_run)
        self._bench.query(case, self.beside(case))

    def beside(self, case: Case) -> Beside:
        return partial(self._around, case)

    def need_exact(self, case: Case) -> None:
        """Have the exact answer at hand that estimates are held to, where this run has not asked for it."""
        for engine_run in self._bench.needing(case.name.replace(EXACT, ESTIMATED)):
            if self._exact:
                return
            if _gave_up(engine_run, case.name):
                continue
            with suppress(DbreportError):  # one that cannot answer leaves it to the next
                clear(engine_run)
                make_room(self._bench, engine_run)
                limit_s = case.timeout_s or self._bench.options.timeout_s
                self._keep(engine_run.ask(case.sql, limit_s, fetch=True))

    @contextmanager
    def _around(self, case: Case, engine_run: EngineRun) -> Iterator[Callable[[Ran], Metrics]]:
        make_room(self._bench, engine_run)
        engine, metrics = engine_run.engine, Metrics()
        before = engine.worked()
        with Peak(lambda: sum(allocated_bytes(folder)[0] for folder in engine.spill_folders())) as spilled:
            yield lambda ran: metrics | self._error(case, ran)
        metrics["spilled"] = Reading(float(spilled.bytes), "bytes")
        worked = engine.worked()
        metrics |= {
            metric: Reading(float(max(worked[name] - before[name], 0)), "bytes")
            for name, metric in _COUNTED.items()
            if name in worked and name in before
        }

    def _error(self, case: Case, ran: Ran) -> Metrics:
        """Return how far off an estimate is: of the thousand with most contacts, those that both answers have."""
        question = case.name.partition(".")[2]
        if question == EXACT:
            self._keep(ran)
        estimated: dict[str, int] = dict(ran.rows or ()) if question == ESTIMATED else {}
        both = self._exact.keys() & estimated.keys()
        if not both:
            return {}
        errors = [abs(estimated[caller] / self._exact[caller] - 1) for caller in both]
        return {
            "relative_error": Reading(statistics.median(errors), "ratio"),
            "largest_error": Reading(max(errors), "ratio"),
            "found": Reading(len(both) / len(self._exact), "ratio"),
        }

    def _keep(self, ran: Ran) -> None:
        self._exact = dict(ran.rows) if ran.rows else self._exact


def _gave_up(engine_run: EngineRun, case: str) -> bool:
    """Tell whether a system has been asked already and had no answer."""
    asked = (s for s in engine_run.samples if (s.case, s.metric) == (case, "latency"))
    return any(s.status is not Status.OK for s in asked)


def clear(mine: EngineRun) -> None:
    """Start a system anew whose earlier answers still take much of the disk, where the next would find it full.

    Spark keeps what it has shuffled, of a question that failed too, until its driver happens to collect garbage.
    """
    for folder in mine.engine.spill_folders():
        if folder.exists() and allocated_bytes(folder)[0] > LEFT * shutil.disk_usage(folder).free:
            mine.revive()


def make_room(bench: Bench, mine: EngineRun) -> None:
    """Stop the other systems where they hold too much; start this one where it is stopped.

    Each may take all of the memory but the reserve: those that wait must not keep more than that.
    """
    others = [one.engine for one in bench.runs if one is not mine]
    if hold_more([pid for engine in others for pid in engine.pids()], WAITING_BYTES):
        for engine in others:
            engine.stop()
    wake(mine.engine)


def wake(engine: Engine) -> None:
    """Start a system that was stopped to make room; one of somebody else's never is."""
    if not engine.pids() and engine.launched() != "external":
        engine.start()
