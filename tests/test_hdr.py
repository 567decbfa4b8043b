"""Logs of HdrHistogram: read right, or refused."""

from __future__ import annotations

import base64
import struct
import zlib
from pathlib import Path

import pytest
from dbreport.clients import hdr
from dbreport.errors import ClientFailed


def zigzag(number: int) -> bytes:
    """Write a number as the encoding does: zigzag LEB128, seven bits a byte."""
    value, written = number << 1 ^ number >> 63, []
    while value >= 0x80:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*written, value])


def line(counts: list[int], began: float = 0.0, highest: int = 1 << 40) -> str:
    """Write an interval of a second; a negative count stands for so many empty buckets.

    Args:
        highest: the highest value the histogram says it can hold.
    """
    body = b"".join(map(zigzag, counts))
    whole = struct.pack(">iiiiqqd", 0x1C849313, len(body), 0, 3, 1, highest, 1.0) + body
    packed = zlib.compress(whole)
    payload = base64.b64encode(struct.pack(">ii", 0x1C849314, len(packed)) + packed).decode()
    return f"{began:.3f},1.000,0.100,{payload}\n"


def read(folder: Path, text: str) -> list[hdr.Interval]:
    path = folder / "READ.hdr"
    path.write_text(f"#[StartTime: 1700000000.500 (seconds since epoch), somewhen]\n{text}")
    return hdr.read(path)


def test_counts_stand_at_the_highest_value_of_their_bucket(tmp_path: Path) -> None:
    # 2048 buckets of 1 µs, then 1024 of 2 µs, then 1024 of 4 µs
    (found,) = read(tmp_path, line([-5, 7, -2042, 3, -1023, 200]))
    assert found.counts == ((5, 7), (2049, 3), (4099, 200))


def test_a_histogram_that_holds_more_than_it_says_is_read(tmp_path: Path) -> None:
    # as found in a log of YCSB's: room for 4096 counts by its own account, and 4112 of them, the last of 8 µs
    (found,) = read(tmp_path, line([-5, 7, -4105, 2], highest=8191))
    assert found.counts == ((5, 7), (8319, 2))


def test_an_interval_begins_where_the_log_s_start_says(tmp_path: Path) -> None:
    first, second = read(tmp_path, '"StartTimestamp","Interval_Length"\n' + line([1]) + line([0, 2], 1.0))
    assert (first.began_at, second.began_at, second.lasted_s) == (1_700_000_000.5, 1_700_000_001.5, 1.0)
    assert (first.count, second.count) == (1, 2)


@pytest.mark.parametrize("text", ["0.000,1.000,0.1,!!!!\n", "0.000,1.000\n", "1.0,1.0,1.0,AAAAAAAAAAA=\n"])
def test_what_is_no_log_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ClientFailed, match=r"READ\.hdr is no log of HdrHistogram"):
        read(tmp_path, text)
