"""The table of sysbench's OLTP tests: sysbench makes it itself; what it is told stands here."""

import hashlib
from collections.abc import Callable
from pathlib import Path

from ...datasets.fingerprint import fingerprint
from ...model import Column, Table

SEED = 20_260_101
TABLE = Table(
    "sbtest1", (Column("id", "int32"), Column("k", "int32"), Column("c", "text"), Column("pad", "text")), ("id",)
)


class SbTest:
    """The seed and the number of rows sysbench makes its table from."""

    seed = SEED
    table = TABLE

    def __init__(self, count: int) -> None:
        self.count = count

    @property
    def options(self) -> dict[str, str | int]:
        """Return what every call of sysbench on this table is told."""
        return {"tables": 1, "table-size": self.count, "rand-seed": self.seed}

    def fingerprint(self) -> str:
        """Return what tells this table from others: sysbench makes it from these options."""
        return fingerprint(self.table.name, *(f"{name}={value}" for name, value in self.options.items()))

    def write(self, path: Path, made: Callable[[int], None] = lambda rows: None) -> str:
        """Write down the options; return their digest, which stands for the rows sysbench makes from them."""
        text = "".join(f"{name}={value}\n" for name, value in self.options.items())
        path.write_text(text, encoding="utf-8")
        made(self.count)
        return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
