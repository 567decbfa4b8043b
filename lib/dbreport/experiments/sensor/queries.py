"""What is asked of the readings, as text, and what is done to them. Imports nothing."""

MONTH_S = 30 * 86_400
FIRST_S = 658 * MONTH_S
"""A moment of January 2024, in seconds since 1970: a multiple of a month, at which the parts of a table begin."""
BOUNDS = (FIRST_S, FIRST_S + MONTH_S, FIRST_S + 2 * MONTH_S, FIRST_S + 3 * MONTH_S)
"""Where the three months begin, and the last ends."""
SPAN_S = BOUNDS[-1] - FIRST_S
LATE_SHARE, LATE_S = 0.1, (3_600, 43_200)
"""One reading in ten comes late, by so many seconds: an hour at least, half a day at most."""
BATCH_ROWS = 1000
"""Readings of one INSERT, which is one transaction."""
SYSTEMS = ("postgresql", "timescaledb", "duckdb", "sqlite", "clickhouse")
"""Those it is measured on where they are to be had."""

KEY = ("readings", "device", "taken_at", "value")
"""The table, what tells devices apart, the moment, and what was measured."""
NEWEST = (
    "SELECT r.device, r.taken_at, r.value FROM readings AS r"
    " JOIN (SELECT device, max(taken_at) AS newest FROM readings GROUP BY device) AS n"
    " ON r.device = n.device AND r.taken_at = n.newest"
)
_WINDOWS = (
    "SELECT device, taken_at - taken_at % 3600 AS window_start, avg(value) AS mean, min(value) AS low,"
    " max(value) AS high FROM readings{where} GROUP BY device, taken_at - taken_at % 3600"
)
WINDOWS = {
    "windows.day": _WINDOWS.format(where=f" WHERE taken_at >= {BOUNDS[-1] - 86_400}"),
    # five numbers are the answer, so that what is timed is the windows and not a client receiving all of them
    "windows.all": (
        "SELECT count(*) AS windows, max(mean) AS highest_mean, min(mean) AS lowest_mean, sum(low) AS lows,"
        f" sum(high) AS highs FROM ({_WINDOWS.format(where='')}) AS w"
    ),
}
RETIRE = f"DELETE FROM readings WHERE taken_at < {BOUNDS[1]}"
"""The oldest month."""
