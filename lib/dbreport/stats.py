"""Medians, ratios and the intervals of both, and what to warn of. Knows no engine.

One method for every number of values: Student's t on logarithms, trimmed from seven values on. Its coverage and its
false decisions are counted by benchmarks/coverage.py; docs/decisions/0015-intervals.md says why it was chosen.
"""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from .repeats import LOAD_TURNS, required_repeats

Values = Sequence[float]

FEWEST = 3
"""Fewer values than this have no interval."""
_ALPHA = 0.04
"""What an interval may miss. Stated as 5 %: a fifth is kept back for what trimming and the shape of the noise take."""
_NORMAL = 1000.0
"""So many degrees of freedom make Student's t normal."""
_TRIMMED = 0.15
"""Share of the values left out at either end: none of up to six, one of 7 to 13, two of 14 to 19."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A median or a ratio with the bounds of its 95 % interval, from `n` values, or from `n` on the shorter side.

    `apart` says what separates the two sides of a ratio: "" for nothing (the same run), "runs" for two runs of one
    session, "sessions" for two sessions. `exact` marks a size or a count, which has no interval and needs none.
    """

    value: float
    low: float
    high: float
    n: int
    apart: str = ""
    exact: bool = False

    @property
    def has_interval(self) -> bool:
        """Tell whether anything bounds the value; of fewer than three values nothing does."""
        return self.low > 0 or self.high < math.inf

    @property
    def decided(self) -> str:
        """Tell what a ratio says: `more`, `less`, `no difference` where the interval holds 1, or `too few` values."""
        if not self.has_interval:
            return "too few"
        if self.low > 1:
            return "more"
        return "less" if self.high < 1 else "no difference"


def exact(value: float) -> Estimate:
    """Return a size, a count, or a ratio of such: it does not vary, so that one value decides."""
    return Estimate(value, value, value, 1, exact=True)


def median(values: Values) -> Estimate:
    """Return the median and its 95 % interval.

    Args:
        values: at least one observation. Fewer than three, or a 0 among them, which has no logarithm, have no interval.

    Source: Tukey and McLaughlin, Less vulnerable confidence and significance procedures for location based on a single
    sample: trimming/winsorization 1, Sankhya A 25 (1963) 331-352; Student's t where nothing is trimmed.
    """
    middle = statistics.median(values)
    if len(values) < FEWEST or (min(values) <= 0 and min(values) < max(values)):
        return Estimate(middle, 0.0, math.inf, len(values))
    if middle <= 0:
        return Estimate(middle, middle, middle, len(values))
    centre, variance, df = _centre(_logs(values, middle))
    return _around(middle, centre, math.sqrt(variance) * quantile(df, _ALPHA), len(values))


def ratio(
    over: Values,
    under: Values,
    *,
    paired: bool = False,
    comparisons: int = 1,
    apart: str = "",
    between: float | None = None,
    slower: float = 1.0,
) -> Estimate:
    """Return the ratio of two sides with its 95 % interval: the median of the pairs' ratios, or the ratio of medians.

    Args:
        paired: the values stand in pairs measured together, so that what slowed both of a pair does not count.
        comparisons: how many ratios one statement rests on. All their intervals hold at once in 95 % of cases, by
            Bonferroni's inequality: each may miss so many times more seldom.
        apart: what separates the sides, as `Estimate` has it.
        between: standard deviation of the logarithm of a ratio between sessions. A ratio across sessions has no
            interval without it: repeats tell how values vary within a session, not from one to the next.
        slower: how many times slower one side's machine was, of sides that are not in pairs. How much of the ratio it
            explains is not known, so that both bounds move by the whole factor: it is no spread, which would add up in
            quadrature.

    Source: of pairs as `median`; unpaired Yuen, The two-sample trimmed t for unequal population variances, Biometrika
    61 (1974) 165-170, which is Welch's test where nothing is trimmed.
    """
    if paired:
        return _paired(over, under, comparisons, apart, between)
    n, above, below = min(len(over), len(under)), statistics.median(over), statistics.median(under)
    value = above / below if below else math.inf
    if n < FEWEST or min(*over, *under) <= 0 or (apart == "sessions" and between is None):
        return Estimate(value, 0.0, math.inf, n, apart)
    top, top_variance, top_df = _centre(_logs(over, above))
    bottom, bottom_variance, bottom_df = _centre(_logs(under, below))
    half = _half_width([(top_variance, top_df), (bottom_variance, bottom_df)], comparisons, between)
    return _around(value, top - bottom, half + abs(math.log(slower)), n, apart)


def inverse(e: Estimate) -> Estimate:
    """Return a ratio turned over."""
    high = 1 / e.low if e.low else math.inf
    return replace(e, value=1 / e.value, low=1 / e.high, high=high)


def _paired(over: Values, under: Values, comparisons: int, apart: str, between: float | None) -> Estimate:
    pairs = sorted(a / b if b else math.inf for a, b in zip(over, under, strict=True))
    n = len(pairs)
    low, high = pairs[(n - 1) // 2], pairs[n // 2]
    value = low if low == high else math.sqrt(low * high)  # so that the ratio turned over is the inverse
    if n < FEWEST or pairs[0] <= 0 or math.isinf(pairs[-1]) or (apart == "sessions" and between is None):
        return Estimate(value, 0.0, math.inf, n, apart)
    centre, variance, df = _centre(_logs(pairs, value))
    return _around(value, centre, _half_width([(variance, df)], comparisons, between), n, apart)


def _logs(values: Values, middle: float) -> list[float]:
    # of shares of the middle value, so that equal values have no width at all
    return [math.log(value / middle) for value in values]


def _centre(logs: Values) -> tuple[float, float, int]:
    """Return the trimmed mean, the variance of it from the winsorised values, and the degrees of freedom of that."""
    cut = int(_TRIMMED * len(logs))
    kept = sorted(logs)[cut : len(logs) - cut]
    winsorised = [kept[0]] * cut + kept + [kept[-1]] * cut
    mean, n = statistics.fmean(winsorised), len(kept)
    squares = math.fsum((log - mean) ** 2 for log in winsorised)
    return statistics.fmean(kept), squares / (n * (n - 1)), n - 1


def _half_width(parts: Sequence[tuple[float, float]], comparisons: int, between: float | None) -> float:
    """Return half the width of an interval whose variance has (variance, degrees of freedom) parts.

    Source: Welch, The generalization of "Student's" problem when several different population variances are involved,
    Biometrika 34 (1947) 28-35.
    """
    parts = [*parts, (between**2, math.inf)] if between else parts
    variance = math.fsum(part for part, _ in parts)
    if not variance:
        return 0.0
    unsure = math.fsum(part**2 / df for part, df in parts)
    # to the tenth below: as wide or wider, and few enough different ones to keep
    df = math.floor(10 * min(variance**2 / unsure, _NORMAL)) / 10 if unsure else _NORMAL
    return math.sqrt(variance) * quantile(df, _ALPHA / comparisons)


def _around(value: float, centre: float, half: float, n: int, apart: str = "") -> Estimate:
    # of many values the median can lie outside what is known of their trimmed mean
    low, high = value * math.exp(centre - half), value * math.exp(centre + half)
    return Estimate(value, min(low, value), max(high, value), n, apart)


@lru_cache(maxsize=4096)
def quantile(df: float, alpha: float) -> float:
    """Return what Student's t exceeds in size with probability `alpha`, for 1 degree of freedom or more, whole or not.

    Put t = sqrt(df) tan(angle): what is left to integrate is cos(angle)^(df - 1) from 0 to a right angle.
    Source: Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 26.7.3 and 26.7.4.
    """
    angle = np.linspace(0, math.pi / 2, 20_001)
    density = np.cos(angle) ** (df - 1)
    inside = np.concatenate([[0.0], np.cumsum(density[1:] + density[:-1])])
    return float(math.sqrt(df) * math.tan(np.interp((1 - alpha) * inside[-1], inside, angle)))


def spread(values: Values) -> float:
    """Return the interquartile range over the median: 0 for one value."""
    low, high = np.percentile(values, [25, 75])
    return float((high - low) / np.median(values))


def uneven(values: Values) -> bool:
    """Tell whether repeats differ: by over 10 % of the median between quartiles, or by over 20 % in all.

    Quartiles alone pass over one repeat in five that took twice as long.
    """
    return spread(values) > 0.10 or float((max(values) - min(values)) / np.median(values)) > 0.20


def usual(values: Values) -> float:
    """Return the median of the quieter half of some durations: what a machine does when nobody disturbs it.

    Raises ValueError for none.
    """
    if not values:
        raise ValueError("no reading, so nothing is usual")
    return statistics.median(sorted(values)[: math.ceil(len(values) / 2)])


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
    names = []
    if len(latencies_s) < required_repeats(max(latencies_s)):
        names.append("few_repeats")
    if uneven(latencies_s):
        names.append("spread")
    if np.median(latencies_s) < 0.001:
        names.append("short")
    if drifts(latencies_s):
        names.append("drift")
    # the kernel counts CPU in ticks of 10 ms: below twenty of them the two cannot be told apart
    counted = len(client_cpu_s) and len(server_cpu_s) and np.median(latencies_s) > 0.2
    if counted and np.median(client_cpu_s) > np.median(server_cpu_s):
        names.append("client_bound")
    return names


def load_warnings(
    throughputs: Values, series: Sequence[Values], client_cpu_s: Values = (), server_cpu_s: Values = ()
) -> list[str]:
    """Return the names of the warnings that apply to one case under load.

    Args:
        throughputs: one a turn.
        series: the throughput of every second, a list a turn; the thirds of a turn are compared.
        client_cpu_s, server_cpu_s: CPU seconds a turn; empty where not sampled.
    """
    names = []
    if len(throughputs) < LOAD_TURNS:
        names.append("few_repeats")
    if uneven(throughputs):
        names.append("spread")
    thirds = [
        (np.median(line[: len(line) // 3]), np.median(line[-(len(line) // 3) :])) for line in series if len(line) > 5
    ]
    if thirds and (all(b > 1.1 * a for a, b in thirds) or all(b < 0.9 * a for a, b in thirds)):
        names.append("within")
    if len(client_cpu_s) and len(server_cpu_s) and np.median(client_cpu_s) > np.median(server_cpu_s):
        names.append("client_bound")
    return names
