"""The records of document_store: YCSB makes them itself; what it is told stands here.

A key is made of its number; the values of the fields are drawn anew at every run, of which all records have as much.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path

from ...clients.ycsb import FIELD_BYTES, FIELDS, TABLE
from ...datasets.fingerprint import fingerprint
from ...errors import UsageError
from ...model import Column, Table

KEY_LENGTH = 24
"""A key is `user` and up to 19 digits."""
NAMES = tuple(f"field{n}" for n in range(FIELDS))


class Records:
    """So many records of YCSB's. Raises UsageError for fewer than one."""

    seed = 0  # the generator takes none
    table = Table(
        TABLE, (Column("id", "text", KEY_LENGTH), *(Column(name, "text", FIELD_BYTES) for name in NAMES)), ("id",)
    )

    def __init__(self, count: int) -> None:
        if count < 1:
            raise UsageError(f"{count} rows cannot be measured; give at least 1")
        self.count = count

    def fingerprint(self) -> str:
        """Return what tells these records from others."""
        return fingerprint(self.table.name, self.count, FIELDS, FIELD_BYTES)

    def write(self, path: Path, made: Callable[[int], None] = lambda rows: None) -> str:
        """Write down what YCSB is told; return its digest, which stands for the records it makes of that."""
        text = f"recordcount={self.count}\nfieldcount={FIELDS}\nfieldlength={FIELD_BYTES}\n"
        path.write_text(text, encoding="utf-8")
        made(self.count)
        return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
