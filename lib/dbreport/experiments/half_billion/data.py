"""Half a billion phone numbers: uid, nickname, phone, about 22 bytes of text a row.

Made in partitions: any of them alone, in any order or process.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...datasets.partitioned import Partitioned
from ...datasets.phones import phones, popular
from ...errors import UsageError
from ...model import Column, Table

TABLE = Table("numbers", (Column("uid", "int64"), Column("nickname", "text", 16), Column("phone", "text", 11)))

_NICKNAMES = 4096
_NAMED_SHARE = 5  # one row in five carries a nickname: the source's 22 bytes a row leave room for no more
_CHARACTERS = "安白晨川丹恩帆歌海江凯乐林明宁鹏琪然思涛文夏雪阳雨云泽子一小大阿"
_SYLLABLES = "an bo chen dan en fei gu hao jin kai lan mu ning ou ping qi ru shan tao wei xin yi zhou".split()


@lru_cache(maxsize=1)
def _nicknames() -> pa.Array:
    rng = np.random.default_rng(4096)
    names = [""]
    while len(names) <= _NICKNAMES:
        # drawn by place: `choice` would make an array of the letters each time
        if rng.random() < 0.5:
            names.append("".join(_CHARACTERS[n] for n in rng.integers(0, len(_CHARACTERS), rng.integers(2, 4))))
        else:
            syllables = "".join(_SYLLABLES[n] for n in rng.integers(0, len(_SYLLABLES), 2))
            names.append(f"{syllables}{rng.integers(0, 100)}")
    return pa.array(names, pa.string())


@dataclass(frozen=True, slots=True)
class Numbers(Partitioned):
    """`count` rows of `TABLE` from `seed`. Half as many subscribers as rows, some far more often than others.

    Raises UsageError for fewer than one row.
    """

    count: int
    seed: int = 1
    table: Table = TABLE

    def __post_init__(self) -> None:
        if self.count < 1:
            raise UsageError(f"{self.count} rows cannot be measured; give at least 1")

    @property
    def subscribers(self) -> int:
        return max(self.count // 2, 1)

    def arrow(self, partition: int) -> pa.RecordBatch:
        """Return one partition: uid int64, nickname and phone string, none of them null."""
        numbers, rng = self.numbers(partition), self.generator(partition)
        rows = len(numbers)
        subscriber = popular(rng, rows, self.subscribers)
        named = rng.integers(0, _NICKNAMES * _NAMED_SHARE, rows, dtype=np.int32)
        named[named > _NICKNAMES] = 0
        return pa.record_batch(
            {
                "uid": pa.array(numbers + 1),
                "nickname": _nicknames().take(pa.array(named)),
                "phone": phones(subscriber),
            }
        )

    def write(self, path: Path, progress: Callable[[int], None] = lambda rows: None) -> str:
        """Write all rows to one text file; return the digest of its bytes."""
        with path.open("wb") as file:
            return self.digest(progress, file.write)

    def parameters(self) -> dict[str, str]:
        """Return the parameters of the queries, drawn from the first partition.

        `range_from`–`range_to` and `prefix` each select about one row in 500 (a million of half a billion),
        `segment` the 100 million numbers of one three-digit segment, `point` a number that occurs.
        """
        unsorted = self.arrow(0).column("phone")
        order, rows = pc.array_sort_indices(unsorted), len(unsorted)
        start, width = int(rows * 0.4), max(rows // 500, 1)

        def phone(place: int) -> str:
            return str(unsorted[order[place].as_py()])

        return {
            "point": phone(int(rows * 0.61)),
            "range_from": phone(start),
            "range_to": phone(min(start + width, rows - 1)),
            "prefix": phone(rows // 4)[:4],  # a tenth of one of 46 segments: one row in 460
            "segment": phone(int(rows * 0.7))[:3],
        }
