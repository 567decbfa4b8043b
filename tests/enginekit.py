"""Rows, statements and answers for the engine tests. Importable by workers, which make the rows themselves."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

import pyarrow as pa
from dbreport.experiments.half_billion.data import TABLE, Numbers
from dbreport.model import Column, Index, Table

INDEX = Index("numbers_phone", "numbers", ("phone",))

ENDLESS = (
    "SELECT count(*) FROM numbers AS a CROSS JOIN numbers AS b CROSS JOIN numbers AS c"
    " WHERE (a.uid * b.uid + c.uid) % 1000003 = 1000002"  # nothing to hash, index or rule out by minimum and maximum
)

ODD_NICKNAMES = ("", "张伟", "王小明 ", " mid dle ", "😀", "NULL", "null", "O'Brien", "0", "a,b;c", "é", "ß")


@dataclass(frozen=True)
class FewRows:
    """The dataset's first rows in several small partitions, so that several connections have something to do."""

    count: int = 20_000
    partitions: int = 5
    table: Table = TABLE

    def arrow(self, partition: int) -> pa.RecordBatch:
        each = -(-self.count // self.partitions)
        return Numbers(self.count).arrow(0).slice(partition * each, each)

    def tsv(self, partition: int) -> bytes:
        rows = self.arrow(partition).to_pydict()
        lines = zip(*rows.values(), strict=True)
        return "".join("\t".join(map(str, line)) + "\n" for line in lines).encode()

    def all(self) -> list[tuple[Any, ...]]:
        parts = (self.arrow(p).to_pydict() for p in range(self.partitions))
        return [row for part in parts for row in zip(*part.values(), strict=True)]


@dataclass(frozen=True)
class OddRows(FewRows):
    """Rows whose nicknames are what loaders stumble over; tabs, quotes and backslashes the contract excludes."""

    count: int = len(ODD_NICKNAMES)
    partitions: int = 2

    def arrow(self, partition: int) -> pa.RecordBatch:
        numbers = range(self.count)
        whole = {
            "uid": pa.array([1 << n * 5 for n in numbers], pa.int64()),
            "nickname": pa.array(ODD_NICKNAMES, pa.string()),
            "phone": pa.array([f"{13_800_000_000 + n}" for n in numbers], pa.string()),
        }
        each = -(-self.count // self.partitions)
        return pa.record_batch(whole).slice(partition * each, each)


ODD = Table(
    "odd",
    (
        Column("id", "int64"),
        Column("name", "text", 60),
        Column("former", "text", 60, nullable=True),
        Column("made_at", "timestamp"),
        Column("raw", "bytes"),
    ),
    ("id",),
)


@dataclass(frozen=True)
class OddKinds:
    """A few rows of what a text file without escapes cannot hold: bytes, NULLs, moments, any character but NUL."""

    partitions: int = 2
    table: Table = ODD

    @property
    def count(self) -> int:
        return len(self.all())

    def all(self) -> list[tuple[int, str, str | None, datetime, bytes]]:
        moments = [datetime(2023, 12, 31, 23, 59, 59, 999_999, UTC), datetime(2024, 1, 1, tzinfo=UTC)]
        names = ["O'Brien \\ 100%_ \t \n 😀", "\\N"]
        return [
            (n, name, former, moment, raw)
            for n, (name, former, moment, raw) in enumerate(
                zip(names, (None, ""), moments, (b"\x00\xff'\\\n", b""), strict=True), 1
            )
        ]

    def arrow(self, partition: int) -> pa.RecordBatch:
        kinds = (pa.int64(), pa.string(), pa.string(), pa.timestamp("us", "UTC"), pa.binary())
        row = self.all()[partition]
        names = (column.name for column in self.table.columns)
        return pa.record_batch({name: pa.array([v], kind) for name, v, kind in zip(names, row, kinds, strict=True)})

    def tsv(self, partition: int) -> bytes:
        raise NotImplementedError


class _Answers:
    """The canonical statements with the answers plain Python gives."""

    def __init__(self, rows: list[tuple[Any, ...]]) -> None:
        self._rows = rows
        phones = sorted(phone for _, _, phone in rows)
        self.point = Counter(phones).most_common(1)[0][0]
        self.low, self.high = phones[len(phones) // 3], phones[len(phones) // 3 + 500]
        self.prefix, self.segment = phones[-1][:4], phones[len(phones) // 2][:3]

    @cached_property
    def _counted(self) -> Counter[str]:
        return Counter(phone for _, _, phone in self._rows)

    def statements(self) -> dict[str, tuple[str, list[tuple[Any, ...]]]]:
        """Return statement and answer by name."""
        counted = self._counted
        between = f"phone BETWEEN '{self.low}' AND '{self.high}'"
        top = sorted(
            ((p, n) for p, n in counted.items() if p.startswith(self.segment)), key=lambda pair: (-pair[1], pair[0])
        )
        select = "SELECT uid, nickname, phone FROM numbers WHERE"
        return {
            "count": ("SELECT count(*) FROM numbers", [(len(self._rows),)]),
            "point": (f"{select} phone = '{self.point}'", [r for r in self._rows if r[2] == self.point]),
            "range": (f"{select} {between}", [r for r in self._rows if self.low <= r[2] <= self.high]),
            "prefix": (
                f"{select} phone LIKE '{self.prefix}%'",
                [r for r in self._rows if r[2].startswith(self.prefix)],
            ),
            "group_range": (
                f"SELECT phone, count(uid) FROM numbers WHERE {between} GROUP BY phone",
                [(p, n) for p, n in counted.items() if self.low <= p <= self.high],
            ),
            "group_segment_top": (
                f"SELECT phone, count(uid) FROM numbers WHERE phone LIKE '{self.segment}%'"
                " GROUP BY phone ORDER BY count(uid) DESC, phone LIMIT 1000",
                top[:1000],
            ),
            "top_sort": (
                "SELECT phone FROM numbers ORDER BY phone DESC LIMIT 1000",
                [(p,) for p in sorted((r[2] for r in self._rows), reverse=True)[:1000]],
            ),
            "group_all": ("SELECT phone, count(uid) FROM numbers GROUP BY phone", list(counted.items())),
            "group_all_totals": (
                "SELECT count(*) AS phones, max(n) AS most"
                " FROM (SELECT phone, count(*) AS n FROM numbers GROUP BY phone) AS g",
                [(len(counted), max(counted.values()))],
            ),
        }


EXPECTED = _Answers(FewRows().all()).statements()
