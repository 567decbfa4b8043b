"""Readings of a hundred devices over three months, in the order they were taken or in that in which they arrive."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np
import pyarrow as pa

from ...datasets.partitioned import Partitioned, Whole
from ...engines.base import tuples
from ...errors import UsageError
from ...model import Column, Table
from .queries import BATCH_ROWS, FIRST_S, LATE_S, LATE_SHARE, SPAN_S

TABLE = Table(
    "readings",
    (Column("device", "int32"), Column("taken_at", "int64"), Column("value", "int32")),
    ("device", "taken_at"),
)
DEVICES = 100
MOST = DEVICES * SPAN_S
"""A device gives one reading a second at most: its key."""
_DAY_S = 86_400


@dataclass(frozen=True, slots=True)
class Readings(Partitioned):
    """`count` readings from `seed`, hundredths of a degree; `arriving` changes their order and nothing else.

    Raises UsageError for fewer than one of each device, or more than one a second.
    """

    count: int
    seed: int = 1
    arriving: bool = False
    table: Table = TABLE

    def __post_init__(self) -> None:
        if not DEVICES <= self.count <= MOST:
            raise UsageError(f"{self.count} readings cannot be measured; give {DEVICES} to {MOST:,}")

    def arrow(self, partition: int) -> pa.RecordBatch:
        """Return one partition: by the moments readings were taken, or those that come in while these are taken."""
        if not self.arriving:
            return self._batch(*self._made(partition)[:2])
        begins_s = self._moment(self.numbers(partition))[0]
        next_s = self._moment(self.numbers(partition + 1)[:1])
        ends_s = next_s[0] if len(next_s) else np.inf  # the last one takes all that are still on their way
        # those taken so long ago that they may still be on their way
        first = max(int((begins_s - FIRST_S - LATE_S[1]) * self.count // SPAN_S), 0) // self.PARTITION_ROWS
        made = [self._made(n) for n in range(first, partition + 1)]
        numbers, value, arrives = (np.concatenate(columns) for columns in zip(*made, strict=True))
        here = (arrives >= begins_s) & (arrives < ends_s)
        order = np.lexsort((numbers[here], arrives[here]))
        return self._batch(numbers[here][order], value[here][order])

    def _made(self, partition: int) -> tuple[Whole, Whole, Whole]:
        """Return numbers, values and moments of arrival of one partition's readings, in the order they were taken."""
        numbers, rng = self.numbers(partition), self.generator(partition)
        moment, rows = self._moment(numbers), len(numbers)
        day = 600 * np.sin(2 * np.pi * (moment % _DAY_S) / _DAY_S)
        value = (2000 + 5 * (numbers % DEVICES) + day + rng.normal(0, 50, rows)).astype(np.int64)
        late = np.where(rng.random(rows) < LATE_SHARE, rng.integers(*LATE_S, rows), 0)
        return numbers, value, moment + late

    def _moment(self, numbers: Whole) -> Whole:
        return FIRST_S + numbers * SPAN_S // self.count

    def _batch(self, numbers: Whole, value: Whole) -> pa.RecordBatch:
        return pa.record_batch(
            {
                "device": pa.array((numbers % DEVICES + 1).astype(np.int32)),
                "taken_at": pa.array(self._moment(numbers)),
                "value": pa.array(value.astype(np.int32)),
            }
        )

    def inserts(self) -> Iterator[str]:
        """Yield the INSERTs of all readings in their order, so many rows each."""
        rows = (row for part in range(self.partitions) for row in tuples(self.arrow(part)))
        while batch := list(islice(rows, BATCH_ROWS)):
            values = ",".join(f"({device},{taken_at},{value})" for device, taken_at, value in batch)
            yield f"INSERT INTO {self.table.name} VALUES {values}"
