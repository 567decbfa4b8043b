"""Documents of a corpus file as rows of a table: a number and a body, as text or packed by a method beforehand."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...datasets.corpus import Corpus
from ...errors import UsageError
from ...model import Column, Table
from .codecs.libraries import codec
from .codecs.methods import METHODS

PARTITION_DOCUMENTS = 16


@dataclass(frozen=True, slots=True)
class DocumentRows:
    """The documents of `path`; `packed` names the method they are packed by, empty for text as it is."""

    path: Path
    count: int
    packed: str = ""

    @property
    def table(self) -> Table:
        body = Column("body", "bytes" if self.packed else "text")
        return Table("pages", (Column("id", "int64"), body), ("id",))

    @property
    def partitions(self) -> int:
        return -(-self.count // PARTITION_DOCUMENTS)

    def arrow(self, partition: int) -> Any:
        """Return one partition as an Arrow record batch."""
        import pyarrow as pa

        first = partition * PARTITION_DOCUMENTS
        numbers = range(first, min(first + PARTITION_DOCUMENTS, self.count))
        with Corpus(self.path) as corpus:
            bodies = [self.pack(corpus.document(number)) for number in numbers]
        kind = pa.binary() if self.packed else pa.string()
        return pa.record_batch({"id": pa.array(numbers, pa.int64()), "body": pa.array(bodies, kind)})

    def pack(self, document: bytes) -> bytes | str:
        return self._codec().compress(document) if self.packed else document.decode()

    def unpack(self, stored: bytes) -> bytes:
        return self._codec().decompress(stored) if self.packed else stored

    def _codec(self) -> Any:
        return codec(next(method for method in METHODS if method.name == self.packed))

    def tsv(self, partition: int) -> bytes:
        """Raise UsageError: documents hold tabs and line ends."""
        raise UsageError("documents have no text without escapes; use fill")
