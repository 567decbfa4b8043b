"""What a case is asked to be by today's definitions, before anything is started: to run it, to tell what is stale."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from .. import discovery, host
from ..engines.base import Engine
from ..engines.setup import Setup
from ..model import Case, Experiment, Options, Scale
from ..repeats import rule
from ..results.identity import LIMIT, Identity
from .method import method

NOWHERE = Path("/nonexistent")
"""The folder of a system that is looked at and never started."""


class Plan:
    """An experiment on one dataset at one scale: what is the same for all systems."""

    def __init__(self, experiment: Experiment, rows: Any, scale: Scale) -> None:
        self.experiment = experiment
        self.rows = rows
        self.scale = scale

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        return tuple(self.experiment.cases(self.rows, self.scale))

    @cached_property
    def dataset(self) -> dict[str, Any]:
        """Return what the rows are, as far as it is known before they are made."""
        rows = self.rows
        return {"name": rows.table.name, "seed": rows.seed, "rows": rows.count, "fingerprint": rows.fingerprint()}


@cache
def standard(experiment: str, scale: Scale) -> Plan:
    """Return the plan of an experiment at one of its own scales."""
    described = discovery.experiment(experiment)
    return Plan(described, described.dataset(described.rows[scale]), scale)


class Definition:
    """One system in a plan, under one set of options."""

    def __init__(self, plan: Plan, engine: type[Engine], options: Options) -> None:
        self.plan = plan
        self.engine = engine
        self.options = options

    @cached_property
    def cases(self) -> dict[str, Case]:
        """Return the cases that are for this system in this profile, by name, in the order they are measured."""
        return {case.name: case for case in self.plan.cases if case.concerns(self.engine.name, self.options.profile)}

    def setup(self, folder: Path) -> Setup:
        """Return how the system is to live in a folder."""
        options = self.options
        return Setup(
            folder,
            options.profile,
            options.durability,
            options.memory_budget_bytes,
            options.launcher,
            self.plan.experiment.connections,
            memory_limit_bytes=self._memory_limit_bytes(),
            brief=options.scale is Scale.SMOKE,
        )

    def _memory_limit_bytes(self) -> int:
        """Return what the experiment leaves a system of this machine's memory, half of it at least; 0 for as shipped.

        How much that is belongs to the machine and identifies no case.
        """
        memory_bytes, reserve_bytes = host.describe()["memory_bytes"], self.plan.experiment.reserve_bytes
        return max(memory_bytes - reserve_bytes, memory_bytes // 2) if reserve_bytes else 0

    def identity(self, name: str) -> Identity:
        """Return what identifies a case of this name; what the running system says of itself is not in it."""
        case = self.cases[name]
        setup = self.setup(NOWHERE)
        if case.durability is not None and case.durability in self.engine.durable:
            setup = replace(setup, durability=case.durability)
        engine = self.engine(setup)
        return {
            "method": method(self.plan.experiment.name, self.engine.name, name, self.options.scale),
            "asked": {
                "profile": str(setup.profile),
                "durability": str(case.durability or setup.durability),
                LIMIT: case.timeout_s or self.options.timeout_s,
                "memory_budget_bytes": setup.memory_budget_bytes,
                "connections": setup.connections,
                "rows": self.plan.rows.count,
                "repeats": rule(case.turns, self.options.scale, case.cold),
                **self._more(case),
            },
            "statements": {
                "canonical": case.sql,
                "before": list(case.before),
                "timed": case.said(self.engine.name),
                "after": list(case.after),
            },
            "dataset": self.plan.dataset["fingerprint"],
            "settings": engine.requested(),
        }

    def _more(self, case: Case) -> Mapping[str, Any]:
        asked = self.plan.experiment.asked
        return asked(case, self.engine.name, self.options) if asked else {}


def driver_version(package: str) -> str:
    """Return the version of an installed package of Python's; empty where it is none of Python's."""
    try:
        return version(package) if package else ""
    except PackageNotFoundError:
        return ""
