"""How cases are measured, whatever they are: interleaved rounds, answers first, warm and cold, saved one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Protocol, TypeVar

from ..engines.base import Engine
from ..errors import DbreportError, EngineDied, EngineStartFailed, StatementTimeout, Unsupported
from ..meters import digest, drop_page_cache
from ..model import Case, Options, Scale, Temperature
from ..repeats import COLD_REPEATS, SMOKE_REPEATS, required_repeats, wanted_repeats
from .attempts import AGAIN, Attempt
from .engine_run import EngineRun
from .sessions import Session

Values = dict[str, tuple[float, str]]
"""Metrics by name: value and unit."""

LONG_S = 120.0
"""A first, answering run this long is itself the one repeat the rules ask for."""
SHORT_S = 0.1
"""A statement under this is run once more, untimed, between calibration and clock: what calibrates empties the
processor's caches, which cost it some 80 µs, and warm means that they are filled."""

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
        engine_runs: list[EngineRun],
        reporter: Reporter,
        answers: dict[str, dict[str, str]],
        session: Session,
    ) -> None:
        self.options = options
        self.engine_runs = engine_runs
        self.reporter = reporter
        self._answers = answers
        self._watch = session.watch(again=0 if options.scale is Scale.SMOKE else AGAIN)

    def needing(self, *cases: str) -> list[EngineRun]:
        return [engine_run for engine_run in self.engine_runs if any(engine_run.needs(case) for case in cases)]

    @property
    def failed(self) -> bool:
        """Tell whether any engine was lost or any case failed in this run's files."""
        return any(
            engine_run.lost or any(s.status in ("failed", "wrong_answer") for s in engine_run.samples)
            for engine_run in self.engine_runs
        )

    @contextmanager
    def guarded(
        self, engine_run: EngineRun, case: str, metric: str, unit: str, repeat: int = 0, failed: set[str] | None = None
    ) -> Iterator[None]:
        """Turn an error of one engine into a sample, bring a dead engine back, and go on with the others.

        The engine's name is added to `failed`: for those who measure no further what has failed once.
        """
        try:
            yield
        except DbreportError as error:
            if failed is not None:
                failed.add(engine_run.name)
            engine_run.add_failure(case, error, metric, unit, repeat)
            expected = isinstance(error, StatementTimeout | Unsupported)
            said = str(error).splitlines()[0] if expected else f"failed: {error}"
            self.reporter.end(case, engine_run.name, said)
            if isinstance(error, EngineDied | EngineStartFailed):
                engine_run.revive()

    def rounds(
        self, engine_runs: list[EngineRun], wanted: Callable[[EngineRun], int]
    ) -> Iterator[tuple[EngineRun, int]]:
        """Yield the engines in turns, those that are still there."""
        yield from turns(engine_runs, lambda engine_run: wanted(engine_run) if engine_run.lost is None else 0)

    def attempts(
        self,
        engine_run: EngineRun,
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
        return self._watch.attempts(engine_run.engine.pids if sampled else None, again, settle)

    def _few(self, repeats: int) -> int:
        return min(repeats, SMOKE_REPEATS) if self.options.scale is Scale.SMOKE else repeats

    few = _few  # for ways to measure that stand in modules of their own

    # ways to measure -------------------------------------------------------------------------

    def durations(
        self,
        case: str,
        action: Callable[[Engine], float],
        before: Callable[[EngineRun], None] = lambda engine_run: None,
        after: Callable[[EngineRun], Values] = lambda engine_run: {},
        rows: bool = False,
        threads: Callable[[EngineRun], int] = lambda engine_run: 1,
    ) -> None:
        """Time an action that returns its own seconds; `before` runs untimed before each repeat.

        What `after` returns is kept beside the duration as metrics of its own (checkpoint, statistics);
        with `rows`, so is the throughput in rows per second.
        """
        engine_runs = self.needing(case)
        repeats = {engine_run.name: 1 for engine_run in engine_runs}
        longest: dict[str, float] = {}
        failed: set[str] = set()
        for engine_run, repeat in self.rounds(
            engine_runs, lambda engine_run: 0 if engine_run.name in failed else repeats[engine_run.name]
        ):
            self.reporter.begin(case, engine_run.name)
            with self.guarded(engine_run, case, "duration", "s", repeat, failed):
                for attempt in self.attempts(engine_run):
                    before(engine_run)
                    with attempt:
                        seconds = action(engine_run.engine)
                    values: Values = {"duration": (seconds, "s"), **after(engine_run)}
                    if rows:
                        values["throughput"] = (engine_run.rows / seconds, "rows/s")
                    engine_run.add(case, repeat, values, threads=threads(engine_run), attempt=attempt)
                    longest[engine_run.name] = max(seconds, longest.get(engine_run.name, 0))
                repeats[engine_run.name] = self._few(required_repeats(longest[engine_run.name]))
                self.reporter.end(case, engine_run.name, f"{seconds:.2f} s")
        for engine_run in engine_runs:
            engine_run.finish(case)

    def sizes(self, case: str, measure: Callable[[Engine], dict[str, int]]) -> None:
        """Keep bytes on disk by part, once: they do not vary."""
        for engine_run in self.needing(case):
            self.reporter.begin(case, engine_run.name)
            with self.guarded(engine_run, case, "size", "bytes"):
                parts = measure(engine_run.engine)
                engine_run.add(case, 0, {f"size_{part}": (float(n), "bytes") for part, n in parts.items()})
                self.reporter.end(case, engine_run.name, ", ".join(f"{p} {n / 1e6:.0f} MB" for p, n in parts.items()))
            engine_run.finish(case)

    def query(self, case: Case) -> None:
        """Measure one statement: its answer on every engine first, then warm rounds, then cold ones."""
        engine_runs = self.needing(case.name)
        if not engine_runs:
            return
        answers: dict[str, str] = {}
        first_s: dict[str, float] = {}
        failed: set[str] = set()
        for engine_run in engine_runs:
            self.reporter.begin(case.name, engine_run.name)
            with self.guarded(engine_run, case.name, "latency", "s", failed=failed):
                answers[engine_run.name], first_s[engine_run.name] = self._answer(engine_run, case)
        wrong = self._compare(case, answers)
        for engine_run, repeat in self.rounds(
            engine_runs,
            lambda engine_run: 0 if engine_run.name in failed else self._warm_repeats(first_s[engine_run.name]),
        ):
            with self.guarded(engine_run, case.name, "latency", "s", repeat, failed):
                self._warm(engine_run, case, repeat, answers[engine_run.name], first_s[engine_run.name] < SHORT_S)
        cold_repeats = self._few(COLD_REPEATS) if case.cold else 0
        for engine_run, repeat in self.rounds(
            engine_runs,
            lambda engine_run: 0 if engine_run.name in failed or not engine_run.engine.pids() else cold_repeats,
        ):
            with self.guarded(engine_run, case.name, "latency", "s", repeat, failed):
                self._cold(engine_run, case, repeat, answers[engine_run.name])
        for engine_run in engine_runs:
            for statement in case.after:  # each by itself: one that fails must not keep the next from undoing
                with self.guarded(engine_run, case.name, "latency", "s"):
                    engine_run.engine.run(statement, self.options.timeout_s)
            if engine_run.name in wrong:
                engine_run.call_wrong(case.name, wrong[engine_run.name])
            values = [
                s.value
                for s in engine_run.samples
                if (s.case, s.metric) == (case.name, "latency") and s.temperature is not Temperature.FIRST and s.value
            ]
            if values:
                self.reporter.end(case.name, engine_run.name, f"{sorted(values)[len(values) // 2] * 1000:.1f} ms")
            engine_run.finish(case.name)

    def _warm_repeats(self, first_s: float) -> int:
        return 0 if first_s >= LONG_S else self._few(wanted_repeats(first_s))

    def _answer(self, engine_run: EngineRun, case: Case) -> tuple[str, float]:
        """Run the statement once for its answer, which also warms the caches; return its digest and the seconds."""
        for statement in case.before:
            engine_run.engine.run(statement, self.options.timeout_s)
        engine_run.explain(case)
        with next(self.attempts(engine_run, again=0)) as attempt:
            ran = engine_run.engine.run(case.sql, self.options.timeout_s, fetch=True)
        rows = ran.rows or []
        answer = digest(rows) if case.compare == "rows" else f"{len(rows)} rows"
        temperature = Temperature.WARM if ran.elapsed_s >= LONG_S else Temperature.FIRST
        engine_run.add(case.name, 0, {"latency": (ran.elapsed_s, "s")}, temperature, answer, attempt=attempt)
        return answer, ran.elapsed_s

    def _compare(self, case: Case, answers: dict[str, str]) -> dict[str, str]:
        """Return the engines whose answer is not the one most engines give, with the reason."""
        if case.compare == "none":
            return {}
        known = {**self._answers.get(case.name, {}), **answers}
        if len(set(known.values())) < 2:
            return {}
        (common, votes), *others = Counter(known.values()).most_common()
        undecided = others[0][1] == votes
        return {
            name: f"answers {answer}, others {' and '.join(sorted(set(known.values()) - {answer}))}"
            for name, answer in answers.items()
            if undecided or answer != common
        }

    def _warm(self, engine_run: EngineRun, case: Case, repeat: int, answer: str, is_short: bool) -> None:
        run = partial(engine_run.engine.run, case.sql, self.options.timeout_s)
        for attempt in self.attempts(engine_run, settle=run if is_short else lambda: None):
            with attempt:
                ran = run()
            engine_run.add(case.name, repeat, {"latency": (ran.elapsed_s, "s")}, answer=answer, attempt=attempt)

    def _cold(self, engine_run: EngineRun, case: Case, repeat: int, answer: str) -> None:
        for attempt in self.attempts(engine_run):
            cold = cool(engine_run.engine)
            with attempt:
                ran = engine_run.engine.run(case.sql, self.options.timeout_s)
            engine_run.add(case.name, repeat, {"latency": (ran.elapsed_s, "s")}, cold, answer, attempt=attempt)


def cool(engine: Engine) -> Temperature:
    """Start an engine anew over an empty page cache; return how cold it is, as the cache may not be ours to drop."""
    engine.stop()
    dropped = drop_page_cache()
    engine.start()
    return Temperature.COLD if dropped else Temperature.LUKEWARM
