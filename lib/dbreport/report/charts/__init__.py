"""Charts that several chapters draw: each takes samples and a language and returns a figure with its caption."""

from .by_rows import by_rows
from .lines import Line, lines
from .under_load import by_durability, cases_under_load, latencies, over_time, scaling

__all__ = ["Line", "by_durability", "by_rows", "cases_under_load", "latencies", "lines", "over_time", "scaling"]
