"""How cases are measured, whatever they are: interleaved rounds, answers first, warm and cold, saved one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from ..engines.base import Engine
from ..errors import DbreportError, EngineDied, EngineStartFailed, StatementTimeout, Unsupported
from ..measure import Sampler, digest, drop_page_cache, own_cpu_s
from ..model import Case, Options, Scale, Temperature
from ..stats import required_repeats, wanted_repeats
from .live import Live

Values = dict[str, tuple[float, str]]
"""Metrics by name: value and unit."""

COLD_REPEATS = 3
SMOKE_REPEATS = 2  # at smoke one wants to know whether everything works, and soon
LONG_S = 120.0
"""A first, answering run this long is itself the one repeat the rules ask for."""


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
        self, options: Options, lives: list[Live], reporter: Reporter, answers: dict[str, dict[str, str]]
    ) -> None:
        self.options = options
        self.lives = lives
        self.reporter = reporter
        self._answers = answers

    def needing(self, *cases: str) -> list[Live]:
        return [live for live in self.lives if any(live.needs(case) for case in cases)]

    @property
    def failed(self) -> bool:
        """Tell whether any engine was lost or any case failed in this run's files."""
        return any(
            live.lost or any(s.status in ("failed", "wrong_answer") for s in live.samples) for live in self.lives
        )

    @contextmanager
    def guarded(self, live: Live, case: str, metric: str, unit: str) -> Iterator[None]:
        """Turn an error of one engine into a sample, bring a dead engine back, and go on with the others."""
        try:
            yield
        except (StatementTimeout, Unsupported) as error:
            live.add_failure(case, error, metric, unit)
            self.reporter.end(case, live.name, str(error).splitlines()[0])
        except DbreportError as error:
            live.add_failure(case, error, metric, unit)
            self.reporter.end(case, live.name, f"failed: {error}")
            if isinstance(error, EngineDied | EngineStartFailed):
                live.revive()

    def rounds(self, lives: list[Live], wanted: Callable[[Live], int]) -> Iterator[tuple[Live, int]]:
        """Yield each engine in turn, then each again: what drifts on a shared machine drifts for all."""
        repeat = 0
        while turn := [live for live in lives if live.lost is None and repeat < wanted(live)]:
            for live in turn:
                yield live, repeat
            repeat += 1

    def _few(self, repeats: int) -> int:
        return min(repeats, SMOKE_REPEATS) if self.options.scale is Scale.SMOKE else repeats

    few = _few  # for ways to measure that stand in modules of their own

    # ways to measure -------------------------------------------------------------------------

    def durations(
        self,
        case: str,
        action: Callable[[Engine], float],
        before: Callable[[Live], None] = lambda live: None,
        after: Callable[[Live], Values] = lambda live: {},
        rows: bool = False,
        threads: Callable[[Live], int] = lambda live: 1,
    ) -> None:
        """Time an action that returns its own seconds; `before` runs untimed before each repeat.

        What `after` returns is kept beside the duration as metrics of its own (checkpoint, statistics);
        with `rows`, so is the throughput in rows per second.
        """
        lives = self.needing(case)
        repeats = {live.name: 1 for live in lives}
        longest: dict[str, float] = {}
        failed = set()
        for live, repeat in self.rounds(lives, lambda live: repeats[live.name]):
            if live.name in failed:
                continue
            self.reporter.begin(case, live.name)
            failed.add(live.name)
            with self.guarded(live, case, "duration", "s"):
                before(live)
                cpu = own_cpu_s()
                with Sampler(live.engine.pids()) as sampler:
                    seconds = action(live.engine)
                cpu = own_cpu_s() - cpu
                values: Values = {"duration": (seconds, "s"), **after(live)}
                if rows:
                    values["throughput"] = (live.rows / seconds, "rows/s")
                live.add(case, repeat, values, used=sampler.used, client_cpu_s=cpu, threads=threads(live))
                longest[live.name] = max(seconds, longest.get(live.name, 0))
                repeats[live.name] = self._few(required_repeats(longest[live.name]))
                failed.discard(live.name)
                self.reporter.end(case, live.name, f"{seconds:.2f} s")
        for live in lives:
            live.finish(case)

    def sizes(self, case: str, measure: Callable[[Engine], dict[str, int]]) -> None:
        """Keep bytes on disk by part, once: they do not vary."""
        for live in self.needing(case):
            self.reporter.begin(case, live.name)
            with self.guarded(live, case, "size", "bytes"):
                parts = measure(live.engine)
                live.add(case, 0, {f"size_{part}": (float(n), "bytes") for part, n in parts.items()})
                self.reporter.end(case, live.name, ", ".join(f"{p} {n / 1e6:.0f} MB" for p, n in parts.items()))
            live.finish(case)

    def query(self, case: Case) -> None:
        """Measure one statement: its answer on every engine first, then warm rounds, then cold ones."""
        lives = self.needing(case.name)
        if not lives:
            return
        repeats: dict[str, int] = {}
        answers: dict[str, str] = {}
        for live in lives:
            self.reporter.begin(case.name, live.name)
            with self.guarded(live, case.name, "latency", "s"):
                answers[live.name], repeats[live.name] = self._answer(live, case)
        ready = [live for live in lives if live.name in repeats]
        wrong = self._compare(case, answers)
        for live, repeat in self.rounds(ready, lambda live: repeats[live.name]):
            with self.guarded(live, case.name, "latency", "s"):
                self._once(live, case, repeat, Temperature.WARM, answers[live.name])
        if case.cold:
            for live, repeat in self.rounds(ready, lambda live: self._few(COLD_REPEATS) if live.engine.pids() else 0):
                with self.guarded(live, case.name, "latency", "s"):
                    live.engine.stop()
                    cold = Temperature.COLD if drop_page_cache() else Temperature.LUKEWARM
                    live.engine.start()
                    self._once(live, case, repeat, cold, answers[live.name])
        for live in lives:
            for statement in case.after:  # each by itself: one that fails must not keep the next from undoing
                with self.guarded(live, case.name, "latency", "s"):
                    live.engine.run(statement, self.options.timeout_s)
            if live.name in wrong:
                live.call_wrong(case.name, wrong[live.name])
            values = [s.value for s in live.samples if s.case == case.name and s.metric == "latency" and s.value]
            if values:
                self.reporter.end(case.name, live.name, f"{sorted(values)[len(values) // 2] * 1000:.1f} ms")
            live.finish(case.name)

    def _answer(self, live: Live, case: Case) -> tuple[str, int]:
        """Run the statement once for its answer, which also warms the caches; return digest and repeats due."""
        for statement in case.before:
            live.engine.run(statement, self.options.timeout_s)
        live.explain(case)
        cpu = own_cpu_s()
        with Sampler(live.engine.pids()) as sampler:
            ran = live.engine.run(live.engine.dialect(case.sql), self.options.timeout_s, fetch=True)
        rows = ran.rows or []
        answer = digest(rows) if case.compare == "rows" else f"{len(rows)} rows"
        if ran.elapsed_s >= LONG_S:
            live.add(
                case.name,
                0,
                {"latency": (ran.elapsed_s, "s")},
                answer=answer,
                used=sampler.used,
                client_cpu_s=own_cpu_s() - cpu,
            )
            return answer, 0
        return answer, self._few(wanted_repeats(ran.elapsed_s))

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

    def _once(self, live: Live, case: Case, repeat: int, temperature: Temperature, answer: str) -> None:
        cpu = own_cpu_s()
        with Sampler(live.engine.pids()) as sampler:
            ran = live.engine.run(live.engine.dialect(case.sql), self.options.timeout_s)
        live.add(
            case.name,
            repeat,
            {"latency": (ran.elapsed_s, "s")},
            temperature,
            answer,
            sampler.used,
            own_cpu_s() - cpu,
        )
