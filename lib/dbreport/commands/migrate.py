"""Bring result files of the schema before this one into it. Nothing is measured; what was not kept is said so.

Schema 2 had one digest of code for a whole file and knew neither sessions nor what identifies a case. What a case was
asked is taken from today's definitions where the file does not say otherwise: statements, versions, settings, launcher,
rows and how often it was measured are the file's own.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq

from .. import project
from ..engines import engine_class
from ..errors import ResultsInvalid
from ..measuring.definition import NOWHERE, Definition, standard
from ..model import Durability, Options, Profile, Scale, Status, Turns
from ..results.identity import digest_of
from ..results.select import measured_on
from ..results.store import SCHEMA, Cell, Footer, merge_histogram_points, save, to_samples
from . import Commands

OLDER = 2
_KEY = b"dbreport"
_METHOD = 1
_READINGS = ("server_cpu", "server_read", "server_written", "client_cpu", "server_cpu_per_transaction")
_KEPT = ("planned", "settings", "settings_of", "statements", "plans", "launcher", "clients", "engine_facts")
_MEASURED_BY = ("package_version", "git_commit", "git_dirty")


def add(commands: Commands) -> None:
    parser = commands.add_parser("migrate", help="bring result files of an older schema into this one")
    parser.set_defaults(command=run)


def run(arguments: argparse.Namespace) -> int:
    """Rewrite the files of the older schema, and name them; return 0."""
    results = project.results_folder()
    for path in migrate(results):
        print(f"migrated {path.relative_to(results)}")
    return 0


def migrate(results: Path) -> list[Path]:
    """Rewrite every file of the older schema below a results folder; return those rewritten. Raises ResultsInvalid."""
    return [path for path in sorted(results.glob("*/*/*.parquet")) if _migrated(path)]


def _migrated(path: Path) -> bool:
    try:
        raw = json.loads((pq.read_schema(path).metadata or {})[_KEY])
    except (OSError, KeyError, ValueError) as error:
        raise ResultsInvalid(f"{path} is no result file of ours; move it away") from error
    if raw.get("schema_version") != OLDER:
        return False
    raw = {"clients": {}, "settings_of": {}, "engine_facts": {}} | raw  # younger than the first files
    cell = Cell.of(path)
    frame = pl.read_parquet(path)
    session = _session(raw, measured_on(frame).replace("-", ""))
    frame = _plausible(frame).with_columns(
        pl.lit(next(iter(session))).alias("session"),
        pl.lit(0, pl.Int32).alias("attempt"),
        pl.lit(None, pl.String).alias("disturbed"),
    )
    plan = standard(cell.experiment, Scale(cell.scale))
    footer = Footer(
        cases=_cases(cell, raw, frame),
        sessions=session,
        dataset=raw["dataset"] | {"fingerprint": plan.dataset["fingerprint"]},
        **{name: raw[name] for name in (*_KEPT, *_MEASURED_BY)},
    )
    save(path, merge_histogram_points(to_samples(frame.select(SCHEMA.names))), footer)
    return True


def _session(raw: Mapping[str, Any], day: str) -> dict[str, dict[str, Any]]:
    """Return what is known of the machine. Its boot was not kept: machines of one day and kernel are taken for one."""
    host = raw["host"]
    known_by = [host[name] for name in ("cpu", "cores", "memory_bytes", "kernel")]
    return {f"{day}-{digest_of(known_by)[:6]}": {"host": host, "kernel": host["kernel"], "limits": raw["limits"]}}


def _plausible(frame: pl.DataFrame) -> pl.DataFrame:
    """Turn readings that cannot be into missing ones: below zero, or no processor time in a turn under full load."""
    loaded = frame.filter((pl.col("metric") == "transactions") & (pl.col("value") > 1000)).select("case", "repeat")
    frame = frame.join(loaded.unique().with_columns(pl.lit(True).alias("loaded")), on=["case", "repeat"], how="left")
    processor = pl.col("metric").is_in(["server_cpu", "server_cpu_per_transaction"])
    impossible = pl.col("metric").is_in(_READINGS) & (pl.col("value") < 0)
    impossible |= processor & (pl.col("value") == 0) & pl.col("loaded").fill_null(False)
    said = pl.format("a reading of {} {} cannot be", pl.col("value").round(3), pl.col("unit"))
    return frame.with_columns(
        pl.when(impossible).then(pl.lit(str(Status.MISSING))).otherwise("status").alias("status"),
        pl.when(impossible).then(said).otherwise("reason").alias("reason"),
        pl.when(impossible).then(None).otherwise("value").alias("value"),
    ).drop("loaded")


def _cases(cell: Cell, raw: Mapping[str, Any], frame: pl.DataFrame) -> dict[str, dict[str, Any]]:
    scale = Scale(cell.scale)
    options = Options(NOWHERE, scale, Profile(cell.profile), Durability(cell.durability))
    definition = Definition(standard(cell.experiment, scale), engine_class(cell.engine), options)
    found = frame.group_by("case").agg(
        pl.col("durability").first(),
        pl.col("repeat").filter(pl.col("metric") == "throughput").n_unique().alias("turns"),
        (pl.col("status") == "timeout").any().alias("timeout"),
        # a phase of a store that its limit ended has the cost of what it did, and no duration
        ((pl.col("metric") == "cost_per_operation").any() & ~(pl.col("metric") == "duration").any()).alias("cut"),
        pl.col("engine_version").last().alias("version"),
    )
    facts = {row["case"]: row for row in found.to_dicts()}
    return {case: _identity(definition, case, raw, facts[case]) for case in raw["cases"] if case in facts}


def _identity(definition: Definition, case: str, raw: Mapping[str, Any], facts: Mapping[str, Any]) -> dict[str, Any]:
    identity = definition.identity(case)
    identity["method"] = _METHOD
    identity["asked"] |= {"durability": facts["durability"], "rows": raw["dataset"]["rows"]}
    if definition.cases[case].turns is Turns.LOAD:
        identity["asked"]["repeats"] = f"{facts['turns']} turns"
    elif identity["statements"]["timed"] and (timed := raw["statements"].get(case)):
        identity["statements"]["timed"] = timed
    found = {
        "version": facts["version"],
        "launcher": raw["launcher"],
        "driver": None,  # it was not kept
        "clients": raw["clients"],
        "settings": digest_of(raw["settings_of"].get(facts["durability"], raw["settings"])),
    }
    return {**identity, "found": found, "met_limit": facts["timeout"] or facts["cut"]}
