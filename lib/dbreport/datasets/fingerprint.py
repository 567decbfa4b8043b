"""What tells one dataset from another before all of it is made: a digest of what it is made of and of parts of it."""

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

from ..arrow import without_pandas

FIRST_ROWS = 1000
"""As many rows of a batch tell it from another."""

without_pandas()  # rows become arrays, in each of many short-lived processes


def fingerprint(*parts: str | int | bytes) -> str:
    """Return the digest of the parts in their order (BLAKE2b, 96 bits)."""
    digest = hashlib.blake2b(digest_size=12)
    for part in parts:
        raw = part if isinstance(part, bytes) else str(part).encode()
        digest.update(len(raw).to_bytes(8, "big"))
        digest.update(raw)
    return digest.hexdigest()


def values_of(batches: Iterable[Any]) -> Iterator[bytes]:
    """Yield the first values of Arrow record batches as text, whatever their layout in memory."""
    for batch in batches:
        yield repr(batch.slice(0, FIRST_ROWS).to_pydict()).encode()
