"""One row, one transaction: what an insert costs."""

PLACE = 3
