"""Compress, decompress, compare, count: what runs in the measured process. The clock stands while documents are read.

Every document is decompressed and compared with what it was; one that differs ends the measurement.
"""

import os
import re
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any, TypeVar

from ....datasets.corpus import Corpus, private
from .libraries import Codec, codec, train
from .methods import ALL, Method

Stored = TypeVar("Stored")
Back = TypeVar("Back")

BATCH_BYTES = 1 << 20
"""Documents compressed under one reading of the clock, then decompressed: more than the processor's caches hold."""
CHUNK_BYTES = 64 << 10
"""What an archive is read in."""
BLOCK_BYTES = 4096
"""A file's share of a disk is a multiple of this."""
DICTIONARY_BYTES = 1 << 20
SAMPLE_BYTES = 32 << 20
"""What a dictionary is trained on at most; it takes a tenth of the samples at most."""


@dataclass(slots=True)
class Clock:
    """Seconds by the wall and of this process's CPU, over all the times it ran."""

    wall_s: float = 0.0
    cpu_s: float = 0.0
    _began: tuple[float, float] = field(default=(0.0, 0.0), repr=False)

    def __enter__(self) -> None:
        self._began = (time.perf_counter(), time.process_time())

    def __exit__(self, *_: object) -> None:
        self.cpu_s += time.process_time() - self._began[1]
        self.wall_s += time.perf_counter() - self._began[0]


@dataclass(slots=True)
class Measured:
    """What one measurement gave, of the documents it took.

    `raw_bytes` and `stored_bytes` are theirs before and after, a dictionary apart; `disk_bytes` is what files of them
    take on a disk. To fetch one document, `touched_bytes` are decompressed and `read_bytes` of what is stored are
    read: the mean over all documents. `wrong` says which document did not survive the round trip.
    """

    documents: int = 0
    raw_bytes: int = 0
    stored_bytes: int = 0
    disk_bytes: int = 0
    dictionary_bytes: int = 0
    touched_bytes: float = 0.0
    read_bytes: float = 0.0
    peak_memory_bytes: int = 0
    compress: Clock = field(default_factory=Clock)
    decompress: Clock = field(default_factory=Clock)
    wrong: str | None = None

    def keep(self, lengths: Sequence[int], stored_bytes: int) -> None:
        """Count one stored piece that holds documents of these lengths, to be decompressed from its start."""
        touched, raw = sum(accumulate(lengths)), sum(lengths)
        self.touched_bytes += touched
        self.read_bytes += stored_bytes * touched / raw if raw else 0
        self.documents += len(lengths)
        self.raw_bytes += raw
        self.stored_bytes += stored_bytes
        self.disk_bytes += -(-stored_bytes // BLOCK_BYTES) * BLOCK_BYTES

    def seconds(self) -> float:
        return self.compress.wall_s + self.decompress.wall_s

    def ended(self) -> dict[str, Any]:
        """Return the whole as plain values, the means made."""
        if self.documents:
            self.touched_bytes /= self.documents
            self.read_bytes /= self.documents
        self.peak_memory_bytes = _peak_memory_bytes()
        return asdict(self)


def measure(
    corpus: Corpus, method: Method, step: int = 1, budget_s: float | None = None, dictionary: bytes | None = None
) -> Measured:
    """Store every `step`th document by the method and get it back.

    Args:
        budget_s: stop after about so many seconds of compressing and decompressing; to find out how long all take.
        dictionary: as trained on the documents of even number; those of odd number are taken then.
    """
    bytearray(b"x") * (64 << 20)  # touched once, so that no batch has to wait for memory
    numbers = range(1, corpus.count, 2 * step) if method.dictionary else range(0, corpus.count, step)
    made = codec(method, dictionary)
    measured = Measured(dictionary_bytes=len(dictionary or b""))
    try:
        if method.block != ALL:
            _pieces(measured, corpus, made, numbers, method.block, budget_s)
        elif method.family == "zlib_lzma":
            _archive_of_compressed(measured, corpus, made, numbers, method.level, budget_s)
        else:
            _archive(measured, corpus, made, numbers, budget_s)
    except _Lost as lost:
        measured.wrong = str(lost)
    return measured


class _Lost(Exception):
    """A document did not survive the round trip."""


def _again(measured: Measured, decompress: Callable[[Stored], Back], stored: Stored) -> Back:
    try:
        with measured.decompress:
            return decompress(stored)
    except MemoryError:
        raise
    except Exception as error:  # whatever the library calls it
        raise _Lost(f"what was stored cannot be decompressed: {error}") from error


def _pieces(
    measured: Measured, corpus: Corpus, made: Codec, numbers: Sequence[int], block: int, budget_s: float | None
) -> None:
    groups = [numbers[n : n + block] for n in range(0, len(numbers), block)]
    for batch in _batches(corpus, groups):
        with measured.compress:
            stored = [made.compress(piece) for piece, _ in batch]
        back = _again(measured, lambda pieces: [made.decompress(piece) for piece in pieces], stored)
        for (piece, lengths), kept, again in zip(batch, stored, back, strict=True):
            if piece != again:
                raise _Lost(f"document {numbers[measured.documents]} came back as another")
            measured.keep(lengths, len(kept))
        if budget_s is not None and measured.seconds() > budget_s:
            return


def _batches(corpus: Corpus, groups: Iterable[Sequence[int]]) -> Iterator[list[tuple[bytes, list[int]]]]:
    """Yield batches of pieces: documents joined, and the length of each."""
    batch: list[tuple[bytes, list[int]]] = []
    held = 0
    for group in groups:
        documents = [corpus.document(number) for number in group]
        batch.append((documents[0] if len(documents) == 1 else b"".join(documents), list(map(len, documents))))
        held += len(batch[-1][0])
        if held >= BATCH_BYTES:
            yield batch
            batch, held = [], 0
    if batch:
        yield batch


class _Expected:
    """The documents an archive must give back, compared as they come."""

    def __init__(self, corpus: Corpus, numbers: Iterable[int]) -> None:
        self._documents = (corpus.document(number) for number in numbers)
        self._left = b""

    def matches(self, data: bytes) -> bool:
        place = 0
        while place < len(data):
            if not self._left:
                self._left = next(self._documents, b"")
                if not self._left:
                    return False
            n = min(len(self._left), len(data) - place)
            if data[place : place + n] != self._left[:n]:
                return False
            self._left = self._left[n:]
            place += n
        return True

    def complete(self) -> bool:
        return not self._left and next(self._documents, None) is None


def _archive(measured: Measured, corpus: Corpus, made: Codec, numbers: Sequence[int], budget_s: float | None) -> None:
    """Put the documents into one archive, and unpack it again."""
    assert made.packer is not None
    assert made.unpacker is not None
    packer, parts, lengths = made.packer(), [], []
    for number in numbers:
        document = corpus.document(number)
        with measured.compress:
            parts.append(packer.compress(document))
        lengths.append(len(document))
        if budget_s is not None and measured.seconds() > budget_s:
            break
    with measured.compress:
        parts.append(packer.flush())
    stored = b"".join(parts)
    expected = _Expected(corpus, numbers[: len(lengths)])
    unpacker = made.unpacker()
    for start in range(0, len(stored), CHUNK_BYTES):
        chunk = stored[start : start + CHUNK_BYTES]
        if not expected.matches(_again(measured, unpacker.decompress, chunk)):
            raise _Lost("the archive gave back other documents than were put in")
    if not expected.complete():
        raise _Lost("the archive gave back fewer documents than were put in")
    measured.keep(lengths, len(stored))


def _archive_of_compressed(
    measured: Measured, corpus: Corpus, made: Codec, numbers: Sequence[int], level: int, budget_s: float | None
) -> None:
    """Compress each document by itself with zlib, put the outcomes into one archive, and unpack both again."""
    assert made.packer is not None
    assert made.unpacker is not None
    packer, parts, lengths, inner = made.packer(), [], [], []
    for number in numbers:
        document = corpus.document(number)
        with measured.compress:
            small = zlib.compress(document, level)
            parts.append(packer.compress(small))
        lengths.append(len(document))
        inner.append(len(small))
        if budget_s is not None and measured.seconds() > budget_s:
            break
    with measured.compress:
        parts.append(packer.flush())
    stored = b"".join(parts)
    unpacker = made.unpacker()
    together = _again(measured, unpacker.decompress, stored)
    place = 0
    for number, size in zip(numbers, inner, strict=False):
        if _again(measured, zlib.decompress, together[place : place + size]) != corpus.document(number):
            raise _Lost(f"document {number} came back as another")
        place += size
    measured.keep(inner, len(stored))
    measured.raw_bytes = sum(lengths)
    measured.touched_bytes += sum(lengths)  # one more step for the document itself


def trained(corpus: Corpus, target: Path) -> dict[str, Any]:
    """Train a dictionary on documents of even number and write it; return its size and the seconds it took.

    Raises Unsupported where there are too few documents for one.
    """
    even = range(0, corpus.count, 2)
    stride = max(corpus.length(even) // SAMPLE_BYTES + 1, 1)
    samples = [corpus.document(number) for number in even[::stride]]
    size_bytes = min(DICTIONARY_BYTES, sum(map(len, samples)) // 10)
    clock = Clock()
    with clock:
        dictionary = train(samples, size_bytes)
    with private(target) as file:  # it is made of the documents
        file.write(dictionary)
    return {"size_bytes": len(dictionary), "wall_s": clock.wall_s, "samples": len(samples)}


def _peak_memory_bytes() -> int:
    """Return this process's own peak: what getrusage tells begins with that of whoever started it."""
    try:
        stated = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text(encoding="utf-8"))
    except OSError:
        stated = None
    if stated:
        return int(stated[1]) << 10
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if os.uname().sysname == "Darwin" else peak << 10
