"""Half a billion phone numbers: import, query, index."""

PLACE = 1
