"""Embedded key-value stores under one program: a key a commit, written, read, deleted, written again, walked through.

Every run starts from an empty folder and is read back byte by byte; a store is alone on the machine while it runs.
"""

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

from ...clients.kvbench import SYNCS, Kvbench, Phase, Run, Together
from ...clients.load import Histogram, percentile
from ...engines.embedded import Embedded
from ...engines.systems import speaking
from ...errors import DbreportError, WrongAnswer
from ...measuring.attempts import AGAIN, Attempt
from ...measuring.bench import Bench
from ...measuring.engine_run import EngineRun, Repeat
from ...model import Case, Durability, Experiment, Metrics, Options, Reading, Scale, Turns
from ...repeats import required_repeats
from . import jobs
from .data import Keys
from .jobs import PHASES, SHORT, SHORT_BYTES, VALUE_BYTES, WRITING

ROWS = {Scale.SMOKE: 1_000, Scale.SMALL: 10_000, Scale.MEDIUM: 100_000, Scale.FULL: 1_000_000}
ENGINES = speaking("keys")
BYTES_PER_ROW = 8_000
"""Room on the disk for each store found: they take turns and leave nothing, so all have it that one needs."""

READERS = 8
LASTING_S = {Scale.SMOKE: 0.5, Scale.SMALL: 2.0, Scale.MEDIUM: 5.0, Scale.FULL: 10.0}
"""How long readers and a writer are there together."""
LIMIT_S = {Scale.FULL: 400.0}
"""How long a phase may last where that is longer than usual: among a million keys LMDB writes for more than 300 s."""
PROOF_KEYS = 1_000
SHARES = {"latency_p50": 0.50, "latency_p95": 0.95, "latency_p99": 0.99}


def cases(rows: Keys, scale: Scale) -> list[Case]:
    return [
        Case(
            f"{stage}.{name}", durability=jobs.durability(stage), timeout_s=LIMIT_S.get(scale),
            turns=Turns.ONCE if stage.startswith("proof.") else Turns.ACTION,
        )
        for stage, names in jobs.stages().items()
        for name in names
    ]  # fmt: skip


def asked(case: Case, engine: str, options: Options) -> dict[str, Any]:
    """Return what the program is told beside the keys."""
    stage = case.name.rpartition(".")[0]
    if stage.startswith("proof."):
        return {"phases": list(WRITING), "keys": PROOF_KEYS}
    if stage.startswith(SHORT):
        return {"phases": list(PHASES), "value_bytes": SHORT_BYTES}
    readers = {} if stage == "noop" else {"readers": READERS, "together_s": LASTING_S[options.scale]}
    return {"phases": list(PHASES), **readers}


Keep = Callable[[int, Attempt], str]
"""Keeps one case of a run that went well, as the repeat of that number by that attempt; returns what to tell of it."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One run of the program that went well: the seconds of its longest phase, and what keeps each case."""

    longest_s: float
    keeps: dict[str, Keep]


def run(bench: Bench, rows: Keys, text: Path) -> None:
    """Measure whatever is asked for and not yet done; `text` says what keys and values are made from."""
    for engine_run in bench.runs:
        try:
            engine_run.footer.engine_facts |= _store(engine_run).facts()
        except DbreportError as error:  # of no value measured here
            bench.reporter.say(f"{engine_run.name}: {error}")
    for stage in jobs.stages():
        durability = jobs.durability(stage)
        keys = Keys(rows.count, SHORT_BYTES) if stage.startswith(SHORT) else rows
        drive = _prove if stage.startswith("proof.") else _measure
        _turns(bench, stage, durability, partial(drive, bench, keys, stage, durability))


def _store(engine_run: EngineRun) -> Embedded:
    assert isinstance(engine_run.engine, Embedded)
    return engine_run.engine


def _turns(bench: Bench, stage: str, durability: Durability, drive: Callable[[EngineRun], Turn]) -> None:
    """Have every store run a stage in turns, as often as the rules ask for its longest phase.

    A run counts as a whole or not at all: one that failed fails every case of the stage.
    """
    names = {name: f"{stage}.{name}" for name in jobs.stages()[stage]}
    engine_runs = bench.needing(*names.values())
    turns = {engine_run.name: 1 for engine_run in engine_runs}
    for engine_run, repeat in bench.rounds(engine_runs, lambda engine_run: turns[engine_run.name]):
        wanted = {name: case for name, case in names.items() if engine_run.needs(case)}
        bench.reporter.begin(stage, engine_run.name)
        engine_run.durability = durability
        is_proof = stage.startswith("proof.")  # what is counted there does not vary, and does not hang on the machine
        for attempt in bench.attempts(engine_run, again=0 if is_proof else AGAIN, sampled=False):
            turn, error = None, None
            try:
                with attempt:
                    turn = drive(engine_run)
                if not is_proof:
                    turns[engine_run.name] = max(turns[engine_run.name], bench.few(required_repeats(turn.longest_s)))
            except DbreportError as failure:
                error, turns[engine_run.name] = failure, 0
            for name, case in wanted.items():
                with bench.guarded(engine_run, case, "duration", "s", repeat):
                    if turn is None:
                        assert error is not None
                        raise error
                    bench.reporter.end(case, engine_run.name, turn.keeps[name](repeat, attempt))
                if isinstance(error, WrongAnswer):
                    engine_run.call_wrong(case, str(error))
            if error is not None:
                break
        if repeat + 1 >= turns[engine_run.name]:  # saved at once: the others' turns may take hours
            engine_run.finish(*wanted.values())


@contextmanager
def _folder(engine_run: EngineRun) -> Iterator[Path]:
    """Give a folder that is not there yet, and remove it afterwards."""
    folder = engine_run.engine.setup.folder / "run"
    os.sync()  # so that what others left to be written does not fall into this turn
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _program(bench: Bench, engine_run: EngineRun, store: str, folder: Path, keys: Keys, count: int) -> Kvbench:
    setup = engine_run.engine.setup
    return Kvbench(
        program=_store(engine_run).program(),
        store=store,
        folder=folder,
        count=count,
        sync=engine_run.durability is Durability.FULL,
        profile=setup.profile,
        cache_bytes=setup.memory_budget_bytes // 2,
        seed=keys.seed,
        value_bytes=keys.value_bytes,
        limit_s=LIMIT_S.get(bench.options.scale, bench.options.timeout_s),
    )


def _measure(bench: Bench, keys: Keys, stage: str, durability: Durability, engine_run: EngineRun) -> Turn:
    """Run all phases, on the store or on one that keeps nothing: what the program itself costs."""
    store = "null" if stage == "noop" else engine_run.name
    readers = READERS if "readers" in jobs.stages()[stage] else 0
    with _folder(engine_run) as folder:
        program = _program(bench, engine_run, store, folder, keys, keys.count)
        done = program.run(PHASES, readers, LASTING_S[bench.options.scale])
    _same_answer(done, _written(engine_run, keys))
    keeps: dict[str, Keep] = {
        name: partial(_keep_phase, engine_run, f"{stage}.{name}", phase) for name, phase in done.phases.items()
    }
    if done.together is not None:
        engine_run.footer.settings_of[durability] = done.settings
        keeps["readers"] = partial(_keep_together, engine_run, f"{stage}.readers", done.together)
        keeps["close"] = partial(_keep_close, engine_run, f"{stage}.close", done)
    return Turn(max(phase.duration_s for phase in done.phases.values()), keeps)


def _written(engine_run: EngineRun, keys: Keys) -> str:
    """Return the digest of what a whole run is to leave."""
    if keys.value_bytes == VALUE_BYTES:
        return str(engine_run.footer.dataset["digest"])
    return _digest(keys.count, keys.value_bytes)


@cache
def _digest(count: int, value_bytes: int) -> str:
    return Keys(count, value_bytes).digest()


def _same_answer(done: Run, expected: str) -> None:
    """Make sure that a whole run ends with the very keys and values that were made apart from it.

    Raises WrongAnswer. A run that the time limit cut short holds others; the program itself has compared them.
    """
    if done.whole and done.digest != expected:
        raise WrongAnswer(f"the store holds {done.digest}, and {expected} was to be written")


def _prove(bench: Bench, keys: Keys, stage: str, durability: Durability, engine_run: EngineRun) -> Turn:
    """Run what writes under a tracer, untimed, and count the syncs of each operation."""
    with _folder(engine_run) as folder:
        program = _program(bench, engine_run, engine_run.name, folder, keys, min(keys.count, PROOF_KEYS))
        done, calls = program.traced(WRITING, engine_run.engine.setup.folder / "trace")
    keeps: dict[str, Keep] = {
        name: partial(_keep_proof, engine_run, f"{stage}.{name}", phase, calls[name])
        for name, phase in done.phases.items()
    }
    return Turn(max(phase.duration_s for phase in done.phases.values()), keeps)


def _latencies(histogram: Histogram, prefix: str = "") -> Metrics:
    return {f"{prefix}{name}": Reading(percentile(histogram, share), "s") for name, share in SHARES.items()}


def _moment(phase: Phase) -> datetime:
    return datetime.fromtimestamp(phase.began_at, UTC)


def _keep_phase(engine_run: EngineRun, case: str, phase: Phase, repeat: int, attempt: Attempt) -> str:
    """Keep one phase. One that its time limit cut short has the cost and rate of what it did, and no duration."""
    cost_s = phase.duration_s / phase.operations
    values: Metrics = {
        "cost_per_operation": Reading(cost_s, "s/operation"),
        "throughput": Reading(1 / cost_s, "operations/s"),
        "operations": Reading(float(phase.operations), "operations"),
        "written_per_operation": Reading(phase.used.written_bytes / phase.operations, "bytes/operation"),
        "anonymous_memory": Reading(float(phase.anonymous_bytes), "bytes"),
        "size": Reading(float(sum(phase.size_bytes.values())), "bytes"),
    }
    if phase.whole:
        values["duration"] = Reading(phase.duration_s, "s")
    else:
        engine_run.cut_short.add(case)
    if phase.flushes is not None:
        values["disk_flushes_per_operation"] = Reading(phase.flushes / phase.operations, "flushes/operation")
    if phase.histogram:
        values["in_store"] = Reading(phase.in_store_s, "s")
        values |= _latencies(phase.histogram)
    kept = Repeat(case, repeat, attempt, used=phase.used, started_at=_moment(phase))
    engine_run.add(kept, values)
    engine_run.add_points(kept, "latency_histogram", "operations", phase.histogram)
    far = "" if phase.whole else f", stopped at the limit after {phase.operations:,} of {phase.wanted:,}"
    return f"{cost_s * 1e6:,.2f} µs/operation{far}"


def _keep_together(engine_run: EngineRun, case: str, together: Together, repeat: int, attempt: Attempt) -> str:
    seconds, threads = together.phase.duration_s, together.readers + 1
    sides = {
        "read": (together.reads, together.read_histogram),
        "write": (together.writes, together.write_histogram),
    }
    values: Metrics = {"duration": Reading(seconds, "s")}
    for side, (count, histogram) in sides.items():
        values[f"{side}_throughput"] = Reading(count / seconds, "operations/s")
        if histogram:  # one side can starve the other: SQLite's writer waits until nobody reads
            values |= _latencies(histogram, f"{side}_")
    phase = together.phase
    kept = Repeat(case, repeat, attempt, threads=threads, used=phase.used, started_at=_moment(phase))
    engine_run.add(kept, values)
    for side, (_, histogram) in sides.items():
        engine_run.add_points(kept, f"{side}_latency_histogram", "operations", histogram)
    return f"{together.reads / seconds:,.0f} reads/s, {together.writes / seconds:,.0f} writes/s"


def _keep_close(engine_run: EngineRun, case: str, done: Run, repeat: int, attempt: Attempt) -> str:
    """Keep what a clean end took and left on the disk, by part; the answer is what was read back before."""
    values: Metrics = {"duration": Reading(done.close_s, "s"), "keys": Reading(float(done.keys), "keys")}
    values |= {f"size_{part}": Reading(float(taken), "bytes") for part, taken in done.size_bytes.items()}
    engine_run.add(Repeat(case, repeat, attempt, answer=done.digest if done.whole else None), values)
    return f"{sum(done.size_bytes.values()) / 1e6:,.0f} MB on the disk"


def _keep_proof(
    engine_run: EngineRun, case: str, phase: Phase, calls: Counter[str], repeat: int, attempt: Attempt
) -> str:
    syncs = sum(calls[call] for call in SYNCS) / phase.operations
    values: Metrics = {
        f"{call}_per_operation": Reading(count / phase.operations, "calls/operation") for call, count in calls.items()
    }
    values["syncs_per_operation"] = Reading(syncs, "syncs/operation")
    values["operations"] = Reading(float(phase.operations), "operations")
    engine_run.add(Repeat(case, repeat, attempt), values)
    return f"{syncs:.2f} syncs/operation"


EXPERIMENT = Experiment(
    name="kv_engines",
    rows=ROWS,
    dataset=Keys,
    cases=cases,
    run=run,
    engines=ENGINES,
    bytes_per_row=BYTES_PER_ROW,
    asked=asked,
)
