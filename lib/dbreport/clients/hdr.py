"""Logs of HdrHistogram: one histogram an interval, as YCSB writes them for each kind of operation.

Reads format 1 of the log with histograms in encoding V2: counts by bucket as zigzag LEB128, deflated, in base64.
Source: HistogramLogWriter and AbstractHistogram of HdrHistogram 2.1.
"""

import base64
import binascii
import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..errors import ClientFailed

_STARTED = re.compile(r"#\[StartTime: ([\d.]+) ")
_COMPRESSED, _V2 = 0x1C849304, 0x1C849303
_BASE_MASK = ~0xF0  # the word size has a place of its own in the cookie
_HEADER = struct.Struct(">iiiiqqd")


@dataclass(frozen=True, slots=True)
class Interval:
    """What was recorded within an interval: seconds since 1970, and counts by the highest value a bucket stands for."""

    began_at: float
    lasted_s: float
    counts: tuple[tuple[int, int], ...]

    @property
    def ended_at(self) -> float:
        return self.began_at + self.lasted_s

    @property
    def count(self) -> int:
        return sum(n for _, n in self.counts)


def read(path: Path) -> list[Interval]:
    """Return the intervals of a log in its order. Raises ClientFailed for one that is none."""
    started = 0.0
    intervals = []
    try:
        for line in path.read_text(encoding="ascii").splitlines():
            if begins := _STARTED.match(line):
                started = float(begins[1])
            elif line[:1].isdigit():
                began, lasted, _, payload = line.split(",", 3)
                counts = tuple(_decoded(base64.b64decode(payload, validate=True)))
                intervals.append(Interval(started + float(began), float(lasted), counts))
    except (ValueError, struct.error, zlib.error, binascii.Error, UnicodeDecodeError, IndexError) as error:
        raise ClientFailed(f"{path.name} is no log of HdrHistogram this package reads: {error}") from error
    return intervals


def _decoded(raw: bytes) -> Iterator[tuple[int, int]]:
    cookie, length = struct.unpack_from(">ii", raw)
    if cookie & _BASE_MASK != _COMPRESSED & _BASE_MASK:
        raise ValueError(f"cookie {cookie:#x}")
    data = zlib.decompress(raw[8 : 8 + length])
    cookie, length, _, digits, lowest, _, _ = _HEADER.unpack_from(data)
    if cookie & _BASE_MASK != _V2 & _BASE_MASK or lowest != 1:
        raise ValueError(f"inner cookie {cookie:#x}, lowest value {lowest}")
    half = 1 << ((2 * 10**digits - 1).bit_length() - 1)
    index = 0
    for number in _zigzag(data[_HEADER.size : _HEADER.size + length]):
        if number < 0:
            index -= number  # so many empty buckets
            continue
        if number:
            yield _highest(index, half), number
        index += 1


def _highest(index: int, half: int) -> int:
    """Return the highest value that falls into a bucket: each further `half` of them is twice as wide."""
    power = index // half - 1
    if power < 0:
        return index
    return (index % half + half + 1 << power) - 1


def _zigzag(data: bytes) -> Iterator[int]:
    place = 0
    while place < len(data):
        value = shift = 0
        while True:
            byte = data[place]
            place += 1
            if shift == 56:  # the ninth byte has no bit that says whether more follow
                value |= byte << shift
                break
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        yield (value >> 1) ^ -(value & 1)
