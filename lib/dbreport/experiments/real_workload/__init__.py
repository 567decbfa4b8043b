"""A real workload: four statements, four aggregates."""

PLACE = 4
