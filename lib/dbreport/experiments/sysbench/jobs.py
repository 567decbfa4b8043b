"""The cases of sysbench as data: which test, on which table, by how many threads. Runs nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ...model import Case, Durability, Profile, Scale, Turns

THREADS = 16
TURN_S = {Scale.SMOKE: 1, Scale.SMALL: 4, Scale.MEDIUM: 20, Scale.FULL: 60}
"""Seconds of one turn under load, warm-up aside; at full the five of a test last as long as the source's 300 s."""
WARMUP_S = {Scale.SMOKE: 0, Scale.SMALL: 2, Scale.MEDIUM: 5, Scale.FULL: 5}
"""Seconds that count for nothing before a turn; none where it is only tried out."""

READING = ("oltp_point_select", "oltp_read_only", "select_random_points", "select_random_ranges")
WRITING = ("oltp_read_write", "oltp_write_only", "oltp_update_index", "oltp_update_non_index", "oltp_insert")
BULK = "bulk_insert"
WITHOUT_TABLE = ("nothing", "statement")
"""Scripts of ours that use no table: what the load generator costs, and what a statement does."""
# oltp_delete, the eleventh, is left out: at these rates its table is empty before the warm-up is over
PRINTED = ("oltp_point_select", "select_random_ranges", "oltp_read_write", "oltp_update_index", "oltp_insert", BULK)
"""What the source printed, in the order measured. A bulk insert has tables of its own, whose size nobody sets."""
PRINTED_ROWS = 10_000
"""The source's table: the tool's default, which it left as it was."""
SOONER = "why.source.oltp_read_write.deadlock_10ms"
"""The source's read-write test with PostgreSQL looking for deadlocks after 10 ms."""
_DEADLOCK_10MS: dict[str, Any] = {"session": {"deadlock_timeout": "10ms"}, "engines": frozenset({"postgresql"})}
"""A question about one system: PostgreSQL looks for a deadlock after a second of waiting, InnoDB at once."""
OURS = frozenset({Profile.DEFAULT, Profile.TUNED})
"""Profiles of the cases the source did not run."""
SWEEP = ("oltp_point_select", "oltp_update_index")
SWEEP_THREADS = (1, 2, 4, 8, 16, 32, 64)
SWEEP_SHARE = 0.5
"""A turn of the sweep takes this share of a test's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(Case):
    """One case: a test or script of sysbench, by how many threads, and what share of a turn it takes.

    `session` are settings every connection makes; `table_rows` is the size of the table where it is not the scale's.
    """

    test: str
    durability: Durability = Durability.FULL
    threads: int = THREADS
    share: float = 1.0
    session: Mapping[str, str] = field(default_factory=dict, hash=False)
    table_rows: int | None = None
    turns: Turns = Turns.LOAD

    @property
    def anew(self) -> bool:
        """Tell whether every turn begins with tables just made: a bulk insert's grow by millions, a small one doubles.

        So does whoever runs the tool by its manual: prepare, run, cleanup.
        """
        return self.test == BULK or self.table_rows is not None

    def seconds(self, scale: Scale) -> float:
        return max(TURN_S[scale] * self.share, 1)


def case_of(test: str, durability: str = Durability.FULL) -> str:
    """Return the case that is what the source ran."""
    return f"{durability}.{test}" if test == BULK else f"{durability}.source.{test}"


def jobs() -> Iterator[Job]:
    """Yield every case: what the source ran, then ours, what only reads before what changes the table."""
    for durability in (Durability.FULL, Durability.RELAXED):
        for test in PRINTED:
            rows = None if test == BULK else PRINTED_ROWS
            if test not in READING or durability is Durability.FULL:  # nothing is committed: one class says it all
                yield Job(case_of(test, durability), test=test, durability=durability, table_rows=rows)
        if durability is Durability.FULL:  # on so few rows transactions meet often
            yield Job(SOONER, test="oltp_read_write", table_rows=PRINTED_ROWS, **_DEADLOCK_10MS)
    yield from _ours(partial(Job, profiles=OURS))


def _ours(job: Callable[..., Job]) -> Iterator[Job]:
    for test in WITHOUT_TABLE:
        yield job(f"noop.{test}", test=test, share=SWEEP_SHARE)
    for test in READING:
        yield job(f"full.{test}", test=test)
    for test in SWEEP:
        for threads in SWEEP_THREADS:
            # tuned alone: the curve is to show processors and commits, not a small buffer pool
            profiles = frozenset({Profile.TUNED})
            yield job(f"sweep.{test}.{threads}", test=test, threads=threads, share=SWEEP_SHARE, profiles=profiles)
    for test in ("oltp_read_write", "oltp_write_only"):
        yield job(f"why.{test}.deadlock_10ms", test=test, **_DEADLOCK_10MS)
    for durability in (Durability.FULL, Durability.RELAXED):
        for test in WRITING:
            yield job(f"{durability}.{test}", test=test, durability=durability)
