"""Documents in databases: every way a system compresses them, loaded, sized, read back and compared, fetched.

A way is a table as the system itself offers it, and what is done to a document before it is stored.
"""

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ...datasets.corpus import Corpus
from ...engines import engine_class
from ...engines.base import Engine
from ...engines.systems import speaking
from ...errors import DbreportError, StatementFailed, Unsupported
from ...measuring.bench import Bench, cool
from ...measuring.engine_run import EngineRun, Repeat
from ...meters import Sampler
from ...model import Metrics, Reading, Temperature
from ...repeats import required_repeats
from .document_rows import DocumentRows

FETCHES = 20
"""Documents fetched one by one in each pass, evenly spread over the table and in no order."""
BATCH_DOCUMENTS = 16
"""Documents read back by one statement."""
LOAD_LIMIT_S = 3600.0
"""Compressing what is loaded may take as long as it takes: it is part of loading."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way a system stores documents: `body` completes `CREATE TABLE pages (`.

    `packed` names the method a document is packed by beforehand; `read` is the expression that gives it back as
    text or bytes; `before` and `after` surround the loading.
    """

    name: str
    engine: str
    body: str
    packed: str = ""
    read: str = "body"
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


PACKED_BY = {"clickhouse": ("xz_9", "lzma_9")}
"""What documents are packed by before they are stored as bytes, by zlib 6 where nothing stands here: the word in the
case's name, and the method of `codecs`. A question of this experiment's, not the system's own way.
"""


def _ways() -> Iterator[Way]:
    for engine in speaking("sql", extensions=True):
        dialect = engine_class(engine).dialect
        short, method = PACKED_BY.get(engine, ("zlib_6", "zlib_6"))
        for kind, packed, first in (("text", "", "text"), ("bytes", method, short)):
            for own, table in dialect.ways_to_compress(kind).items():
                read = dialect.bytes_as_read("body") if packed else "body"
                name = f"{first}_{own}" if own else first
                yield Way(name, engine, table.body, packed, read, table.before, table.after)


WAYS = tuple(_ways())


def store(bench: Bench, case: str, way: Way, engine_run: EngineRun, path: Path, text: bool) -> None:
    """Measure one way on one system. `text` tells whether all documents are text.

    A document that comes back as another makes the whole case a wrong answer.
    """
    bench.reporter.begin(case, engine_run.name)
    with bench.guarded(engine_run, case, "size", "bytes"):
        if not way.packed and not text:
            raise Unsupported("a document is not UTF-8 text, and this column holds nothing else")
        with Corpus(path) as corpus:
            rows = DocumentRows(path, corpus.count, way.packed)
            values, sampler = _load(engine_run.engine, way, rows, corpus.length(range(corpus.count)))
            seconds, wrong = _read_back(engine_run.engine, way, rows, corpus, bench.options.timeout_s)
            values["read_throughput"] = Reading(values["raw"][0] / seconds, "bytes/s")
            engine_run.add(Repeat(case, used=sampler.used), values)
            engine_run.footer.statements[case] = f"CREATE TABLE pages ({way.body}"
            _fetch(bench, case, way, engine_run, corpus.count)
        if wrong is not None:
            engine_run.call_wrong(case, f"document {wrong} came back as another")
        bench.reporter.end(case, engine_run.name, f"{values['ratio'][0]:.2f} times smaller")
    with suppress(DbreportError):  # the next way drops it too
        _drop(engine_run.engine)
    engine_run.finish(case)


def _load(engine: Engine, way: Way, rows: DocumentRows, raw_bytes: int) -> tuple[Metrics, Sampler]:
    for sql in way.before:
        engine.run(sql, 60)
    _drop(engine)
    create = f"CREATE TABLE pages ({way.body}"
    try:
        engine.run(create, 60)
    except StatementFailed as error:
        raise Unsupported(f"{engine.name} refuses this table: {error}") from error
    with Sampler(engine.pids()) as sampler:
        elapsed_s = engine.fill(rows)
        elapsed_s += sum(engine.run(sql, LOAD_LIMIT_S).elapsed_s for sql in way.after) + engine.checkpoint()
    parts = engine.size(rows.table)
    size_bytes = parts["table"] + parts["index"]
    values: Metrics = {
        "ratio": Reading(raw_bytes / size_bytes, "raw/stored"),
        "size": Reading(float(size_bytes), "bytes"),
        "raw": Reading(float(raw_bytes), "bytes"),
        "documents": Reading(float(rows.count), "documents"),
        "load_throughput": Reading(raw_bytes / elapsed_s, "bytes/s"),
        **{f"size_{part}": Reading(float(n), "bytes") for part, n in parts.items()},
    }
    return values, sampler


def _drop(engine: Engine) -> None:
    engine.run(engine.dialect.drop("pages"), 600)


def _read_back(
    engine: Engine, way: Way, rows: DocumentRows, corpus: Corpus, timeout_s: float
) -> tuple[float, int | None]:
    """Read every document and compare it; return the seconds the statements took and the first that differs."""
    seconds = 0.0
    for first in range(0, rows.count, BATCH_DOCUMENTS):
        numbers = range(first, min(first + BATCH_DOCUMENTS, rows.count))
        ran = engine.run(
            f"SELECT id, {way.read} FROM pages WHERE id >= {numbers[0]} AND id <= {numbers[-1]}", timeout_s, fetch=True
        )
        seconds += ran.elapsed_s
        stored = {number: _bytes(value, way) for number, value in ran.rows or []}
        for number in numbers:
            if number not in stored or rows.unpack(stored[number]) != corpus.document(number):
                return seconds, number
    return seconds, None


def _bytes(value: Any, way: Way) -> bytes:
    """Return a fetched body as it was stored: bytes may come as hexadecimal digits."""
    if isinstance(value, bytes):
        return value
    return bytes.fromhex(value.removeprefix("\\x")) if way.packed else value.encode()


def _fetch(bench: Bench, case: str, way: Way, engine_run: EngineRun, count: int) -> None:
    """Time documents fetched one by one, warm and after a cold start; what the disk reads for one, where it is cold."""
    numbers = sorted({count * n // FETCHES for n in range(FETCHES)})
    random.Random(1).shuffle(numbers)
    fetch = partial(_pass, engine_run.engine, way, numbers, bench.options.timeout_s)
    fetch()
    repeats, repeat = 1, 0
    while repeat < repeats:
        for attempt in bench.attempts(engine_run, sampled=False):
            with attempt:
                seconds = fetch()
            engine_run.add(Repeat(case, repeat, attempt), {"latency": Reading(seconds / len(numbers), "s")})
        repeats = bench.few(required_repeats(seconds))
        repeat += 1
    if not engine_run.engine.pids():
        return
    for attempt in bench.attempts(engine_run):
        temperature = cool(engine_run.engine)
        engine_run.engine.run("SELECT 1", 60)
        with attempt:
            seconds = fetch()
        cold: Metrics = {"latency": Reading(seconds / len(numbers), "s")}
        if temperature is Temperature.COLD and attempt.used:
            cold["bytes_read"] = Reading(attempt.used.read_bytes / len(numbers), "bytes")
        engine_run.add(Repeat(case, 0, attempt, temperature), cold)


def _pass(engine: Engine, way: Way, numbers: Sequence[int], timeout_s: float) -> float:
    return sum(engine.run(f"SELECT {way.read} FROM pages WHERE id = {n}", timeout_s).elapsed_s for n in numbers)
