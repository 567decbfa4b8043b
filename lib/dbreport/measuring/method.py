"""How often the way of measuring has changed: one number a case, raised by hand, each raise with its reason.

Raise it by adding a line at the end of `RAISES` when what is timed, counted or prepared is no longer the same and no
statement, option, dataset or setting tells of it. Never for a name, a wording, a file that was moved.
"""

from dataclasses import dataclass
from fnmatch import fnmatchcase


@dataclass(frozen=True, slots=True)
class Raise:
    """What changed and why; the patterns say for which experiments, systems, cases and scales."""

    why: str
    experiment: str = "*"
    engine: str = "*"
    case: str = "*"
    scale: str = "*"

    def concerns(self, experiment: str, engine: str, case: str, scale: str) -> bool:
        patterns = ((experiment, self.experiment), (engine, self.engine), (case, self.case), (scale, self.scale))
        return all(fnmatchcase(name, pattern) for name, pattern in patterns)


_READ_LATE = (
    "what a server and its load generator use is read before and after a turn: the reader within it came seconds late"
    " where the load took every processor, and CPU time came out too low"
)

_MAKING_TIMED = (
    "load_throughput no longer counts the time this program takes to read documents, pack them and write INSERTs"
)

_LIBRARY_LOADED = (
    "the library that answers come in is loaded before the clock starts: the first statement after a cold start of"
    " DuckDB took 0.1 s longer for it, and a count 92 ms instead of 8"
)

_HAD_COOLED = (
    "a warm run follows another one of the same statement at once where the kernel has taken back what that touched: on"
    " a machine that does so after 30 s, a round of all systems lasted longer, and tables came from the disk again"
)
_COOLED_SOONER = (
    "a warm run follows another one at once wherever the kernel takes memory back: with 30 s said, PostgreSQL read"
    " 40 MB of a table again after 6 s and 241 MB after 21"
)
_STILL_ENDING = (
    "what PostgreSQL counts of its work waits for the sessions to have ended, as only then it is counted: an answer of"
    " 2,007 rows was said to have read 734, the next one more than it had"
)

RAISES = (
    Raise(_READ_LATE, "sysbench"),
    Raise(_READ_LATE, "insert_rate"),
    *(Raise(_READ_LATE, "real_workload", case=case) for case in ("*.plain", "*.prepared", "rate.*", "why.*.one_scan")),
    Raise(_MAKING_TIMED, "compression", engine="[!f]*"),
    *(Raise(_LIBRARY_LOADED, "half_billion", "duckdb", case) for case in ("unindexed.count", "indexed.range")),
    *(
        Raise(_LIBRARY_LOADED, "real_workload", "duckdb", f"{state}.{case}")
        for state in ("none", "single", "slow_disk")
        for case in ("count_records*", "group_accounts_top", "status_counts*", "sum_raw_octets")
    ),
    # where the stored samples say so: a round was longer, and what was read again took a share of the time
    *(
        Raise(_HAD_COOLED, "half_billion", case=f"{stage}.*", scale="medium")
        for stage in ("serial", "unindexed", "indexed", "why")
    ),
    *(
        Raise(_HAD_COOLED, "real_workload", case=f"none.{case}", scale="medium")
        for case in ("status_counts", "sum_raw_size")
    ),
    *(
        Raise(_COOLED_SOONER, "real_workload", case=f"{state}.{case}*", scale="medium")
        for state in ("none", "single")
        for case in ("count_records", "group_accounts", "sum_raw", "status_counts")
    ),
    Raise(_COOLED_SOONER, "real_workload", case="answer.latest_record*", scale="medium"),
    Raise(_COOLED_SOONER, "half_billion", "postgresql", "indexed.group_segment_top_range", "small"),
    *(
        Raise(_STILL_ENDING, "concurrent_select", "postgresql", f"{stage}.*")
        for stage in ("twenty", "places", "written")
    ),
)


def method(experiment: str, engine: str, case: str, scale: str, raises: tuple[Raise, ...] = RAISES) -> int:
    """Return the number of the way a case is measured now: 1 and one more for each raise that concerns it."""
    return 1 + sum(raised.concerns(experiment, engine, case, scale) for raised in raises)
