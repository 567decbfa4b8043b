"""Six embedded key-value stores, driven by one program."""

PLACE = 7
