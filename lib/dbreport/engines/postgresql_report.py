"""How much PostgreSQL has read: one statement, from the server's own report of one run; and all, by its counters.

Not here: plans as they are shown.
"""

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

_LOOKS, _BETWEEN_LOOKS_S = 40, 0.05
"""How often it is looked whether a client's sessions have ended: one of somebody else's may never."""
_REMOVED = ("Rows Removed by Filter", "Rows Removed by Index Recheck")


def what_was_read(report: str) -> dict[str, int]:
    """Return `rows_read`, `pages_hit` and `pages_read` of what EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) printed.

    Rows are those the scans looked at, kept or not: of an index alone where that is all that was scanned.
    """
    top = json.loads(report)[0]["Plan"]
    # counts are means over a node's loops, and each parallel worker is a loop
    rows = sum(node["Actual Loops"] * _looked_at(node) for node in nodes(top) if "Relation Name" in node)
    return {"rows_read": round(rows), "pages_hit": top["Shared Hit Blocks"], "pages_read": top["Shared Read Blocks"]}


def _looked_at(scan: dict[str, Any]) -> float:
    return float(scan["Actual Rows"] + sum(scan.get(removed, 0) for removed in _REMOVED))


def nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a node of a plan as EXPLAIN (FORMAT JSON) prints it, and those below it, parents first."""
    yield node
    for child in node.get("Plans", ()):
        yield from nodes(child)


def work_done(query: Callable[[str], list[tuple[Any, ...]]]) -> dict[str, int]:
    """Return what was counted of a database's work since its start.

    What a session has done is counted for certain when it ends, and a client that has gone may have some that still do:
    so this waits for them a while.
    """
    others = "FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    for _ in range(_LOOKS):
        if not query(f"SELECT 1 {others} AND datname = current_database() LIMIT 1"):
            break
        time.sleep(_BETWEEN_LOOKS_S)
    query("SELECT pg_stat_force_next_flush()")
    names = ("rows_read", "blocks_hit", "blocks_read", "spilled_bytes")
    columns = "tup_returned, blks_hit, blks_read, temp_bytes"
    shown = query(f"SELECT {columns} FROM pg_stat_database WHERE datname = current_database()")
    return dict(zip(names, (int(n) for n in shown[0]), strict=True))
