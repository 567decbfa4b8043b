"""Subscribers' phone numbers: eleven digits as text, a few of them far more popular than the rest."""

from functools import lru_cache
from typing import Any

import numpy as np
import pyarrow as pa

Subscribers = np.ndarray[Any, np.dtype[np.int64]]
"""Subscribers by their rank: the lower, the more popular."""

# Segments handed out to China's mobile networks (three digits; eight more make a number).
SEGMENTS = (
    "130 131 132 133 134 135 136 137 138 139 145 147 149 150 151 152 153 155 156 157 158 159 166"
    " 171 172 173 175 176 177 178 180 181 182 183 184 185 186 187 188 189 191 193 195 196 198 199"
).split()
NUMBERS_PER_SEGMENT = 100_000_000

# A multiplier prime to 10^8, near its golden section: neighbours in popularity lie far apart in number.
_SPREAD = 61_803_399
_START = 27_182_818


def popular(rng: np.random.Generator, rows: int, subscribers: int) -> Subscribers:
    """Return so many draws among the subscribers; squaring a uniform one gives P(rank < r) = sqrt(r / subscribers)."""
    return (rng.random(rows) ** 2 * subscribers).astype(np.int64)


def phones(subscriber: Subscribers) -> pa.Array:
    """Turn subscribers into 11-digit numbers, one to one, as text made without a Python loop."""
    segment = subscriber % len(SEGMENTS)
    local = (subscriber // len(SEGMENTS) * _SPREAD + _START) % NUMBERS_PER_SEGMENT
    heads = np.frombuffer("".join(SEGMENTS).encode(), np.uint8).reshape(-1, 3)
    text = np.empty((len(subscriber), 11), np.uint8)
    text[:, :3] = heads[segment]
    text[:, 3:7] = _four_digits()[local // 10_000]
    text[:, 7:] = _four_digits()[local % 10_000]
    offsets = np.arange(0, 11 * len(subscriber) + 1, 11, dtype=np.int32)
    return pa.StringArray.from_buffers(len(subscriber), pa.py_buffer(offsets), pa.py_buffer(text))


@lru_cache(maxsize=1)
def _four_digits() -> np.ndarray[Any, np.dtype[np.uint8]]:
    text = "".join(f"{n:04d}" for n in range(10_000)).encode()
    return np.frombuffer(text, np.uint8).reshape(10_000, 4)
