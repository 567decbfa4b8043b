"""The stored records on systems without tables: each value a document of its own, under its column and number.

The three small columns stay out: they would stand in a database beside.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from ...engines.base import tuples
from ...engines.embedded import Objects
from ...model import Metrics, Reading
from .data import VALUES, StoredFile
from .stage import Stage


@dataclass(frozen=True, slots=True)
class StoredObjects:
    """The documents on one system, stored in one way."""

    engine: Objects
    stored: StoredFile
    way: str

    def load(self) -> None:
        """Fill an empty place. Raises Unsupported where the system lacks the way."""
        self.engine.empty(self.way)
        for part in range(self.stored.partitions):
            self.engine.put([(name, body) for _, name, body in self._documents(part)])

    def _documents(self, partition: int) -> Iterator[tuple[int, str, bytes]]:
        """Yield the number of the record, the name and the document itself."""
        for number, *values in tuples(self.stored.arrow(partition).select(["id", *VALUES])):
            for column, value in zip(VALUES, values, strict=True):
                if value is not None:
                    is_bytes = isinstance(value, bytes)
                    # an ending tells what is inside: whether a store compresses may depend on it
                    ending = "bin" if is_bytes else "txt" if column == "raw" else "json"
                    yield number, f"{column}/{number}.{ending}", value if is_bytes else value.encode()

    def taken(self) -> Metrics:
        """Return bytes on disk by part."""
        return {f"size_{part}": Reading(float(n), "bytes") for part, n in self.engine.occupied().items()}

    def differing(self, every: int = 1) -> str | None:
        """Read documents back; return which came back as another, None where none did.

        Args:
            every: of so many records the first alone is read.
        """
        for part in range(self.stored.partitions):
            for number, name, body in self._documents(part):
                if number % every == 1 % every and self.engine.get(name) != body:
                    return f"{name} came back as another"
        return None

    def states(self, name: str) -> list[Stage]:
        """Return the states of `deletes`: the documents of every second record are deleted."""
        assert name == "deletes", f"documents go through no {name}"
        left = partial(self.differing, 2)
        return [Stage("deleted", self._delete, left), Stage("reclaimed", self.engine.reclaim, left)]

    def _delete(self) -> None:
        self.load()
        for part in range(self.stored.partitions):
            self.engine.discard([name for number, name, _ in self._documents(part) if number % 2 == 0])
