"""One room for each experiment: what it measures, on which data, and what the report makes of it."""
