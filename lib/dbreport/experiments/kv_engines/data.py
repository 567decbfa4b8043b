"""Keys and values, half of each compressible: what kvbench writes, made here a second time to be compared.

kvbench makes them itself, as it goes; the digest of what a store holds at the end is known here before it starts.
"""

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ...datasets.fingerprint import fingerprint
from ...errors import UsageError
from ...model import Column, Table
from .jobs import KEY_BYTES, VALUE_BYTES

SEED = 1
TABLE = Table("kv", (Column("key", "text", KEY_BYTES), Column("value", "bytes", VALUE_BYTES)), ("key",))
HEAD_BYTES = 16
FILLER = b"half of a value "
"""From its middle on a value repeats this; up to there it cannot be compressed."""
BODIES = 256
"""Different random halves; neighbours never share one."""
GENERATION = 2
"""After a whole run every key was written twice."""

_CHUNK = 2048
_GAMMA = 0x9E3779B97F4A7C15

_Words = np.ndarray[Any, np.dtype[np.uint64]]


class Keys:
    """The seed, the number of keys and the length of values of one run. Raises UsageError for fewer than one key."""

    seed = SEED
    table = TABLE

    def __init__(self, count: int, value_bytes: int = VALUE_BYTES) -> None:
        if count < 1:
            raise UsageError(f"{count} keys cannot be measured; give at least 1")
        self.count = count
        self.value_bytes = value_bytes

    def write(self, path: Path, made: Callable[[int], None] = lambda rows: None) -> str:
        """Write down what the keys are made from; return the digest of all of them in order (SHA-256, 96 bits)."""
        path.write_text(f"keys={self.count}\nseed={self.seed}\nvalue_bytes={self.value_bytes}\n", encoding="utf-8")
        return self.digest(made)

    def digest(self, made: Callable[[int], None] = lambda rows: None) -> str:
        """Return the digest of all keys and values in the order of the keys (SHA-256, 96 bits)."""
        digest = hashlib.sha256()
        for records in self._records():
            digest.update(records.tobytes())
            made(len(records))
        return digest.hexdigest()[:24]

    def fingerprint(self) -> str:
        """Return what tells these keys from others: count, seed, the first thousand with their values."""
        return fingerprint(self.table.name, self.count, self.seed, next(self._records())[:1000].tobytes())

    def _records(self) -> Iterator[np.ndarray[Any, np.dtype[np.uint8]]]:
        bodies, middle = self._bodies(), self.value_bytes // 2
        for first in range(0, self.count, _CHUNK):
            numbers = np.arange(first, min(first + _CHUNK, self.count), dtype=np.uint64)
            records = np.empty((len(numbers), KEY_BYTES + self.value_bytes), np.uint8)
            text = "".join(f"{n:0{KEY_BYTES}d}" for n in numbers.tolist()).encode()
            records[:, :KEY_BYTES] = np.frombuffer(text, np.uint8).reshape(-1, KEY_BYTES)
            values = records[:, KEY_BYTES:]
            values[:, :8] = numbers.astype(">u8").view(np.uint8).reshape(-1, 8)
            values[:, 8:HEAD_BYTES] = np.frombuffer(GENERATION.to_bytes(8, "big"), np.uint8)
            values[:, HEAD_BYTES:middle] = bodies[(numbers + np.uint64(GENERATION * 17)) % np.uint64(BODIES)]
            values[:, middle:] = np.frombuffer(FILLER * (middle // len(FILLER)), np.uint8)
            yield records

    def _bodies(self) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """Return the random halves values take in turns: SplitMix64 from a state of the seed and the body's number."""
        states = _mix(_mix(np.arange(BODIES, dtype=np.uint64)) + np.uint64(self.seed))
        steps = np.arange(1, (self.value_bytes // 2 - HEAD_BYTES) // 8 + 1, dtype=np.uint64) * np.uint64(_GAMMA)
        return _mix(states[:, None] + steps[None, :]).astype("<u8").view(np.uint8)


def _mix(z: _Words) -> _Words:
    """Return the finaliser of SplitMix64 (Steele, Lea and Flood, 2014)."""
    z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return z ^ z >> np.uint64(31)
