"""Calls between subscribers during one year, and who the subscribers are.

Made in partitions that depend on nothing but seed, count and their own number. Calls come in the order in which they
begin, as a switch writes them: that is the sort order of the files. Numbers are as popular as in the first chapter, on
both sides of a call. One subscriber in sixteen calls and is never called. Moments are seconds since 1970: an integer
means the same everywhere, whatever an engine takes for its time zone.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa

from ...datasets import parquet
from ...datasets.fingerprint import fingerprint
from ...datasets.partitioned import Partitioned
from ...datasets.phones import phones, popular
from ...errors import UsageError
from ...model import Column, Table

CALLS = Table(
    "calls", (Column("caller", "text", 11), Column("callee", "text", 11), Column("started", "int64"),
              Column("seconds", "int32"))
)  # fmt: skip
USERS = Table("users", (Column("phone", "text", 11), Column("city", "text", 16), Column("joined", "int64")))
CALLS_PER_USER = 80
LEAST_USERS = 1000
SILENT = 16
"""One subscriber in so many is never called."""
MEAN_S = 90
"""Seconds of a call in the mean; lengths fall off exponentially."""

FIRST_S = 1_735_689_600
"""2025-01-01 UTC."""
DAY_S, DAYS = 86_400, 365
MONTH = (FIRST_S + 59 * DAY_S, FIRST_S + 90 * DAY_S)
"""March 2025."""
_BUSY = (2, 1, 1, 1, 1, 2, 4, 8, 12, 15, 16, 16, 14, 13, 14, 15, 15, 16, 17, 16, 14, 11, 7, 4)
"""How many calls begin in each hour of a day, as parts of all."""
_BY_THEN = np.concatenate([[0.0], np.cumsum(_BUSY)]) / sum(_BUSY)

CITIES = (
    "Shanghai Beijing Shenzhen Chongqing Guangzhou Chengdu Tianjin Wuhan Dongguan Xian Hangzhou Foshan Nanjing Shenyang"
    " Qingdao Jinan Changsha Harbin Zhengzhou Kunming Dalian Nanning Shijiazhuang Xiamen Taiyuan Suzhou Guiyang Hefei"
    " Urumqi Ningbo Wuxi Fuzhou Changchun Nanchang Changzhou Zhongshan Huizhou Lanzhou Wenzhou Hohhot Zibo Linyi Haikou"
    " Zhuhai Luoyang Yantai Weifang Tangshan Baotou Xuzhou Shaoxing Liuzhou Yinchuan Jilin Xining Quanzhou Lhasa"
).split()


@dataclass(frozen=True, slots=True)
class Users(Partitioned):
    """`count` subscribers from `seed`, the most popular first: number, city, the moment they joined."""

    count: int
    seed: int = 1
    table: Table = USERS

    def arrow(self, partition: int) -> pa.RecordBatch:
        """Return one partition; no value is null."""
        numbers, rng = self.numbers(partition), self.generator(partition)
        rows = len(numbers)
        # drawn first, so that cities do not go by the very draws that callers go by
        joined = FIRST_S - rng.integers(1, 10 * DAYS * DAY_S, rows)
        return pa.record_batch({
            "phone": phones(numbers),
            "city": pa.array(CITIES).take(pa.array(popular(rng, rows, len(CITIES)))),
            "joined": pa.array(joined),
        })  # fmt: skip


@dataclass(frozen=True, slots=True)
class Calls(Partitioned):
    """`count` calls from `seed` among a subscriber to each `CALLS_PER_USER` of them.

    Raises UsageError for fewer than one.
    """

    count: int
    seed: int = 1
    table: Table = CALLS

    def __post_init__(self) -> None:
        if self.count < 1:
            raise UsageError(f"{self.count} rows cannot be measured; give at least 1")

    @property
    def users(self) -> Users:
        return Users(max(self.count // CALLS_PER_USER, LEAST_USERS), self.seed)

    def arrow(self, partition: int) -> pa.RecordBatch:
        """Return one partition, in the order of time; no value is null."""
        numbers, rng = self.numbers(partition), self.generator(partition)
        rows = len(numbers)
        caller, callee = (popular(rng, rows, self.users.count) for _ in range(2))
        callee -= callee % SILENT == SILENT - 1
        day, within = np.divmod(numbers * (DAYS * DAY_S) // self.count, DAY_S)
        hour = np.interp(within / DAY_S, _BY_THEN, np.arange(25))
        return pa.record_batch({
            "caller": phones(caller),
            "callee": phones(callee),
            "started": pa.array(FIRST_S + day * DAY_S + (hour * 3600).astype(np.int64)),
            "seconds": pa.array((1 + rng.exponential(MEAN_S, rows)).astype(np.int32)),
        })  # fmt: skip

    def fingerprint(self) -> str:
        return fingerprint(Partitioned.fingerprint(self), self.users.fingerprint())

    def write(self, path: Path, progress: Callable[[int], None] = lambda rows: None) -> str:
        """Write both tables as Parquet files where `folder` says, and their digest into the file that is named."""
        parts = [parquet.write(self.users, folder(self.users, path.parent))]
        parts.append(parquet.write(self, folder(self, path.parent), progress))
        digest = fingerprint(*parts)
        path.write_text(digest, encoding="utf-8")
        return digest

    def parameters(self) -> dict[str, str]:
        """Return what the questions ask about: two people, two cities, the first and the last moment of a month."""
        rank = max(self.users.count // 1000, 1)
        people = phones(np.array([rank, rank + 1])).to_pylist()
        one, other = next(pairwise(CITIES[3:]))
        return {
            "person": people[0], "friend": people[1], "city": one, "town": other,
            "month_from": str(MONTH[0]), "month_to": str(MONTH[1]),
        }  # fmt: skip


def folder(rows: Partitioned, work: Path) -> Path:
    """Return the folder of a table's Parquet files: in `DBREPORT_FILES`, where they stay from run to run and all
    workers of a cluster find them, else in the folder of this run alone.
    """
    kept = os.environ.get("DBREPORT_FILES")
    return (Path(kept).absolute() if kept else work) / f"{rows.table.name}-{rows.count}"
