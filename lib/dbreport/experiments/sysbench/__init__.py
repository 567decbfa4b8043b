"""sysbench itself: transactions under load."""

PLACE = 2
