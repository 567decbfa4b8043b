"""Made-up samples in the store's schema, and short runs: what tests of store, charts, tables and runs share."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Any

import polars as pl
from dbreport.engines import engine_class
from dbreport.experiments.half_billion.queries import OURS, QUERIES
from dbreport.experiments.real_workload.facts import STATEMENTS, SUMS
from dbreport.measuring.definition import Definition, standard
from dbreport.model import Durability, Options, Profile, Sample, Scale, Status, Temperature
from dbreport.results.store import SCHEMA, Cell, Footer

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "lib" / "dbreport"
RESULTS = ROOT / "data" / "results"
PUBLISHED_HOST = Counter(path.parent.name for path in RESULTS.glob("*/*/*.parquet")).most_common(1)[0][0]
"""The machine that the stored pages speak of: the one that has most results."""
HOST = "test-host"
TEXT_BYTES = 2_200_000
"""The size of a hundred thousand rows as text."""
ROWS = {Scale.SMOKE: 100_000, Scale.SMALL: 5_000_000, Scale.MEDIUM: 50_000_000, Scale.FULL: 500_000_000}

# Limits take ten seconds, repeats and rows some more; what these tests are about depends on none of them.
QUICK = """
import sys
from dbreport import host
from dbreport.experiments.half_billion import runner
from dbreport.measuring import bench, calibration, sessions
runner.ROWS["smoke"] = 20_000
calibration._HASHES, calibration._COPIED_BYTES, sessions.ROUNDS = 1, 1 << 16, 3
host.limits = lambda folder: {}
bench.wanted_repeats = bench.required_repeats = lambda seconds: 2
bench.COLD_REPEATS = 1
bench.drop_page_cache = lambda: False
from dbreport.cli import main
sys.exit(main())
"""
QUICK_COMMAND = (sys.executable, "-c", QUICK)


SESSION = "20260101-5e5510"


class Quiet:
    """A reporter that says nothing."""

    def __getattr__(self, name: str) -> Any:
        return lambda *words, **more: None


def sample(**facts: Any) -> Sample:
    """Return a sample of PostgreSQL's point query with `facts` replaced; one that is not ok gets a reason, no value."""
    known: dict[str, Any] = {
        "experiment": "half_billion",
        "case": "indexed.point",
        "engine": "postgresql",
        "engine_version": "15.1",
        "profile": Profile.DEFAULT,
        "durability": Durability.FULL,
        "scale": Scale.SMOKE,
        "rows": 100_000,
        "threads": 1,
        "repeat": 0,
        "temperature": Temperature.WARM,
        "metric": "latency",
        "unit": "s",
        "value": 0.25,
        "status": Status.OK,
        "reason": None,
        "answer": "1:aa",
        "started_at": datetime(2026, 1, 2, 3, 4, 5, 678901, UTC),
        "run_id": "20260102T030405Z-abcdef",
        "session": SESSION,
    }
    if facts.get("status", Status.OK) is not Status.OK:
        known |= {"value": None, "reason": "it took over 300 s", "answer": None}
    return Sample(**(known | facts))


def frame(samples: Iterable[Sample], host: str = HOST) -> pl.DataFrame:
    """Return samples as `dbreport.load` would."""
    schema = pl.from_arrow(SCHEMA.empty_table()).schema
    made = list(samples)
    columns = {name: [getattr(one, name) for one in made] for name in schema}
    facts = {"host": pl.lit(host), "text_bytes": pl.lit(TEXT_BYTES, pl.Int64)}
    return pl.DataFrame(columns, schema=schema).with_columns(**facts)


def drawing(module: ModuleType) -> list[str]:
    """Return the names of the functions of a module's own that return something drawn."""
    own = {name: value for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__}
    returned = {name: getattr(value, "__annotations__", {}).get("return") for name, value in own.items()}
    return [name for name, kind in returned.items() if getattr(kind, "__name__", kind) == "Drawn" and name[0] != "_"]


def repeats(case: str, values: Iterable[float], **facts: Any) -> list[Sample]:
    """Return one sample a value."""
    return [sample(case=case, repeat=n, value=value, **facts) for n, value in enumerate(values)]


def around(middle: float, n: int = 5) -> list[float]:
    """Return `n` values about one per cent around a middle one."""
    return [middle * (1 + (k - n // 2) / 200) for k in range(n)]


def engine_samples(engine: str, factor: float = 1.0, **facts: Any) -> list[Sample]:
    """Return what one engine's file holds, every latency `factor` seconds."""
    facts = {"engine": engine, **facts}
    rows = facts.setdefault("rows", ROWS[facts.get("scale", Scale.SMOKE)])
    made = []
    for way in ("plain", "bulk"):
        seconds = around(2 * factor)
        made += repeats(f"import.{way}", seconds, **facts, metric="duration")
        rates = [rows / s for s in seconds]
        made += repeats(f"import.{way}", rates, **facts, metric="throughput", unit="rows/s")
    for stage in ("unindexed", "indexed"):
        made += repeats(f"size.{stage}", [40.0 * rows], **facts, metric="size_table", unit="bytes")
        made += repeats(f"size.{stage}", [20.0 * rows], **facts, metric="size_index", unit="bytes")
        made += repeats(f"size.{stage}", [1.0 * rows], **facts, metric="size_log", unit="bytes")
    made += repeats("index.build", around(factor), **facts, metric="duration")
    cases = [f"{stage}.{query}" for stage in ("unindexed", "indexed") for query in (*QUERIES, *OURS)]
    cases += [f"limited.{query}" for query in ("range", "prefix", "prefix_100", "group_range", "group_range_star")]
    if engine == "postgresql":
        cases += [f"why.{name}" for name in ("count_no_map", "group_range_star_no_map", "group_range_include_uid")]
        cases += [f"why.prefix_{name}" for name in ("varchar", "pattern_ops", "c_collation")]
        cases += [f"serial.{name}" for name in ("count", "point", "prefix")]
    if engine in ("mysql", "mariadb"):
        cases += [f"why.{query}_client_limit" for query in ("range", "prefix", "group_range", "group_range_star")]
    for case in cases:
        made += repeats(case, around(factor), **facts)
    made += repeats("indexed.point", around(factor * 9, 3), **facts, temperature=Temperature.COLD)
    return made


def load_samples(engine: str, case: str, rate: float, **facts: Any) -> list[Sample]:
    """Return what one case under load leaves behind: five turns about a rate."""
    durability = Durability.RELAXED if case.startswith("relaxed.") else Durability.FULL
    facts = {"engine": engine, "durability": durability, "threads": 16, **facts}
    rates = around(rate)
    made = repeats(case, rates, **facts, metric="throughput", unit="transactions/s")
    for metric, seconds in (("latency_p50", 0.9), ("latency_p95", 2.0), ("latency_p99", 4.0)):
        made += repeats(case, [seconds * 16 / r for r in rates], **facts, metric=metric)
    made += repeats(case, [300.0] * 5, **facts, metric="log_bytes_per_transaction", unit="bytes/transaction")
    made += repeats(case, [0.2] * 5, **facts, metric="log_syncs_per_transaction", unit="syncs/transaction")
    made += repeats(case, [1e-4] * 5, **facts, metric="server_cpu_per_transaction", unit="s/transaction")
    for turn, middle in enumerate(rates):
        made += [
            sample(case=case, repeat=turn, value=value, at=float(second), metric="throughput_series", **facts)
            for second, value in enumerate(around(middle, 6), 1)
        ]
    return made


def sysbench_report() -> list[Sample]:
    """Return samples of sysbench for two systems in all profiles and classes: PostgreSQL at twice MySQL's rate.

    On the source's own table, too, where its configuration has PostgreSQL at three times MySQL's.
    """
    made = []
    for engine, rate in (("postgresql", 2000.0), ("mysql", 1000.0)):
        for profile in Profile:
            facts: dict[str, Any] = {
                "experiment": "sysbench",
                "profile": profile,
                "rows": 1_000_000,
                "scale": Scale.MEDIUM,
            }
            source_rate = 3000.0 if (engine, profile) == ("postgresql", Profile.SOURCE) else rate
            for test in ("oltp_point_select", "select_random_ranges"):
                made += load_samples(engine, f"full.source.{test}", source_rate, **facts)
            for durability in ("full", "relaxed"):
                for test in ("bulk_insert", "source.oltp_read_write", "source.oltp_update_index", "source.oltp_insert"):
                    made += load_samples(engine, f"{durability}.{test}", source_rate, **facts)
            if profile is Profile.SOURCE:
                continue
            for test in ("oltp_point_select", "select_random_ranges"):
                made += load_samples(engine, f"full.{test}", rate, **facts)
            for durability, factor in (("full", 1.0), ("relaxed", 3.0)):
                for test in ("oltp_read_write", "oltp_update_index", "oltp_insert"):
                    made += load_samples(engine, f"{durability}.{test}", rate * factor, **facts)
            for threads in (1, 4, 16):
                case = f"sweep.oltp_update_index.{threads}"
                made += load_samples(engine, case, rate * threads**0.5, **facts, threads=threads)
    return made


def insert_report() -> list[Sample]:
    """Return samples of insert_rate for PostgreSQL: JSON is three times as fast, NULLs 0.7, more clients twice."""
    made = []
    facts: dict[str, Any] = {"experiment": "insert_rate", "rows": 100_000, "scale": Scale.FULL}
    for durability, rate, gain in (("full", 1000.0, 2.0), ("relaxed", 4000.0, 1.0)):
        for shape, factor in (("columns", 1.0), ("json", 3.0), ("jsonb", 2.0), ("nulls", 0.7), ("pgbench", 1.0)):
            for clients, more in ((8, 1.0), (128, gain)):
                case = f"{durability}.{shape}.{clients}"
                made += load_samples("postgresql", case, rate * factor * more, **facts, threads=clients)
                for us in (100, 1000, 100_000):
                    made += load_samples("postgresql", f"{case}.delay_{us}us", rate * factor * more, **facts)
    return made


def workload_report(gap: float = 2400.0, behind: str = "", profile: Profile = Profile.DEFAULT) -> list[Sample]:
    """Return samples in which PostgreSQL is twice as fast at each statement but the one `behind`.

    MySQL finds the latest record `gap` times more seldom without an index than PostgreSQL with one.
    """
    facts: dict[str, Any] = {
        "experiment": "real_workload", "scale": Scale.MEDIUM, "rows": 1_000_000, "profile": profile,
    }  # fmt: skip
    made = []
    for name, cases in STATEMENTS.items():
        for case in cases:
            slow = gap / 2 if case == "none.latest_record.plain" else 1.0
            made += load_samples("mysql", case, 1000.0 / slow, **facts)
            made += load_samples("postgresql", case, (500.0 if name == behind else 2000.0) / slow, **facts)
    for case in SUMS:
        for engine, seconds in (("mysql", 80.0), ("postgresql", 0.1)):
            made += repeats(case, around(seconds), engine=engine, **facts)
    for engine in ("mysql", "postgresql"):
        cold = {"engine": engine, "temperature": Temperature.COLD, **facts}
        made += repeats("none.status_counts", around(0.5), engine=engine, **facts)
        made += repeats("none.status_counts", around(2.0), **cold)
        made += repeats("slow_disk.status_counts", around(30.0), **cold)
        read = {"metric": "server_read", "unit": "bytes"}
        made += repeats("none.status_counts", [0.0] * 5, engine=engine, **read, **facts)
        made += repeats("none.status_counts", [1e9] * 5, **read, **cold)
    for engine, rows in (("mysql", 1_000_000.0), ("postgresql", 5.0)):
        case = "examined.none.latest_record"
        made += repeats(case, [rows], engine=engine, metric="rows_read", unit="rows", **facts)
        made += repeats(case, [rows / 10], engine=engine, metric="pages_hit", unit="pages", **facts)
    return made


def report() -> list[Sample]:
    """Return samples of three systems at two scales in both profiles; MySQL's whole-table grouping timed out."""
    made = []
    for engine, factor in (("postgresql", 1.0), ("mysql", 2.0), ("duckdb", 0.1)):
        for scale in (Scale.SMALL, Scale.MEDIUM):
            for profile in (Profile.DEFAULT, Profile.TUNED):
                grown = factor * (10 if scale is Scale.MEDIUM else 1)
                made += engine_samples(engine, grown, scale=scale, profile=profile)
    return without(made, "mysql", "indexed.group_all") + [
        sample(
            engine="mysql",
            case="indexed.group_all",
            scale=scale,
            profile=profile,
            rows=ROWS[scale],
            status=Status.TIMEOUT,
        )
        for scale in (Scale.SMALL, Scale.MEDIUM)
        for profile in (Profile.DEFAULT, Profile.TUNED)
    ]


def without(samples: Iterable[Sample], engine: str, case: str) -> list[Sample]:
    return [one for one in samples if (one.engine, one.case) != (engine, case)]


def footer(**facts: Any) -> Footer:
    known: dict[str, Any] = {
        "planned": ["indexed.point"],
        "cases": {"indexed.point": {}},
        "sessions": {SESSION: session()},
        "settings": {"shared_buffers": "128MB", "fsync": "on"},
        "statements": {"indexed.point": "SELECT '<one>'"},
        "plans": {"indexed.point": "Index Scan <numbers_phone>"},
        "dataset": {"name": "numbers", "seed": 1, "rows": 100_000, "digest": "00ff", "text_bytes": TEXT_BYTES},
        "launcher": "native",
        "engine_facts": {"kind": "server"},
        "package_version": "0.1.0",
        "git_commit": "0123456789abcdef",
        "git_dirty": False,
    }
    return Footer(**(known | facts))


def fresh(engine: str, cases: Iterable[str] | None = None, experiment: str = "half_billion") -> dict[str, Any]:
    """Return what identifies cases of a system as shipped at smoke, as they would be measured now."""
    options = Options(ROOT, Scale.SMOKE)
    definition = Definition(standard(experiment, Scale.SMOKE), engine_class(engine), options)
    return {case: definition.identity(case) for case in cases or definition.cases}


def session(**facts: Any) -> dict[str, Any]:
    """Return what is true of a machine from one boot to the next."""
    known: dict[str, Any] = {
        "host": {
            "cpu": "Test <CPU>",
            "cores": 2,
            "memory_bytes": 24 << 30,
            "system": "Debian",
            "kernel": "6.1",
            "filesystem": "ext4",
            "virtual": True,
        },
        "limits": {
            "sequential_write": {"unit": "bytes/s", "values": [9e8, 1e9, 1.1e9]},
            "random_read_4k": {"unit": "reads/s", "values": [9e3, 1e4, 1.1e4]},
            "fsync": {"unit": "fsyncs/s", "values": [900.0, 1000.0, 1100.0]},
            "memory_copy": {"unit": "bytes/s", "values": [9e9, 1e10, 1.1e10]},
        },
    }
    return known | facts


def details() -> dict[Cell, Footer]:
    """Return footers for the cells of `report()`; the two profiles of PostgreSQL differ in one setting."""
    found = {}
    for engine in ("postgresql", "mysql", "duckdb"):
        for scale in (Scale.SMALL, Scale.MEDIUM):
            for profile in (Profile.DEFAULT, Profile.TUNED):
                settings = {"fsync": "on"}
                if engine == "postgresql":
                    settings["shared_buffers"] = "1GB" if profile is Profile.TUNED else "128MB"
                cell = Cell("half_billion", HOST, engine, str(profile), str(scale))
                dataset = footer().dataset | {"rows": ROWS[scale], "text_bytes": 22 * ROWS[scale]}
                found[cell] = footer(settings=settings, dataset=dataset)
    return found
