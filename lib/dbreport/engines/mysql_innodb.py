"""What InnoDB is told and asked by statements alone, the same for MySQL and MariaDB: types, checkpoint, sizes.

`query` runs a statement and returns its rows.
"""

import time
from collections.abc import Callable, Iterable
from typing import Any

from ..model import Column, Durability
from .base import Address, stopwatch

Query = Callable[[str], list[tuple[Any, ...]]]

_LONGEST_VARCHAR = 16_383
"""Characters of four bytes: a row has room for 65,535 bytes of VARCHARs."""
_TYPES = {
    "int32": "INT",
    "int64": "BIGINT",
    "float64": "DOUBLE",
    "text": "LONGTEXT CHARACTER SET utf8mb4",
    "json": "JSON",
    "bytes": "LONGBLOB",
    "timestamp": "DATETIME(6)",
}

STUCK_S = 2.0
"""How long what is to become less may stay as it is: twice as long as InnoDB takes between two looks at it."""

# for the length of a checkpoint: purge to the end, write every dirty page, as fast as the disk takes them
_FLUSH_EVERYTHING = {
    "innodb_purge_rseg_truncate_frequency": "1",
    "innodb_max_dirty_pages_pct_lwm": "0",
    "innodb_max_dirty_pages_pct": "0",
    "innodb_io_capacity_max": "100000",
    "innodb_io_capacity": "100000",
}


def column_type(column: Column) -> str:
    """Return the type of a column as CREATE TABLE has it."""
    # a LONGTEXT lies apart from its row and cannot be indexed whole: a short text is better off as VARCHAR
    if column.kind == "text" and column.max_length is not None:
        kind = f"VARCHAR({column.max_length})" if column.max_length <= _LONGEST_VARCHAR else "TEXT"
        return f"{kind} CHARACTER SET utf8mb4"
    return _TYPES[column.kind]


def checkpoint(query: Query, history_length: Callable[[], int]) -> float:
    """Purge to the end, then write every dirty page; return seconds.

    InnoDB has no CHECKPOINT statement: its limit of dirty pages is set to none until none is left.
    The page cleaner looks once a second, so a second or two is the least it takes.
    """
    shown: dict[str, str] = dict(query(f"SHOW GLOBAL VARIABLES WHERE Variable_name IN ({quoted(_FLUSH_EVERYTHING)})"))
    before = {name: shown[name] for name in _FLUSH_EVERYTHING if name in shown}
    try:
        with stopwatch() as elapsed:
            for name in before:
                query(f"SET GLOBAL {name} = {_FLUSH_EVERYTHING[name]}")
            # the history of one long transaction has the same length from its first row to its last: what purging them
            # changes tells that it goes on
            idle_s = until_settled(history_length, lambda: pages_changed(query))
            idle_s += until_settled(lambda: _dirty_pages(query))
    finally:
        for name in reversed(before):
            query(f"SET GLOBAL {name} = {before[name]}")
    return elapsed[0] - idle_s


def write_tables(query: Query) -> float:
    """Write every dirty page of the current database's tables; return seconds.

    As for copying their files, which sets nothing and holds them for a moment: a right of its own (RELOAD).
    """
    tables = query(
        "SELECT table_name FROM information_schema.tables"
        " WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' AND engine = 'InnoDB'"
    )
    with stopwatch() as elapsed:
        if tables:
            try:
                query(f"FLUSH TABLES {', '.join(name for (name,) in tables)} FOR EXPORT")
            finally:
                query("UNLOCK TABLES")
    return elapsed[0]


def await_pages(query: Query, limit_s: float = 60) -> float:
    """Wait while the whole server's dirty pages become fewer; return seconds."""
    with stopwatch() as elapsed:
        idle_s = until_settled(lambda: _dirty_pages(query), limit_s=limit_s)
    return elapsed[0] - idle_s


def _dirty_pages(query: Query) -> int:
    return int(query("SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_pages_dirty'")[0][1])


def pages_changed(query: Query) -> int:
    """Return how often a page of the whole server has been changed in memory since its start."""
    return int(query("SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_write_requests'")[0][1])


def size(query: Query, tablespaces: str, database: str, table: str) -> dict[str, int]:
    """Return bytes on disk of `table` and `index`, which share one file; after ANALYZE.

    `index` is the pages reserved for secondary indexes (`mysql.innodb_index_stats`). `table` is the rest
    of what the file takes on disk: the clustered index, which holds the rows, and extents not yet used.
    """
    file_bytes = query(f"SELECT ALLOCATED_SIZE FROM information_schema.{tablespaces} WHERE NAME = '{database}/{table}'")
    index_bytes = query(
        "SELECT COALESCE(SUM(stat_value), 0) * @@innodb_page_size FROM mysql.innodb_index_stats"
        f" WHERE database_name = '{database}' AND table_name = '{table}' AND stat_name = 'size'"
        " AND index_name NOT IN ('PRIMARY', 'GEN_CLUST_INDEX')"
    )
    index = int(index_bytes[0][0])
    return {"table": int(file_bytes[0][0]) - index, "index": index}


def binary_log_bytes(query: Query) -> int:
    """Return the size of all binary log files; 0 where there is none."""
    if not query("SELECT @@log_bin")[0][0]:
        return 0
    return sum(int(size_bytes) for _, size_bytes, *_ in query("SHOW BINARY LOGS"))


def promised(query: Query) -> Durability:
    """Return the class of durability the settings in force make, binary log included."""
    redo, binary_log, sync_binary_log = (
        int(n) for n in query("SELECT @@innodb_flush_log_at_trx_commit, @@log_bin, @@sync_binlog")[0]
    )
    if redo == 0:
        return Durability.NONE
    return Durability.FULL if redo == 1 and (not binary_log or sync_binary_log == 1) else Durability.RELAXED


def counters(query: Query) -> dict[str, int]:
    """Return bytes written to the redo and the binary log, and syncs of both, since the server started."""
    names = quoted(("Innodb_os_log_written", "Innodb_os_log_fsyncs", "Innodb_data_fsyncs"))
    status: dict[str, str] = dict(query(f"SHOW GLOBAL STATUS WHERE Variable_name IN ({names})"))
    # MariaDB counts the log's syncs among those of the data files, of which commits make none
    syncs = int(status.get("Innodb_os_log_fsyncs", status["Innodb_data_fsyncs"]))
    # the instrument of a file counts syncs among its other calls, of which a log has next to none
    summary = "performance_schema.file_summary_by_event_name"
    binary = query(f"SELECT COUNT_MISC FROM {summary} WHERE EVENT_NAME = 'wait/io/file/sql/binlog'")
    syncs += int(binary[0][0]) if binary else 0
    return {"log_bytes": int(status["Innodb_os_log_written"]) + binary_log_bytes(query), "log_syncs": syncs}


def examined(query: Query, run: Callable[[], object]) -> dict[str, int]:
    """Return what a statement read: rows handed over by InnoDB to the server, pages found in its pool or not.

    Rows that InnoDB itself drops by a condition pushed down to an index are not among them. Pages are counted
    for the whole server, which nobody uses meanwhile but InnoDB itself: once it asked for 2048 pages of its own beside
    a statement's 16. The statement is run three times, and the first run that touches the middle number of pages told.
    """
    runs = [_examined(query, run) for _ in range(3)]
    middle = sorted(map(_pages, runs))[1]
    return next(read for read in runs if _pages(read) == middle)


def _pages(read: dict[str, int]) -> int:
    return read["pages_hit"] + read["pages_read"]


def _examined(query: Query, run: Callable[[], object]) -> dict[str, int]:
    def counted() -> dict[str, int]:
        status: dict[str, str] = dict(
            query(
                "SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler_read%'"
                " OR Variable_name IN ('Innodb_buffer_pool_read_requests', 'Innodb_buffer_pool_reads')"
            )
        )
        read = int(status["Innodb_buffer_pool_reads"])
        return {
            "rows_read": sum(int(n) for name, n in status.items() if name.startswith("Handler_read")),
            "pages_hit": int(status["Innodb_buffer_pool_read_requests"]) - read,
            "pages_read": read,
        }

    # asking is itself counted: what it adds is known from asking twice
    first, second = counted(), counted()
    run()
    third = counted()
    return {name: max(third[name] - 2 * second[name] + first[name], 0) for name in first}


def worked(query: Query) -> dict[str, int]:
    """Return rows handed over by the storage engine, passes over spilled sorts, and answers from the query cache."""
    status: dict[str, str] = dict(
        query(
            "SHOW GLOBAL STATUS WHERE Variable_name LIKE 'Handler_read%'"
            " OR Variable_name IN ('Sort_merge_passes', 'Qcache_hits')"
        )
    )
    names = {"sort_passes": "Sort_merge_passes", "cache_hits": "Qcache_hits"}
    told = {what: int(status[name]) for what, name in names.items() if name in status}
    return {"rows_read": sum(int(n) for name, n in status.items() if name.startswith("Handler_read")), **told}


def client_address(parts: dict[str, Any], database: str) -> Address:
    """Return the address of a connection's own parts."""
    host, port = parts.get("host", "localhost"), int(parts.get("port", 3306))
    password, line = parts.get("password", ""), parts.get("unix_socket", "")
    return Address("mysql", host, port, parts["user"], password, database, database, line)


def quoted(names: Iterable[str]) -> str:
    """Return names as a list of SQL strings."""
    return ", ".join(f"'{name}'" for name in names)


def until_settled(left: Callable[[], int], done: Callable[[], int] = lambda: 0, limit_s: float = 3600) -> float:
    """Wait until nothing is left, or for STUCK_S neither less is left nor more is done; return those seconds.

    A count that never comes to nothing, as under other people's load, must not hold us for ever.
    """
    least, most, since = left(), done(), time.monotonic()
    deadline = since + limit_s
    while least > 0 and (now_s := time.monotonic()) < deadline:
        if now_s - since > STUCK_S:
            return now_s - since
        time.sleep(0.02)
        remaining, finished = left(), done()
        if remaining < least or finished > most:
            least, most, since = min(remaining, least), finished, time.monotonic()
    return 0.0
