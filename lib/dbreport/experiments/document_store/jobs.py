"""The cases of document_store as data: which operations, by how many clients, at what rate. Runs nothing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ...model import Case, Durability, Scale, Turns

TURN_S = {Scale.SMOKE: 2, Scale.SMALL: 4, Scale.MEDIUM: 20, Scale.FULL: 20}
"""Seconds of one turn under load, warm-up aside. The source ran up to 30 minutes."""
WARMUP_S = {Scale.SMOKE: 2, Scale.SMALL: 12, Scale.MEDIUM: 10, Scale.FULL: 10}
"""Seconds that count for nothing before a turn: connections are made in them, and Java compiles while it runs.

With 16 clients that read it takes eleven seconds until the rate no longer rises: after three, four more had given a
fifth less than there is. Of a longer turn, the last of that is a small part.
"""
FIFTHS = {Scale.SMOKE: (3,), Scale.FULL: (2, 3, 4)}
"""Fifths of a scale's records at which its table, as it grows, is read and updated too.

The source has 2, 4, 6, 8 and 10 million records: 2 are scale medium, 10 scale full, and the turns of both are as long.
"""
WHOLE = 5
CLIENTS = (1, 16)
MANY = CLIENTS[-1]
CLASSES = (Durability.FULL, Durability.RELAXED)

READ = {"readproportion": 1.0}
UPDATE = {"updateproportion": 1.0}
INSERT = {"insertproportion": 1.0}
MIX = {"readproportion": 0.3, "updateproportion": 0.7}
"""The mix as the source calls it: reads to writes 3 to 7."""
THIRDS = dict.fromkeys(("readproportion", "insertproportion", "updateproportion"), 1 / 3)
"""The mix as the source's command has it: of its three parts the updates are of the indexed column."""
RATES = {"read": (2000, 4000, 8000, 16_000, 32_000), "mix": (500, 1000, 2000, 4000, 8000)}
"""Operations a second that are begun whether those before have ended or not."""
TOOL_TESTS = {
    "read": ("oltp_point_select", "read.uniform"),
    "update_indexed": ("oltp_update_index", "update_indexed.uniform"),
    "insert": ("oltp_insert", "insert.made"),
}
"""What the source ran on MySQL by sysbench, and the same operation by YCSB."""
WITH_ROWS = frozenset({"mysql", "mariadb"})
"""The systems that sysbench's own tests run on as the source's did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(Case):
    """One case: shares of operations by YCSB's names, or a `test` of sysbench's own.

    `keyed` tells whether records bring their key; `indexed` that every update is of one field, which has an index;
    `rate` is how many operations a second are begun, 0 for as many as the clients can do one after another.
    `target` is False for a binding that does nothing. `fifths` is how much of the scale's records the table holds.
    """

    shares: Mapping[str, float] = field(hash=False)
    clients: int
    durability: Durability = Durability.FULL
    distribution: str = "zipfian"
    keyed: bool = True
    indexed: bool = False
    rate: int = 0
    test: str = ""
    target: bool = True
    fifths: int = WHOLE
    turns: Turns = Turns.LOAD

    @property
    def grows(self) -> bool:
        """Tell whether its records are more at its end: then it begins with a table just filled."""
        return "insertproportion" in self.shares


def jobs(scale: Scale) -> Iterator[Job]:
    """Yield every case: by class of durability, in each what only reads first and what adds records last.

    Before all that a table grows by a fifth of the records at a time, where a scale has it measured on the way.
    """
    for clients in CLIENTS:
        yield Job(f"noop.mix.{clients}", shares=MIX, clients=clients, target=False)
    for fifths in FIFTHS.get(scale, ()):
        for what, shares in (("read", READ), ("update", UPDATE)):
            yield Job(fifth_of(f"full.{what}.zipfian.1", fifths), shares=shares, clients=1, fifths=fifths)
    for distribution in ("zipfian", "uniform"):
        for clients in CLIENTS:
            name = f"full.read.{distribution}.{clients}"  # nothing is committed: one class says it all
            yield Job(name, shares=READ, clients=clients, distribution=distribution)
    for what, shares in (("read", READ), ("mix", MIX)):
        for rate in RATES[what]:
            yield Job(f"full.rate.{what}.{rate}", shares=shares, clients=MANY, rate=rate)
    for durability in CLASSES:
        yield from _writing(durability)
    for what, (test, _) in TOOL_TESTS.items():
        for clients in CLIENTS:
            name = f"full.sysbench.{what}.{clients}"
            yield Job(name, shares={}, clients=clients, distribution="uniform", test=test, engines=WITH_ROWS)


def fifth_of(case: str, fifths: int) -> str:
    """Return the name of a case on a table that holds so many fifths of the records."""
    durability, _, what = case.partition(".")
    return f"{durability}.fifths.{fifths}.{what}"


def _writing(durability: Durability) -> Iterator[Job]:
    """Yield what writes. How keys are spread and what an index costs is asked of commits that are synced alone."""
    job: Any = partial(Job, durability=durability)
    synced = durability is Durability.FULL
    spread = ("zipfian", "uniform") if synced else ("zipfian",)
    for clients in CLIENTS:
        for distribution in spread:
            name = f"{durability}.update.{distribution}.{clients}"
            yield job(name, shares=UPDATE, clients=clients, distribution=distribution)
        yield job(f"{durability}.mix.{clients}", shares=MIX, clients=clients)
    for clients in CLIENTS if synced else ():
        for distribution in spread:
            name = f"{durability}.update_indexed.{distribution}.{clients}"
            yield job(name, shares=UPDATE, clients=clients, distribution=distribution, indexed=True)
    for clients in CLIENTS:
        # where records are added, YCSB spreads Zipfian keys over those too that are not there yet
        yield job(
            f"{durability}.thirds.{clients}", shares=THIRDS, clients=clients, distribution="uniform", indexed=True
        )
    for keys in ("given", "made"):
        for clients in CLIENTS:
            name = f"{durability}.insert.{keys}.{clients}"
            yield job(name, shares=INSERT, clients=clients, distribution="uniform", keyed=keys == "given")
