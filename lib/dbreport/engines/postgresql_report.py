"""How much a statement of PostgreSQL read, from the server's own report of one run.

Not here: plans as they are shown.
"""

import json
from collections.abc import Iterator
from typing import Any

_REMOVED = ("Rows Removed by Filter", "Rows Removed by Index Recheck")


def what_was_read(report: str) -> dict[str, int]:
    """Return `rows_read`, `pages_hit` and `pages_read` of what EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) printed.

    Rows are those the scans looked at, kept or not: of an index alone where that is all that was scanned.
    """
    top = json.loads(report)[0]["Plan"]
    # counts are means over a node's loops, and each parallel worker is a loop
    rows = sum(node["Actual Loops"] * _looked_at(node) for node in _nodes(top) if "Relation Name" in node)
    return {"rows_read": round(rows), "pages_hit": top["Shared Hit Blocks"], "pages_read": top["Shared Read Blocks"]}


def _looked_at(scan: dict[str, Any]) -> float:
    return float(scan["Actual Rows"] + sum(scan.get(removed, 0) for removed in _REMOVED))


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node.get("Plans", ()):
        yield from _nodes(child)
