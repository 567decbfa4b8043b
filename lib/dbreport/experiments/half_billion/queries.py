"""The statements of half_billion, as text: the source's own, and ours beside them. Imports nothing.

A name of the source's (`group_all`, `group_range`, …) is its statement to the letter.
What we ask better or otherwise has a name that says how.
"""

ALL = "SELECT * FROM numbers"
COUNT_UIDS = "SELECT phone, count(uid) FROM numbers"
COUNT_ROWS = "SELECT phone, count(*) AS n FROM numbers"
RANGE = "phone BETWEEN '{range_from}' AND '{range_to}'"
SEGMENT = "phone BETWEEN '{segment}00000000' AND '{segment}99999999'"
# of numbers with as many users the smaller comes first, so that there is one right answer
TOP = "GROUP BY phone ORDER BY count(uid) DESC, phone LIMIT 1000"

QUERIES = {
    "count": "SELECT count(*) FROM numbers",
    "point": f"{ALL} WHERE phone = '{{point}}'",
    "range": f"{ALL} WHERE {RANGE}",
    "prefix": f"{ALL} WHERE phone LIKE '{{prefix}}%'",
    "group_all": f"{COUNT_UIDS} GROUP BY phone",
    "group_range": f"{COUNT_UIDS} WHERE {RANGE} GROUP BY phone",
    # not printed: the source speaks of a segment of 100 million numbers, which can be asked for in two ways
    "group_segment_top_range": f"{COUNT_UIDS} WHERE {SEGMENT} {TOP}",
    "group_segment_top_prefix": f"{COUNT_UIDS} WHERE phone LIKE '{{segment}}%' {TOP}",
    "top_sort": "SELECT phone FROM numbers ORDER BY phone DESC LIMIT 1000",
}
"""The source's statements."""
OURS = {
    # two numbers are the answer, so that what is timed is the grouping and not a client receiving millions of rows
    "group_all_totals": f"SELECT count(*) AS phones, max(n) AS most FROM ({COUNT_ROWS} GROUP BY phone) AS g",
    # count(*) is served by an index on phone alone
    "group_range_star": f"{COUNT_ROWS} WHERE {RANGE} GROUP BY phone",
    "group_segment_star": (
        f"{COUNT_ROWS} WHERE phone LIKE '{{segment}}%' GROUP BY phone ORDER BY n DESC, phone LIMIT 1000"
    ),
}
"""What we would ask, beside them."""
