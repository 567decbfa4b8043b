"""How many pages fit: documents compressed in files and in databases."""

PLACE = 6
