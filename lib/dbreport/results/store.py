"""Raw results in Parquet: schema, atomic save, validated reading. Knows no engine.

One file is one cell: `<experiment>/<host>/<engine>-<profile>-<scale>.parquet`. Rows are samples; the
footer's metadata holds what is true of the whole file.
"""

from __future__ import annotations

import dataclasses
import json
import os
import stat
import tempfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from ..errors import ResultsInvalid, ResultsMissing, ResultsReadOnly
from ..host import slug as this_host
from ..model import Durability, Profile, Sample, Scale
from ..project import results_folder
from . import layout, sound

SCHEMA_VERSION = 3

SCHEMA = pa.schema(
    [
        pa.field("experiment", pa.string(), nullable=False),
        pa.field("case", pa.string(), nullable=False),
        pa.field("engine", pa.string(), nullable=False),
        pa.field("engine_version", pa.string(), nullable=False),
        pa.field("profile", pa.string(), nullable=False),
        pa.field("durability", pa.string(), nullable=False),
        pa.field("scale", pa.string(), nullable=False),
        pa.field("rows", pa.int64(), nullable=False),
        pa.field("threads", pa.int32(), nullable=False),
        pa.field("repeat", pa.int32(), nullable=False),
        pa.field("temperature", pa.string(), nullable=False),
        pa.field("metric", pa.string(), nullable=False),
        pa.field("unit", pa.string(), nullable=False),
        pa.field("value", pa.float64()),
        pa.field("status", pa.string(), nullable=False),
        pa.field("reason", pa.string()),
        pa.field("answer", pa.string()),
        pa.field("started_at", pa.timestamp("us", "UTC"), nullable=False),
        pa.field("run_id", pa.string(), nullable=False),
        pa.field("at", pa.float64()),
        pa.field("session", pa.string(), nullable=False),
        pa.field("attempt", pa.int32(), nullable=False),
        pa.field("disturbed", pa.string()),
    ]
)


@dataclass(frozen=True, slots=True)
class Cell:
    """What one file is about. `durability` is the class asked for; cases that state one of their own have that."""

    experiment: str
    host: str
    engine: str
    profile: str
    scale: str
    durability: str = str(Durability.FULL)

    def path(self, results: Path) -> Path:
        """Return the cell's file. Its name bears a class of durability where that is not full."""
        parts = [self.engine, self.profile, self.scale]
        if self.durability != Durability.FULL:
            parts.append(self.durability)
        return results / self.experiment / self.host / f"{'-'.join(parts)}.parquet"

    @classmethod
    def of(cls, path: Path) -> Cell:
        """Read a cell off a file's path. Raises ResultsInvalid for a name of another form."""
        engine, *parts = path.stem.split("-")
        known: list[list[str]] = [list(Profile), list(Scale), [d for d in Durability if d is not Durability.FULL]]
        if len(parts) not in (2, 3) or any(part not in names for part, names in zip(parts, known, strict=False)):
            raise ResultsInvalid(f"{path} is not named <engine>-<profile>-<scale>[-<durability>].parquet; move it away")
        return cls(path.parent.parent.name, path.parent.name, engine, *parts)


@dataclass(slots=True)
class Footer:
    """What is true of a whole file. Everything in it is plain JSON.

    `planned` lists the cases a complete file holds; `cases` has the finished ones in the order they were measured, each
    with what identifies it (`results.identity`). `sessions` has by name what is true of a machine from one boot to
    the next: host, kernel, limits, calibration. `statements` and `plans` are by case; `settings_of` holds the settings
    by durability class, where a file has cases of several; `dataset` has seed, rows, fingerprint and digest.
    """

    planned: list[str] = field(default_factory=list)
    cases: dict[str, dict[str, Any]] = field(default_factory=dict)
    sessions: dict[str, dict[str, Any]] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)
    settings_of: dict[str, dict[str, str]] = field(default_factory=dict)
    statements: dict[str, str] = field(default_factory=dict)
    plans: dict[str, str] = field(default_factory=dict)
    dataset: dict[str, Any] = field(default_factory=dict)
    launcher: str = ""
    clients: dict[str, str] = field(default_factory=dict)
    engine_facts: dict[str, Any] = field(default_factory=dict)
    package_version: str = ""
    git_commit: str = ""
    git_dirty: bool = True
    schema_version: int = SCHEMA_VERSION

    @property
    def text_bytes(self) -> int | None:
        """The size of the dataset written as text; None where it was not written."""
        return self.dataset.get("text_bytes")

    @property
    def commits(self) -> dict[str, str]:
        """The commit that measured each case; older cases do not name theirs, and have that of the file's first run."""
        return {case: identity.get("commit", self.git_commit) for case, identity in self.cases.items()}

    @property
    def session(self) -> dict[str, Any]:
        """What is true of the machine in the last session that measured; empty where none has."""
        return next(reversed(self.sessions.values()), {})

    @property
    def host(self) -> dict[str, Any]:
        return self.session.get("host", {})


def save(path: Path, samples: Iterable[Sample], footer: Footer) -> None:
    """Replace a cell's file as a whole: temporary name, sync, rename. A kill leaves the old file.

    Raises ResultsReadOnly where the folder cannot be written, ResultsInvalid for what could not be read again.
    """
    rows = list(samples)
    table = pa.Table.from_pydict({name: [getattr(row, name) for row in rows] for name in SCHEMA.names}, SCHEMA)
    frame = _frame(table)
    known = json.dumps({part.name: getattr(footer, part.name) for part in dataclasses.fields(footer)}).encode()
    if fault := sound.footer_fault(json.loads(known)) or _rows_fault(frame, footer, Cell.of(path)):
        raise ResultsInvalid(f"what was measured cannot be saved as {path.name} ({fault}); the file before it stands")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-", suffix=".tmp")
    except OSError as error:
        raise ResultsReadOnly(
            f"results cannot be written to {path.parent} ({error.strerror}); make it writable or set DBREPORT_RESULTS"
        ) from error
    try:
        with os.fdopen(handle, "wb") as file:
            layout.write(table, known, file)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)
        os.replace(name, path)
    except OSError as error:
        raise ResultsReadOnly(f"{path} could not be written ({error.strerror}); the file before it stands") from error
    finally:
        Path(name).unlink(missing_ok=True)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read(path: Path, histograms: bool = True) -> tuple[pl.DataFrame, Footer]:
    """Read and validate one file, or all of it but the histograms.

    Raises ResultsMissing, and ResultsInvalid for a corrupt, changed, foreign, older or newer one.
    """
    again = f"move it away and measure again: dbreport run {path.parent.parent.name}"
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # a pipe would be waited for
            raise ResultsInvalid(f"{path} is not a file; {again}")
        with pq.ParquetFile(path, page_checksum_verification=True) as file:
            metadata = file.schema_arrow.metadata or {}
            if sound.FOOTER not in metadata:
                raise ResultsInvalid(f"{path} was not written by dbreport; {again}")
            raw = sound.parsed(metadata[sound.FOOTER])
            version = raw.get("schema_version") if isinstance(raw, dict) else None
            if version != SCHEMA_VERSION:
                raise ResultsInvalid(
                    f"{path} has schema {sound.quoted([version])}, this package reads {SCHEMA_VERSION}; {again}"
                )
            if file.schema_arrow.remove_metadata() != SCHEMA:
                raise ResultsInvalid(f"{path} has other columns than this package writes; {again}")
            table = layout.read(file, histograms)
            if table is None:
                raise ResultsInvalid(f"{path} was changed after it was saved: its digest does not fit; {again}")
    except FileNotFoundError as error:
        raise ResultsMissing(f"no file {path}; {again}") from error
    except (pa.ArrowException, OSError, ValueError, RecursionError, OverflowError) as error:
        said = next(iter(str(error).splitlines()), type(error).__name__)
        raise ResultsInvalid(f"{path} is not a readable result file ({said[:200]}); {again}") from error
    if fault := sound.footer_fault(raw):
        raise ResultsInvalid(f"{path} has a footer no result has: {fault}; {again}")
    frame, footer = _frame(table), Footer(**raw)
    if fault := _rows_fault(frame, footer, Cell.of(path)):
        raise ResultsInvalid(f"{path} {fault}; {again}")
    return frame, footer


def read_once(path: Path) -> tuple[pl.DataFrame, Footer]:
    """Return what `read` does without histograms, of a file that is as it was when it was last read without reading it.

    A page asks for samples, for footers and for what was measured twice. Nobody may change what is returned.
    """
    state = path.stat()
    return _read_once(path, state.st_ino, state.st_size, state.st_mtime_ns)


@lru_cache(maxsize=256)
def _read_once(path: Path, *state: int) -> tuple[pl.DataFrame, Footer]:
    return read(path, histograms=False)


def _frame(table: pa.Table) -> pl.DataFrame:
    # polars panics on metadata that a flipped bit made invalid
    frame = pl.from_arrow(table.replace_schema_metadata(None))
    assert isinstance(frame, pl.DataFrame)
    return frame


def _rows_fault(frame: pl.DataFrame, footer: Footer, cell: Cell) -> str:
    own = {column: getattr(cell, column) for column in ("experiment", "engine", "profile", "scale")}
    cases = {*footer.planned, *footer.cases}
    return sound.rows_fault(frame, own, cases, footer.sessions, footer.dataset.get("rows"))


def to_samples(frame: pl.DataFrame) -> list[Sample]:
    """Turn stored rows back into samples, to be saved again with more."""
    samples = []
    for row in frame.select(SCHEMA.names).to_dicts():
        typed: dict[str, Any] = {n: sound.ENUMS[n](value) if n in sound.ENUMS else value for n, value in row.items()}
        samples.append(Sample(**typed))
    return samples


EVERY_HOST = "*"


def files(experiment: str, results: Path | None = None, host: str | None = None) -> list[Path]:
    """Return the files of an experiment, sorted by path.

    `host` names one machine or EVERY_HOST. Without it this machine's files are returned if it has any, else
    those of the machine that has most: results of two machines do not belong into one chart.
    """
    paths = sorted(((results or results_folder()) / experiment).glob("*/*.parquet"))
    if host != EVERY_HOST and paths:
        hosts = Counter(path.parent.name for path in paths)
        chosen = host or (this_host() if this_host() in hosts else hosts.most_common(1)[0][0])
        paths = [path for path in paths if path.parent.name == chosen]
    return paths


class Stored(NamedTuple):
    """What a file holds but its histograms; its samples have the host's name as a column more."""

    cell: Cell
    samples: pl.DataFrame
    footer: Footer


def stored(experiment: str, scale: str | None, results: Path | None, host: str | None, durability: str) -> list[Stored]:
    """Return the files of an experiment, validated, of one host, as `files` chooses it.

    `durability` is the class the runs were asked for: those of another never stand beside them. Raises ResultsMissing,
    naming the command that measures, and ResultsInvalid.
    """
    cells = {Cell.of(path): path for path in files(experiment, results, host)}
    kept = []
    for cell, path in cells.items():
        if scale in (None, cell.scale) and cell.durability == durability:
            samples, footer = read_once(path)
            kept.append(Stored(cell, samples.with_columns(pl.lit(cell.host).alias("host")), footer))
    if not kept:
        at, option = (f" at scale {scale}", f" --scale {scale}") if scale else ("", "")
        raise ResultsMissing(f"no result for {experiment}{at}; run: dbreport run {experiment}{option}")
    return kept


def details(experiment: str, results: Path | None = None, host: str | None = None) -> dict[Cell, Footer]:
    """Return what stands in the footers of an experiment's files, by cell, of one host. Raises ResultsInvalid."""
    cells = {Cell.of(path): path for path in files(experiment, results, host)}
    return {cell: read_once(path)[1] for cell, path in cells.items() if cell.durability == Durability.FULL}
