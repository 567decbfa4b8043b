"""The questions, one text for all systems: `{calls}` and `{users}` are the files or a system's own tables.

Of equals the smaller number comes first, so that there is one right answer. Imports nothing.
"""

_CALLED_FROM = (
    "SELECT c.callee AS contact, count(*) AS n FROM {calls} AS c JOIN {users} AS u ON u.phone = c.caller"
    " WHERE u.city = '%s' GROUP BY c.callee"
)
_CALLED_BY = "SELECT callee AS contact, count(*) AS n FROM {calls} WHERE caller = '%s' GROUP BY callee"
_TOP = "ORDER BY contacts DESC, caller LIMIT 1000"


def _shared(called: str, one: str, other: str) -> str:
    return (
        f"SELECT a.contact AS contact, a.n + b.n AS n FROM ({called % one}) AS a JOIN ({called % other}) AS b"
        " ON a.contact = b.contact ORDER BY n DESC, contact LIMIT 1000"
    )


QUERIES = {
    "pairs": (
        "SELECT a.city AS from_city, b.city AS to_city, count(*) AS n, sum(c.seconds) AS total_s"
        " FROM {calls} AS c JOIN {users} AS a ON a.phone = c.caller JOIN {users} AS b ON b.phone = c.callee"
        " GROUP BY a.city, b.city"
    ),
    "busiest": (
        "SELECT caller, count(*) AS n, sum(seconds) AS total_s FROM {calls}"
        " GROUP BY caller ORDER BY n DESC, caller LIMIT 1000"
    ),
    "shared_people": _shared(_CALLED_BY, "{person}", "{friend}"),
    "shared_groups": _shared(_CALLED_FROM, "{city}", "{town}"),
    # three values are the answer, so that what is timed is the join and not a client receiving a million numbers
    "never_called": (
        "SELECT count(*) AS n, min(a.caller) AS smallest, max(a.caller) AS largest"
        " FROM (SELECT DISTINCT caller FROM {calls}) AS a"
        " WHERE NOT EXISTS (SELECT 1 FROM {calls} AS b WHERE b.callee = a.caller)"
    ),
    "contacts": f"SELECT caller, count(DISTINCT callee) AS contacts FROM {{calls}} GROUP BY caller {_TOP}",
    "contacts_estimated": f"SELECT caller, {{estimated}} AS contacts FROM {{calls}} GROUP BY caller {_TOP}",
    "month": (
        "SELECT started - started % 3600 AS hour, count(*) AS n, sum(seconds) AS total_s FROM {calls}"
        " WHERE started >= {month_from} AND started < {month_to} GROUP BY started - started % 3600 ORDER BY hour"
    ),
}
EXACT, ESTIMATED = "contacts", "contacts_estimated"
LONGEST = "pairs"
"""What a worker is killed in: two joins over all calls, and a grouping."""
