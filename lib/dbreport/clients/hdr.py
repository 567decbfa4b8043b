"""Logs of HdrHistogram: one histogram an interval, as YCSB writes them for each kind of operation."""

import re
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

from ..errors import ClientFailed, ClientMissing

_HIGHEST_US = 1 << 40
"""Room for every latency there can be, microseconds. A recorder that grows while an interval is written may say that it
holds less than it does; where a count stands depends on the lowest value and the digits alone."""
_STARTED = re.compile(r"#\[StartTime: ([\d.]+) ")


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
    """Return the intervals of a log in its order. Raises ClientFailed for one that is none, ClientMissing.

    Not by the library's own reader of logs, which ends without a word at a line it cannot read.
    """
    try:
        from hdrh.codec import HdrCookieException, HdrHistogramEncoder, HdrLengthException
        from hdrh.histogram import HdrHistogram
    except ImportError as error:
        raise ClientMissing("hdrhistogram is not installed; run: make engines") from error
    started = 0.0
    intervals = []
    try:
        for line in path.read_text(encoding="ascii").splitlines():
            if begins := _STARTED.match(line):
                started = float(begins[1])
            elif line[:1].isdigit():
                began, lasted, _, payload = line.split(",", 3)
                packed = HdrHistogramEncoder.decode(payload)
                said = packed.payload
                highest = max(said.highest_trackable_value, _HIGHEST_US)
                histogram = HdrHistogram(
                    said.lowest_trackable_value, highest, said.significant_figures, hdr_payload=packed
                )
                recorded = histogram.get_recorded_iterator()
                counts = tuple((bucket.value_iterated_to, bucket.count_at_value_iterated_to) for bucket in recorded)
                intervals.append(Interval(started + float(began), float(lasted), counts))
    except (ValueError, IndexError, struct.error, zlib.error, HdrCookieException, HdrLengthException) as error:
        raise ClientFailed(f"{path.name} is no log of HdrHistogram that can be read: {error!r}") from error
    return intervals
