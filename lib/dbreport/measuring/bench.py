"""How cases are measured, whatever they are: interleaved rounds, answers first, warm and cold, saved one by one."""

from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Protocol, TypeVar

from .. import host
from ..engines.base import Engine, Ran
from ..errors import DbreportError, EngineDied, EngineStartFailed, StatementTimeout, Unsupported
from ..meters import digest, drop_page_cache
from ..model import Case, Metrics, Options, Reading, Scale, Temperature
from ..repeats import COLD_REPEATS, SMOKE_LONG_S, SMOKE_REPEATS, required_repeats, wanted_repeats
from .attempts import AGAIN, Attempt
from .engine_run import EngineRun, Repeat
from .sessions import Session
from .warmth import cools

LONG_S = 120.0
"""A first, answering run this long is itself the one repeat the rules ask for."""

Answers = dict[str, dict[str, str]]
"""Digests of answers, by case and system."""
Beside = Callable[[EngineRun], AbstractContextManager[Callable[[Ran], Metrics]]]
"""What surrounds each run of a statement; what it gives makes metrics of the run once it has ended."""
Item = TypeVar("Item")


def turns(items: Sequence[Item], wanted: Callable[[Item], int]) -> Iterator[tuple[Item, int]]:
    """Yield each item in turn with the number of the round, then each again, as often as wanted of it by then.

    What drifts on a shared machine drifts for all. Each round begins with another one, so that within a round too
    none has it better for always coming first.
    """
    repeat = 0
    while left := [item for item in items if repeat < wanted(item)]:
        start = repeat % len(left)
        for item in (*left[start:], *left[:start]):
            yield item, repeat
        repeat += 1


@contextmanager
def nothing_beside(run: EngineRun) -> Iterator[Callable[[Ran], Metrics]]:
    """Surround a run of a statement with nothing."""
    yield lambda ran: {}


class Reporter(Protocol):
    """Whoever shows how far a run is."""

    def expect(self, cases: dict[str, list[str]]) -> None:
        """Take note of the cases each engine has before it."""

    def made(self, rows: int, total: int) -> None:
        """Take note of rows generated since the last call, of `total`."""

    def begin(self, case: str, engine: str) -> None: ...

    def end(self, case: str, engine: str, what: str) -> None: ...

    def say(self, text: str) -> None: ...


class Bench:
    """The engines of one run, and the few ways to measure something on all of them in turn."""

    def __init__(
        self,
        options: Options,
        runs: list[EngineRun],
        reporter: Reporter,
        answers: Answers,
        session: Session,
    ) -> None:
        self.options = options
        self.runs = runs
        self.reporter = reporter
        self.answers = answers
        """What systems have answered so far, by case and system, and in earlier runs."""
        self.smoke = options.scale is Scale.SMOKE
        self._long_s = min(SMOKE_LONG_S, LONG_S) if self.smoke else LONG_S
        self._idle_s = host.idle_memory_s()
        self._watch = session.watch(again=0 if self.smoke else AGAIN)

    def needing(self, *cases: str) -> list[EngineRun]:
        return [run for run in self.runs if any(run.needs(case) for case in cases)]

    @property
    def failed(self) -> bool:
        """Tell whether any engine was lost or any case failed in this run's files."""
        return any(run.lost or any(s.status in ("failed", "wrong_answer") for s in run.samples) for run in self.runs)

    @contextmanager
    def guarded(
        self, run: EngineRun, case: str, metric: str, unit: str, repeat: int = 0, failed: set[str] | None = None
    ) -> Iterator[None]:
        """Turn an error of one engine into a sample, bring a dead engine back, and go on with the others.

        The engine's name is added to `failed`: for those who measure no further what has failed once.
        """
        try:
            yield
        except DbreportError as error:
            if failed is not None:
                failed.add(run.name)
            run.add_failure(case, error, metric, unit, repeat)
            expected = isinstance(error, StatementTimeout | Unsupported)
            said = str(error).splitlines()[0] if expected else f"failed: {error}"
            self.reporter.end(case, run.name, said)
            if isinstance(error, EngineDied | EngineStartFailed):
                run.revive()

    def rounds(
        self, runs: list[EngineRun], wanted: Callable[[EngineRun], int], failed: Container[str] = ()
    ) -> Iterator[tuple[EngineRun, int]]:
        """Yield the engines in turns with the number of the round: those still there and not among `failed`."""
        yield from turns(runs, lambda run: 0 if run.lost or run.name in failed else wanted(run))

    def attempts(
        self,
        run: EngineRun,
        again: int = AGAIN,
        sampled: bool = True,
        settle: Callable[[], object] = lambda: None,
    ) -> Iterator[Attempt]:
        """Yield attempts at one repeat on an engine: another after each that the machine disturbed, within bounds.

        Args:
            again: how often it is done again at most.
            sampled: whether the use of the engine's processes is sampled meanwhile, and that of the client.
            settle: done between calibration and clock.
        """
        return self._watch.attempts(run.engine.pids if sampled else None, again, settle)

    def few(self, repeats: int) -> int:
        """Return how many of the repeats are made at this run's scale."""
        return min(repeats, SMOKE_REPEATS) if self.smoke else repeats

    # ways to measure -------------------------------------------------------------------------

    def durations(
        self,
        case: str,
        action: Callable[[Engine], float],
        before: Callable[[EngineRun], None] = lambda run: None,
        after: Callable[[EngineRun], Metrics] = lambda run: {},
        rows: bool = False,
        threads: Callable[[EngineRun], int] = lambda run: 1,
    ) -> None:
        """Time an action that returns its own seconds; `before` runs untimed before each repeat.

        What `after` returns is kept beside the duration as metrics of its own (checkpoint, statistics);
        with `rows`, so is the throughput in rows per second.
        """
        runs = self.needing(case)
        repeats = {run.name: 1 for run in runs}
        longest: dict[str, float] = {}
        failed: set[str] = set()
        for run, repeat in self.rounds(runs, lambda run: repeats[run.name], failed):
            self.reporter.begin(case, run.name)
            with self.guarded(run, case, "duration", "s", repeat, failed):
                for attempt in self.attempts(run):
                    before(run)
                    with attempt:
                        seconds = action(run.engine)
                    metrics = {"duration": Reading(seconds, "s"), **after(run)}
                    if rows:
                        metrics["throughput"] = Reading(run.rows / seconds, "rows/s")
                    run.add(Repeat(case, repeat, attempt, threads=threads(run)), metrics)
                    longest[run.name] = max(seconds, longest.get(run.name, 0))
                repeats[run.name] = self.few(required_repeats(longest[run.name]))
                self.reporter.end(case, run.name, f"{seconds:.2f} s")
        for run in runs:
            run.finish(case)

    def sizes(self, case: str, measure: Callable[[Engine], dict[str, int]]) -> None:
        """Keep bytes on disk by part, once: they do not vary."""
        for run in self.needing(case):
            self.reporter.begin(case, run.name)
            with self.guarded(run, case, "size", "bytes"):
                parts = measure(run.engine)
                run.add(Repeat(case), {f"size_{part}": Reading(float(n), "bytes") for part, n in parts.items()})
                self.reporter.end(case, run.name, ", ".join(f"{p} {n / 1e6:.0f} MB" for p, n in parts.items()))
            run.finish(case)

    def examined(self, case: Case, before: Callable[[EngineRun], None] = lambda run: None) -> None:
        """Keep how many rows and pages one statement reads, once, on every system that tells."""
        for run in self.needing(case.name):
            self.reporter.begin(case.name, run.name)
            with self.guarded(run, case.name, "rows_read", "rows"):
                before(run)
                run.footer.statements[case.name] = case.said(run.name)
                told = run.engine.examined(case.said(run.name), self._limit_s(case))
                run.add(
                    Repeat(case.name), {what: Reading(float(n), what.partition("_")[0]) for what, n in told.items()}
                )
                self.reporter.end(case.name, run.name, ", ".join(f"{what} {n:,}" for what, n in told.items()))
            run.finish(case.name)

    def query(self, case: Case, beside: Beside = nothing_beside) -> None:
        """Measure one statement: its answer on every engine first, then warm rounds, then cold ones.

        `beside` surrounds each of its runs; only the first, answering one has the rows of the answer.
        """
        runs = self.needing(case.name)
        if not runs:
            return
        answers: dict[str, str] = {}
        first_s: dict[str, float] = {}
        failed: set[str] = set()
        for run in runs:
            self.reporter.begin(case.name, run.name)
            with self.guarded(run, case.name, "latency", "s", failed=failed):
                answers[run.name], first_s[run.name] = self._answer(run, case, beside)
        wrong = self._compare(case, answers)
        repeats = {name: 0 if s >= self._long_s else self.few(wanted_repeats(s)) for name, s in first_s.items()}
        for run, repeat in self.rounds(runs, lambda run: repeats[run.name], failed):
            with self.guarded(run, case.name, "latency", "s", repeat, failed):
                self._warm(run, case, repeat, answers[run.name], first_s[run.name], beside)
        cold_repeats = self.few(COLD_REPEATS) if case.cold else 0
        for run, repeat in self.rounds(runs, lambda run: cold_repeats if run.engine.pids() else 0, failed):
            with self.guarded(run, case.name, "latency", "s", repeat, failed):
                self._cold(run, case, repeat, answers[run.name])
        for run in runs:
            for statement in case.after:  # each by itself: one that fails must not keep the next from undoing
                with self.guarded(run, case.name, "latency", "s"):
                    run.engine.run(statement, self._limit_s(case))
            if run.name in wrong:
                run.call_wrong(case.name, wrong[run.name])
            values = [
                s.value
                for s in run.samples
                if (s.case, s.metric) == (case.name, "latency") and s.temperature is not Temperature.FIRST and s.value
            ]
            if values:
                self.reporter.end(case.name, run.name, f"{sorted(values)[len(values) // 2] * 1000:.1f} ms")
            run.finish(case.name)

    def _limit_s(self, case: Case) -> float:
        return case.timeout_s or self.options.timeout_s

    def _answer(self, run: EngineRun, case: Case, beside: Beside) -> tuple[str, float]:
        """Run the statement once for its answer, which also warms the caches; return its digest and the seconds."""
        for statement in case.before:
            run.engine.run(statement, self._limit_s(case))
        asked = {"digest": True} if case.compare == "many" else {"fetch": True}
        with beside(run) as tell:
            run.explain(case)
            with next(self.attempts(run, again=0)) as attempt:
                ran = run.ask(case.said(run.name), self._limit_s(case), **asked)
        rows = ran.rows or []
        answer = ran.digest or (
            f"{len(rows)} rows" if case.compare == "count" else digest(rows, whole=case.compare == "whole")
        )
        temperature = Temperature.WARM if ran.elapsed_s >= self._long_s else Temperature.FIRST
        metrics = {"latency": Reading(ran.elapsed_s, "s"), **tell(ran)}
        run.add(Repeat(case.name, 0, attempt, temperature, answer), metrics)
        return answer, ran.elapsed_s

    def _compare(self, case: Case, answers: dict[str, str]) -> dict[str, str]:
        """Return the engines whose answer is not the one most engines give, with the reason."""
        if case.compare == "none":
            return {}
        known = {**self.answers.get(case.name, {}), **answers}
        if len(set(known.values())) < 2:
            return {}
        (common, votes), *others = Counter(known.values()).most_common()
        undecided = others[0][1] == votes
        return {
            name: f"answers {answer}, others {' and '.join(sorted(set(known.values()) - {answer}))}"
            for name, answer in answers.items()
            if undecided or answer != common
        }

    def _warm(self, run: EngineRun, case: Case, repeat: int, answer: str, first_s: float, beside: Beside) -> None:
        statement = partial(run.ask, case.said(run.name), self._limit_s(case))
        cooled = not self.smoke and cools(first_s, self._idle_s)
        for attempt in self.attempts(run, settle=statement if cooled else lambda: None):
            with beside(run) as tell, attempt:
                ran = statement()
            metrics = {"latency": Reading(ran.elapsed_s, "s"), **tell(ran)}
            run.add(Repeat(case.name, repeat, attempt, answer=answer), metrics)

    def _cold(self, run: EngineRun, case: Case, repeat: int, answer: str) -> None:
        for attempt in self.attempts(run):
            cold = cool(run.engine)
            with attempt:
                ran = run.ask(case.said(run.name), self._limit_s(case))
            run.add(Repeat(case.name, repeat, attempt, cold, answer), {"latency": Reading(ran.elapsed_s, "s")})


def cool(engine: Engine) -> Temperature:
    """Start an engine anew over an empty page cache; return how cold it is, as the cache may not be ours to drop."""
    engine.stop()
    dropped = drop_page_cache()
    engine.start()
    return Temperature.COLD if dropped else Temperature.LUKEWARM
