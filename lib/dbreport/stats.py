"""Medians, bootstrap intervals, ratios of medians, and what to warn of. Knows no engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

_RESAMPLES = 4000
_SEED = 20_240_501

Values = Sequence[float]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A median or a ratio of medians with the bounds of its 95 % interval, from `n` values."""

    value: float
    low: float
    high: float
    n: int

    @property
    def decided(self) -> str:
        """Tell what a ratio says: `more`, `less`, or `no difference` where the interval holds 1."""
        if self.low > 1:
            return "more"
        return "less" if self.high < 1 else "no difference"


def _medians(values: Values, rng: np.random.Generator) -> np.ndarray[Any, np.dtype[np.float64]]:
    sample = np.asarray(values, float)
    return np.median(sample[rng.integers(0, len(sample), (_RESAMPLES, len(sample)))], axis=1)


def median(values: Values) -> Estimate:
    """Return the median and its 95 % percentile-bootstrap interval.

    Args:
        values: at least one observation; with fewer than three the interval is just their range.

    Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapter 13.
    """
    drawn = _medians(values, np.random.default_rng(_SEED))
    low, high = np.percentile(drawn, [2.5, 97.5])
    return Estimate(float(np.median(values)), float(low), float(high), len(values))


def ratio(over: Values, under: Values) -> Estimate:
    """Return the ratio of two medians with its 95 % interval, the two sides resampled independently."""
    rng = np.random.default_rng(_SEED)
    drawn = _medians(over, rng) / _medians(under, rng)
    low, high = np.percentile(drawn, [2.5, 97.5])
    value = float(np.median(over) / np.median(under))
    return Estimate(value, float(low), float(high), min(len(over), len(under)))


def spread(values: Values) -> float:
    """Return the interquartile range over the median: 0 for one value."""
    low, high = np.percentile(values, [25, 75])
    return float((high - low) / np.median(values))


def drifts(values: Values) -> bool:
    """Tell whether a run drifts: five values or more that all rise or all fall, by over 10 % in all."""
    steps = np.diff(values)
    one_way = bool((steps > 0).all() or (steps < 0).all())
    return len(values) >= 5 and one_way and abs(values[-1] / values[0] - 1) > 0.1


def warnings(latencies_s: Values, client_cpu_s: Values = (), server_cpu_s: Values = ()) -> list[str]:
    """Return the names of the warnings that apply to one case's repeats (words for them stand in `text`).

    Args:
        latencies_s: the repeats in the order they ran, seconds.
        client_cpu_s: CPU seconds of the client per repeat; empty where not sampled.
        server_cpu_s: CPU seconds of the server per repeat; empty where not sampled.
    """
    found = []
    if len(latencies_s) < required_repeats(max(latencies_s)):
        found.append("few_repeats")
    if len(latencies_s) > 1 and spread(latencies_s) > 0.10:
        found.append("spread")
    if np.median(latencies_s) < 0.001:
        found.append("short")
    if drifts(latencies_s):
        found.append("drift")
    # the kernel counts CPU in ticks of 10 ms: below twenty of them the two cannot be told apart
    counted = len(client_cpu_s) and len(server_cpu_s) and np.median(latencies_s) > 0.2
    if counted and np.median(client_cpu_s) > np.median(server_cpu_s):
        found.append("client_bound")
    return found


def load_warnings(
    throughputs: Values, series: Sequence[Values], client_cpu_s: Values = (), server_cpu_s: Values = ()
) -> list[str]:
    """Return the names of the warnings that apply to one case under load.

    Args:
        throughputs: one a turn.
        series: the throughput of every second, a list a turn; the thirds of a turn are compared.
        client_cpu_s, server_cpu_s: CPU seconds a turn; empty where not sampled.
    """
    found = []
    if len(throughputs) < required_repeats(max((len(line) for line in series), default=0)):
        found.append("few_repeats")
    if len(throughputs) > 1 and spread(throughputs) > 0.10:
        found.append("spread")
    thirds = [
        (np.median(line[: len(line) // 3]), np.median(line[-(len(line) // 3) :])) for line in series if len(line) > 5
    ]
    if thirds and (all(b > 1.1 * a for a, b in thirds) or all(b < 0.9 * a for a, b in thirds)):
        found.append("within")
    if len(client_cpu_s) and len(server_cpu_s) and np.median(client_cpu_s) > np.median(server_cpu_s):
        found.append("client_bound")
    return found


def required_repeats(seconds: float) -> int:
    """Return how many repeats the rules ask for: 5 under 10 s, 3 under 2 min, else 1."""
    return 5 if seconds < 10 else 3 if seconds < 120 else 1


def wanted_repeats(seconds: float) -> int:
    """Return how many repeats are made: more than required where they cost next to nothing."""
    return 9 if seconds < 0.1 else required_repeats(seconds)
