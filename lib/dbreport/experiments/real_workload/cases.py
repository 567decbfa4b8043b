"""What is measured: cases of the source's statements and of ours, and what else identifies them. Measures nothing."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

from ...engines import engine_class
from ...engines.systems import speaking
from ...measuring.slow_disk import BYTES_PER_S, READS_PER_S
from ...model import Case, Options, Profile, Scale, Turns
from .data import LENGTHS, Records
from .statements import (
    AGGREGATES,
    FORGET_LENGTH,
    KEEP_LENGTH,
    LENGTH_KEPT,
    LONG_VALUE_READ,
    OF_LENGTHS,
    ONE_SCAN,
    PLANS,
    PLANS_OF,
    RANDOM_PAGES_AGAIN,
    RANDOM_PAGES_DEAR,
    ROW,
    SOURCE,
    SOURCE_AGGREGATES,
    VALUE_READ,
    Statement,
    alike,
    trigram,
)

SERVERS = frozenset(speaking("sql", "server"))
OURS = frozenset({Profile.DEFAULT, Profile.TUNED})
"""The profiles in which our own statements are measured: the source's configuration is for the source's."""

SLOWED = ("status_counts_half_open", "sum_raw_octets")
"""Our aggregates that are measured on a disk made slow, besides the source's one."""

TURN_S = {Scale.SMOKE: 1, Scale.SMALL: 5, Scale.MEDIUM: 10, Scale.FULL: 20}
WARMUP_S = 1
PARAMETERS = 10_000
"""Different requests of each statement."""
RATES = (100, 1000)
"""Requests a second of the open loop: they come whether or not the one before has been answered."""
RATE_THREADS = 16


Parameters = dict[str, list[tuple[str, ...]]]
"""Requests by statement: what stands for each of its question marks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(Case):
    """One case of an application's statement: under which plan, prepared or not, closed loop or so many a second."""

    plan: str
    statement: Statement
    prepared: bool = False
    rate: int = 0
    engines: frozenset[str] | None = SERVERS
    turns: Turns = Turns.LOAD

    @property
    def threads(self) -> int:
        return RATE_THREADS if self.rate else 1


def jobs(plan: str) -> Iterator[Job]:
    """Yield the cases of the application's statements under one plan: the source's as it drove them, and ours."""
    for statement in SOURCE:
        if plan in PLANS_OF[statement.requests]:
            yield Job(f"{plan}.{statement.name}.plain", statement.sql, plan=plan, statement=statement)
    for statement in ROW:
        job = partial(Job, sql=statement.sql, plan=plan, statement=statement, profiles=OURS)
        plans = PLANS_OF[statement.requests]
        if plan in plans:
            yield job(f"{plan}.{statement.name}.plain")
            yield job(f"{plan}.{statement.name}.prepared", prepared=True)
        if plan == plans[-1]:
            for rate in RATES:
                yield job(f"rate.{statement.name}.{rate}", prepared=True, rate=rate)
    if plan == "none":
        yield Job("why.match_account_row.one_scan", ONE_SCAN.sql, plan=plan, statement=ONE_SCAN, profiles=OURS)


def aggregates(plan: str) -> list[Case]:
    """Return the aggregates under one plan; an index on the moment may serve all of them.

    The servers alone have `bit_length` for bytes, and they divide whole numbers each in its own way.
    """
    if plan not in ("none", "single"):
        return []
    source = [
        Case(f"{plan}.{name}", sql, cold=True)
        if name != "sum_raw_size"
        else Case(f"{plan}.{name}", sql, compare="whole", cold=True, engines=SERVERS)
        for name, sql in SOURCE_AGGREGATES.items()
    ]
    return source + [Case(f"{plan}.{name}", sql, cold=True, profiles=OURS) for name, sql in AGGREGATES.items()]


def reasons(plan: str) -> list[Case]:
    """Return the aggregates that change one thing, to see whether it is the reason."""
    if plan != "single":
        return []
    innodb = frozenset({"mysql", "mariadb"})  # a question about one system each: what does it read, what could it keep?
    return [
        Case("why.sum_raw_octets.value_read", VALUE_READ, engines=frozenset({"postgresql"}), profiles=OURS),
        Case(
            "why.sum_raw_octets.length_kept",
            LENGTH_KEPT,
            engines=innodb,
            profiles=OURS,
            before=KEEP_LENGTH,
            after=FORGET_LENGTH,
        ),
        Case(
            "why.group_accounts.random_pages_dear",
            SOURCE_AGGREGATES["group_accounts"],
            engines=frozenset({"postgresql"}),
            profiles=frozenset({Profile.SOURCE}),  # which reckons them cheaper
            before=RANDOM_PAGES_DEAR,
            after=RANDOM_PAGES_AGAIN,
        ),
    ]


def asked(case: Case, engine: str, options: Options) -> dict[str, Any]:
    """Return the indexes that are there, what makes the systems answer alike, and how a load generator drives."""
    named = "single" if case.stage == "why" else next((part for part in case.name.split(".") if part in PLANS), "none")
    plan = case.plan if isinstance(case, Job) else named
    dialect = engine_class(engine).dialect
    facts: dict[str, Any] = {
        "indexes": [f"{index.table} ({', '.join(index.columns)})" for index in PLANS[plan]],
        "trigram": trigram(dialect) if plan == "trigram" else [],
        "alike": [*alike(dialect), *dialect.session],
    }
    if isinstance(case, Job):
        facts |= {"prepared": case.prepared, "rate": case.rate, "threads": case.threads}
        facts |= {"seconds": TURN_S[options.scale], "warmup_s": WARMUP_S, "parameters": PARAMETERS}
    if "lengths" in case.name.split("."):
        facts |= LENGTHS
    return facts | ({"reads_per_s": READS_PER_S, "bytes_per_s": BYTES_PER_S} if case.stage == "slow_disk" else {})


def lengths() -> list[Case]:
    """Return what tells whether the length of a value, which the source leaves open, changes its aggregates."""
    case = partial(Case, compare="whole", profiles=frozenset({Profile.SOURCE}))
    return [
        *(case(name, sql, engines=SERVERS) for name, sql in OF_LENGTHS.items()),
        case("lengths.long.value_read", LONG_VALUE_READ, engines=frozenset({"postgresql"})),
        *(case(f"examined.{name}", sql, engines=SERVERS, turns=Turns.ONCE) for name, sql in OF_LENGTHS.items()),
    ]


def slowed() -> list[Case]:
    """Return the aggregates that are measured again, cold, on a disk made slow."""
    ours = (Case(f"slow_disk.{name}", AGGREGATES[name], profiles=OURS) for name in SLOWED)
    return [Case("slow_disk.status_counts", SOURCE_AGGREGATES["status_counts"]), *ours]


def answers(parameters: Parameters) -> list[Case]:
    """Return each statement once, its answer to be compared across all systems."""
    return [
        *(Case(f"answer.{one.name}", one.filled(parameters[one.requests][0])) for one in SOURCE),
        *(Case(f"answer.{one.name}", one.filled(parameters[one.requests][0]), profiles=OURS) for one in ROW),
        Case("answer.match_account_row.one_scan", ONE_SCAN.filled(parameters[ONE_SCAN.requests][0]), profiles=OURS),
    ]


def examinations(plan: str, parameters: Parameters) -> list[Case]:
    """Return each statement once more, to ask the system what it reads under one plan."""
    engines = None if plan == "none" else SERVERS  # the others run an application's statements without an index alone
    once = partial(Case, turns=Turns.ONCE)
    asking = [
        once(
            f"examined.{plan}.{statement.name}",
            statement.filled(parameters[statement.requests][0]),
            engines=engines,
            profiles=profiles,
        )
        for statements, profiles in ((SOURCE, None), (ROW, OURS))
        for statement in statements
        if plan in PLANS_OF[statement.requests]
    ]
    summing = (
        once(f"examined.{case.name}", case.sql, engines=case.engines, profiles=case.profiles)
        for case in aggregates(plan)
    )
    return [*asking, *summing]


def cases(rows: Records, scale: Scale) -> list[Case]:
    parameters = rows.parameters(PARAMETERS)
    of_plans = [[*examinations(plan, parameters), *aggregates(plan), *reasons(plan), *jobs(plan)] for plan in PLANS]
    return [*lengths(), *answers(parameters), *chain.from_iterable(of_plans), *slowed()]
