"""A cluster on this machine: the same questions asked of one worker, of two, and of two that lose one."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from operator import itemgetter
from typing import Protocol, runtime_checkable

from ...engines.base import Engine
from ...errors import ClientFailed, DbreportError
from ...measuring.bench import Bench
from ...measuring.engine_run import EngineRun, Repeat
from ...meters import digest
from ...model import Case, Reading
from ...repeats import LOAD_TURNS
from ...stats import median
from .jobs import KILLED, KILLED_AFTER, WORKERS
from .watch import Watch, make_room

USUAL = KILLED.replace("killed_worker", "two_workers")
"""The same question of the same cluster that loses nobody."""

Attach = Callable[[Engine], None]


@runtime_checkable
class Scheduling(Protocol):
    """A system that makes tasks of a question: what one with nothing to do takes."""

    def empty_job(self) -> float: ...


@runtime_checkable
class Distributed(Protocol):
    """A system whose work is done by workers: their processes, the loss of one."""

    def workers(self) -> tuple[int, ...]: ...

    def lose(self, worker: int) -> None: ...


def measure(bench: Bench, wanted: Sequence[Case], watch: Watch, attach: Attach) -> None:
    """Measure every stage of a cluster; afterwards each system is as the last stage left it."""
    for stage, workers in WORKERS.items():
        cases = [case for case in wanted if case.stage == stage]
        runs = bench.needing(*(case.name for case in cases))
        _with_workers(bench, runs, workers, cases, attach)
        for case in cases:
            if case.name == KILLED:
                _losing_one(bench, case, watch, attach)
            else:
                watch.ask(case)


def _with_workers(bench: Bench, runs: Sequence[EngineRun], workers: str, cases: Sequence[Case], attach: Attach) -> None:
    """Have systems be clusters of so many workers; where one cannot, that is what its cases say."""
    stopped: list[tuple[bool, EngineRun]] = []
    for engine_run in runs:
        engine = engine_run.engine
        if engine.setup.options.get("workers") != workers:
            with _failing(engine_run, cases):
                engine.stop()
                engine.setup = replace(engine.setup, options={**engine.setup.options, "workers": workers})
                stopped.append((engine.begin(), engine_run))
    for _, engine_run in sorted(stopped, key=itemgetter(0)):  # who comes up by itself does so meanwhile
        with _failing(engine_run, cases):
            make_room(bench, engine_run)
            attach(engine_run.engine)


@contextmanager
def _failing(engine_run: EngineRun, cases: Sequence[Case]) -> Iterator[None]:
    try:
        yield
    except DbreportError as error:
        engine_run.fail([case.name for case in cases], error)


def _losing_one(bench: Bench, case: Case, watch: Watch, attach: Attach) -> None:
    """Kill a worker within a question, in turns, each on a whole cluster; keep what it takes otherwise."""
    for engine_run in bench.needing(case.name):
        usual_s = [s.value for s in engine_run.samples if (s.case, s.metric) == (USUAL, "latency") and s.value]
        failed: set[str] = set()
        for turn in range(bench.few(LOAD_TURNS)):
            bench.reporter.begin(case.name, engine_run.name)
            with bench.guarded(engine_run, case.name, "latency", "s", turn, failed):
                if not usual_s:
                    raise ClientFailed(f"{USUAL} has no time to go by: measure it first")
                if turn:
                    engine_run.engine.stop()
                    make_room(bench, engine_run)
                    attach(engine_run.engine)
                    # one answer before the one that counts; the usual is of a cluster that has given several
                    engine_run.ask(case.said(engine_run.name), case.timeout_s or 0.0)
                took_s = _turn(bench, engine_run, case, turn, watch, usual_s)
                bench.reporter.end(case.name, engine_run.name, f"{took_s:.2f} s")
            if failed:
                break
        answers = {s.answer for s in engine_run.samples if s.case in (case.name, USUAL) and s.answer}
        if len(answers) > 1:
            engine_run.call_wrong(case.name, f"answers differ: {' and '.join(sorted(answers))}")
        engine_run.finish(case.name)


def _turn(bench: Bench, engine_run: EngineRun, case: Case, turn: int, watch: Watch, usual_s: Sequence[float]) -> float:
    """Ask once while a worker is killed, sooner where the answer came before that; return the seconds it took."""
    for part in KILLED_AFTER:
        with (
            watch.beside(case)(engine_run) as tell,
            next(bench.attempts(engine_run, again=0)) as attempt,
            _loss(engine_run.engine, min(usual_s) * part) as lost,
        ):
            ran = engine_run.ask(case.said(engine_run.name), case.timeout_s or 0.0, fetch=True)
        if lost:
            times = {"latency": Reading(ran.elapsed_s, "s"), "usual": Reading(median(usual_s).value, "s")}
            repeat = Repeat(case.name, turn, attempt, answer=digest(ran.rows or ()))
            engine_run.add(repeat, {**times, **tell(ran)})
            return ran.elapsed_s
    raise ClientFailed("it had answered before a worker could be killed; choose a larger --scale")


@contextmanager
def _loss(engine: Engine, after_s: float) -> Iterator[list[int]]:
    """Kill a worker some seconds into a block; the list has its process id once that is done."""
    lost: list[int] = []

    def lose() -> None:
        if isinstance(engine, Distributed) and (workers := engine.workers()):
            engine.lose(workers[-1])
            lost.append(workers[-1])

    timer = threading.Timer(after_s, lose)
    timer.start()
    try:
        yield lost
    finally:
        timer.cancel()
        timer.join()
