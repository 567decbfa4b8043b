"""What the records take on disk, in which way and state, and what the source printed: all that is drawn and decided."""

import math

import polars as pl

from ... import stats
from ...report import published
from ...report.advice import Ask
from ...report.answers import Need
from ...report.formats import size
from ...report.words import known, word
from ...results import select
from ...stats import Estimate

NEEDS = {
    "records_disk": Need("size.bytes.shipped", "size_table", "bytes", plus=("size_index", "size_free")),
    "records_deleted": Need("deletes.reclaimed", "size_table", "bytes", plus=("size_index", "size_free")),
}
"""What a reader may need of it, and the case and metric that answer. One class of durability: every commit synced."""
JOBS = {"documents": (Ask("records_disk", {"base64": "size.base64.shipped"}),)}
"""The job it speaks of, and the need that decides it."""
STATES = {
    "life": ("found", "emptied", "reclaimed", "compacted", "without_copy", "without_raw", "without_result"),
    "deletes": ("deleted", "reclaimed", "compacted"),
}
"""What is done to the records, and the states they are in one after the other."""
PG, MY = "postgresql", "mysql"
"""The source's systems."""
_INNODB = (MY, "mariadb")
_STEPS, _LARGE = (1 << 20, 4 << 20), 32 << 20
"""By how many bytes a file of InnoDB grows at a time, one extent or four, and from which size on by four.

Source: MySQL's manual, Tablespace AUTOEXTEND_SIZE Configuration; MariaDB's storage/innobase/fsp/fsp0fsp.cc.
"""


# measured --------------------------------------------------------------------------------------


def ways(runs: pl.DataFrame, encoding: str = "bytes") -> list[tuple[str, str]]:
    """Return (engine, way) in the report's order, as shipped first."""
    prefix = f"size.{encoding}."
    stored = runs.filter(pl.col("case").str.starts_with(prefix)).select("engine", "case").unique().rows()
    pairs = [(engine, case.removeprefix(prefix)) for engine, case in stored]
    return sorted(pairs, key=lambda pair: (select.place(pair[0]), pair[1] != "shipped", pair[1]))


def parts(runs: pl.DataFrame, engine: str, case: str) -> dict[str, float] | None:
    """Return bytes by part, None where they were not measured.

    What lies out of line is told apart where the system tells it; free room inside the file where the system's own
    size leaves it out, so that what the parts add up to is what the disk has lost.
    """
    table, index = (once(runs, engine, case, f"size_{part}") for part in ("table", "index"))
    if table is None or index is None:
        return None
    out_of_line, free = (once(runs, engine, case, f"size_{part}") or 0.0 for part in ("out_of_line", "free"))
    return {"in_line": table - out_of_line, "out_of_line": out_of_line, "index": index, "free": free}


def whole(runs: pl.DataFrame, engine: str, case: str) -> float | None:
    """Return bytes of all parts together, None where they were not measured."""
    measured = parts(runs, engine, case)
    return sum(measured.values()) if measured else None


def once(runs: pl.DataFrame, engine: str, case: str, metric: str) -> float | None:
    """Return a metric that is taken once, None where it was not measured."""
    return next(iter(select.values(runs, engine, case, metric)), None)


def label(engine: str, way: str, lang: str) -> str:
    """Return the name of a system and of its way to store, which is shorter where the system's own says part of it."""
    key = f"way.{engine}.{way}"
    return f"{word(f'engine.{engine}', lang)} · {word(key if known(key) else f'way.{way}', lang)}"


def step(runs: pl.DataFrame, engine: str, case: str) -> float:
    """Return by how many bytes the file of a table grows at a time: much of InnoDB, nothing to speak of elsewhere.

    Page compression punches holes into a file as long as the uncompressed one, whose size counts then.
    """
    taken = whole(runs, engine, case.replace("page_zlib", "shipped")) or 0.0
    if engine not in _INNODB or taken <= _STEPS[0]:
        return 0.0
    return float(_STEPS[taken > _LARGE])


def steps_per_record(runs: pl.DataFrame) -> tuple[str, str]:
    """Return what a step of InnoDB's files is of each record, of a small file and of a large one."""
    small, large = (size(n_bytes / select.rows_of(runs)) for n_bytes in _STEPS)
    return small, large


def over(top: float | None, bottom: float | None) -> Estimate | None:
    """Return the ratio of two sizes, which is exact: they do not vary. None where one was not measured."""
    return stats.exact(top / bottom) if top and bottom else None


def ratio(runs: pl.DataFrame, over: tuple[str, str], under: tuple[str, str]) -> Estimate | None:
    """Return the ratio of two (engine, case), bounded by what the last step of a file may hold of nothing."""
    top, bottom = (whole(runs, *side) for side in (over, under))
    if not top or not bottom:
        return None
    least_top, least_bottom = top - step(runs, *over), bottom - step(runs, *under)
    if (least_top, least_bottom) == (top, bottom):
        return stats.exact(top / bottom)
    return Estimate(top / bottom, least_top / bottom, top / least_bottom, 1)


def base64_ratio(runs: pl.DataFrame, engine: str, way: str) -> Estimate | None:
    """Return how many times as much a page takes as base64 text, from two stores that differ in nothing else.

    Each may be a step of its file larger than what is in it, so that their difference is known to one step.
    """
    text, binary = (once(runs, engine, f"size.{kind}.{way}", "size_table") for kind in ("base64", "bytes"))
    page = once(runs, engine, f"size.bytes.{way}", "values_raw")
    if not (text and binary and page):
        return None
    more, unknown = (text - binary) / page, step(runs, engine, f"size.base64.{way}") / page
    if not unknown:
        return stats.exact(1 + more)
    return Estimate(1 + more, max(0.0, 1 + (more - unknown)), 1 + (more + unknown), 1)


def base64_ratios(runs: pl.DataFrame) -> dict[tuple[str, str], Estimate]:
    """Return what `base64_ratio` does for each (engine, way) that has one."""
    return {pair: e for pair in ways(runs) if (e := base64_ratio(runs, *pair))}


def raw_column(runs: pl.DataFrame, engine: str) -> float | None:
    """Return bytes on disk of the raw pages: what the table gave back when they were dropped."""
    before, after = (whole(runs, engine, f"life.{state}") for state in ("without_copy", "without_raw"))
    return before - after if before is not None and after is not None else None


def raw_column_ratio(runs: pl.DataFrame) -> Estimate | None:
    """Return PostgreSQL's raw pages over MySQL's, which are known to one step of the file."""
    top, bottom = (raw_column(runs, engine) for engine in (PG, MY))
    if not top or not bottom:
        return None
    unknown = step(runs, MY, "life.without_copy")
    if not unknown:
        return stats.exact(top / bottom)
    high = top / (bottom - unknown) if bottom > unknown else math.inf
    return Estimate(top / bottom, top / (bottom + unknown), high, 1)


def first_state(runs: pl.DataFrame, engine: str, what: str) -> str:
    """Return the case of the records as they were at first: before a deletion they are those just loaded."""
    in_a_table = what == "life" or once(runs, engine, "life.found", "size_table")
    return "life.found" if in_a_table else "size.base64.shipped"


def peak_shares(runs: pl.DataFrame, engine: str) -> list[float]:
    """Return the peak of disk use while a table is compacted, in sizes of the table before, of each repeat."""
    grown = select.together(runs, engine, "peak.compact", "disk_peak", "disk_before")
    size = whole(runs, engine, "life.emptied")
    # the log and the system's own files are in the folder too: what is added counts against the table
    return [1 + (high - low) / size for high, low in grown] if size else []


# printed ---------------------------------------------------------------------------------------

_BYTES = {"GB": 1e9, "MB": 1e6}


def printed(table: str, case: str) -> dict[str, float]:
    """Return the bytes of one row of the source's tables by system; a row it calls not applicable has none."""
    rows = published.figures("storage").filter(table=table, case=case).drop_nulls("value")
    return {system: value * _BYTES[unit] for system, value, unit in rows.select("system", "value", "unit").iter_rows()}
