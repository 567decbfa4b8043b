"""What is asked of the readings, as text, and what is done to them. Imports nothing."""

MONTH_S = 30 * 86_400
FIRST_S = 658 * MONTH_S
"""A moment of January 2024, in seconds since 1970: a multiple of a month, at which the parts of a table begin."""
MONTHS = 3
SPAN_S = MONTHS * MONTH_S
BOUNDS = tuple(FIRST_S + n * MONTH_S for n in range(MONTHS + 1))
"""Where the months begin, and the last ends."""
LATE_SHARE, LATE_S = 0.1, (3_600, 43_200)
"""One reading in ten comes late, by so many seconds: an hour at least, half a day at most."""
BATCH_ROWS = 1000
"""Readings of one INSERT, which is one transaction."""

WINDOWS = (
    "SELECT device, taken_at - taken_at % 3600 AS window_start, avg(value) AS mean, min(value) AS low,"
    " max(value) AS high FROM readings{where} GROUP BY device, taken_at - taken_at % 3600"
)
LAST_DAY = f" WHERE taken_at >= {FIRST_S + SPAN_S - 86_400}"
QUERIES = {
    "windows.day": WINDOWS.format(where=LAST_DAY),
    # five numbers are the answer, so that what is timed is the windows and not a client receiving all of them
    "windows.all": (
        "SELECT count(*) AS windows, max(mean) AS highest_mean, min(mean) AS lowest_mean, sum(low) AS lows,"
        f" sum(high) AS highs FROM ({WINDOWS.format(where='')}) AS w"
    ),
}
RETIRE = f"DELETE FROM readings WHERE taken_at < {BOUNDS[1]}"
"""The oldest month."""
