"""What charts, tables and verdicts of this experiment share, computed once."""

from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl

from ...report import published
from ...report.answers import Need
from ...results import select
from ...results.select import Point
from .jobs import ALONE, COLD, DROPPED, FILLING, TWENTY

NEEDS = {
    "one_reader": Need("alone.shipped"),
    "many_readers": Need("twenty.shipped"),
    "many_places": Need("places.shipped"),
}
"""What a reader may need of it, and the case that answers: all as shipped, MySQL and MariaDB in InnoDB."""

PG, MY, MARIA, LITE, FIREBIRD = "postgresql", "mysql", "mariadb", "sqlite", "firebird"
SHIPPED = "shipped"
TOGETHER = "20 threads x 10 queries"
"""The source's table of its twenty readers."""
FIRST = {"warm-up": COLD, "second warm-up, five minutes later": DROPPED, "single query, warm": ALONE}
"""The source's other tables, and the stage that is the same work."""

_CACHED = "InnoDB, sort_buffer 4 MB, query_cache_limit 4 MB, query_cache_size 20 MB"
_CONFIGURED = {
    (PG, ""): (PG, SHIPPED),
    (PG, "warm"): (PG, SHIPPED),
    (MY, "MyISAM"): (MY, "myisam"),
    (MY, "InnoDB"): (MY, "sort_512k"),
    (MY, "warm, no query cache"): (MY, "sort_512k"),
    (MY, "InnoDB, sort_buffer 4 MB"): (MY, "sort_4m"),
    (MY, _CACHED): (MARIA, "cache_4m"),
    (MY, "InnoDB, 4 MB result limit, first run with the cache filling"): (MARIA, "cache_4m"),
    (FIREBIRD, ""): (FIREBIRD, SHIPPED),
    (FIREBIRD, "explain mode"): (FIREBIRD, SHIPPED),
    (LITE, ""): (LITE, SHIPPED),
    (LITE, "warm"): (LITE, SHIPPED),
}
"""Which system and configuration of ours is each of the source's. Its query cache only MariaDB still has."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A latency the source printed, seconds, with its memory, bytes; and the system and case that are the same work."""

    system: str
    configuration: str
    latency_s: float
    memory_bytes: float | None
    engine: str
    case: str

    def measured(self, runs: pl.DataFrame, metric: str = "latency") -> Point | None:
        """Return what was measured of the same work, None for nothing."""
        return _measured(runs, self.engine, self.case, metric)


def _measured(runs: pl.DataFrame, engine: str, case: str, metric: str) -> Point | None:
    found = (select.point(runs, engine, case, metric, temperature) for temperature in ("warm", "cold", "lukewarm"))
    return next(filter(None, found), None)


def printed(table: str) -> Iterator[Printed]:
    """Yield every latency of one of the source's tables, in its order."""
    rows = published.figures("concurrent_select").filter(table=table).to_dicts()
    memory = {(row["system"], row["configuration"]): row["value"] for row in rows if row["metric"] == "memory"}
    for row in (row for row in rows if row["metric"] == "latency"):
        configuration = row["configuration"] or ""
        engine, way = _CONFIGURED[row["system"], configuration]
        filling = "cache filling" in configuration
        stage = FIRST.get(table, FILLING if filling else TWENTY)
        megabytes = memory.get((row["system"], row["configuration"]))
        yield Printed(
            row["system"], configuration, row["value"], megabytes and megabytes * 1e6, engine, f"{stage}.{way}"
        )


def together() -> dict[tuple[str, str], Printed]:
    """Return what the source printed of its twenty readers, by our system and case."""
    return {(one.engine, one.case): one for one in printed(TOGETHER)}
