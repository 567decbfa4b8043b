"""One way to make a repeat, whatever is measured: calibrate, watch, and do it again where the machine was disturbed.

for attempt in watch.attempts(pids):
    ...                      # what comes before and is not measured
    with attempt:
        ...                  # what is measured
    keep(attempt, ...)       # each attempt is kept; the last one counts
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Protocol

from ..meters import Sampler
from ..model import Metrics, Reading, Resources
from ..stats import usual
from . import witnesses

SLOWER = 1.5
"""A calibration of the processor over so many times the session's usual is a disturbance: undisturbed ones lie within a
tenth of each other, while half as long again is more than any two systems compared here differ by for nothing. Memory
and sync are noted alone: on a shared machine a copy takes twice as long at one moment as at the next and says next to
nothing of the repeat behind it (docs/decisions/0020), and on a quiet disk, too, one sync in a hundred takes several
times as long as the others."""
STEAL = 0.05
"""More of the machine's time given to others is a disturbance: as much as the intervals of the report are wide."""
STEAL_S = 0.05
"""Less is not looked at: the kernel counts in ticks of 10 ms, and one of them is a large share of a short repeat."""

AGAIN = 2
"""How often a disturbed repeat is done again at most."""
LOAD_S = 20.0
"""Turns under load and other repeats from this length on are done again once: they average over a disturbance."""
LONG_S = 120.0
"""Longer ones are not done again but kept with their mark: some part of them is always disturbed on a shared machine,
and doing them three times would take hours for nothing."""

Pids = Callable[[], Sequence[int]]


class Gauge(Protocol):
    """What calibrates: returns seconds by part."""

    def measure(self) -> dict[str, float]: ...


class Attempt:
    """One attempt at a repeat, a context around what is measured; how it went stands in it afterwards.

    `metrics` has calibration and witnesses, `disturbed` what disturbed it, None where nothing did; `used` and
    `client_cpu_s` are what server and client used, None where nobody was to look; `seconds` is how long it took.
    """

    def __init__(self, number: int, watch: Watch, pids: Pids | None, settle: Callable[[], object]) -> None:
        self.number = number
        self.started_at = datetime.now(UTC)
        self.metrics: Metrics = {}
        self.disturbed: str | None = None
        self.used: Resources | None = None
        self.client_cpu_s: float | None = None
        self.seconds = 0.0
        self._watch = watch
        self._pids = pids
        self._settle = settle

    def __enter__(self) -> Attempt:
        self._calibration = self._watch.calibrate()
        self._settle()
        self._sampler = Sampler(self._pids()) if self._pids else None
        self._first = witnesses.totals()
        self.started_at = datetime.now(UTC)
        if self._sampler:
            self._sampler.__enter__()
        self._begin = time.perf_counter()
        return self

    def __exit__(self, *_: object) -> None:
        self.seconds = time.perf_counter() - self._begin
        if self._sampler:
            self._sampler.__exit__()
            self.used, self.client_cpu_s = self._sampler.used, self._sampler.client_cpu_s
        seen = witnesses.between(self._first, witnesses.totals())
        self.metrics = {
            f"calibration_{part}": Reading(took_s, "s") for part, took_s in self._calibration.items()
        } | seen
        self.disturbed = self._watch.judge(self._calibration, seen, self.seconds)


class Watch:
    """What one run knows of the machine it runs on: how it calibrates, and whether it was quiet of late.

    Args:
        gauge: what calibrates.
        baseline: what it gave when the session began, seconds by part.
        again: how often a disturbed repeat is done again at most; 0 for a run that only looks whether all works.
    """

    def __init__(self, gauge: Gauge, baseline: Mapping[str, Sequence[float]], again: int = AGAIN) -> None:
        self._gauge = gauge
        self._processor_s = list(baseline.get("processor", ()))
        self._again = again
        self._lasting = False

    def attempts(
        self, pids: Pids | None = None, again: int = AGAIN, settle: Callable[[], object] = lambda: None
    ) -> Iterator[Attempt]:
        """Yield attempts until one is undisturbed, or has been done again as often as its length allows.

        Where a repeat stayed disturbed through all its attempts, those after it are done once each until one is
        quiet: what lasts is not waited out.

        Args:
            pids: gives the processes whose use is sampled; without it whoever measures does that by himself.
            again: 0 for what cannot be done again, such as a first run.
            settle: what is done between calibration and clock, such as filling the processor's caches anew.
        """
        number = 0
        while True:
            attempt = Attempt(number, self, pids, settle)
            yield attempt
            if attempt.disturbed is None:
                self._lasting = False
                return
            if self._lasting or number >= min(again, self._again, _again_at(attempt.seconds)):
                self._lasting = self._lasting or number > 0
                return
            number += 1

    def calibrate(self) -> dict[str, float]:
        """Return a calibration; one that shows a slow processor is made once more, and of each part the quicker counts.

        A moment's work of our own server's may fall into one of them.
        """
        seconds = self._gauge.measure()
        if self._times_slower(seconds):
            again = self._gauge.measure()
            seconds = {part: min(took_s, again[part]) for part, took_s in seconds.items()}
        self._processor_s.append(seconds["processor"])
        return seconds

    def judge(self, calibration: Mapping[str, float], seen: Metrics, seconds: float) -> str | None:
        """Return in words what disturbed an attempt, None where nothing did.

        Pressure and load are no disturbance: a server of ours makes them by itself.
        """
        times = self._times_slower(calibration)
        words = [f"processor {times:.1f} times slower than usual in this session"] if times else []
        share = seen["steal"].value if "steal" in seen else 0.0
        if share > STEAL and share * seconds >= STEAL_S:
            words.append(f"{share:.0%} of the machine's time given to others")
        return "; ".join(words) or None

    def _times_slower(self, calibration: Mapping[str, float]) -> float | None:
        """Return how many times slower than usual the processor was; None where that is within the bound."""
        if not self._processor_s:
            return None
        times = calibration["processor"] / usual(self._processor_s)
        return times if times > SLOWER else None


def _again_at(seconds: float) -> int:
    """Return how often a disturbed repeat of this length is done again at most."""
    return AGAIN if seconds < LOAD_S else 1 if seconds < LONG_S else 0
