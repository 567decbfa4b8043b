"""Accounts and their records: nicknames people really choose, a skewed status, compressed pages of 2 KiB.

Made in partitions that depend on nothing but seed, counts and their own number.
"""

import hashlib
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import pyarrow as pa

from ...datasets.fingerprint import fingerprint, values_of
from ...errors import UsageError
from ...model import Column, Table

ACCOUNT = Table(
    "account",
    (
        Column("id", "int64"),
        Column("nickname", "text", 40),
        Column("former_name", "text", 40, nullable=True),
        Column("created_at", "timestamp"),
    ),
    ("id",),
)
RECORD = Table(
    "record",
    (
        Column("id", "int64"),
        Column("account_id", "int64"),
        Column("nickname", "text", 40),
        Column("status", "int32"),
        Column("updated_at", "timestamp"),
        Column("raw", "bytes"),
    ),
    ("id",),
)
SHORT, LONG = (Table(f"record_{length}", RECORD.columns, RECORD.primary_key) for length in ("short", "long"))
"""Records as many of each, with values as long as those of `RECORD` and with values of 8 KiB and more."""

PARTITION_ROWS = 20_000
RECORDS_PER_ACCOUNT = 5
FIRST, LAST = datetime(2019, 1, 1, tzinfo=UTC), datetime(2025, 1, 1, tzinfo=UTC)
YEAR = 2024

_STATUS = ((200, 0.90), (404, 0.05), (403, 0.03), (500, 0.015), (302, 0.005))
_RAW_BYTES = 2048
_MOST_BYTES = 1 << 15
LENGTHS = {"records_per_row": 10, "long_least_bytes": 8192, "long_times": 4, "most_bytes": _MOST_BYTES}
"""What makes the tables that tell what the length of a value changes: rows for a tenth of the records, for long values
take much room; a long value has the least and so many times the length of an ordinary one, 16 KiB on average."""
_FORMER_SHARE = 0.3
_LOW = (1 << 32) - 1

_FAMILY = "王李张刘陈杨黄赵周吴徐孙马朱胡林郭何高罗"
_GIVEN = "伟芳娜敏静丽强磊洋勇军杰娟涛明超霞平刚桂英华玉兰飞鑫波斌宇浩凯健俊"
_LATIN = (
    "alex sam kim max leo mia zoe ivan noah luna nova echo rain ghost tiger panda coder gamer dreamer pilot".split()
)
_MARKS = ("", "", "", "☆", "😀", "🐼", "★", "~", "_", ".")
_ODD = ("O'Brien", "100%", "a_b", "back\\slash", 'say "hi"', "tab\tbed", "50% off_now", "é", "ß", "空 格", "-- comment")


class _Nicknames:
    """Nicknames without end, the odd ones first, made as far as they are asked for; some accounts will share one."""

    def __init__(self) -> None:
        self._made = pa.array(_ODD, pa.string())
        self._further = _nicknames()
        self._lock = Lock()  # partitions are made side by side

    def first(self, count: int) -> pa.Array:
        """Return at least the first `count` of them."""
        with self._lock:
            if (missing := count - len(self._made)) > 0:
                further = pa.array(itertools.islice(self._further, missing), pa.string(), size=missing)
                self._made = pa.concat_arrays([self._made, further])
            return self._made


def _nicknames() -> Iterator[str]:
    random, below = _drawn_from(np.random.PCG64(40))

    def pick(choices: Sequence[str]) -> str:
        return choices[below(len(choices))]

    while True:
        kind = random()
        if kind < 0.5:
            name = pick(_FAMILY) + "".join([pick(_GIVEN) for _ in range(1 + below(2))])
        elif kind < 0.9:
            name = pick(_LATIN) + pick(("", "_", ".")) + pick(_LATIN)
        else:
            name = pick(_GIVEN) + pick(_LATIN)
        yield f"{name}{pick(_MARKS)}{below(10_000) if random() < 0.7 else ''}"


def _drawn_from(source: np.random.PCG64) -> tuple[Callable[[], float], Callable[[int], int]]:
    """Return what draws a number below one and a whole one below a bound.

    They draw just as `random` and `integers` of NumPy's generator do, without the cost of calling it for each.

    Source: Lemire, Fast random integer generation in an interval, ACM TOMACS 29 (2019), which NumPy draws by.
    """
    words = itertools.chain.from_iterable(source.random_raw(1 << 12).tolist() for _ in itertools.repeat(None))
    half: int | None = None  # of a word whose lower bits were drawn

    def random() -> float:
        return (next(words) >> 11) / (1 << 53)

    def below(bound: int) -> int:
        product = bits() * bound
        while product & _LOW < bound and product & _LOW < (_LOW + 1) % bound:
            product = bits() * bound
        return product >> 32

    def bits() -> int:
        nonlocal half
        if half is not None:
            drawn, half = half, None
            return drawn
        word: int = next(words)
        half = word >> 32
        return word & _LOW

    return random, below


_NICKNAMES = _Nicknames()


@lru_cache(maxsize=1)
def _noise() -> bytes:
    """Return bytes to cut pages from: what is compressed already looks like noise."""
    return np.random.default_rng(41).bytes(4 << 20)


@dataclass(frozen=True, slots=True)
class _Part:
    """Rows of one of the two tables."""

    table: Table
    count: int
    accounts: int
    seed: int

    @property
    def partitions(self) -> int:
        return -(-self.count // PARTITION_ROWS)

    def arrow(self, partition: int) -> pa.RecordBatch:
        first = partition * PARTITION_ROWS
        rows = min(PARTITION_ROWS, self.count - first)
        key = (0 if self.table == ACCOUNT else 1, partition)
        rng = np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=key))
        ids = pa.array(np.arange(first + 1, first + rows + 1))
        if self.table == ACCOUNT:
            return _accounts(rng, ids, self.accounts)
        return _records(rng, ids, self.accounts, self.table == LONG)

    def tsv(self, partition: int) -> bytes:
        """Raise UsageError: pages of bytes and odd nicknames have no text without escapes."""
        raise UsageError(f"{self.table.name} has no text without escapes; use fill")


def _name_of(account: np.ndarray[Any, np.dtype[np.int64]], accounts: int) -> pa.Array:
    """Return each account's nickname: the pool is smaller than the accounts, so that some share one."""
    place = (account - 1) % max(accounts * 4 // 5, len(_ODD))
    return _NICKNAMES.first(int(place.max()) + 1).take(pa.array(place))


def _moments(rng: np.random.Generator, rows: int) -> pa.Array:
    """Return moments between FIRST and LAST, more of them late than early, to the microsecond."""
    span_us = int((LAST - FIRST).total_seconds() * 1e6)
    offset = (np.sqrt(rng.random(rows)) * span_us).astype(np.int64)
    return pa.array(offset + int(FIRST.timestamp() * 1e6), pa.timestamp("us", "UTC"))


def _accounts(rng: np.random.Generator, ids: pa.Array, accounts: int) -> pa.RecordBatch:
    rows = len(ids)
    former = _name_of(rng.integers(1, accounts + 1, rows), accounts)
    never = rng.random(rows) >= _FORMER_SHARE
    return pa.record_batch(
        {
            "id": ids,
            "nickname": _name_of(ids.to_numpy(), accounts),
            "former_name": pa.array(
                [None if gone else name for gone, name in zip(never, former.to_pylist(), strict=True)]
            ),
            "created_at": _moments(rng, rows),
        }
    )


def _records(rng: np.random.Generator, ids: pa.Array, accounts: int, long: bool) -> pa.RecordBatch:
    rows = len(ids)
    account = (rng.random(rows) ** 2 * accounts).astype(np.int64) + 1  # some write far more than others
    codes, shares = zip(*_STATUS, strict=True)
    sizes = np.clip(rng.lognormal(np.log(_RAW_BYTES) - 0.125, 0.5, rows), 64, _MOST_BYTES).astype(np.int64)
    if long:
        sizes = np.minimum(LENGTHS["long_least_bytes"] + LENGTHS["long_times"] * sizes, _MOST_BYTES)
    starts = rng.integers(0, len(_noise()) - _MOST_BYTES, rows)
    return pa.record_batch(
        {
            "id": ids,
            "account_id": pa.array(account),
            "nickname": _name_of(account, accounts),
            "status": pa.array(rng.choice(codes, rows, p=shares).astype(np.int32)),
            "updated_at": _moments(rng, rows),
            "raw": pa.array([_noise()[a : a + n] for a, n in zip(starts, sizes, strict=True)], pa.binary()),
        }
    )


@dataclass(frozen=True, slots=True)
class Records:
    """`count` records of a fifth as many accounts. Raises UsageError for fewer records than make one account."""

    count: int
    seed: int = 1

    def __post_init__(self) -> None:
        if self.count < RECORDS_PER_ACCOUNT:
            raise UsageError(f"{self.count} records cannot be measured; give at least {RECORDS_PER_ACCOUNT}")

    @property
    def accounts(self) -> _Part:
        number = self.count // RECORDS_PER_ACCOUNT
        return _Part(ACCOUNT, number, number, self.seed)

    @property
    def records(self) -> _Part:
        return _Part(RECORD, self.count, self.count // RECORDS_PER_ACCOUNT, self.seed)

    @property
    def lengths(self) -> tuple[_Part, _Part]:
        """Return a tenth of the records twice: with values of ordinary length, and with long ones."""
        number = -(-self.count // LENGTHS["records_per_row"])
        accounts = self.count // RECORDS_PER_ACCOUNT
        return _Part(SHORT, number, accounts, self.seed), _Part(LONG, number, accounts, self.seed)

    @property
    def table(self) -> Table:
        return RECORD

    def parameters(self, count: int = 1) -> dict[str, list[tuple[str, ...]]]:
        """Return `count` requests of each statement of the application, drawn from the rows.

        Names to look for inside names are pieces of three characters without a sign that LIKE gives a meaning to.
        """
        rng = np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(2,)))
        first_rows = np.arange(1, min(PARTITION_ROWS, self.accounts.count) + 1)
        names: list[str] = _name_of(first_rows, self.accounts.count).to_pylist()
        plain = [name for name in names if not set(name) & set("%_\\\t'") and len(name) >= 3] or ["panda"]

        def piece() -> str:
            name = plain[int(rng.integers(len(plain)))]
            start = int(rng.integers(len(name) - 2))
            return f"%{name[start : start + 3]}%"

        pieces = [piece() for _ in range(count)]
        first: list[tuple[str, ...]] = [(plain[0],)]  # of a plain name, so that a plan can be asked for without escapes
        return {
            "point_account": first + [(names[int(n)],) for n in rng.integers(len(names), size=count - 1)],
            "match_account": [(part, part) for part in pieces],
            "point_record": [(str(n),) for n in rng.integers(1, self.count + 1, count)],
            "latest_record": first + [(names[int(n)],) for n in rng.integers(len(names), size=count - 1)],
        }

    def fingerprint(self) -> str:
        """Return what tells these rows from others: counts, seed, the first values of both tables."""
        parts = values_of((self.accounts.arrow(0), self.records.arrow(0)))
        return fingerprint(self.table.name, self.count, self.seed, *parts)

    def write(self, path: Path, progress: Callable[[int], None] = lambda rows: None) -> str:
        """Write nothing but the digest of all rows of both tables, and return it."""
        digest = hashlib.blake2b(digest_size=16)
        for part in (self.accounts, self.records):
            for number in range(part.partitions):
                batch = part.arrow(number)
                for column in batch.columns:
                    for buffer in column.buffers():
                        digest.update(buffer or b"")
                if part.table == RECORD:
                    progress(batch.num_rows)
        path.write_text(digest.hexdigest())
        return digest.hexdigest()
