"""What others have published on the same question: whose it is, where it stands, and what it says. Other machines."""

from typing import NamedTuple


class Published(NamedTuple):
    """A public result: the words for what was measured and found are those of `public.<key>.work` and `.found`."""

    key: str
    who: str
    year: int
    address: str


PUBLISHED = (
    Published("duckdb", "DuckDB", 2025, "https://duckdb.org/2025/10/09/benchmark-results-14-lts.html"),
    Published("coiled", "Coiled", 2024, "https://docs.coiled.io/blog/tpch.html"),
    Published(
        "turbine",
        "Digital Turbine, by postlark.ai",
        2026,
        "https://data-eng.postlark.ai/2026-04-03-duckdb-replacing-spark-pipelines",
    ),
    Published(
        "cost", "McSherry, Isard, Murray", 2015, "https://blog.acolyer.org/2015/06/05/scalability-but-at-what-cost/"
    ),
)
