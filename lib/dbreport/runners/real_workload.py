"""Four statements of an application and four aggregates under four plans of indexes: who is fast, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ..clients import sysbench
from ..clients.load import Load
from ..clients.sysbench import Sysbench
from ..datasets.records import ACCOUNT, RECORD, YEAR, Records
from ..engines.base import Engine
from ..errors import DbreportError, Unsupported
from ..model import Case, Experiment, Index, Scale
from .bench import Bench
from .live import Live
from .under_load import loads, use

ROWS = {Scale.SMOKE: 10_000, Scale.SMALL: 250_000, Scale.MEDIUM: 1_000_000, Scale.FULL: 5_000_000}
ENGINES = ("postgresql", "mysql", "mariadb", "duckdb", "sqlite", "clickhouse")
SERVERS = frozenset({"postgresql", "mysql", "mariadb"})
BYTES_PER_ROW = 6000
"""Room one engine is given on the disk: a page of 2 KiB in the table, in the log, and what an index build sorts."""

TURN_S = {Scale.SMOKE: 1, Scale.SMALL: 5, Scale.MEDIUM: 10, Scale.FULL: 20}
WARMUP_S = 1
PARAMETERS = 10_000
"""Different requests of each statement."""
RATES = (100, 1000)
"""Requests a second of the open loop: they come whether or not the one before has been answered."""
RATE_THREADS = 16


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of the application: `kinds` has a letter for each parameter, as `lookup.lua` takes it."""

    name: str
    sql: str
    kinds: str

    def filled(self, values: tuple[str, ...]) -> str:
        """Return the statement with literals for its parameters; no text here holds a quote or a backslash."""
        parts = self.sql.split("?")
        literals = [value if kind == "i" else f"'{value}'" for kind, value in zip(self.kinds, values, strict=True)]
        return "".join(text for pair in zip(parts, [*literals, ""], strict=True) for text in pair)


_ACCOUNT = "SELECT id, nickname, former_name FROM account WHERE"
OLTP = (
    Statement("point_account", f"{_ACCOUNT} nickname = ?", "s"),
    Statement("match_account", f"{_ACCOUNT} nickname LIKE ? UNION {_ACCOUNT} former_name LIKE ?", "ss"),
    Statement("point_record", "SELECT id, account_id, nickname, status FROM record WHERE id = ?", "i"),
    Statement(
        "latest_record",
        "SELECT id, status FROM record WHERE nickname = ? ORDER BY updated_at DESC LIMIT 1",
        "s",
    ),
)

_IN_YEAR = f"updated_at >= '{YEAR}-01-01 00:00:00' AND updated_at < '{YEAR + 1}-01-01 00:00:00'"
OLAP = {
    "count_records": f"SELECT count(*) FROM record WHERE {_IN_YEAR}",
    "group_accounts": (
        f"SELECT nickname, count(DISTINCT account_id) AS accounts FROM record WHERE {_IN_YEAR}"
        " GROUP BY nickname ORDER BY accounts DESC, nickname LIMIT 100"
    ),
    "sum_raw_size": f"SELECT sum(octet_length(raw)) FROM record WHERE {_IN_YEAR}",
    "status_counts": f"SELECT status, count(*) FROM record WHERE {_IN_YEAR} GROUP BY status",
}

_NICKNAME = Index("account_nickname", ACCOUNT.name, ("nickname",))
_FORMER = Index("account_former", ACCOUNT.name, ("former_name",))
_OWNER = Index("record_nickname", RECORD.name, ("nickname",))
_UPDATED = Index("record_updated", RECORD.name, ("updated_at",))
_OWNER_UPDATED = Index("record_nickname_updated", RECORD.name, ("nickname", "updated_at"))
PLANS: dict[str, tuple[Index, ...]] = {
    "none": (),
    "single": (_NICKNAME, _FORMER, _OWNER, _UPDATED),
    "composite": (_NICKNAME, _FORMER, _OWNER_UPDATED, _UPDATED),
    "trigram": (_NICKNAME, _FORMER, _OWNER_UPDATED, _UPDATED),
}
"""The indexes of each plan; `trigram` has two more, for text inside a name, where the system has such."""

TRIGRAM = {
    "postgresql": (
        "CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public",
        "CREATE INDEX account_nickname_trigram ON account USING gin (nickname gin_trgm_ops)",
        "CREATE INDEX account_former_trigram ON account USING gin (former_name gin_trgm_ops)",
    )
}

EQUAL = {
    # text is compared byte by byte and a moment has no time zone, as everywhere else
    "postgresql": (
        'ALTER TABLE account ALTER nickname TYPE text COLLATE "C", ALTER former_name TYPE text COLLATE "C"',
        'ALTER TABLE record ALTER nickname TYPE text COLLATE "C",'
        " ALTER updated_at TYPE timestamp USING updated_at AT TIME ZONE 'UTC'",
    ),
    "mysql": (
        "ALTER TABLE account CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin",
        "ALTER TABLE record CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin",
    ),
    "mariadb": (
        "ALTER TABLE account CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin",
        "ALTER TABLE record CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin",
    ),
    # the zone is the session's and serves to fill; the column keeps none, so a restart changes nothing
    "duckdb": ("SET TimeZone = 'UTC'", "ALTER TABLE record ALTER updated_at TYPE TIMESTAMP"),
    "sqlite": ("PRAGMA case_sensitive_like = ON",),
    "clickhouse": ("SET union_default_mode = 'DISTINCT'",),
}
"""What makes equality, order, LIKE, UNION and moments mean the same on every system, done to the empty tables."""


@dataclass(frozen=True, slots=True)
class Job:
    """One case of an application's statement: under which plan, prepared or not, closed loop or so many a second."""

    case: str
    plan: str
    statement: Statement
    prepared: bool = False
    rate: int = 0


PLANS_OF = {
    "point_account": ("none", "single"),
    "match_account": ("none", "single", "trigram"),
    "point_record": ("none",),
    "latest_record": ("none", "single", "composite"),
}
"""The plans that make a difference to a statement: a primary key is there in all of them."""


def jobs(plan: str) -> Iterator[Job]:
    """Yield the cases of the application's statements under one plan."""
    for statement in OLTP:
        if plan in PLANS_OF[statement.name]:
            for prepared in (False, True):
                mode = "prepared" if prepared else "plain"
                yield Job(f"{plan}.{statement.name}.{mode}", plan, statement, prepared)
        if plan == PLANS_OF[statement.name][-1]:
            for rate in RATES:
                yield Job(f"rate.{statement.name}.{rate}", plan, statement, prepared=True, rate=rate)


def aggregates(plan: str) -> list[Case]:
    """Return the aggregates under one plan; an index on the moment may serve all of them."""
    if plan not in ("none", "single"):
        return []
    return [Case(f"{plan}.{name}", sql, cold=True) for name, sql in OLAP.items()]


def answers(parameters: dict[str, list[tuple[str, ...]]]) -> list[Case]:
    """Return each statement once, its answer to be compared across all systems."""
    return [Case(f"answer.{one.name}", one.filled(parameters[one.name][0])) for one in OLTP]


def cases() -> list[Case]:
    found = answers(Records(5).parameters())
    for plan in PLANS:
        found += aggregates(plan)
        found += [Case(job.case, job.statement.sql, engines=SERVERS) for job in jobs(plan)]
    return found


def run(bench: Bench, rows: Records, text: Path) -> None:
    """Measure whatever is asked for and not yet done."""
    use(bench, "sysbench", sysbench.OLDEST)
    tables = _Tables(rows, text.parent)
    for plan in PLANS:
        queries = [*answers(tables.parameters), *aggregates(plan)] if plan == "none" else aggregates(plan)
        for live in bench.needing(*(case.name for case in queries)):
            try:
                tables.bring(plan, live)
            except DbreportError as error:
                live.give_up(error)
        for case in queries:
            bench.query(case)
        for job in jobs(plan):
            loads(
                bench, job.case, partial(_drive, bench.options.scale, tables, job),
                RATE_THREADS if job.rate else 1, before=partial(_before, tables, job),
            )  # fmt: skip


def _before(tables: _Tables, job: Job, live: Live) -> None:
    tables.bring(job.plan, live)
    live.explain(Case(job.case, job.statement.filled(tables.parameters[job.statement.name][0])))


def _drive(scale: Scale, tables: _Tables, job: Job, live: Live, turn: int) -> Load:
    folder = tables.folder / live.name
    folder.mkdir(exist_ok=True)
    options: sysbench.Options = {
        "statement": job.statement.sql,
        "kinds": job.statement.kinds,
        "parameters_file": str(tables.file_of(job.statement)),
        "prepared": "on" if job.prepared else "off",
        "rand-seed": tables.rows.seed + turn + 1,
        "rate": job.rate,
    }
    client = Sysbench(live.engine.client_address(), folder)
    threads = RATE_THREADS if job.rate else 1
    return client.run("lookup", threads, TURN_S[scale], WARMUP_S, options, live.engine.pids())


class _Tables:
    """The two tables of every system, and which indexes they have just now."""

    def __init__(self, rows: Records, folder: Path) -> None:
        self.rows = rows
        self.folder = folder
        self.parameters = rows.parameters(PARAMETERS)
        self._plan: dict[str, str] = {}

    def file_of(self, statement: Statement) -> Path:
        """Return the file of a statement's parameters, written when first wanted."""
        path = self.folder / f"{statement.name}.parameters"
        if not path.exists():
            lines = ("\x1f".join(values) for values in self.parameters[statement.name])
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    def bring(self, plan: str, live: Live) -> None:
        """Load the tables where they are not, and give them the indexes of a plan, untimed.

        Raises Unsupported for a plan the system has no kind of index for.
        """
        engine = live.engine
        if plan == "trigram" and engine.name not in TRIGRAM:
            raise Unsupported(f"{engine.name} has no index that serves LIKE '%text%'")
        if live.name not in self._plan:
            self._load(engine)
            self._plan[live.name] = "none"
        if self._plan[live.name] == plan:
            return
        _change_indexes(engine, PLANS[self._plan[live.name]], PLANS[plan])
        for sql in TRIGRAM[engine.name] if plan == "trigram" else ():
            engine.run(sql, 3600)
        self._plan[live.name] = plan
        _settle(engine)

    def _load(self, engine: Engine) -> None:
        for table in (ACCOUNT, RECORD):
            engine.create(table)
        for sql in EQUAL.get(engine.name, ()):
            engine.run(sql, 600)
        for part in (self.rows.accounts, self.rows.records):
            engine.fill(part)
        _settle(engine)


def _change_indexes(engine: Engine, before: tuple[Index, ...], after: tuple[Index, ...]) -> None:
    for index in before:
        if index not in after:
            engine.drop_index(index)
    for index in after:
        if index not in before:
            engine.build_index(index, 3600)


def _settle(engine: Engine) -> None:
    for table in (ACCOUNT, RECORD):
        engine.analyze(table)
    engine.checkpoint()


EXPERIMENT = Experiment(
    name="real_workload",
    rows=ROWS,
    dataset=Records,
    cases=cases,
    run=run,
    engines=ENGINES,
    bytes_per_row=BYTES_PER_ROW,
)
