"""Posts of a forum in the order of time, about 80 bytes of text a row: threads and authors as popular as Zipf's law."""

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...datasets.partitioned import Partitioned, Whole, zipf
from ...errors import UsageError
from ...model import Column, Index, Table
from .queries import DEEPEST, PAGE_ROWS, PAGES

TABLE = Table(
    "posts",
    (
        Column("id", "int64"),
        Column("thread", "int64"),
        Column("author", "int64"),
        Column("created", "int64"),
        Column("title", "text", 120),
    ),
    ("id",),
)
INDEX = Index("posts_thread", TABLE.name, ("thread", "created", "id"))

POSTS_PER_THREAD, POSTS_PER_AUTHOR = 50, 100
FIRST_S = 1_577_836_800
"""2020-01-01 UTC, in seconds since 1970: the form in which forums keep the moment of a post."""
SPAN_S = 1826 * 86_400
"""Five years."""
LEAST = DEEPEST * PAGE_ROWS
"""Posts of a forum that has the deepest page that is asked for."""

_SPREAD = 2_654_435_761
"""A prime above any count: neighbours in popularity lie far apart in number."""
_PHRASES = 4096
_WORDS = "backup index query slow table disk how why after upgrade lost rows best memory cache error log help".split()
_SIGNS = "求助请教分享备份索引查询变慢升级之后丢失数据内存缓存日志报错怎样为什么服务器磁盘"


@lru_cache(maxsize=1)
def _phrases() -> pa.Array:
    """Return halves of titles, one in two Chinese; any two together are a title."""
    rng = np.random.default_rng(_PHRASES)
    made: list[str] = []
    while len(made) < _PHRASES:
        if rng.random() < 0.5:
            made.append("".join(_SIGNS[n] for n in rng.integers(0, len(_SIGNS), rng.integers(5, 12))))
        else:
            made.append(" ".join(_WORDS[n] for n in rng.integers(0, len(_WORDS), rng.integers(3, 7))))
    return pa.array(made, pa.string())


@dataclass(frozen=True, slots=True)
class Posts(Partitioned):
    """`count` posts from `seed`. Raises UsageError for fewer than fill the deepest page that is asked for."""

    PARTITION_ROWS: ClassVar[int] = 200_000

    count: int
    seed: int = 1
    table: Table = TABLE

    def __post_init__(self) -> None:
        if self.count < LEAST:
            raise UsageError(f"{self.count} posts have no page {DEEPEST:,}; give at least {LEAST:,}")

    @property
    def threads(self) -> int:
        return self.count // POSTS_PER_THREAD

    @property
    def authors(self) -> int:
        return self.count // POSTS_PER_AUTHOR

    def arrow(self, partition: int) -> pa.RecordBatch:
        """Return one partition; posts are numbered from 1 in the order of time."""
        numbers, rng = self.numbers(partition), self.generator(partition)
        rows = len(numbers)
        thread, author = zipf(rng, rows, self.threads), zipf(rng, rows, self.authors)
        title = (pa.array(rng.integers(0, _PHRASES, rows)) for _ in range(2))
        return pa.record_batch(
            {
                "id": pa.array(numbers + 1),
                "thread": pa.array(_scattered(thread, self.threads)),
                "author": pa.array(_scattered(author, self.authors)),
                # as many posts at every hour, a few within one second only where there are more posts than seconds
                "created": pa.array(FIRST_S + (numbers * SPAN_S + rng.integers(0, SPAN_S, rows)) // self.count),
                "title": pc.binary_join_element_wise(*(_phrases().take(half) for half in title), " "),
            }
        )

    def parameters(self) -> dict[str, int]:
        """Return the parameters of the statements.

        `popular` is the thread with most posts, `usual` and `author` one of middling popularity each; what a page
        begins after is the last row of the page before it, the newest post coming first in the forum and the oldest in
        a thread.
        """
        popular = int(_scattered(np.zeros(1, np.int64), self.threads)[0])
        batch = self.arrow(0)
        mine = np.flatnonzero(batch.column("thread").to_numpy() == popular)
        found = {"popular": popular}
        for page in PAGES[1:-1]:
            last = int(mine[(page - 1) * PAGE_ROWS - 1])
            found |= {f"{name}_{page}": batch.column(name)[last].as_py() for name in ("created", "id")}
        for page in PAGES[1:]:
            found[f"before_{page}"] = self.count - (page - 1) * PAGE_ROWS + 1
        for name, things in (("usual", self.threads), ("author", self.authors)):
            found[name] = int(_scattered(np.array([things // 20]), things)[0])
        return found


def _scattered(rank: Whole, things: int) -> Whole:
    """Return the numbers of things, from 1 on, by their rank in popularity."""
    return (rank + 1) * _SPREAD % things + 1
