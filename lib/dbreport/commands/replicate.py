"""`dbreport replicate`: measure stored cases a second time, into a results folder of their own."""

import argparse
import fnmatch
import glob
import re
from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from ..discovery import experiment
from ..engines import engine_class
from ..engines.launch.folders import data_root, exclusive
from ..errors import EngineMissing, ResultsMissing, UsageError
from ..measuring import sessions
from ..measuring.definition import standard
from ..measuring.freshness import load
from ..model import Options, Profile, Scale
from ..results import pairs, replication, select
from ..results.spent import spent
from . import LAUNCHER, Commands
from .campaign import spell
from .progress import reporter


def add(commands: Commands) -> None:
    parser = commands.add_parser("replicate", help="measure stored cases a second time, all or a random sample")
    parser.add_argument("experiment", metavar="EXPERIMENT")
    parser.add_argument("--scale", choices=[str(s) for s in Scale], help="default: where most systems were measured")
    parser.add_argument("--profile", choices=[str(p) for p in Profile], default="default")
    parser.add_argument("--sample", type=_share, metavar="SHARE", help="of each stage's cases, such as 0.2 or 20%%")
    parser.add_argument("--seed", type=int, default=1, help="of the random sample (default 1)")
    parser.add_argument("--engine", action="append", default=[], help="one of those stored (default all); repeatable")
    parser.add_argument("--case", action="append", default=[], help="a stored case or pattern; repeatable")
    parser.add_argument("--launcher", help=LAUNCHER)
    parser.add_argument("--as", dest="name", help="the replication's name (default: that of the session)")
    parser.set_defaults(command=run)


def _share(text: str) -> float:
    number = re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+) ?(%?)", text.strip())
    value = float(number[1]) / (100 if number[2] else 1) if number else 0.0
    if not 0 < value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no share; give one above 0, up to 1 or 100%")
    return value


def run(arguments: argparse.Namespace) -> int:
    """Measure stored cases again into a root of their own; return 0 where every case ended well.

    Raises ResultsMissing where nothing of the kind is stored, EngineMissing where none of its systems is found,
    UsageError for names that do not exist.
    """
    from ..measuring.run import measure

    name, profile = arguments.experiment, arguments.profile
    found, runs = experiment(name), load(name)
    scale = arguments.scale or select.broadest_scale(runs)
    known = found.names(Scale(scale))
    stored = runs.filter((pl.col("scale") == scale) & (pl.col("profile") == profile) & pl.col("case").is_in(known))
    engines = _engines(arguments.engine, stored, name, scale, profile, arguments.launcher)
    cases = _cases(arguments.case, stored, engines)
    if arguments.sample is not None:
        cases = replication.sample(cases, arguments.sample, arguments.seed)
    session = _session()
    root = pairs.folder() / _name(arguments.name or session)
    again = stored.filter(pl.col("case").is_in(cases) & pl.col("engine").is_in(engines))
    if session in set(again["session"]):
        print(
            f"these were measured in this very session ({session}): it is the run that is replicated, not the machine"
        )
    asked = {"experiment": name, "scale": scale, "profile": profile, "engines": engines, "cases": cases}
    asked |= {"sample": arguments.sample, "seed": arguments.seed if arguments.sample is not None else None}
    drawn = f"a sample of {arguments.sample:.0%} with seed {arguments.seed}: " if arguments.sample is not None else ""
    took_s = float(spent(runs).join(again, on=["scale", "profile", "engine", "case"], how="semi")["seconds"].sum())
    print(f"{drawn}{len(cases)} cases of {name} at {scale}, {profile}, on {', '.join(engines)}: {', '.join(cases)}")
    print(f"the stored ones took {spell(took_s)}, loading for them aside; results go to {root.name} in {root.parent}")
    options = Options(
        results=root,
        scale=Scale(scale),
        profile=Profile(profile),
        engines=tuple(engines),
        cases=tuple(glob.escape(case) for case in cases),
        launcher=arguments.launcher,
    )
    with exclusive(), reporter() as progress:
        replication.note(root, asked)
        return 0 if measure(name, _within_limits(options, name, again), progress) else 1


def _engines(
    asked: Sequence[str], stored: pl.DataFrame, name: str, scale: str, profile: str, launcher: str | None
) -> list[str]:
    """Return the stored systems to measure again: those asked for, else those found here."""
    there = select.engines(stored)
    for engine in asked:
        engine_class(engine)
    missing = [engine for engine in asked or [name] if engine not in there] if asked or not there else []
    if missing:
        engine = f" --engine {missing[0]}" if asked else ""
        raise ResultsMissing(
            f"no result of {missing[0]} at scale {scale}, profile {profile}, to measure again;"
            f" run: dbreport run {name}{engine} --scale {scale} --profile {profile}"
        )
    if asked:
        return [engine for engine in there if engine in asked]
    here = [engine for engine in there if engine_class(engine).find(launcher).how]
    if not here:
        raise EngineMissing(f"none of {', '.join(there)} was found; run: make engines, then: dbreport doctor")
    for engine in there:
        if engine not in here:
            print(f"{engine} was not found and is left out")
    return here


def _cases(patterns: Sequence[str], stored: pl.DataFrame, engines: Sequence[str]) -> list[str]:
    there = sorted(set(stored.filter(pl.col("engine").is_in(list(engines)) & (pl.col("status") == "ok"))["case"]))
    chosen = {case for pattern in patterns or ["*"] for case in fnmatch.filter(there, pattern)}
    if not chosen:
        raise UsageError(f"no stored case {', '.join(patterns)}; choose from: {', '.join(there)}")
    return sorted(chosen)


def _within_limits(options: Options, name: str, stored: pl.DataFrame) -> Options:
    """Give the cases the longest time limit that one of them was stored under, those with limits of their own aside.

    What took its time would be cut short by a shorter one, and would be another case.
    """
    own = [case.name for case in standard(name, options.scale).cases if case.timeout_s]
    limits = stored.filter(~pl.col("case").is_in(own))["limit_s"].drop_nulls()
    return replace(options, timeout_s=max(limits, default=options.timeout_s))


def _name(name: str) -> str:
    if not re.fullmatch(r"\w[\w.-]*", name):
        raise UsageError(f"{name!r} cannot name a folder; give --as letters, digits, dots and hyphens")
    return name


def _session() -> str:
    """Return the name of this machine's present session."""
    return sessions.current(data_root(), print).id
