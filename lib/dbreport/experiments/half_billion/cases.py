"""The cases of half_billion as data: its statements stage by stage, and what changes one thing to tell why."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...engines.postgresql_extensions import using
from ...model import Case, Index
from .data import TABLE
from .queries import OURS, QUERIES

INDEX = Index("numbers_phone", TABLE.name, ("phone",))
PATIENCE_S = 1200.0
"""How long one waits for all groups by the index: the source gave up after 300 s, and later let them take 722 s."""
COLD = {"unindexed.count", "indexed.range"}
LIMITED = {query: (query, 1000) for query in ("range", "prefix", "group_range", "group_range_star")}
LIMITED["prefix_100"] = ("prefix", 100)
IN_KEYED = ("count", "range", "group_all", "group_range", "group_segment_top_range", "group_segment_top_prefix")
"""What a clustered key may change: it is in every index of InnoDB's, so that one on phone serves `count(uid)`."""

# What the sources wondered about, each of one system or two: one change at a time, which is undone afterwards.
POSTGRESQL, MYSQL, CLICKHOUSE = (frozenset({name}) for name in ("postgresql", "mysql", "clickhouse"))
INNODB = frozenset({"mysql", "mariadb"})
ROW_STORES = POSTGRESQL | INNODB
_DROP = f"DROP INDEX IF EXISTS {INDEX.name}"
_CREATE = f"CREATE INDEX IF NOT EXISTS {INDEX.name} ON numbers (phone)"


@dataclass(frozen=True, slots=True)
class _Reason:
    """A query measured once more on the systems it asks about, between a change and its undoing."""

    name: str
    query: str
    engines: frozenset[str]
    change: tuple[str, ...] = ()
    undo: tuple[str, ...] = ()
    hint: str = ""
    compare: str = "rows"

    def case(self, parameters: dict[str, str]) -> Case:
        sql = (QUERIES | OURS)[self.query].format(**parameters) + self.hint
        return Case(self.name, sql, self.compare, engines=self.engines, before=self.change, after=self.undo)


def _index(columns: str) -> tuple[str, ...]:
    return (_DROP, f"CREATE INDEX {INDEX.name} ON numbers {columns}")


def _phone_as(kind: str) -> tuple[str, ...]:
    return (f"ALTER TABLE numbers ALTER phone TYPE {kind}", "VACUUM ANALYZE numbers")


_NO_MAP = (*using("pg_visibility", "SELECT %1$s.pg_truncate_visibility_map('numbers')"), "ANALYZE numbers")
_VACUUM = ("VACUUM numbers",)
_ONE_PROCESS = ("SET max_parallel_workers_per_gather = 0",), ("RESET max_parallel_workers_per_gather",)
_ONE_THREAD = ("SET innodb_parallel_read_threads = 1",), ("SET innodb_parallel_read_threads = DEFAULT",)
_FORGETFUL = ("SET use_query_condition_cache = 0",), ("SET use_query_condition_cache = 1",)
_CLIENT_LIMIT = ("SET sql_select_limit = 1000",), ("SET sql_select_limit = DEFAULT",)
_IGNORE_INDEX = f" IGNORE INDEX ({INDEX.name})"

UNINDEXED_REASONS = (
    # what PostgreSQL owes to scanning with several processes
    *(_Reason(f"serial.{query}", query, POSTGRESQL, *_ONE_PROCESS) for query in ("count", "point", "prefix")),
    # what ClickHouse remembers of a condition it has evaluated before
    _Reason("unindexed.point_no_condition_cache", "point", CLICKHOUSE, *_FORGETFUL),
)
REASONS = (
    # the visibility map tells an index-only scan which pages it need not visit; without it every row is looked up
    _Reason("why.count_no_map", "count", POSTGRESQL, _NO_MAP, _VACUUM),
    _Reason("why.group_range_star_no_map", "group_range_star", POSTGRESQL, _NO_MAP, _VACUUM),
    # an index that has uid too serves count(uid) alone
    _Reason(
        "why.group_range_include_uid", "group_range", POSTGRESQL, _index("(phone) INCLUDE (uid)"), (_DROP, _CREATE)
    ),
    # which index can serve LIKE 'x%': one ordered by code point or byte, not by the rules of a language
    _Reason("why.prefix_varchar", "prefix", POSTGRESQL, _phone_as("varchar(11)"), _phone_as("text")),
    _Reason("why.prefix_pattern_ops", "prefix", POSTGRESQL, _index("(phone text_pattern_ops)"), (_DROP, _CREATE)),
    _Reason("why.prefix_c_collation", "prefix", POSTGRESQL, _index('(phone COLLATE "C")'), (_DROP, _CREATE)),
    # whether counting by the index is what slows MySQL's count down, and whether several threads make the difference
    _Reason("why.count_ignore_index", "count", MYSQL, hint=_IGNORE_INDEX),
    _Reason("why.count_one_thread", "count", MYSQL, *_ONE_THREAD, hint=_IGNORE_INDEX),
    _Reason("why.range_no_condition_cache", "range", CLICKHOUSE, *_FORGETFUL),
    # what a client's own row limit does: the statement is the same, the answer is cut off
    *(
        _Reason(f"why.{query}_client_limit", query, INNODB, *_CLIENT_LIMIT, compare="count")
        for query in ("range", "prefix", "group_range", "group_range_star")
    ),
)


def queries(parameters: dict[str, str]) -> list[Case]:
    """Return every statement to measure, in the order of the stages."""
    statements = {name: sql.format(**parameters) for name, sql in (QUERIES | OURS).items()}

    def staged(stage: str, names: Iterable[str], engines: frozenset[str] | None = None) -> Iterator[Case]:
        for name in names:
            case, sql = f"{stage}.{name}", statements[name]
            compare = "many" if name == "group_all" else "rows"
            limit_s = PATIENCE_S if case == "indexed.group_all" else None
            yield Case(case, sql, compare, cold=case in COLD, engines=engines, timeout_s=limit_s)

    return [
        Case("empty_statement", "SELECT 1"),
        *(reason.case(parameters) for reason in UNINDEXED_REASONS),
        *staged("unindexed", statements),
        *staged("indexed", statements),
        *(
            Case(f"limited.{name}", f"{statements[query]} LIMIT {limit}", compare="count")
            for name, (query, limit) in LIMITED.items()
        ),
        *(reason.case(parameters) for reason in REASONS),
        *staged("keyed", IN_KEYED, ROW_STORES),
    ]
