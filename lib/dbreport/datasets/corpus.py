"""Documents in one file, as every method reads them: written once, checked by a digest, fetched by number.

Beside the file lies where each document ends. Imports nothing heavy: a measured process reads through this module.
"""

from __future__ import annotations

import hashlib
import os
from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO


@dataclass(frozen=True, slots=True)
class Written:
    """What a corpus file holds. `text` tells whether every document is UTF-8 without a NUL, as text columns ask."""

    documents: int
    size_bytes: int
    median_bytes: int
    largest_bytes: int
    digest: str
    text: bool


def write(path: Path, documents: Iterable[bytes], progress: Callable[[int], None] = lambda documents: None) -> Written:
    """Write documents one after the other and where each ends; the digest is of the bytes (BLAKE2b, 128 bits)."""
    digest = hashlib.blake2b(digest_size=16)
    ends = array("Q", [0])
    lengths, text = array("Q"), True
    with private(path) as file:
        for document in documents:
            file.write(document)
            digest.update(document)
            ends.append(ends[-1] + len(document))
            lengths.append(len(document))
            text = text and _is_text(document)
            progress(1)
    with private(_ends_of(path)) as file:
        file.write(ends.tobytes())
    median = sorted(lengths)[len(lengths) // 2] if lengths else 0
    return Written(len(lengths), ends[-1], median, max(lengths, default=0), digest.hexdigest(), text)


def private(path: Path) -> BinaryIO:
    """Open a file for writing that nobody else may read: the documents may be the reader's own."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.fchmod(handle, 0o600)  # of one that was there already
    return os.fdopen(handle, "wb")


def _is_text(document: bytes) -> bool:
    try:
        document.decode()
    except UnicodeDecodeError:
        return False
    return b"\0" not in document


def _ends_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.ends")


class Corpus:
    """A corpus file to read from. A reader's own copy of a document is new bytes, as a page just fetched would be."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ends = array("Q", _ends_of(path).read_bytes())
        self._file = path.open("rb", buffering=0)

    def __enter__(self) -> Corpus:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    @property
    def count(self) -> int:
        return len(self._ends) - 1

    def document(self, number: int) -> bytes:
        start, end = self._ends[number], self._ends[number + 1]
        data = os.pread(self._file.fileno(), end - start, start)
        while len(data) < end - start:  # one call reads 2 GiB at most
            data += os.pread(self._file.fileno(), end - start - len(data), start + len(data))
        return data

    def length(self, numbers: Iterable[int]) -> int:
        """Return the bytes of these documents together."""
        return sum(self._ends[number + 1] - self._ends[number] for number in numbers)
