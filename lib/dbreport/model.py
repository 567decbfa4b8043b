"""The nouns of the report: samples, cases, tables, settings of a run. Imports nothing of ours.

Units are in the names: `_s` seconds, `_bytes` bytes. Times are UTC.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple, Protocol


class Status(StrEnum):
    """What became of one observation. Only `OK` has a value; the others have a reason.

    `MISSING` is a reading beside a timing that cannot be, such as negative CPU seconds: the timing stands without it.
    """

    OK = "ok"
    MISSING = "missing"
    TIMEOUT = "timeout"
    UNSUPPORTED = "unsupported"
    FAILED = "failed"
    WRONG_ANSWER = "wrong_answer"


class Temperature(StrEnum):
    """State of the caches: `LUKEWARM` is a cold start where the page cache could not be dropped.

    `FIRST` is the run that gave the answer: whatever state the statement before it had left.
    """

    FIRST = "first"

    COLD = "cold"
    LUKEWARM = "lukewarm"
    WARM = "warm"


class Durability(StrEnum):
    """What a commit promises: synced at once, synced within a second, nothing."""

    FULL = "full"
    RELAXED = "relaxed"
    NONE = "none"


class Profile(StrEnum):
    """`DEFAULT` is the system as shipped; `TUNED` gives every system the same memory budget.

    `SOURCE` is what the sources themselves set before some of their measurements, on the systems they set it on.
    """

    DEFAULT = "default"
    TUNED = "tuned"
    SOURCE = "source"


class Scale(StrEnum):
    SMOKE = "smoke"
    SMALL = "small"
    MEDIUM = "medium"
    FULL = "full"


class Way(StrEnum):
    """`PLAIN`: one text file over one connection. `BULK`: the fastest supported way of the system."""

    PLAIN = "plain"
    BULK = "bulk"


class Reading(NamedTuple):
    """What was read of one metric, and its unit."""

    value: float
    unit: str


Metrics = dict[str, Reading]
"""The metrics of one repeat, by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One observation of one metric of one case: a row of the store.

    `answer` is the digest of the result set, so that two engines' samples can be told to have
    answered the same; `run_id` ties together what one command measured, `session` what one boot of one machine did.
    `at` places a value within its repeat, in the metric's own terms: the second of a series, the upper bound of a
    histogram's bucket. A repeat that the machine disturbed is done again as the next `attempt`: the last one counts,
    and `disturbed` says of each what the witnesses saw, None where it was quiet.
    """

    experiment: str
    case: str
    engine: str
    engine_version: str
    profile: Profile
    durability: Durability
    scale: Scale
    rows: int
    threads: int
    repeat: int
    temperature: Temperature
    metric: str
    unit: str
    value: float | None
    status: Status
    reason: str | None
    answer: str | None
    started_at: datetime
    run_id: str
    at: float | None = None
    session: str = ""
    attempt: int = 0
    disturbed: str | None = None

    def __post_init__(self) -> None:
        if (self.status is Status.OK) != (self.value is not None):
            raise ValueError(f"{self.case}: only an ok sample has a value")
        if (self.status is Status.OK) == bool(self.reason):
            raise ValueError(f"{self.case}: every sample but an ok one has a reason")


KINDS = ("int32", "int64", "float64", "text", "json", "bytes", "timestamp")
"""Kinds of column every system has a type for; a timestamp is in UTC, to the microsecond."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: `kind` is one of KINDS; `max_length` in characters where a system needs one."""

    name: str
    kind: str
    max_length: int | None = None
    nullable: bool = False


@dataclass(frozen=True, slots=True)
class Index:
    """An ordered index (B-tree where the system has one)."""

    name: str
    table: str
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    columns: tuple[Column, ...]
    primary_key: tuple[str, ...] = ()


class Rows(Protocol):
    """Seeded rows of one table in partitions that can be made one by one, in any order or process.

    Must be picklable: engines that live in a worker process make the rows there.
    """

    @property
    def table(self) -> Table: ...

    @property
    def count(self) -> int: ...

    @property
    def partitions(self) -> int: ...

    def arrow(self, partition: int) -> Any:
        """Return one partition as a `pyarrow.RecordBatch`."""
        ...

    def tsv(self, partition: int) -> bytes:
        """Return one partition as UTF-8 text: tab between fields, newline after each row, no escapes."""
        ...


class Turns(StrEnum):
    """How often a case is measured: by how long a statement or an action takes, in turns under load, or once."""

    STATEMENT = "statement"
    ACTION = "action"
    LOAD = "load"
    ONCE = "once"


@dataclass(frozen=True, slots=True)
class Case:
    """One thing to measure. `name` is `stage.what`; `sql` is the canonical statement.

    `compare` says what of an answer must agree across engines: the `rows` (as a multiset); `many` rows that are not to
    be kept as Python objects; where a LIMIT without an order leaves the choice to the engine, their `count`; where
    systems divide with more or fewer places, the `whole` part of every number in them. `engines` and `profiles` are
    those it is for, None for all. `durability` is the class it has whatever the run is asked for, and `timeout_s` its
    limit of time in seconds, None for the run's.
    """

    name: str
    sql: str = ""
    compare: str = "rows"
    cold: bool = False
    engines: frozenset[str] | None = None
    profiles: frozenset[Profile] | None = None
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    durability: Durability | None = None
    timeout_s: float | None = None
    turns: Turns = Turns.STATEMENT
    own: Mapping[str, str] = field(default_factory=dict)
    """The statement of each system that is asked the same its own way."""

    @property
    def stage(self) -> str:
        return self.name.partition(".")[0]

    def said(self, engine: str) -> str:
        """Return the statement as a system is asked."""
        return self.own.get(engine, self.sql)

    def concerns(self, engine: str, profile: Profile) -> bool:
        """Tell whether the case is for this engine in this profile."""
        return (self.engines is None or engine in self.engines) and (self.profiles is None or profile in self.profiles)


@dataclass(frozen=True, slots=True)
class Resources:
    """What a server used during one case: its processes summed, from the operating system."""

    cpu_s: float
    peak_memory_bytes: int
    read_bytes: int
    written_bytes: int


@dataclass(frozen=True, slots=True)
class Options:
    """What the user asked one run to be. `engines` and `cases` empty means all; `corpus` is a folder of files.

    With `keep` filled data outlives the run, and is taken up where it is there.
    """

    results: Path
    scale: Scale
    profile: Profile = Profile.DEFAULT
    durability: Durability = Durability.FULL
    engines: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    launcher: str | None = None
    rows: int | None = None
    resume: bool = True
    timeout_s: float = 300.0
    memory_budget_bytes: int = 2 << 30
    corpus: Path | None = None
    keep: bool = False


@dataclass(frozen=True, slots=True)
class Experiment:
    """What an experiment measures, on which rows and systems.

    `rows` is how many at each scale, `dataset` makes them from a count, `cases` lists what there is to
    measure on a dataset at a scale, `run` measures it. `asked` adds to what identifies a case on a system whatever else
    it is measured by: threads, seconds, indexes, a way to store. `bytes_per_row` is the disk room one engine needs;
    `connections` is how many clients are there at once, 0 for few. `profiles` are those it is measured in.
    `one_by_one` allows its systems to be measured one after another where the disk cannot hold all of them at once.
    `takes_folder` tells that a folder of the user's own files can be measured; `from_folder` makes a dataset of it that
    knows its `room_bytes`, where it takes the dataset's place. `decided_in` is the profile its claims are about.
    `reserve_bytes` is what each system must leave of the machine's memory, 0 where it may take as much as shipped.
    `whole` is a statement that reads every value of its table, the number of rows first: what tells of data that was
    kept whether it is whole. Empty where none can be kept.
    """

    name: str
    rows: Mapping[Scale, int]
    dataset: Callable[[int], Any]
    cases: Callable[[Any, Scale], Iterable[Case]]
    run: Callable[..., None]
    engines: tuple[str, ...]
    bytes_per_row: int
    asked: Callable[[Case, str, Options], Mapping[str, Any]] | None = None
    connections: int = 0
    profiles: tuple[Profile, ...] = (Profile.DEFAULT, Profile.TUNED)
    one_by_one: bool = False
    takes_folder: bool = False
    from_folder: Callable[[Path], Any] | None = None
    decided_in: Profile = Profile.DEFAULT
    reserve_bytes: int = 0
    whole: str = ""

    def names(self, scale: Scale) -> list[str]:
        """Return the names of all its cases at a scale: they are the same on any rows."""
        return [case.name for case in self.cases(self.dataset(self.rows[scale]), scale)]

    def room_bytes(self, scale: Scale, systems: int) -> int:
        """Return the disk room that so many systems are given at a scale: one after another, that of one."""
        return self.rows[scale] * self.bytes_per_row * (1 if self.one_by_one else systems)
